"""Reading a run directory: checks that its files are whole and belong together, and hands out tables and frames."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from simspades.errors import RecordError, nearest
from simspades.records.files import first_line, is_remote, located
from simspades.records.manifest import METADATA_PREFIX, Manifest, Part, Table, load_manifest

if TYPE_CHECKING:
    import pandas as pd

#: What pyarrow raises for files that it cannot make sense of.
_DAMAGE = (pa.ArrowException, OSError)


class OtherSettingsError(RecordError):
    """A part was played under other settings than those that ``run.json`` records."""


@dataclass(frozen=True)
class Run:
    """A run directory. Made by :func:`open_run`.

    A run that was interrupted, or goes on, has the parts that are finished so far; in a finished run a missing part is
    an error.

    ``others`` are further directories that hold parts of the same run, each with the same ``run.json``.
    """

    directory: Path
    manifest: Manifest
    others: tuple[Path, ...] = ()

    @property
    def parts(self) -> list[Part]:
        """The finished parts, each of whose files has been checked. RecordError names the first bad file."""
        return [part for part, _ in self._found]

    @property
    def hands_files(self) -> list[Path]:
        return [part.file(directory, "hands") for part, directory in self._found]

    @property
    def games_files(self) -> list[Path]:
        games = self.manifest.mode == "games"
        return [part.file(directory, "games") for part, directory in self._found] if games else []

    @property
    def column_names(self) -> list[str]:
        """The names of the columns of ``hands/``; none where no part is there."""
        for path in self.hands_files[:1]:
            with _readable(path) as source:
                return list(pq.read_schema(source).names)
        return []

    @cached_property
    def _found(self) -> list[tuple[Part, Path]]:
        """The finished parts with the directories that they are in."""
        if self.manifest.summary_only:
            return []
        tables: list[Table] = ["hands", "games"] if self.manifest.mode == "games" else ["hands"]
        found = []
        for part in self.manifest.parts:
            files = [part.file(directory, table) for directory in (self.directory, *self.others) for table in tables]
            there = {path for path in files if path.exists()}
            places = [
                directory
                for directory in (self.directory, *self.others)
                if all(part.file(directory, table) in there for table in tables)
            ]
            if len(places) > 1:
                raise RecordError(f"{places[0]} and {places[1]} hold the same hands: part {part.index} of one run")
            if places:
                for table in tables:
                    check_part(part.file(places[0], table), self.manifest, part, table)
                found.append((part, places[0]))
            elif self.manifest.status == "done":
                missing = next(path for path in files if path not in there)
                raise RecordError(f"{missing} is missing, although run.json says that the run is done")
        return found

    def hands(self, columns: Sequence[str] | None = None) -> pa.Table:
        """All rows of ``hands/``, or some of their columns. Holds them in memory: about 75 bytes a row."""
        return self._read(self.hands_files, columns)

    def games(self, columns: Sequence[str] | None = None) -> pa.Table:
        """All rows of ``games/``, or some of their columns."""
        if self.manifest.mode == "hands":
            raise RecordError(f"{self.directory} has no games: it is a run of single hands")
        return self._read(self.games_files, columns)

    def _read(self, files: Iterable[Path], columns: Sequence[str] | None) -> pa.Table:
        if self.manifest.summary_only:
            raise RecordError(f"{self.directory} has no rows: it was made with --summary-only")
        tables = [read_part(path, columns) for path in files]
        if not tables:
            raise RecordError(f"{self.directory} has no rows: no part of the run was finished")
        return pa.concat_tables(tables).replace_schema_metadata(None)


def open_run(directory: str | Path) -> Run:
    """Open a run directory. RecordError if it is none, or its ``run.json`` is damaged.

    The rows' files are checked when they are first asked for. An address such as ``s3://bucket/my-run`` is read by
    fsspec, which needs the package of its protocol.
    """
    directory = located(directory)
    return Run(directory, load_manifest(directory))


def load(directory: str | Path, columns: Sequence[str] | None = None) -> pd.DataFrame:
    """The hands of a run as a pandas frame: the columns of ``docs/columns.md``, or those named in ``columns``.

    >>> load("my-run", columns=["bid_0", "tricks_0"]).mean()  # doctest: +SKIP
    """
    return to_frame(open_run(directory).hands(columns))


def to_frame(table: pa.Table) -> pd.DataFrame:
    """A pandas frame of a table of records.

    Columns that may hold nulls in this run become pandas' nullable types (``Int8``, ``boolean``), whether or not a null
    occurs; calls become categories; all others the numpy type of the same width.
    """
    import pandas as pd

    masked = {pa.int8(): pd.Int8Dtype(), pa.bool_(): pd.BooleanDtype()}
    names: list[str] = table.column_names
    nullable = [field.name for field in table.schema if field.nullable and field.type in masked]
    frames: list[pd.DataFrame] = [
        table.drop_columns(nullable).to_pandas(),
        table.select(nullable).to_pandas(types_mapper=masked.get),
    ]
    return pd.concat(frames, axis=1).reindex(columns=names)


def check_part(path: Path, manifest: Manifest, part: Part, table: Table) -> None:
    """Check that a file is whole, by its footer, and holds these rows of this run; RecordError names what is wrong."""
    try:
        with _readable(path) as source:
            footer = pq.read_metadata(source)
    except _DAMAGE as error:
        raise _damaged(path, error) from error
    found = {key.decode(): value.decode() for key, value in (footer.metadata or {}).items()}
    expected = manifest.part_metadata(part, table)
    version = METADATA_PREFIX + "schema_version"
    if found.get(version) != expected[version]:
        raise RecordError(
            f"{path} has schema_version {found.get(version)}, but run.json has version {expected[version]}"
        )
    for key, value in expected.items():
        if found.get(key) != value:
            sentence = f"{path} does not belong to this run: its {key} is not what run.json says"
            digest = METADATA_PREFIX + "digest"
            raise RecordError(sentence) if found.get(digest) == expected[digest] else OtherSettingsError(sentence)
    if table == manifest.mode and footer.num_rows != part.count:
        raise RecordError(f"{path} is damaged: it has {footer.num_rows} rows instead of {part.count}")


def count_rows(path: Path) -> int:
    """How many rows a file says that it has."""
    with _readable(path) as source:
        n: int = pq.read_metadata(source).num_rows
    return n


def read_part(path: Path, columns: Sequence[str] | None = None, dictionaries: Sequence[str] = ()) -> pa.Table:
    """The rows of one file, or some of its columns, every page checked against its checksum.

    ``dictionaries`` are columns to keep as indices into their words.
    """
    try:
        with (
            _readable(path) as source,
            pq.ParquetFile(source, read_dictionary=list(dictionaries), page_checksum_verification=True) as file,
        ):
            known = file.schema_arrow.names
            unknown = [name for name in columns or () if name not in known]
            if unknown:
                raise RecordError(f"{path} has no column {unknown[0]}{nearest(unknown[0], known)}")
            return file.read(columns=columns)
    except _DAMAGE as error:
        raise _damaged(path, error) from error


@contextmanager
def _readable(path: Path) -> Iterator[Any]:
    """What pyarrow reads a file from: its path, or an open file where it is not a local one."""
    if not is_remote(path):
        yield path
        return
    with path.open("rb") as file:
        yield file


def _damaged(path: Path, error: Exception) -> RecordError:
    reason = first_line(error)
    return RecordError(f"{path} is damaged: {reason}; remove it and finish the run again with --resume")
