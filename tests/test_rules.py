"""Rulesets: what they are, in and out of files, and what a bad one is told."""

from __future__ import annotations

import copy
import json
import pickle
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chuanma.rules import RulesError, Ruleset, load, load_file, load_preset, preset_names, read_toml
from chuanma.rules.check import CHECKS
from chuanma.rules.options import BY_KEY

# A faulty ruleset, the keys its error must name, and words it must hold.
BAD = {
    "unknown table": ("[kongs]\ndirect = 2", ["kongs"], ["kong?"]),
    "unknown key": ("[kong]\ndirekt = 2", ["kong.direkt"], ["kong.direct?"]),
    "key of another table": ('[table]\nvoid = "forced"', ["table.void"], ["open.void?"]),
    "unknown word at the top": ("speed = 3", ["speed"], ["no such option"]),
    "no table": ("kong = 2", ["kong"], ["2"]),
    "unknown choice": ('[table]\nmode = "war"', ["table.mode"], ['"war"', "single, blood, flow"]),
    "misspelt choice": ('[open]\nvoid = "force"', ["open.void"], ['"force"', "forced?", "locked"]),
    "choice by number": ("[table]\nmode = 1", ["table.mode"], ["1", "single, blood, flow"]),
    "five seats": ("[table]\nseats = 5", ["table.seats"], ["5", "4, 3, 2"]),
    "one suit": ("[table]\nsuits = 1", ["table.suits"], ["1", "3, 2"]),
    "seats as text": ('[table]\nseats = "4"', ["table.seats"], ['"4"', "4, 3, 2"]),
    "seats as true": ("[table]\nseats = true", ["table.seats"], ["true"]),
    "base of nothing": ("[table]\nbase = 0", ["table.base"], ["0", "1 to 100000"]),
    "swap of two": ("[open]\nswap = 2", ["open.swap"], ["2", "0, 3, 4"]),
    "swap as bool": ("[open]\nswap = false", ["open.swap"], ["false", "0, 3, 4"]),
    "bool as number": ("[kong]\nenabled = 1", ["kong.enabled"], ["1", "true or false"]),
    "bool as word": ('[draw]\nrefund = "yes"', ["draw.refund"], ['"yes"', "true or false"]),
    "units below nothing": ("[kong]\nconcealed = -1", ["kong.concealed"], ["-1", "0 to 1000"]),
    "units too many": ("[kong]\ndrizzle = 1001", ["kong.drizzle"], ["1001", "0 to 1000"]),
    "units as a fraction": ("[kong]\nadded = 1.5", ["kong.added"], ["1.5", "whole number"]),
    "whole fraction": ("[kong]\nadded = 1.0", ["kong.added"], ["1.0", "whole number"]),
    "units as true": ("[value]\ncap = true", ["value.cap"], ["true"]),
    "no number": ("[leave]\nescape_units = nan", ["leave.escape_units"], ["NaN"]),
    "a date": ("[leave]\nescape_units = 2024-01-01", ["leave.escape_units"], ["2024-01-01"]),
    "huge": ("[value]\ncap = 0x" + "f" * 9000, ["value.cap"], ["0xffff"]),
    "cap where no cap is": ('[value]\ncap = "cap"', ["value.cap"], ['"cap"', "0 to 1000"]),
    "pig of another word": ('[draw]\npig_units = "all"', ["draw.pig_units"], ['"all"', '"cap"']),
    "forced for ever": ("[claim]\nforced_last = 109", ["claim.forced_last"], ["109", "0 to 108"]),
    "least win of nothing": ("[claim]\nmin_units = 0", ["claim.min_units"], ["0", "1 to 1000"]),
    "pattern unknown": (
        "[value.patterns]\npinghu = 1\nqidiu = 4",
        ["value.patterns.qidiu"],
        ["value.patterns.qidui?"],
    ),
    "pattern of nothing": (
        "[value.patterns]\npinghu = 1\nqidui = 0",
        ["value.patterns.qidui"],
        ["0", "1 to 1000", '"cap"'],
    ),
    "pattern in words": (
        '[value.patterns]\npinghu = 1\nqidui = "four"',
        ["value.patterns.qidui"],
        ['"four"'],
    ),
    "patterns as a list": ('[value]\npatterns = ["qidui"]', ["value.patterns"], ['["qidui"]']),
    "bonus unknown": ("[value.bonuses]\nroot = 2", ["value.bonuses.root"], ["no such pattern or bonus"]),
    "bonus too high": ("[value.bonuses]\ngen = 9", ["value.bonuses.gen"], ["9", "1 to 8"]),
    "bonus with cap": ('[value.bonuses]\ngen = "cap"', ["value.bonuses.gen"], ['"cap"', "1 to 8"]),
    "self-draw as bonus": ("[value.bonuses]\nzimo = 2", ["value.bonuses.zimo"], ["value.self_draw"]),
    "title as number": ("[title]\nzh = 7", ["title.zh"], ["7", "text"]),
    "title too long": (f'[title]\nen = "{"x" * 61}"', ["title.en"], ["60 characters"]),
    "given twice": ('"kong.direct" = 1\n[kong]\ndirect = 2', ["kong.direct"], ["twice"]),
    "not TOML": ("seats: 4", ["toml"], ["line 1"]),
    "nested without end": ("x = " + "[" * 20_000, ["toml"], ["TOML"]),
}

# A file for each contradiction, and the keys its error must name.
CONTRADICTIONS = {
    "void_of_two_suits": ('[table]\nsuits = 2\n[open]\nvoid = "declared"', "open.void", "table.suits"),
    "house_gets_nothing": ('[draw]\npig_to = "house"\npig_units = 0', "draw.pig_to", "draw.pig_units"),
    "dihu_added_but_off": ('[value]\ndihu = "off"\ndihu_mode = "add"', "value.dihu_mode", "value.dihu"),
    "no_dragon": (
        '[value]\nroot_in_dragon = "all"\n[value.patterns]\npinghu = 1\nqidui = 4',
        "value.root_in_dragon",
        "longqidui",
    ),
    "no_pinghu": ("[value.patterns]\nqidui = 4", "value.patterns", "pinghu"),
    "min_over_cap": ("[claim]\nmin_units = 9\n[value]\ncap = 8", "claim.min_units", "value.cap"),
    "qingyise_twice": (
        "[value.patterns]\npinghu = 1\nqingyise = 4\n[value.bonuses]\nqingyise = 4",
        "value.bonuses",
        "value.patterns",
    ),
    "jingoudiao_twice": (
        "[value.patterns]\npinghu = 1\njingoudiao = 4\n[value.bonuses]\njingoudiao = 2",
        "value.bonuses",
        "value.patterns",
    ),
    "sing_bonus_alone": ("[value.bonuses]\nsing = 2", "value.bonuses", "side.sing"),
    "dance_bonus_alone": ("[side]\nsing = true\n[value.bonuses]\ndance = 2", "value.bonuses", "side.dance"),
    "four_kongs_without_kongs": (
        "[kong]\nenabled = false\n[value.patterns]\npinghu = 1\nshibaluohan = 64",
        "value.patterns",
        "kong.enabled",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_ruleset_is_refused_by_name(case: str) -> None:
    words, keys, said = BAD[case]

    with pytest.raises(RulesError) as refusal:
        read_toml(words)

    assert list(refusal.value.keys) == keys
    message = str(refusal.value)
    assert all(each in message for each in (*keys, *said)), message
    chinese = refusal.value.words("zh")
    assert all(key in chinese for key in keys)
    assert chinese != message


@pytest.mark.parametrize("name", [check.name for check in CHECKS])
def test_a_contradiction_is_refused_by_name(name: str) -> None:
    words, key, other = CONTRADICTIONS[name]

    with pytest.raises(RulesError) as refusal:
        read_toml(words)

    assert refusal.value.keys == (key,)
    assert [problem.message for problem in refusal.value.problems] == [f"rules.check.{name}"]
    for lang in ("zh", "en"):
        assert other in refusal.value.words(lang)


def test_all_faults_are_reported_together() -> None:
    """Three wrong values and a contradiction; the check that needs the wrong pig_units is left out."""
    words = """
    [table]
    suits = 2
    seats = 7
    [open]
    void = "forced"
    [kong]
    foo = 1
    [draw]
    pig_units = -1
    pig_to = "house"
    """

    with pytest.raises(RulesError) as refusal:
        read_toml(words)

    assert refusal.value.keys == ("table.seats", "kong.foo", "draw.pig_units", "open.void")
    assert len(str(refusal.value).splitlines()) == 4


def test_a_file_of_nonsense_is_refused_whole() -> None:
    with pytest.raises(RulesError) as refusal:
        read_toml("\n".join(f"a{number} = 1" for number in range(3000)))

    assert len(refusal.value.problems) == 3000


def test_a_bad_value_is_refused_however_a_ruleset_is_made() -> None:
    table = Ruleset().table
    with pytest.raises(RulesError, match=r"table\.seats"):
        Ruleset(table=type(table)(seats=5))  # type: ignore[arg-type]
    with pytest.raises(RulesError, match=r"kong\.direct"):
        Ruleset().replace({"kong.direct": -1})
    with pytest.raises(RulesError, match=r"did you mean kong\.direct"):
        Ruleset().replace({"kong.dirct": 1})
    with pytest.raises(RulesError) as refusal:
        Ruleset().replace({"value.patterns": {"pinghu": 1, "foo": 2}})
    assert "did you mean" not in str(refusal.value)  # nothing is spelt like it
    with pytest.raises(RulesError, match=r"open\.void"):
        Ruleset().replace({"open.void": "forced", "table.suits": 2})


# -------------------------------------------------------------------------------------- a ruleset as such
def test_options_by_name() -> None:
    rules = load_preset("dingque")

    assert rules.kong.direct == 2
    assert rules.table.seats == 4
    assert rules.value.patterns["yaoqidui"] == 128
    assert rules.title("zh") == "定缺血战"


def test_a_ruleset_does_not_change() -> None:
    rules = load_preset("standard")

    with pytest.raises(FrozenInstanceError):
        rules.table.seats = 3  # type: ignore[misc]
    with pytest.raises(TypeError):
        rules.value.patterns["qidui"] = 5  # type: ignore[index]


def test_what_a_file_leaves_out_takes_the_default() -> None:
    rules = read_toml("[kong]\ndirect = 2")

    assert rules == Ruleset().replace({"kong.direct": 2})
    assert rules.value.patterns["qidui"] == 4


def test_a_table_of_patterns_is_the_whole_table() -> None:
    """options.md: a missing id is not a pattern."""
    assert dict(read_toml("[value.patterns]\npinghu = 1").value.patterns) == {"pinghu": 1}


@pytest.mark.parametrize("name", preset_names())
def test_there_and_back(name: str, tmp_path: Path) -> None:
    rules = load_preset(name)
    toml, json_file = tmp_path / "rules.toml", tmp_path / "rules.json"
    toml.write_text(rules.to_toml(), "utf-8")
    json_file.write_text(rules.to_json(), "utf-8")

    assert Ruleset.from_dict(rules.to_dict()) == rules
    assert Ruleset.from_dict(rules.flat()) == rules
    assert load_file(toml) == load(str(json_file)) == rules
    assert pickle.loads(pickle.dumps(rules)) == copy.deepcopy(rules) == rules


def test_text_of_any_kind_survives_a_file() -> None:
    notes = 'a "quoted" \\ line\n\tand 龙 \x7f \u2028 end'
    rules = Ruleset().replace({"notes": notes})

    assert read_toml(rules.to_toml()).notes == notes


def test_canonical_json_is_sorted_and_full() -> None:
    words = Ruleset().to_json()

    assert words == json.dumps(json.loads(words), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    assert len(Ruleset().flat()) == len(BY_KEY)


def test_equality_and_hash() -> None:
    same = Ruleset().replace({"kong.direct": 2}).replace({"kong.direct": 1})

    assert same == Ruleset()
    assert len({same, Ruleset(), load_preset("dingque")}) == 2


def test_the_code_stands_for_how_the_rules_play() -> None:
    rules = load_preset("standard")
    renamed = rules.replace({"title.zh": "我家", "source": "", "notes": "", "show": "units"})
    other = rules.replace({"value.patterns.qidui": 8})

    assert len(rules.code) == 8
    assert rules.code.isalnum()
    assert renamed.code == rules.code
    assert other.code != rules.code
    assert len({load_preset(name).code for name in preset_names()}) == len(preset_names())


def test_a_ruleset_without_title_is_called_custom() -> None:
    assert Ruleset().title("en") == "Custom rules"
    assert Ruleset().replace({"title.zh": "我家"}).title("en") == "我家"


# -------------------------------------------------------------------------------------- files and presets
def test_an_unknown_preset_names_those_there_are() -> None:
    with pytest.raises(RulesError, match=r"standrad.*did you mean standard\?.*standard-single, laiyou, dingque"):
        load_preset("standrad")
    with pytest.raises(RulesError, match="riichi: there is no such preset, there are: standard"):
        load("riichi")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    binary, large, listed = tmp_path / "bin.toml", tmp_path / "large.toml", tmp_path / "list.json"
    binary.write_bytes(b"\xff\xfe")
    large.write_bytes(b"#" * 70_000)
    listed.write_text("[1]")

    for path, words in [
        (tmp_path / "none.toml", "cannot be read"),
        (tmp_path, "cannot be read"),
        (binary, "not UTF-8"),
        (large, "larger than 65536 bytes"),
        (listed, "must be a table"),
    ]:
        with pytest.raises(RulesError, match=words):
            load_file(path)


@pytest.mark.parametrize("words", ["{", "[" * 100_000, '{"kong": {"direct": ' + "9" * 5000 + "}}", ""])
def test_bad_json(words: str) -> None:
    with pytest.raises(RulesError) as refusal:
        Ruleset.from_json(words)

    assert refusal.value.keys == ("json",)


# ------------------------------------------------------------------------------ whatever a file may hold
ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["cap", "none"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
NAMES = st.sampled_from(["title", "table", "kong", "value", "draw", *BY_KEY]) | st.text(max_size=12)
INNER = st.sampled_from([key.rpartition(".")[2] for key in BY_KEY]) | st.text(max_size=12)


@given(st.dictionaries(NAMES, ANYTHING | st.dictionaries(INNER, ANYTHING, max_size=4), max_size=4))
def test_any_mapping_is_a_ruleset_or_is_refused_in_words(content: dict[str, object]) -> None:
    try:
        rules = Ruleset.from_dict(content)
    except RulesError as error:
        assert error.keys
        assert error.words("zh")
        assert str(error)
    else:
        assert Ruleset.from_json(rules.to_json()) == rules
