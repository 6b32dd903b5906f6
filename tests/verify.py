"""The engine against the referee for as long as one likes: what ``scripts/verify`` runs.

Cases are numbered without end and are never the tests' first ones. Half of the hands are of hands mode, half of games.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import count, islice

from differential import Findings, check_case, games_case, hands_case

#: Cases below this number belong to the tests.
FIRST_CASE = 1_000
PROGRESS_EVERY_S = 10.0
#: More disagreements than this are only counted.
MOST_SHOWN = 5


def check(number: int) -> Findings:
    """Both cases of a number, in one worker."""
    hands = check_case(hands_case(number), legal_sets=number % 4 == 0)
    games = check_case(games_case(number), legal_sets=number % 4 == 0)
    return Findings(hands.seen + games.seen, hands.disagreements + games.disagreements)


def findings(pool: ProcessPoolExecutor, first: int, processes: int) -> Iterator[Findings]:
    """The findings of case after case, a few of them under way at a time."""
    numbers = count(first)
    waiting = [pool.submit(check, number) for number in islice(numbers, 2 * processes)]
    while True:
        yield waiting.pop(0).result()
        waiting.append(pool.submit(check, next(numbers)))


def main() -> int:
    """Judge at least so many hands; exit status 1 where any disagreed."""
    parser = argparse.ArgumentParser(prog="scripts/verify", description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=1_000_000, help="how many hands to judge (1000000)")
    parser.add_argument("--first", type=int, default=FIRST_CASE, help="the first case's number")
    parser.add_argument("--processes", type=int, default=2, help="processes that judge (2)")
    arguments = parser.parse_args()
    seen: Counter[str] = Counter()
    failed, started = 0, time.monotonic()
    told = started
    # compile here, so that the workers find it done
    check_case(hands_case(0))
    with ProcessPoolExecutor(arguments.processes) as pool:
        for found in findings(pool, arguments.first, arguments.processes):
            seen += found.seen
            for disagreement in found.disagreements[: max(0, MOST_SHOWN - failed)]:
                print(disagreement, file=sys.stderr)
            failed += len(found.disagreements)
            if time.monotonic() - told > PROGRESS_EVERY_S:
                told = time.monotonic()
                rate = seen["hands"] / (told - started)
                print(f"{seen['hands']:,} of {arguments.hands:,} hands, {rate:,.0f} a second", file=sys.stderr)
            if seen["hands"] + failed >= arguments.hands:
                break
        pool.shutdown(cancel_futures=True)
    for kind, number in sorted(seen.items()):
        print(f"{number:12,} {kind}")
    print(f"{seen['hands']} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
