"""Rulesets for the tests of the reference, written out from options.md, fans.md and presets.md."""

from __future__ import annotations

from typing import Any

STANDARD_PATTERNS: dict[str, int | str] = {
    "pinghu": 1,
    "duidui": 2,
    "qingyise": 4,
    "daiyao": 4,
    "qidui": 4,
    "qingdui": 8,
    "jiangdui": 8,
    "longqidui": 16,
    "qingqidui": 16,
    "qingyao": 16,
    "qinglong": 32,
    "tianhu": 32,
    "dihu": 32,
}

DEFAULTS: dict[str, Any] = {
    "table.seats": 4,
    "table.suits": 3,
    "table.base": 6,
    "table.mode": "blood",
    "table.reveal_win": False,
    "table.first_dealer": "dice",
    "table.next_dealer": "dice",
    "table.kong_draw": "tail",
    "table.jump_tile": True,
    "table.horse": False,
    "open.swap": 0,
    "open.swap_same_suit": True,
    "open.swap_direction": "dice",
    "open.void": "free",
    "claim.multi_win": "all",
    "claim.pass_win": "none",
    "claim.pass_pung": False,
    "claim.swap_call": True,
    "claim.forced_last": 4,
    "claim.min_units": 1,
    "kong.enabled": True,
    "kong.direct": 1,
    "kong.added": 1,
    "kong.concealed": 2,
    "kong.drizzle": 0,
    "kong.when": "now",
    "kong.late_added": "paid",
    "kong.pung_from_three": "paid",
    "kong.bloom_payer": "all",
    "kong.transfer": "last",
    "kong.transfer_after": "any",
    "kong.transfer_share": "each",
    "kong.flow": "same_waits",
    "value.cap": 0,
    "value.self_draw": "none",
    "value.root": "hand",
    "value.root_in_dragon": "one",
    "value.heaven_alone": False,
    "value.dihu": "first_draw",
    "value.dihu_mode": "pattern",
    "value.patterns": STANDARD_PATTERNS,
    "value.bonuses": {"gen": 2, "gangshanghua": 2, "gangshangpao": 2},
    "draw.pig_units": 16,
    "draw.pig_to": "non_pigs",
    "draw.ready_pay": "max",
    "draw.dead_wait": "ready",
    "draw.refund": True,
    "leave.escape": "end",
    "leave.escape_units": 16,
    "leave.winner": "pay_at_end",
    "side.sing": False,
    "side.dance": False,
    "side.items": False,
    "side.false_win_units": 0,
}


def ruleset(**changes: Any) -> dict[str, Any]:
    """The defaults with some options changed; `.` in a key is written `__`."""
    changed = {key.replace("__", "."): option for key, option in changes.items()}
    unknown = changed.keys() - DEFAULTS.keys()
    if unknown:
        raise KeyError(f"no such option: {sorted(unknown)}")
    return {**DEFAULTS, **changed}


def _without(*names: str) -> dict[str, int | str]:
    return {name: units for name, units in STANDARD_PATTERNS.items() if name not in names}


PRESETS: dict[str, dict[str, Any]] = {
    "standard": ruleset(),
    "standard-single": ruleset(table__mode="single", table__next_dealer="feeder"),
    "dingque": ruleset(
        table__base=1,
        table__next_dealer="first_winner",
        open__void="forced",
        claim__pass_win="until_draw_higher",
        kong__direct=2,
        kong__late_added="unpaid",
        kong__pung_from_three="unpaid",
        kong__bloom_payer="feeder",
        value__root="hand_and_kong",
        value__root_in_dragon="all",
        value__dihu="draw_or_dealer_discard",
        value__dihu_mode="add",
        value__patterns={
            **_without("dihu"),
            "shuanglong": 32,
            "jiangqidui": 32,
            "sanlong": 64,
            "yaoqidui": 128,
        },
        value__bonuses={"gen": 2, "gangshanghua": 2, "gangshangpao": 2, "qianggang": 2},
    ),
    "chengdu": ruleset(
        open__void="marked",
        value__cap=8,
        value__root="hand_and_kong",
        value__patterns={
            **_without("daiyao", "jiangdui", "qingyao"),
            "longqidui": 8,
            "tianhu": "cap",
            "dihu": "cap",
        },
        value__bonuses={"gen": 2, "gangshanghua": 2, "gangshangpao": 2, "qianggang": 2},
    ),
    "tfmj": ruleset(
        open__void="forced",
        value__cap=8,
        value__self_draw="add_base",
        value__root="hand_and_kong",
        value__root_in_dragon="none",
        value__dihu="off",
        value__patterns={"pinghu": 1, "duidui": 2, "qidui": 4},
        value__bonuses={
            **{"gen": 2, "gangshanghua": 2, "gangshangpao": 2, "qianggang": 2, "haidi": 2},
            **{"qingyise": 4, "jingoudiao": 2},
        },
    ),
    "modern": ruleset(
        open__void="forced",
        value__cap=32,
        value__self_draw="double",
        value__root="hand_and_kong",
        value__root_in_dragon="none",
        value__heaven_alone=True,
        value__dihu="draw_or_dealer_discard",
        value__patterns={
            **{"pinghu": 1, "duidui": 2, "daiyao": 4, "qidui": 4, "jingoudiao": 4, "jiangdui": 8},
            **{"jiangqidui": 16, "tianhu": 32, "dihu": 32},
        },
        value__bonuses={
            **{"gen": 2, "gangshanghua": 2, "gangshangpao": 2, "qianggang": 2, "haidi": 2},
            **{"menqing": 2, "zhongzhang": 2, "qingyise": 4},
        },
    ),
}
