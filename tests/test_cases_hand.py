"""Cases other programs got wrong about one hand. Expected values: tests/vectors/cases.jsonl and RULES §6."""

from __future__ import annotations

from typing import Any

import pytest

from chuanma.hand import Hand
from chuanma.rules import load_preset
from chuanma.tiles import NotationError

STANDARD = load_preset("standard")
DINGQUE = load_preset("dingque")
MIDDLE = STANDARD.replace({"value.bonuses": {"gen": 2, "zhongzhang": 2}})
HOOK = STANDARD.replace({"value.patterns.jingoudiao": 4})
KONG_ROOTS = STANDARD.replace({"value.root": "hand_and_kong"})
ARHATS = KONG_ROOTS.replace({"value.patterns.shibaluohan": 64})

# id, hand, rules, options, units (None: no win); n 番 = 2^(n-1) units in the standard texts
VALUES: list[tuple[str, str, Any, dict[str, Any], int | None]] = [
    ("win-01", "222234555m44488p", STANDARD, {"win": "4p", "self_draw": True}, 2),
    ("win-03", "11123456789m456p", STANDARD, {"win": "6p"}, 1),
    ("win-05", "11113355778899m", STANDARD, {"win": "9m", "self_draw": True}, 32),
    ("win-06", "1122339m4455p p9m", STANDARD, {"win": "5p"}, None),
    ("win-10", "123555m789p45611s", STANDARD, {"win": "1s", "self_draw": True}, None),
    ("win-11", "11223344m555577p", STANDARD, {"win": "7p"}, 16),
    ("win-13", "11112223334455m", STANDARD, {"win": "5m", "self_draw": True}, 8),
    ("win-16", "11223333456789m", STANDARD, {}, 8),
    ("win-18", "12333345677778m", STANDARD, {}, 16),
    ("win-20", "12223334467778m", STANDARD, {}, 4),
    ("win-21", "113355m22446688p", STANDARD, {"win": "8p"}, 4),
    ("fan-01", "111123m45678922p", STANDARD, {"win": "2p"}, 2),
    ("fan-03", "122223333m22p p1m", STANDARD, {"win": "1m"}, 8),
    ("fan-05", "111222333m77999p", STANDARD, {"win": "7p"}, 2),
    ("fan-06", "111222333m78999p", STANDARD, {"win": "9p"}, 4),
    ("fan-08", "11123789999s p1p", STANDARD, {}, 8),
    ("fan-10", "12223789999s p1p", STANDARD, {}, 2),
    ("fan-11", "11112378999s p1p", STANDARD, {}, 8),
    ("fan-13", "11778899p789s p1s", STANDARD, {}, 4),
    ("fan-18", "22223344m556677p", STANDARD, {}, 16),
    ("fan-18", "11224444557799m", STANDARD, {}, 32),
    # 天胡 16 with the 根 it takes is 32, the 清龙七对 itself is 32: never less
    ("fan-20", "11224444557799m", STANDARD.replace({"value.patterns.tianhu": 16}), {"heaven": True}, 32),
    ("fan-21", "11224444557799m", STANDARD, {}, 32),
    ("fan-21", "99m p1m p3m p5m p7m", STANDARD, {}, 8),
    ("fan-23", "123m45678999p p1m", MIDDLE, {}, 2),  # the pung and the fourth 1m are a 根; no 中张
    ("fan-25", "111333444m55666p", STANDARD, {}, 2),
    ("fan-26", "111333m22244466p", STANDARD, {}, 2),
    ("fan-26", "111333m22244466p", HOOK, {}, 2),
    ("fan-28", "66p k1m k3m k4m k2p", STANDARD, {}, 2),
    ("fan-28", "66p k1m k3m k4m k2p", KONG_ROOTS, {}, 32),
    ("fan-28", "66p k1m k3m k4m k2p", ARHATS, {}, 64),
    ("fan-30", "11119999m111199p", DINGQUE, {}, 128),
    ("fan-30", "11119999m111199p", STANDARD, {}, 64),
    ("fan-31", "112233778899m11p", STANDARD, {}, 4),
    ("fan-33", "22223333444455m", STANDARD, {}, 128),
    ("fan-38", "123m45678922p p1m", STANDARD, {"win": "1m"}, 2),
    ("fan-38", "234m45678922p p1m", STANDARD, {"win": "4m"}, 1),
    ("fan-40", "11223344556677m", STANDARD, {}, 16),
    ("fan-40", "11112233445566m", STANDARD, {}, 32),
    ("cap-01", "11113355778899m", STANDARD.replace({"value.cap": 8}), {"self_draw": True}, 8),
    ("heaven-05", "111222333m78999p", STANDARD, {"heaven": True}, 32),
    ("seedhand-01", "2244552299m1199p", STANDARD, {}, 16),
    ("seedhand-02", "99887755221166p", STANDARD, {}, 16),
    ("seedhand-03", "11224444557799m", STANDARD, {}, 32),
    ("seedhand-04", "11222244p557799m", STANDARD, {}, 16),
    ("seedhand-05", "11123777888999p", STANDARD, {}, 16),
    ("seedhand-06", "111222333m78999p", STANDARD, {}, 4),
    ("seedhand-07", "11333222456999s", STANDARD, {}, 4),
    ("seedhand-08", "222555888s88855m", STANDARD, {}, 8),
    ("seedhand-09", "22255588m222888p", STANDARD, {}, 8),
    ("seedhand-10", "12312399m123789s", STANDARD, {}, 4),
]

# id, hand, void suit, waits
WAITS = [
    ("waits-01", "1113456666788s", None, "2s 5s 7s 8s"),
    ("waits-03", "111555999m1111p", None, ""),
    ("waits-05", "1234444678m456p", None, "1m"),
    ("waits-06", "46m12378911p p5m", None, "5m"),
    ("waits-08", "2223456777m888p", None, "1m 2m 3m 4m 5m 6m 7m 8m"),
    ("waits-10", "2223334445556p", None, "1p 3p 4p 5p 6p 7p"),
    ("waits-11", "2223333444556m", None, "2m 4m 5m 6m 7m"),
    ("waits-13", "123456789m55p11s", "p", ""),
    ("seedhand-11", "6p p1m p3m p4m p2p", None, "6p"),
    ("seedhand-12", "11146m12366789s", None, "5m"),
    ("seedhand-13", "123567m1235699s", None, "4s 7s"),
    ("seedhand-14", "23466789m12389s", None, "7s"),
    ("seedhand-15", "123456789m3457p", None, "7p"),
]


@pytest.mark.parametrize(("case", "hand", "rules", "options", "units"), VALUES, ids=[row[0] for row in VALUES])
def test_case_of_value(case: str, hand: str, rules: Any, options: dict[str, Any], units: int | None) -> None:
    assert Hand(hand).value(rules, **options).units == units


@pytest.mark.parametrize(("case", "hand", "void", "waits"), WAITS, ids=[row[0] for row in WAITS])
def test_case_of_waits(case: str, hand: str, void: str | None, waits: str) -> None:
    assert Hand(hand).waits(void) == tuple(waits.split())


def test_case_win_21_with_a_fifteenth_tile() -> None:
    with pytest.raises(NotationError, match="15 tiles"):
        Hand("113355m224466889p")


def test_case_waits_15() -> None:
    """245568m 245568p 77s is 3 from ready with 缺一门; 77m in its place makes it 2."""
    assert Hand("245568m245568p77s").deficiency() == 3
    assert Hand("24556877m245568p").deficiency() == 2


def test_case_fan_18_and_21_name_one_pattern() -> None:
    assert [pattern.id for pattern in Hand("11224444557799m").value(STANDARD).patterns] == ["qinglong"]


def test_case_fan_23_no_bonus_for_a_hand_with_ends() -> None:
    assert [bonus.id for bonus in Hand("123m45678999p p1m").value(MIDDLE).bonuses] == ["gen"]


def test_case_draw_11() -> None:
    """The dearest wait counts: 1m completes a 根 (2), 4m does not (1)."""
    hand = Hand("23m45678922p p1m")

    assert {wait: hand.value(STANDARD, win=wait).units for wait in hand.waits()} == {"1m": 2, "4m": 1}
