"""Random rulesets: no contradictions, and every value comes up."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest

from chuanma.rules import OPTIONS, Ruleset
from chuanma.rules.generate import random_ruleset

DRAWN = 400


@pytest.fixture(scope="module")
def drawn() -> list[Ruleset]:
    rng = random.Random(1)
    return [random_ruleset(rng) for _ in range(DRAWN)]


def test_they_are_rulesets(drawn: list[Ruleset]) -> None:
    for rules in drawn:
        assert Ruleset.from_dict(rules.to_dict()) == rules


def test_every_value_comes_up(drawn: list[Ruleset]) -> None:
    seen: dict[str, set[object]] = defaultdict(set)
    for rules in drawn:
        for key, value in rules.flat().items():
            seen[key] |= set(value) if isinstance(value, dict) else {value}

    for option in OPTIONS:
        values = option.values or option.names or ((False, True) if option.type == "boolean" else ())
        if option.field is not None:
            assert set(values) <= seen[option.key], option.key
    assert "cap" in seen["draw.pig_units"]


def test_the_same_seed_draws_the_same_rules() -> None:
    assert random_ruleset(random.Random(5)) == random_ruleset(random.Random(5))
    assert random_ruleset(random.Random(5)) != random_ruleset(random.Random(6))
