"""`greedy`: always one step nearer to a complete hand, blind to what the others do and to what a hand is worth.

It names the suit it holds least of as its void suit, throws the tile that keeps the deficiency lowest (of equals one of
the suit it gives up, then the most isolated), makes a kong when the deficiency does not rise, a pung when it falls, and
always wins. Tiles to swap or to lay face down are the first of the suit it holds least of; it neither sings nor dances.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from chuanma.actions import ACTIONS, Action
from chuanma.bots.base import legal_bits, modest, offered
from chuanma.engine import layout as L
from chuanma.engine.jit import I8, TABLES, VIEW, kernel, vector
from chuanma.engine.shapes import TOO_FAR, deficiency
from chuanma.engine.table import suit_tables

_LEGAL_HIGH = 64
_PLAYS = (
    (1 << L.KINDS) - 1 << L.A_DISCARD | 1 << L.A_WIN | 1 << L.A_PASS
)  # one of these is what it is asked for


@kernel(I8(VIEW, I8))
def may(v: Any, action: int) -> int:
    """1 if the action is legal for the observer."""
    bit = action - _LEGAL_HIGH if action >= _LEGAL_HIGH else action
    return (int(v.legal[action // _LEGAL_HIGH]) >> bit) & 1


@kernel(I8(TABLES, VIEW, I8, I8))
def away(t: Any, v: Any, extra: int, void: int) -> int:
    """Deficiency of the observer's concealed tiles with `extra` more open sets; `void` −1: any suit may go."""
    q = int(v.seat)
    return int(deficiency(t.cls[:], t.comb[:], v.hand[q], int(v.n_meld[q]) + extra, v.meld_kind[q], void))


@kernel(I8(VIEW, I8))
def suit_size(v: Any, suit: int) -> int:
    """Tiles of a suit in hand."""
    n = 0
    for rank in range(L.RANKS):
        n += int(v.hand[int(v.seat), suit * L.RANKS + rank])
    return n


@kernel(I8(TABLES, VIEW))
def suit_to_drop(t: Any, v: Any) -> int:
    """The void suit, or where none is named the one without which the hand is nearest to complete; then the smaller."""
    void = int(v.void_suit[int(v.seat)])
    if void >= 0:
        return void
    best = 0
    lowest = 2 * TOO_FAR
    for suit in range(L.SUITS):
        found = away(t, v, 0, suit)
        if found < lowest or (found == lowest and suit_size(v, suit) < suit_size(v, best)):
            best = suit
            lowest = found
    return best


@kernel(I8(VIEW, I8))
def ties(v: Any, kind: int) -> int:
    """How much a tile has to do with the rest of the hand; of tiles with as much the one nearer to 5 has more."""
    q = int(v.seat)
    rank = kind % L.RANKS
    score = 3 * (int(v.hand[q, kind]) - 1)
    for step in range(1, 3):
        if rank >= step and v.hand[q, kind - step] > 0:
            score += 3 - step
        if rank + step < L.RANKS and v.hand[q, kind + step] > 0:
            score += 3 - step
    return 5 * score + 4 - abs(rank - 4)


@kernel(I8(TABLES, VIEW))
def best_discard(t: Any, v: Any) -> int:
    """The legal discard that leaves the lowest deficiency; of equals one of the suit to drop, then the least tied."""
    q = int(v.seat)
    drop = suit_to_drop(t, v)
    best = -1
    least = 0
    for kind in range(L.KINDS):
        if not may(v, L.A_DISCARD + kind):
            continue
        link = ties(v, kind)
        v.hand[q, kind] -= 1
        found = away(t, v, 0, drop)
        v.hand[q, kind] += 1
        cost = (2 * found + (0 if kind // L.RANKS == drop else 1)) * 1000 + link
        if best < 0 or cost < least:
            best = kind
            least = cost
    return L.A_DISCARD + best


@kernel(I8(TABLES, VIEW, I8, I8, I8))
def away_after(t: Any, v: Any, kind: int, n: int, extra: int) -> int:
    """Deficiency when `n` tiles of a kind leave the hand, for `extra` open sets more (0 for a kong added to a pung)."""
    q = int(v.seat)
    if extra:
        v.meld_kind[q, int(v.n_meld[q])] = kind
    v.hand[q, kind] -= n
    found = away(t, v, extra, int(v.void_suit[q]))
    v.hand[q, kind] += n
    return int(found)


@kernel(I8(TABLES, VIEW))
def kong_in_turn(t: Any, v: Any) -> int:
    """A kong that does not raise the deficiency, or -1. Of 14 tiles one is always useless: thrown, it costs nothing."""
    q = int(v.seat)
    now = away(t, v, 0, int(v.void_suit[q]))
    for kind in range(L.KINDS):
        if may(v, L.A_KONG + kind):
            n = int(v.hand[q, kind])
            if away_after(t, v, kind, n, 1 if n == L.COPIES else 0) <= now:
                return L.A_KONG + kind
    return -1


@kernel(I8(TABLES, VIEW))
def answer(t: Any, v: Any) -> int:
    """To a tile on offer: win, a kong that does not raise the deficiency, a pung that lowers it, else pass."""
    kind = int(v.offer_kind)
    now = away(t, v, 0, int(v.void_suit[int(v.seat)]))
    if may(v, L.A_DIRECT_KONG) and away_after(t, v, kind, 3, 1) <= now:
        return L.A_DIRECT_KONG
    if may(v, L.A_PUNG) and away_after(t, v, kind, 2, 1) < now:
        return L.A_PUNG
    return L.A_PASS


@kernel(I8(vector(TABLES), vector(VIEW), I8))
def greedy_at(tables: Any, views: Any, i: int) -> int:
    """What the observer of `views[i]` plays, in its turn or to an offer; the view is written on."""
    t = tables[0]
    v = views[i]
    if may(v, L.A_WIN):
        return L.A_WIN
    if v.phase != L.PH_TURN:
        return int(answer(t, v))
    kong = int(kong_in_turn(t, v))
    return kong if kong >= 0 else int(best_discard(t, v))


class GreedyBot:
    """It remembers nothing and uses no chance."""

    def choose(self, view: np.ndarray) -> Action:
        """See `Bot`."""
        bits = legal_bits(view)
        if bits & _PLAYS:
            return ACTIONS[greedy_at(suit_tables(), view, 0)]
        if suits := offered(bits, L.A_VOID, L.SUITS):
            return ACTIONS[L.A_VOID + _smallest(view, suits)]
        picks = offered(bits, L.A_PICK)
        if picks and view["phase"][0] != L.PH_TURN:
            suit = _smallest(view, sorted({kind // L.RANKS for kind in picks}))
            return ACTIONS[L.A_PICK + min(kind for kind in picks if kind // L.RANKS == suit)]
        return modest(bits)


def _smallest(view: np.ndarray, suits: list[int]) -> int:
    """The suit with the fewest tiles of these; of equals the first."""
    hand = view["hand"][0, view["seat"][0]]
    return min(suits, key=lambda suit: (int(hand[suit * L.RANKS : (suit + 1) * L.RANKS].sum()), suit))
