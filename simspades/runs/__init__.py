"""From rules, strategies and a seed to rows: in memory, or in a run directory that can be stopped and finished.

``api`` is what users call; ``plan`` checks the settings, ``resume`` reads them back from ``run.json``, ``play`` turns
blocks of the engine into tables, ``threads`` spreads parts over threads, ``keep`` and ``write`` keep them on disk, and
``directory`` knows whose files are where.
"""
