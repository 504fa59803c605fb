"""What each seat may do: legal actions as bit sets, and what a tile on offer allows (RULES §3-§6)."""

from __future__ import annotations

from chuanma.engine import layout as L
from chuanma.engine.jit import I8, on_table, pair
from chuanma.engine.shapes import is_win, waits_from_keys
from chuanma.engine.value import value

ONE = 1
LEAVE_BIT = 1 << (L.A_LEAVE - 64)
VOID_BITS = 7 << (L.A_VOID - 64)
PASS_BIT = 1 << (L.A_PASS - 64)
PUNG_BIT = 1 << (L.A_PUNG - 64)
DIRECT_KONG_BIT = 1 << (L.A_DIRECT_KONG - 64)
WIN_BIT = 1 << (L.A_WIN - 64)
POW5 = (1, 5, 25, 125, 625, 3125, 15625, 78125, 390625)


@on_table(I8)
def wall_left(s):
    return int(s.tail) - int(s.head)


@on_table(I8)
def is_active(s, q):
    """1 while the seat has neither won nor left."""
    return 1 if s.won[q] == 0 and s.leaving[q] != L.LEFT else 0


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


@on_table()
def find_waits(t, s, q):
    """Set `waits` of a seat that holds 13 tiles (open sets count three)."""
    s.waits[q] = waits_from_keys(
        t.cls[:],
        t.comb[:],
        s.keys[q],
        s.hand[q],
        int(s.n_meld[q]),
        s.meld_type[q],
        s.meld_kind[q],
        int(s.void_suit[q]),
    )


@on_table(I8)
def wins_as_dealt(t, s, q):
    """1 if the dealt 14 tiles win (天胡)."""
    return (
        1
        if is_win(t.cls[:], t.comb[:], s.hand[q], int(s.n_meld[q]), s.meld_kind[q], int(s.void_suit[q]))
        else 0
    )


@on_table(I8)
def win_value(w, s, q, kind, flags):
    """Units of a win of seat `q` (RULES §6): `kind` joins its hand for the count; -1: it is in the hand already."""
    if kind >= 0:
        s.hand[q, kind] += 1
    units = value(
        s.hand[q],
        int(s.n_meld[q]),
        s.meld_type[q],
        s.meld_kind[q],
        kind,
        flags,
        s.rules,
        w.out[:],
    )
    if kind >= 0:
        s.hand[q, kind] -= 1
    return units


@on_table(I8)
def claim_flags(s, rob):
    """Flags of a win on the tile on offer (docs/engine.md)."""
    if rob:
        return L.F_ROBBED
    flags = 0
    if s.kong_discard > 0:
        flags |= L.F_KONG_DISCARD
    if wall_left(s) == 0:
        flags |= L.F_LAST_TILE
    if s.rules.value_dihu == L.DIHU_DRAW_OR_DEALER_DISCARD and s.n_discards == 1 and s.n_calls == 0:
        flags |= L.F_EARTH
    return flags


@on_table(I8)
def self_draw_flags(s, q):
    """Flags of a self-draw of the seat in turn."""
    flags = L.F_SELF_DRAW
    if s.draw_type == L.DRAW_DEALT:
        return flags | L.F_HEAVEN
    if s.draw_type == L.DRAW_REPLACEMENT:
        flags |= L.F_AFTER_KONG
    elif q != s.dealer and s.n_draws[q] == 1:
        if s.rules.value_dihu == L.DIHU_FIRST_DRAW and s.n_meld[q] == 0:
            flags |= L.F_EARTH
        if s.rules.value_dihu == L.DIHU_DRAW_OR_DEALER_DISCARD and s.n_calls == 0:
            flags |= L.F_EARTH
    if wall_left(s) == 0:
        flags |= L.F_LAST_TILE
    return flags


@on_table(I8)
def locked(s, q, units):
    """1 if a passed win bars this discard win (RULES §4, `pass_win`)."""
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


@on_table(I8)
def offer(w, s, kind, rob):
    """Lay a tile of the seat in turn on offer: fill `opts` of the others. Returns 1 if anybody can do something."""
    s.offer_kind = kind
    left = wall_left(s)
    found = 0
    for q in range(int(s.rules.table_seats)):
        o = 0
        s.answer[q] = -1
        if q != s.turn and is_active(s, q):
            if not rob and left > 0 and kind // 9 != s.void_suit[q]:
                if s.hand[q, kind] >= 2:
                    o |= L.O_PUNG
                if s.hand[q, kind] == 3:
                    o |= L.O_KONG
            if (int(s.waits[q]) >> kind) & 1:
                units = win_value(w, s, q, kind, claim_flags(s, rob))
                if not locked(s, q, units):
                    s.offer_units[q] = units
                    o = L.O_WIN if forces(s, left) else o | L.O_WIN
        s.opts[q] = o
        if o:
            found = 1
    return found


@on_table(I8)
def must_win(s):
    """1 if the seat in turn can win and the last tiles of the wall force it (RULES §4, `forced_last`)."""
    if s.opts[int(s.turn)] & L.O_WIN == 0 or s.draw_type == L.DRAW_DEALT:
        return 0
    return forces(s, wall_left(s) + 1)


@on_table(I8)
def turn_low(s, q):
    """Discards and kongs of the seat in turn: the low 64 bits of its legal actions."""
    held = 0
    fours = 0
    for kind in range(L.KINDS):
        n = int(s.hand[q, kind])
        if n > 0:
            held |= ONE << kind
            if n == 4:
                fours |= ONE << kind
    void = int(s.void_suit[q])
    void_mask = 0x1FF << (9 * void) if void >= 0 else 0
    discards = held
    if s.rules.open_void == L.VOID_FORCED and held & void_mask:
        discards = held & void_mask
    kongs = 0
    if s.draw_type != L.DRAW_NONE and wall_left(s) > 0:
        kongs = fours & ~void_mask
        for m in range(int(s.n_meld[q])):
            if s.meld_type[q, m] == L.MELD_PUNG:
                kongs |= held & (ONE << int(s.meld_kind[q, m]))
    return discards | (kongs << L.A_KONG)


@on_table(pair(I8))
def legal(s, q):
    """Legal actions of a seat as two 64-bit sets (action ids 0-63 and 64-127)."""
    if s.phase == L.PH_OVER or s.leaving[q] != L.STAY:
        return 0, 0
    low = 0
    high = LEAVE_BIT
    if s.phase == L.PH_TURN:
        if q == s.turn:
            if s.opts[q] & L.O_WIN:
                high |= WIN_BIT
            if not must_win(s):
                low = turn_low(s, q)
    elif s.phase == L.PH_VOID:
        if s.void_pick[q] < 0:
            high |= VOID_BITS
    elif s.opts[q] != 0 and s.answer[q] < 0:
        o = int(s.opts[q])
        if o & L.O_WIN:
            high |= WIN_BIT
        if o & L.O_PUNG:
            high |= PUNG_BIT
        if o & L.O_KONG:
            high |= DIRECT_KONG_BIT
        if o & L.O_WIN == 0 or not forces(s, wall_left(s)):
            high |= PASS_BIT
    return low, high


@on_table(I8)
def pending(s):
    """Bit set of the seats whose answer is awaited."""
    if s.phase == L.PH_TURN:
        return ONE << int(s.turn)
    seats = 0
    if s.phase == L.PH_VOID:
        for q in range(int(s.rules.table_seats)):
            if s.void_pick[q] < 0:
                seats |= ONE << q
    elif s.phase == L.PH_CLAIM or s.phase == L.PH_ROB:
        for q in range(int(s.rules.table_seats)):
            if s.opts[q] != 0 and s.answer[q] < 0:
                seats |= ONE << q
    return seats
