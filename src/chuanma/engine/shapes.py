"""Shapes: is a hand complete, how far is it from that, what completes it (RULES §6).

A suit's tiles are one number, its key (sum of count * 5**(rank - 1)). `cls` puts each key into one of 126
classes, `comb` says for two classes and 0-4 sets how many tiles are missing for these sets and a pair over both
suits (tools/build_tables.py). The tables are too large for a compiled global, so kernels take them as arguments.

Hands are int8[27]; `void` is a suit or −1. A deficiency of −1 is a complete hand, 0 a ready one.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from chuanma.engine import layout as L
from chuanma.engine.jit import BOOL, I4, I8, inner, kernel, types, vector

TOO_FAR = 99  # open sets in three suits or in the void suit: no tiles can complete the hand
PAIRS = 7

_CLS, _COMB, _HAND, _KEYS = vector(types.uint8), vector(types.uint8, 3), vector(types.int8), vector(I4)
_LONG = vector(I8)


@cache
def load_tables() -> tuple[np.ndarray, np.ndarray]:
    """`cls` u1[5**9] and `comb` u1[5, 126, 126]."""
    with np.load(Path(__file__).parent / "data/suit.npz") as held:
        return np.ascontiguousarray(held["cls"]), np.ascontiguousarray(held["comb"])


@kernel(I8(_HAND, I8))
def suit_key(hand, suit):
    """The key of one suit of a hand."""
    key = 0
    for rank in range(L.RANKS - 1, -1, -1):
        key = key * 5 + int(hand[suit * L.RANKS + rank])
    return key


@inner(I8(_HAND, I8))
def suits_outside(meld_kinds, n_meld):
    """Bit set of the suits of the open sets."""
    suits = 0
    for m in range(n_meld):
        suits |= 1 << (int(meld_kinds[m]) // L.RANKS)
    return suits


@inner(I8(_HAND, I8, I8))
def missing_pairs(hand, first, second):
    """Tiles missing for seven pairs over two suits; four alike are two pairs."""
    pairs = 0
    singles = 0
    for rank in range(L.RANKS):
        a = int(hand[first * L.RANKS + rank])
        b = int(hand[second * L.RANKS + rank])
        pairs += (a >> 1) + (b >> 1)
        singles += (a & 1) + (b & 1)
    wanted = PAIRS - pairs
    return wanted + max(0, wanted - singles)


@inner(I8(_CLS, _COMB, _HAND, I8, I8, I8, I8, I8, I8))
def missing_without(cls, comb, hand, n_meld, outside, dropped, key0, key1, key2):
    """Tiles missing when the suit `dropped` is not used; TOO_FAR if an open set is of it."""
    if (outside >> dropped) & 1:
        return TOO_FAR
    first = 1 if dropped == 0 else 0
    second = 1 if dropped == 2 else 2
    a = cls[key1 if dropped == 0 else key0]
    b = cls[key1 if dropped == 2 else key2]
    found = int(comb[4 - n_meld, a, b])
    if n_meld == 0 and found > 0:
        found = min(found, missing_pairs(hand, first, second))
    return found


@inner(I8(_CLS, _COMB, _HAND, I8, I8, I8, I8, I8, I8))
def missing(cls, comb, hand, n_meld, outside, void, key0, key1, key2):
    """Tiles missing for a complete hand of at most two suits, none of them the void suit."""
    if void >= 0:
        return missing_without(cls, comb, hand, n_meld, outside, void, key0, key1, key2)
    best = TOO_FAR
    for dropped in range(L.SUITS):
        best = min(best, missing_without(cls, comb, hand, n_meld, outside, dropped, key0, key1, key2))
    return best


@kernel(I8(_CLS, _COMB, _HAND, I8, _HAND, I8))
def deficiency(cls, comb, hand, n_meld, meld_kinds, void):
    """How far a hand is from being complete: −1 complete, 0 ready; tiles of a suit not used are worth nothing."""
    outside = suits_outside(meld_kinds, n_meld)
    key0, key1, key2 = suit_key(hand, 0), suit_key(hand, 1), suit_key(hand, 2)
    return missing(cls, comb, hand, n_meld, outside, void, key0, key1, key2) - 1


@inner(BOOL(I8, I8, I8, I8, I8))
def suits_allowed(outside, void, key0, key1, key2):
    """True if at most two suits are held, open sets counted, and none is the void suit."""
    suits = outside
    if key0:
        suits |= 1
    if key1:
        suits |= 2
    if key2:
        suits |= 4
    return suits != 7 and (void < 0 or (suits >> void) & 1 == 0)


@inner(BOOL(_CLS, _COMB, _HAND, I8, I8, I8, I8, I8))
def complete(cls, comb, hand, n_meld, outside, key0, key1, key2):
    """True if tiles of two suits are complete."""
    dropped = 2 if key2 == 0 and not outside & 4 else 1 if key1 == 0 and not outside & 2 else 0
    return missing_without(cls, comb, hand, n_meld, outside, dropped, key0, key1, key2) == 0


@kernel(BOOL(_CLS, _COMB, _HAND, I8, _HAND, I8))
def is_win(cls, comb, hand, n_meld, meld_kinds, void):
    """True if the tiles (14, an open set counting three) are complete: at most two suits, none of the void suit."""
    outside = suits_outside(meld_kinds, n_meld)
    key0, key1, key2 = suit_key(hand, 0), suit_key(hand, 1), suit_key(hand, 2)
    if not suits_allowed(outside, void, key0, key1, key2):
        return False
    return complete(cls, comb, hand, n_meld, outside, key0, key1, key2)


@inner(I8(_HAND, I8, _HAND, _HAND, I8))
def own_copies(hand, n_meld, meld_types, meld_kinds, kind):
    """Copies of a kind that the seat holds itself, open sets included."""
    own = int(hand[kind])
    for m in range(n_meld):
        if meld_kinds[m] == kind:
            own += 3 if meld_types[m] == L.MELD_PUNG else 4
    return own


@kernel(I8(_CLS, _COMB, _KEYS, _HAND, I8, _HAND, _HAND, I8))
def waits_from_keys(cls, comb, keys, hand, n_meld, meld_types, meld_kinds, void):
    """`waits` for a hand whose suit keys are known."""
    outside = suits_outside(meld_kinds, n_meld)
    key0, key1, key2 = int(keys[0]), int(keys[1]), int(keys[2])
    if not suits_allowed(outside, void, key0, key1, key2):
        return 0
    if missing(cls, comb, hand, n_meld, outside, void, key0, key1, key2) != 1:
        return 0
    found = 0
    power = 1
    for kind in range(L.KINDS):
        power = 1 if kind % L.RANKS == 0 else power * 5
        if own_copies(hand, n_meld, meld_types, meld_kinds, kind) >= L.COPIES:
            continue
        suit = kind // L.RANKS
        k0 = key0 + power if suit == 0 else key0
        k1 = key1 + power if suit == 1 else key1
        k2 = key2 + power if suit == 2 else key2
        if not suits_allowed(outside, void, k0, k1, k2):
            continue
        hand[kind] += 1
        if complete(cls, comb, hand, n_meld, outside, k0, k1, k2):
            found |= 1 << kind
        hand[kind] -= 1
    return found


@kernel(I8(_CLS, _COMB, _HAND, I8, _HAND, _HAND, I8))
def waits(cls, comb, hand, n_meld, meld_types, meld_kinds, void):
    """Bit set of the kinds that complete 13 tiles (an open set counting three).

    A kind of which the seat holds all four is none, nor is any while three suits or a void tile are held (RULES §6).
    """
    keys = np.empty(L.SUITS, np.int32)
    for suit in range(L.SUITS):
        keys[suit] = suit_key(hand, suit)
    return waits_from_keys(cls, comb, keys, hand, n_meld, meld_types, meld_kinds, void)


@kernel(types.void(_CLS, _COMB, _HAND, I8, _HAND, _HAND, I8, _LONG, _LONG))
def accepts(cls, comb, hand, n_meld, meld_types, meld_kinds, void, after, accepted):
    """For each kind in hand (14 tiles): the deficiency after its discard, and the bit set of kinds that lower it.

    `after` and `accepted` are int64[27]; TOO_FAR and 0 for kinds not held. A kind of which the 14 tiles and open
    sets hold all four is not accepted: none is left to draw.
    """
    outside = suits_outside(meld_kinds, n_meld)
    key0, key1, key2 = suit_key(hand, 0), suit_key(hand, 1), suit_key(hand, 2)
    power = 1
    for thrown in range(L.KINDS):
        power = 1 if thrown % L.RANKS == 0 else power * 5
        after[thrown] = TOO_FAR
        accepted[thrown] = 0
        if hand[thrown] == 0:
            continue
        suit = thrown // L.RANKS
        k0 = key0 - power if suit == 0 else key0
        k1 = key1 - power if suit == 1 else key1
        k2 = key2 - power if suit == 2 else key2
        hand[thrown] -= 1
        held = missing(cls, comb, hand, n_meld, outside, void, k0, k1, k2)
        after[thrown] = held - 1
        drawn_power = 1
        for kind in range(L.KINDS):
            drawn_power = 1 if kind % L.RANKS == 0 else drawn_power * 5
            drawn = kind // L.RANKS
            own = own_copies(hand, n_meld, meld_types, meld_kinds, kind) + (1 if kind == thrown else 0)
            if drawn == void or own >= L.COPIES:
                continue
            d0 = k0 + drawn_power if drawn == 0 else k0
            d1 = k1 + drawn_power if drawn == 1 else k1
            d2 = k2 + drawn_power if drawn == 2 else k2
            hand[kind] += 1
            if missing(cls, comb, hand, n_meld, outside, void, d0, d1, d2) < held:
                accepted[thrown] |= 1 << kind
            hand[kind] -= 1
        hand[thrown] += 1
