"""Rules in words: a sentence for every value, changes by words, the short file, and what two rulesets differ in."""

from __future__ import annotations

from typing import Any

import pytest

from chuanma.rules import BY_KEY, OPTIONS, RulesError, Ruleset, load_preset, preset_names, read_toml
from chuanma.rules.compare import differences
from chuanma.rules.say import in_language, meaning, say, sentence
from chuanma.rules.write import changed, short_toml
from chuanma.text import LANGS, texts

SPOKEN = [option for option in OPTIONS if option.type not in ("text", "table")]


def values_of(option: Any) -> list[Any]:
    if option.type == "boolean":
        return [False, True]
    return list(option.values) or [*{option.low, 1, 5}, *(["cap"] if option.cap else [])]


@pytest.mark.parametrize("option", SPOKEN, ids=lambda option: option.key)
@pytest.mark.parametrize("lang", LANGS)
def test_every_value_has_a_sentence_of_its_own(option: Any, lang: str) -> None:
    said = [say(option.key, value, lang) for value in values_of(option)]

    assert all(said)
    assert len(set(said)) == len(said)


def test_no_sentence_is_without_its_value() -> None:
    """Keys such as rules.say.open.void.forced name an option and one of its values."""
    for key in texts("en"):
        if not key.startswith("rules.say."):
            continue
        name = key.removeprefix("rules.say.")
        option = BY_KEY.get(name) or BY_KEY[name.rpartition(".")[0]]
        assert name == option.key or name.rpartition(".")[2] in [
            str(each).lower() for each in values_of(option)
        ]


@pytest.mark.parametrize("lang", LANGS)
def test_patterns_and_bonuses_are_described(lang: str) -> None:
    for table in ("value.patterns", "value.bonuses"):
        assert all(meaning(f"{table}.{name}", lang) for name in BY_KEY[table].names)


def test_sentences_of_a_preset() -> None:
    rules = load_preset("chengdu")

    assert sentence(rules, "kong.direct", "en") == "Direct kong: its feeder pays 2×."
    assert sentence(rules, "kong.direct", "zh") == "直杠：放杠者付 2 倍。"
    assert "face down" in sentence(rules, "open.void", "en")
    assert meaning("value.patterns.duidui", "zh") == "对对胡：四副刻子（或杠）和一对"


@pytest.mark.parametrize("name", preset_names())
def test_notes_of_presets_are_in_both_languages(name: str) -> None:
    notes = load_preset(name).notes
    chinese, english = in_language(notes, "zh"), in_language(notes, "en")

    assert f"{chinese}\n{english}" == notes.strip()
    assert chinese.endswith(("。", "；"))
    assert english.endswith(".")


def test_notes_in_one_language_are_shown_in_both() -> None:
    assert in_language("只有中文。", "en") == "只有中文。"
    assert in_language("Only English.", "zh") == "Only English."


# ---------------------------------------------------------------------------------------------- changed by words
def test_options_are_set_by_words() -> None:
    rules = changed(
        load_preset("dingque"),
        ["kong.direct=1", "draw.refund = false", "draw.pig_units=cap", "open.void=marked", "table.seats=3"],
    )

    assert (rules.kong.direct, rules.draw.refund, rules.draw.pig_units) == (1, False, "cap")
    assert (rules.open.void, rules.table.seats) == ("marked", 3)
    assert rules.value == load_preset("dingque").value


def test_entries_of_tables_are_set_and_taken_away() -> None:
    rules = changed(
        load_preset("standard"),
        [
            "value.patterns.dihu=off",
            "value.patterns.jingoudiao=4",
            "value.bonuses.haidi=2",
            "value.patterns.tianhu=cap",
        ],
    )

    assert "dihu" not in rules.value.patterns
    assert (rules.value.patterns["jingoudiao"], rules.value.patterns["tianhu"]) == (4, "cap")
    assert rules.value.patterns["qidui"] == 4
    assert rules.value.bonuses["haidi"] == 2


def test_other_rules_do_not_keep_the_name() -> None:
    rules = changed(load_preset("dingque"), ["kong.direct=1", "title.zh=我家"])

    assert (rules.title.zh, rules.title.en, rules.source, rules.notes) == ("我家", "", "", "")
    assert changed(load_preset("dingque"), ["show=fan"]).title("en") == load_preset("dingque").title("en")


@pytest.mark.parametrize(
    ("word", "key", "said"),
    [
        ("kong.direkt=1", "kong.direkt", "did you mean kong.direct?"),
        ("kong.direct=two", "kong.direct", "whole number from 0 to 1000"),
        ("kong.direct=-1", "kong.direct", "-1"),
        ("kong.direct=1.0", "kong.direct", '"1.0"'),
        ("kong.enabled=1", "kong.enabled", "true or false"),
        ("open.void=fixed", "open.void", "free, declared, forced"),
        ("value.patterns.qidiu=4", "value.patterns.qidiu", "did you mean value.patterns.qidui?"),
        ("value.patterns.qidiu=off", "value.patterns.qidiu", "did you mean value.patterns.qidui?"),
        ("value.patterns=4", "value.patterns", "table of keys"),
        ("value.patterns.qidui=0", "value.patterns.qidui", "1 to 1000"),
        ("value.patterns.pinghu=off", "value.patterns", "pinghu is missing"),
        ("table.suits=2", "open.void", "two suits"),
        ("kong.direct", "kong.direct", "option=value"),
        ("=1", "", "no such option"),
        ("kong=1", "kong", "table of keys"),
    ],
)
def test_what_cannot_be_set_is_refused_by_name(word: str, key: str, said: str) -> None:
    with pytest.raises(RulesError) as refusal:
        changed(load_preset("dingque"), [word])

    assert refusal.value.keys == (key,)
    assert said in str(refusal.value)


# -------------------------------------------------------------------------------------------------- the short file
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", preset_names())
def test_the_short_file_loads_back(name: str, lang: str) -> None:
    rules = load_preset(name)

    assert read_toml(short_toml(rules, lang)) == rules


def test_the_short_file_holds_what_differs_with_its_meaning() -> None:
    rules = changed(Ruleset(), ["kong.direct=2", "value.bonuses.haidi=2"])

    assert short_toml(rules, "en").splitlines() == [
        f"# A ruleset of Chuanma; options not written here have their defaults. Code {rules.code}",
        "",
        "[kong]",
        "# Direct kong: its feeder pays 2×.",
        "direct = 2",
        "",
        "# bonuses and their factors; one not named gives nothing",
        "[value.bonuses]",
        "gen = 2  # Root",
        "gangshanghua = 2  # Win on a kong's replacement",
        "gangshangpao = 2  # Win on the discard after a kong",
        "haidi = 2  # Last tile",
    ]


# --------------------------------------------------------------------------------------------------- side by side
def test_differences_name_options_and_entries() -> None:
    first = Ruleset()
    second = changed(
        first, ["kong.direct=2", "value.patterns.dihu=off", "value.bonuses.haidi=2", "show=units"]
    )

    assert differences(first, second) == [
        ("show", "fan", "units"),
        ("kong.direct", 1, 2),
        ("value.patterns.dihu", 32, None),
        ("value.bonuses.haidi", None, 2),
    ]
    assert differences(first, first) == []


def test_tfmj_and_sbr_differ_in_what_the_preset_says() -> None:
    found = {each.key for each in differences(load_preset("tfmj"), load_preset("sbr"))}

    assert found == {"open.void", "kong.late_added", "kong.transfer", "draw.pig_units", "draw.pig_to"}
