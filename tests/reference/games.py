"""The games of the fuzz: what is drawn for each, and how it is played on reference and kernel at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from chuanma.engine import layout as L
from chuanma.engine.table import Table
from chuanma.rules.generate import random_ruleset
from tests.reference.differ import (
    Difference,
    Game,
    MakeTable,
    Pair,
    Step,
    answers_to_try,
    order_difference,
)
from tests.reference.engine import Event, ReferenceGame
from tests.reference.policies import POLICIES, USUAL
from tests.reference.rulesets import DEFAULTS, PRESETS
from tests.reference.stacks import STACKS, stack
from tests.reference.value import Rules
from tests.reference.walls import shuffled

PRESET_SHARE = 0.15
PRESET_NAMES = ("standard", "standard-single", "dingque")
STACKED_SHARE = 0.5
LEAVING = {"never": 57, "any": 5, "late": 16, "winner": 15, "claim": 7}
STEP_LIMIT = 2000  # far beyond the longest game


@dataclass(frozen=True)
class Plan:
    """A game, who plays it how, and how somebody may leave it."""

    game: Game
    policies: Sequence[str]  # by seat
    leaving: str
    seed: str


@dataclass
class Played:
    """A game that has been played: what happened, and the first difference if there is one."""

    plan: Plan
    steps: list[Step] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    touched: Counter[str] = field(default_factory=Counter)  # rules of `engine.TOUCHED` that decided something
    difference: Difference | None = None
    answers: list[Step] = field(default_factory=list)  # those whose order made the difference


def draw_rules(rng: Random) -> Rules:
    """A preset, or a ruleset of the space the engine can play."""
    if rng.random() < PRESET_SHARE:
        return PRESETS[rng.choice(PRESET_NAMES)]
    drawn = random_ruleset(rng).flat()
    return {key: drawn[key] for key in DEFAULTS}


def draw_plan(seed: str) -> Plan:
    """The game of a seed."""
    rng = Random(seed)
    rules = draw_rules(rng)
    dealer = rng.randrange(4)
    if rng.random() < STACKED_SHARE:
        name = rng.choices(list(STACKS), [each.weight for each in STACKS.values()])[0]
        wall, from_dealer = stack(name, rng)
        policies = [from_dealer[(seat - dealer) % 4] for seat in range(4)]
    else:
        wall, policies = shuffled(rng), rng.choices(USUAL, k=4)
    leaving = rng.choices(list(LEAVING), list(LEAVING.values()))[0]
    dice = (rng.randint(1, 6), rng.randint(1, 6))
    return Plan(Game(rules, wall, dealer, dice), policies, leaving, seed)


def _leaver(game: ReferenceGame, how: str, step: int, at: int, rng: Random) -> int | None:
    """The seat that leaves now, if one does."""
    may = [seat for seat in range(4) if L.A_LEAVE in game.legal(seat)]
    winners = [seat for seat in may if game.seats[seat].won]
    on_offer = game.phase in ("claim", "rob")
    if how == "winner":
        return rng.choice(winners) if winners and rng.random() < 0.1 else None
    now = {
        "never": False,
        "any": step == at,
        "late": len(game.wall) <= 4 and rng.random() < 0.25,
        "claim": step >= at and on_offer and rng.random() < 0.4,
    }[how]
    return rng.choice(may) if now and may else None


def play(plan: Plan, make_table: MakeTable = Table) -> Played:
    """Play a plan to its end, or to the first difference."""
    rng = Random(plan.seed + " play")
    pair = Pair(plan.game, make_table)
    played = Played(plan, events=list(pair.game.opening))
    at = rng.randrange(rng.choice((6, 140)))
    while not pair.game.over and pair.difference is None and pair.steps < STEP_LIMIT:
        if _order_matters(pair, played, rng):
            return played
        seat = _leaver(pair.game, plan.leaving, pair.steps, at, rng)
        action = L.A_LEAVE
        if seat is None:
            seat = rng.choice(sorted(pair.game.pending()))
            action = POLICIES[plan.policies[seat]](pair.game, seat, rng)
        played.steps.append((seat, action))
        played.events += pair.step(seat, action)
    played.difference = pair.difference
    played.touched = pair.game.touched
    return played


def _order_matters(pair: Pair, played: Played, rng: Random) -> bool:
    """Try answers in every order while a tile is on offer (and now and then during the void declaration)."""
    if pair.game.phase not in ("claim", "rob") and not (pair.game.phase == "void" and rng.random() < 0.05):
        return False
    answers = answers_to_try(pair.game, rng)
    if len(answers) > 1:
        played.difference = order_difference(pair, answers)
        played.answers = answers if played.difference else []
    return played.difference is not None
