"""Every plot as PNG and SVG, for papers and slides."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from simspades.analysis.answer import Answer
from simspades.records.files import replacing, writing
from simspades.report.charts import VEGA_LITE, paper_chart

PIXELS_PER_POINT = 2  # of the PNG files: sharp in print and on dense screens


def save_figures(answers: Iterable[Answer], directory: Path) -> list[Path]:
    """Save the plot of every answer that has one as ``SUBJECT.TABLE.png`` and ``.svg``; return the files' paths.

    The directory is made if it is missing. RecordError where it cannot be written.
    """
    import vl_convert

    make_directory(directory)
    saved = []
    for answer in answers:
        spec = paper_chart(answer)
        if spec is None:
            continue
        svg = vl_convert.vegalite_to_svg(spec, VEGA_LITE)
        png = vl_convert.svg_to_png(svg, scale=PIXELS_PER_POINT)
        for ending, image in {"svg": svg.encode(), "png": png}.items():
            path = directory / f"{answer.id}.{ending}"
            with replacing(path) as temporary, writing(path):
                temporary.write_bytes(image)
            saved.append(path)
    return saved


def make_directory(directory: Path) -> None:
    """Make the directory of the figures if it is missing. RecordError where that cannot be done."""
    with writing(directory):
        directory.mkdir(parents=True, exist_ok=True)
