"""Every scenario on the kernel and on the plain reference."""

from __future__ import annotations

import pytest

from chuanma.engine.table import Table
from chuanma.rules import load_preset
from chuanma.rules.kernel import fill
from tests.reference.engine import ReferenceGame
from tests.scenarios import Run, Scenario, lay_wall, load

SCENARIOS = load()


class Kernel:
    """The kernel as scenarios want it."""

    def __init__(self, scenario: Scenario) -> None:
        rules = load_preset(scenario.rules).replace(scenario.set) if scenario.set else load_preset(scenario.rules)
        self.table = Table(fill(rules), lay_wall(scenario), scenario.dealer)

    def pending(self) -> set[int]:
        return _members(self.table.pending())

    def legal(self, seat: int) -> set[int]:
        return _members(self.table.legal(seat))

    def step(self, seat: int, action: int) -> list[tuple[int, ...]]:
        return [
            (row["event"], row["seat"], row["other"], row["kind"], row["arg"], row["units"], row["reason"])
            for row in self.table.step(seat, action)
        ]


class Reference:
    """The plain reference as scenarios want it."""

    def __init__(self, scenario: Scenario) -> None:
        rules = load_preset(scenario.rules).replace(scenario.set) if scenario.set else load_preset(scenario.rules)
        self.game = ReferenceGame(rules.flat(), lay_wall(scenario), scenario.dealer)

    def pending(self) -> set[int]:
        return set(self.game.pending())

    def legal(self, seat: int) -> set[int]:
        return set(self.game.legal(seat))

    def step(self, seat: int, action: int) -> list[tuple[int, ...]]:
        return list(self.game.step(seat, action))


def _members(bits: int) -> set[int]:
    return {i for i in range(bits.bit_length()) if bits >> i & 1}


@pytest.mark.parametrize("engine", [Kernel, Reference])
@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: " ".join([*scenario.case, scenario.title]))
def test_scenario(scenario: Scenario, engine: type[Kernel] | type[Reference]) -> None:
    Run(scenario, engine(scenario)).check()


def test_there_are_enough() -> None:
    assert len(SCENARIOS) >= 25
    assert len({scenario.title for scenario in SCENARIOS}) == len(SCENARIOS)
