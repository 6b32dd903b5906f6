"""``simspades bench``: speed on this machine as ratios, and the outcome signature.

Keys of ``--json``: ``hands_per_s`` and ``ns_per_hand`` (one thread, std4, by line-up: ``basic`` and ``steady`` at every
seat, ``steady_basic`` a side each), ``scalar_ratio`` (by line-up: how many times as fast as the scalar engine),
``threads_ratio`` (two threads, as a multiple of one), ``parquet_ratio`` (a run of ``steady`` to Parquet without
features, as a fraction of the engine alone), ``deal_ns`` (the deal of one hand), ``vector_width`` (bits of the widest
vector registers in the steps of ``steady``, null where that cannot be told), ``signature`` (changes only when the
results of a given seed change) and ``versions``.
"""

from __future__ import annotations

import json
from typing import Any

import click


@click.command()
@click.option("--quick", is_flag=True, help="Fewer rounds: about half a minute instead of more than one.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def command(quick: bool, as_json: bool) -> None:
    """Measure speed on this machine as ratios, and the outcome signature.

    Alternatives run in turn, and medians are shown; still, a busy machine gives other figures.
    """
    from simspades.bench.measure import FULL, QUICK, measure

    figures = measure(QUICK if quick else FULL, lambda doing: click.echo(f"{doing} …", err=True))
    click.echo(json.dumps(figures, indent=1) if as_json else table(figures))


def table(figures: dict[str, Any]) -> str:
    """The figures for people."""
    lines = [f"{'std4, one thread':26}{'hands a second':>15}{'ns a hand':>11}{'times the scalar engine':>25}"]
    for name, per_second in figures["hands_per_s"].items():
        ns, ratio = figures["ns_per_hand"][name], figures["scalar_ratio"][name]
        lines.append(f"  {name.replace('_', ' against '):24}{per_second:>15,}{ns:>11.1f}{ratio:>25.2f}")
    width = figures["vector_width"]
    rest = {
        "two threads": f"{figures['threads_ratio']:.2f} times one",
        "run to Parquet": f"{figures['parquet_ratio']:.2f} of the engine's speed alone",
        "deal": f"{figures['deal_ns']:.1f} ns a hand",
        "vector registers": "not known" if width is None else f"{width} bits",
        "signature": str(figures["signature"]),
        "versions": ", ".join(f"{name} {number}" for name, number in figures["versions"].items()),
    }
    return "\n".join(lines + [f"{name:26}{text}" for name, text in rest.items()])
