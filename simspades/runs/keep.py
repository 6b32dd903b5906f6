"""What a run keeps of each part: rows in Parquet files, or totals in ``run.json``."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any, Protocol

import pyarrow.parquet as pq

from simspades.analysis import Totals, no_totals, totals_of_tables
from simspades.analysis.summary import TOTALS_KEY
from simspades.analysis.traits import Traits
from simspades.records.manifest import Manifest, Part, Status, save_manifest
from simspades.records.schema import games_schema, hands_schema
from simspades.records.writer import part_writer
from simspades.runs.directory import finished_parts, tables_of
from simspades.runs.play import Dealer
from simspades.runs.threads import Control


class Keeper(Protocol):
    """Plays parts and keeps what came of them. ``finished`` are the indices of the parts that are kept already."""

    directory: Path
    manifest: Manifest
    finished: set[int]

    def play(self, part: Part, control: Control) -> Any:
        """Play a part; what is returned goes to :meth:`keep`. Runs on any thread."""

    def keep(self, result: Any) -> None:
        """Take note of a finished part. Runs on the main thread."""

    def save(self, status: Status) -> Manifest:
        """Write ``run.json`` with this status and what is known of the results."""
        ...


def keeper(dealer: Dealer, directory: Path, manifest: Manifest) -> Keeper:
    """The one that the run asks for."""
    kind = TotalsKeeper if manifest.summary_only else RowsKeeper
    return kind(dealer, directory, manifest)


class RowsKeeper:
    """Parts as Parquet files."""

    def __init__(self, dealer: Dealer, directory: Path, manifest: Manifest) -> None:
        self.dealer = dealer
        self.directory = directory
        self.manifest = manifest
        self.finished = finished_parts(directory, manifest)
        self._schemas = {
            "hands": hands_schema(
                manifest.players,
                manifest.sides,
                manifest.features,
                manifest.holdings,
                manifest.packs,
                dealer.layout.null_calls,
                seats=dealer.layout.seats,
            ),
            "games": games_schema(manifest.sides),
        }

    def play(self, part: Part, control: Control) -> int:
        """Write a part's files and return its index. Runs on any thread."""
        with contextlib.ExitStack() as files:
            writers = {
                table: files.enter_context(
                    part_writer(
                        part.file(self.directory, table),
                        self._schemas[table],
                        self.manifest.part_metadata(part, table),
                    )
                )
                for table in tables_of(self.manifest)
            }
            for rows in self.dealer.play(part.first, part.count, control):
                writers["hands"].write(rows.hands)
                if rows.games is not None:
                    writers["games"].write(rows.games)
        return part.index

    def keep(self, index: int) -> None:
        """Note it: the files are there."""
        self.finished.add(index)

    def save(self, status: Status) -> Manifest:
        """Write ``run.json`` with this status; once the run is done it tells how many hands there are."""
        summary: dict[str, Any] = {}
        if status == "done":
            files = (part.file(self.directory, "hands") for part in self.manifest.parts)
            summary["hands"] = sum(pq.read_metadata(file).num_rows for file in files)
        manifest = self.manifest.model_copy(update={"status": status, "summary": summary})
        save_manifest(self.directory, manifest)
        return manifest


class TotalsKeeper:
    """Parts as totals in ``run.json``: no rows are written."""

    def __init__(self, dealer: Dealer, directory: Path, manifest: Manifest) -> None:
        self.dealer = dealer
        self.directory = directory
        self.manifest = manifest
        self._shape = (manifest.players, manifest.sides, manifest.mode, Traits.of(dealer.plan.rules))
        self.finished, self._totals = self._so_far()

    def _so_far(self) -> tuple[set[int], Totals]:
        summary: Any = self.manifest.summary
        if not summary:
            return set(), no_totals(*self._shape)
        everything = range(len(self.manifest.parts))
        return set(summary.get("finished", everything)), Totals.from_json(summary[TOTALS_KEY])

    def play(self, part: Part, control: Control) -> tuple[int, Totals]:
        """Add up a part. Runs on any thread."""
        totals = no_totals(*self._shape)
        for rows in self.dealer.play(part.first, part.count, control):
            totals += totals_of_tables(rows.hands, rows.games, *self._shape)
        return part.index, totals

    def keep(self, result: tuple[int, Totals]) -> None:
        """Add a finished part and save it at once: a killed run goes on from here. Runs on the main thread."""
        index, totals = result
        self.finished.add(index)
        self._totals += totals
        self.save("running")

    def save(self, status: Status) -> Manifest:
        """Write ``run.json`` with this status."""
        totals = self._totals
        summary: dict[str, Any] = {"hands": totals.hands.sum("hands"), TOTALS_KEY: totals.to_json()}
        if status != "done":
            summary["finished"] = sorted(self.finished)
        manifest = self.manifest.model_copy(update={"status": status, "summary": summary})
        save_manifest(self.directory, manifest)
        return manifest
