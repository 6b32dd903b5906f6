"""The text of ``docs/answers.md``: every table of every subject, from the same declarations that fill the tables."""

from __future__ import annotations

from simspades.analysis.answer import ERROR_SUFFIXES
from simspades.analysis.answers import SUBJECTS
from simspades.analysis.answers.grouped import GROUPINGS
from simspades.analysis.estimates import MAX_CLUSTERS, MIN_COARSE
from simspades.analysis.table import Table

_INTRODUCTION = f"""\
# Answers

`simspades analyze SUBJECT DIR` answers the questions of one subject about a run:
{", ".join(f"`{key}`" for key in SUBJECTS)}. Several subjects may be given at once, and cost one pass over the rows.
In Python:

```python
import simspades

tables = simspades.analyze("bids", "my-run")  # pandas frames by name
tables["calibration"]
```

`simspades.analysis.answers.answers` gives the same tables with everything that is said about them here.

| option | does |
| --- | --- |
| `--by COLUMN` | groups the subject's main figures by a column; repeatable, or `--by spades,position` |
| `--table NAME` | only this table, as `bids.calibration`; repeatable |
| `--csv FILE`, `--parquet FILE` | writes tables instead of printing them; `--csv -` writes one to stdout |
| `--json` | one JSON document |
| `--rows N` | how many rows of a table are printed; 0 for all |

**Several runs.** Give several directories to see them side by side: every table then has a column `run`, and is
followed by `NAME.difference`, the differences of the later runs from the first. Directories that hold the same
`run.json` are taken for pieces of one run, whose parts were written or moved to several places. A directory may be an
fsspec address such as `s3://bucket/my-run` (which needs the package of its protocol, here s3fs), and may hold wildcards
in its last step.

**Memory.** Rows are read some parts at a time; what is kept of a run does not grow with its length.

## How the errors are computed

Hands of one game depend on each other, and so do the seats and sides of one hand. Errors are therefore computed over
**clusters** that are independent of each other: ranges of whole games, or of hands where hands are played alone. A run
has at most {MAX_CLUSTERS} of them (more beside a much shorter run), and more than half as many if it has so many games;
in short runs a cluster is one game. Tables of many cells (`nils.value`, `nils.break_even`, `bags.marginal`,
`games.win`, `games.win_table`) put up to eight clusters together, but leave more than {MIN_COARSE} where there are that
many games.

- **Means** are ratios of sums: all points divided by all hands. Their standard error is the cluster-robust linearised
  one: with `u = (x - r n) / N` for a cluster with the sum `x` in `n` hands, `r` the ratio and `N` the number of all
  hands, `se² = m / (m - 1) · Σ u²` over the `m` clusters that hold any of the group. The 95 % interval takes the t
  distribution with `m - 1` degrees of freedom; with one cluster there is none.
- **Rates** divide successes by attempts, never by hands. Their 95 % interval is Wilson's, with the number of attempts
  divided by the design effect: the cluster-robust variance over that of independent attempts, but never by less than 1.
  Where no attempt or every one succeeded the design effect cannot be told, and the attempts are taken as independent.
- **Differences** of figures of one run, and of runs on the same deals, are paired: the difference is taken cluster by
  cluster, so that what both share cancels. Two runs have the same deals when their seed, mode, engine version and rules
  of dealing agree; in games mode the hands of a game agree as long as both games last. The column `paired` tells.
  Otherwise the variances add. Where the runs have other strategies, groups are matched by everything but who plays.
  A difference from a rate of 0 or 100 %, whose error would come out as 0, has the interval that Newcombe (1998, method
  10) makes of the two Wilson intervals.
- **Standardised comparisons** (what a nil or one more bag is worth) get their errors from the jackknife: what the
  comparison comes to without each of the clusters. **Quotients** (break-even shares) get theirs from the influence of
  each cluster on the result, to first order.

Intervals are each at 95 %: of twenty, one leaves the truth out by chance. With fewer than about 30 clusters in a group
they are rough. On synthetic data with known answers and strong dependence within games they hold the truth in 93 to
97 % of the cases (`tests/test_estimates.py`). An error of 0 says that all clusters agree, and where they
are few that is little.

## Keys of `--json`

`runs` lists the names of the runs; `tables` the tables, each with `id`, `title`, `reading` (how to read it), `findings`
(sentences), `missing` (what is missing and how to get it; empty if nothing is), `columns` (`meaning`, `unit` and
`error` of each) and `rows`, one object a row. Shares are fractions from 0 to 1. In tables of figures `x`, the columns
`x_se`, `x_low` and `x_high` hold the standard error and the 95 % interval; they are left out of the lists below.
"""


def answers_page() -> str:
    """The page, in Markdown."""
    lines = [_INTRODUCTION]
    for subject in SUBJECTS.values():
        lines += [f"## {subject.title}", "", subject.question, ""]
        for table in subject.tables:
            lines += _table_lines(table)
        columns = ", ".join(f"`{key.name}`" for key in GROUPINGS[subject.key].keys)
        lines += [f"`--by` takes {columns}; the figures are those of `{GROUPINGS[subject.key].model.id}`.", ""]
    return "\n".join(lines)


def _table_lines(table: Table) -> list[str]:
    lines = [f"### `{table.id}`: {table.title[:1].lower()}{table.title[1:]}", "", table.reading, ""]
    lines += ["| column | unit | meaning | error |", "| --- | --- | --- | --- |"]
    for name, text in table.columns().items():
        if not name.endswith(ERROR_SUFFIXES):
            lines.append(f"| `{name}` | {text.unit} | {text.meaning} | {text.error} |".replace("|  |", "| |"))
    lines.append("")
    if table.limits:
        lines += [f"Limits: {table.limits}", ""]
    return lines
