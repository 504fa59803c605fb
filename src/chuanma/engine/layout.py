"""The shape of a table: dtypes of RULES, STATE, VIEW and EVENT, action ids, event and reason ids.

Everything RULES.md can ask for has its place here from the start, also what the engine does not play yet, so that
saved states and action ids stay what they are. Whoever changes a dtype raises LAYOUT_VERSION.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

LAYOUT_VERSION = 2

SEATS = 4
SUITS = 3
RANKS = 9
KINDS = 27
COPIES = 4
TILES = 108
RIVER = 48  # no seat can discard more often, with two seats and every pung and kong made
KONGS = 16  # four seats with four kongs each
PERSONS = 4  # bound to the table at most (叫马)
HOUSE, PERSON = 4, 5  # parties that pay or are paid beside the seats: the house, the first bound person

# --------------------------------------------------------------------------------------------------------- patterns
PATTERNS = (
    "pinghu", "duidui", "qingyise", "daiyao", "qidui", "jingoudiao", "qingdui", "jiangdui", "longqidui", "qingqidui",
    "qingyao", "shuanglong", "qinglong", "jiangqidui", "sanlong", "yaoqidui", "tianhu", "dihu", "qingjingoudiao",
    "jiangjingoudiao", "shibaluohan", "qingshibaluohan", "yitiaolong",
)  # fmt: skip
(
    P_PINGHU, P_DUIDUI, P_QINGYISE, P_DAIYAO, P_QIDUI, P_JINGOUDIAO, P_QINGDUI, P_JIANGDUI, P_LONGQIDUI, P_QINGQIDUI,
    P_QINGYAO, P_SHUANGLONG, P_QINGLONG, P_JIANGQIDUI, P_SANLONG, P_YAOQIDUI, P_TIANHU, P_DIHU, P_QINGJINGOUDIAO,
    P_JIANGJINGOUDIAO, P_SHIBALUOHAN, P_QINGSHIBALUOHAN, P_YITIAOLONG,
) = range(len(PATTERNS))  # fmt: skip

BONUSES = (
    "gen", "gangshanghua", "gangshangpao", "qianggang", "haidi", "juezhang", "bianzhang", "kazhang", "diaozhang",
    "zimo", "menqing", "zhongzhang", "jiaxinwu", "qingyise", "jingoudiao", "sing", "dance",
)  # fmt: skip
(
    B_GEN, B_GANGSHANGHUA, B_GANGSHANGPAO, B_QIANGGANG, B_HAIDI, B_JUEZHANG, B_BIANZHANG, B_KAZHANG, B_DIAOZHANG,
    B_ZIMO, B_MENQING, B_ZHONGZHANG, B_JIAXINWU, B_QINGYISE, B_JINGOUDIAO, B_SING, B_DANCE,
) = range(len(BONUSES))  # fmt: skip

# How a win came about: the flags of `value` and of the win event.
(
    F_SELF_DRAW, F_AFTER_KONG, F_KONG_DISCARD, F_ROBBED, F_LAST_TILE, F_HEAVEN, F_EARTH, F_SING, F_DANCE, F_JUEZHANG,
) = (1 << i for i in range(10))  # fmt: skip
MAX_UNITS = 1_000_000  # a win worth more (no cap, absurd factors) counts as this: ledgers are 32 bits

# ------------------------------------------------------------------------------------- options: codes of their values
MODE_SINGLE, MODE_BLOOD, MODE_FLOW = range(3)
VOID_FREE, VOID_DECLARED, VOID_FORCED, VOID_MARKED, VOID_FIRST_DISCARD, VOID_LOCKED = range(6)
PASS_NONE, PASS_UNTIL_DRAW, PASS_UNTIL_DRAW_HIGHER, PASS_UNTIL_DISCARD = range(4)
LATE_PAID, LATE_UNPAID, LATE_FORBIDDEN = range(3)
BLOOM_ALL, BLOOM_FEEDER, BLOOM_FEEDER_ALL = range(3)
TRANSFER_NONE, TRANSFER_LAST, TRANSFER_CHAIN, TRANSFER_ALL, TRANSFER_REFUND_PAYERS = range(5)
SELF_DRAW_NONE, SELF_DRAW_ADD_BASE, SELF_DRAW_DOUBLE = range(3)
ROOT_HAND, ROOT_HAND_AND_KONG, ROOT_NONE = range(3)
DRAGON_ONE, DRAGON_ALL, DRAGON_NONE = range(3)
DIHU_OFF, DIHU_FIRST_DRAW, DIHU_DRAW_OR_DEALER_DISCARD = range(3)
DIHU_PATTERN, DIHU_ADD = range(2)
PIG_NON_PIGS, PIG_ACTIVE_NON_PIGS, PIG_HOUSE = range(3)
READY_MAX, READY_MIN, READY_NONE = range(3)
CAP = -1  # as units of a pattern or of a pig: "cap"

# One field for every option of the rules: its key with "_" for ".". Choices are indices into the option's values.
RULES = np.dtype(
    [
        ("value_patterns", "i4", (len(PATTERNS),)),  # 0: not a pattern; CAP: the cap
        ("table_base", "i4"),
        ("claim_min_units", "i4"),
        ("kong_direct", "i4"),
        ("kong_added", "i4"),
        ("kong_concealed", "i4"),
        ("kong_drizzle", "i4"),
        ("value_cap", "i4"),
        ("draw_pig_units", "i4"),
        ("leave_escape_units", "i4"),
        ("side_false_win_units", "i4"),
        ("claim_forced_last", "i4"),
        ("value_bonuses", "i1", (len(BONUSES),)),  # factors; 0: gives nothing
        ("table_seats", "i1"),
        ("table_suits", "i1"),
        ("table_mode", "i1"),
        ("table_reveal_win", "i1"),
        ("table_first_dealer", "i1"),
        ("table_next_dealer", "i1"),
        ("table_kong_draw", "i1"),
        ("table_jump_tile", "i1"),
        ("table_horse", "i1"),
        ("open_swap", "i1"),
        ("open_swap_same_suit", "i1"),
        ("open_swap_direction", "i1"),
        ("open_void", "i1"),
        ("claim_multi_win", "i1"),
        ("claim_pass_win", "i1"),
        ("claim_pass_pung", "i1"),
        ("claim_swap_call", "i1"),
        ("kong_enabled", "i1"),
        ("kong_when", "i1"),
        ("kong_late_added", "i1"),
        ("kong_pung_from_three", "i1"),
        ("kong_bloom_payer", "i1"),
        ("kong_transfer", "i1"),
        ("kong_transfer_after", "i1"),
        ("kong_transfer_share", "i1"),
        ("kong_flow", "i1"),
        ("value_self_draw", "i1"),
        ("value_root", "i1"),
        ("value_root_in_dragon", "i1"),
        ("value_heaven_alone", "i1"),
        ("value_dihu", "i1"),
        ("value_dihu_mode", "i1"),
        ("draw_pig_to", "i1"),
        ("draw_ready_pay", "i1"),
        ("draw_dead_wait", "i1"),
        ("draw_refund", "i1"),
        ("leave_escape", "i1"),
        ("leave_winner", "i1"),
        ("side_sing", "i1"),
        ("side_dance", "i1"),
        ("side_items", "i1"),
        ("spare", "i1", (2,)),  # padding is explicit: unnamed bytes would be copied as they happen to be
    ],
    align=True,
)

# ---------------------------------------------------------------------------------------------------------- actions
A_DISCARD = 0  # + kind
A_KONG = 27  # + kind: concealed, or added to one's own pung
A_PICK = 54  # + kind: swap tiles one by one, the marked tile, item targets
A_VOID = 81  # + suit
A_PUNG, A_DIRECT_KONG, A_WIN, A_PASS, A_SING, A_DANCE = range(84, 90)
A_ITEM = 90  # + item
ITEMS = ("near_flush_deal", "trade_chosen", "trade_random", "locate_tile", "peek_next", "golden_finger")
I_NEAR_FLUSH_DEAL, I_TRADE_CHOSEN, I_TRADE_RANDOM, I_LOCATE_TILE, I_PEEK_NEXT, I_GOLDEN_FINGER = range(len(ITEMS))
A_LEAVE, A_UNDO_PICK = 96, 97
ACTIONS = 98

# ----------------------------------------------------------------------------------------------------------- phases
PH_START, PH_SWAP, PH_VOID, PH_TURN, PH_CLAIM, PH_ROB, PH_OVER = range(7)
PHASES = ("start", "swap", "void", "turn", "claim", "rob", "over")

DRAW_NONE, DRAW_DEALT, DRAW_WALL, DRAW_REPLACEMENT = range(4)  # how the seat in turn came to its last tile
MELD_PUNG, MELD_DIRECT, MELD_ADDED, MELD_CONCEALED = range(1, 5)
MELDS = ("", "pung", "direct", "added", "concealed")
O_PUNG, O_KONG, O_WIN = 1, 2, 4  # bits of `opts`: what a seat may do with the tile on offer
STAY, LEAVING, LEFT, REPLACED = range(4)  # REPLACED: a bot plays on
BOOK_HELD, BOOK_HANDED_OVER, BOOK_REFUNDED = range(3)
END_NONE, END_WON, END_EXHAUSTED, END_ESCAPE = range(4)
ENDS = ("", "won", "exhausted", "escape")
NOT_READY, READY, PIG = range(3)
JUDGEMENTS = ("not_ready", "ready", "pig")

# ----------------------------------------------------------------------------------------------------------- events
EVENTS = (
    "none", "deal", "void", "draw", "discard", "pung", "announce_kong", "kong", "win", "pay", "exhausted", "judge",
    "leave", "end", "swap", "mark", "sing", "dance", "item", "horse",
)  # fmt: skip
(
    E_NONE, E_DEAL, E_VOID, E_DRAW, E_DISCARD, E_PUNG, E_ANNOUNCE_KONG, E_KONG, E_WIN, E_PAY, E_EXHAUSTED, E_JUDGE,
    E_LEAVE, E_END, E_SWAP, E_MARK, E_SING, E_DANCE, E_ITEM, E_HORSE,
) = range(len(EVENTS))  # fmt: skip

REASONS = (
    "win", "self_draw", "robbed_kong", "kong_direct", "kong_added", "kong_concealed", "transfer", "pig", "ready",
    "refund", "escape", "escape_ready", "drizzle", "forfeit", "horse",
)  # fmt: skip
(
    R_WIN, R_SELF_DRAW, R_ROBBED_KONG, R_KONG_DIRECT, R_KONG_ADDED, R_KONG_CONCEALED, R_TRANSFER, R_PIG, R_READY,
    R_REFUND, R_ESCAPE, R_ESCAPE_READY, R_DRIZZLE, R_FORFEIT, R_HORSE,
) = range(len(REASONS))  # fmt: skip

EVENT = np.dtype(
    [
        ("event", "i4"),
        ("seat", "i4"),
        ("other", "i4"),
        ("kind", "i4"),
        ("arg", "i4"),
        ("reason", "i4"),
        ("units", "i4"),
        ("spare", "i4"),
    ]
)
EVENT_ROWS = 192  # a buffer of this many rows holds what one step can bring about
VALUE_OUT = 80  # numbers that `value` writes down about a hand, its scratch included

# What kernels read beside a table (the suit tables, too large for a global), and what they write on: one per thread.
TABLES = np.dtype([("cls", "u1", (5**9,)), ("comb", "u1", (5, 126, 126))])
WORK = np.dtype(
    [
        ("rows", "i4", (EVENT_ROWS, 8)),  # the fields of EVENT
        ("out", "i4", (VALUE_OUT,)),
        ("n_rows", "i4"),
        ("draw_seat", "i4"),  # what a step still has to do: this seat draws, -1: nobody
        ("draw_row", "i4"),  # ... the replacement of this kong; -1: from the wall
        ("opens", "i4"),  # ... look at the hand of the seat in turn
        ("ends", "i4"),  # ... end the game so
        ("spare", "i4", (3,)),
    ]
)

# ------------------------------------------------------------------------------------------------------------ STATE
STATE = np.dtype(
    [
        ("rules", RULES),
        ("spare0", "i1", (4,)),
        ("river_drawn", "u8", (SEATS,)),  # bit i: discard i of the seat was thrown as drawn
        ("draw_counter", "u8"),  # for item draws
        ("wall", "i1", (TILES,)),  # in drawing order
        ("hand", "i1", (SEATS, KINDS)),  # concealed tiles
        ("won_tiles", "i1", (SEATS, KINDS)),  # laid beside a winner; a tile won by several lies with the first
        ("keys", "i4", (SEATS, SUITS)),  # suit keys of `hand` (shapes.py), kept up to date
        ("waits", "i4", (SEATS,)),  # bit set of kinds that complete the seat's last 13 tiles
        ("river", "i1", (SEATS, RIVER)),  # discards nobody took
        ("n_river", "i1", (SEATS,)),
        ("n_hand", "i1", (SEATS,)),
        ("meld_type", "i1", (SEATS, 4)),
        ("meld_kind", "i1", (SEATS, 4)),
        ("meld_feeder", "i1", (SEATS, 4)),
        ("meld_from_three", "i1", (SEATS, 4)),  # the pung was made holding three
        ("n_meld", "i1", (SEATS,)),
        ("void_suit", "i1", (SEATS,)),  # -1: none known
        ("void_pick", "i1", (SEATS,)),  # hidden until all have named; -1: not yet
        ("marker", "i1", (SEATS,)),  # the tile laid face down; -1: none
        ("broke", "i1", (SEATS,)),  # broke `locked` or discarded the suit of its own pung (RULES 3)
        ("swap_pick", "i1", (SEATS, 4)),
        ("n_pick", "i1", (SEATS,)),
        ("won", "i1", (SEATS,)),  # 1, 2, 3: order of the first win; seats that win together share it; 0: none
        ("n_wins", "i1", (SEATS,)),
        ("win_kind", "i1", (SEATS,)),
        ("win_feeder", "i1", (SEATS,)),  # -1: self-draw
        ("win_flags", "i2", (SEATS,)),
        ("win_units", "i4", (SEATS,)),
        ("leaving", "i1", (SEATS,)),  # STAY, LEAVING, LEFT
        ("opts", "i1", (SEATS,)),  # O_* bits while a tile is on offer
        ("answer", "i1", (SEATS,)),  # action id given, -1: none yet
        ("offer_units", "i4", (SEATS,)),  # value of the win on offer
        ("passed_units", "i4", (SEATS,)),  # dearest win passed since the seat's last draw; 0: none
        ("passed_pungs", "i4", (SEATS,)),  # kinds whose pung it passed since then
        ("pass_locked", "i1", (SEATS,)),  # `until_discard`
        ("n_draws", "i1", (SEATS,)),
        ("book_held", "i2", (KONGS, SEATS)),  # kong book: what the konger still holds of each payer
        ("book_paid", "i2", (KONGS, SEATS)),
        ("book_seat", "i1", (KONGS,)),
        ("book_type", "i1", (KONGS,)),
        ("book_kind", "i1", (KONGS,)),
        ("book_feeder", "i1", (KONGS,)),
        ("book_state", "i1", (KONGS,)),
        ("n_book", "i1"),
        ("spare1", "i1", (3,)),
        ("totals", "i4", (SEATS, len(REASONS))),  # net by seat and reason
        ("scores", "i4", (SEATS,)),
        ("house", "i4"),
        ("person_scores", "i4", (PERSONS,)),
        ("nets", "i4", (SEATS, SEATS)),  # [a, b]: what a got from b, less what it paid to b
        ("handed", "i4", (SEATS, SEATS)),  # [konger, winner]: hand-overs booked for the end
        ("sung", "i1", (SEATS,)),  # 1 sings, 2 dances
        ("shown_waits", "i4", (SEATS,)),
        ("horse_kind", "i1", (PERSONS,)),
        ("n_horse", "i1"),
        ("items_used", "i1", (SEATS,)),
        ("golden", "i1", (SEATS,)),
        ("traded", "i1", (SEATS,)),  # an item changed its hand
        ("threw", "i1", (SEATS,)),  # bit set of the suits it has discarded
        ("item_open", "i1"),  # item waiting for its targets, -1: none
        ("item_target", "i1"),
        ("announced", "i1"),  # by the seat in turn for its discard: 1 sings, 2 dances
        ("head", "i2"),  # next tile of the wall
        ("tail", "i2"),  # one past its last
        ("n_steps", "i4"),
        ("ready_discards", "i4"),  # kinds that the seat in turn may throw to sing or dance
        ("turn_drawn", "i4"),  # kinds drawn in this very turn, replacements included
        ("n_discards", "i2"),
        ("dice", "i1", (2,)),
        ("swap_die", "i1"),
        ("phase", "i1"),
        ("dealer", "i1"),
        ("turn", "i1"),  # seat in turn; while a tile is on offer, the seat that offers it
        ("draw_type", "i1"),
        ("drawn", "i1"),  # kind just drawn by the seat in turn, -1: none
        ("offer_kind", "i1"),  # kind on offer, -1: none
        ("after_kong", "i1"),  # book row + 1 of the kong whose replacement was just drawn
        ("kong_discard", "i1"),  # the same, for the discard on offer
        ("chain_start", "i1"),  # first book row of this turn's unbroken chain of kongs
        ("pung_kind", "i1"),  # kind just ponged, -1: none
        ("n_calls", "i1"),  # pungs and kongs made by anyone
        ("n_won", "i1"),  # wins so far (seats that have won)
        ("end", "i1"),
        ("flow_kong", "i1"),  # the winner in turn may kong with the tile just drawn
        ("spare3", "i1", (1,)),
    ],
    align=True,
)

# ------------------------------------------------------------------------------------------------------------- VIEW
SPECTATOR = 4  # as the observer of a VIEW
VIEW = np.dtype(
    [
        ("rules", RULES),
        ("spare0", "i1", (4,)),
        ("river_drawn", "u8", (SEATS,)),
        ("hand", "i1", (SEATS, KINDS)),  # own; all when the game is over (or shown); else zeros
        ("won_tiles", "i1", (SEATS, KINDS)),
        ("river", "i1", (SEATS, RIVER)),
        ("n_river", "i1", (SEATS,)),
        ("n_hand", "i1", (SEATS,)),
        ("meld_type", "i1", (SEATS, 4)),
        ("meld_kind", "i1", (SEATS, 4)),
        ("meld_feeder", "i1", (SEATS, 4)),
        ("n_meld", "i1", (SEATS,)),
        ("void_suit", "i1", (SEATS,)),
        ("void_pick", "i1"),  # own, while hidden
        ("marker", "i1"),  # own
        ("marker_laid", "i1", (SEATS,)),
        ("swap_pick", "i1", (4,)),  # own
        ("n_pick", "i1"),
        ("won", "i1", (SEATS,)),
        ("n_wins", "i1", (SEATS,)),
        ("win_kind", "i1", (SEATS,)),
        ("win_feeder", "i1", (SEATS,)),
        ("spare1", "i1"),
        ("win_flags", "i2", (SEATS,)),
        ("win_units", "i4", (SEATS,)),
        ("left_table", "i1", (SEATS,)),
        ("waits", "i4"),  # own
        ("passed_units", "i4"),  # own
        ("passed_pungs", "i4"),  # own
        ("pass_locked", "i1"),  # own
        ("opts", "i1"),  # own
        ("answer", "i1"),  # own, -1: none
        ("spare2", "i1"),
        ("offer_units", "i4"),  # own
        ("pending", "i1"),  # own: an answer is awaited
        ("spare3", "i1", (3,)),
        ("legal", "u8", (2,)),  # own legal actions, bit a of the 128
        ("book_held", "i2", (KONGS, SEATS)),
        ("book_seat", "i1", (KONGS,)),
        ("book_type", "i1", (KONGS,)),
        ("book_kind", "i1", (KONGS,)),
        ("book_feeder", "i1", (KONGS,)),
        ("book_state", "i1", (KONGS,)),
        ("n_book", "i1"),
        ("spare4", "i1", (3,)),
        ("totals", "i4", (SEATS, len(REASONS))),
        ("scores", "i4", (SEATS,)),
        ("house", "i4"),
        ("person_scores", "i4", (PERSONS,)),
        ("sung", "i1", (SEATS,)),
        ("shown_waits", "i4", (SEATS,)),
        ("horse_kind", "i1", (PERSONS,)),  # when the game is over
        ("n_horse", "i1"),
        ("items_used", "i1", (SEATS,)),
        ("golden", "i1", (SEATS,)),
        ("item_open", "i1"),  # own
        ("item_target", "i1"),  # own
        ("announced", "i1"),  # own
        ("broke", "i1"),  # own
        ("spare6", "i1"),
        ("wall_left", "i2"),
        ("n_discards", "i2"),
        ("dice", "i1", (2,)),
        ("seat", "i1"),  # the observer; SPECTATOR sees what all may know
        ("phase", "i1"),
        ("dealer", "i1"),
        ("turn", "i1"),
        ("draw_type", "i1"),
        ("drawn", "i1"),  # own
        ("offer_kind", "i1"),
        ("after_kong", "i1"),
        ("kong_discard", "i1"),
        ("pung_kind", "i1"),
        ("n_calls", "i1"),
        ("n_won", "i1"),
        ("end", "i1"),
        ("spare5", "i1", (7,)),
    ],
    align=True,
)


class Record(Protocol):
    """A NumPy record as kernels see one: fields by name (their types stand in the dtypes above)."""

    def __getattr__(self, name: str) -> Any: ...

    def __setattr__(self, name: str, value: Any) -> None: ...
