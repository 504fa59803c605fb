"""What a hand can still become: how far it is from complete, and what is left to bring it there.

All of it is what the observer of a VIEW may know. What takes long is compiled, when a bot first needs it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from chuanma.engine import layout as L
from chuanma.engine.jit import I4, I8, TABLES, VIEW, kernel, types, vector
from chuanma.engine.shapes import (
    ALL_SETS,
    TOO_FAR,
    accepted_by,
    accepts,
    deficiency,
    droppable,
    own_copies,
    suits_outside,
)
from chuanma.engine.table import suit_tables
from chuanma.engine.value import value

ANY_HAND = 3  # hands a tile that can be ponged may come from, against one that must be drawn

Far = tuple[int, int, int]  # how far a hand is from complete; of two hands the smaller is the better one

_TABLES, _VIEWS = vector(TABLES), vector(VIEW)
_HAND, _LONG, _OUT = vector(types.int8), vector(I8), vector(I4)
_THREE = types.UniTuple(I8, 3)


@kernel(types.void(_VIEWS, I8, _LONG))
def count_unseen(views: Any, i: int, unseen: Any) -> None:
    """Copies of each kind that the observer of `views[i]` sees nowhere."""
    v = views[i]
    for kind in range(L.KINDS):
        unseen[kind] = L.COPIES if v.rules.table_suits == L.SUITS or kind >= L.RANKS else 0
        for q in range(L.SEATS):
            unseen[kind] -= int(v.hand[q, kind]) + int(v.won_tiles[q, kind])
    for q in range(L.SEATS):
        for place in range(int(v.n_river[q])):
            unseen[int(v.river[q, place])] -= 1
        for m in range(int(v.n_meld[q])):
            unseen[int(v.meld_kind[q, m])] -= 3 if v.meld_type[q, m] == L.MELD_PUNG else 4


@kernel(I8(I8, _LONG))
def count_left(kinds: int, unseen: Any) -> int:
    """How many tiles of a set of kinds are left."""
    n = 0
    for kind in range(L.KINDS):
        if (kinds >> kind) & 1:
            n += unseen[kind]
    return n


@kernel(I8(_VIEWS, I8, _HAND, I8, _HAND, _HAND, I8, _LONG, _OUT))
def count_units(
    views: Any,
    i: int,
    hand: Any,
    n_meld: int,
    meld_types: Any,
    meld_kinds: Any,
    waits: int,
    unseen: Any,
    out: Any,
) -> int:
    """What all the tiles left of a ready hand's waits would bring as discards; those below `min_units` nothing."""
    v = views[i]
    n = 0
    for kind in range(L.KINDS):
        if (waits >> kind) & 1 and unseen[kind] > 0:
            hand[kind] += 1
            units = value(hand, n_meld, meld_types, meld_kinds, kind, 0, v.rules, out)
            hand[kind] -= 1
            if units >= v.rules.claim_min_units:
                n += unseen[kind] * units
    return n


@kernel(types.UniTuple(I8, 2)(_TABLES, _HAND, I8, _HAND, _HAND, I8))
def accepted_now(
    tables: Any, hand: Any, n_meld: int, meld_types: Any, meld_kinds: Any, void: int
) -> tuple[int, int]:
    """Deficiency of a hand that is to draw, and the bit set of the kinds that lower it."""
    t = tables[0]
    used_up = 0
    for kind in range(L.KINDS):
        if kind // L.RANKS == void or own_copies(hand, n_meld, meld_types, meld_kinds, kind) >= L.COPIES:
            used_up |= 1 << kind
    may_drop = droppable(suits_outside(meld_kinds, n_meld), void)
    missing, lower = accepted_by(t.cls[:], t.comb[:], hand, ALL_SETS - n_meld, may_drop, used_up)
    return missing - 1, lower


@kernel(_THREE(_TABLES, _VIEWS, I8, _HAND, I8, _HAND, _HAND, I8, _LONG))
def look_ahead(
    tables: Any,
    views: Any,
    i: int,
    hand: Any,
    n_meld: int,
    meld_types: Any,
    meld_kinds: Any,
    void: int,
    unseen: Any,
) -> tuple[int, int, int]:
    """A hand that is to draw: deficiency, tiles left that lower it, and what these lead to, summed over them.

    A tile leads to as many tiles as are left to lower the deficiency again, after the best discard; where that makes
    the hand ready, to the units of `count_units`. A ready hand leads to these at once. A tile held twice may come from
    ANY_HAND: it can be ponged.
    """
    t = tables[0]
    out = np.zeros(L.VALUE_OUT, np.int32)
    away, lower = accepted_now(tables, hand, n_meld, meld_types, meld_kinds, void)
    left = count_left(lower, unseen)
    if away <= 0:
        return away, left, count_units(views, i, hand, n_meld, meld_types, meld_kinds, lower, unseen, out)
    after, accepted = np.zeros(L.KINDS, np.int64), np.zeros(L.KINDS, np.int64)
    ahead = 0
    for drawn in range(L.KINDS):
        n = unseen[drawn] * (ANY_HAND if hand[drawn] >= 2 else 1)
        if (lower >> drawn) & 1 == 0 or n == 0:
            continue
        hand[drawn] += 1
        unseen[drawn] -= 1
        accepts(t.cls[:], t.comb[:], hand, n_meld, meld_types, meld_kinds, void, after, accepted)
        most = 0
        for thrown in range(L.KINDS):
            if hand[thrown] == 0 or after[thrown] >= away:
                continue
            if away > 1:
                found = count_left(accepted[thrown], unseen)
            else:
                hand[thrown] -= 1
                found = count_units(
                    views, i, hand, n_meld, meld_types, meld_kinds, accepted[thrown], unseen, out
                )
                hand[thrown] += 1
            most = max(most, found)
        ahead += n * most
        hand[drawn] -= 1
        unseen[drawn] += 1
    return away, left, ahead


@kernel(types.void(_TABLES, _HAND, I8, _HAND, I8, _LONG))
def after_discards(tables: Any, hand: Any, n_meld: int, meld_kinds: Any, void: int, after: Any) -> None:
    """The deficiency after the discard of each kind; TOO_FAR for kinds not held."""
    t = tables[0]
    for kind in range(L.KINDS):
        after[kind] = TOO_FAR
        if hand[kind] > 0:
            hand[kind] -= 1
            after[kind] = deficiency(t.cls[:], t.comb[:], hand, n_meld, meld_kinds, void)
            hand[kind] += 1


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the observer of a VIEW holds, what it must do without, and what it has not seen.

    `tiles` are 27 counts, `void` a suit (−1: any), `unseen` the copies of each kind that it sees nowhere.
    """

    view: np.ndarray
    tiles: np.ndarray
    n_meld: int
    meld_types: np.ndarray
    meld_kinds: np.ndarray
    void: int
    unseen: np.ndarray

    @classmethod
    def of(cls, view: np.ndarray) -> Outlook:
        """The observer's. Without a void suit, three suits in hand: the suit it is best without is to go."""
        seat = int(view["seat"][0])
        unseen = np.zeros(L.KINDS, np.int64)
        count_unseen(view, 0, unseen)
        known = int(view["void_suit"][0, seat])
        held = cls(
            view,
            view["hand"][0, seat].copy(),
            int(view["n_meld"][0, seat]),
            view["meld_type"][0, seat].copy(),
            view["meld_kind"][0, seat].copy(),
            known if known >= 0 else int(view["void_pick"][0]),
            unseen,
        )
        return held if held.void >= 0 else held.settled()

    def settled(self) -> Outlook:
        """The same without the suit it is best without, if it holds three suits, not all in open sets."""
        shown = {int(kind) // L.RANKS for kind in self.meld_kinds[: self.n_meld]}
        hidden = [suit for suit in range(L.SUITS) if suit not in shown]
        if not hidden or any(self.size(suit) == 0 for suit in hidden):
            return self
        return replace(self, void=self.best_void(hidden))

    def size(self, suit: int) -> int:
        """Concealed tiles of a suit."""
        return int(self.tiles[suit * L.RANKS : (suit + 1) * L.RANKS].sum())

    def best_void(self, suits: Iterable[int]) -> int:
        """The suit without which the hand is nearest to complete; of equals the one it holds less of."""
        return min(suits, key=lambda suit: (*replace(self, void=suit).far(), self.size(suit), suit))

    def without(self, kind: int, n: int = 1) -> Outlook:
        """The same when `n` tiles of a kind are gone."""
        tiles = self.tiles.copy()
        tiles[kind] -= n
        return replace(self, tiles=tiles)

    def with_set(self, kind: int, n: int, meld: int) -> Outlook:
        """The same when `n` tiles of a kind have gone to an open set of the type `meld`; an added one to its pung."""
        kinds, meld_types = self.meld_kinds.copy(), self.meld_types.copy()
        place = self.n_meld
        if meld == L.MELD_ADDED:
            place = kinds[:place].tolist().index(kind)
        kinds[place], meld_types[place] = kind, meld
        n_meld = max(self.n_meld, place + 1)
        return replace(self.without(kind, n), n_meld=n_meld, meld_types=meld_types, meld_kinds=kinds)

    def near(self) -> tuple[int, int]:
        """Deficiency and minus the tiles left that lower it: less exact than `far`, and quicker."""
        away, lower = accepted_now(
            suit_tables(), self.tiles, self.n_meld, self.meld_types, self.meld_kinds, self.void
        )
        return away, -count_left(lower, self.unseen)

    def left(self) -> int:
        """Tiles left that lower the deficiency."""
        return -self.near()[1]

    def far(self) -> Far:
        """How far the hand is from complete before it draws: the deficiency, then what `look_ahead` finds."""
        away, left, ahead = look_ahead(
            suit_tables(),
            self.view,
            0,
            self.tiles,
            self.n_meld,
            self.meld_types,
            self.meld_kinds,
            self.void,
            self.unseen,
        )
        return away, -ahead, -left

    def best_discard(self, kinds: Iterable[int]) -> tuple[Far, int]:
        """Which of these kinds to throw, and how far the hand is then. ValueError if there are none.

        Tiles of the void suit go first, whatever else the hand holds: they are worth nothing, and may not stay. Of
        kinds as good the one goes that is likely worth least to the others: few copies unseen, far from 5.
        """
        void = [kind for kind in kinds if kind // L.RANKS == self.void]
        if void:
            kind = min(void, key=self._use)
            return self.without(kind).far(), kind
        after = np.zeros(L.KINDS, np.int64)
        after_discards(suit_tables(), self.tiles, self.n_meld, self.meld_kinds, self.void, after)
        nearest = min(int(after[kind]) for kind in kinds)
        _, _, far, kind = min(
            (far, self._use(kind), far, kind)
            for kind in kinds
            if after[kind] == nearest
            for far in (self.without(kind).far(),)
        )
        return far, kind

    def _use(self, kind: int) -> tuple[int, int, int]:
        return int(self.unseen[kind]), -abs(kind % L.RANKS - 4), kind
