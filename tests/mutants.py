"""Judges one mutant of the engine: `python -m tests.mutants FILE` with NUMBA_DISABLE_JIT=1 exits 1 if it is found out.

FILE is made once by `python -m tests.mutants FILE --prepare MODULE`: for `value` hands with what the plain reference
says they are worth, for other modules of the engine games with its events, chosen so that every rule decides something.
Judging them takes no reference and no compiler.
"""

from __future__ import annotations

import pickle
import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from chuanma.engine import layout as L

HANDS = 5000
MOST_HANDS = 60_000  # looked through for them
SPOILED = 0.15  # of them: not complete
EACH_RULE = 2  # games for every rule that decides something
MOST_GAMES = 4000  # looked through for them


DECIDING = ("value.root", "value.root_in_dragon", "value.heaven_alone", "value.dihu_mode", "value.self_draw")


@dataclass(frozen=True)
class HandCase:
    """A complete hand: arguments of the kernel `value`, and what the reference says."""

    rules: bytes
    arguments: tuple[Any, ...]
    units: int


@dataclass(frozen=True)
class GameCase:
    """A game: how the table is made, the steps, and the events of the deal and of every step."""

    rules: bytes
    table: tuple[Any, ...]
    steps: tuple[tuple[int, int], ...]
    events: tuple[list[tuple[int, ...]], ...]


# ------------------------------------------------------------------------------------------------------- made once
def spoiled(concealed: Sequence[int], rng: random.Random) -> tuple[int, ...]:
    """The hand with one tile for another: seldom complete, sometimes of three suits."""
    counts = list(concealed)
    counts[rng.choice([kind for kind in range(L.KINDS) if counts[kind]])] -= 1
    counts[rng.choice([kind for kind in range(L.KINDS) if counts[kind] < L.COPIES])] += 1
    return tuple(counts)


def hand_cases() -> list[HandCase]:
    """Random hands under random rulesets, no two alike in what they are worth and why."""
    from chuanma.rules.generate import random_ruleset
    from chuanma.rules.kernel import fill
    from tests.reference.hands import suits_held
    from tests.reference.value import FLAG_BITS, Win, value
    from tests.test_value_random import CIRCUMSTANCES, LUCKY, TYPES, complete_hand

    rng = random.Random("hands")
    found: dict[Any, HandCase] = {}
    for _ in range(MOST_HANDS):
        if len(found) == HANDS:
            break
        rules = random_ruleset(rng)
        flat = rules.flat()
        concealed, melds = complete_hand(rng)
        if rng.random() < SPOILED:
            concealed = spoiled(concealed, rng)
        flags = rng.choice(CIRCUMSTANCES + (() if melds else LUCKY * 2))
        flags += rng.choice(((), (), ("sing",), ("dance",))) + rng.choice(((), (), ("juezhang",)))
        kind = None if "heaven" in flags else rng.choice([kind for kind in range(27) if concealed[kind]])
        suits = suits_held(concealed, melds)
        expected = value(flat, Win(concealed, melds, kind, frozenset(flags))) if len(suits) < 3 else None
        deciding = tuple(flat[key] for key in DECIDING)
        why = (expected and expected[1:], flags, deciding, expected and expected.units == rules.value.cap)
        types, kinds = [0] * 4, [0] * 4
        for place, meld in enumerate(melds):
            types[place], kinds[place] = TYPES[meld.type], meld.kind
        bits = sum(FLAG_BITS[flag] for flag in flags)
        arguments = (concealed, len(melds), types, kinds, -1 if kind is None else kind, bits)
        case = HandCase(fill(rules).tobytes(), arguments, expected.units if expected else 0)
        found.setdefault(why, case)
    return list(found.values())


def game_cases() -> list[GameCase]:
    """Games in which every rule, reason, flag and judgement comes up."""
    from tests.reference.coverage import Coverage
    from tests.reference.differ import kernel_rules
    from tests.reference.games import draw_plan, play

    seen: Counter[str] = Counter()
    found = []
    for number in range(MOST_GAMES):
        played = play(draw_plan(f"mutants/{number}"), None)
        coverage = Coverage()
        coverage.add(played)
        if all(seen[name] >= EACH_RULE for name in coverage.counts):
            continue
        seen.update(coverage.counts.keys())
        game = played.plan.game
        reference = game.reference()
        events = (list(reference.opening), *(list(reference.step(*step)) for step in played.steps))
        table = (list(game.wall), game.dealer, game.dice, game.swap_die, game.persons)
        found.append(GameCase(kernel_rules(game.rules).tobytes(), table, tuple(played.steps), events))
    return found


# ----------------------------------------------------------------------------------------------------------- judging
def record(content: bytes) -> np.ndarray[Any, Any]:
    """A RULES record of its bytes."""
    from chuanma.engine.jit import records

    return records(np.frombuffer(bytearray(content), L.RULES))


def wrong_hand(case: HandCase) -> bool:
    """True if the engine values the hand otherwise, or the breakdown it writes down does not give the value."""
    from chuanma.engine.hands import value_at

    hand, n_meld, types, kinds, kind, flags = case.arguments
    out = np.full(L.VALUE_OUT, 99, np.int32)  # nothing of the hand before may count
    rules = record(case.rules)
    arrays = [np.array(each, np.int8) for each in (hand, types, kinds)]
    units = value_at(arrays[0], n_meld, arrays[1], arrays[2], kind, flags, rules, out)
    if units == 0:
        return case.units != 0 or out[0] != -1
    return int(units) != case.units or not adds_up(rules, hand, n_meld, out)


def adds_up(rules: np.ndarray[Any, Any], hand: Sequence[int], n_meld: int, out: np.ndarray[Any, Any]) -> bool:
    """True if pattern and bonuses give the product, the cap what it is cut to, and the sets are the tiles."""
    from chuanma.engine import value as V

    factors = np.maximum(rules["value_bonuses"][0].astype(int), 1)
    times = out[V.OUT_BONUS : V.OUT_BONUS + len(L.BONUSES)]
    product = int(out[V.OUT_PATTERN_UNITS]) * int(np.prod(factors**times))
    cap = int(rules["value_cap"][0])
    capped = min(int(out[V.OUT_PRODUCT]), cap or L.MAX_UNITS)
    if out[V.OUT_PRODUCT] != min(product, L.MAX_UNITS) or out[V.OUT_CAPPED] != capped:
        return False
    sets = [int(code) for code in out[V.OUT_SET : V.OUT_SET + 4]]
    if out[V.OUT_SETS] == 7:
        return sets == [-1] * 4 and all(n % 2 == 0 for n in hand)
    tiles = Counter({int(out[V.OUT_PAIR]): 2})
    for code in sets[: 4 - n_meld]:
        kinds = range(code - V.RUN, code - V.RUN + 3) if code >= V.RUN else (code,) * 3
        tiles.update(kinds)
    return [tiles[kind] for kind in range(L.KINDS)] == list(hand) and sets[4 - n_meld :] == [-1] * n_meld


def wrong_game(case: GameCase) -> bool:
    """True if the engine plays the game otherwise."""
    from chuanma.engine.table import Table

    table = Table(record(case.rules), *case.table)
    rows = table.opening
    for place, expected in enumerate(case.events):
        if place:
            rows = table.step(*case.steps[place - 1])
        found = [(*row[:5], row[6], row[5]) for row in rows.tolist()]
        if found != expected:
            return True
    return False


def main(file: Path, prepared: str | None) -> int:
    """Prepare the cases of a module, or judge."""
    if prepared is not None:
        file.write_bytes(pickle.dumps(hand_cases() if prepared == "value" else game_cases()))
        return 0
    cases = pickle.loads(file.read_bytes())
    try:
        return int(any(wrong_hand(each) if isinstance(each, HandCase) else wrong_game(each) for each in cases))
    except Exception as fault:  # a mutant that falls over is found out too
        print(f"{type(fault).__name__}: {fault}")
        return 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[3] if "--prepare" in sys.argv[2:] else None))
