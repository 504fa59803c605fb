"""Options without effect: what one option makes of others, e.g. everything about kongs where there are none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from chuanma.rules.options import Options


@dataclass(frozen=True, slots=True)
class Idle:
    """Where `holds`, the options `keys` change nothing; the words are the text ``rules.idle.<name>``.

    A key may be an entry of a table (``value.patterns.dihu``).
    """

    name: str
    keys: tuple[str, ...]
    holds: Callable[[Options], bool]


KONG_MONEY = ("kong.direct", "kong.added", "kong.concealed", "kong.drizzle")
KONG_RULES = (
    *("kong.when", "kong.late_added", "kong.pung_from_three", "kong.bloom_payer", "kong.transfer"),
    *("kong.transfer_after", "kong.transfer_share", "kong.flow", "table.kong_draw", "draw.refund"),
    *("value.bonuses.gangshanghua", "value.bonuses.gangshangpao", "value.bonuses.qianggang"),
)
DRAGONS = tuple(f"value.patterns.{name}" for name in ("longqidui", "shuanglong", "qinglong", "sanlong"))


def kongs_paid(rules: Options) -> bool:
    """Whether any kong can bring money."""
    kong = rules.kong
    return kong.enabled and any((kong.direct, kong.added, kong.concealed, kong.drizzle))


def _over_with_win(rules: Options) -> bool:
    return rules.table.mode == "single" or (rules.table.mode == "blood" and rules.table.seats == 2)


def _nobody_judged(rules: Options) -> bool:
    return rules.draw.ready_pay == "none" and not (rules.draw.refund and kongs_paid(rules))


def _no_heaven(rules: Options) -> bool:
    value = rules.value
    earth = value.dihu != "off" and value.dihu_mode == "pattern" and "dihu" in value.patterns
    return "tianhu" not in value.patterns and not earth


def _no_dihu_pattern(rules: Options) -> bool:
    return rules.value.dihu_mode == "pattern" and "dihu" not in rules.value.patterns


def _min_below_all(rules: Options) -> bool:
    units = [each for each in rules.value.patterns.values() if each != "cap"]
    return bool(units) and 1 < rules.claim.min_units <= min(map(int, units))


IDLE = (
    Idle("no_swap", ("open.swap_same_suit", "open.swap_direction"), lambda rules: rules.open.swap == 0),
    Idle("two_seats_swap", ("open.swap_direction",), lambda rules: rules.table.seats == 2),
    Idle(
        "two_seats",
        ("claim.multi_win", "kong.drizzle", "kong.bloom_payer", "kong.transfer_share"),
        lambda rules: rules.table.seats == 2,
    ),
    Idle("one_winner", ("kong.transfer_share",), lambda rules: rules.claim.multi_win == "nearest"),
    Idle("kongs_off", (*KONG_MONEY, *KONG_RULES), lambda rules: not rules.kong.enabled),
    Idle(
        "kongs_free",
        ("kong.when", "kong.transfer", "kong.transfer_after", "kong.transfer_share", "draw.refund"),
        lambda rules: not kongs_paid(rules),
    ),
    Idle(
        "no_transfer",
        ("kong.transfer_after", "kong.transfer_share"),
        lambda rules: rules.kong.transfer == "none",
    ),
    Idle("nothing_shared", ("kong.transfer_share",), lambda rules: rules.kong.transfer == "refund_payers"),
    Idle("not_flow", ("kong.flow",), lambda rules: rules.table.mode != "flow"),
    Idle("over_with_win", ("table.reveal_win", "leave.winner"), _over_with_win),
    Idle("winner_stays", ("leave.winner",), lambda rules: rules.table.mode == "flow"),
    Idle("no_pigs", ("draw.pig_to",), lambda rules: rules.draw.pig_units == 0),
    Idle("two_suits", ("draw.pig_units", "draw.pig_to"), lambda rules: rules.table.suits == 2),
    Idle("nobody_judged", ("draw.dead_wait",), _nobody_judged),
    Idle("dihu_off", ("value.dihu_mode", "value.patterns.dihu"), lambda rules: rules.value.dihu == "off"),
    Idle("dihu_added", ("value.patterns.dihu",), lambda rules: rules.value.dihu_mode == "add"),
    Idle("no_dihu_pattern", ("value.dihu",), _no_dihu_pattern),
    Idle("no_heaven", ("value.heaven_alone",), _no_heaven),
    Idle("roots_off", ("value.bonuses.gen",), lambda rules: rules.value.root == "none"),
    Idle("no_root_bonus", ("value.root",), lambda rules: "gen" not in rules.value.bonuses),
    Idle("dragons_off", DRAGONS, lambda rules: rules.value.root_in_dragon == "none"),
    Idle("bot_plays", ("leave.escape_units",), lambda rules: rules.leave.escape == "bot"),
    Idle("min_below_all", ("claim.min_units",), _min_below_all),
)


def idle(rules: Options) -> dict[str, str]:
    """Options (and entries of tables) without effect under these rules, each with the name of the reason."""
    found: dict[str, str] = {}
    for each in IDLE:
        if each.holds(rules):
            found |= {key: each.name for key in each.keys if key not in found}
    return found
