"""The one family of errors that a user can cause.

Every message is a whole sentence that names the file, key and value at fault; the command line prints it on stderr
and ends with status 2. Anything else that is raised is a defect of simspades.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class SimspadesError(Exception):
    """Bad input or a failure that the user can mend; the message is one clear sentence."""


class CardError(SimspadesError, ValueError):
    """A card or holding that cannot be read, or that the deck does not have."""


class RulesError(SimspadesError, ValueError):
    """A rule set that cannot be read or that contradicts itself."""


class RecordError(SimspadesError, ValueError):
    """A hand record, scoring request or run directory that cannot be used."""


class StrategyError(SimspadesError):
    """A strategy that cannot be found, loaded or compiled, or that made an illegal choice."""


class StudyError(SimspadesError, ValueError):
    """A study file that cannot be read, or that asks for what cannot be played."""


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint that offers the names nearest to a misspelt one, or lists all of a short list.

    >>> nearest("std5", ["std4", "six"])
    ' (did you mean std4?)'
    """
    known = sorted(known)
    close = difflib.get_close_matches(name, known, n=3, cutoff=0.6)
    if close:
        return f" (did you mean {' or '.join(close)}?)"
    return f" (known: {', '.join(known)})" if len(known) <= 15 else ""
