"""Studies: rule sets by line-ups by parameters on common deals, and what changes between them, with paired errors.

``study`` reads and checks the file, ``cells`` are what it asks for, ``measures`` adds up a range of deals, ``store``
keeps the sums, ``linear`` and ``figures`` turn them into estimates, ``table`` lines those up, ``page`` shows them, and
``play`` puts it all together.
"""
