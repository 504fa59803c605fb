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
from chuanma.rules.kernel import PLAYABLE
from chuanma.rules.options import OPTIONS, Option, Options
from chuanma.rules.ruleset import filled
from tests.reference.games import Played
from tests.reference.touched import TOUCHED, Needs
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
# What cannot come without an option value.
NEEDS: dict[str, Needs] = {
    "event swap": (("open.swap", 3),),
    "event mark": (("open.void", "marked"),),
    "event sing": (("side.sing", True),),
    "event dance": (("side.dance", True),),
    "event item": (("side.items", True),),
    "event horse": (("table.horse", True),),
    "reason drizzle": (("kong.drizzle", 1),),
    "reason forfeit": (("leave.winner", "forfeit"),),
    "reason horse": (("table.horse", True),),
    "flag sing": (("side.sing", True),),
    "flag dance": (("side.dance", True),),
    "flag juezhang": (("value.bonuses", "juezhang"),),
    **{f"rule: {name}": needs for name, needs in TOUCHED.items()},
}


def _values(option: Option, whole: bool) -> tuple[Any, ...]:
    """The values of an option the games may have: all, or those the kernel plays; of free numbers those drawn."""
    if option.field is None or option.type == "table":
        return ()
    if option.key in PLAYABLE and not whole:
        return PLAYABLE[option.key]
    if option.values:
        return option.values
    if option.type == "boolean":
        return (False, True)
    numbers: tuple[Any, ...] = tuple(dict.fromkeys(NUMBERS.get(option.key, UNITS)))
    return (*numbers, "cap") if option.cap else numbers


def values(whole: bool) -> list[tuple[str, Any]]:
    """All pairs of an option that varies and a value of it."""
    drawn = [(option.key, _values(option, whole)) for option in OPTIONS]
    return [(key, value) for key, found in drawn for value in found if len(found) > 1]


VALUES = values(whole=False)
ALL_VALUES = values(whole=True)


def _may_come(name: str, whole: bool) -> bool:
    """Whether games may show this: the whole space can, the kernel's if it plays what is needed."""
    return whole or all(value in PLAYABLE.get(key, (value,)) for key, value in NEEDS.get(name, ()))


@dataclass
class Coverage:
    """Counts over many games; `pairs[i, j]`: games that had both option values.

    `whole`: the games have rulesets of the whole space, not only those the kernel plays.
    """

    games: int = 0
    steps: int = 0
    whole: bool = False
    counts: Counter[str] = field(default_factory=Counter)
    pairs: np.ndarray[Any, Any] = field(init=False)

    def __post_init__(self) -> None:
        self.pairs = np.zeros((len(self.values),) * 2, np.int64)

    @property
    def values(self) -> list[tuple[str, Any]]:
        return ALL_VALUES if self.whole else VALUES

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
        has = np.array([rules[key] == value for key, value in self.values], np.int64)
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
            "whole": self.whole,
            "counts": dict(self.counts),
            "pairs": self.pairs.tolist(),
        }

    @classmethod
    def from_json(cls, found: dict[str, Any]) -> Coverage:
        coverage = cls(found["games"], found["steps"], found["whole"], Counter(found["counts"]))
        coverage.pairs = np.array(found["pairs"])
        return coverage

    def floor(self, full: int) -> int:
        """The floor for so many games."""
        return min(full, floor(full * self.games / FULL))

    def table(self) -> list[tuple[str, int, int]]:
        """(what, count, floor), a line for each event, reason, flag, kong, end, judgement and rule."""
        floors = {f"{group} {name}": EACH for group, names in GROUPS.items() for name in names}
        floors |= {f"rule: {name}": EACH_RULE for name in TOUCHED}
        wanted = {name: least for name, least in floors.items() if _may_come(name, self.whole)}
        return [(name, self.counts[name], self.floor(least)) for name, least in wanted.items()]

    def rare_pairs(self) -> list[tuple[str, int, int]]:
        """(what, games, floor) for every pair of option values below the floor."""
        least = self.floor(EACH_PAIR)
        found = []
        for one, other in combinations(range(len(self.values)), 2):
            games = int(self.pairs[one, other])
            both = self.values[one], self.values[other]
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
