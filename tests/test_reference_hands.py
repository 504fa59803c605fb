"""The reference's hands and values against the checked vectors, and against counts by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.reference.hands import SUITS, readings, waits, wins
from tests.reference.notation import counts, hand, kind
from tests.reference.rulesets import PRESETS, ruleset
from tests.reference.value import Win, value

VECTORS = Path(__file__).parent / "vectors"
VALUE = [json.loads(line) for line in (VECTORS / "value.jsonl").read_text().splitlines()]
SHAPE = [json.loads(line) for line in (VECTORS / "shape.jsonl").read_text().splitlines()]


def name(tile: int) -> str:
    return f"{tile % 9 + 1}{SUITS[tile // 9]}"


def units(preset: str, line: dict[str, Any]) -> int | None:
    concealed, melds = hand(line["hand"])
    if not wins(concealed, melds, None):
        return None
    flags = {flag.replace("-", "_") for flag in line["flags"]}
    if line["self_draw"]:
        flags.add("self_draw")
    worth = value(PRESETS[preset], Win(concealed, melds, kind(line["win"]), frozenset(flags)))
    return worth.units if worth else None


@pytest.mark.parametrize("preset", ["standard", "dingque", "chengdu", "tfmj", "modern"])
def test_values_equal_the_checked_hands(preset: str) -> None:
    wrong = [(line, units(preset, line)) for line in VALUE if units(preset, line) != line["units"][preset]]

    assert len(VALUE) == 600
    assert wrong == []


def test_waits_equal_the_checked_hands() -> None:
    wrong = []
    for line in SHAPE:
        void = SUITS.index(line["void"]) if line["void"] else None
        found = [name(tile) for tile in waits(*hand(line["hand"]), void)]
        if found != line["waits"]:
            wrong.append((line, found))

    assert len(SHAPE) >= 100
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("111222333m44p", 2),  # 111 222 333 or 123 123 123, over a fixed pair
        ("11223344556677m", 4),  # the pair is 11, 44 or 77, the rest runs twice over; and seven pairs
        ("1113m", 0),
        ("22m", 1),
    ],
)
def test_readings_are_all_found_once(text: str, number: int) -> None:
    found = readings(counts(text), ())

    assert len(found) == len(set(found)) == number


def worth(text: str, win: str, *flags: str, **options: Any) -> int:
    concealed, melds = hand(text)
    found = value(ruleset(**options), Win(concealed, melds, kind(win), frozenset(flags)))
    assert found
    return found.units


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        # three fours, one suit: 清龙七对 32 and two more roots; two suits would be 16
        ({"value__root_in_dragon": "one"}, 32 * 4),
        # no dragons: 清七对 16 with all three roots
        ({"value__root_in_dragon": "none"}, 16 * 8),
        # the dragon takes none: 32; four runs 234 and 55 are 清一色 4 with three roots: 32 too
        ({"value__root_in_dragon": "all"}, 32),
        ({"value__root": "none"}, 32),
        ({"value__cap": 48}, 48),
    ],
)
def test_roots_of_a_dragon(options: dict[str, Any], expected: int) -> None:
    assert worth("22223333444455m", "5m", **options) == expected


def test_heaven_and_earth() -> None:
    # 清一色 4 with one root = 8 beside 天胡 32 with its root = 64; alone 32
    pure = "11112345678999m"
    assert worth(pure, "1m", "heaven", "self_draw") == 64
    assert worth(pure, "1m", "heaven", "self_draw", value__heaven_alone=True) == 32
    # 自摸 ×2 goes with the other bonuses: 32 alone, else 32 × 2 × 2
    assert worth(pure, "1m", "earth", "self_draw", value__heaven_alone=True, value__self_draw="double") == 32
    assert worth(pure, "1m", "earth", "self_draw", value__self_draw="double") == 128
    # added after the product, outside the cap: min(8, 4) + 32
    assert worth(pure, "1m", "earth", "self_draw", value__dihu_mode="add", value__cap=4) == 36
    # "cap" without a cap is 32
    assert worth(pure, "1m", "earth", value__patterns={"pinghu": 1, "dihu": "cap"}) == 64


@pytest.mark.parametrize(
    ("text", "win", "bonus"),
    [
        ("123m456p789p22p345m", "3m", "bianzhang"),
        ("789m456p789p22p345m", "7m", "bianzhang"),
        ("123m456p789p22p p5m", "2m", "kazhang"),
        ("123m456p789p22p345m", "2p", "diaozhang"),
        ("123m456p789p22p345m", "5p", "jiaxinwu"),
        ("234m456p678p22p345m", "2p", "zhongzhang"),
        ("123m456p789p22p c5m", "2p", "menqing"),
    ],
)
def test_bonuses_of_the_last_tile_and_the_hand(text: str, win: str, bonus: str) -> None:
    assert worth(text, win, value__bonuses={bonus: 3}) == 3


@pytest.mark.parametrize(
    ("text", "win", "patterns", "bonuses", "expected"),
    [
        # 清对 8 is one suit already: 8, or 对对 2 × 4 as a factor = 8, never 8 × 4
        ("111222444m77788m", "8m", {"duidui": 2, "qingdui": 8}, {"qingyise": 4}, 8),
        ("111222444m77788m", "8m", {"duidui": 2, "qingdui": 9}, {"qingyise": 4}, 9),
        # 将金钩钓 holds 金钩钓; 清 is not in it
        ("22m p5m p8m p2p p5p", "2m", {"jiangjingoudiao": 16}, {"jingoudiao": 2}, 16),
        # 十八罗汉 holds its four roots and 金钩钓: 64; without it 平胡 1 × 2⁴ × 2
        ("66p k1m k3m c4m a2p", "6p", {"shibaluohan": 64}, {"gen": 2, "jingoudiao": 2}, 64),
        ("66p k1m k3m c4m a2p", "6p", {}, {"gen": 2, "jingoudiao": 2}, 32),
    ],
)
def test_a_bonus_that_the_pattern_is_counts_once(
    text: str, win: str, patterns: dict[str, int], bonuses: dict[str, int], expected: int
) -> None:
    options = {"value__patterns": {"pinghu": 1, **patterns}, "value__bonuses": bonuses}

    assert worth(text, win, value__root="hand_and_kong", **options) == expected


def test_bonuses_that_are_not_earned() -> None:
    rest = {"value__bonuses": {"bianzhang": 3, "kazhang": 3, "diaozhang": 3, "menqing": 3, "zhongzhang": 3}}
    # 4m at the end of 234m, an open set, a 9p
    assert worth("234m456p789p22p p5m", "4m", **rest) == 1
    # the reading decides: 3m may stand in 123m (边张) or in 345m
    assert worth("123345m456p22p p6p", "3m", **rest) == 3
