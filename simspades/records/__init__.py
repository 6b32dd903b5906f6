"""The run directory: columns, Parquet files, ``run.json`` and the log, written and read.

Import from the modules: ``columns`` (names, types, meanings; plain data), ``schema`` and ``table`` (Arrow),
``writer`` and ``encoding`` (Parquet), ``manifest`` (``run.json``), ``log`` (``log.jsonl``), ``reader``, ``files``
(atomic replacement). This package imports none of them, so that help texts stay quick.
"""
