"""Writing one Parquet file of a run, row by row in order, with memory that does not grow.

The bytes depend on the rows, the schema and the metadata alone: row groups have a fixed size however the rows
arrive, and nothing of the time, the machine or the process goes into the file. (Parquet itself records the version of
the library that wrote it.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from simspades.records.encoding import ROW_GROUP, parquet_options
from simspades.records.files import replacing, writing


class PartWriter:
    """Takes tables of any length and writes them in row groups of ``ROW_GROUP`` rows; made by :func:`part_writer`."""

    def __init__(self, path: Path, schema: pa.Schema, sink: pq.ParquetWriter) -> None:
        self._path = path
        self._schema = schema
        self._sink = sink
        self._pending: list[pa.Table] = []
        self._n_pending = 0

    def write(self, table: pa.Table) -> None:
        """Append rows. Raises ValueError if the columns are not those of the file, RecordError if the disk fails.

        Tables of ``ROW_GROUP`` rows are written without a copy. Of others, the rows short of a row group are kept as
        references to the table: at most one row group and one table are in memory.
        """
        if not table.schema.equals(self._schema):
            raise ValueError(f"{self._path} takes other columns than those given: {table.schema.names}")
        self._pending.append(table)
        self._n_pending += len(table)
        if self._n_pending < ROW_GROUP:
            return
        rows = pa.concat_tables(self._pending)
        n_whole = len(rows) - len(rows) % ROW_GROUP
        for start in range(0, n_whole, ROW_GROUP):
            self._write_group(rows.slice(start, ROW_GROUP))
        self._pending, self._n_pending = [rows.slice(n_whole)], len(rows) - n_whole

    def finish(self) -> None:
        """Write the rows that do not fill a row group, and the footer."""
        if self._n_pending:
            self._write_group(pa.concat_tables(self._pending))
        with writing(self._path):
            self._sink.close()

    def _write_group(self, rows: pa.Table) -> None:
        # One chunk a column: the encoder would otherwise break its pages where the chunks happen to end.
        with writing(self._path):
            self._sink.write_table(rows.combine_chunks(), row_group_size=ROW_GROUP)


@contextmanager
def part_writer(path: Path, schema: pa.Schema, metadata: Mapping[str, str]) -> Iterator[PartWriter]:
    """Open ``path`` for writing; it appears when the block ends without an error, and not at all otherwise.

    ``metadata`` goes into the file's key-value metadata, sorted by key. Failures of the disk raise RecordError.
    """
    described = schema.with_metadata({key: metadata[key] for key in sorted(metadata)})
    with replacing(path) as temporary:
        with writing(path):
            sink = pq.ParquetWriter(temporary, described, **parquet_options(schema))
        writer = PartWriter(path, schema, sink)
        try:
            yield writer
            writer.finish()
        except BaseException:
            with suppress(OSError, pa.ArrowException):  # nobody will see this file, nor miss its last bytes
                sink.close()
            raise


def write_part(path: Path, tables: Iterable[pa.Table], schema: pa.Schema, metadata: Mapping[str, str]) -> None:
    """Write a whole file from tables that may be generated as they are needed."""
    with part_writer(path, schema, metadata) as writer:
        for table in tables:
            writer.write(table)
