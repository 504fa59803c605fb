"""Warnings: each kind once, with the option it names; and what must not be warned about."""

from __future__ import annotations

from typing import Any

import pytest

from chuanma.rules import Ruleset, load_preset, preset_names
from chuanma.rules.idle import IDLE, idle
from chuanma.rules.warn import WARNINGS, warnings

PLAIN = {"pinghu": 1, "qidui": 4}

# Options set on top of the defaults, and the one option the warning must name.
POINTLESS: dict[str, tuple[dict[str, Any], str]] = {
    "no_swap": ({"open.swap_direction": "left"}, "open.swap_direction"),
    "two_seats_swap": (
        {"table.seats": 2, "open.swap": 3, "open.swap_direction": "left"},
        "open.swap_direction",
    ),
    "two_seats": ({"table.seats": 2, "claim.multi_win": "nearest"}, "claim.multi_win"),
    "one_winner": ({"claim.multi_win": "nearest", "kong.transfer_share": "split"}, "kong.transfer_share"),
    "kongs_off": (
        {"kong.enabled": False, "kong.transfer": "none", "draw.refund": False, "kong.direct": 2},
        "kong.direct",
    ),
    "kongs_free": (
        {
            "kong.direct": 0,
            "kong.added": 0,
            "kong.concealed": 0,
            "draw.refund": False,
            "kong.transfer": "all",
        },
        "kong.transfer",
    ),
    "no_transfer": ({"kong.transfer": "none", "kong.transfer_after": "added"}, "kong.transfer_after"),
    "nothing_shared": (
        {"kong.transfer": "refund_payers", "kong.transfer_share": "split"},
        "kong.transfer_share",
    ),
    "not_flow": ({"kong.flow": "never"}, "kong.flow"),
    "over_with_win": ({"table.mode": "single", "table.reveal_win": True}, "table.reveal_win"),
    "winner_stays": ({"table.mode": "flow", "leave.winner": "forfeit"}, "leave.winner"),
    "no_pigs": ({"draw.pig_units": 0, "draw.pig_to": "active_non_pigs"}, "draw.pig_to"),
    "two_suits": ({"table.suits": 2, "table.seats": 3, "draw.pig_units": 9}, "draw.pig_units"),
    "nobody_judged": (
        {"draw.ready_pay": "none", "draw.refund": False, "draw.dead_wait": "not_ready"},
        "draw.dead_wait",
    ),
    "dihu_off": ({"value.dihu": "off"}, "value.patterns.dihu"),
    "dihu_added": ({"value.dihu_mode": "add"}, "value.patterns.dihu"),
    "no_dihu_pattern": (
        {"value.patterns": PLAIN, "value.dihu": "draw_or_dealer_discard"},
        "value.dihu",
    ),
    "no_heaven": ({"value.patterns": PLAIN, "value.heaven_alone": True}, "value.heaven_alone"),
    "roots_off": ({"value.root": "none", "value.bonuses": {"gen": 4}}, "value.bonuses.gen"),
    "no_root_bonus": ({"value.bonuses": {}, "value.root": "hand_and_kong"}, "value.root"),
    "dragons_off": (
        {"value.root_in_dragon": "none", "value.patterns": {**PLAIN, "longqidui": 16}},
        "value.patterns.longqidui",
    ),
    "bot_plays": ({"leave.escape": "bot", "leave.escape_units": 8}, "leave.escape_units"),
    "min_below_all": ({"claim.min_units": 2, "value.patterns": {"pinghu": 2, "qidui": 4}}, "claim.min_units"),
}

# The same for what may surprise, and a word that must stand in the warning.
SURPRISING: dict[str, tuple[dict[str, Any], str, str]] = {
    # 72 tiles less 4 × 13 + 1
    "short_wall": ({"table.suits": 2}, "table.suits", "19"),
    "horse_of_few": ({"table.seats": 3, "table.horse": True}, "table.horse", "3"),
    "across_of_three": (
        {"table.seats": 3, "open.swap": 3, "open.swap_direction": "across"},
        "open.swap_direction",
        "",
    ),
    "locked_costs_nothing": ({"open.void": "locked", "draw.pig_units": 0}, "open.void", "draw.pig_units"),
    # 108 tiles less 4 × 13 + 1 leave 55
    "forced_from_the_start": ({"claim.forced_last": 55}, "claim.forced_last", "55"),
    "min_over_patterns": ({"claim.min_units": 64}, "claim.min_units", ""),
    "drizzle_over_direct": ({"kong.drizzle": 2}, "kong.drizzle", "kong.direct"),
    "nothing_to_hand_over": (
        {"kong.transfer_after": "added", "kong.added": 0},
        "kong.transfer_after",
        "kong.added",
    ),
    "all_worth_the_cap": ({"value.cap": 1}, "value.cap", ""),
    "cap_of_a_pattern": ({"value.patterns": {**PLAIN, "tianhu": "cap"}}, "value.patterns", "tianhu"),
    "shadowed": (
        {"value.patterns": {**PLAIN, "qingyise": 8, "qingqidui": 6}, "show": "units"},
        "value.patterns.qingqidui",
        "qingyise",
    ),
    "bonus_of_one": ({"value.bonuses": {"gen": 2, "haidi": 1}}, "value.bonuses.haidi", "1"),
    "not_in_fan": ({"value.patterns": {**PLAIN, "daiyao": 6}}, "show", "daiyao"),
    "cap_of_a_pig": ({"draw.pig_units": "cap"}, "draw.pig_units", "16"),
    "leaving_is_free": ({"leave.escape_units": 0}, "leave.escape_units", ""),
}


def told(changes: dict[str, Any]) -> list[tuple[str, str]]:
    return [(each.key, each.message) for each in warnings(Ruleset().replace(changes))]


@pytest.mark.parametrize("name", [each.name for each in IDLE])
def test_a_value_without_effect_is_told_with_the_reason(name: str) -> None:
    changes, key = POINTLESS[name]

    assert told(changes) == [(key, f"rules.idle.{name}")]
    (warned,) = warnings(Ruleset().replace(changes))
    for lang in ("zh", "en"):
        assert key in warned.words(lang)


@pytest.mark.parametrize("name", [each.name for each in WARNINGS])
def test_a_surprise_is_told(name: str) -> None:
    changes, key, word = SURPRISING[name]

    assert told(changes) == [(key, f"rules.warn.{name}")]
    (warned,) = warnings(Ruleset().replace(changes))
    for lang in ("zh", "en"):
        assert key in warned.words(lang)
        assert word in warned.words(lang)


def test_kongs_off_names_what_stays_behind() -> None:
    """The defaults hand over the last kong and give kong money back: without kongs neither can be."""
    assert told({"kong.enabled": False}) == [
        ("kong.transfer", "rules.idle.kongs_off"),
        ("draw.refund", "rules.idle.kongs_off"),
    ]
    assert {key for key, _ in told({"kong.enabled": False, "kong.drizzle": 1, "kong.when": "end"})} == {
        *("kong.drizzle", "kong.when", "kong.transfer", "draw.refund")
    }


def test_what_is_off_anyway_may_be_switched_off() -> None:
    off = {"kong.enabled": False, "kong.transfer": "none", "draw.refund": False, "kong.direct": 0}

    assert told(off) == []
    assert told({"leave.escape": "bot", "leave.escape_units": 0}) == []


def test_sing_and_dance_may_be_worth_nothing() -> None:
    assert (
        told({"side.sing": True, "side.dance": True, "value.bonuses": {"gen": 2, "sing": 1, "dance": 1}})
        == []
    )


def test_a_dragon_that_counts_for_less_than_seven_pairs() -> None:
    """Under `all` a hand with fours is its dragon alone: 2 units where 七对 has 4."""
    patterns = {**PLAIN, "longqidui": 2}
    (warned,) = warnings(Ruleset().replace({"value.patterns": patterns, "value.root_in_dragon": "all"}))

    assert warned.key == "value.patterns.longqidui"
    assert "qidui" in warned.words("en")


# The family of `classic` has one value of kong.when, and sbr what it shares with tfmj (presets).
LEFT = {"classic": {"kong.when"}, "classic-blood": {"kong.when"}, "sbr": {"kong.transfer_share"}}


@pytest.mark.parametrize("name", preset_names())
def test_presets_are_free_of_surprises(name: str) -> None:
    assert {each.key for each in warnings(load_preset(name))} == LEFT.get(name, set())


def test_idle_options_with_their_reasons() -> None:
    found = idle(load_preset("standard"))

    assert found["open.swap_direction"] == "no_swap"
    assert found["kong.flow"] == "not_flow"
    assert "kong.transfer_share" not in found
