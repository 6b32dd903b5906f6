"""Debian's Chromium, or another one that is installed, driven without a window; tests are left out where none is."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PATIENCE = 120_000  # milliseconds: a busy machine is no fault of the page


def find_browser() -> str | None:
    """The browser's path: what SIMSPADES_BROWSER names, or the first that is found."""
    named = os.environ.get("SIMSPADES_BROWSER")
    found = [named] if named else [path for path in map(shutil.which, NAMES) if path]
    return found[0] if found else None


@contextmanager
def browser() -> Iterator[Any]:
    """A browser of Playwright. Skips the test, saying so, on a machine that has none."""
    path = find_browser()
    if path is None:
        pytest.skip("left out: no Chromium on this machine (apt-get install chromium, or set SIMSPADES_BROWSER)")
    playwright = pytest.importorskip("playwright.sync_api", reason="left out: playwright is not installed")
    with playwright.sync_playwright() as driver:
        # a container's root has no namespaces for the sandbox; the page under test is our own
        chromium = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield chromium
        chromium.close()


class Visit:
    """A page that was opened and has drawn its plots, with everything it said and asked for."""

    def __init__(self, chromium: Any, file: Path, *, width: int = 1280, anchor: str = "", **options: Any) -> None:
        self.context = chromium.new_context(viewport={"width": width, "height": 900}, **options)
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.said.append(f"{message.type}: {message.text}"))
        self.page.on("pageerror", lambda error: self.said.append(f"error: {error}"))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(file.as_uri() + anchor)
        # what was drawn is an attribute: to evaluate a condition again and again the page would have to allow eval
        self.page.wait_for_selector("html[data-drawn=all]", state="attached")
