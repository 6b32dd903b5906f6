"""The engine before the referee for as long as one likes: what ``scripts/verify`` runs.

Random rule sets are numbered without end; the tests play the first of them.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import count, islice

from cases import HANDS, RANDOM_RULE_SETS, random_cases
from differential import Findings, check_case

PROGRESS_EVERY_S = 10.0
#: More disagreements than this are only counted.
MOST_SHOWN = 5
#: Of so many rule sets, one has all that was legal compared at every step.
STEP_BY_STEP_EVERY = 4


def check(number: int, hands: int) -> Findings:
    """All of a rule set, in one worker: so many hands, and its games."""
    findings = Findings()
    for case in random_cases(number, hands):
        findings.add(check_case(case, legal_sets=number % STEP_BY_STEP_EVERY == 0))
    return findings


def findings(pool: ProcessPoolExecutor, first: int, hands: int, processes: int) -> Iterator[Findings]:
    """The findings of rule set after rule set, a few of them under way at a time."""
    numbers = count(first)
    waiting = [pool.submit(check, number, hands) for number in islice(numbers, 2 * processes)]
    while True:
        yield waiting.pop(0).result()
        waiting.append(pool.submit(check, next(numbers), hands))


def main() -> int:
    """Judge at least so many hands; exit status 1 where any disagreed."""
    parser = argparse.ArgumentParser(prog="scripts/verify", description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=1_000_000, help="how many hands to judge (1000000)")
    parser.add_argument("--each", type=int, default=HANDS, help=f"hands of each rule set, beside its games ({HANDS})")
    parser.add_argument("--first", type=int, default=RANDOM_RULE_SETS, help="the first rule set's number")
    parser.add_argument("--processes", type=int, default=2, help="processes that judge (2)")
    arguments = parser.parse_args()
    found, rule_sets, failed, started = Findings(), 0, 0, time.monotonic()
    told = started
    # compile here, so that the workers find it done
    check(0, 1)
    with ProcessPoolExecutor(arguments.processes) as pool:
        for one in findings(pool, arguments.first, arguments.each, arguments.processes):
            rule_sets += 1
            found.seen += one.seen
            for disagreement in one.disagreements[: max(0, MOST_SHOWN - failed)]:
                print(disagreement, file=sys.stderr)
            failed += len(one.disagreements)
            judged = found.seen["hands"]
            if time.monotonic() - told > PROGRESS_EVERY_S:
                told = time.monotonic()
                rate = judged / (told - started)
                print(f"{judged:,} of {arguments.hands:,} hands, {rate:,.0f} a second", file=sys.stderr)
            if judged + failed >= arguments.hands:
                break
        pool.shutdown(cancel_futures=True)
    for kind, number in sorted(found.seen.items()):
        print(f"{number:12,} {kind}")
    print(f"{rule_sets} rule sets, {found.seen['hands']} hands passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
