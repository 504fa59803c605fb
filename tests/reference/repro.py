"""A difference as a file: made as small as it gets, readable, and replayed by one call."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from chuanma import tiles
from chuanma.actions import Action, parse_action
from chuanma.engine.table import Table
from chuanma.rules.problems import RulesError
from tests.reference.alone import Alone
from tests.reference.differ import Difference, Game, MakeTable, Pair, Step, changed, order_difference
from tests.reference.notation import kinds
from tests.reference.rulesets import DEFAULTS


@dataclass(frozen=True)
class Repro:
    """A game, the steps up to a difference, and the answers whose order made it, if that is what it is."""

    game: Game
    steps: tuple[Step, ...]
    answers: tuple[Step, ...] = ()

    def replay(self, make_table: MakeTable | None = Table) -> Difference | None:
        """The first difference; ValueError if a step is not legal in the reference. No table: it plays alone."""
        pair = Pair(self.game, make_table) if make_table else Alone(self.game)
        for seat, action in self.steps:
            if pair.difference:
                break
            pair.step(seat, action)
        if pair.difference or not self.answers or isinstance(pair, Alone):
            return pair.difference
        return order_difference(pair, self.answers)

    def to_text(self, difference: Difference | None = None) -> str:
        """As JSON, with tiles and actions in words."""
        found: dict[str, Any] = {
            "rules": changed(self.game.rules),
            "wall": "".join(tiles.name(kind) for kind in self.game.wall),
            "dealer": self.game.dealer,
            "dice": list(self.game.dice),
            "swap_die": self.game.swap_die,
            "persons": self.game.persons,
            "actions": _words(self.steps),
            "answers": _words(self.answers),
        }
        if difference:
            found["difference"] = str(difference)
        return json.dumps(found, ensure_ascii=False, indent=1)

    @classmethod
    def from_text(cls, text: str) -> Repro:
        """What `to_text` wrote."""
        found = json.loads(text)
        dice = (found["dice"][0], found["dice"][1])
        rules = {**DEFAULTS, **found["rules"]}
        later = found.get("swap_die", 1), found.get("persons", 0)
        game = Game(rules, kinds(found["wall"]), found["dealer"], dice, *later)
        return cls(game, _steps(found["actions"]), _steps(found["answers"]))


def load(path: Path) -> Repro:
    """The repro of a file."""
    return Repro.from_text(path.read_text("utf-8"))


def _words(steps: Sequence[Step]) -> list[str]:
    return [f"{seat} {Action(action)}" for seat, action in steps]


def _steps(words: Sequence[str]) -> tuple[Step, ...]:
    return tuple((int(line[0]), parse_action(line[2:]).id) for line in words)


# -------------------------------------------------------------------------------------------------- shrinking
def shrink(repro: Repro, make_table: MakeTable | None = Table) -> tuple[Repro, Difference]:
    """The plainest ruleset and the shortest list of actions found that still show a difference."""
    found = repro.replay(make_table)
    if found is None:
        raise ValueError("no difference to make smaller")
    repro = _cut(repro, found)
    for attempts in (_fewer_persons, _plainer_rules, _plainer_tables, _fewer_steps):
        for attempt in attempts(repro):
            smaller = attempt(repro)
            differs = smaller and _replayed(smaller, make_table)
            if smaller and differs:
                repro, found = _cut(smaller, differs), differs
    return repro, found


def _cut(repro: Repro, difference: Difference) -> Repro:
    """Without the steps after the difference."""
    return replace(repro, steps=repro.steps[: difference.steps])


def _replayed(repro: Repro, make_table: MakeTable | None) -> Difference | None:
    """The difference of a smaller repro; None if it has none, contradicts itself or cannot be played."""
    try:
        return repro.replay(make_table)
    except (ValueError, RulesError):
        return None


Attempt = Callable[[Repro], Repro | None]


def _with_rules(repro: Repro, changes: dict[str, Any]) -> Repro:
    return replace(repro, game=replace(repro.game, rules={**repro.game.rules, **changes}))


def _fewer_persons(repro: Repro) -> list[Attempt]:
    """Nobody bound to the table; the tiles that were theirs end the wall."""
    if not repro.game.persons:
        return []
    return [lambda repro: replace(repro, game=replace(repro.game, persons=0))]


def _plainer_rules(repro: Repro) -> list[Attempt]:
    """One option after the other to its default."""

    def attempt(key: str) -> Attempt:
        return lambda repro: _with_rules(repro, {key: DEFAULTS[key]})

    return [attempt(key) for key in changed(repro.game.rules)]


def _plainer_tables(repro: Repro) -> list[Attempt]:
    """One pattern or bonus after the other as the default has it."""

    def attempt(key: str, name: str) -> Attempt:
        def plainer(repro: Repro) -> Repro | None:
            table = {each: units for each, units in repro.game.rules[key].items() if each != name}
            if name in DEFAULTS[key]:
                table[name] = DEFAULTS[key][name]
            return None if table == repro.game.rules[key] else _with_rules(repro, {key: table})

        return plainer

    keys = ("value.patterns", "value.bonuses")
    return [attempt(key, name) for key in keys for name in {**repro.game.rules[key], **DEFAULTS[key]}]


def _fewer_steps(repro: Repro) -> list[Attempt]:
    """One action left out, from the last to the first."""

    def attempt(at: int) -> Attempt:
        return lambda repro: replace(repro, steps=repro.steps[:at] + repro.steps[at + 1 :])

    return [attempt(at) for at in reversed(range(len(repro.steps)))]
