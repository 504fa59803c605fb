"""The options are those of options.md, and the engine's RULES record has one field for each."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from chuanma.engine import layout as L
from chuanma.rules import BY_KEY, OPTIONS, Ruleset, load_preset
from chuanma.rules.kernel import fill

# options.md, line by line: key, section of RULES.md, values in order, default.
TABLE = """
show                   -  fan units                                                fan
table.seats            1  4 3 2                                                    4
table.suits            1  3 2                                                      3
table.base             11 1..                                                      6
table.mode             5  single blood flow                                        blood
table.reveal_win       5  bool                                                     false
table.first_dealer     2  dice random host                                         dice
table.next_dealer      2  dice first_winner feeder rotate                          dice
table.kong_draw        1  tail head                                                tail
table.jump_tile        1  bool                                                     true
table.horse            1  bool                                                     false
open.swap              3  0 3 4                                                    0
open.swap_same_suit    3  bool                                                     true
open.swap_direction    3  dice left right across                                   dice
open.void              3  free declared forced marked first_discard locked         free
claim.multi_win        4  all nearest                                              all
claim.pass_win         4  none until_draw until_draw_higher until_discard          none
claim.pass_pung        4  bool                                                     false
claim.swap_call        4  bool                                                     true
claim.forced_last      4  0..                                                      4
claim.min_units        4  1..                                                      1
kong.enabled           5  bool                                                     true
kong.direct            7  0..                                                      1
kong.added             7  0..                                                      1
kong.concealed         7  0..                                                      2
kong.drizzle           7  0..                                                      0
kong.when              7  now end                                                  now
kong.late_added        7  paid unpaid forbidden                                    paid
kong.pung_from_three   7  paid unpaid                                              paid
kong.bloom_payer       7  all feeder feeder_all                                    all
kong.transfer          7  none last chain all refund_payers                        last
kong.transfer_after    7  any added                                                any
kong.transfer_share    7  each split                                               each
kong.flow              5  same_waits never                                         same_waits
value.cap              6  0..                                                      0
value.self_draw        6  none add_base double                                     none
value.root             6  hand hand_and_kong none                                  hand
value.root_in_dragon   6  one all none                                             one
value.heaven_alone     9  bool                                                     false
value.dihu             9  off first_draw draw_or_dealer_discard                    first_draw
value.dihu_mode        9  pattern add                                              pattern
draw.pig_units         8  0..cap                                                   16
draw.pig_to            8  non_pigs active_non_pigs house                           non_pigs
draw.ready_pay         8  max min none                                             max
draw.dead_wait         8  ready not_ready                                          ready
draw.refund            8  bool                                                     true
leave.escape           11 end bot                                                  end
leave.escape_units     11 0..                                                      16
leave.winner           11 pay_at_end forfeit                                       pay_at_end
side.sing              10 bool                                                     false
side.dance             10 bool                                                     false
side.items             12 bool                                                     false
side.false_win_units   10 0..                                                      0
"""
LINES = [line.split() for line in TABLE.strip().splitlines()]

# The engine's names for the values of an option start with these letters.
PREFIXES = {
    "table.mode": "MODE_",
    "open.void": "VOID_",
    "claim.pass_win": "PASS_",
    "kong.late_added": "LATE_",
    "kong.bloom_payer": "BLOOM_",
    "kong.transfer": "TRANSFER_",
    "value.self_draw": "SELF_DRAW_",
    "value.root": "ROOT_",
    "value.root_in_dragon": "DRAGON_",
    "value.dihu": "DIHU_",
    "draw.pig_to": "PIG_",
    "draw.ready_pay": "READY_",
}


def words(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@pytest.mark.parametrize("line", LINES, ids=[line[0] for line in LINES])
def test_option_is_as_the_text_lists_it(line: list[str]) -> None:
    key, section, *values, default = line
    option = BY_KEY[key]

    assert words(option.default) == default
    assert option.section.lstrip("§") == section.strip("-")
    if values == ["bool"]:
        assert option.type == "boolean"
    elif ".." in values[0]:
        low, high = values[0].split("..")
        assert (option.low, option.cap) == (int(low), high == "cap")
        assert not option.values
    else:
        assert [words(value) for value in option.values] == values


def test_there_are_no_other_options() -> None:
    tables = {"value.patterns", "value.bonuses"}
    texts = {"title.zh", "title.en", "source", "notes"}

    assert set(BY_KEY) == {line[0] for line in LINES} | tables | texts
    assert len(OPTIONS) == len(BY_KEY)


@pytest.mark.parametrize("option", OPTIONS, ids=[option.key for option in OPTIONS])
def test_every_option_says_what_it_means(option: Any) -> None:
    assert option.zh
    assert option.en
    assert option.source
    assert "\n" not in option.zh + option.en
    assert option.section or option.type == "text" or option.key == "show"


def test_ids_of_tables_are_those_of_the_engine() -> None:
    assert BY_KEY["value.patterns"].names == L.PATTERNS
    # 自摸 is a bonus of the engine, but value.self_draw switches it on (options.md).
    assert BY_KEY["value.bonuses"].names == tuple(name for name in L.BONUSES if name != "zimo")


def test_defaults_are_the_standard_preset() -> None:
    texts = {"title.zh": "", "title.en": "", "source": "", "notes": ""}

    assert load_preset("standard").replace(texts) == Ruleset()


# --------------------------------------------------------------------------------------- the RULES record
def test_each_option_has_one_field_and_each_field_one_option() -> None:
    assert L.RULES.names is not None
    fields = {option.field for option in OPTIONS if option.field is not None}

    assert fields == set(L.RULES.names) - {"spare"}  # bytes that only fill up
    assert {option.key for option in OPTIONS if option.field is None} == {
        *{"title.zh", "title.en", "source", "notes", "show"}
    }


@pytest.mark.parametrize(("key", "prefix"), PREFIXES.items())
def test_codes_are_places_in_the_list_of_values(key: str, prefix: str) -> None:
    values = BY_KEY[key].values

    assert [getattr(L, prefix + str(value).upper()) for value in values] == list(range(len(values)))


@pytest.mark.parametrize(
    "option", [option for option in OPTIONS if option.field], ids=lambda option: option.key
)
def test_every_value_reaches_its_field(option: Any) -> None:
    """`fill` puts each allowed value of an option, the largest included, into its field and no other."""
    plain = fill(Ruleset())
    for value in values_of(option):
        record = fill(Ruleset().replace({option.key: value}))

        assert record.shape == (1,)
        assert record.dtype == L.RULES
        assert record[option.field][0] == code_of(option, value)
        others = [
            name for name in L.RULES.names or () if name not in (option.field, *also_changed(option.key))
        ]
        assert all(np.array_equal(record[name], plain[name]) for name in others)


def values_of(option: Any) -> list[Any]:
    if option.type == "boolean":
        return [False, True]
    if option.type == "table":
        return []
    return list(option.values) or [option.low, option.high, *(["cap"] if option.cap else [])]


def code_of(option: Any, value: Any) -> int:
    if option.type == "choice":
        return int(option.values.index(value))
    return L.CAP if value == "cap" else int(value)


def also_changed(key: str) -> tuple[str, ...]:
    return ("value_bonuses",) if key == "value.self_draw" else ()


def test_patterns_and_bonuses_in_the_record() -> None:
    """dingque: 将七对 32, 地胡 no pattern (+32), 根, 杠上花, 杠上炮, 抢杠 ×2 (fans.md)."""
    rules = load_preset("dingque").replace({"value.patterns.tianhu": "cap"})

    record = fill(rules)[0]

    units = dict(zip(L.PATTERNS, record["value_patterns"].tolist(), strict=True))
    assert units["jiangqidui"] == 32
    assert units["dihu"] == 0
    assert units["tianhu"] == L.CAP
    factors = dict(zip(L.BONUSES, record["value_bonuses"].tolist(), strict=True))
    doubled = {name for name, factor in factors.items() if factor == 2}
    assert doubled == {"gen", "gangshanghua", "gangshangpao", "qianggang"}
    assert {factors[name] for name in factors.keys() - doubled} == {0}


def test_self_draw_double_is_the_bonus_zimo() -> None:
    record = fill(Ruleset().replace({"value.self_draw": "double"}))[0]

    assert record["value_bonuses"][L.B_ZIMO] == 2
