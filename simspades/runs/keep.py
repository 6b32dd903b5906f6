"""What a run keeps of each part: rows in Parquet files, or totals in ``run.json``.

The *work* of a part is done by any thread or machine; the *keeper* takes note of it where the run was started.
"""

from __future__ import annotations

import contextlib
import dataclasses
from pathlib import Path
from typing import Any, Protocol

from simspades.analysis import Totals, no_totals, totals_of_tables
from simspades.analysis.summary import DIGEST_KEY, TOTALS_KEY, check_totals
from simspades.analysis.traits import Traits
from simspades.records.manifest import Manifest, Part, Status, save_manifest
from simspades.records.reader import count_rows
from simspades.records.schema import games_schema, hands_schema
from simspades.records.writer import part_writer
from simspades.runs.directory import finished_parts, tables_of
from simspades.runs.play import Dealer
from simspades.runs.threads import Control
from simspades.runs.workers import Work


class Keeper(Protocol):
    """Knows how parts are played and keeps what came of them.

    ``work`` plays a part and returns what :meth:`keep` takes; ``finished`` are the indices of the parts that are kept
    already.
    """

    directory: Path
    manifest: Manifest
    finished: set[int]

    @property
    def work(self) -> Work[Part, Any]:
        """What is done for a part."""

    def keep(self, result: Any) -> None:
        """Take note of a finished part. Runs on the main thread."""

    def save(self, status: Status) -> Manifest:
        """Write ``run.json`` with this status and what is known of the results."""
        ...


def keeper(dealer: Dealer, directory: Path, manifest: Manifest) -> Keeper:
    """The one that the run asks for."""
    kind = TotalsKeeper if manifest.summary_only else RowsKeeper
    return kind(dealer, directory, manifest)


@dataclasses.dataclass(frozen=True)
class WriteRows:
    """Plays a part and writes its files; the directory is the same path wherever that is done."""

    dealer: Dealer
    directory: Path
    manifest: Manifest

    def __call__(self, part: Part, control: Control) -> int:
        """Returns the part's index once its files are there."""
        manifest = self.manifest
        schemas = {
            "hands": hands_schema(
                manifest.players,
                manifest.sides,
                manifest.features,
                manifest.holdings,
                manifest.packs,
                self.dealer.layout.null_calls,
                manifest.features and self.dealer.layout.nils,
                seats=self.dealer.layout.seats,
            ),
            "games": games_schema(manifest.sides),
        }
        with contextlib.ExitStack() as files:
            writers = {
                table: files.enter_context(
                    part_writer(part.file(self.directory, table), schemas[table], manifest.part_metadata(part, table))
                )
                for table in tables_of(manifest)
            }
            for rows in self.dealer.play(part.first, part.count, control):
                writers["hands"].write(rows.hands)
                if rows.games is not None:
                    writers["games"].write(rows.games)
        return part.index


@dataclasses.dataclass(frozen=True)
class AddUp:
    """Plays a part and adds it up."""

    dealer: Dealer
    shape: tuple[int, int, str, Traits]

    def __call__(self, part: Part, control: Control) -> tuple[int, Totals]:
        """Returns the part's index and its totals."""
        totals = no_totals(*self.shape)
        for rows in self.dealer.play(part.first, part.count, control):
            totals += totals_of_tables(rows.hands, rows.games, *self.shape)
        return part.index, totals


class RowsKeeper:
    """Parts as Parquet files."""

    def __init__(self, dealer: Dealer, directory: Path, manifest: Manifest) -> None:
        self.directory = directory
        self.manifest = manifest
        self.finished = finished_parts(directory, manifest)
        # the list of all parts, which may be long, has no place in the work of one
        self.work = WriteRows(dealer, directory.resolve(), manifest.model_copy(update={"parts": [], "summary": {}}))

    def keep(self, index: int) -> None:
        """Note it: the files are there."""
        self.finished.add(index)

    def save(self, status: Status) -> Manifest:
        """Write ``run.json`` with this status; once the run is done it tells how many hands there are."""
        summary: dict[str, Any] = {}
        if status == "done":
            files = (part.file(self.directory, "hands") for part in self.manifest.parts)
            summary["hands"] = sum(map(count_rows, files))
        manifest = self.manifest.model_copy(update={"status": status, "summary": summary})
        save_manifest(self.directory, manifest)
        return manifest


class TotalsKeeper:
    """Parts as totals in ``run.json``: no rows are written."""

    def __init__(self, dealer: Dealer, directory: Path, manifest: Manifest) -> None:
        self.directory = directory
        self.manifest = manifest
        self._shape = (manifest.players, manifest.sides, manifest.mode, Traits.of(dealer.plan.rules))
        self.work = AddUp(dealer, self._shape)
        self.finished, self._totals = self._so_far()

    def _so_far(self) -> tuple[set[int], Totals]:
        summary: Any = self.manifest.summary
        if not summary:
            return set(), no_totals(*self._shape)
        check_totals(self.directory, self.manifest)
        everything = range(len(self.manifest.parts))
        return set(summary.get("finished", everything)), Totals.from_json(summary[TOTALS_KEY])

    def keep(self, result: tuple[int, Totals]) -> None:
        """Add a finished part and save it at once: a killed run goes on from here. Runs on the main thread."""
        index, totals = result
        self.finished.add(index)
        self._totals += totals
        self.save("running")

    def save(self, status: Status) -> Manifest:
        """Write ``run.json`` with this status."""
        totals = self._totals
        summary: dict[str, Any] = {
            "hands": totals.hands.sum("hands"),
            DIGEST_KEY: self.manifest.totals_digest,
            TOTALS_KEY: totals.to_json(),
        }
        if status != "done":
            summary["finished"] = sorted(self.finished)
        manifest = self.manifest.model_copy(update={"status": status, "summary": summary})
        save_manifest(self.directory, manifest)
        return manifest
