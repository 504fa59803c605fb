"""Random rulesets: no contradictions, only what can be played, and every value comes up."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest

from chuanma.rules import OPTIONS, Ruleset
from chuanma.rules.generate import random_ruleset
from chuanma.rules.kernel import PLAYABLE, require_playable

DRAWN = 400


@pytest.fixture(scope="module", params=[True, False], ids=["playable", "all"])
def drawn(request: pytest.FixtureRequest) -> tuple[bool, list[Ruleset]]:
    playable: bool = request.param
    rng = random.Random(1)
    return playable, [random_ruleset(rng, playable) for _ in range(DRAWN)]


def test_they_are_rulesets(drawn: tuple[bool, list[Ruleset]]) -> None:
    playable, rulesets = drawn
    for rules in rulesets:
        assert Ruleset.from_dict(rules.to_dict()) == rules
        if playable:
            require_playable(rules)


def test_every_value_comes_up(drawn: tuple[bool, list[Ruleset]]) -> None:
    playable, rulesets = drawn
    seen: dict[str, set[object]] = defaultdict(set)
    for rules in rulesets:
        for key, value in rules.flat().items():
            seen[key] |= set(value) if isinstance(value, dict) else {value}

    for option in OPTIONS:
        values = option.values or option.names or ((False, True) if option.type == "boolean" else ())
        wanted = PLAYABLE.get(option.key, values) if playable else values
        if option.field is not None:
            assert set(wanted) <= seen[option.key], option.key
    assert "cap" in seen["draw.pig_units"]


def test_the_same_seed_draws_the_same_rules() -> None:
    assert random_ruleset(random.Random(5)) == random_ruleset(random.Random(5))
    assert random_ruleset(random.Random(5)) != random_ruleset(random.Random(6))
