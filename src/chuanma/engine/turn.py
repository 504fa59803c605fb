"""The opening of a turn: whether the seat can win, what it could announce, what a winner of `flow` may kong."""

from __future__ import annotations

from chuanma.engine import layout as L
from chuanma.engine.jit import I8, on_table
from chuanma.engine.moves import (
    discards_of,
    keeps_waits,
    named_discards,
    suits_of,
    take_tile,
    waits_without,
    wins_as_dealt,
    won_kind,
)
from chuanma.engine.settle import self_draw_value


@on_table(I8)
def void_after(s, q, kind):
    """The void suit of a seat once it has thrown a tile of the kind, which is still in its hand."""
    regime = s.rules.open_void
    if s.void_suit[q] >= 0 or (regime != L.VOID_FIRST_DISCARD and regime != L.VOID_LOCKED):
        return int(s.void_suit[q])
    suits = suits_of(s, q)
    if regime == L.VOID_LOCKED:
        take_tile(s, q, kind, 1)
        suits = suits_of(s, q)
        take_tile(s, q, kind, -1)
    lacking = 7 & ~suits
    if lacking == 0:
        return kind // 9 if regime == L.VOID_FIRST_DISCARD else -1
    if lacking & (lacking - 1):
        return int(s.void_pick[q])
    return 0 if lacking == 1 else 1 if lacking == 2 else 2


@on_table(I8)
def leaves_ready(t, s, q, kind):
    """1 if throwing the kind leaves 13 ready tiles, with the void suit as it then is."""
    void = int(s.void_suit[q])
    if void >= 0 and s.rules.open_void == L.VOID_LOCKED:
        take_tile(s, q, kind, 1)
        breaks = (suits_of(s, q) >> void) & 1
        take_tile(s, q, kind, -1)
        if breaks:
            return 0
    s.void_suit[q] = void_after(s, q, kind)
    found = waits_without(t, s, q, kind)
    s.void_suit[q] = void
    return 1 if found else 0


@on_table()
def find_announcements(t, s, q):
    """The kinds that the seat in turn may throw to sing or dance (RULES §10)."""
    s.ready_discards = 0
    if (s.rules.side_sing == 0 and s.rules.side_dance == 0) or s.sung[q] != 0 or s.won[q] != 0:
        return
    kinds = named_discards(s, q, discards_of(s, q))
    for kind in range(L.KINDS):
        if (kinds >> kind) & 1 and leaves_ready(t, s, q, kind):
            s.ready_discards |= 1 << kind


@on_table(I8)
def can_win(t, w, s, q):
    """1 if the seat in turn may win with the tiles it holds (RULES §4, §6)."""
    if s.pass_locked[q] or s.broke[q] or s.draw_type == L.DRAW_NONE:
        return 0
    kind = won_kind(s, q)
    if s.draw_type == L.DRAW_DEALT:
        if not wins_as_dealt(t, s, q):
            return 0
        if kind >= 0:
            s.waits[q] = waits_without(t, s, q, kind)
    elif (int(s.waits[q]) >> kind) & 1 == 0:
        return 0
    if s.rules.claim_min_units > 1 and self_draw_value(w, s, q, kind) < s.rules.claim_min_units:
        return 0
    return 1


@on_table()
def open_turn(t, w, s, q):
    """Look at the hand of the seat in turn: after a draw, a pung, a trade, and when a suit was named."""
    s.announced = 0
    s.opts[q] = L.O_WIN if can_win(t, w, s, q) else 0
    s.flow_kong = 0
    if s.won[q] != 0 and s.rules.kong_flow == 0 and s.drawn >= 0:
        s.flow_kong = can_kong_drawn(t, s, q)
    find_announcements(t, s, q)


@on_table(I8)
def can_kong_drawn(t, s, q):
    """1 if a winner of `flow` may kong with the tile just drawn: its waits stay equal."""
    kind = int(s.drawn)
    if kind // 9 == s.void_suit[q]:
        return 0
    if s.hand[q, kind] == L.COPIES:
        return keeps_waits(t, s, q, kind, 4, L.MELD_CONCEALED)
    for m in range(int(s.n_meld[q])):
        if s.meld_type[q, m] == L.MELD_PUNG and s.meld_kind[q, m] == kind:
            s.meld_type[q, m] = L.MELD_ADDED
            found = waits_without(t, s, q, kind)
            s.meld_type[q, m] = L.MELD_PUNG
            return 1 if found == s.waits[q] else 0
    return 0
