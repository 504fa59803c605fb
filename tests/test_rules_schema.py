"""The JSON Schema of a ruleset agrees with the reader on types, ranges and names."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Mapping
from typing import Any, Literal

import pytest

from chuanma.rules import BY_KEY, load_preset, preset_names
from chuanma.rules.generate import random_ruleset
from chuanma.rules.schema import json_schema
from tests.test_rules import BAD, CONTRADICTIONS

TYPES: Mapping[str, type[Any]] = {"object": dict, "string": str, "boolean": bool, "integer": int}
PYTHON_ONLY = {"given twice", "not TOML", "nested without end"}  # faults of a file, not of what it says


def fits(schema: Mapping[str, Any], value: Any) -> bool:
    """Whether a value fits: the few words of JSON Schema that ours uses."""
    if "anyOf" in schema:
        return any(fits(each, value) for each in schema["anyOf"])
    if "enum" in schema or "const" in schema:
        allowed = schema.get("enum", [schema.get("const")])
        return any(value == each and type(value) is type(each) for each in allowed)
    if type(value) is not TYPES[schema["type"]]:
        return False
    if schema["type"] == "object":
        names = schema["properties"]
        return all(name in names and fits(names[name], each) for name, each in value.items())
    if schema["type"] == "string":
        return bool(len(value) <= schema["maxLength"])
    return schema["type"] != "integer" or bool(schema["minimum"] <= value <= schema["maximum"])


def keys(schema: Mapping[str, Any], prefix: str = "") -> set[str]:
    """Dotted names of all options in a schema; they are what has a default."""
    found: set[str] = set()
    for name, inner in schema["properties"].items():
        found |= {prefix + name} if "default" in inner else keys(inner, f"{prefix}{name}.")
    return found


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_it_has_every_option_with_its_meaning(lang: Literal["zh", "en"]) -> None:
    schema = json_schema(lang)
    direct = schema["properties"]["kong"]["properties"]["direct"]

    assert keys(schema) == set(BY_KEY)
    assert direct["default"] == 1
    assert direct["description"] == getattr(BY_KEY["kong.direct"], lang) + " (RULES §7)"
    assert schema["additionalProperties"] is False


@pytest.mark.parametrize("name", preset_names())
def test_presets_fit(name: str) -> None:
    assert fits(json_schema(), load_preset(name).to_dict())


def test_random_rulesets_fit() -> None:
    rng, schema = random.Random(3), json_schema()

    assert all(fits(schema, random_ruleset(rng).to_dict()) for _ in range(50))


@pytest.mark.parametrize("case", sorted(BAD.keys() - PYTHON_ONLY))
def test_bad_rulesets_do_not_fit(case: str) -> None:
    assert not fits(json_schema(), tomllib.loads(BAD[case][0]))


def test_it_knows_no_contradictions() -> None:
    assert all(fits(json_schema(), tomllib.loads(words)) for words, *_ in CONTRADICTIONS.values())
