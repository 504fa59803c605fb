"""What a winning hand is worth: readings, patterns, bonuses, the cap (RULES §6, §9; fans.md has the patterns).

`value` tries every reading of the hand and every pattern that fits it, and keeps the dearest. It writes the breakdown
into `out` (see the OUT_* places), which the names and explanations of `chuanma.hand` are made from.
"""

from __future__ import annotations

from chuanma.engine import layout as L
from chuanma.engine.jit import BOOL, I4, I8, RULES, inner, kernel, pair, types, vector

# Places in `out`.
OUT_PATTERN, OUT_PATTERN_UNITS, OUT_PRODUCT, OUT_CAPPED, OUT_ADDED = range(5)
OUT_BONUS = 5  # how often each bonus counts
OUT_SETS = OUT_BONUS + len(L.BONUSES)  # sets of the reading: number, 7 for seven pairs
OUT_PAIR = OUT_SETS + 1
OUT_SET = OUT_PAIR + 1  # up to four: kind of a triplet, or RUN + lowest kind of a run; -1: none
RUN = 27

# Scratch behind them: what holds of the hand, the reading being tried, and how far it was taken apart.
_ROOTS, _BONUSES, _FACTOR, _TRAITS, _MELDS, _SETS, _PAIR = range(OUT_SET + 4, OUT_SET + 11)
_BEST_ROOTS, _BEST_BONUSES = _PAIR + 1, _PAIR + 2
_SET = _PAIR + 3
_LATER = _SET + 4  # four numbers for each run that is still to be tried; at most four at a time

HEAVEN_UNITS = 32  # 天胡, 地胡 at "cap" where there is no cap; `dihu_mode = add`
CLEAN = (
    L.P_QINGYISE,
    L.P_QINGDUI,
    L.P_QINGQIDUI,
    L.P_QINGYAO,
    L.P_QINGLONG,
    L.P_QINGJINGOUDIAO,
    L.P_QINGSHIBALUOHAN,
)
SINGLE_WAIT = (L.P_JINGOUDIAO, L.P_QINGJINGOUDIAO, L.P_JIANGJINGOUDIAO, L.P_SHIBALUOHAN, L.P_QINGSHIBALUOHAN)
LUOHAN = (L.P_SHIBALUOHAN, L.P_QINGSHIBALUOHAN)

_HAND = vector(types.int8)
_OUT = vector(I4)

# What holds of the tiles whatever the reading: bits of `traits`.
T_ONE_SUIT, T_NO_TERMINAL, T_CONCEALED, T_258, T_ONLY_TERMINALS, T_NEAR_ENDS = (1 << i for i in range(6))


def _ranks(*ranks):
    return sum(1 << (3 * (rank - 1)) for rank in ranks)


# A suit's tiles as one number, three bits a rank; so two suits fit into one number, and questions need no loop.
_WIDTH = 3 * L.RANKS
_EVERY, _TERMINALS, _NOT_258 = _ranks(*range(1, 10)), _ranks(1, 9), _ranks(1, 3, 4, 6, 7, 9)
_NEAR_ENDS = _ranks(1, 2, 3, 7, 8, 9)
_RUN, _SUIT = _ranks(1, 2, 3), (1 << 3 * L.RANKS) - 1
NO_PAIR, NO_SETS = 3, 4


@inner(pair(I8)(_HAND, I8))
def pack(hand, suit):
    """A suit as three bits a rank, and where its pair can be if its other tiles are sets: the rank (0-8) modulo 3.

    Sets leave the number of tiles and the sum of their ranks unchanged modulo 3. NO_PAIR: the tiles can only be
    sets, NO_SETS: they cannot be sets with or without a pair.
    """
    packed = 0
    tiles = 0
    ranks = 0
    for rank in range(L.RANKS):
        n = int(hand[suit * L.RANKS + rank])
        packed |= n << (3 * rank)
        tiles += n
        ranks += rank * n
    left = tiles % 3
    place = 2 * ranks % 3 if left == 2 else NO_PAIR if left == 0 else NO_SETS
    return packed, place


@inner(I8(I8))
def ranks_in(packed):
    """The ranks held in a suit, or in suits laid over each other: the lowest of each three bits."""
    return (packed | packed >> 1 | packed >> 2) & _EVERY


@inner(I8(I8))
def fours_in(packed):
    """Kinds held four times."""
    fours = (packed >> 2) & _EVERY
    n = 0
    while fours:
        fours &= fours - 1
        n += 1
    return n


@inner(I8(I8, I8, I8, I8, _HAND, _HAND))
def find_traits(c0, c1, c2, n_meld, meld_types, meld_kinds):
    """Traits of all tiles together; −1 if they are of three suits."""
    suits = int(c0 != 0) | int(c1 != 0) << 1 | int(c2 != 0) << 2
    ranks = ranks_in(c0 | c1 | c2)
    exposed = 0
    for m in range(n_meld):
        kind = int(meld_kinds[m])
        suits |= 1 << (kind // L.RANKS)
        ranks |= 1 << (3 * (kind % L.RANKS))
        exposed |= meld_types[m] != L.MELD_CONCEALED
    if suits == 7:
        return -1
    traits = 0
    if suits & (suits - 1) == 0:
        traits |= T_ONE_SUIT
    if not ranks & _TERMINALS:
        traits |= T_NO_TERMINAL
    if not exposed:
        traits |= T_CONCEALED
    if not ranks & _NOT_258:
        traits |= T_258
    if not ranks & ~_TERMINALS:
        traits |= T_ONLY_TERMINALS
    if not ranks & ~_NEAR_ENDS:
        traits |= T_NEAR_ENDS
    return traits


@inner(I8(I8, I8, I8, _HAND, I8, _HAND, _HAND, RULES))
def count_roots(c0, c1, c2, hand, n_meld, meld_types, meld_kinds, rules):
    """根: fours in hand, a pung with its fourth in hand, and with `hand_and_kong` declared kongs (RULES §6)."""
    if rules.value_root == L.ROOT_NONE:
        return 0
    roots = fours_in(c0) + fours_in(c1) + fours_in(c2)
    for m in range(n_meld):
        if meld_types[m] == L.MELD_PUNG:
            if hand[meld_kinds[m]] == 1:
                roots += 1
        elif rules.value_root == L.ROOT_HAND_AND_KONG:
            roots += 1
    return roots


@inner(I8(I8, I8))
def power(factor, n):
    result = 1
    for _ in range(n):
        result *= factor
    return result


@inner(I8(RULES, I8))
def pattern_units(rules, pattern):
    """Units of a pattern under the rules; 0: it is none."""
    units = int(rules.value_patterns[pattern])
    if units == L.CAP:
        return int(rules.value_cap) if rules.value_cap > 0 else HEAVEN_UNITS
    return units


@inner(I8(RULES, I8))
def factor(rules, bonus):
    """Factor of a bonus; 1 where it gives nothing."""
    return max(1, int(rules.value_bonuses[bonus]))


@inner(BOOL(I8, RULES, I8))
def has_bonus(applies, rules, bonus):
    return applies != 0 and rules.value_bonuses[bonus] > 0


@inner(I8(I8, I8, RULES))
def situation_bonuses(flags, traits, rules):
    """Bit set of the bonuses that the situation and the tiles give, whatever pattern is counted."""
    bits = 0
    if has_bonus(flags & L.F_AFTER_KONG, rules, L.B_GANGSHANGHUA):
        bits |= 1 << L.B_GANGSHANGHUA
    if has_bonus(flags & L.F_KONG_DISCARD, rules, L.B_GANGSHANGPAO):
        bits |= 1 << L.B_GANGSHANGPAO
    if has_bonus(flags & L.F_ROBBED, rules, L.B_QIANGGANG):
        bits |= 1 << L.B_QIANGGANG
    if has_bonus(flags & L.F_LAST_TILE, rules, L.B_HAIDI):
        bits |= 1 << L.B_HAIDI
    if has_bonus(flags & L.F_JUEZHANG, rules, L.B_JUEZHANG):
        bits |= 1 << L.B_JUEZHANG
    if flags & L.F_SELF_DRAW and rules.value_self_draw == L.SELF_DRAW_DOUBLE:
        bits |= 1 << L.B_ZIMO
    if has_bonus(traits & T_CONCEALED, rules, L.B_MENQING):
        bits |= 1 << L.B_MENQING
    if has_bonus(traits & T_NO_TERMINAL, rules, L.B_ZHONGZHANG):
        bits |= 1 << L.B_ZHONGZHANG
    if has_bonus(flags & L.F_SING, rules, L.B_SING):
        bits |= 1 << L.B_SING
    if has_bonus(flags & L.F_DANCE, rules, L.B_DANCE):
        bits |= 1 << L.B_DANCE
    return bits


@inner(I8(I8, RULES))
def product(bits, rules):
    """The product of the factors of a set of bonuses; `zimo` doubles by definition."""
    result = 1
    bonus = 0
    while bits:
        if bits & 1:
            result *= 2 if bonus == L.B_ZIMO else factor(rules, bonus)
        bits >>= 1
        bonus += 1
    return result


@inner(types.void(I8, I8, I8, I8, I8, RULES, _OUT))
def weigh(pattern, units, roots, bits, factors, rules, out):
    """Keep the pattern on the reading being tried if it is worth more than the best so far; the named one of equals.

    `bits` are its bonuses and `factors` their product.
    """
    total = min(units * power(factor(rules, L.B_GEN), roots) * factors, L.MAX_UNITS)
    if total < out[OUT_PRODUCT] or (total == out[OUT_PRODUCT] and units <= out[OUT_PATTERN_UNITS]):
        return
    out[OUT_PATTERN] = pattern
    out[OUT_PATTERN_UNITS] = units
    out[OUT_PRODUCT] = total
    out[_BEST_ROOTS] = roots
    out[_BEST_BONUSES] = bits
    out[OUT_SETS] = out[_SETS]
    out[OUT_PAIR] = out[_PAIR]
    for d in range(4):
        out[OUT_SET + d] = out[_SET + d]


@inner(types.void(RULES, _OUT))
def write_best(rules, out):
    """Write the bonuses of the best pattern down, and −1 for the sets that its reading does not have."""
    bits = int(out[_BEST_BONUSES])
    for bonus in range(len(L.BONUSES)):
        out[OUT_BONUS + bonus] = (bits >> bonus) & 1
    out[OUT_BONUS + L.B_GEN] = out[_BEST_ROOTS] if rules.value_bonuses[L.B_GEN] > 0 else 0
    for d in range(4):
        if d >= out[OUT_SETS] or out[OUT_SETS] == 7:
            out[OUT_SET + d] = -1


def _set_of(patterns):
    return sum(1 << pattern for pattern in patterns)


_CLEAN, _SINGLE_WAIT, _LUOHAN = _set_of(CLEAN), _set_of(SINGLE_WAIT), _set_of(LUOHAN)


@inner(types.void(I8, I8, RULES, _OUT))
def try_pattern(pattern, roots, rules, out):
    """Weigh a pattern that fits, with the bonuses that are no part of it. 十八罗汉 contains the 根 of its kongs."""
    units = pattern_units(rules, pattern)
    if units == 0:
        return
    bits = int(out[_BONUSES])
    factors = int(out[_FACTOR])
    if has_bonus(out[_TRAITS] & T_ONE_SUIT, rules, L.B_QINGYISE) and (_CLEAN >> pattern) & 1 == 0:
        bits |= 1 << L.B_QINGYISE
        factors *= factor(rules, L.B_QINGYISE)
    if has_bonus(1 if out[_MELDS] == 4 else 0, rules, L.B_JINGOUDIAO) and (_SINGLE_WAIT >> pattern) & 1 == 0:
        bits |= 1 << L.B_JINGOUDIAO
        factors *= factor(rules, L.B_JINGOUDIAO)
    weigh(pattern, units, 0 if (_LUOHAN >> pattern) & 1 else roots, bits, factors, rules, out)


@inner(types.void(I8, RULES, _OUT))
def try_luck(flags, rules, out):
    """天胡 and 地胡 as patterns: every 根 counts; alone they take no bonus (RULES §9)."""
    pattern = L.P_TIANHU
    if flags & L.F_HEAVEN == 0:
        if flags & L.F_EARTH == 0 or rules.value_dihu_mode != L.DIHU_PATTERN:
            return
        pattern = L.P_DIHU
    if rules.value_heaven_alone:
        units = pattern_units(rules, pattern)
        if units > 0:
            weigh(pattern, units, 0, 0, 1, rules, out)
    else:
        try_pattern(pattern, int(out[_ROOTS]), rules, out)


# ------------------------------------------------------------------------------------------------------- seven pairs
@inner(types.void(I8, RULES, _OUT))
def try_dragons(fours, rules, out):
    """龙七对 and its sisters: under `one` each holds as many 根 as its name has dragons, under `all` none counts."""
    counted = 0 if rules.value_root_in_dragon == L.DRAGON_ALL else int(out[_ROOTS])
    try_pattern(L.P_LONGQIDUI, max(0, counted - 1), rules, out)
    if out[_TRAITS] & T_ONE_SUIT:
        try_pattern(L.P_QINGLONG, max(0, counted - 1), rules, out)
    if fours >= 2:
        try_pattern(L.P_SHUANGLONG, max(0, counted - 2), rules, out)
    if fours >= 3:
        try_pattern(L.P_SANLONG, max(0, counted - 3), rules, out)


@inner(types.void(I8, I8, RULES, _OUT))
def try_seven_pairs(fours, flags, rules, out):
    """Every pattern of seven pairs that fits (RULES §6, `root_in_dragon`)."""
    traits = int(out[_TRAITS])
    roots = int(out[_ROOTS])
    out[_SETS] = 7
    out[_PAIR] = -1
    try_luck(flags, rules, out)
    named = 0 if rules.value_root_in_dragon == L.DRAGON_ALL else roots
    if traits & T_258:
        try_pattern(L.P_JIANGQIDUI, named, rules, out)
    if traits & T_ONLY_TERMINALS:
        try_pattern(L.P_YAOQIDUI, named, rules, out)
    if fours > 0 and rules.value_root_in_dragon != L.DRAGON_NONE:
        try_dragons(fours, rules, out)
    if fours > 0 and rules.value_root_in_dragon == L.DRAGON_ALL:
        return  # only its dragon or named pattern
    try_pattern(L.P_PINGHU, roots, rules, out)
    try_pattern(L.P_QIDUI, roots, rules, out)
    if traits & T_ONE_SUIT:
        try_pattern(L.P_QINGYISE, roots, rules, out)
        try_pattern(L.P_QINGQIDUI, roots, rules, out)


# ---------------------------------------------------------------------------------------------------- sets and a pair
@inner(I8(I8, RULES, _OUT))
def wait_bonuses(win_kind, rules, out):
    """The dearest wait-type bonuses that the reading allows for the tile won (RULES §10)."""
    any_on = rules.value_bonuses[L.B_BIANZHANG] | rules.value_bonuses[L.B_KAZHANG]
    any_on |= rules.value_bonuses[L.B_DIAOZHANG] | rules.value_bonuses[L.B_JIAXINWU]
    if win_kind < 0 or any_on == 0:
        return 0
    best = 0
    most = 1
    if out[_PAIR] == win_kind and rules.value_bonuses[L.B_DIAOZHANG] > 0:
        best = 1 << L.B_DIAOZHANG
        most = factor(rules, L.B_DIAOZHANG)
    for d in range(int(out[_SETS])):
        low = int(out[_SET + d]) - RUN
        if low < 0 or win_kind < low or win_kind > low + 2:
            continue
        bits = 0
        rank = low % L.RANKS
        if win_kind == low + 1:
            if rules.value_bonuses[L.B_KAZHANG] > 0:
                bits |= 1 << L.B_KAZHANG
            if rank == 3 and rules.value_bonuses[L.B_JIAXINWU] > 0:
                bits |= 1 << L.B_JIAXINWU
        elif (rank == 0 and win_kind == low + 2) or (rank == 6 and win_kind == low):
            if rules.value_bonuses[L.B_BIANZHANG] > 0:
                bits |= 1 << L.B_BIANZHANG
        if product(bits, rules) > most:
            most = product(bits, rules)
            best = bits
    return best


@inner(BOOL(_OUT))
def all_triplets(out):
    for d in range(int(out[_SETS])):
        if out[_SET + d] >= RUN:
            return False
    return True


@inner(BOOL(_OUT))
def has_straight(out):
    """一条龙: 123 456 789 of one suit among the sets."""
    seen = 0
    for d in range(int(out[_SETS])):
        low = int(out[_SET + d]) - RUN
        if low >= 0 and low % 3 == 0:
            seen |= 1 << (low // 3)
    return (seen & 7) == 7 or (seen & 56) == 56 or (seen & 448) == 448


@inner(BOOL(_HAND, _OUT))
def all_outside(meld_kinds, out):
    """带幺九: every set and the pair holds a 1 or a 9."""
    if out[_PAIR] % L.RANKS not in (0, 8):
        return False
    for d in range(int(out[_SETS])):
        code = int(out[_SET + d])
        rank = code % L.RANKS  # RUN is a whole number of suits
        if rank != 0 and rank != (6 if code >= RUN else 8):
            return False
    for m in range(int(out[_MELDS])):
        if meld_kinds[m] % L.RANKS not in (0, 8):
            return False
    return True


@inner(types.void(_HAND, RULES, _OUT))
def try_open_hand(meld_types, rules, out):
    """Patterns of four open sets and a pair: 金钩钓, 十八罗汉 and their sisters."""
    roots = int(out[_ROOTS])
    one = out[_TRAITS] & T_ONE_SUIT
    try_pattern(L.P_JINGOUDIAO, roots, rules, out)
    if one:
        try_pattern(L.P_QINGJINGOUDIAO, roots, rules, out)
    if out[_TRAITS] & T_258:
        try_pattern(L.P_JIANGJINGOUDIAO, roots, rules, out)
    for m in range(4):
        if meld_types[m] == L.MELD_PUNG:
            return
    try_pattern(L.P_SHIBALUOHAN, roots, rules, out)
    if one:
        try_pattern(L.P_QINGSHIBALUOHAN, roots, rules, out)


@inner(types.void(_HAND, _HAND, I8, I8, RULES, _OUT))
def try_reading(meld_types, meld_kinds, win_kind, flags, rules, out):
    """Every pattern that fits the reading being tried."""
    common, factors = out[_BONUSES], out[_FACTOR]
    roots = int(out[_ROOTS])
    one = out[_TRAITS] & T_ONE_SUIT
    wait = wait_bonuses(win_kind, rules, out)
    if wait:
        out[_BONUSES] = common | wait
        out[_FACTOR] = factors * product(wait, rules)
    try_luck(flags, rules, out)
    try_pattern(L.P_PINGHU, roots, rules, out)
    if one:
        try_pattern(L.P_QINGYISE, roots, rules, out)
    if all_triplets(out):
        try_pattern(L.P_DUIDUI, roots, rules, out)
        if one:
            try_pattern(L.P_QINGDUI, roots, rules, out)
        if out[_TRAITS] & T_258:
            try_pattern(L.P_JIANGDUI, roots, rules, out)
    if rules.value_patterns[L.P_YITIAOLONG] != 0 and has_straight(out):
        try_pattern(L.P_YITIAOLONG, roots, rules, out)
    if out[_TRAITS] & T_NEAR_ENDS and all_outside(meld_kinds, out):
        try_pattern(L.P_DAIYAO, roots, rules, out)
        if one:
            try_pattern(L.P_QINGYAO, roots, rules, out)
    if out[_MELDS] == 4:
        try_open_hand(meld_types, rules, out)
    out[_BONUSES] = common
    out[_FACTOR] = factors


@inner(types.void(I8, I8, I8, _HAND, _HAND, I8, I8, RULES, _OUT))
def take_apart(packed, one, other, meld_types, meld_kinds, win_kind, flags, rules, out):
    """Try every way to read tiles (the pair taken out) as sets: at the lowest tile a triplet, then a run.

    `packed` are the tiles of the suits `one` and `other`, in this order. Where both can be, the run is kept in `out`
    (how many sets had been taken out, what was left) and tried later.
    """
    need = int(out[_SETS])
    waiting = 0
    d = 0
    at = 0
    while True:
        while d < need and packed:
            while (packed >> at) & 7 == 0:
                at += 3
            run = _RUN << at
            is_run = at % _WIDTH <= 18 and (packed >> (at + 3)) & 7 != 0 and (packed >> (at + 6)) & 7 != 0
            kind = (one * L.RANKS if at < _WIDTH else (other - 1) * L.RANKS) + at // 3
            if (packed >> at) & 7 >= 3:
                if is_run:
                    later = packed - run
                    out[_LATER + 4 * waiting] = d
                    out[_LATER + 4 * waiting + 1] = later & _SUIT
                    out[_LATER + 4 * waiting + 2] = later >> _WIDTH
                    out[_LATER + 4 * waiting + 3] = RUN + kind
                    waiting += 1
                packed -= 3 << at
            elif is_run:
                packed -= run
                kind += RUN
            else:
                break
            out[_SET + d] = kind
            d += 1
        if d == need and not packed:
            try_reading(meld_types, meld_kinds, win_kind, flags, rules, out)
        if waiting == 0:
            return
        waiting -= 1
        d = int(out[_LATER + 4 * waiting])
        packed = int(out[_LATER + 4 * waiting + 1]) | int(out[_LATER + 4 * waiting + 2]) << _WIDTH
        out[_SET + d] = out[_LATER + 4 * waiting + 3]
        d += 1
        at = 0


@inner(types.void(I8, I8, I8, I8, I8, _HAND, _HAND, I8, I8, RULES, _OUT))
def try_sets(packed, one, place1, other, place2, meld_types, meld_kinds, win_kind, flags, rules, out):
    """Every reading of the tiles of two suits as sets and a pair; the places are those of `pack`."""
    if (place1 == NO_PAIR) == (place2 == NO_PAIR) or place1 == NO_SETS or place2 == NO_SETS:
        return
    out[_SETS] = 4 - out[_MELDS]
    suit, shift, first = (other, _WIDTH, place2) if place1 == NO_PAIR else (one, 0, place1)
    for rank in range(first, L.RANKS, 3):
        at = shift + 3 * rank
        if (packed >> at) & 7 >= 2:
            out[_PAIR] = suit * L.RANKS + rank
            rest = packed - (2 << at)
            take_apart(rest, one, other, meld_types, meld_kinds, win_kind, flags, rules, out)


@kernel(I8(_HAND, I8, _HAND, _HAND, I8, I8, RULES, _OUT))
def value(hand, n_meld, meld_types, meld_kinds, win_kind, flags, rules, out):
    """Units one payer pays for a win: under the cap, the 32 of `dihu_mode = add` in, 自摸加底 out; 0: no win.

    `hand` (27 counts) holds the winning tile `win_kind` (−1: none is the last one, 天胡). The void suit is the
    caller's matter.
    """
    out[OUT_PATTERN] = -1
    out[OUT_PATTERN_UNITS] = 0
    out[OUT_PRODUCT] = 0
    out[OUT_CAPPED] = 0
    out[OUT_ADDED] = 0
    c0, place0 = pack(hand, 0)
    c1, place1 = pack(hand, 1)
    c2, place2 = pack(hand, 2)
    traits = find_traits(c0, c1, c2, n_meld, meld_types, meld_kinds)
    if traits < 0:
        return 0
    out[_TRAITS] = traits
    out[_MELDS] = n_meld
    out[_ROOTS] = count_roots(c0, c1, c2, hand, n_meld, meld_types, meld_kinds, rules)
    out[_BONUSES] = situation_bonuses(flags, traits, rules)
    out[_FACTOR] = product(int(out[_BONUSES]), rules)
    if n_meld == 0 and (c0 | c1 | c2) & _EVERY == 0:
        try_seven_pairs(fours_in(c0) + fours_in(c1) + fours_in(c2), flags, rules, out)
    if c0 == 0:
        one, other, packed, place0 = 1, 2, c1 | c2 << _WIDTH, place1
    elif c1 == 0:
        one, other, packed = 0, 2, c0 | c2 << _WIDTH
    else:
        one, other, packed, place2 = 0, 1, c0 | c1 << _WIDTH, place1
    try_sets(packed, one, place0, other, place2, meld_types, meld_kinds, win_kind, flags, rules, out)
    units = int(out[OUT_PRODUCT])
    if units == 0:
        return 0
    write_best(rules, out)
    if rules.value_cap > 0:
        units = min(units, int(rules.value_cap))
    out[OUT_CAPPED] = units
    if flags & L.F_EARTH and rules.value_dihu_mode == L.DIHU_ADD:
        out[OUT_ADDED] = HEAVEN_UNITS
    return units + int(out[OUT_ADDED])
