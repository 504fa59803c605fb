"""The games of the fuzz: what is drawn for each, and how it is played, by reference and kernel at once or alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from chuanma.engine import layout as L
from chuanma.engine.table import Table
from chuanma.rules.check import FOUR_KONGS, contradictions
from chuanma.rules.generate import random_ruleset
from chuanma.rules.load import load_preset, preset_names
from chuanma.rules.options import Options
from chuanma.rules.ruleset import Ruleset, filled
from tests.reference.alone import Alone
from tests.reference.differ import (
    Difference,
    Game,
    MakeTable,
    Pair,
    Step,
    answers_to_try,
    order_difference,
)
from tests.reference.engine import ReferenceGame
from tests.reference.policies import POLICIES, USUAL
from tests.reference.position import Event
from tests.reference.rulesets import DEFAULTS
from tests.reference.stacks import Stack, build, hunted, stack_for
from tests.reference.value import Rules
from tests.reference.walls import shuffled

PRESET_SHARE = 0.15
NO_KONGS_SHARE = 0.1
WALLS = {"shuffled": 35, "stacked": 40, "hunted": 25}
LEAVING = {"never": 57, "any": 5, "late": 16, "winner": 15, "claim": 7}
FORFEITING = {**LEAVING, "winner": 250}  # where a winner that leaves gives its gain back
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


def _plain(rules: Ruleset) -> dict[str, Any]:
    """The options of play by their keys."""
    flat = rules.flat()
    return {key: flat[key] for key in DEFAULTS}


def draw_rules(rng: Random) -> Rules:
    """A preset, or any ruleset."""
    if rng.random() < PRESET_SHARE:
        return _plain(load_preset(rng.choice(preset_names())))
    rules = _plain(random_ruleset(rng))
    if rng.random() < NO_KONGS_SHARE:
        # left to chance this is rare: most pattern tables name four kongs
        patterns = {name: units for name, units in rules["value.patterns"].items() if name not in FOUR_KONGS}
        rules |= {"kong.enabled": False, "value.patterns": patterns}
    return rules


def changed_for(chosen: Stack, rules: Rules, rng: Random) -> Rules | None:
    """The rules with what a stack wants; None if they contradict themselves then."""
    lacking = {key: values for key, values in chosen.wants.items() if rules[key] not in values}
    changed = {**rules, **{key: rng.choice(values) for key, values in lacking.items()}}
    return None if contradictions(filled(Options, changed)) else changed


def _draw_game(rng: Random) -> tuple[Rules, list[int], Sequence[str]]:
    """Rules, the wall, and the policies of the dealer and the seats after it."""
    rules = draw_rules(rng)
    how = rng.choices(list(WALLS), list(WALLS.values()))[0]
    if how == "hunted":
        chosen = hunted(rng)
        changed = changed_for(chosen, rules, rng)
        if changed:
            return changed, *build(chosen, changed, rng)
    if how == "shuffled":
        return rules, shuffled(rng, rules["table.suits"]), rng.choices(USUAL, k=rules["table.seats"])
    return rules, *build(stack_for(rules, rng), rules, rng)


def draw_plan(seed: str) -> Plan:
    """The game of a seed."""
    rng = Random(seed)
    rules, wall, from_dealer = _draw_game(rng)
    number = rules["table.seats"]
    dealer = rng.randrange(number)
    policies = [from_dealer[(seat - dealer) % number] for seat in range(number)]
    forfeits = rules["leave.winner"] == "forfeit" and rules["table.mode"] == "blood" and number > 2
    chances = FORFEITING if forfeits else LEAVING
    leaving = rng.choices(list(chances), list(chances.values()))[0]
    dice = (rng.randint(1, 6), rng.randint(1, 6))
    persons = rng.randrange(L.PERSONS + 1) if rules["table.horse"] else 0
    return Plan(Game(rules, wall, dealer, dice, rng.randint(1, 6), persons), policies, leaving, seed)


def _leaver(game: ReferenceGame, how: str, step: int, at: int, rng: Random) -> int | None:
    """The seat that leaves now, if one does."""
    may = [seat for seat in range(game.number) if L.A_LEAVE in game.legal(seat)]
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


def play(plan: Plan, make_table: MakeTable | None = Table) -> Played:
    """Play a plan to its end, or to the first difference; without a table the reference plays alone."""
    pair = Pair(plan.game, make_table) if make_table else Alone(plan.game)
    played = Played(plan, events=list(pair.game.opening))
    try:
        _play(pair, played, Random(plan.seed + " play"))
    except Exception as error:
        error.add_note(f"in the game of seed {plan.seed!r}, after {pair.steps} steps")
        raise
    played.difference = played.difference or pair.difference
    played.touched = pair.game.touched
    return played


def _play(pair: Pair | Alone, played: Played, rng: Random) -> None:
    plan = played.plan
    at = rng.randrange(rng.choice((6, 140)))
    while not pair.game.over and pair.difference is None and pair.steps < STEP_LIMIT:
        if _order_matters(pair, played, rng):
            return
        seat = _leaver(pair.game, plan.leaving, pair.steps, at, rng)
        action = L.A_LEAVE
        if seat is None:
            seat = rng.choice(sorted(pair.game.pending()))
            action = POLICIES[plan.policies[seat]](pair.game, seat, rng)
        played.steps.append((seat, action))
        played.events += pair.step(seat, action)


def _order_matters(pair: Pair | Alone, played: Played, rng: Random) -> bool:
    """Try answers in every order while a tile is on offer (and now and then before play)."""
    if isinstance(pair, Alone):
        return False
    before_play = pair.game.phase in ("start", "swap", "void")
    if pair.game.phase not in ("claim", "rob") and not (before_play and rng.random() < 0.05):
        return False
    answers = answers_to_try(pair.game, rng)
    if len(answers) > 1:
        played.difference = order_difference(pair, answers)
        played.answers = answers if played.difference else []
    return played.difference is not None
