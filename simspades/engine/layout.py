"""Where everything of a lane is kept: the rows of the state block ``S``, and the fields of ``R`` and the step table.

LANES hands advance in lockstep. ``S`` is one flat int64 block with a row of LANES numbers for each field, so that
field f of lane i is ``S[f * LANES + i]``. Rows and LANES are constants of every compiled loop: only then can LLVM
prove that rows don't overlap, and make vector code of a loop over lanes.

Positions. While cards are dealt and bids are made, position p is the p-th seat clockwise from the dealer's left.
During play, position p is the p-th to play to the current trick. Small numbers of all positions are packed as the
bytes of one word, so that a rotation of the table is one shift:

    bit   47     40 39     32 31     24 23     16 15      8 7       0
          [  pos 5 ][  pos 4 ][  pos 3 ][  pos 2 ][  pos 1 ][  pos 0 ]
"""

#: Hands that advance together. A power of two; the whole state fits the first-level cache.
LANES = 128

#: Most players of any game family; rows and words have room for so many.
MAX_PLAYERS = 6
MAX_SIDES = 6

# ---- rows of S -------------------------------------------------------------------------------------------------------

HAND = 0  # the holding of each position
TABLE = HAND + MAX_PLAYERS  # the card that each position has played to the current trick, 0 before (R_SEES_TABLE)
SCORE = TABLE + MAX_PLAYERS  # by side
BAGS = SCORE + MAX_SIDES  # by side: bags counted toward the next penalty
(
    MINE,  # the holding of the player who decides (in play: R_SEES_HAND)
    LEGAL,  # the cards he may play
    BEATS,  # those of LEGAL that would win the trick as it stands
    CHOICE,  # what his strategy chose: a card, a call, a set of cards, a suit
    LED,  # the suit led, 0 before the lead
    BEST,  # the winning card so far
    WINNER,  # the position that played it
    BROKEN,  # not 0: spades were broken before this trick, or by its lead
    PLAYED,  # every card played so far in this hand (R_SEES_PLAYED)
    CALLS,  # packed: the call of each position
    TRICKS,  # packed: tricks won by each position
    FIRST,  # the seat at position 0; position k is k seats on
    OWNER,  # packed: which strategy plays each position
    VOIDS,  # packed: bit s of a position's byte is set when it has shown out of suit s (R_SEES_VOIDS)
    SALT,  # start of the lane's stream for strategies (R_SEES_RANDOM)
    FAULT,  # not 0: a choice of this hand was illegal
    ACTIVE,  # 1 while the lane plays a hand that counts
    GAME,
    HAND_NUMBER,  # of the game, from 1
    DEALER,
    TIE,  # 1 while a tie at the end of the game is being played off
    ASKED,  # bit p: position p may make the choice that is being asked for
    GIVEN,  # cards passed on by the first of two partners in an exchange
    RECEIVED,  # cards that the player who decides has received
    REQUEST,  # the suit asked for in an exchange, 0 for none
    DEFICIT_OK,  # bit d: side d is far enough behind for a blind nil
    LEADER,  # the side that leads the game, -1 for none yet
    LEAD_CHANGES,
    OVER,  # 1 where this hand has ended its game
    WON_BY,  # the side that has won the game, -1 for nobody
    CAPPED,  # 1 where a limit of hands has stopped the game
    LATE,  # alternating schedule: 1 where the leader of the trick sits in row 1
    WORK,  # three rows for whatever a step needs for itself
) = range(BAGS + MAX_SIDES, BAGS + MAX_SIDES + 33)
DEALT = WORK + 3  # the holding of each position as dealt
FEATURES = DEALT + MAX_PLAYERS  # packed: the features of each position's holding at the time of its bid
POINTS = FEATURES + MAX_PLAYERS  # of this hand, by side
HAND_BAGS = POINTS + MAX_SIDES  # of this hand, by side
PENALTY = HAND_BAGS + MAX_SIDES  # points of this hand's bag penalties, by side
TIMES = PENALTY + MAX_SIDES  # how many they are, by side
CONTRACT = TIMES + MAX_SIDES  # by side, 0 for none
MADE = CONTRACT + MAX_SIDES  # by side: 1 made, 0 set, -1 no contract
GAME_BAGS = MADE + MAX_SIDES  # taken in the game, by side
GAME_PENALTIES = GAME_BAGS + MAX_SIDES  # bag penalties paid in the game, by side
GAME_SETS = GAME_PENALTIES + MAX_SIDES  # contracts set in the game, by side
GAME_NILS = GAME_SETS + MAX_SIDES  # nils called in the game, by side
GAME_NILS_MADE = GAME_NILS + MAX_SIDES
ROWS = GAME_NILS_MADE + MAX_SIDES

# ---- fields of R: the rules as numbers, and scalars of the step at hand ----------------------------------------------
# All of it is run-time data that is read before the loops over lanes, so no value of an option compiles anything.

(
    R_TRICKS,
    R_CLUBS,
    R_DIAMONDS,
    R_HEARTS,
    R_SPADES,
    R_NIL,  # nil may be called
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
    R_SEES_PLAYED,  # … at the cards that are gone
    R_SEES_RANDOM,  # … at its random number
    R_BASE,  # the first row of the output that these lanes write
    R_DECISION,  # the number of the decision at hand
    R_ME,  # shifts of the packed words, in bits, for the player who decides and those around him
    R_PARTNER,
    R_LEFT,
    R_RIGHT,
    R_PARTNER_SPOKE,
    R_LEFT_SPOKE,
    R_RIGHT_SPOKE,
    R_POSITION,  # of the player who decides
    R_TRICK,  # number of the trick, from 1
    R_LAST,  # 1 where the card is the trick's last, in the lanes with LATE = R_LAST_LATE, or in all (-1)
    R_LAST_LATE,
    R_COUNT,  # cards to exchange
    R_GIVING,  # 1 where the nil bidder gives, 0 where the partner returns
    R_BLIND_CALL,  # the exchange follows a blind nil
    R_MAY_DECLINE,
) = range(67)
R_START_SCORE = R_MAY_DECLINE + 1  # by side
R_START_BAGS = R_START_SCORE + MAX_SIDES  # by side
R_SIZE = R_START_BAGS + MAX_SIDES

FAILED_BAGS, FAILED_PARTNER, FAILED_IGNORED = range(3)
LEAD_BROKEN, LEAD_ANY_TIME, LEAD_NY3 = range(3)

#: Larger than any score or number of tricks: stands for "none" in a limit.
NEVER = 1 << 40

# ---- the steps of a strategy: columns of the step table --------------------------------------------------------------

STEP_BLIND, STEP_BID, STEP_EXCHANGE, STEP_REQUEST, STEP_LEAD, STEP_FOLLOW = range(6)
STEPS = ("blind", "bid", "exchange", "request", "lead", "follow")

#: Parameters that a strategy may have; row k of the parameter block belongs to strategy k.
MAX_PARAMETERS = 64

# ---- calls: kind << 5 | number ---------------------------------------------------------------------------------------

KIND_NUMBER, KIND_NIL, KIND_BLIND_NIL = range(3)
CALL_NIL = KIND_NIL << 5
CALL_BLIND_NIL = KIND_BLIND_NIL << 5

# ---- decisions of a hand ---------------------------------------------------------------------------------------------
# A decision's number plus the seat names its random number.

DECIDE_BLIND, DECIDE_BID, DECIDE_REQUEST, DECIDE_GIFT, DECIDE_RETURN = range(0, 40, 8)
DECIDE_PLAY = 64  # + 8 * (trick - 1)

# ---- what the driver writes ------------------------------------------------------------------------------------------
# Rows of the output arrays, one number a hand each, by type. Two sides and four seats; features and cards follow.

O8_DEALER, O8_CALL, O8_TRICKS, O8_CONTRACT, O8_MADE, O8_BAGS, O8_FEATURES = 0, 1, 5, 9, 11, 13, 15
O16_HAND_NUMBER, O16_POINTS, O16_PENALTY, O16_BAGS_TOTAL, O16_SIZE = 0, 1, 3, 5, 7
O32_SCORE, O32_SIZE = 0, 2
O64_GAME, O64_CARDS = 0, 1

#: Features of a holding, in the order of its packed word (byte f) and of the output.
FEATURES_NAMES = ("spades", "top_spade", "aces", "kings", "queens", "voids", "singletons", "longest_side")
N_FEATURES = len(FEATURES_NAMES)

# Rows of the output of games, one number a game each.
(
    G_WINNER,
    G_HANDS,
    G_LEAD_CHANGES,
    G_CAPPED,
    G_SCORE,  # two sides each from here on
) = range(5)
G_BAGS, G_PENALTIES, G_SETS, G_NILS, G_NILS_MADE, G_SIZE = range(6, 18, 2)

# Rows of the trace, one number a hand each: six positions of each before the play, then the cards.
T_DEALT, T_HELD, T_BLIND_ASKED, T_BLIND, T_LEGAL_CALLS, T_CALL = range(0, 36, 6)
T_EXCHANGE_ASKED, T_REQUEST, T_GIVEN, T_RETURNED = range(36, 60, 6)
T_PLAY = 60  # + 3 * (SLOTS * (trick - 1) + slot): card, legal cards, seat; a lane leaves some slots empty
SLOTS = MAX_PLAYERS + 1
MAX_TRICKS = 18
T_SIZE = T_PLAY + 3 * SLOTS * MAX_TRICKS

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
