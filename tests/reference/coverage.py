"""What the games of the fuzz have touched, and the floors below which it has shown nothing."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
from math import floor
from typing import Any

import numpy as np

from chuanma.engine import layout as L
from chuanma.rules.check import contradictions
from chuanma.rules.generate import NUMBERS, UNITS
from chuanma.rules.options import OPTIONS, Option, Options
from chuanma.rules.ruleset import filled
from tests.reference.games import Played
from tests.reference.touched import TOUCHED
from tests.reference.value import FLAG_BITS, Rules

FULL = 20_000  # games from which on the floors hold in full; with fewer in proportion
EACH = 100  # every event, reason and flag
EACH_RULE = 50  # every rule that shows in no event of its own
EACH_PAIR = 20  # games for every pair of option values

GROUPS = {
    "event": L.EVENTS[L.E_DEAL :],
    "reason": L.REASONS,
    "flag": tuple(FLAG_BITS),
    "kong": L.MELDS[L.MELD_DIRECT :],
    "end": L.ENDS[1:],
    "judgement": L.JUDGEMENTS,
}


def _values(option: Option) -> tuple[Any, ...]:
    """The values of an option the games may have; of free numbers those drawn."""
    if option.field is None or option.type == "table":
        return ()
    if option.values:
        return option.values
    if option.type == "boolean":
        return (False, True)
    numbers: tuple[Any, ...] = tuple(dict.fromkeys(NUMBERS.get(option.key, UNITS)))
    return (*numbers, "cap") if option.cap else numbers


VALUES = [(option.key, value) for option in OPTIONS for value in _values(option)]


@dataclass
class Coverage:
    """Counts over many games; `pairs[i, j]`: games that had both option values."""

    games: int = 0
    steps: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    pairs: np.ndarray[Any, Any] = field(default_factory=lambda: np.zeros((len(VALUES),) * 2, np.int64))

    def add(self, played: Played) -> None:
        """Count one game."""
        self.games += 1
        self.steps += len(played.steps)
        self._count_rules(played.plan.game.rules)
        self.counts += Counter({f"rule: {name}": times for name, times in played.touched.items()})
        for event, _, _, _, arg, _, reason in played.events:
            self._count("event", L.EVENTS[event])
            if event == L.E_PAY:
                self._count("reason", L.REASONS[reason])
            elif event == L.E_WIN:
                for flag, bit in FLAG_BITS.items():
                    if arg & bit:
                        self._count("flag", flag)
            elif event == L.E_KONG:
                self._count("kong", L.MELDS[arg])
            elif event == L.E_END:
                self._count("end", L.ENDS[arg])
            elif event == L.E_JUDGE:
                self._count("judgement", L.JUDGEMENTS[arg])

    def _count(self, group: str, name: str) -> None:
        self.counts[f"{group} {name}"] += 1

    def _count_rules(self, rules: Rules) -> None:
        has = np.array([rules[key] == value for key, value in VALUES], np.int64)
        self.pairs += np.outer(has, has)

    def merge(self, other: Coverage) -> None:
        """Add the counts of other games."""
        self.games += other.games
        self.steps += other.steps
        self.counts += other.counts
        self.pairs += other.pairs

    def to_json(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "steps": self.steps,
            "counts": dict(self.counts),
            "pairs": self.pairs.tolist(),
        }

    @classmethod
    def from_json(cls, found: dict[str, Any]) -> Coverage:
        return cls(found["games"], found["steps"], Counter(found["counts"]), np.array(found["pairs"]))

    def floor(self, full: int) -> int:
        """The floor for so many games."""
        return min(full, floor(full * self.games / FULL))

    def table(self) -> list[tuple[str, int, int]]:
        """(what, count, floor), a line for each event, reason, flag, kong, end, judgement and rule."""
        floors = {f"{group} {name}": EACH for group, names in GROUPS.items() for name in names}
        floors |= {f"rule: {name}": EACH_RULE for name in TOUCHED}
        return [(name, self.counts[name], self.floor(least)) for name, least in floors.items()]

    def rare_pairs(self) -> list[tuple[str, int, int]]:
        """(what, games, floor) for every pair of option values below the floor."""
        least = self.floor(EACH_PAIR)
        found = []
        for one, other in combinations(range(len(VALUES)), 2):
            games = int(self.pairs[one, other])
            both = VALUES[one], VALUES[other]
            if games < least and _possible(*both):
                text = " with ".join(f"{key} = {value}" for key, value in both)
                found.append((text, games, least))
        return found

    def below(self) -> list[tuple[str, int, int]]:
        """Everything below its floor."""
        return [line for line in self.table() if line[1] < line[2]] + self.rare_pairs()


def _possible(one: tuple[str, Any], other: tuple[str, Any]) -> bool:
    """Whether a ruleset can have both values: they are of two options, and do not contradict each other."""
    if one[0] == other[0]:
        return False
    return not contradictions(filled(Options, dict((one, other))))
