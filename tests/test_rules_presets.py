"""The presets hold the values of the tables of presets and of patterns, written out here by hand from those tables."""

from __future__ import annotations

import re
from typing import Any

import pytest

from chuanma.game import Game
from chuanma.rules import OPTIONS, Ruleset, load, load_preset, preset_names

# ------------------------------------------------------------------------------------------------ options by preset
# Row by row the table of presets. `.` is a cell with a dash: the option has its default, which DEFAULTS repeats.
TABLE = """
option                standard    standard-single  laiyou      dingque                 points
table.mode            blood       single           blood       blood                   blood
kong.enabled          yes         yes              yes         yes                     yes
open.swap             0           0                0           0                       0
open.void             free        free             forced      forced                  free
table.first_dealer    dice        dice             dice        dice                    dice
table.next_dealer     dice        feeder           dice        first_winner            first_winner
claim.multi_win       all         all              all         all                     all
claim.pass_win        none        none             none        until_draw_higher       until_draw
claim.pass_pung       no          no               no          no                      no
claim.forced_last     4           4                0           4                       4
kong.direct           1           1                2           2                       1
kong.added            1           1                1           1                       1
kong.concealed        2           2                2           2                       2
kong.drizzle          0           0                0           0                       0
kong.when             now         now              now         now                     now
kong.late_added       paid        paid             paid        unpaid                  paid
kong.pung_from_three  paid        paid             paid        unpaid                  paid
kong.bloom_payer      all         all              all         feeder                  feeder_all
kong.transfer         last        last             last        last                    last
kong.transfer_share   each        each             each        each                    each
draw.refund           yes         yes              yes         yes                     yes
draw.pig_units        16          16               16          16                      9
draw.pig_to           non_pigs    non_pigs         non_pigs    non_pigs                non_pigs
draw.ready_pay        max         max              max         max                     max
draw.dead_wait        ready       ready            ready       ready                   ready
value.root            hand        hand             hand        hand_and_kong           hand
value.root_in_dragon  one         one              one         all                     one
value.self_draw       none        none             none        none                    none
value.cap             0           0                0           0                       0
table.base            6           6                6           1                       6
value.dihu            first_draw  first_draw       first_draw  draw_or_dealer_discard  first_draw
value.dihu_mode       .           .                .           add                     .
leave.escape          end         end              end         end                     end
leave.escape_units    16          16               16          16                      16
leave.winner          pay_at_end  .                forfeit     pay_at_end              forfeit
value.heaven_alone    no          no               no          no                      no
show                  fan         fan              fan         units                   fan
side.items            no          no               no          no                      no
"""
TABLE_2 = """
option                chengdu          flow                    modern                  tfmj
table.mode            blood            flow                    blood                   blood
kong.enabled          yes              yes                     yes                     yes
open.swap             0                0                       3                       0
open.void             marked           forced                  forced                  forced
table.first_dealer    random           dice                    random                  dice
table.next_dealer     first_winner     first_winner            first_winner            first_winner
claim.multi_win       all              all                     all                     all
claim.pass_win        none             until_draw_higher       until_draw_higher       until_draw_higher
claim.pass_pung       no               no                      yes                     no
claim.forced_last     0                4                       0                       0
kong.direct           2                2                       2                       2
kong.added            1                1                       1                       1
kong.concealed        2                2                       2                       2
kong.drizzle          0                0                       0                       0
kong.when             end              now                     now                     now
kong.late_added       unpaid           unpaid                  unpaid                  forbidden
kong.pung_from_three  unpaid           unpaid                  paid                    paid
kong.bloom_payer      all              feeder                  all                     all
kong.transfer         none             last                    chain                   chain
kong.transfer_share   each             each                    split                   split
draw.refund           yes              yes                     yes                     yes
draw.pig_units        cap              16                      cap                     0
draw.pig_to           active_non_pigs  non_pigs                active_non_pigs         .
draw.ready_pay        max              max                     max                     max
draw.dead_wait        ready            ready                   not_ready               ready
value.root            hand_and_kong    hand_and_kong           hand_and_kong           hand_and_kong
value.root_in_dragon  one              all                     none                    none
value.self_draw       none             none                    double                  add_base
value.cap             8                0                       32                      8
table.base            1                1                       1                       1
value.dihu            first_draw       draw_or_dealer_discard  draw_or_dealer_discard  off
value.dihu_mode       .                add                     .                       .
leave.escape          end              end                     bot                     bot
leave.escape_units    16               16                      .                       .
leave.winner          pay_at_end       .                       pay_at_end              pay_at_end
value.heaven_alone    no               no                      yes                     .
show                  units            units                   units                   fan
side.items            no               no                      no                      no
"""

DEFAULTS: dict[str, Any] = {
    "table.seats": 4,
    "table.suits": 3,
    "table.reveal_win": False,
    "table.kong_draw": "tail",
    "table.jump_tile": True,
    "table.horse": False,
    "open.swap_same_suit": True,
    "open.swap_direction": "dice",
    "claim.swap_call": True,
    "claim.min_units": 1,
    "kong.transfer_after": "any",
    "kong.flow": "same_waits",
    "value.heaven_alone": False,
    "value.dihu_mode": "pattern",
    "draw.pig_to": "non_pigs",
    "leave.escape_units": 16,
    "leave.winner": "pay_at_end",
    "side.sing": False,
    "side.dance": False,
    "side.false_win_units": 0,
}
WORDS: dict[str, Any] = {"yes": True, "no": False}


def tables(words: str) -> dict[str, dict[str, Any]]:
    """Cells by option or id, of every preset that has a column."""
    (_, *names), *rows = (line.split() for line in words.strip().splitlines())
    found: dict[str, dict[str, Any]] = {name: {} for name in names}
    for key, *cells in rows:
        for name, cell in zip(names, cells, strict=True):
            if cell != ".":
                found[name][key] = int(cell) if cell.isdigit() else cell
    return found


def columns() -> dict[str, dict[str, Any]]:
    """Values by option of every preset that has a column."""
    found = tables(TABLE) | tables(TABLE_2)
    return {
        name: DEFAULTS | {key: WORDS.get(cell, cell) for key, cell in column.items()}
        for name, column in found.items()
    }


EXPECTED = columns()
# "all else as `standard`"
EXPECTED["classic-blood-rain"] = EXPECTED["standard"] | {
    "open.void": "free",
    "table.first_dealer": "dice",
    "table.next_dealer": "first_winner",
    "table.base": 1,
    "claim.forced_last": 0,
    "draw.pig_units": 0,
    "draw.ready_pay": "none",
    "draw.refund": False,
    "kong.when": "end",
    "kong.transfer": "none",
}
EXPECTED["classic-blood"] = EXPECTED["classic-blood-rain"] | {"kong.enabled": False}
EXPECTED["classic-rain"] = EXPECTED["classic-blood-rain"] | {"table.mode": "single"}
EXPECTED["classic"] = EXPECTED["classic-blood"] | {"table.mode": "single"}
EXPECTED["classic-song"] = EXPECTED["classic-blood-rain"] | {"side.sing": True, "side.dance": True}
EXPECTED["sbr"] = EXPECTED["tfmj"] | {
    "open.void": "marked",
    "kong.late_added": "unpaid",
    "kong.transfer": "refund_payers",
    "draw.pig_units": 48,
    "draw.pig_to": "house",
}

# --------------------------------------------------------------------------------------------- patterns and bonuses
PATTERNS = """
pattern     standard  dingque  chengdu  modern  tfmj
pinghu      1         1        1        1       1
duidui      2         2        2        2       2
qingyise    4         4        4        .       .
daiyao      4         4        .        4       .
qidui       4         4        4        4       4
jingoudiao  .         .        .        4       .
qingdui     8         8        8        .       .
jiangdui    8         8        .        8       .
longqidui   16        16       8        .       .
qingqidui   16        16       16       .       .
qingyao     16        16       .        .       .
shuanglong  .         32       .        .       .
qinglong    32        32       32       .       .
jiangqidui  .         32       .        16      .
sanlong     .         64       .        .       .
yaoqidui    .         128      .        .       .
tianhu      32        32       cap      32      .
dihu        32        .        cap      32      .
"""
BONUSES = """
bonus        standard  dingque  chengdu  modern  tfmj  classic-song
gen          2         2        2        2       2     2
gangshanghua 2         2        2        2       2     2
gangshangpao 2         2        2        2       2     2
qianggang    .         2        2        2       2     .
haidi        .         .        .        2       2     .
menqing      .         .        .        2       .     .
zhongzhang   .         .        .        2       .     .
qingyise     .         .        .        4       4     .
jingoudiao   .         .        .        .       2     .
bianzhang    .         .        .        .       .     2
kazhang      .         .        .        .       .     2
diaozhang    .         .        .        .       .     2
"""
SAME_PATTERNS = {"flow": "dingque", "sbr": "tfmj"}  # all others without a column: as standard


def of(name: str, found: dict[str, dict[str, Any]]) -> dict[str, int | str]:
    return found[name if name in found else SAME_PATTERNS.get(name, "standard")]


NAMES = {
    "standard": "标准川麻·血战",
    "standard-single": "标准川麻·普通",
    "laiyou": "来游戏川麻",
    "dingque": "定缺血战",
    "points": "积分川麻",
    "chengdu": "成都麻将",
    "classic": "标准打法",
    "classic-rain": "标准下雨",
    "classic-blood": "标准血战",
    "classic-blood-rain": "血战下雨",
    "classic-song": "唱歌跳舞",
    "flow": "血流成河",
    "modern": "换三张血战",
    "tfmj": "四川麻将竞赛 T/TFMJ 01—2024",
    "sbr": "Sichuan Bloody Rules (MIL)",
}


def test_presets_there_are() -> None:
    assert preset_names() == tuple(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_options_are_as_the_table_has_them(name: str) -> None:
    flat: dict[str, Any] = load_preset(name).flat()
    tables = ("value.patterns", "value.bonuses")
    wanted = EXPECTED[name]

    assert {key: flat[key] for key in wanted} == wanted
    played = {option.key for option in OPTIONS if option.field is not None and option.key not in tables}
    assert wanted.keys() == played | {"show"}


@pytest.mark.parametrize("name", NAMES)
def test_patterns_and_bonuses_are_as_the_tables_have_them(name: str) -> None:
    rules = load_preset(name)

    assert dict(rules.value.patterns) == of(name, tables(PATTERNS))
    assert dict(rules.value.bonuses) == of(name, tables(BONUSES))


@pytest.mark.parametrize("name", NAMES)
def test_texts(name: str) -> None:
    rules = load_preset(name)

    assert rules.title("zh") == NAMES[name]
    assert rules.title("en") and not re.search("[一-鿿]", rules.title("en"))
    assert rules.source
    assert rules.notes


@pytest.mark.parametrize("name", ["tfmj", "sbr"])
def test_what_comes_from_secondary_descriptions_says_so(name: str) -> None:
    rules = load_preset(name)

    assert all("二手" in words and "secondary descriptions" in words for words in (rules.source, rules.notes))


def test_no_two_presets_play_the_same() -> None:
    assert len({load_preset(name).code for name in NAMES}) == len(NAMES)


def test_a_preset_is_loaded_by_its_name() -> None:
    assert load("dingque") is load_preset("dingque")


@pytest.mark.parametrize("name", NAMES)
def test_a_game_can_be_made_of_every_preset(name: str) -> None:
    rules = load_preset(name)

    assert Game(rules, seed=1).rules == rules


def test_what_a_preset_plays_does_not_hang_on_its_texts() -> None:
    bare = {"title.zh": "", "title.en": "", "source": "", "notes": ""}

    assert load_preset("standard").replace(bare) == Ruleset()
    assert all(load_preset(name).replace(bare).code == load_preset(name).code for name in NAMES)
