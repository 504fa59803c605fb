"""`chuanma sim`: what is counted, the same bytes for the same seed, records that verify, the picture, bad input."""

from __future__ import annotations

import importlib.util
import json
import math
from pathlib import Path
from typing import Any

import pytest

from chuanma.bots import UnknownBot
from chuanma.cli import main
from chuanma.record import read_record
from chuanma.rules import load_preset
from chuanma.sim import Counts, Report, SimError, Tally, play_game, simulate, tally
from tests.laid import laid, throw_until

STANDARD = load_preset("standard")
DINGQUE = load_preset("dingque")
GREEDY = ("greedy",) * 4


def test_what_is_counted_of_a_robbed_kong_and_a_self_draw() -> None:
    """2 robs the kong of 0 (1 unit); then 3 draws 9m and wins 平胡 from 0 and 1, 1 each; then 0 leaves."""
    hands = {0: "55m147s258p369p2s2p", 1: "5m", 2: "46m123789s456s99s", 3: "78m123456p789p99p"}
    draws = "1s4s7s5m9m"
    script = "1 discard 5m, 2 pass, 0 pung, 0 discard 9p, 3 pass, 1 discard 1s, 2 discard 4s, 3 discard 7s, "
    game = laid(hands, script + "0 kong 5m, 2 win, 3 win", draws=draws, dealer=1)
    game.step(0, "leave")

    counted = tally(game)

    # 0: -1 (robbed) -1 (self-draw) -16 (to 1, the only active seat that stays); 1: -1 + 16.
    assert counted == Tally((-18, 15, 1, 2), (0, 0, 1, 1), (0, 0, 0, 1), (1, 0, 0, 0), (0, 0, 0, 0), False)


def test_pigs_and_exhausted_games_are_counted() -> None:
    """Everybody throws what it draws and keeps three suits: four pigs, nobody pays."""
    game = throw_until(laid({}))

    assert tally(game) == Tally((0,) * 4, (0,) * 4, (0,) * 4, (0,) * 4, (1,) * 4, True)


def test_means_and_deviations() -> None:
    games = [
        Tally((units, -units, 0, 0), (0,) * 4, (0,) * 4, (0,) * 4, (0,) * 4, False) for units in (1, 2, 6)
    ]
    report = Report(STANDARD, ("greedy", "random", "greedy", "random"), 1, games)

    # Mean of 1, 2, 6 is 3; squares of the distances 4, 1, 9: sd = sqrt(14 / 2).
    assert report.seats[0].mean == 3 and math.isclose(report.seats[0].sd, math.sqrt(7))
    assert (report.by_bot["greedy"].games, report.by_bot["greedy"].points) == (6, 9)
    assert report.by_bot["random"].mean == -1.5
    assert report.zero_sum and report.exhausted == 0
    assert Counts(1, 5, 25).sd == 0.0


def test_points_that_do_not_sum_to_zero_are_noticed() -> None:
    wrong = Tally((1, 0, 0, 0), (0,) * 4, (0,) * 4, (0,) * 4, (0,) * 4, False)

    assert not Report(STANDARD, GREEDY, 1, [wrong]).zero_sum


def test_games_follow_from_seed_and_number_and_the_dealer_goes_round() -> None:
    games = [play_game(DINGQUE, GREEDY, "s", number) for number in range(5)]

    assert [game.dealer for game in games] == [0, 1, 2, 3, 0]
    assert len({game.wall for game in games}) == 5
    assert play_game(DINGQUE, GREEDY, "s", 3).events == games[3].events


def test_every_wall_is_played_in_every_seating() -> None:
    """In game j of a wall bot i sits at seat i + j. Four alike win and lose the same: each plays all seats."""
    bots = ("greedy", "random", "random", "random")
    report = simulate(DINGQUE, bots, 3, 7, rotate=True)

    assert (report.seatings, len(report.tallies), report.zero_sum) == (4, 12, True)
    second = play_game(DINGQUE, ("random", "greedy", "random", "random"), 7, 0).scores
    assert report.tallies[1].scores == (*second[1:], second[0])
    alike = simulate(DINGQUE, GREEDY, 3, 7, rotate=True)
    assert [counts.points for counts in alike.seats] == [0] * 4
    assert alike.seats[0].sd > 0 and alike.seats[0].se == 0


def test_the_error_of_a_mean_counts_walls() -> None:
    games = [Tally((units, -units), (0, 0), (0, 0), (0, 0), (0, 0), False) for units in (1, 3, 6, 2)]
    report = Report(STANDARD, ("a", "b"), 1, games, seatings=2)

    # Two walls bring 4 and 8 in two games each: 2 and 4 a game; mean 3, sd sqrt(2), error sqrt(2) / sqrt(2).
    assert report.seats[0].mean == 3 and math.isclose(report.seats[0].se, 1)
    # Taken for four walls: 1, 3, 6, 2: squares of the distances 4, 0, 9, 1; sd sqrt(14 / 3), error half of it.
    assert math.isclose(Report(STANDARD, ("a", "b"), 1, games).seats[0].se, math.sqrt(14 / 3) / 2)
    # A bot at both places of every wall gets nothing, for certain.
    assert Report(STANDARD, ("a", "a"), 1, games).by_bot["a"].se == 0
    assert Report(STANDARD, ("a", "b"), 1, games[:1]).seats[0].se == 0


def test_points_of_the_house_are_counted() -> None:
    game = Tally((-48, 0, 0, 0), (0,) * 4, (0,) * 4, (0,) * 4, (1, 0, 0, 0), True, 48)

    assert Report(STANDARD, GREEDY, 1, [game]).zero_sum


def test_as_many_bots_as_seats() -> None:
    rules = STANDARD.replace({"table.seats": 3})
    report = simulate(rules, ("efficient", "greedy", "random"), 2, 1, rotate=True)

    assert len(report.tallies) == 6 and report.zero_sum
    with pytest.raises(SimError, match=r"4 bots: name 3, one a seat, e\.g\. efficient,greedy,greedy"):
        simulate(rules, GREEDY, 1, 1)


def test_processes_do_not_change_the_result(tmp_path: Path) -> None:
    bots = ("greedy", "random", "random", "greedy")
    alone = simulate(DINGQUE, bots, 120, 7, out=tmp_path / "one")
    done: list[int] = []
    together = simulate(DINGQUE, bots, 120, 7, jobs=2, out=tmp_path / "two", progress=done.append)

    assert together.to_dict() == alone.to_dict()
    assert sum(done) == 120
    one = sorted((tmp_path / "one").iterdir())
    two = sorted((tmp_path / "two").iterdir())
    assert [path.name for path in one] == [path.name for path in two] and len(one) == 120
    assert all(a.read_bytes() == b.read_bytes() for a, b in zip(one, two, strict=True))
    for path, counted in list(zip(one, alone.tallies, strict=True))[::12]:
        record = read_record(path)
        assert record.seats == bots
        assert record.verify()[0].scores == counted.scores


# --------------------------------------------------------------------------------------------------------- command line
def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    """`chuanma sim` with these words; the exit code."""
    monkeypatch.setattr("sys.argv", ["chuanma", "sim", *words])
    with pytest.raises(SystemExit) as left:
        main()
    return int(left.value.code or 0)


def test_json_is_the_same_for_the_same_seed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--games", "60", "--rules", "dingque", "--seed", "7", "--json")
    assert run(monkeypatch, *words) == 0
    first = capsys.readouterr().out
    assert run(monkeypatch, *words) == 0

    assert capsys.readouterr().out == first
    found: dict[str, Any] = json.loads(first)
    assert (found["games"], found["seed"], found["rules"], found["zero_sum"]) == (60, 7, DINGQUE.code, True)
    assert sum(seat["points"] for seat in found["seats"]) == 0
    assert [seat["games"] for seat in found["seats"]] == [60] * 4
    assert "seconds" not in found


def test_a_duel_on_the_command_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ("--games", "5", "--rotate", "--bots", "efficient,greedy,greedy,greedy", "--seed", "7")
    assert run(monkeypatch, *words, "--json", "--out", str(tmp_path)) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    monkeypatch.setenv("COLUMNS", "80")
    assert run(monkeypatch, *words) == 0
    shown = capsys.readouterr().out

    ours = found["by_bot"]["efficient"]
    assert (found["games"], found["seatings"], found["zero_sum"]) == (20, 4, True)
    assert ours["games"] == 20 and ours["se"] > 0 and 0 < ours["win_rate"] <= 1
    assert f"{ours['mean']:+.3f}" in shown and f"{ours['se']:.3f}" in shown and "no. 4" in shown
    assert len(list(tmp_path.iterdir())) == 20
    assert read_record(tmp_path / "game-0000003-1.chuanma").seats == ("greedy", "efficient", "greedy", "greedy")


def test_times_only_when_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "--games", "4", "--seed", "words", "--json", "--timing") == 0

    found = json.loads(capsys.readouterr().out)
    assert found["seconds"] > 0 and found["seed"] == "words"


@pytest.mark.parametrize(("lang", "words"), [("en", "Deal-ins"), ("zh", "点炮")])
def test_the_table_for_a_person(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lang: str, words: str
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    assert run(monkeypatch, "--games", "8", "--lang", lang, "--timing") == 0

    shown = capsys.readouterr().out
    assert words in shown and shown.count("greedy") == 5


def test_a_picture_is_drawn(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "sim.png"
    assert (
        run(
            monkeypatch,
            "--games",
            "30",
            "--bots",
            "greedy,random,greedy,random",
            "--plot",
            str(path),
            "--json",
        )
        == 0
    )

    assert path.read_bytes().startswith(b"\x89PNG") and path.stat().st_size > 20_000


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--bots", "greedy,greedy"), "2 bots: name 4, one a seat"),
        (("--bots", "greedy,greedy,greedy,gready"), "there is no bot gready, did you mean greedy?"),
        (("--games", "0"), "0 games: from 1 to"),
        (("--jobs", "0"), "0 jobs: from 1 to 256"),
        (("--rules", "standrad"), "did you mean standard?"),
        (("--lang", "fr"), "unknown language 'fr': zh, en"),
        (("--plot", "x.bmp"), "expected a file name ending in .png"),
        (("--plot", "/no/such/folder/x.png"), "there is no folder /no/such/folder"),
        (("--out", "/dev/null/x"), "--out /dev/null/x: cannot be written"),
        (("--games", "1", "--plot", "/proc/x.png"), "--plot /proc/x.png: cannot be written"),
    ],
)
def test_bad_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], message: str
) -> None:
    assert run(monkeypatch, *words) == 2

    shown = capsys.readouterr()
    assert message in shown.err.replace("\n", " ") and shown.out == ""


def test_a_picture_needs_matplotlib(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)

    assert run(monkeypatch, "--plot", "x.png") == 2
    assert "--plot needs matplotlib: pip install 'chuanma[plot]'" in capsys.readouterr().err


def test_errors_come_before_any_game() -> None:
    with pytest.raises(SimError):
        simulate(STANDARD, GREEDY[:3], 1, 1)
    with pytest.raises(UnknownBot):
        simulate(STANDARD, ("x",) * 4, 1, 1)
