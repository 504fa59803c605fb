"""What a winning hand is worth: readings, patterns, bonuses, the cap (RULES §6, §9; fans.md has the patterns).

`value` tries every reading of the hand and every pattern that fits it, and keeps the dearest. It writes the breakdown
into `out` (see the OUT_* places), which the names and explanations of `chuanma.hand` are made from.
"""

from __future__ import annotations

from chuanma.engine import layout as L
from chuanma.engine.jit import BOOL, I4, I8, RULES, inner, kernel, types, vector

# Situations beyond those of the win event (layout.F_*); the side rules of RULES §10.
F_SING, F_DANCE, F_JUEZHANG = 1 << 7, 1 << 8, 1 << 9

# Places in `out`.
OUT_PATTERN, OUT_PATTERN_UNITS, OUT_PRODUCT, OUT_CAPPED, OUT_ADDED = range(5)
OUT_BONUS = 5  # how often each bonus counts
OUT_SETS = OUT_BONUS + len(L.BONUSES)  # sets of the reading: number, 7 for seven pairs
OUT_PAIR = OUT_SETS + 1
OUT_SET = OUT_PAIR + 1  # up to four: kind of a triplet, or RUN + lowest kind of a run; -1: none
RUN = 27

# Scratch behind them: what holds of the hand, the reading being tried, and how far it was taken apart.
_ROOTS, _BONUSES, _TRAITS, _MELDS, _SETS, _PAIR = range(OUT_SET + 4, OUT_SET + 10)
_SET = _PAIR + 1
_TRIED = _SET + 4
_COUNTS = _TRIED + 4

HEAVEN_UNITS = 32  # 天胡, 地胡 at "cap" where there is no cap; `dihu_mode = add`
CLEAN = (L.P_QINGYISE, L.P_QINGDUI, L.P_QINGQIDUI, L.P_QINGYAO, L.P_QINGLONG, L.P_QINGJINGOUDIAO, L.P_QINGSHIBALUOHAN)
SINGLE_WAIT = (L.P_JINGOUDIAO, L.P_QINGJINGOUDIAO, L.P_JIANGJINGOUDIAO, L.P_SHIBALUOHAN, L.P_QINGSHIBALUOHAN)
LUOHAN = (L.P_SHIBALUOHAN, L.P_QINGSHIBALUOHAN)

_HAND = vector(types.int8)
_OUT = vector(I4)

# What holds of the tiles whatever the reading: bits of `traits`.
T_ONE_SUIT, T_NO_TERMINAL, T_CONCEALED, T_258, T_ONLY_TERMINALS = (1 << i for i in range(5))


@inner(I8(_HAND, I8, _HAND, _HAND))
def find_traits(hand, n_meld, meld_types, meld_kinds):
    """Traits of all tiles together; −1 if they are of three suits."""
    suits = 0
    terminals = 0
    middles = 0
    not_258 = 0
    for kind in range(L.KINDS):
        if hand[kind] > 0:
            rank = kind % L.RANKS
            suits |= 1 << (kind // L.RANKS)
            terminals |= rank == 0 or rank == 8
            middles |= 0 < rank < 8
            not_258 |= rank % 3 != 1
    exposed = 0
    for m in range(n_meld):
        rank = int(meld_kinds[m]) % L.RANKS
        suits |= 1 << (int(meld_kinds[m]) // L.RANKS)
        terminals |= rank == 0 or rank == 8
        middles |= 0 < rank < 8
        not_258 |= rank % 3 != 1
        exposed |= meld_types[m] != L.MELD_CONCEALED
    if suits == 7:
        return -1
    traits = 0
    if suits & (suits - 1) == 0:
        traits |= T_ONE_SUIT
    if not terminals:
        traits |= T_NO_TERMINAL
    if not exposed:
        traits |= T_CONCEALED
    if not not_258:
        traits |= T_258
    if not middles:
        traits |= T_ONLY_TERMINALS
    return traits


@inner(I8(_HAND, I8, _HAND, _HAND, RULES))
def count_roots(hand, n_meld, meld_types, meld_kinds, rules):
    """根: fours in hand, a pung with its fourth in hand, and with `hand_and_kong` declared kongs (RULES §6)."""
    if rules.value_root == L.ROOT_NONE:
        return 0
    roots = 0
    for kind in range(L.KINDS):
        if hand[kind] == L.COPIES:
            roots += 1
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
    if has_bonus(flags & F_JUEZHANG, rules, L.B_JUEZHANG):
        bits |= 1 << L.B_JUEZHANG
    if flags & L.F_SELF_DRAW and rules.value_self_draw == L.SELF_DRAW_DOUBLE:
        bits |= 1 << L.B_ZIMO
    if has_bonus(traits & T_CONCEALED, rules, L.B_MENQING):
        bits |= 1 << L.B_MENQING
    if has_bonus(traits & T_NO_TERMINAL, rules, L.B_ZHONGZHANG):
        bits |= 1 << L.B_ZHONGZHANG
    if has_bonus(flags & F_SING, rules, L.B_SING):
        bits |= 1 << L.B_SING
    if has_bonus(flags & F_DANCE, rules, L.B_DANCE):
        bits |= 1 << L.B_DANCE
    return bits


@inner(I8(I8, RULES))
def product(bits, rules):
    """The product of the factors of a set of bonuses; `zimo` doubles by definition."""
    result = 1
    for bonus in range(len(L.BONUSES)):
        if (bits >> bonus) & 1:
            result *= 2 if bonus == L.B_ZIMO else factor(rules, bonus)
    return result


@inner(types.void(I8, I8, I8, I8, RULES, _OUT))
def weigh(pattern, units, roots, bits, rules, out):
    """Keep the pattern on the reading being tried if it is worth more than the best so far; the named one of equals."""
    total = min(units * power(factor(rules, L.B_GEN), roots) * product(bits, rules), L.MAX_UNITS)
    if total < out[OUT_PRODUCT] or (total == out[OUT_PRODUCT] and units <= out[OUT_PATTERN_UNITS]):
        return
    out[OUT_PATTERN] = pattern
    out[OUT_PATTERN_UNITS] = units
    out[OUT_PRODUCT] = total
    for bonus in range(len(L.BONUSES)):
        out[OUT_BONUS + bonus] = (bits >> bonus) & 1
    out[OUT_BONUS + L.B_GEN] = roots if rules.value_bonuses[L.B_GEN] > 0 else 0
    out[OUT_SETS] = out[_SETS]
    out[OUT_PAIR] = out[_PAIR]
    for d in range(4):
        out[OUT_SET + d] = out[_SET + d] if d < out[_SETS] < 7 else -1


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
    if has_bonus(out[_TRAITS] & T_ONE_SUIT, rules, L.B_QINGYISE) and (_CLEAN >> pattern) & 1 == 0:
        bits |= 1 << L.B_QINGYISE
    if has_bonus(1 if out[_MELDS] == 4 else 0, rules, L.B_JINGOUDIAO) and (_SINGLE_WAIT >> pattern) & 1 == 0:
        bits |= 1 << L.B_JINGOUDIAO
    weigh(pattern, units, 0 if (_LUOHAN >> pattern) & 1 else roots, bits, rules, out)


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
            weigh(pattern, units, 0, 0, rules, out)
    else:
        try_pattern(pattern, int(out[_ROOTS]), rules, out)


# ------------------------------------------------------------------------------------------------------- seven pairs
@inner(I8(_HAND))
def count_fours(hand):
    """Kinds held four times if the tiles are all in pairs; −1 if one is left over."""
    fours = 0
    for kind in range(L.KINDS):
        if hand[kind] & 1:
            return -1
        fours += int(hand[kind]) >> 2
    return fours


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
    if win_kind < 0:
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
    common = out[_BONUSES]
    roots = int(out[_ROOTS])
    one = out[_TRAITS] & T_ONE_SUIT
    out[_BONUSES] = common | wait_bonuses(win_kind, rules, out)
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
    if has_straight(out):
        try_pattern(L.P_YITIAOLONG, roots, rules, out)
    if all_outside(meld_kinds, out):
        try_pattern(L.P_DAIYAO, roots, rules, out)
        if one:
            try_pattern(L.P_QINGYAO, roots, rules, out)
    if out[_MELDS] == 4:
        try_open_hand(meld_types, rules, out)
    out[_BONUSES] = common


@inner(types.void(I8, I8, _OUT))
def put_set(code, n, out):
    """Take a set (a triplet's kind, RUN + a run's lowest) out of the counts `n` times (−1: put it back)."""
    if code < RUN:
        out[_COUNTS + code] -= 3 * n
    else:
        for i in range(3):
            out[_COUNTS + code - RUN + i] -= n


@inner(BOOL(I8, I8, _OUT))
def fits(code, kind, out):
    """True if a set starting at the lowest kind left can be taken out of the counts."""
    at = _COUNTS + kind
    if code < RUN:
        return out[at] >= 3
    return kind % L.RANKS <= 6 and out[at + 1] > 0 and out[at + 2] > 0


@inner(types.void(_HAND, _HAND, I8, I8, RULES, _OUT))
def take_apart(meld_types, meld_kinds, win_kind, flags, rules, out):
    """Try every way to read the counts (the pair taken out) as sets: at the lowest tile a triplet, then a run."""
    need = int(out[_SETS])
    d = 0
    out[_TRIED] = 0
    while d >= 0:
        if d == need:
            try_reading(meld_types, meld_kinds, win_kind, flags, rules, out)
            tried = 2
        else:
            tried = int(out[_TRIED + d])
            if tried == 0:
                kind = 0
                while out[_COUNTS + kind] == 0:
                    kind += 1
                out[_SET + d] = kind
        if tried == 2:
            d -= 1
            if d >= 0:
                put_set(int(out[_SET + d]), -1, out)
            continue
        kind = int(out[_SET + d]) % RUN
        code = kind + RUN * tried
        out[_TRIED + d] = tried + 1
        if fits(code, kind, out):
            out[_SET + d] = code
            put_set(code, 1, out)
            d += 1
            if d < need:
                out[_TRIED + d] = 0


@inner(I8(_HAND))
def pair_places(hand):
    """Where the pair of a hand of sets can be, as suit * 3 + rank mod 3; −1: nowhere.

    Sets leave the number of tiles of a suit and the sum of their ranks unchanged modulo 3.
    """
    place = -1
    for suit in range(L.SUITS):
        tiles = 0
        ranks = 0
        for rank in range(L.RANKS):
            n = int(hand[suit * L.RANKS + rank])
            tiles += n
            ranks += rank * n
        if tiles % 3 == 2 and place < 0:
            place = suit * 3 + 2 * ranks % 3
        elif tiles % 3 != 0:
            return -1
    return place


@inner(types.void(_HAND, I8, _HAND, _HAND, I8, I8, RULES, _OUT))
def try_sets(hand, n_meld, meld_types, meld_kinds, win_kind, flags, rules, out):
    """Every reading of the hand as sets and a pair."""
    place = pair_places(hand)
    if place < 0:
        return
    for kind in range(L.KINDS):
        out[_COUNTS + kind] = hand[kind]
    first = place // 3 * L.RANKS + place % 3
    for kind in range(first, first + L.RANKS - place % 3, 3):
        if hand[kind] >= 2:
            out[_COUNTS + kind] -= 2
            out[_SETS] = 4 - n_meld
            out[_PAIR] = kind
            take_apart(meld_types, meld_kinds, win_kind, flags, rules, out)
            out[_COUNTS + kind] += 2


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
    traits = find_traits(hand, n_meld, meld_types, meld_kinds)
    if traits < 0:
        return 0
    out[_TRAITS] = traits
    out[_MELDS] = n_meld
    out[_ROOTS] = count_roots(hand, n_meld, meld_types, meld_kinds, rules)
    out[_BONUSES] = situation_bonuses(flags, traits, rules)
    if n_meld == 0:
        fours = count_fours(hand)
        if fours >= 0:
            try_seven_pairs(fours, flags, rules, out)
    try_sets(hand, n_meld, meld_types, meld_kinds, win_kind, flags, rules, out)
    units = int(out[OUT_PRODUCT])
    if units == 0:
        return 0
    if rules.value_cap > 0:
        units = min(units, int(rules.value_cap))
    out[OUT_CAPPED] = units
    if flags & L.F_EARTH and rules.value_dihu_mode == L.DIHU_ADD:
        out[OUT_ADDED] = HEAVEN_UNITS
    return units + int(out[OUT_ADDED])
