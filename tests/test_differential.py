"""Kernel = reference over many random games; the fuzz itself finds faults, makes them small, and resumes."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from chuanma.engine import layout as L
from chuanma.engine.table import Table
from chuanma.rules.problems import RulesError
from chuanma.rules.ruleset import Ruleset
from tests.reference import fuzz
from tests.reference.coverage import EACH, EACH_PAIR, FULL, VALUES, Coverage
from tests.reference.differ import Pair, changed, kernel_rules, order_difference
from tests.reference.games import draw_plan, play
from tests.reference.repro import Repro, load, shrink
from tests.reference.value import Rules

GAMES = 3000
REPROS = Path(__file__).parent / "reference" / "repros"


def test_kernel_and_reference_play_the_same_games() -> None:
    coverage, differences = fuzz.run(GAMES, seed=1)

    assert differences == []
    assert coverage.games == GAMES
    assert coverage.below() == [], fuzz.report(coverage)


def test_differences_once_found_stay_away() -> None:
    files = sorted(REPROS.glob("*.json"))

    found = {file.name: str(load(file).replay()) for file in files if load(file).replay()}

    assert files
    assert found == {}


class DearKongs(Table):
    """A table with a fault: under `kong.transfer = last` a concealed kong costs one unit more."""

    def step(self, seat: int, action: int) -> np.ndarray:
        rows = super().step(seat, action)
        if self.state["rules"]["kong_transfer"][0] == L.TRANSFER_LAST:
            rows["units"][rows["reason"] == L.R_KONG_CONCEALED] += 1
        return rows


def faulty_repro() -> Repro:
    for number in range(200):
        played = play(draw_plan(f"faulty/{number}"), DearKongs)
        if played.difference:
            return Repro(played.plan.game, tuple(played.steps), tuple(played.answers))
    raise AssertionError("no game shows the fault")


def test_a_fault_is_found_made_small_and_replayed_from_its_text() -> None:
    large = faulty_repro()
    assert large.replay() is None

    small, difference = shrink(large, DearKongs)
    again = Repro.from_text(small.to_text(difference))

    # the fault needs `transfer = last`, which is the default, and ends with the kong
    assert small.game.rules["kong.transfer"] == "last"
    assert len(json.loads(small.to_text())["rules"]) <= 1
    assert len(small.steps) <= len(large.steps)
    assert "kong" in json.loads(small.to_text())["actions"][-1]
    assert again == small
    assert str(again.replay(DearKongs)) == str(difference)
    assert again.replay() is None


def test_a_repro_keeps_the_die_and_the_bound_persons() -> None:
    plan = next(plan for plan in map(draw_plan, map(str, range(200))) if plan.game.persons)
    repro = Repro(plan.game, ((plan.game.dealer, L.A_LEAVE),))

    again = Repro.from_text(repro.to_text())

    assert (again.game.swap_die, again.game.persons) == (plan.game.swap_die, plan.game.persons)
    assert again.game.wall == list(plan.game.wall)
    assert again.replay() is None


class FirstAnswerWins(Table):
    """A table with a fault: it lets the view of the last seat tell which answer came first."""

    first = -1

    def step(self, seat: int, action: int) -> np.ndarray:
        if self.first < 0:
            self.first = seat
        return super().step(seat, action)

    def clone(self) -> FirstAnswerWins:
        twin = FirstAnswerWins.__new__(FirstAnswerWins)
        twin.state, twin.opening = self.state.copy(), self.opening
        return twin

    def pending(self) -> int:
        return super().pending() if self.first < 1 else 0


def test_a_table_that_minds_the_order_of_answers_is_found() -> None:
    game = next(
        plan.game
        for plan in (draw_plan(f"order/{number}") for number in range(100))
        if plan.game.rules["open.void"] in ("declared", "forced")
        and plan.game.rules["open.swap"] == 0
        and not plan.game.rules["side.items"]
    )
    answers = [(0, L.A_VOID), (1, L.A_VOID + 1)]

    assert order_difference(Pair(game), answers) is None
    assert order_difference(Pair(game, FirstAnswerWins), answers) is not None


VALUES_OF: dict[str, list[Any]] = {}
for option, value in VALUES:
    VALUES_OF.setdefault(option, []).append(value)
# What the engine does not read in play, or what makes another table, which is refused at the deal.
BESIDE_THE_GAME = {
    *("table.base", "table.first_dealer", "table.next_dealer", "table.jump_tile", "side.false_win_units"),
    *("table.reveal_win", "table.seats", "table.suits", "table.horse"),
}


@pytest.mark.parametrize("option", sorted(VALUES_OF.keys() - BESIDE_THE_GAME))
def test_a_kernel_that_mistakes_an_option_is_found(option: str) -> None:
    values = VALUES_OF[option]

    for number in range(500):
        plan = draw_plan(f"mistaken/{number}")
        wrong = values[(values.index(plan.game.rules[option]) + 1) % len(values)]
        rules = {**plan.game.rules, option: wrong}
        if allowed(rules) and play(plan, partial(with_rules, kernel_rules(rules))).difference:
            return
    raise AssertionError(f"nothing depends on {option}")


def with_rules(wrong: np.ndarray, _: np.ndarray, *rest: Any) -> Table:
    return Table(wrong, *rest)


def allowed(rules: Rules) -> bool:
    try:
        return Ruleset().replace(changed(rules)) is not None
    except RulesError:
        return False


def test_too_little_coverage_is_named() -> None:
    coverage = Coverage(games=FULL)
    missing = {what: least for what, _, least in coverage.below()}

    assert missing["event win"] == missing["reason escape_ready"] == missing["flag earth"] == EACH
    assert missing["table.mode = single with open.void = free"] == EACH_PAIR
    # this pair is a contradiction, and these are no pair at all
    assert "value.dihu = off with value.dihu_mode = add" not in missing
    assert "table.mode = single with table.mode = blood" not in missing
    assert "event win" in fuzz.report(coverage)


def test_floors_are_in_proportion_below_the_full_number() -> None:
    # 100 × 5000 / 20000 = 25
    assert Coverage(games=5000).floor(EACH) == 25
    assert Coverage(games=3 * FULL).floor(EACH) == EACH
    assert Coverage(games=10).floor(EACH) == 0


def test_shards_that_are_done_are_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fuzz, "SHARD", 10)
    command = ["--games", "30", "--seed", "5", "--dir", str(tmp_path)]
    assert fuzz.main(["--games", "20", "--seed", "5", "--dir", str(tmp_path)]) in (0, 1)
    played: list[int] = []

    def count(shard: fuzz.Shard) -> dict[str, Any]:
        played.append(shard.start)
        return run_shard(shard)

    run_shard = fuzz.run_shard
    monkeypatch.setattr(fuzz, "run_shard", count)
    assert fuzz.main(command) == 0
    whole = capsys.readouterr().out

    assert played == [20]
    assert fuzz.run(30, seed=5)[0].counts == fuzz.run(30, seed=5, folder=tmp_path)[0].counts
    assert "30 games" in whole


def test_a_difference_makes_the_command_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    result = {"coverage": Coverage(games=1).to_json(), "differences": ['{"rules": {}}']}
    monkeypatch.setattr(fuzz, "run_shard", lambda shard: result)

    assert fuzz.main(["--games", "1", "--dir", str(tmp_path)]) == 1
    assert "difference 1 of 1" in capsys.readouterr().out
    assert [file.read_text("utf-8") for file in tmp_path.glob("difference-*.json")] == ['{"rules": {}}']
