"""How the columns are encoded in Parquet, and why.

Measured on rows of ``std4`` with four players, without and with the features of the holdings (31 and 63 columns), one
thread of a busy two-core machine, the settings in turn, the best of 40 row groups; CPU time and bytes a hand:

================================  ==================  ==================  ==================  ==================
settings                          hands mode, 31      hands mode, 63      games mode, 31      games mode, 63
================================  ==================  ==================  ==================  ==================
pyarrow's defaults                558 ns, 23.2 bytes  1001 ns, 35 bytes   535 ns, 20.0 bytes  1021 ns, 32 bytes
dictionaries, uncompressed        457 ns, 31.6 bytes  856 ns, 44 bytes    415 ns, 25.0 bytes  948 ns, 37 bytes
deltas everywhere, uncompressed   222 ns, 13.5 bytes  397 ns, 27 bytes    244 ns, 18.5 bytes  487 ns, 32 bytes
chosen, calls nullable            218 ns, 12.9 bytes  390 ns, 26 bytes    247 ns, 14.4 bytes  459 ns, 28 bytes
chosen                            180 ns, 12.9 bytes  357 ns, 26 bytes    222 ns, 14.4 bytes  431 ns, 28 bytes
================================  ==================  ==================  ==================  ==================

- Building a dictionary hashes each value, 10 to 20 ns; ``DELTA_BINARY_PACKED`` finds the width of 32 values at a
  time, 6 ns, and comes within a tenth of the dictionary's size for small numbers. ``hand`` and ``game`` vanish.
- Packed bits do not compress: any codec costs 1 to 5 ns a value there and saves nothing. So only those columns are
  compressed that hardly change or go round, and those stay plain, because the codec finds what repeats and deltas
  hide it. ``hand`` in games mode jumps at each new game, so its deltas are compressed too.
- ``BYTE_STREAM_SPLIT`` with zstd would be a third smaller at the same speed, but readers that are still in wide use
  (DuckDB before 2.0) know it for floating point only.
- Levels of nulls cost 2 to 4 ns a value, so a column that these rules never leave null is a required one.
- Statistics cost up to 3 ns a value and let a reader skip rows only where a column is sorted: ``hand`` and ``game``.
- Checksums of pages cost nothing measurable, and a damaged byte of an uncompressed page could not be noticed without.
- Row groups, page sizes and page versions change neither time nor size by more than the noise; larger write batches
  than 1024 save some per cent.
"""

from __future__ import annotations

from typing import Any

import pyarrow as pa

#: Rows in every row group but the last of a file. It never depends on how the rows arrive. Near DuckDB's own default,
#: so that its threads share a file well, and small enough to keep a writer's memory at some 10 MB.
ROW_GROUP = 131_072

#: Few distinct values that repeat or alternate: plain pages, compressed.
_REPETITIVE = frozenset({"hand_in_game", "dealer", "lineup", "penalty", "voids", "capped"})

_SORTED = ("hand", "game")


def parquet_options(schema: pa.Schema) -> dict[str, Any]:
    """Keyword arguments of ``pyarrow.parquet.ParquetWriter`` for files of this schema."""
    repetitive = [name for name in schema.names if name.rstrip("0123456789").rstrip("_") in _REPETITIVE]
    compressed = [*repetitive, "hand"] if "hand" in schema.names else repetitive
    integers = [field.name for field in schema if pa.types.is_integer(field.type)]
    return {
        "version": "2.6",
        "use_dictionary": [field.name for field in schema if pa.types.is_dictionary(field.type)],
        "column_encoding": {name: "PLAIN" if name in repetitive else "DELTA_BINARY_PACKED" for name in integers},
        "compression": {name: "zstd" if name in compressed else "none" for name in schema.names},
        "compression_level": dict.fromkeys(compressed, 1),
        "write_statistics": [name for name in _SORTED if name in schema.names],
        "write_page_checksum": True,
        "write_batch_size": 16_384,
    }
