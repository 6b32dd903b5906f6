"""Where everything of a lane is kept: the rows of the state block ``S``, and the fields of ``R`` and the step table.

LANES hands advance in lockstep. ``S`` is one flat int64 block with a row of LANES numbers for each field, so that
field f of lane i is ``S[f * LANES + i]``. Rows and LANES are constants of every compiled loop where speed counts: only
then can LLVM prove that rows don't overlap, and make vector code of a loop over lanes.

Positions. While cards are dealt and bids are made, position p is the p-th player clockwise from the dealer's left, and
a dummy's holding follows the players'. During play, position p is the p-th to play to the current trick. Small numbers
of all positions are packed as the bytes of one word, so that a rotation of the table is one shift; no position has the
highest byte, which is always 0 and stands for a player that a game does not have:

    bit 63    56    47     40 39     32 31     24 23     16 15      8 7       0
       [ nobody ]    [ pos 5 ][  pos 4 ][  pos 3 ][  pos 2 ][  pos 1 ][  pos 0 ]
"""

#: Hands that advance together. A power of two; what play touches of the state fits the first-level cache.
LANES = 128

#: Most players of any game family, and most sides; rows and words have room for so many.
MAX_PLAYERS = 6
MAX_SIDES = 4

#: What a byte of BALANCE holds when a player has as many tricks as his number.
EVEN = 64

#: The shift that stands for a player who is not there: the highest byte of a packed word.
NOBODY = 56

# ---- rows of S -------------------------------------------------------------------------------------------------------

HAND = 0  # the holding of each position
TABLE = HAND + MAX_PLAYERS  # the card that each position has played to the current trick, 0 before (R_SEES_TABLE)
SCORE = TABLE + MAX_PLAYERS  # by side; far below every score for sides that a game does not have
BAGS = SCORE + MAX_SIDES  # by side: bags counted toward the next penalty
RIVAL = BAGS + MAX_SIDES  # by side: the best score among the others before the hand
SETS = RIVAL + MAX_SIDES  # by side: hands in a row in which it was set
(
    MINE,  # the holding of the player who decides (in play: R_SEES_HAND)
    MINE_TWICE,  # two packs: what he holds twice
    KNOWN,  # the cards of which he knows every copy: held by himself or gone (R_SEES_HAND)
    LEGAL,  # the cards he may play, or the calls he may make
    BEATS,  # those of LEGAL that would win the trick as it stands
    CHOICE,  # what his strategy chose: a card, a call, a set of cards, a suit
    LED,  # the suit led, 0 before the lead
    BEST,  # the winning card so far
    WINNER,  # the position that played it
    BROKEN,  # not 0: spades were broken before this trick, or by its lead
    PLAYED,  # every card played so far in this hand (R_SEES_PLAYED)
    PLAYED_TWICE,  # two packs: the cards of which both copies are gone
    CALLS,  # packed: the number or nil of each position, kind << 5 | number with kinds up to KIND_BLIND_NIL
    TRICKS,  # packed: tricks won by each position
    BALANCE,  # packed: EVEN plus each position's number less its tricks that count for a contract (R_SEES_NEED)
    PARTNER_CARD,  # the cards of those around the player who decides (R_SEES_TABLE)
    LEFT_CARD,
    RIGHT_CARD,
    FAR_LEFT_CARD,
    FAR_RIGHT_CARD,
    BAG_WORD,  # 16 bits a side: its bags before the hand
    RIVAL_BAG_WORD,  # 16 bits a side: the most bags among the others
    SEATS,  # packed: seat | side << 4 of each position
    OWNER,  # packed: which strategy plays each position
    VOIDS,  # packed: bit s of a position's byte is set when it has shown out of suit s (R_SEES_VOIDS)
    SALT,  # start of the lane's stream for strategies (R_SEES_RANDOM)
    FAULT,  # not 0: a choice of this hand was illegal
    ACTIVE,  # 1 while the lane plays a hand that counts
    GAME,
    HAND_NUMBER,  # of the game, from 1
    DEALER,
    TIE,  # a tie at the end is being played off
    OVER,  # the game ended with this hand
    WON_BY,  # the side that won the game, -1 for nobody
    CAPPED,  # a limit of hands ended it
    LEADER,  # the side that led last, -1 before anybody did
    LEAD_CHANGES,
    ASKED,  # who takes part in the decision at hand
    REQUEST,  # the suit that a nil bidder asks for
    GIVEN,  # the cards that one partner gives
    RECEIVED,  # the cards that he has just got
    KEPT,  # several strategies at the table: the choices so far
    LATE,  # alternating schedule: 1 where the leader of the trick sits in row 1
    # what only some rules need
    UNBID,  # 1 where the hand bids itself
    KINDS,  # packed: kind + 1 of each player's call, 0 before it
    BIDS,  # packed: CALLS as they were when the bidding was over
    DEFICIT_OK,  # bits by side: who is far enough behind for blind calls and the double nil (BEHIND_*)
    RAISED,  # packed by side: the number it raised to, plus 1; 0 for none
    SURE,  # packed: the sure tricks that each player told
    POSSIBLE,  # packed: the possible ones
    HELD_ACES,  # packed: the aces that each position's side has held; with a dummy each holding's
    DECLARED,  # packed by side: MAY_BEMO, MAY_BIG_BEMO, MAY_ACES where it was declared
    EXCHANGED,  # bits by position: the exchange of its nil is over
    EXTRA,  # the two extra cards
    TAKEN,  # packed: how many extra cards each position has to discard
    LOOKING,  # 1 where the cards were dealt anew, 2 where somebody has thrown them in, 0 where they stay
    QUALIFIED,  # bits by position: who may throw his cards in
    MISDEALS,  # how many deals were thrown in before this one
    ADVICE,  # 1 or 0 where the partner answered a question about a misdeal, -1 where nobody asked
    DUMMY,  # the dummy's holding once it lies open
    DUMMY_AT,  # the dummy's position at the table
    MATES,  # packed, with a dummy: how many places on each position's partner of this hand sits
    DECLARER,  # the declarer's seat
    SHAKE,  # not 0: the big joker was led to this trick (play.rake_shake)
    RUFFS,  # packed: tricks that each position won with a ruff (nt)
    ACES,  # packed: aces in the tricks of each position
    CANCELS,  # packed: copies of the cancel card in them
    CANCEL_CARD,  # the cancel card of this hand
    ON_TABLE,  # aces, and from bit 8 on copies of the cancel card, in the trick at hand
    FIRST_SIX,  # packed by seat: tricks of the first six (bemo)
    FIRST_NINE,  # packed by seat: tricks of the first nine
    RUN_SEAT,  # who won the last tricks with high spades
    RUN,  # and how many in a row
    NIL_TRICK,  # packed by seat: the first trick that a nil bidder won, 0 for none (R_FEATURES)
    NIL_LEADER,  # packed by seat: who led to it, plus 1
    WINS,  # bits by side: the game is won outright
    LOSES,  # bits by side: the game is lost outright
) = range(SETS + MAX_SIDES, SETS + MAX_SIDES + 77)
WORK = LOSES + 1  # rows for whatever a step needs for itself
TWICE = WORK + 15  # two packs: what each position holds twice
DEALT = TWICE + MAX_PLAYERS  # the holding of each position at the time of its bid
DEALT_TWICE = DEALT + MAX_PLAYERS
EXPOSED = DEALT_TWICE + MAX_PLAYERS  # French cut: the card of each position that everybody saw
FEATURES = EXPOSED + MAX_PLAYERS  # packed: the features of each position's holding at the time of its bid
POINTS = FEATURES + MAX_PLAYERS  # of this hand, by side
HAND_BAGS = POINTS + MAX_SIDES  # of this hand, by side
PENALTY = HAND_BAGS + MAX_SIDES  # points of this hand's bag penalties, by side
TIMES = PENALTY + MAX_SIDES  # how many they are, by side
CONTRACT = TIMES + MAX_SIDES  # by side, 0 beside two nils, -1 in a hand that bids itself
MADE = CONTRACT + MAX_SIDES  # by side: 1 made, 0 set, -1 no contract
GIFT = MADE + MAX_SIDES  # points for the others because of this side's double nil
GAME_BAGS = GIFT + MAX_SIDES  # taken in the game, by side
GAME_PENALTIES = GAME_BAGS + MAX_SIDES  # bag penalties paid in the game, by side
GAME_SETS = GAME_PENALTIES + MAX_SIDES  # contracts set in the game, by side
GAME_NILS = GAME_SETS + MAX_SIDES  # nils called in the game, by side
GAME_NILS_MADE = GAME_NILS + MAX_SIDES
STOCK = GAME_NILS_MADE + MAX_SIDES  # the draft: the numbers of the cards of the stock, from the top
ROWS = STOCK + 52

# What a side may declare before the play, as bits of LEGAL.
MAY_BEMO, MAY_BIG_BEMO, MAY_ACES = 1, 2, 4

BEHIND_BLIND_NIL, BEHIND_BLIND, BEHIND_NO_TRUMP, BEHIND_DOUBLE_NIL = range(0, 16, 4)

# ---- calls: kind << 5 | number ---------------------------------------------------------------------------------------

(
    KIND_NUMBER,
    KIND_NIL,
    KIND_BLIND_NIL,
    KIND_ZERO,
    KIND_BLIND,
    KIND_TEN,
    KIND_MOON,
    KIND_BLIND_MOON,
    KIND_NO_TRUMP,
    KIND_BLIND_NO_TRUMP,
    KIND_DOUBLE_NIL,
    KIND_BOUND,
    N_KINDS,
) = range(13)
CALL_NIL = KIND_NIL << 5
CALL_BLIND_NIL = KIND_BLIND_NIL << 5
#: The lowest and the highest kind of call that is made for a side and binds the partner.
FIRST_SIDE_KIND, LAST_SIDE_KIND = KIND_BLIND, KIND_DOUBLE_NIL

# Legal calls are one number: bit n for the number n, and for the rest:
NIL_BIT, ZERO_BIT, TEN_BIT, MOON_BIT, DOUBLE_NIL_BIT, BLIND_NIL_BIT, BLIND_MOON_BIT = range(32, 39)
MAY_NIL, MAY_ZERO, MAY_TEN, MAY_MOON, MAY_DOUBLE_NIL, MAY_BLIND_NIL, MAY_BLIND_MOON = (1 << b for b in range(32, 39))
NO_TRUMP_BIT = 40  # plus n for the no-trump bid of n
# Legal blind calls likewise: bit n for the blind number n, MAY_BLIND_NIL, MAY_BLIND_MOON, and NO_TRUMP_BIT + n.
NUMBERS = (1 << 32) - 1

# ---- fields of R: the rules as numbers, and scalars of the step at hand ----------------------------------------------
# All of it is run-time data that is read before the loops over lanes, so no value of an option compiles anything.

(
    R_TRICKS,
    R_CLUBS,
    R_DIAMONDS,
    R_HEARTS,
    R_SPADES,
    R_NIL_VALUE,
    R_NIL_BOTH,  # both partners may call nil
    R_FAILED_TRICKS,  # one of the FAILED_* values
    R_AUTO_FAIL,
    R_NIL_EXCHANGE,
    R_BLIND_NIL,
    R_BLIND_VALUE,
    R_BLIND_LOSS,
    R_BLIND_EXCHANGE,
    R_BLIND_OPTIONAL,
    R_BLIND_REQUEST,
    R_BLIND_DEFICIT,
    R_BLIND_FROM_HAND,
    R_BLIND_NO_BAGS,
    R_SIMULTANEOUS,
    R_IMMEDIATE,
    R_BAG_POINTS,
    R_BAG_PENALTY,
    R_BAG_THRESHOLD,
    R_BAG_RECIPROCAL,
    R_UNDERTRICK,
    R_DOUBLE_LOSES,
    R_OVER_LIMIT,
    R_FIRST_BIDDER,  # position from the dealer's left
    R_FIRST_LEADER,  # position from the dealer's left
    R_LOWEST_CLUB_LEADS,  # the holder of the lowest club leads instead
    R_SPADE_LEAD,  # one of the LEAD_* values
    R_FORCED_LEAD_BREAKS,
    R_TARGET,
    R_LOSE_AT,
    R_WIN_BONUS,
    R_MAX_HANDS,  # end.max_hands, 0 for none
    R_CAP,  # the run's own limit of hands a game
    R_START_HAND,  # the number in its game of a lane's first hand
    R_START_TIE,  # 1 where that hand plays off a tie
    R_GAMES,  # 1 in games mode: a lane goes on with its game until it is over
    R_FEATURES,  # features of the holdings are wanted
    R_HOLDINGS,  # the holdings are wanted
    R_TRACING,  # the trace is wanted
    R_KINDS,  # strategies at the table
    R_SEES_HAND,  # a strategy looks at the holding when it plays
    R_SEES_VOIDS,  # … at who has shown out
    R_SEES_TABLE,  # … at single cards of the trick
    R_SEES_NEED,  # … at tricks that a side still needs
    R_SEES_PLAYED,  # … at the cards that are gone
    R_SEES_RANDOM,  # … at its random number
    R_SEES_SCORES,  # … at scores or bags of others, or the rules do
    R_BASE,  # the first row of the output that these lanes write
    R_SLOT,  # the next slot of the trace
    R_DECISION,  # the number of the decision at hand
    R_ME,  # shifts of the packed words, in bits, for the player who decides and those around him
    R_PARTNER,
    R_LEFT,
    R_RIGHT,
    R_FAR_LEFT,
    R_FAR_RIGHT,
    R_OWN_BYTES,  # all bits of the bytes of his side
    R_OPP_BYTES,  # all bits of the bytes of the others
    R_POSITION,  # of the player who decides
    R_TRICK,  # number of the trick, from 1
    R_LAST,  # 1 where the card is the trick's last, in the lanes with LATE = R_LAST_LATE, or in all (-1)
    R_LAST_LATE,
    R_COUNT,  # cards to give
    R_GIVING,  # 1 where the nil bidder gives, 0 where the partner returns
    R_BLIND_CALL,  # the exchange follows a blind nil
    R_MAY_DECLINE,
    R_FOR_SIDE,  # a number for the whole side is agreed on
    # the table
    R_PLAYERS,
    R_SEATS,  # holdings at the table: a dummy's is one more
    R_SIDES,
    R_PARTNER_AT,  # how many places on the partner sits, 0 in games without
    R_SEAT_WORD,  # packed: seat | side << 4 of the seats in their order
    R_HAS_DUMMY,
    R_PACKS,
    R_SINGLE,  # the cards of which the pack has one copy
    R_STOCK,  # cards of the deal that are in nobody's holding
    # dealing
    R_SIZE_0,  # cards of each of the positions of the deal, the stock last
    R_SIZE_1,
    R_SIZE_2,
    R_SIZE_3,
    R_SIZE_4,
    R_SIZE_5,
    R_MISDEAL,  # bits MISDEAL_*
    R_CONSULT,
    R_EXTRA,  # one of EXTRA_*
    R_DISCARD_LATE,  # discards come after the bidding
    R_TWO_CLUBS,  # the two of clubs
    R_FRENCH_CUT,
    R_PASS,  # cards passed before the bidding
    R_DRAFT,
    R_PLAIN_DEAL,  # one pack, at most four positions, nothing to decide
    R_PEEKS,  # who keeps the first card sees the second
    R_REDRAW,
    # bidding
    R_ALL_CALLS,  # the calls that the rules have, whatever the partner has called
    R_BINDING,  # a call may bind the partner: calls for a side, partnership bidding
    R_SPECIAL_BIDS,  # the bidding has more than numbers and nils: the special steps of the driver are taken
    R_EARLY,  # calls that are made before the deal: EARLY_* bits
    R_BLIND_NUMBERS,  # bits of the numbers that may be called blind
    R_BLIND_MOON,
    R_BLIND_NT,  # bits of the numbers of a blind no-trump bid
    R_BLIND_MIN_DEFICIT,
    R_NT_MIN_DEFICIT,
    R_DNIL_DEFICIT,  # 5 * behind > this, or -1 for no restriction
    R_PARTNERSHIP,  # bid.mode
    R_RENOUNCE,
    R_RAISE,
    R_MOST,  # what a side can raise to
    R_TOTAL_NE,
    R_FORM,  # one of FORM_*
    R_UNBID_FIRST,
    R_NT_NEEDS_SPADE,
    R_BEMO,
    R_BIG_BEMO,
    R_ACES,  # all the aces of the pack, 0 where aces are not played for
    R_N_ACES,
    R_DNIL_EXCHANGE,
    R_DUMMY_TIE_LAST,
    R_DUMMY_OPPOSITE,
    R_DUMMY_OPEN,  # 0 after the bidding, 1 after the opening lead, 2 never
    R_DUMMY_OWN,  # a bid is about one's own tricks
    R_DUMMY_SCORING,  # one of DUMMY_*
    # play
    R_FIRST_TRICK,  # one of TRICK_*
    R_FIRST_SPADES,  # 1: barred
    R_SHAKE,  # the big joker, 0 without play.rake_shake
    R_MUST_BEAT,
    R_PLAY_FORM,  # one of PLAY_*
    R_NARROWS,  # up to which trick any of the five matters: 0, 1 or all
    R_NOTES,  # what is noted of the tricks, NOTE_* bits
    R_HIGH_SPADES,  # spades of nine and better, 0 where nobody asks
    R_CANCEL_CUT,  # the cancel card is cut for each hand
    R_CANCEL_CARD,  # the fixed one, 0 for none
    R_CANCELS,  # there is a cancel card
    R_NT,  # no-trump bids may be made
    # scoring
    R_SPECIAL_SCORE,
    R_TEN_AUTO,
    R_TEN_AT_LEAST,
    R_MOON,
    R_MOON_VALUE,
    R_MOON_LOSS,
    R_MOON_WINS,
    R_BLIND_AT_LEAST,
    R_BLIND_FAIL,  # times the base
    R_NT_FAIL,
    R_BLIND_NT_FAIL,
    R_NT_SIDE,
    R_BOSTON,
    R_DNIL_VALUE,
    R_DNIL_LOSS,
    R_DNIL_WINS,
    R_DNIL_LOSES,
    R_DNIL_GIFT,
    R_BONUS_LOW,
    R_BONUS_HIGH,
    R_BONUS_LAST,
    R_SET_STREAK,  # 0 for none
    R_SPECIAL_END,
) = range(161)
R_START_SCORE = R_SPECIAL_END + 1  # by side
R_START_BAGS = R_START_SCORE + MAX_SIDES  # by side
R_START_SETS = R_START_BAGS + MAX_SIDES  # by side
#: The calls that go with each call of the partner, by its code; the last entry is for a partner who has not spoken.
R_PAIR = R_START_SETS + MAX_SIDES
PAIR_NONE = N_KINDS - 1 << 5 | 31
R_SIZE = R_PAIR + (N_KINDS << 5)

FAILED_BAGS, FAILED_PARTNER, FAILED_IGNORED = range(3)
LEAD_BROKEN, LEAD_ANY_TIME, LEAD_NY3 = range(3)
MISDEAL_NO_SPADES, MISDEAL_ONE_SPADE, MISDEAL_LONG_SUIT, MISDEAL_NO_COURT, MISDEAL_ONE_AND_LONG = 1, 2, 4, 8, 16
EXTRA_NONE, EXTRA_DEALER, EXTRA_HOLDER, EXTRA_UNSEEN, EXTRA_HIGHER = range(5)
EARLY_NIL, EARLY_SIDE, EARLY_NUMBER = 1, 2, 4
FORM_FREE, FORM_MIRROR, FORM_WHIZ, FORM_SUICIDE, FORM_CRAZY_ACES, FORM_JOKER_WHIZ = range(6)
TRICK_NORMAL, TRICK_LOWEST_CLUB, TRICK_LOWEST_CLUB_SPADE_OK, TRICK_LEAD_2C = range(4)
PLAY_NORMAL, PLAY_SCREAMER, PLAY_ASSASSIN = range(3)
NOTE_RUFFS, NOTE_CARDS, NOTE_FIRST, NOTE_RUN = 1, 2, 4, 8
DUMMY_INDIVIDUAL, DUMMY_DECLARER_ONLY, DUMMY_SUM = range(3)

#: The same dealer deals again so often at most; the next deal is played as it comes.
MOST_MISDEALS = 50

#: Larger than any score or number of tricks: stands for "none" in a limit.
NEVER = 1 << 40

# ---- the steps of a strategy: columns of the step table --------------------------------------------------------------

STEPS = (
    "blind",
    "bid",
    "exchange",
    "request",
    "lead",
    "follow",
    "announce",
    "raise_to",
    "renounce",
    "pass_cards",
    "discard",
    "redraw",
    "take",
    "keep",
    "declare",
    "misdeal",
    "advise",
    "cut",
)
(
    STEP_BLIND,
    STEP_BID,
    STEP_EXCHANGE,
    STEP_REQUEST,
    STEP_LEAD,
    STEP_FOLLOW,
    STEP_ANNOUNCE,
    STEP_RAISE,
    STEP_RENOUNCE,
    STEP_PASS,
    STEP_DISCARD,
    STEP_REDRAW,
    STEP_TAKE,
    STEP_KEEP,
    STEP_DECLARE,
    STEP_MISDEAL,
    STEP_ADVISE,
    STEP_CUT,
) = range(18)

#: Parameters that a strategy may have; row k of the parameter block belongs to strategy k.
MAX_PARAMETERS = 64

# ---- decisions of a hand ---------------------------------------------------------------------------------------------
# A decision's number plus the seat names its random number.

DECIDE_BLIND, DECIDE_BID, DECIDE_REQUEST, DECIDE_GIFT, DECIDE_RETURN = range(0, 40, 8)
DECIDE_PLAY = 64  # + 8 * (trick - 1)
(
    DECIDE_ANNOUNCE,
    DECIDE_RAISE,
    DECIDE_RENOUNCE,
    DECIDE_PASS,
    DECIDE_DISCARD,
    DECIDE_REDRAW,
    DECIDE_TAKE,
    DECIDE_DECLARE,
    DECIDE_ADVISE,
    DECIDE_CUT,
) = range(256, 336, 8)
DECIDE_KEEP = 512  # + 8 * turn
DECIDE_MISDEAL = 1024
#: What is decided for every deal of a hand anew has this much more for each that was thrown in.
AGAIN = 4096

# ---- what the driver writes ------------------------------------------------------------------------------------------
# Rows of the output arrays, one number a hand each, by type. Where a row is there for each seat or side it stands at
# the offset that ``output_rows`` of the module ``block`` gives.

#: Features of a holding, in the order of its packed word (byte f) and of the output.
FEATURES_NAMES = ("spades", "top_spade", "aces", "kings", "queens", "voids", "singletons", "longest_side")
N_FEATURES = len(FEATURES_NAMES)

# Rows of the output of games, one number a game each.
(
    G_WINNER,
    G_HANDS,
    G_LEAD_CHANGES,
    G_CAPPED,
    G_SCORE,  # a row for each side from here on
) = range(5)
G_BAGS, G_PENALTIES, G_SETS, G_NILS, G_NILS_MADE, G_SIZE = range(
    G_SCORE + MAX_SIDES, G_SCORE + 7 * MAX_SIDES, MAX_SIDES
)

# The trace is a list of slots, in the order in which things happen; a slot is three numbers a hand: what it is
# (kind | seat << 8 | trick << 16, 0 where a lane takes no part), the choice, and what it was chosen from.
(
    LOG_NOTHING,
    LOG_START,
    LOG_DEAL,
    LOG_EXTRA,
    LOG_EXPOSED,
    LOG_CANCEL_CARD,
    LOG_STOCK,
    LOG_KEEP,
    LOG_BLIND,
    LOG_MISDEAL,
    LOG_ADVICE,
    LOG_CUT,
    LOG_DISCARD,
    LOG_PASS,
    LOG_RENOUNCE,
    LOG_ANNOUNCE,
    LOG_BID,
    LOG_RAISE,
    LOG_TAKEN,
    LOG_TAKE,
    LOG_REQUEST,
    LOG_GIVE,
    LOG_RETURN,
    LOG_REDRAW,
    LOG_DRAWN,
    LOG_DECLARE,
    LOG_HELD,
    LOG_PLAY,
) = range(28)

# Fields of the driver's control block.
(
    C_NEXT,  # the next hand or game to start
    C_END,  # one past the last
    C_FIRST,  # the first game of the block, which has row 0 of the games
    C_USED,  # rows written
    C_FAULTY,  # 1: an illegal choice was found, and the driver has stopped
    C_FAULTY_GAME,
    C_FAULTY_HAND,
    C_SIZE,
) = range(8)
