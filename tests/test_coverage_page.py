"""``docs/coverage.md`` is what the tests' data say, and has no empty cell."""

from __future__ import annotations

from pathlib import Path

from coverage_page import coverage_page

from simspades.rules import OPTIONS

PAGE = Path(__file__).parents[1] / "docs" / "coverage.md"


def test_the_page_is_what_the_tests_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == coverage_page(), "run ./scripts/regenerate"


def test_no_cell_is_empty_and_no_option_is_missing() -> None:
    rows = [line for line in coverage_page().splitlines() if line.startswith("| `")]
    assert {row.split("`")[1] for row in rows} == set(OPTIONS)
    for row in rows:
        assert all(cell.strip() for cell in row.strip("|").split("|")), row
