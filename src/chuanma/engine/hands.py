"""Entry points for hands without a table: one hand with its breakdown, and whole arrays of hands.

Arrays: `hands` int8[n, 27]; `meld_types` and `meld_kinds` int8[n, 4], open sets first and 0 behind them; what is the
same for all hands (open sets, void suits, winning kinds, flags) may have one row only. Each returns the number of the
first row that is no hand, −1 if all are.
"""

from __future__ import annotations

import numpy as np

from chuanma.engine import layout as L
from chuanma.engine.jit import BOOL, I4, I8, RULES, inner, kernel, types, vector
from chuanma.engine.shapes import deficiency, is_win, own_copies
from chuanma.engine.value import value

FULL = 14  # tiles of a complete hand, an open set counting three

_CLS, _COMB, _HAND, _RULES = vector(types.uint8), vector(types.uint8, 3), vector(types.int8), vector(RULES)
_HANDS, _OUT, _LONG = vector(types.int8, 2), vector(I4), vector(I8)


@kernel(I8(_HAND, I8, _HAND, _HAND, I8, I8, _RULES, _OUT))
def value_at(hand, n_meld, meld_types, meld_kinds, win_kind, flags, rules, out):
    """`value` of one hand under the rules of `rules[0]`."""
    return value(hand, n_meld, meld_types, meld_kinds, win_kind, flags, rules[0], out)


@inner(I8(_HANDS, I8))
def open_sets(meld_types, m):
    """The number of open sets in a row."""
    n = 0
    while n < meld_types.shape[1] and meld_types[m, n] != 0:
        n += 1
    return n


@inner(BOOL(_HAND, I8, _HAND, _HAND))
def melds_possible(hand, n_meld, meld_types, meld_kinds):
    """True if the open sets are such, and no kind is held a fifth time."""
    for m in range(len(meld_types)):
        if m >= n_meld:
            if meld_types[m] != 0:
                return False
        elif not L.MELD_PUNG <= meld_types[m] <= L.MELD_CONCEALED or not 0 <= meld_kinds[m] < L.KINDS:
            return False
        elif own_copies(hand, n_meld, meld_types, meld_kinds, int(meld_kinds[m])) > L.COPIES:
            return False
    return True


@inner(I8(_HANDS, _HANDS, _HANDS))
def wrong_melds(hands, meld_types, meld_kinds):
    """The first row with open sets that cannot be, −1 for none."""
    for i in range(len(hands)):
        m = i if len(meld_types) > 1 else 0
        if not melds_possible(hands[i], open_sets(meld_types, m), meld_types[m], meld_kinds[m]):
            return i
    return -1


@inner(I8(_HANDS))
def wrong_counts(hands):
    """The first row with a count that is not 0-4, −1 for none. Looked at as one long row first, which is fast."""
    wrong = 0
    flat = hands.ravel()
    for j in range(len(flat)):
        n = int(flat[j])
        wrong |= n | (n + L.COPIES - 1)  # a bit above the lowest three for what is not 0-4
    if wrong & 0xF8 == 0:
        return -1
    j = 0
    while 0 <= flat[j] <= L.COPIES:
        j += 1
    return j // L.KINDS


@inner(I8(_HANDS, _HANDS, _HANDS))
def wrong_row(hands, meld_types, meld_kinds):
    """The first row with wrong counts or open sets, −1 for none."""
    found = wrong_counts(hands)
    if found < 0 and len(meld_types) == len(hands):
        found = wrong_melds(hands, meld_types, meld_kinds)
    return found


@kernel(I8(_HANDS, I8, I8), inline="always")
def tiles_in(hands, i, n_meld):
    """Tiles in a row, an open set counting three."""
    total = 0
    for kind in range(L.KINDS):
        total += int(hands[i, kind])
    return (total & 0xFF) + 3 * n_meld  # a byte holds it, which is faster to add up


@kernel(I8(_CLS, _COMB, _HANDS, _HANDS, _HANDS, _LONG, vector(types.boolean)))
def wins_of(cls, comb, hands, meld_types, meld_kinds, voids, out):
    """For hands of 14: is each complete, in at most two suits and without a void tile?"""
    wrong = wrong_row(hands, meld_types, meld_kinds)
    if wrong >= 0:
        return wrong
    m = 0
    n_meld = open_sets(meld_types, 0)
    for i in range(len(hands)):
        if len(meld_types) > 1:
            m = i
            n_meld = open_sets(meld_types, m)
        out[i] = is_win(cls, comb, hands[i], n_meld, meld_kinds[m], voids[i if len(voids) > 1 else 0])
        if tiles_in(hands, i, n_meld) != FULL:
            return i
    return -1


@kernel(I8(_CLS, _COMB, _HANDS, _HANDS, _HANDS, _LONG, _HAND))
def deficiencies_of(cls, comb, hands, meld_types, meld_kinds, voids, out):
    """For hands of 13 or 14: the deficiency of each."""
    wrong = wrong_row(hands, meld_types, meld_kinds)
    if wrong >= 0:
        return wrong
    for i in range(len(hands)):
        m = i if len(meld_types) > 1 else 0
        n_meld = open_sets(meld_types, m)
        out[i] = deficiency(cls, comb, hands[i], n_meld, meld_kinds[m], voids[i if len(voids) > 1 else 0])
        if not FULL - 1 <= tiles_in(hands, i, n_meld) <= FULL:
            return i
    return -1


@inner(BOOL(_HAND, I8, _HAND, I8))
def holds_suit(hand, n_meld, meld_kinds, suit):
    """True if a tile or an open set is of the suit."""
    for rank in range(L.RANKS):
        if hand[suit * L.RANKS + rank] > 0:
            return True
    for m in range(n_meld):
        if meld_kinds[m] // L.RANKS == suit:
            return True
    return False


@kernel(I8(_HANDS, _HANDS, _HANDS, _LONG, _LONG, _LONG, _RULES, _OUT))
def values_of(hands, meld_types, meld_kinds, voids, win_kinds, flags, rules, out):
    """For hands of 14: the units of each win, 0 for none. A winning kind must be held (−1: none is named)."""
    wrong = wrong_row(hands, meld_types, meld_kinds)
    if wrong >= 0:
        return wrong
    written = np.zeros(L.VALUE_OUT, np.int32)
    for i in range(len(hands)):
        kind = win_kinds[i if len(win_kinds) > 1 else 0]
        m = i if len(meld_types) > 1 else 0
        n_meld = open_sets(meld_types, m)
        if tiles_in(hands, i, n_meld) != FULL:
            return i
        if not -1 <= kind < L.KINDS or (kind >= 0 and hands[i, kind] == 0):
            return i
        void = voids[i if len(voids) > 1 else 0]
        if void >= 0 and holds_suit(hands[i], n_meld, meld_kinds[m], void):
            out[i] = 0
        else:
            given = flags[i if len(flags) > 1 else 0]
            out[i] = value(hands[i], n_meld, meld_types[m], meld_kinds[m], kind, given, rules[0], written)
    return -1
