"""Values: the checked hands under five rulesets, and the hands printed in the source texts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from chuanma import tiles
from chuanma.engine import layout as L
from chuanma.hand import Hand, HandError, deficiencies, flag_bits, values, wins
from chuanma.rules import Ruleset, load_preset
from chuanma.tiles import NotationError

LINES = [
    json.loads(line) for line in (Path(__file__).parent / "vectors/value.jsonl").read_text().splitlines()
]
PRESETS = ("standard", "dingque", "chengdu", "tfmj", "modern")
RULES = {name: load_preset(name) for name in PRESETS}
STANDARD = load_preset("standard")


def value(line: dict[str, Any], rules: Ruleset) -> int | None:
    flags = {flag.replace("-", "_"): True for flag in line["flags"]}
    return Hand(line["hand"]).value(rules, win=line["win"], self_draw=line["self_draw"], **flags).units


@pytest.mark.parametrize("name", RULES)
def test_checked_values(name: str) -> None:
    """All 600 lines."""
    wrong = []
    for line in LINES:
        found = value(line, RULES[name])
        if found != line["units"][name]:
            wrong.append((line["hand"], line["flags"], line["units"][name], found))

    assert wrong == []


@pytest.mark.parametrize(
    ("hand", "pattern", "units"),
    [
        ("23445677p345789s", "pinghu", 1),
        ("111222444m33399p", "duidui", 2),
        ("11333222456999s", "qingyise", 4),
        ("111222333m78999p", "daiyao", 4),
        ("2244552299m1199p", "longqidui", 16),
        ("99887755221166p", "qingqidui", 16),
        ("222555888s88855m", "jiangdui", 8),
        ("11222244p557799m", "longqidui", 16),
        ("11334466778899s", "qingqidui", 16),
        ("11123777888999p", "qingyao", 16),
        ("11224444557799m", "qinglong", 32),
        ("123345789m23466p", "pinghu", 1),
        ("11123434566688m", "qingyise", 4),
        ("12312399m123789s", "daiyao", 4),
        ("22255588m222888p", "jiangdui", 8),
    ],
)
def test_hands_printed_in_the_source_texts(hand: str, pattern: str, units: int) -> None:
    """fans.md, "Hands printed in the source texts", checked there by program."""
    found = Hand(hand).value(STANDARD)

    assert (found.patterns[0].id, found.units) == (pattern, units)


@pytest.mark.parametrize(
    ("hand", "waits"),
    [
        ("1112345678999m", "1m 2m 3m 4m 5m 6m 7m 8m 9m"),
        ("11146m12366789s", "5m"),
        ("123567m12356s99s", "4s 7s"),
        ("23466789m12389s", "7s"),
        ("123456789m3457p", "7p"),
    ],
)
def test_waits_printed_in_the_source_texts(hand: str, waits: str) -> None:
    assert Hand(hand).waits() == tuple(waits.split())


def test_the_breakdown_of_a_win() -> None:
    """2p completes 平胡 with one 根 on a kong's discard: 1 × 2 × 2 = 4 = 3 番."""
    found = Hand("111123m456789p22p").value(STANDARD, win="2p", kong_discard=True)

    assert (found.units, found.fan) == (4, 3)
    assert [(bonus.id, bonus.count, bonus.factor) for bonus in found.bonuses] == [
        ("gen", 1, 2),
        ("gangshangpao", 1, 2),
    ]
    assert found.reading == ("111m", "123m", "456p", "789p", "22p")
    assert found.explain("en") == [
        "Read as 111m 123m 456p 789p 22p",
        "Pattern Plain win: 1×",
        "Root: ×2 each, 1 of them",
        "Win on the discard after a kong: ×2 each, 1 of them",
        "Multiplied: 4×",
    ]


def test_the_cap_and_what_lies_outside_it() -> None:
    """Cap 8: 清七对 16 counts 8; 自摸加底 adds 1 outside."""
    rules = STANDARD.replace({"value.cap": 8, "value.self_draw": "add_base"})

    found = Hand("11223344556677m").value(rules, self_draw=True)

    assert (found.product, found.capped, found.base, found.units, found.fan) == (16, 8, 1, 8, 4)
    assert found.explain("en")[-3:] == [
        "Capped: 8×",
        "In all: 8×",
        "Self-draw: each payer pays 1 unit more, outside the cap",
    ]


@pytest.mark.parametrize(
    ("hand", "options", "words"),
    [
        ("123m456p789s55566m", {}, "three suits"),
        ("123456m12345677p", {"void": "p"}, "void suit"),
        ("123456m1234567p9p", {}, "tiles missing: 1"),
    ],
)
def test_why_a_hand_does_not_win(hand: str, options: dict[str, str], words: str) -> None:
    found = Hand(hand).value(STANDARD, **options)

    assert (found.win, found.units, found.patterns) == (False, None, ())
    assert words in found.explain("en")[0]
    assert found.explain("zh")[0].startswith("不能胡")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"self_draw": True, "robbed": True}, "self_draw with robbed"),
        ({"self_draw": True, "kong_discard": True}, "self_draw with kong_discard"),
        ({"heaven": True, "earth": True}, "heaven with earth"),
        ({"after_kong": True, "self_draw": False}, "after_kong without self_draw"),
        ({"heaven": True, "self_draw": False}, "heaven without self_draw"),
        ({"after_kong": True, "robbed": True}, "self_draw with robbed"),
        ({"last_tile": True, "robbed": True}, "last_tile with robbed"),
        ({"win": "9s"}, "winning tile 9s is not among"),
        ({"void": "z"}, "void suit 'z'"),
    ],
)
def test_circumstances_that_contradict_each_other(options: dict[str, Any], words: str) -> None:
    with pytest.raises(HandError, match=words):
        Hand("11223344556677m").value(STANDARD, **options)


def test_open_sets_rule_heaven_out() -> None:
    with pytest.raises(HandError, match="untouched hand"):
        Hand("11m p1p p2p p3p p4p").value(STANDARD, heaven=True)


def test_thirteen_tiles_take_the_winning_tile_in() -> None:
    assert Hand("1122334455667m").value(STANDARD, win="7m").units == 16
    with pytest.raises(NotationError, match="13 tiles; value needs 14"):
        Hand("1122334455667m").value(STANDARD)


def arrays(lines: list[dict[str, Any]]) -> dict[str, np.ndarray]:
    """The hands of checked lines as arrays."""
    given = [Hand(line["hand"]) for line in lines]
    types, kinds = np.zeros((len(lines), 4), np.int8), np.zeros((len(lines), 4), np.int8)
    for i, hand in enumerate(given):
        for m, meld in enumerate(hand.melds):
            types[i, m], kinds[i, m] = L.MELDS.index(meld.type), meld.kind
    return {
        "array": np.stack([np.bincount(hand.concealed, minlength=27) for hand in given]),
        "meld_types": types,
        "meld_kinds": kinds,
    }


@pytest.mark.parametrize("name", RULES)
def test_arrays_are_worth_what_the_checked_lines_say(name: str) -> None:
    kinds = np.array([tiles.kind(line["win"]) for line in LINES])
    names = [
        ["self_draw"] * line["self_draw"] + [f.replace("-", "_") for f in line["flags"]] for line in LINES
    ]
    flags = np.array([flag_bits(*each) for each in names])

    found = values(**arrays(LINES), rules=RULES[name], win_kinds=kinds, flags=flags)

    assert found.tolist() == [line["units"][name] or 0 for line in LINES]


def test_arrays_agree_with_single_hands() -> None:
    given = arrays(LINES)
    voids = np.arange(len(LINES)) % 4 - 1
    pairs = [(Hand(line["hand"]), (None, *"mps")[i % 4]) for i, line in enumerate(LINES)]

    assert wins(**given).tolist() == [hand.is_win() for hand, _ in pairs]
    assert wins(**given, void=voids).tolist() == [hand.is_win(void) for hand, void in pairs]
    assert deficiencies(**given, void="p").tolist() == [hand.deficiency("p") for hand, _ in pairs]
    assert deficiencies(**given, void=voids).tolist() == [hand.deficiency(void) for hand, void in pairs]
    found = values(**given, rules=STANDARD, void=voids).tolist()
    assert found == [hand.value(STANDARD, void=void).units or 0 for hand, void in pairs]


def test_one_hand_and_no_hand_are_arrays_too() -> None:
    line = next(line for line in LINES if line["hand"].endswith(" p4m"))
    assert wins(**arrays([line])).tolist() == [Hand(line["hand"]).is_win()]
    assert wins(np.zeros((0, 27), np.int8)).tolist() == []
    assert values(np.zeros((0, 27), np.int8), STANDARD).tolist() == []


def counts(hand: str) -> np.ndarray:
    return np.bincount(tiles.parse_tiles(hand), minlength=27)[None]


def melds(types: list[int], kinds: list[int]) -> dict[str, np.ndarray]:
    return {"meld_types": np.array([types], np.int8), "meld_kinds": np.array([kinds], np.int8)}


PAIR = counts("11m")


@pytest.mark.parametrize(
    ("array", "options", "words"),
    [
        (np.zeros((2, 26), np.int8), {}, r"shape \(n, 27\)"),
        (np.zeros((1, 27), np.float32), {}, "whole numbers"),
        (np.zeros((1, 27), np.int8), {}, "14 tiles in all"),
        (np.vstack([counts("11223344556677m"), counts("111112233445566m")]), {}, "row 1 is no hand"),
        (counts("1122334455667m"), {}, "row 0 is no hand"),
        (-counts("11223344556677m"), {}, "counts 0-4"),
        (np.full((1, 27), 260), {}, "counts 0-4"),
        (PAIR, melds([1, 1, 1, 1], [0, 9, 10, 11]), "at most four of a kind"),  # a fifth 1m
        (PAIR, melds([1, 1, 0, 1], [1, 9, 0, 11]), "14 tiles in all"),  # a gap among the open sets
        (PAIR, melds([1, 1, 5, 1], [1, 9, 10, 11]), "row 0 is no hand"),
        (PAIR, melds([1, 1, 1, 1], [1, 9, 27, 11]), "row 0 is no hand"),
        (PAIR, {"meld_types": np.ones((1, 4), np.int8)}, "go together"),
        (PAIR, melds([1, 1, 1], [1, 9, 10]), r"shape \(n, 4\)"),
        (np.vstack([PAIR, PAIR]), melds([1, 1, 1, 1], [1, 9, 10, 11]), "2 rows of meld_types"),
        (counts("11223344556677m"), {"void": "x"}, "void suit 'x'"),
        (counts("11223344556677m"), {"void": np.array([3])}, "0, 1, 2, or −1"),
        (counts("11223344556677m"), {"void": np.array([0, 1])}, "1 of them"),
    ],
)
def test_arrays_that_are_no_hands(array: np.ndarray, options: dict[str, Any], words: str) -> None:
    with pytest.raises(HandError, match=words):
        wins(array, **options)
    with pytest.raises(HandError, match=words):
        values(array, STANDARD, **options)


def test_a_winning_tile_that_is_not_held() -> None:
    hand = counts("11223344556677m")
    assert values(hand, STANDARD, win_kinds=np.array([6])).tolist() == [16]
    for kind in (7, 27, -2):
        with pytest.raises(HandError, match="the winning tile among them"):
            values(hand, STANDARD, win_kinds=np.array([kind]))


def test_circumstances_by_name() -> None:
    assert flag_bits("self_draw", "last_tile") == L.F_SELF_DRAW | L.F_LAST_TILE
    with pytest.raises(HandError, match="unknown circumstance 'luck'"):
        flag_bits("luck")


def test_earth_counts_only_where_the_rules_know_it() -> None:
    """地胡 32 under standard; with `dihu = off` the hand is 清七对 16."""
    off = STANDARD.replace({"value.dihu": "off"})
    hand, flags = counts("11223344556677m"), flag_bits("earth", "self_draw")
    assert values(hand, STANDARD, flags=flags).tolist() == [32]
    assert values(hand, off, flags=flags).tolist() == [16]
    assert Hand("11223344556677m").value(off, earth=True, self_draw=True).units == 16


def test_open_sets_stand_in_the_reading() -> None:
    found = Hand("23466m567s p5m c9s").value(STANDARD)

    assert found.reading == ("234m", "567s", "p5m", "c9s", "66m")


def test_a_picture_for_notebooks() -> None:
    assert Hand("11m p1p p2p p3p p4p")._repr_svg_().startswith("<svg")
