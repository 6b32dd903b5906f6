"""What a side knows of the others' scores and bags before a hand."""

from simspades.engine.bits import full_width
from simspades.engine.jit import inline, outline
from simspades.engine.layout import BAG_WORD, BAGS, LANES, RIVAL, RIVAL_BAG_WORD, SCORE


@inline
def more(a, b):
    """The greater of two numbers."""
    return a if a > b else b


@inline
def by_side(S, i, row):
    """A quantity of all four sides, from a row for each."""
    return S[row * LANES + i], S[(row + 1) * LANES + i], S[(row + 2) * LANES + i], S[(row + 3) * LANES + i]


@outline
def note_rivals(S, R):
    """Before a hand: the bags of each side, and the best score and the most bags among its rivals."""
    full_width()
    for i in range(LANES):
        a, b, c, d = by_side(S, i, SCORE)
        ab, cd = more(a, b), more(c, d)
        S[RIVAL * LANES + i] = more(b, cd)
        S[(RIVAL + 1) * LANES + i] = more(a, cd)
        S[(RIVAL + 2) * LANES + i] = more(ab, d)
        S[(RIVAL + 3) * LANES + i] = more(ab, c)
    for i in range(LANES):
        a, b, c, d = by_side(S, i, BAGS)
        ab, cd = more(a, b), more(c, d)
        S[BAG_WORD * LANES + i] = a | (b << 16) | (c << 32) | (d << 48)
        S[RIVAL_BAG_WORD * LANES + i] = more(b, cd) | (more(a, cd) << 16) | (more(ab, d) << 32) | (more(ab, c) << 48)
