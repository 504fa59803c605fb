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
from chuanma.engine.jit import BOOL, I4, I8, inner, kernel, pair, types, vector

TOO_FAR = 99  # open sets in three suits or in the void suit: no tiles can complete the hand
PAIRS = 7
ALL_SETS = 4
ONE_PAIR = 16  # pairs and single tiles in one number: pairs * 16 + singles, of which there are at most 14
EVERY_SUIT = 7

_CLS, _COMB, _HAND, _KEYS = vector(types.uint8), vector(types.uint8, 3), vector(types.int8), vector(I4)
_LONG = vector(I8)


@cache
def load_tables() -> tuple[np.ndarray, np.ndarray]:
    """`cls` u1[5**9] and `comb` u1[5, 126, 126]."""
    with np.load(Path(__file__).parent / "data/suit.npz") as held:
        return np.ascontiguousarray(held["cls"]), np.ascontiguousarray(held["comb"])


@inner(pair(I8)(_HAND, I8))
def tally(hand, suit):
    """The key of one suit, and its pairs * ONE_PAIR + single tiles."""
    at = suit * L.RANKS
    key = 0
    pairs = 0
    for rank in range(L.RANKS - 1, -1, -1):
        n = int(hand[at + rank])
        key = key * 5 + n
        pairs += (n >> 1) * ONE_PAIR + (n & 1)
    return key, pairs


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


@inner(I8(I8))
def missing_pairs(pairs):
    """Tiles missing for seven pairs, given pairs * ONE_PAIR + single tiles; four alike are two pairs."""
    wanted = PAIRS - pairs // ONE_PAIR
    return wanted + max(0, wanted - pairs % ONE_PAIR)


@inner(I8(_COMB, I8, I8, I8, I8))
def missing_in(comb, need, one, other, pairs):
    """Tiles missing for `need` sets and a pair, or for seven pairs, of two suits of the classes `one` and `other`."""
    found = int(comb[need, one, other])
    return found if need < ALL_SETS or found == 0 else min(found, missing_pairs(pairs))


@inner(I8(_COMB, I8, I8, I8, I8, I8, I8, I8, I8))
def missing(comb, need, may_drop, c0, c1, c2, p0, p1, p2):
    """Tiles missing for a complete hand without one of the suits in the bit set `may_drop`.

    `c0` … are the classes of the suits, `p0` … their pairs as in `tally`.
    """
    best = TOO_FAR
    if may_drop & 4:
        best = missing_in(comb, need, c0, c1, p0 + p1)
    if may_drop & 2:
        best = min(best, missing_in(comb, need, c0, c2, p0 + p2))
    if may_drop & 1:
        best = min(best, missing_in(comb, need, c1, c2, p1 + p2))
    return best


@inner(I8(I8, I8))
def droppable(outside, void):
    """Bit set of the suits a complete hand may do without: the void suit alone, or all without open sets."""
    return (EVERY_SUIT if void < 0 else 1 << void) & ~outside


@kernel(I8(_CLS, _COMB, _HAND, I8, _HAND, I8), inline="always")
def deficiency(cls, comb, hand, n_meld, meld_kinds, void):
    """How far a hand is from being complete: −1 complete, 0 ready; tiles of a suit not used are worth nothing."""
    k0, p0 = tally(hand, 0)
    k1, p1 = tally(hand, 1)
    k2, p2 = tally(hand, 2)
    c0, c1, c2 = int(cls[k0]), int(cls[k1]), int(cls[k2])
    may_drop = droppable(suits_outside(meld_kinds, n_meld), void)
    return missing(comb, ALL_SETS - n_meld, may_drop, c0, c1, c2, p0, p1, p2) - 1


@inner(I8(I8, I8, I8, I8))
def suits_held(outside, k0, k1, k2):
    """Bit set of the suits of tiles and open sets."""
    return outside | (1 if k0 else 0) | (2 if k1 else 0) | (4 if k2 else 0)


@inner(BOOL(I8, I8))
def suits_allowed(suits, void):
    """True for at most two suits, none of them the void suit."""
    return suits != EVERY_SUIT and (void < 0 or (suits >> void) & 1 == 0)


@inner(I8(_HAND))
def lone_tiles(hand):
    """Bit set of the kinds held once or three times."""
    found = 0
    for kind in range(L.KINDS):
        found |= (int(hand[kind]) & 1) << kind
    return found


@kernel(BOOL(_CLS, _COMB, _HAND, I8, _HAND, I8), inline="always")
def is_win(cls, comb, hand, n_meld, meld_kinds, void):
    """True if the tiles (14, an open set counting three) are complete: at most two suits, none of the void suit."""
    # Without a jump that depends on the tiles: one wrongly foreseen costs as much as the rest.
    k0, k1, k2 = suit_key(hand, 0), suit_key(hand, 1), suit_key(hand, 2)
    has0, has2 = int(k0 != 0), int(k2 != 0)
    suits = suits_held(suits_outside(meld_kinds, n_meld), k0, k1, k2)
    refused = (suits + 1) >> L.SUITS  # 1 for three suits
    if void >= 0:
        refused |= (suits >> void) & 1
    one, other = k0 + k1 * (1 - has0), k2 + k1 * (has0 & (1 - has2))  # the suits held, as far as they are two
    odd = np.int8(0)
    for kind in range(L.KINDS):
        odd |= hand[kind]
    pairs = (odd & 1) | n_meld  # 0 for pairs alone
    return (refused == 0) & ((comb[ALL_SETS - n_meld, cls[one], cls[other]] == 0) | (pairs == 0))


@inner(I8(_HAND, I8, _HAND, _HAND, I8))
def own_copies(hand, n_meld, meld_types, meld_kinds, kind):
    """Copies of a kind that the seat holds itself, open sets included."""
    own = int(hand[kind])
    for m in range(n_meld):
        if meld_kinds[m] == kind:
            own += 3 if meld_types[m] == L.MELD_PUNG else 4
    return own


@inner(I8(_CLS, _COMB, _HAND, I8, I8, I8, I8))
def completing(cls, comb, hand, need, suit, key, other):
    """Bit set of the kinds of a suit that complete `need` sets and a pair; `other` is the other suit's class."""
    found = 0
    power = 1
    for kind in range(suit * L.RANKS, suit * L.RANKS + L.RANKS):
        if hand[kind] < L.COPIES and comb[need, cls[key + power], other] == 0:
            found |= 1 << kind
        power *= 5
    return found


@kernel(I8(_CLS, _COMB, _KEYS, _HAND, I8, _HAND, _HAND, I8))
def waits_from_keys(cls, comb, keys, hand, n_meld, meld_types, meld_kinds, void):
    """`waits` for a hand whose suit keys are known."""
    k0, k1, k2 = int(keys[0]), int(keys[1]), int(keys[2])
    if not suits_allowed(suits_held(suits_outside(meld_kinds, n_meld), k0, k1, k2), void):
        return 0
    # A tile of a suit not held would be a lone one of that suit: only the suits held can wait.
    first = 0 if k0 else 1
    second = 2 if k2 else 1 if k0 else 2
    one, other = int(keys[first]), int(keys[second])
    found = 0
    need = ALL_SETS - n_meld
    if comb[need, cls[one], cls[other]] == 1:
        found = completing(cls, comb, hand, need, first, one, int(cls[other]))
        if other:
            found |= completing(cls, comb, hand, need, second, other, int(cls[one]))
    if n_meld == 0:
        lone = lone_tiles(hand)
        if lone & (lone - 1) == 0:
            return found | lone
    for m in range(n_meld):
        kind = int(meld_kinds[m])
        if (found >> kind) & 1 and own_copies(hand, n_meld, meld_types, meld_kinds, kind) >= L.COPIES:
            found &= ~(1 << kind)
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


@inner(pair(I8)(_CLS, _COMB, _HAND, I8, I8, I8))
def accepted_by(cls, comb, hand, need, may_drop, used_up):
    """Tiles missing for a hand, and the bit set of the kinds not used up that lower this."""
    k0, p0 = tally(hand, 0)
    k1, p1 = tally(hand, 1)
    k2, p2 = tally(hand, 2)
    c0, c1, c2 = int(cls[k0]), int(cls[k1]), int(cls[k2])
    held = missing(comb, need, may_drop, c0, c1, c2, p0, p1, p2)
    lower = 0
    power = 1
    for rank in range(L.RANKS):
        for suit in range(L.SUITS):
            kind = suit * L.RANKS + rank
            if (used_up >> kind) & 1:
                continue
            p = ONE_PAIR - 1 if hand[kind] & 1 else 1  # what one more tile makes of pairs and single tiles
            if suit == 0:
                now = missing(comb, need, may_drop, int(cls[k0 + power]), c1, c2, p0 + p, p1, p2)
            elif suit == 1:
                now = missing(comb, need, may_drop, c0, int(cls[k1 + power]), c2, p0, p1 + p, p2)
            else:
                now = missing(comb, need, may_drop, c0, c1, int(cls[k2 + power]), p0, p1, p2 + p)
            if now < held:
                lower |= 1 << kind
        power *= 5
    return held, lower


@kernel(types.void(_CLS, _COMB, _HAND, I8, _HAND, _HAND, I8, _LONG, _LONG))
def accepts(cls, comb, hand, n_meld, meld_types, meld_kinds, void, after, accepted):
    """For each kind in hand (14 tiles): the deficiency after its discard, and the bit set of kinds that lower it.

    `after` and `accepted` are int64[27]; TOO_FAR and 0 for kinds not held. A kind of which the 14 tiles and open
    sets hold all four is not accepted: none is left to draw.
    """
    need = ALL_SETS - n_meld
    may_drop = droppable(suits_outside(meld_kinds, n_meld), void)
    used_up = 0
    for kind in range(L.KINDS):
        if own_copies(hand, n_meld, meld_types, meld_kinds, kind) >= L.COPIES or kind // L.RANKS == void:
            used_up |= 1 << kind
    for thrown in range(L.KINDS):
        after[thrown] = TOO_FAR
        accepted[thrown] = 0
        if hand[thrown] > 0:
            hand[thrown] -= 1
            held, lower = accepted_by(cls, comb, hand, need, may_drop, used_up)
            after[thrown] = held - 1
            accepted[thrown] = lower
            hand[thrown] += 1
