"""The presets hold the values of presets.md and fans.md (written out by hand for the reference)."""

from __future__ import annotations

from typing import Any

import pytest

from chuanma.rules import OPTIONS, load, load_preset, preset_names
from chuanma.rules.kernel import require_playable
from tests.reference.rulesets import PRESETS

PLAYED = ("standard", "standard-single", "dingque")
SHOW = {"standard": "fan", "standard-single": "fan", "dingque": "units"}  # presets.md, row `show`
NAMES = {"standard": "标准川麻·血战", "standard-single": "标准川麻·普通", "dingque": "定缺血战"}


def test_presets_there_are() -> None:
    assert preset_names() == PLAYED


@pytest.mark.parametrize("name", PLAYED)
def test_values(name: str) -> None:
    flat: dict[str, Any] = load_preset(name).flat()
    played = {option.key: flat[option.key] for option in OPTIONS if option.field is not None}

    assert played == PRESETS[name]
    assert flat["show"] == SHOW[name]


@pytest.mark.parametrize("name", PLAYED)
def test_texts(name: str) -> None:
    rules = load_preset(name)

    assert rules.title("zh") == NAMES[name]
    assert rules.title("en")
    assert rules.source
    assert rules.notes


@pytest.mark.parametrize("name", PLAYED)
def test_the_engine_plays_it(name: str) -> None:
    require_playable(load_preset(name))


def test_a_preset_is_loaded_by_its_name() -> None:
    assert load("dingque") is load_preset("dingque")
