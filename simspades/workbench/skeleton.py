"""The file that ``simspades strategies new`` writes: a small strategy that works as it stands, with what to change."""

from __future__ import annotations

import keyword
import sys
from pathlib import Path

from simspades.errors import StrategyError
from simspades.strategies.library import LIBRARY

__all__ = ["skeleton", "write_skeleton"]

_TEXT = '''"""NAME: what it does, and where its ideas come from.

Play it:       simspades run --hands 1000000 --strategy FILE:NAME --strategy steady --out runs/NAME
Read who won:  simspades summary runs/NAME
Check it:      simspades strategies check FILE:NAME

A set of cards is one whole number: & keeps what two sets share, | joins them, & ~ takes cards away, and 0 is the empty
set. docs/view-fields.md lists every field of v, docs/guide.md goes from here to a strategy that beats steady.
"""

from simspades import NIL, Parameter, Strategy, above, closest, count, highest, lowest, ranks_from

ACE, KING, QUEEN, JACK = 14, 13, 12, 11
TRICK = 128  # tricks are counted in 128ths: whole numbers are fast, and >> 7 drops what is not a whole trick


def side_suit(suit):
    """Tricks to expect from one side suit: its ace, and its king if a smaller card guards it."""
    tricks = 0
    if suit & ranks_from(ACE):
        tricks += TRICK
    if suit & ranks_from(KING) & ~ranks_from(ACE) and count(suit) > 1:
        tricks += TRICK * 5 // 8
    return tricks


def number(v):
    """The number to call: the legal one that is closest to the tricks that the cards are worth."""
    spades = v.hand & v.spades
    tricks = side_suit(v.hand & v.clubs) + side_suit(v.hand & v.diamonds) + side_suit(v.hand & v.hearts)
    tricks += TRICK * count(spades & ranks_from(QUEEN)) + TRICK // 2 * count(spades & ~ranks_from(QUEEN))
    # v.p are the parameters, declared at the end of this file
    whole = max(1, (tricks + v.p.courage) >> 7)
    # where partners bid together the number is for both of them, and the partner has told what he is sure of
    whole += v.partner_sure if v.for_side else 0
    return closest(whole, v.legal) if v.legal else NIL


def bid(v):
    """Your number, or NIL. v is a BidView: v.hand are your cards, v.partner_bid what your partner called."""
    if v.may_nil and count(v.hand & v.spades) <= 2 and not v.hand & ranks_from(QUEEN):
        return NIL
    return number(v)


def lead(v):
    """The first card of a trick: a sure winner while tricks are needed, otherwise something low."""
    side = v.legal & ~v.spades
    top = highest(side)
    # v.unseen are the cards of the other three; nothing in the same suit is above a sure winner
    suit = v.clubs if top & v.clubs else (v.diamonds if top & v.diamonds else v.hearts)
    is_sure = top and not v.unseen & suit & above(top)
    if v.need > 0 and not v.my_nil and is_sure:
        return top
    return lowest(side) if side else lowest(v.legal)


def follow(v):
    """Any later card: v.beats are the legal cards that win as things stand, v.loses those that do not."""
    wants = v.need > 0 and not v.my_nil and not v.partner_wins
    if wants and v.beats:
        return lowest(v.beats) if v.last else highest(v.beats)
    # nothing to win: throw the highest card that loses, for it could win an unwanted trick later
    if v.loses:
        return lowest(v.loses) if v.need > 0 and not v.my_nil else highest(v.loses)
    return lowest(v.beats)


def play(v):
    """One card of v.legal. v is a PlayView: v.need are the tricks that your side still has to win."""
    return lead(v) if v.leading else follow(v)


# Some rule sets ask for more: what to call blind, what to tell the partner, which cards to pass, exchange or throw
# away, whether to keep a drawn card, and so on. Each of these decisions has a sensible default. To make one yourself
# write a function with its name, as here, and pass it below; docs/view-fields.md lists them, with what each returns.
#
# def blind(v):
#     """What to call before the cards are seen: a blind nil once the side is far behind, otherwise nothing."""
#     return 1 if v.may_blind_nil and v.opp_score - v.score >= 300 else 0


NAME = Strategy(
    bid=bid,
    play=play,
    # blind=blind,
    doc="What it does, in one sentence.",
    # another value compiles nothing: FILE:NAME(courage=80)
    parameters={"courage": Parameter(20, -128, 128, "added before a part of a trick is dropped, in 128ths")},
    # presets=["std4"],  the rule sets that it is made for; all, unless you name some
)
'''


def skeleton(name: str) -> str:
    """The text of ``name.py``; raises :class:`StrategyError` for a name that no strategy's file can have.

    >>> "bold = Strategy(" in skeleton("bold")
    True
    """
    if not name.isidentifier() or keyword.iskeyword(name) or not name.isascii():
        raise StrategyError(f"{name!r} cannot name a strategy: use letters, digits and _, such as bold_2")
    if name in sys.stdlib_module_names or name in ("simspades", "numpy", "numba"):
        raise StrategyError(f"{name}.py would hide the Python module {name}; choose another name")
    if name in LIBRARY:
        raise StrategyError(f"{name} is a strategy of the library already; choose another name")
    return _TEXT.replace("FILE", f"{name}.py").replace("NAME", name)


def write_skeleton(name: str, folder: Path) -> Path:
    """Write ``name.py`` into a folder; a file that is there is left alone and :class:`StrategyError` raised."""
    text, path = skeleton(name), folder / f"{name}.py"
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise StrategyError(f"{path} is there already; choose another name, or remove it") from None
    except OSError as error:
        raise StrategyError(f"cannot write {path}: {error.strerror}") from None
    return path
