"""The kernel beside the reference: one goes first, the other follows, and all that can be seen is equal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import permutations
from random import Random
from typing import Any, NamedTuple

import numpy as np

from chuanma.engine import layout as L
from chuanma.engine.table import Table
from chuanma.rules.kernel import fill
from chuanma.rules.ruleset import Ruleset
from tests.reference.engine import ReferenceGame
from tests.reference.position import Event
from tests.reference.rulesets import DEFAULTS
from tests.reference.value import Rules

Step = tuple[int, int]  # seat, action id
MakeTable = Callable[..., Any]  # `Table`, or something that behaves like it


class Difference(NamedTuple):
    """Where kernel and reference part: after how many steps, what is compared, and both answers."""

    steps: int
    what: str
    reference: Any
    kernel: Any

    def __str__(self) -> str:
        return (
            f"after {self.steps} steps: {self.what}\n  reference {self.reference}\n  kernel    {self.kernel}"
        )


@dataclass(frozen=True)
class Game:
    """All that decides a game besides the actions."""

    rules: Rules
    wall: Sequence[int]
    dealer: int
    dice: tuple[int, int]
    swap_die: int = 1
    persons: int = 0

    @property
    def seats(self) -> int:
        return int(self.rules["table.seats"])

    def reference(self) -> ReferenceGame:
        return ReferenceGame(self.rules, self.wall, self.dealer, self.dice, self.swap_die, self.persons)

    def table(self, make_table: MakeTable) -> Any:
        """The kernel's side."""
        record = kernel_rules(self.rules)
        return make_table(record, self.wall, self.dealer, self.dice, self.swap_die, self.persons)


def changed(rules: Rules) -> dict[str, Any]:
    """The options that differ from the default."""
    return {key: rules[key] for key, default in DEFAULTS.items() if rules[key] != default}


def kernel_rules(rules: Rules) -> np.ndarray[Any, Any]:
    """The RULES record of a plain mapping; RulesError if it contradicts itself."""
    record: np.ndarray[Any, Any] = fill(Ruleset().replace(changed(rules)))
    return record


def events_of(rows: Any) -> list[Event]:
    """Event rows of the kernel as the reference writes them."""
    return [
        (event, seat, other, kind, arg, units, reason)
        for event, seat, other, kind, arg, reason, units, _ in rows.tolist()
    ]


def seats_of(bits: int) -> set[int]:
    return {seat for seat in range(L.SEATS) if bits >> seat & 1}


def bits_of(actions: frozenset[int]) -> int:
    return sum(1 << action for action in actions)


class Pair:
    """Reference and kernel on the same game, compared from the deal on; `difference` is the first found."""

    def __init__(self, game: Game, make_table: MakeTable = Table) -> None:
        self.game = game.reference()
        self.table = game.table(make_table)
        self.steps = 0
        self.difference: Difference | None = None
        self._compare("events of the deal", self.game.opening, events_of(self.table.opening))
        self._compare_position()

    def step(self, seat: int, action: int) -> list[Event]:
        """Both take a step; the events of the reference."""
        events = self.game.step(seat, action)
        self.steps += 1
        try:
            rows = events_of(self.table.step(seat, action))
        except ValueError as error:
            self._compare(f"seat {seat} does {action}", events, f"refused: {error}")
            return events
        self._compare(f"events of seat {seat} doing {action}", events, rows)
        self._compare_position()
        return events

    def _compare(self, what: str, reference: Any, kernel: Any) -> None:
        if self.difference is None and reference != kernel:
            self.difference = Difference(self.steps, what, reference, kernel)

    def _compare_position(self) -> None:
        state = self.table.state
        absent = [0] * (L.SEATS - self.game.number)
        self._compare("scores", [*self.game.scores, *absent], state["scores"][0].tolist())
        self._compare("the house", self.game.house, int(state["house"][0]))
        self._compare("bound persons", self.game.person_scores, state["person_scores"][0].tolist())
        self._compare("pending seats", self.game.pending(), seats_of(self.table.pending()))
        for seat in range(L.SEATS):
            reference = self.game.legal(seat) if seat < self.game.number else frozenset()
            legal = self.table.legal(seat)
            if bits_of(reference) != legal:
                kernel = {action for action in range(L.ACTIONS) if legal >> action & 1}
                self._compare(f"legal actions of seat {seat}", set(reference), kernel)


# -------------------------------------------------------------------------------- what follows has no order
def order_difference(pair: Pair, answers: Sequence[Step]) -> Difference | None:
    """Give answers of different seats to copies of the table in every order: what follows must be equal."""
    outcomes = [_outcome(pair.table.clone(), order) for order in permutations(answers)]
    for order, outcome in zip(permutations(answers), outcomes, strict=True):
        if outcome != outcomes[0]:
            what = f"answers {list(answers)} and {list(order)}: events, pending, legal and views"
            return Difference(pair.steps, what, outcomes[0], outcome)
    return None


def _outcome(table: Any, answers: Sequence[Step]) -> tuple[Any, ...]:
    """Events, and what is asked, allowed and seen after them.

    An answer is one to the question of now: once that is decided, the same word would answer another.
    """
    events: list[Event] = []
    for seat, action in answers:
        if (action == L.A_LEAVE or not events) and table.legal(seat) >> action & 1:
            events += events_of(table.step(seat, action))
    views = [table.observe(seat).tobytes() for seat in range(L.SEATS + 1)]
    return events, table.pending(), [table.legal(seat) for seat in range(L.SEATS)], views


def answers_to_try(game: ReferenceGame, rng: Random) -> list[Step]:
    """One answer for every seat that is asked, and perhaps a leave of a seat that is not.

    No leave where it takes effect at once, and none beside another: who is in time for a settlement matters.
    """
    answers = []
    for seat in sorted(game.pending()):
        actions = sorted(game.legal(seat) - {L.A_LEAVE})
        answers.append((seat, L.A_WIN if L.A_WIN in actions and rng.random() < 0.5 else rng.choice(actions)))
    others = sorted(seat for seat in range(game.number) if seat not in game.pending() and game.legal(seat))
    leaving = any(player.leaving and not player.left for player in game.seats)
    if others and not leaving and game.phase in ("claim", "rob") and rng.random() < 0.2:
        answers.append((rng.choice(others), L.A_LEAVE))
    return answers
