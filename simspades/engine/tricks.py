"""The play of a hand, trick by trick: who is asked when, at a table of four and at any other (RULEBOOK.md G)."""

from simspades.engine import layout as at
from simspades.engine.bits import full_width
from simspades.engine.context import PHASE_SIGNATURE, X_OWNERS, state_of
from simspades.engine.deciding import decide
from simspades.engine.dummy import face_partner, face_table, find_dealer, show_dummy
from simspades.engine.jit import inline, step
from simspades.engine.layout import DUMMY, HAND, MINE, SHAKE, WINNER
from simspades.engine.narrow import find_lowest_club, narrow_follow, narrow_lead, note_lead
from simspades.engine.notes import note_card, note_trick, start_notes
from simspades.engine.output import log_play
from simspades.engine.play import (
    clear_table,
    commit_follow,
    commit_lead,
    count_balance,
    end_trick,
    lay_card,
    note_broken_nil,
    note_late,
    note_played,
    note_played_twice,
    note_void,
    prepare_follow,
    prepare_lead,
    put_hand,
    show_hand,
    show_hand_of_two_packs,
    show_table,
    start_balance,
    start_play,
    take_hand,
    turn_any,
    turn_half,
    turn_notes,
    turn_table,
)
from simspades.engine.words import fill_row, look_from


@inline
def _lead(S, R, P, T, steps, first, last, row, k, late, faces):
    """The lead of a trick by position k, whose holding is in ``row``, decided by strategies ``first`` to ``last - 1``.

    ``faces`` is true at a table with a dummy, where who is whose partner differs from lane to lane.
    """
    trick = R[at.R_TRICK]
    clubs, diamonds, hearts, spades = R[at.R_CLUBS], R[at.R_DIAMONDS], R[at.R_HEARTS], R[at.R_SPADES]
    rule = R[at.R_SPADE_LEAD]
    bar = rule == at.LEAD_BROKEN or (rule == at.LEAD_NY3 and trick <= 3)
    prepare_lead(S, row, bar, spades)
    if R[at.R_NARROWS] >= trick:
        narrow_lead(S, R)
    if R[at.R_SEES_HAND] != 0:
        show_hand(S, row)
        if R[at.R_PACKS] == 2:
            show_hand_of_two_packs(S, R[at.R_SINGLE])
    if faces:
        face_partner(S, R, k, R[at.R_SEES_TABLE] != 0)
    decide(S, R, P, steps, at.STEP_LEAD, first, last)
    if faces:
        face_table(S, k, R[at.R_SEES_TABLE] != 0)
    if R[at.R_TRACING] != 0:
        log_play(S, R, T, k, late, trick)
    if R[at.R_SEES_TABLE] != 0:
        lay_card(S, k, late)
    if R[at.R_SEES_PLAYED] != 0:
        if R[at.R_PACKS] == 2:
            note_played_twice(S)
        note_played(S, late)
    if R[at.R_SHAKE] != 0:
        note_lead(S, R, late)
    if R[at.R_NOTES] & at.NOTE_CARDS != 0:
        note_card(S, R, late)
    lead_breaks = spades if R[at.R_FORCED_LEAD_BREAKS] != 0 else 0
    commit_lead(S, row, k, late, clubs, diamonds, hearts, spades, lead_breaks)


@inline
def _follow(S, R, P, T, steps, first, last, row, k, late, is_last, last_late, faces):
    """A card after the lead by position k; it is the trick's last in the lanes with LATE = ``last_late``."""
    trick = R[at.R_TRICK]
    R[at.R_LAST], R[at.R_LAST_LATE] = is_last, last_late
    prepare_follow(S, row, R[at.R_SPADES], 2 - R[at.R_PACKS])
    if R[at.R_NARROWS] >= trick:
        narrow_follow(S, R)
    if R[at.R_SEES_HAND] != 0:
        show_hand(S, row)
        if R[at.R_PACKS] == 2:
            show_hand_of_two_packs(S, R[at.R_SINGLE])
    if faces:
        face_partner(S, R, k, R[at.R_SEES_TABLE] != 0)
    if R[at.R_SEES_TABLE] != 0:
        many = R[at.R_FAR_LEFT] != at.NOBODY
        show_table(S, R[at.R_PARTNER], R[at.R_LEFT], R[at.R_RIGHT], R[at.R_FAR_LEFT], R[at.R_FAR_RIGHT], many)
    decide(S, R, P, steps, at.STEP_FOLLOW, first, last)
    if faces:
        face_table(S, k, R[at.R_SEES_TABLE] != 0)
    if R[at.R_TRACING] != 0:
        log_play(S, R, T, k, late, trick)
    if R[at.R_SEES_VOIDS] != 0:
        note_void(S, k, late, R[at.R_CLUBS], R[at.R_DIAMONDS], R[at.R_HEARTS], R[at.R_SPADES])
    if R[at.R_SEES_TABLE] != 0:
        lay_card(S, k, late)
    if R[at.R_SEES_PLAYED] != 0:
        if R[at.R_PACKS] == 2:
            note_played_twice(S)
        note_played(S, late)
    if R[at.R_NOTES] & at.NOTE_CARDS != 0:
        note_card(S, R, late)
    commit_follow(S, row, k, late)


@inline
def _look_at_four(R, k, trick):
    look_from(R, k, 4, R[at.R_PARTNER_AT], at.DECIDE_PLAY + 8 * (trick - 1))


@inline
def _end_trick(S, R, alternating):
    if R[at.R_FEATURES] != 0:
        note_broken_nil(S, R[at.R_TRICK], alternating)
    end_trick(S, R[at.R_SPADES])
    if R[at.R_SHAKE] != 0:
        fill_row(S, SHAKE, 0)
    if R[at.R_NOTES] != 0:
        note_trick(S, R)
    if R[at.R_SEES_TABLE] != 0:
        clear_table(S)
    if R[at.R_SEES_NEED] != 0:
        count_balance(S, R[at.R_FAILED_TRICKS] == at.FAILED_PARTNER)


@inline
def _start(S, R, four):
    """Before the first lead (play.first_lead): whoever leads sits at position 0."""
    seats, dummy = R[at.R_SEATS], R[at.R_HAS_DUMMY] != 0
    start_play(S)
    if R[at.R_SEES_NEED] != 0:
        start_balance(S)
    if R[at.R_SEES_TABLE] != 0:
        clear_table(S)
    if R[at.R_NOTES] != 0:
        start_notes(S)
    fill_row(S, SHAKE, 0)
    fill_row(S, WINNER, R[at.R_FIRST_LEADER])
    if dummy and R[at.R_FIRST_LEADER] != 0:
        find_dealer(S)
    if R[at.R_LOWEST_CLUB_LEADS] != 0:
        find_lowest_club(S, R)
    if R[at.R_LOWEST_CLUB_LEADS] + R[at.R_FIRST_LEADER] != 0:
        if four:
            turn_table(S, False, True, R[at.R_SEES_NEED] != 0)
        else:
            turn_any(S, seats, R[at.R_PACKS], False, R[at.R_SEES_NEED] != 0, 0, dummy)


@step(PHASE_SIGNATURE)
def play_four(s, r, p, context):
    """Four players: the winner of each trick in row 0 for the next, every strategy asked at every step."""
    _, S, R, P, steps, T = state_of(s, r, p, context)
    full_width()
    kinds = R[at.R_KINDS]
    _start(S, R, True)
    for trick in range(1, R[at.R_TRICKS] + 1):
        R[at.R_TRICK] = trick
        _look_at_four(R, 0, trick)
        _lead(S, R, P, T, steps, 0, kinds, HAND, 0, -1, False)
        _look_at_four(R, 1, trick)
        _follow(S, R, P, T, steps, 0, kinds, HAND + 1, 1, -1, 0, -1, False)
        _look_at_four(R, 2, trick)
        _follow(S, R, P, T, steps, 0, kinds, HAND + 2, 2, -1, 0, -1, False)
        _look_at_four(R, 3, trick)
        _follow(S, R, P, T, steps, 0, kinds, HAND + 3, 3, -1, 1, -1, False)
        _end_trick(S, R, False)
        turn_table(S, R[at.R_SEES_VOIDS] != 0, kinds > 1, R[at.R_SEES_NEED] != 0)
        if R[at.R_NOTES] != 0:
            turn_notes(S, 32, R[at.R_NOTES], 7)


@step(PHASE_SIGNATURE)
def play_alternating(s, r, p, context):
    """Four players, of whom one strategy has the even seats and another the odd ones.

    Even seats stay in even rows, so a row belongs to one strategy in all lanes, and only that one is asked: six
    decisions a trick instead of eight. Lanes whose leader sits in row 1 start a step later (LATE) and end with row 0.
    """
    X, S, R, P, steps, T = state_of(s, r, p, context)
    full_width()
    even, odd = X[X_OWNERS] & 255, (X[X_OWNERS] >> 8) & 255
    _start(S, R, True)
    note_late(S)
    turn_table(S, False, True, R[at.R_SEES_NEED] != 0)
    for trick in range(1, R[at.R_TRICKS] + 1):
        R[at.R_TRICK] = trick
        _look_at_four(R, 0, trick)
        _lead(S, R, P, T, steps, even, even + 1, HAND, 0, 0, False)
        _look_at_four(R, 1, trick)
        _lead(S, R, P, T, steps, odd, odd + 1, HAND + 1, 1, 1, False)
        _follow(S, R, P, T, steps, odd, odd + 1, HAND + 1, 1, 0, 0, 0, False)
        _look_at_four(R, 2, trick)
        _follow(S, R, P, T, steps, even, even + 1, HAND + 2, 2, -1, 0, 0, False)
        _look_at_four(R, 3, trick)
        _follow(S, R, P, T, steps, odd, odd + 1, HAND + 3, 3, -1, 1, 0, False)
        _look_at_four(R, 0, trick)
        _follow(S, R, P, T, steps, even, even + 1, HAND, 0, 1, 1, 1, False)
        _end_trick(S, R, True)
        turn_half(S, R[at.R_SEES_VOIDS] != 0, R[at.R_SEES_NEED] != 0)
        if R[at.R_NOTES] != 0:
            turn_notes(S, 32, R[at.R_NOTES], 2)


@step(PHASE_SIGNATURE)
def play_any(s, r, p, context):
    """A table of any size, with a dummy or without; the holding of whoever decides is worked on in MINE."""
    _, S, R, P, steps, T = state_of(s, r, p, context)
    full_width()
    kinds, seats, packs = R[at.R_KINDS], R[at.R_SEATS], R[at.R_PACKS]
    dummy = R[at.R_HAS_DUMMY] != 0
    partner_at = 2 if dummy else R[at.R_PARTNER_AT]
    _start(S, R, False)
    fill_row(S, DUMMY, 0)
    for trick in range(1, R[at.R_TRICKS] + 1):
        R[at.R_TRICK] = trick
        decision = at.DECIDE_PLAY + 8 * (trick - 1)
        look_from(R, 0, seats, partner_at, decision)
        take_hand(S, 0, packs)
        if dummy and (R[at.R_DUMMY_OPEN] == 0 or (R[at.R_DUMMY_OPEN] == 1 and trick > 1)):
            show_dummy(S)
        _lead(S, R, P, T, steps, 0, kinds, MINE, 0, -1, dummy)
        put_hand(S, 0, packs)
        for k in range(1, seats):
            if dummy and R[at.R_DUMMY_OPEN] < 2:
                show_dummy(S)
            look_from(R, k, seats, partner_at, decision)
            take_hand(S, k, packs)
            _follow(S, R, P, T, steps, 0, kinds, MINE, k, -1, 1 if k == seats - 1 else 0, -1, dummy)
            put_hand(S, k, packs)
        _end_trick(S, R, False)
        turn_any(S, seats, packs, R[at.R_SEES_VOIDS] != 0, R[at.R_SEES_NEED] != 0, R[at.R_NOTES], dummy)
