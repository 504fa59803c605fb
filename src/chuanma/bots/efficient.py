"""`efficient`: the shortest way to a complete hand, by the tiles still to come (docs/bots.md says how it decides).

One function for each phase, which returns the action or None: no rule for that, so `modest` answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from chuanma.actions import ACTIONS, Action
from chuanma.bots.base import legal_bits, modest, offered
from chuanma.bots.outlook import Far, Outlook
from chuanma.engine import layout as L

MANY = 5  # tiles left of its waits that make a ready hand worth announcing (唱歌, 跳舞)
READY = 0


class EfficientBot:
    """It remembers nothing and uses no chance."""

    def choose(self, view: np.ndarray) -> Action:
        """See `Bot`."""
        bits = legal_bits(view)
        if bits >> L.A_WIN & 1:
            return ACTIONS[L.A_WIN]
        answer = _ANSWERS.get(int(view["phase"][0]))
        number = answer(view, bits) if answer else None
        return modest(bits) if number is None else ACTIONS[number]


def _swap(view: np.ndarray, bits: int) -> int | None:
    """The tile to give away next: of the tiles of one suit (or of any) those whose loss leaves the best rest."""
    kinds = offered(bits, L.A_PICK)
    given = view["swap_pick"][0, : view["n_pick"][0]].tolist()
    wanted = int(view["rules"]["open_swap"][0]) - len(given)
    rest = Outlook.of(view)
    for kind in given:
        rest = rest.without(kind)
    if view["rules"]["open_swap_same_suit"][0]:
        groups = [[kind for kind in kinds if kind // L.RANKS == suit] for suit in range(L.SUITS)]
    else:
        groups = [kinds]
    plans = [_gift(rest, group, wanted) for group in groups if group]
    return L.A_PICK + min(plans)[1] if plans else None


def _gift(rest: Outlook, kinds: list[int], wanted: int) -> tuple[tuple[int, int], int]:
    """How near the hand stays when it gives `wanted` tiles of these kinds, one after another; and the first of them."""
    first = -1
    near = rest.near()
    for _ in range(wanted):
        held = [kind for kind in kinds if rest.tiles[kind] > 0]
        near, kind = min((rest.without(kind).near(), kind) for kind in held)
        rest = rest.without(kind)
        first = kind if first < 0 else first
    return near, first


def _void(view: np.ndarray, bits: int) -> int | None:
    """The suit to do without; then the tile of it that is laid face down, which is as well as any other."""
    if suits := offered(bits, L.A_VOID, L.SUITS):
        return L.A_VOID + Outlook.of(view).best_void(suits)
    if kinds := offered(bits, L.A_PICK):
        return L.A_PICK + Outlook.of(view).best_discard(kinds)[1]
    return None


def _turn(view: np.ndarray, bits: int) -> int | None:
    """A kong that leaves the hand as near, else the best discard; a suit is named first where the discard needs it."""
    kinds = offered(bits, L.A_DISCARD)
    suits = offered(bits, L.A_VOID, L.SUITS)
    held = Outlook.of(view)
    if suits and (not kinds or held.best_discard(_held(held))[1] not in kinds):
        return L.A_VOID + held.best_void(suits)
    if not kinds:
        return None
    far, kind = held.best_discard(kinds)
    kong = _kong(held, offered(bits, L.A_KONG), far)
    if kong is not None:
        return kong
    if far[0] == READY:
        announced = _announce(view, bits, held.without(kind).left())
        if announced is not None:
            return announced
    return L.A_DISCARD + kind


def _held(held: Outlook) -> list[int]:
    return [int(kind) for kind in np.flatnonzero(held.tiles)]


def _kong(held: Outlook, kinds: list[int], far: Far) -> int | None:
    """The kong that leaves the hand nearest, if that is as near as without it."""
    if not kinds or (held.view["rules"]["open_void"][0] == L.VOID_LOCKED and _must_throw(held)):
        return None
    after = []
    for kind in kinds:
        n = int(held.tiles[kind])
        after.append(
            (held.with_set(kind, n, L.MELD_CONCEALED if n == L.COPIES else L.MELD_ADDED).far(), kind)
        )
    found, kind = min(after)
    return L.A_KONG + kind if found[0] <= far[0] else None


def _must_throw(held: Outlook) -> bool:
    """True if a tile of the void suit would be kept by whoever draws another tile first: under `locked` a fault."""
    return held.void >= 0 and held.size(held.void) > 0


def _announce(view: np.ndarray, bits: int, left: int) -> int | None:
    """唱歌 or 跳舞, the dearer, if it doubles anything and many tiles are left."""
    factors = view["rules"]["value_bonuses"][0]
    ways = ((L.A_SING, L.B_SING), (L.A_DANCE, L.B_DANCE))
    paid = [(int(factors[bonus]), -action) for action, bonus in ways if bits >> action & 1]
    if left < MANY or not paid or max(paid)[0] <= 1:
        return None
    return -max(paid)[1]


def _claim(view: np.ndarray, bits: int) -> int | None:
    """A kong that leaves the hand as near; a pung that brings it nearer, or leaves it as near with more to come."""
    held = Outlook.of(view)
    kind = int(view["offer_kind"][0])
    far = held.far()
    if bits >> L.A_DIRECT_KONG & 1 and held.with_set(kind, 3, L.MELD_DIRECT).far()[0] <= far[0]:
        return L.A_DIRECT_KONG
    if bits >> L.A_PUNG & 1:
        after = held.with_set(kind, 2, L.MELD_PUNG)
        barred = -1 if view["rules"]["claim_swap_call"][0] else kind
        kinds = [each for each in _held(after) if each != barred]
        if kinds and after.best_discard(kinds)[0][:2] < far[:2]:
            return L.A_PUNG
    return None


_ANSWERS: Mapping[int, Callable[[np.ndarray, int], int | None]] = {
    L.PH_SWAP: _swap,
    L.PH_VOID: _void,
    L.PH_TURN: _turn,
    L.PH_CLAIM: _claim,
}
