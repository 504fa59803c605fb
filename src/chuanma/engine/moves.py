"""What each seat may do: legal actions as bit sets, and what a tile on offer allows (RULES §3-§6, §10, §12)."""

from __future__ import annotations

from chuanma.engine import layout as L
from chuanma.engine.jit import I8, on_table, pair
from chuanma.engine.shapes import is_win, waits_from_keys
from chuanma.engine.value import value

ONE = 1
LEAVE_BIT = 1 << (L.A_LEAVE - 64)
UNDO_BIT = 1 << (L.A_UNDO_PICK - 64)
VOID_SHIFT = L.A_VOID - 64
VOID_BITS = 7 << VOID_SHIFT
PASS_BIT = 1 << (L.A_PASS - 64)
PUNG_BIT = 1 << (L.A_PUNG - 64)
DIRECT_KONG_BIT = 1 << (L.A_DIRECT_KONG - 64)
WIN_BIT = 1 << (L.A_WIN - 64)
SING_BIT = 1 << (L.A_SING - 64)
DANCE_BIT = 1 << (L.A_DANCE - 64)
ITEM_SHIFT = L.A_ITEM - 64
LOW_PICKS = 64 - L.A_PICK  # kinds whose pick lies in the low set
LOW_KINDS = (1 << LOW_PICKS) - 1
POW5 = (1, 5, 25, 125, 625, 3125, 15625, 78125, 390625)
SUIT_MASK = 0x1FF
SING, DANCE = 1, 2


# --------------------------------------------------------------------------------------------------- seats and tiles
@on_table(I8)
def wall_left(s):
    return int(s.tail) - int(s.head)


@on_table(I8)
def is_active(s, q):
    """1 while the seat plays: it has not left, nor won (a winner of `flow` plays on)."""
    return 1 if s.leaving[q] != L.LEFT and (s.won[q] == 0 or s.rules.table_mode == L.MODE_FLOW) else 0


@on_table(I8)
def is_locked(s, q):
    """1 if the hand is locked: its seat sings or dances, or has won and plays on."""
    return 1 if s.sung[q] != 0 or s.won[q] != 0 else 0


@on_table(I8)
def n_active(s):
    n = 0
    for q in range(int(s.rules.table_seats)):
        n += is_active(s, q)
    return n


@on_table(I8)
def seat_after(s, q, k):
    """The seat `k` places after `q` in turn order."""
    seats = int(s.rules.table_seats)
    r = q + k
    return r - seats if r >= seats else r


@on_table(I8)
def next_active(s, q):
    """The next active seat after `q`, which may be `q` itself; -1 when there is none."""
    for k in range(1, int(s.rules.table_seats) + 1):
        r = seat_after(s, q, k)
        if is_active(s, r):
            return r
    return -1


@on_table()
def take_tile(s, q, kind, n):
    """`n` tiles of a kind leave the concealed hand (`n` < 0: join it); the suit key follows."""
    s.hand[q, kind] -= n
    s.n_hand[q] -= n
    s.keys[q, kind // 9] -= n * POW5[kind % 9]


@on_table(I8)
def suits_of(s, q):
    """Bit set of the suits a seat holds, open sets counted."""
    suits = 0
    for u in range(L.SUITS):
        if s.keys[q, u] != 0:
            suits |= 1 << u
    for m in range(int(s.n_meld[q])):
        suits |= 1 << (int(s.meld_kind[q, m]) // 9)
    return suits


@on_table(I8)
def find_waits_of(t, s, q):
    """The waits of a seat that holds 13 tiles (open sets count three); none once it broke `locked`."""
    if s.broke[q]:
        return 0
    return waits_from_keys(
        t.cls[:],
        t.comb[:],
        s.keys[q],
        s.hand[q],
        int(s.n_meld[q]),
        s.meld_type[q],
        s.meld_kind[q],
        int(s.void_suit[q]),
    )


@on_table()
def find_waits(t, s, q):
    """Set `waits` of a seat that holds 13 tiles."""
    s.waits[q] = find_waits_of(t, s, q)


@on_table(I8)
def waits_without(t, s, q, kind):
    """The waits once a tile of the kind is gone."""
    take_tile(s, q, kind, 1)
    found = find_waits_of(t, s, q)
    take_tile(s, q, kind, -1)
    return found


@on_table(I8)
def keeps_waits(t, s, q, kind, n, meld_type):
    """1 if the waits stay what they are when `n` tiles of the hand become a kong (`kong.flow = same_waits`)."""
    m = int(s.n_meld[q])
    take_tile(s, q, kind, n)
    s.meld_type[q, m] = meld_type
    s.meld_kind[q, m] = kind
    s.n_meld[q] = m + 1
    found = find_waits_of(t, s, q)
    s.n_meld[q] = m
    s.meld_type[q, m] = 0
    s.meld_kind[q, m] = 0
    take_tile(s, q, kind, -n)
    return 1 if found == s.waits[q] else 0


@on_table(I8)
def wins_as_dealt(t, s, q):
    """1 if the dealt 14 tiles win (天胡)."""
    return (
        1
        if is_win(t.cls[:], t.comb[:], s.hand[q], int(s.n_meld[q]), s.meld_kind[q], int(s.void_suit[q]))
        else 0
    )


# -------------------------------------------------------------------------------------------------------- wins
@on_table(I8)
def win_value(w, s, q, kind, flags):
    """Units of a win of seat `q` (RULES §6), the winning tile in its hand (`kind` −1: none is the last one)."""
    return value(
        s.hand[q],
        int(s.n_meld[q]),
        s.meld_type[q],
        s.meld_kind[q],
        kind,
        flags,
        s.rules,
        w.out[:],
    )


@on_table(I8)
def value_with(w, s, q, kind, flags):
    """The same for a tile that is not in the hand yet."""
    s.hand[q, kind] += 1
    units = win_value(w, s, q, kind, flags)
    s.hand[q, kind] -= 1
    return units


@on_table(I8)
def side_flags(s, q):
    """Flags of a win of a seat that sings or dances."""
    if s.sung[q] == 0:
        return 0
    return L.F_SING if s.sung[q] == SING else L.F_DANCE


@on_table(I8)
def unseen(s, q, kinds):
    """Copies of a bit set of kinds in none of the seat's tiles, the rivers, the open sets, the won tiles."""
    total = 0
    for kind in range(L.KINDS):
        if (kinds >> kind) & 1 == 0:
            continue
        total += L.COPIES - int(s.hand[q, kind])
        for r in range(int(s.rules.table_seats)):
            total -= int(s.won_tiles[r, kind])
            for m in range(int(s.n_meld[r])):
                if s.meld_kind[r, m] == kind:
                    total -= 3 if s.meld_type[r, m] == L.MELD_PUNG else 4
            for i in range(int(s.n_river[r])):
                if s.river[r, i] == kind:
                    total -= 1
    return total


@on_table(I8)
def last_copy_flag(s, q, hidden):
    """绝张: the winning tile is the only one of the seat's waits that was not seen; `hidden`: it still is not."""
    if s.rules.value_bonuses[L.B_JUEZHANG] == 0:
        return 0
    return L.F_JUEZHANG if unseen(s, q, int(s.waits[q])) == hidden else 0


@on_table(I8)
def claim_flags(s, q, rob):
    """Flags of a win of seat `q` on the tile on offer (docs/engine.md)."""
    flags = side_flags(s, q) | last_copy_flag(s, q, 1 if rob else 0)
    if rob:
        return flags | L.F_ROBBED
    if s.kong_discard > 0:
        flags |= L.F_KONG_DISCARD
    if wall_left(s) == 0:
        flags |= L.F_LAST_TILE
    first = s.turn == s.dealer and s.n_discards == 1 and s.n_calls == 0
    if first and s.rules.value_dihu == L.DIHU_DRAW_OR_DEALER_DISCARD:
        flags |= L.F_EARTH
    return flags


@on_table(I8)
def earth_flag(s, q):
    """地胡 by the first draw (RULES §9)."""
    if q == s.dealer or s.n_draws[q] != 1 or s.traded[q]:
        return 0
    if s.rules.value_dihu == L.DIHU_FIRST_DRAW and s.n_meld[q] == 0:
        return L.F_EARTH
    if s.rules.value_dihu == L.DIHU_DRAW_OR_DEALER_DISCARD and s.n_calls == 0:
        return L.F_EARTH
    return 0


@on_table(I8)
def self_draw_flags(s, q):
    """Flags of a self-draw of the seat in turn, the tile in its hand."""
    flags = L.F_SELF_DRAW | side_flags(s, q)
    if s.draw_type == L.DRAW_DEALT:
        if won_kind(s, q) >= 0:
            flags |= last_copy_flag(s, q, 0)
        return flags | L.F_HEAVEN
    flags |= last_copy_flag(s, q, 0)
    flags |= L.F_AFTER_KONG if s.draw_type == L.DRAW_REPLACEMENT else earth_flag(s, q)
    if wall_left(s) == 0:
        flags |= L.F_LAST_TILE
    return flags


@on_table(I8)
def won_kind(s, q):
    """The kind a self-draw wins on; -1: none is the last one (天胡, save in `flow`)."""
    if s.draw_type != L.DRAW_DEALT or s.rules.table_mode != L.MODE_FLOW:
        return int(s.drawn)
    kind = int(s.wall[13 * int(s.rules.table_seats)])
    if s.hand[q, kind] == 0:  # swapped or traded away
        kind = 0
        while s.hand[q, kind] == 0:
            kind += 1
    return kind


@on_table(I8)
def barred(s, q, units):
    """1 if a passed win bars this discard win, or it is worth too little (RULES §4, `pass_win`, `min_units`)."""
    if units < s.rules.claim_min_units:
        return 1
    if s.passed_units[q] == 0:
        return 0
    if s.rules.claim_pass_win == L.PASS_UNTIL_DRAW:
        return 1
    if s.rules.claim_pass_win == L.PASS_UNTIL_DRAW_HIGHER and units <= s.passed_units[q]:
        return 1
    return 0


@on_table(I8)
def forces(s, left):
    """1 if so few tiles in the wall force a win (RULES §4, `forced_last`)."""
    return 1 if s.rules.claim_forced_last > 0 and left <= s.rules.claim_forced_last else 0


# ------------------------------------------------------------------------------------------------------ a tile on offer
@on_table(I8)
def may_call(t, s, q, kind):
    """碰 and 直杠 of the discard on offer: O_PUNG and O_KONG bits."""
    n = int(s.hand[q, kind])
    if n < 2 or kind // 9 == s.void_suit[q] or s.sung[q] != 0:
        return 0
    kong = L.O_KONG if n == 3 and s.rules.kong_enabled else 0
    if s.won[q] != 0:
        return kong if kong and s.rules.kong_flow == 0 and keeps_waits(t, s, q, kind, 3, L.MELD_DIRECT) else 0
    return kong if (int(s.passed_pungs[q]) >> kind) & 1 else kong | L.O_PUNG


@on_table()
def offer(t, w, s, kind, rob):
    """Lay a tile of the seat in turn on offer: fill `opts` of the others."""
    s.offer_kind = kind
    left = wall_left(s)
    for q in range(int(s.rules.table_seats)):
        o = 0
        s.answer[q] = -1
        if q != s.turn and is_active(s, q):
            if not rob and left > 0:
                o = may_call(t, s, q, kind)
            if (int(s.waits[q]) >> kind) & 1 and s.pass_locked[q] == 0:
                units = value_with(w, s, q, kind, claim_flags(s, q, rob))
                if not barred(s, q, units):
                    s.offer_units[q] = units
                    o = L.O_WIN if forces(s, left) else o | L.O_WIN
        s.opts[q] = o


# ------------------------------------------------------------------------------------------------------------ own turn
@on_table(I8)
def must_win(s):
    """1 if the seat in turn can win and the last tiles of the wall force it (RULES §4, `forced_last`)."""
    if s.opts[int(s.turn)] & L.O_WIN == 0 or s.draw_type == L.DRAW_DEALT:
        return 0
    return forces(s, wall_left(s) + 1)


@on_table(I8)
def held_kinds(s, q):
    held = 0
    for kind in range(L.KINDS):
        if s.hand[q, kind] > 0:
            held |= ONE << kind
    return held


@on_table(I8)
def without(kinds, barred_kinds):
    """The kinds that are not barred; all of them if none is left."""
    rest = kinds & ~barred_kinds
    return rest if rest else kinds


@on_table(I8)
def danced_waits(s):
    """The kinds that dancers show."""
    shown = 0
    for r in range(int(s.rules.table_seats)):
        shown |= int(s.shown_waits[r])
    return shown


@on_table(I8)
def discards_of(s, q):
    """Kinds that the seat in turn may throw, naming and announcing aside (docs/engine.md, Discards 1-4)."""
    held = held_kinds(s, q)
    if is_locked(s, q):
        return ONE << int(s.drawn) if s.drawn >= 0 else held
    void = int(s.void_suit[q])
    if s.rules.open_void == L.VOID_FORCED and void >= 0:
        duty = held & (SUIT_MASK << (9 * void))
        held = duty if duty else held
    elif s.marker[q] >= 0:
        held = ONE << int(s.marker[q])
    if s.rules.claim_swap_call == 0 and s.pung_kind >= 0:
        held = without(held, ONE << int(s.pung_kind))
    if s.rules.side_dance and s.sung[q] == 0:
        held = without(held, danced_waits(s))
    return held


@on_table(I8)
def names_in_turn(s, q):
    """1 if the void suit of the seat comes from its discards and is not known yet."""
    if s.void_suit[q] >= 0:
        return 0
    return 1 if s.rules.open_void == L.VOID_FIRST_DISCARD or s.rules.open_void == L.VOID_LOCKED else 0


@on_table(pair(I8))
def naming(s, q, discards):
    """Suits of which one must be named before some discards, and these discards (docs/engine.md, Naming in a turn)."""
    lacking = 7 & ~suits_of(s, q)
    if lacking & (lacking - 1):
        return lacking, discards
    if s.rules.open_void == L.VOID_FIRST_DISCARD or lacking == 0:
        return 0, 0
    for u in range(L.SUITS):
        for rank in range(L.RANKS):
            if s.keys[q, u] == POW5[rank] and discards >> (9 * u + rank) & 1:
                for m in range(int(s.n_meld[q])):
                    if s.meld_kind[q, m] // 9 == u:
                        return 0, 0
                return lacking | 1 << u, ONE << (9 * u + rank)
    return 0, 0


@on_table(I8)
def named_discards(s, q, discards):
    """The discards for which no suit has to be named first."""
    if not names_in_turn(s, q) or s.void_pick[q] >= 0:
        return discards
    _, kinds = naming(s, q, discards)
    return discards & ~kinds


@on_table(I8)
def kongs_of(s, q):
    """Kinds of which the seat in turn may make a concealed or an added kong."""
    if s.draw_type == L.DRAW_NONE or wall_left(s) <= 0 or not s.rules.kong_enabled or s.sung[q] != 0:
        return 0
    if s.won[q] != 0:
        return ONE << int(s.drawn) if s.flow_kong else 0
    fours = 0
    for kind in range(L.KINDS):
        if s.hand[q, kind] == L.COPIES:
            fours |= ONE << kind
    added = 0
    for m in range(int(s.n_meld[q])):
        if s.meld_type[q, m] == L.MELD_PUNG and s.hand[q, int(s.meld_kind[q, m])] > 0:
            added |= ONE << int(s.meld_kind[q, m])
    if s.rules.kong_late_added == L.LATE_FORBIDDEN:
        added &= int(s.turn_drawn)
    void = int(s.void_suit[q])
    return (fours | added) & ~(SUIT_MASK << (9 * void)) if void >= 0 else fours | added


@on_table(I8)
def givable(s, q):
    """Kinds that the seat may give away for an item: not the last copy of the one laid face down."""
    held = held_kinds(s, q)
    marker = int(s.marker[q])
    if marker >= 0 and s.hand[q, marker] == 1:
        held &= ~(ONE << marker)
    return held


@on_table(I8)
def table_kinds(s):
    """The kinds of the table: with two suits no m."""
    every = (ONE << L.KINDS) - 1
    return every if s.rules.table_suits == L.SUITS else every & ~SUIT_MASK


@on_table(I8)
def items_of(s, q):
    """Items the seat in turn may use now, as bits."""
    if not s.rules.side_items or s.draw_type == L.DRAW_NONE:
        return 0
    items = 1 << L.I_GOLDEN_FINGER
    if wall_left(s) > 0:
        items |= 1 << L.I_LOCATE_TILE | 1 << L.I_PEEK_NEXT
        if not is_locked(s, q):
            items |= 1 << L.I_TRADE_CHOSEN | 1 << L.I_TRADE_RANDOM
    return items & ~int(s.items_used[q])


@on_table(I8)
def item_targets(s, q):
    """Kinds to pick for the item in use."""
    if s.item_open == L.I_LOCATE_TILE:
        return table_kinds(s)
    if s.item_target < 0:
        return givable(s, q)
    return table_kinds(s) & ~(ONE << int(s.item_target))


@on_table(pair(I8))
def picks(kinds):
    """A bit set of kinds as pick actions."""
    return (kinds & LOW_KINDS) << L.A_PICK, kinds >> LOW_PICKS


@on_table(pair(I8))
def legal_in_turn(s, q):
    """Legal actions of the seat in turn, `leave` aside."""
    if s.item_open >= 0:
        low, high = picks(item_targets(s, q))
        return low, high | UNDO_BIT
    if s.announced:
        return int(s.ready_discards), 0
    high = WIN_BIT if s.opts[q] & L.O_WIN else 0
    if must_win(s):
        return 0, high
    discards = discards_of(s, q)
    if names_in_turn(s, q) and s.void_pick[q] < 0:
        suits, kinds = naming(s, q, discards)
        high |= suits << VOID_SHIFT
        discards &= ~kinds
    if s.ready_discards:
        if s.rules.side_sing:
            high |= SING_BIT
        if s.rules.side_dance:
            high |= DANCE_BIT
    high |= items_of(s, q) << ITEM_SHIFT
    return discards | kongs_of(s, q) << L.A_KONG, high


# ----------------------------------------------------------------------------------------------- before the first turn
@on_table(I8)
def unpicked(s, q):
    """Tiles of the seat to be picked for the swap: the kinds it may still pick, one suit alone if so ruled."""
    swap = int(s.rules.open_swap)
    suits = 7
    if s.rules.open_swap_same_suit:
        suits = 0
        for u in range(L.SUITS):
            n = 0
            for rank in range(L.RANKS):
                n += int(s.hand[q, 9 * u + rank])
            if n >= swap:
                suits |= 1 << u
        if s.n_pick[q] > 0:
            suits = 1 << (int(s.swap_pick[q, 0]) // 9)
    found = 0
    for kind in range(L.KINDS):
        n = int(s.hand[q, kind])
        for i in range(int(s.n_pick[q])):
            if s.swap_pick[q, i] == kind:
                n -= 1
        if n > 0 and (suits >> (kind // 9)) & 1:
            found |= ONE << kind
    return found


@on_table(I8)
def must_mark(s, q):
    """1 if the seat has named a suit it holds and has still to lay a tile of it face down (`void = marked`)."""
    if s.rules.open_void != L.VOID_MARKED or s.void_pick[q] < 0 or s.marker[q] >= 0:
        return 0
    return 1 if s.keys[q, int(s.void_pick[q])] != 0 else 0


@on_table(I8)
def is_asked(s, q):
    """1 if an answer of the seat is awaited."""
    if s.phase == L.PH_TURN:
        return 1 if q == s.turn else 0
    if s.phase == L.PH_CLAIM or s.phase == L.PH_ROB:
        return 1 if s.opts[q] != 0 and s.answer[q] < 0 else 0
    if s.phase == L.PH_VOID:
        return 1 if s.void_pick[q] < 0 or must_mark(s, q) else 0
    if s.phase == L.PH_SWAP:
        return 1 if s.n_pick[q] < s.rules.open_swap else 0
    if s.phase == L.PH_START:
        return 1 if s.answer[q] < 0 else 0
    return 0


@on_table(pair(I8))
def legal_before(s, q):
    """Legal actions of a seat that is asked in the phases before the first turn, `leave` aside."""
    if s.phase == L.PH_START:
        return 0, PASS_BIT | 1 << ITEM_SHIFT
    if s.phase == L.PH_SWAP:
        low, high = picks(unpicked(s, q))
        return low, high | UNDO_BIT if s.n_pick[q] > 0 else high
    if s.void_pick[q] < 0:
        return 0, VOID_BITS
    return picks(held_kinds(s, q) & (SUIT_MASK << (9 * int(s.void_pick[q]))))


# ------------------------------------------------------------------------------------------------------- all together
@on_table(I8)
def legal_answers(s, q):
    """The high set of what a seat may answer to the tile on offer."""
    o = int(s.opts[q])
    high = WIN_BIT if o & L.O_WIN else 0
    if o & L.O_PUNG:
        high |= PUNG_BIT
    if o & L.O_KONG:
        high |= DIRECT_KONG_BIT
    if o & L.O_WIN == 0 or not forces(s, wall_left(s)):
        high |= PASS_BIT
    return high


@on_table(I8)
def bot_plays(s, q):
    """1 if a bot plays on for a seat that leaves (`escape = bot`)."""
    return 1 if s.rules.leave_escape != 0 and is_active(s, q) else 0


@on_table(pair(I8))
def legal(s, q):
    """Legal actions of a seat as two 64-bit sets (action ids 0-63 and 64-127)."""
    if q >= s.rules.table_seats or s.phase == L.PH_OVER or s.leaving[q] == L.LEFT:
        return 0, 0
    if s.leaving[q] == L.LEAVING and not bot_plays(s, q):
        return 0, 0
    leave = LEAVE_BIT if s.leaving[q] == L.STAY else 0
    if not is_asked(s, q):
        return 0, leave
    if s.phase == L.PH_TURN:
        low, high = legal_in_turn(s, q)
        return low, high | leave
    if s.phase == L.PH_CLAIM or s.phase == L.PH_ROB:
        return 0, legal_answers(s, q) | leave
    low, high = legal_before(s, q)
    return low, high | leave


@on_table(I8)
def pending(s):
    """Bit set of the seats whose answer is awaited."""
    if s.phase == L.PH_TURN:
        return ONE << int(s.turn)
    seats = 0
    for q in range(int(s.rules.table_seats)):
        if is_asked(s, q):
            seats |= ONE << q
    return seats
