"""What a win that is not allowed would be worth: the flags it would have (docs/engine.md), and its units."""

from __future__ import annotations

import numpy as np

from chuanma.engine import layout as L
from chuanma.engine.value import value
from chuanma.refusal.case import Case
from chuanma.view import side_flags


def claimed(c: Case) -> int:
    """Units of a win on the tile on offer."""
    kind = int(c.s["offer_kind"])
    robs = bool(c.s["phase"] == L.PH_ROB)
    flags = side_flags(c.s, c.seat) | _last_copy(c, hidden=int(robs))
    if robs:
        return _units(c, kind, flags | L.F_ROBBED, 1)
    if c.s["kong_discard"] > 0:
        flags |= L.F_KONG_DISCARD
    if c.wall_empty:
        flags |= L.F_LAST_TILE
    if (
        c.rule("value_dihu") == L.DIHU_DRAW_OR_DEALER_DISCARD
        and c.s["n_discards"] == 1
        and c.s["n_calls"] == 0
    ):
        flags |= L.F_EARTH
    return _units(c, kind, flags, 1)


def drawn(c: Case) -> int:
    """Units of a self-draw with the tiles in hand."""
    flags = L.F_SELF_DRAW | side_flags(c.s, c.seat)
    if c.s["draw_type"] == L.DRAW_DEALT:
        return _dealt(c, flags | L.F_HEAVEN)
    flags |= _last_copy(c, hidden=0)
    if c.s["draw_type"] == L.DRAW_REPLACEMENT:
        flags |= L.F_AFTER_KONG
    elif _first_draw(c):
        flags |= L.F_EARTH
    if c.wall_empty:
        flags |= L.F_LAST_TILE
    return _units(c, int(c.s["drawn"]), flags, 0)


def _dealt(c: Case, flags: int) -> int:
    """天胡 has no last tile; in `flow` it is the dealer's 14th, or the lowest held."""
    if c.rule("table_mode") != L.MODE_FLOW:
        return _units(c, -1, flags, 0)
    last = int(c.s["wall"][13 * c.rule("table_seats")])
    kind = last if c.held(last) else next(kind for kind in range(L.KINDS) if c.held(kind))
    return _units(c, kind, flags | _last_copy(c, hidden=0), 0)


def _first_draw(c: Case) -> bool:
    """地胡 by the first draw (RULES §9)."""
    if c.s["dealer"] == c.seat or c.own("n_draws") != 1 or c.own("traded"):
        return False
    if c.rule("value_dihu") == L.DIHU_FIRST_DRAW:
        return not c.melds
    return c.rule("value_dihu") == L.DIHU_DRAW_OR_DEALER_DISCARD and bool(c.s["n_calls"] == 0)


def _last_copy(c: Case, hidden: int) -> int:
    """绝张: of all copies of the seat's waits `hidden` are out of sight, the winning tile aside."""
    if c.bonus(L.B_JUEZHANG) == 0:
        return 0
    left = L.COPIES - c.s["hand"][c.seat].astype(int) - c.s["won_tiles"].sum(axis=0, dtype=int)
    for seat in range(c.rule("table_seats")):
        np.subtract.at(left, c.s["river"][seat][: c.s["n_river"][seat]], 1)
        for meld_type, kind in c.melds_of(seat):
            left[kind] -= 3 if meld_type == L.MELD_PUNG else 4
    waits = [kind for kind in range(L.KINDS) if c.own("waits") >> kind & 1]
    return L.F_JUEZHANG if left[waits].sum() == hidden else 0


def _units(c: Case, kind: int, flags: int, joining: int) -> int:
    """The value with `joining` more tiles of the kind (−1: none is the last one) in hand."""
    hand = c.s["hand"][c.seat].copy()
    if joining:
        hand[kind] += 1
    melds = (c.own("n_meld"), c.s["meld_type"][c.seat], c.s["meld_kind"][c.seat])
    out = np.zeros(L.VALUE_OUT, np.int32)
    return int(value(hand, *melds, kind, flags, c.s["rules"], out))
