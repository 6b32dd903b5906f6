"""Better parameters for a strategy: searched on common deals, confirmed on fresh ones.

``space`` reads what is to be searched, ``trial`` measures one set of values, ``search`` asks the optimiser what to try
next and keeps what was tried, ``play`` puts them together and says what came of it.
"""
