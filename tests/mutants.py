"""Judges one mutant of the engine: `python -m tests.mutants FILE` with NUMBA_DISABLE_JIT=1 exits 1 if it is found out.

FILE is made once by `python -m tests.mutants FILE --prepare`: hands with the values and games with the events of the
plain reference, chosen so that every rule decides something. Judging them takes no reference and no compiler.
"""

from __future__ import annotations

import pickle
import random
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from chuanma.engine import layout as L

HANDS = 1200
EACH_RULE = 2  # games for every rule that decides something
MOST_GAMES = 4000  # looked through for them


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
def hand_cases() -> list[HandCase]:
    """Random hands under random rulesets."""
    from chuanma.hand import flag_bits
    from chuanma.rules.generate import random_ruleset
    from chuanma.rules.kernel import fill
    from tests.reference.value import Win, value
    from tests.test_value_random import CIRCUMSTANCES, LUCKY, TYPES, complete_hand

    rng = random.Random("hands")
    found = []
    for _ in range(HANDS):
        rules = random_ruleset(rng)
        concealed, melds = complete_hand(rng)
        flags = rng.choice(CIRCUMSTANCES + (() if melds else LUCKY))
        kind = None if "heaven" in flags else rng.choice([kind for kind in range(27) if concealed[kind]])
        expected = value(rules.flat(), Win(concealed, melds, kind, frozenset(flags)))
        types, kinds = [0] * 4, [0] * 4
        for place, meld in enumerate(melds):
            types[place], kinds[place] = TYPES[meld.type], meld.kind
        arguments = (concealed, len(melds), types, kinds, -1 if kind is None else kind, flag_bits(*flags))
        found.append(HandCase(fill(rules).tobytes(), arguments, expected.units if expected else 0))
    return found


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
    """True if the engine values the hand otherwise."""
    from chuanma.engine.hands import value_at

    hand, n_meld, types, kinds, kind, flags = case.arguments
    out = np.zeros(L.VALUE_OUT, np.int32)
    arrays = [np.array(each, np.int8) for each in (hand, types, kinds)]
    units = value_at(arrays[0], n_meld, arrays[1], arrays[2], kind, flags, record(case.rules), out)
    return int(units) != case.units


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


def main(file: Path, prepare: bool) -> int:
    """Prepare the cases, or judge."""
    if prepare:
        file.write_bytes(pickle.dumps((hand_cases(), game_cases())))
        return 0
    hands, games = pickle.loads(file.read_bytes())
    try:
        return int(any(map(wrong_hand, hands)) or any(map(wrong_game, games)))
    except Exception as fault:  # a mutant that falls over is found out too
        print(f"{type(fault).__name__}: {fault}")
        return 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), "--prepare" in sys.argv[2:]))
