"""What a win is worth (RULES §6, §9, fans.md): the dearest of all readings and patterns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import prod
from typing import Any, NamedTuple

from chuanma.engine import layout as L
from tests.reference.hands import Counts, Meld, Reading, Set, SevenPairs, Standard, readings, suits_held

Rules = Mapping[str, Any]  # option key → value, every option there
DIHU_ADDS = 32
DRAGONS = {"longqidui": 1, "shuanglong": 2, "qinglong": 1, "sanlong": 3}  # the roots each already contains
NAMED_SEVEN_PAIRS = ("jiangqidui", "yaoqidui")
FOUR_KONGS = ("shibaluohan", "qingshibaluohan")
KONGS = ("direct", "added", "concealed")
# How a win came about, and the bit of the `win` event that says so.
FLAG_BITS = {
    "self_draw": L.F_SELF_DRAW,
    "after_kong": L.F_AFTER_KONG,
    "kong_discard": L.F_KONG_DISCARD,
    "robbed": L.F_ROBBED,
    "last_tile": L.F_LAST_TILE,
    "heaven": L.F_HEAVEN,
    "earth": L.F_EARTH,
    "sing": L.F_SING,
    "dance": L.F_DANCE,
    "juezhang": L.F_JUEZHANG,
}
# Bonuses that a pattern of these names already is: they are not counted on it a second time.
CONTAINED = {
    **dict.fromkeys(("qingdui", "qingqidui", "qingyao", "qinglong"), ("qingyise",)),
    "jiangjingoudiao": ("jingoudiao",),
    "qingjingoudiao": ("jingoudiao", "qingyise"),
    "shibaluohan": ("jingoudiao",),
    "qingshibaluohan": ("jingoudiao", "qingyise"),
}


class Win(NamedTuple):
    """A complete hand: its concealed tiles, open sets, the kind won (None: 天胡) and how it was won."""

    concealed: Counts
    melds: tuple[Meld, ...]
    kind: int | None
    flags: frozenset[str]  # the names in FLAG_BITS


class Worth(NamedTuple):
    """Units under the cap, the +32 of `dihu_mode = add` in; and what was counted."""

    units: int
    pattern: str
    bonuses: tuple[str, ...]


def value(rules: Rules, win: Win) -> Worth | None:
    """The dearest way to count a win; None if the tiles are not complete. Suits are not looked at."""
    ways = [way for reading in readings(win.concealed, win.melds) for way in _ways(rules, win, reading)]
    return max(ways, default=None)


def _ways(rules: Rules, win: Win, reading: Reading) -> Iterator[Worth]:
    for pattern in _patterns(rules, win, reading):
        for place in _places(win, reading):
            bonuses = _bonuses(rules, win, reading, pattern, place)
            product = _pattern_units(rules, pattern) * prod(rules["value.bonuses"].get(b, 2) for b in bonuses)
            units = min(product, rules["value.cap"] or product, L.MAX_UNITS)
            if "earth" in win.flags and rules["value.dihu_mode"] == "add":
                units += DIHU_ADDS
            yield Worth(units, pattern, bonuses)


# ------------------------------------------------------------------- fans.md: the patterns
def _kinds(win: Win) -> set[int]:
    return {kind for kind in range(27) if win.concealed[kind]} | {meld.kind for meld in win.melds}


def _one_suit(win: Win) -> bool:
    return len(suits_held(win.concealed, win.melds)) == 1


def _all_258(win: Win) -> bool:
    return all(kind % 9 + 1 in (2, 5, 8) for kind in _kinds(win))


def _all_sets(win: Win, reading: Standard) -> list[Set]:
    return [*reading.sets, *(Set("triplet", meld.kind) for meld in win.melds)]


def _tiles_of(group: Set) -> list[int]:
    return [group.kind] * 3 if group.type == "triplet" else [group.kind, group.kind + 1, group.kind + 2]


def _triplets(win: Win, reading: Reading) -> bool:
    return isinstance(reading, Standard) and all(each.type == "triplet" for each in _all_sets(win, reading))


def _ends_everywhere(win: Win, reading: Reading) -> bool:
    if not isinstance(reading, Standard):
        return False
    groups = [_tiles_of(each) for each in _all_sets(win, reading)] + [[reading.pair]]
    return all(any(kind % 9 + 1 in (1, 9) for kind in group) for group in groups)


def _four_open(win: Win, reading: Reading) -> bool:
    return len(win.melds) == 4


def _four_kongs(win: Win, reading: Reading) -> bool:
    return len(win.melds) == 4 and all(meld.type in KONGS for meld in win.melds)


def _seven_pairs(win: Win, reading: Reading) -> bool:
    return isinstance(reading, SevenPairs)


def _straight(win: Win, reading: Reading) -> bool:
    """123 456 789 of one suit among the sets."""
    if not isinstance(reading, Standard):
        return False
    return any(all(Set("run", suit * 9 + rank) in reading.sets for rank in (0, 3, 6)) for suit in range(3))


def _fours(win: Win) -> int:
    return sum(count == 4 for count in win.concealed)


def _dragon(fours: int) -> Callable[[Win, Reading], bool]:
    return lambda win, reading: _seven_pairs(win, reading) and _fours(win) >= fours


FITS: dict[str, Callable[[Win, Reading], bool]] = {
    "pinghu": lambda win, reading: True,
    "duidui": _triplets,
    "qingyise": lambda win, reading: _one_suit(win),
    "daiyao": _ends_everywhere,
    "qidui": _seven_pairs,
    "jingoudiao": _four_open,
    "qingdui": lambda win, reading: _one_suit(win) and _triplets(win, reading),
    "jiangdui": lambda win, reading: _all_258(win) and _triplets(win, reading),
    "longqidui": _dragon(1),
    "qingqidui": lambda win, reading: _one_suit(win) and _seven_pairs(win, reading),
    "qingyao": lambda win, reading: _one_suit(win) and _ends_everywhere(win, reading),
    "shuanglong": _dragon(2),
    "qinglong": lambda win, reading: _one_suit(win) and _dragon(1)(win, reading),
    "jiangqidui": lambda win, reading: _all_258(win) and _seven_pairs(win, reading),
    "sanlong": _dragon(3),
    "yaoqidui": lambda win, reading: (
        _seven_pairs(win, reading) and all(kind % 9 + 1 in (1, 9) for kind in _kinds(win))
    ),
    "tianhu": lambda win, reading: "heaven" in win.flags,
    "dihu": lambda win, reading: "earth" in win.flags,
    "qingjingoudiao": lambda win, reading: _one_suit(win) and _four_open(win, reading),
    "jiangjingoudiao": lambda win, reading: _all_258(win) and _four_open(win, reading),
    "shibaluohan": _four_kongs,
    "qingshibaluohan": lambda win, reading: _one_suit(win) and _four_kongs(win, reading),
    "yitiaolong": _straight,
}


def _patterns(rules: Rules, win: Win, reading: Reading) -> list[str]:
    """The ids of all patterns of the ruleset that a reading may count as."""
    fitting = [name for name in rules["value.patterns"] if FITS[name](win, reading)]
    if rules["value.dihu_mode"] == "add":
        fitting = [name for name in fitting if name != "dihu"]
    if rules["value.root_in_dragon"] == "none":
        return [name for name in fitting if name not in DRAGONS]
    if rules["value.root_in_dragon"] == "all" and _seven_pairs(win, reading) and _fours(win):
        special = ("tianhu", "dihu", *DRAGONS, *NAMED_SEVEN_PAIRS)
        return [name for name in fitting if name in special]
    return fitting


def _pattern_units(rules: Rules, pattern: str) -> int:
    units = rules["value.patterns"][pattern]
    if units == "cap":
        return int(rules["value.cap"]) or 32
    return int(units)


# ------------------------------------------------------------------- fans.md: the bonuses
def _places(win: Win, reading: Reading) -> list[str]:
    """Where the last tile may have gone, as the wait it was; "" for one that no bonus names."""
    if win.kind is None or isinstance(reading, SevenPairs):
        return [""]
    places = {_place(win.kind, each) for each in reading.sets if win.kind in _tiles_of(each)}
    if win.kind == reading.pair:
        places.add("diaozhang")
    return sorted(places)


def _place(kind: int, group: Set) -> str:
    if group.type == "triplet":
        return ""
    position, first_rank = kind - group.kind, group.kind % 9 + 1
    if position == 1:
        return "kazhang"
    if (position == 2 and first_rank == 1) or (position == 0 and first_rank == 7):
        return "bianzhang"
    return ""


def _bonuses(rules: Rules, win: Win, reading: Reading, pattern: str, place: str) -> tuple[str, ...]:
    """The ids of all bonuses that are switched on and earned; a root stands once for each root."""
    heavenly = pattern in ("tianhu", "dihu")
    if heavenly and rules["value.heaven_alone"]:
        return ()
    kinds = _kinds(win)
    contained = CONTAINED.get(pattern, ())
    earned = {
        "gangshanghua": "after_kong" in win.flags,
        "gangshangpao": "kong_discard" in win.flags,
        "qianggang": "robbed" in win.flags,
        "haidi": "last_tile" in win.flags,
        "juezhang": "juezhang" in win.flags,
        "sing": "sing" in win.flags,
        "dance": "dance" in win.flags,
        place: True,
        "jiaxinwu": place == "kazhang" and win.kind is not None and win.kind % 9 + 1 == 5,
        "menqing": all(meld.type == "concealed" for meld in win.melds),
        "zhongzhang": all(kind % 9 + 1 not in (1, 9) for kind in kinds),
        "qingyise": _one_suit(win) and "qingyise" not in contained,
        "jingoudiao": _four_open(win, reading) and "jingoudiao" not in contained,
    }
    found = [name for name, is_earned in earned.items() if is_earned and name in rules["value.bonuses"]]
    if "gen" in rules["value.bonuses"]:
        found += ["gen"] * _roots_counted(rules, win, reading, pattern)
    if "self_draw" in win.flags and rules["value.self_draw"] == "double":
        found.append("zimo")
    return tuple(found)


def _roots(rules: Rules, win: Win) -> int:
    """RULES §6: four equal tiles not declared as a kong; with `hand_and_kong` declared ones too."""
    if rules["value.root"] == "none":
        return 0
    roots = _fours(win) + sum(meld.type == "pung" and win.concealed[meld.kind] == 1 for meld in win.melds)
    if rules["value.root"] == "hand_and_kong":
        roots += sum(meld.type in KONGS for meld in win.melds)
    return roots


def _roots_counted(rules: Rules, win: Win, reading: Reading, pattern: str) -> int:
    """The roots a pattern does not already contain; four kongs and a pair are their own."""
    if pattern in FOUR_KONGS:
        return 0
    roots = _roots(rules, win)
    if rules["value.root_in_dragon"] == "one":
        return max(0, roots - DRAGONS.get(pattern, 0))
    if rules["value.root_in_dragon"] == "all" and (pattern in DRAGONS or pattern in NAMED_SEVEN_PAIRS):
        return 0
    return roots
