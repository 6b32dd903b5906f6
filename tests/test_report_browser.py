"""The page in a browser: drawn, silent, offline, sorted, copied, and legible at the widths of a desk and a phone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import report_tools as by_hand
from browser import Visit, browser

import simspades as package
from simspades.analysis.answers import open_runs
from simspades.report.page import gather, render

WIDTHS = (1280, 390)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def games(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("runs") / "games"
    package.run("std4", games=200, strategy=["steady", "basic"], seed=5, out=out)
    return out


@pytest.fixture(scope="module")
def page(games: Path) -> Path:
    """The page of a run, with the answers of report_tools in place of its own."""
    path = games.with_name("by_hand.html")
    path.write_text(render(by_hand.by_hand(games)), encoding="utf-8")
    return path


@pytest.fixture(scope="module", params=WIDTHS)
def real(request: pytest.FixtureRequest, chromium: Any, games: Path) -> Visit:
    """The page of a run as it is."""
    path = games.with_name("real.html")
    if not path.exists():
        path.write_text(render(gather(open_runs([games]))), encoding="utf-8")
    return Visit(chromium, path, width=request.param)


def marks(visit: Visit, card: str) -> int:
    """How many marks of the data a card's plots have; axes and legends are not counted."""
    layers = "[class*=layer_][class*=_marks]"
    shapes = ":is(path, rect, line)"
    return visit.page.locator(f"#{card} .plot .role-mark{layers} > {shapes}").count()


def column(visit: Visit, card: str, number: int) -> list[str]:
    cells = visit.page.locator(f"#{card} table.sortable tbody tr td:nth-child({number})")
    return [text.split(" (")[0] for text in cells.all_inner_texts()]


def test_the_page_is_silent_and_asks_for_nothing(real):
    assert real.said == []
    assert [url for url in real.asked if not url.startswith("data:")] == [real.page.url]


def test_every_plot_is_drawn(real):
    panels = real.page.locator(".panel")
    assert panels.count() > 20
    empty = real.page.evaluate(
        """() => [...document.querySelectorAll(".panel")]
            .filter((panel) => !panel.querySelector(".plot svg .role-mark:is([class*=layer_], .marks) > *"))
            .map((panel) => panel.closest(".answer").id)"""
    )
    assert empty == []


def test_nothing_is_wider_than_the_screen(real):
    width = real.page.evaluate("innerWidth")
    assert real.page.evaluate("document.documentElement.scrollWidth") <= width
    outside = real.page.evaluate(
        """() => [...document.querySelectorAll("main *, nav *")]
            .filter((e) => !e.closest(".scroll, pre, .links, .vega-embed"))
            .filter((e) => e.getBoundingClientRect().right > innerWidth + 1)
            .map((e) => e.tagName + "." + e.className)"""
    )
    assert outside == []


def test_the_cells_drawn_are_those_of_which_enough_is_known(real, games):
    win = package.analyze("games", games)["win"]
    known = win[win["won_high"] - win["won_low"] <= 0.5]
    assert 0 < len(known) < len(win)
    assert marks(real, "games-win") == len(known)
    labels = real.page.locator("#games-win .plot .role-axis-label text").all_text_contents()
    numbers = [int(text.replace("\N{MINUS SIGN}", "-").replace(",", "")) for text in labels]
    across = sorted(known["own"].unique())
    up = sorted(known["other"].unique(), reverse=True)
    assert numbers[-len(up) :] == up
    assert set(numbers[: -len(up)]) <= set(across)


def test_the_bar_of_sections_lies_over_the_tables(real):
    """A heading that stays in place inside its table must not show through the bar when the page is scrolled."""
    over = real.page.evaluate(
        """() => [...document.querySelectorAll(".sortable")].filter((table) => table.checkVisibility()).map((table) => {
            const heading = table.querySelector("th");
            scrollTo({ top: heading.getBoundingClientRect().top + scrollY - 10, behavior: "instant" });
            const box = heading.getBoundingClientRect();
            return document.elementFromPoint(box.left + 5, box.top + 5).closest("nav") !== null;
        })"""
    )
    real.page.evaluate("scrollTo(0, 0)")
    assert len(over) > 5
    assert all(over)


def test_the_words_of_a_plot_are_inside_it_and_apart(real):
    """Titles and labels of axes neither leave their plot nor run into each other."""
    faults = real.page.evaluate(
        """() => [...document.querySelectorAll(".plot svg")].flatMap((svg) => {
            const id = svg.closest(".answer").id, whole = svg.getBoundingClientRect();
            const words = [...svg.querySelectorAll(".role-axis-label text, .role-axis-title text, .role-legend text")]
                .filter((word) => word.textContent.trim() && getComputedStyle(word).opacity !== "0");
            const boxes = words.map((word) => word.getBoundingClientRect());
            const faults = [];
            boxes.forEach((box, k) => {
                const isOut = box.left < whole.left - 1 || box.right > whole.right + 1
                    || box.top < whole.top - 1 || box.bottom > whole.bottom + 1;
                if (isOut) faults.push(`${id}: ${words[k].textContent} leaves the plot`);
                boxes.slice(k + 1).forEach((other, j) => {
                    const meets = box.left < other.right - 1 && other.left < box.right - 1
                        && box.top < other.bottom - 3 && other.top < box.bottom - 3;
                    if (meets) faults.push(`${id}: ${words[k].textContent} meets ${words[k + 1 + j].textContent}`);
                });
            });
            return faults;
        })"""
    )
    assert faults == []


@pytest.fixture(scope="module")
def visit(chromium: Any, page: Path) -> Visit:
    return Visit(chromium, page, permissions=["clipboard-read", "clipboard-write"])


def test_the_marks_are_those_of_the_rows(visit):
    # four rows with an error in two series: four dots, four intervals and two lines; and the diagonal
    assert marks(visit, "bids-calibration") == 11
    assert marks(visit, "bids-place") == 10  # five dots and five intervals
    assert marks(visit, "bags-bars") == 10
    assert marks(visit, "games-chances") == 25
    assert visit.page.locator("#nils-facets .panel").count() == 2
    assert visit.page.locator("#seats .plot").count() == 0
    assert visit.said == []


def test_a_series_is_hidden_and_shown_by_its_legend(visit):
    button = visit.page.locator("#bids-place .legend button").first
    button.click()
    assert button.get_attribute("aria-pressed") == "false"
    visit.page.wait_for_timeout(300)
    assert marks(visit, "bids-place") == 6
    button.click()
    visit.page.wait_for_timeout(300)
    assert marks(visit, "bids-place") == 10


def test_tables_sort_by_numbers_and_words_and_keep_empty_cells_last(visit):
    visit.page.locator("#bids-calibration details.data > summary").click()
    headings = visit.page.locator("#bids-calibration th")
    tricks, bid, who = headings.nth(3), headings.nth(1), headings.nth(0)

    bid.locator("button").click()
    assert column(visit, "bids-calibration", 2) == ["10", "2", "2", "1", "1"]
    assert bid.get_attribute("aria-sort") == "descending"
    bid.locator("button").click()
    assert column(visit, "bids-calibration", 2) == ["1", "1", "2", "2", "10"]
    assert bid.get_attribute("aria-sort") == "ascending"

    tricks.locator("button").click()
    assert [float(text.split()[0]) for text in column(visit, "bids-calibration", 4)] == [9.5, 2.75, 2.25, 1.5, 1]
    assert bid.get_attribute("aria-sort") is None
    who.locator("button").press("Enter")
    assert column(visit, "bids-calibration", 1)[0] == "a <b> & </script>"


def test_a_table_is_copied_whole_and_in_its_order(visit):
    visit.page.locator("#games-long details.data > summary").click()
    visit.page.locator("#games-long th").nth(1).locator("button").click()
    visit.page.locator("#games-long .copy-table").click()
    visit.page.locator("#games-long .said", has_text="Copied").wait_for()
    lines = visit.page.evaluate("navigator.clipboard.readText()").strip().split("\n")
    assert lines[0] == "game\thands"
    assert len(lines) == 1001
    assert lines[1] == "6\t16"  # the first of the longest


def test_a_table_is_saved_as_csv(visit, tmp_path):
    with visit.page.expect_download() as download:
        visit.page.locator("#bids-place details.data > summary").click()
        visit.page.locator("#bids-place .save-table").click()
    download.value.save_as(tmp_path / "place.csv")
    assert download.value.suggested_filename == "bids.place.csv"
    lines = (tmp_path / "place.csv").read_text().splitlines()
    assert lines[0] == "strategy,place,n,made,made_low,made_high"
    assert lines[1] == "steady,1st after the dealer,100,0.5,0.45,0.55"


def test_a_link_opens_its_hand(visit):
    assert not visit.page.locator("#hand-0-0").get_attribute("open")
    visit.page.locator("#seats .see a").first.click()
    hand = visit.page.locator("#hand-0-0[open] .replay")
    hand.wait_for()
    assert "tricks by seat" in hand.inner_text()


def test_dark_light_and_print(chromium, page):
    def background(visit: Visit) -> str:
        return visit.page.evaluate("getComputedStyle(document.body).backgroundColor")

    visit = Visit(chromium, page, color_scheme="dark")
    line = "getComputedStyle(document.querySelector('#bids-calibration .role-axis-label text')).fill"
    dark, dark_ink = background(visit), visit.page.evaluate(line)
    visit.page.locator("#theme").click()
    light, light_ink = background(visit), visit.page.evaluate(line)
    assert light == "rgb(255, 255, 255)"
    assert dark != light
    assert dark_ink != light_ink
    visit.page.locator("#theme").click()
    visit.page.emulate_media(media="print")
    assert background(visit) == light
    assert visit.page.evaluate(line) == light_ink
    assert not visit.page.locator("nav").is_visible()
    assert visit.page.locator("#games-long tbody tr").nth(0).is_visible() is False  # closed, and not small
    visit.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert visit.page.locator("#bids-place tbody tr").nth(0).is_visible()


def test_without_javascript_the_tables_are_there(chromium, page):
    context = chromium.new_context(java_script_enabled=False)
    bare = context.new_page()
    bare.goto(page.as_uri())
    assert "Plots, sorting and copying need JavaScript" in bare.locator("noscript").inner_text()
    assert bare.locator("#bids-place table tbody tr").count() == 5
    assert not bare.locator(".tools").first.is_visible()
