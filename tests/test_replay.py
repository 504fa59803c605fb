"""`chuanma replay`: a record told in both languages, as JSON, verified, and refused when broken."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from chuanma.cli import main
from chuanma.game import Game
from chuanma.match import Match
from chuanma.narrate import tell_game
from chuanma.record import record_game, record_match
from chuanma.rules import load_preset
from chuanma.testing import lay_wall

STANDARD = load_preset("standard")
DINGQUE = load_preset("dingque")


def short_game() -> Game:
    """Seat 0 makes a kong of 1m and wins on its replacement; then seat 1 leaves."""
    wall = lay_wall({0: "1111m2345667788p"}, tail="5p")
    return Game.replay(STANDARD, wall, [(0, "kong 1m"), (0, "win"), (1, "leave")], dice=(3, 4))


def play(game: Game, seed: int) -> Game:
    rng = random.Random(seed)
    while not game.over:
        seat = rng.choice(game.pending)
        stays = [action for action in game.legal(seat) if action.verb != "leave"]
        eager = [action for action in stays if action.verb not in ("discard", "pass")]
        game.step(seat, rng.choice(eager or stays))
    return game


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr("sys.argv", ["chuanma", "replay", *words])
    with pytest.raises(SystemExit) as left:
        main()
    return int(left.value.code or 0)


def test_a_game_in_english() -> None:
    lines = list(tell_game(short_game(), "en"))

    assert lines[0] == "East deals, dice 3+4"
    assert lines[1] == "  East: 1111m2345667788p"
    assert "East makes a concealed kong of 1m" in lines
    assert "    East made a concealed kong; West pays 2× the base [RULES §7 concealed kong (暗杠)]" in lines
    assert "East draws 5p as replacement (54 left)" in lines
    assert lines[-8:-4] == [
        "South leaves",
        "    South left the game and pays West 16× the base [RULES §11 leaving (逃跑)]",
        "    South left the game and pays North 16× the base [RULES §11 leaving (逃跑)]",
        "The game is over: a seat left",
    ]


def test_a_game_in_chinese() -> None:
    lines = list(tell_game(short_game(), "zh"))

    assert lines[0] == "东家坐庄，骰子 3+4"
    assert "东暗杠 1m" in lines
    assert "    东暗杠，西付 2 倍 [规则 §7 暗杠]" in lines


def test_winners_and_ready_seats_are_told_with_what_their_hands_are_worth() -> None:
    game = Game.replay(
        STANDARD, lay_wall({0: "1111m2345677888p"}, tail="6p"), [(0, "kong 1m"), (0, "win"), (1, "leave")]
    )

    # 234 567 678 88p with 1111m: 平胡 1 × 2 for 杠上花.
    assert list(tell_game(game, "en"))[-4].startswith(
        "  East +12: 23456677888p c1m, won: Plain win + Win on a kong's"
    )
    assert list(tell_game(game, "zh"))[-4] == "  东 +12：23456677888p c1m，胡牌：平胡 + 杠上花，2 倍"


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_every_event_can_be_told(lang: str) -> None:
    for seed in range(30):
        game = play(Game(DINGQUE if seed % 2 else STANDARD, seed=seed), seed)
        lines = list(tell_game(game, lang))
        assert len(lines) == len(game.events) + 8  # four hands dealt, four results
        assert not any("{" in line or "None" in line for line in lines)


def test_a_record_is_told_and_verified(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "game.chuanma"
    record_game(short_game()).write(path)

    assert run(monkeypatch, str(path), "--verify") == 0

    shown = capsys.readouterr().out
    assert "East makes a concealed kong of 1m" in shown
    assert shown.endswith("verified: 1 of 1 games equal to their replay\n")


def test_a_match_as_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    match = Match(DINGQUE, 2, seed=1)
    play(match.game, 1)
    play(match.next_game(), 2)
    path = tmp_path / "match.chuanma"
    record_match(match).write(path)

    assert run(monkeypatch, str(path), "--json", "--verify") == 0

    found = json.loads(capsys.readouterr().out)
    assert (found["kind"], found["verified"], found["totals"]) == ("match", True, list(match.totals))
    assert [game["scores"] for game in found["games"]] == [
        list(g.scores) for g in (match.finished[0], match.game)
    ]
    row = found["games"][0]["ledger"][0]
    assert row.keys() == {"payer", "receiver", "units", "reason", "zh", "en", "rule"}
    assert run(monkeypatch, str(path)) == 0
    assert "Totals: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (b"", "line 1: the record ends in the middle"),
        (b"{}\n", "line 1: not a record of this program"),
    ],
)
def test_a_broken_record_is_refused(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    words: bytes,
    message: str,
) -> None:
    path = tmp_path / "broken.chuanma"
    path.write_bytes(words)

    assert run(monkeypatch, str(path)) == 2
    assert message in capsys.readouterr().err


def test_a_tampered_event_is_found_by_verify_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "game.chuanma"
    record_game(short_game()).write(path)
    path.write_bytes(path.read_bytes().replace(b'"units":16', b'"units":17', 1))

    assert run(monkeypatch, str(path)) == 0
    assert run(monkeypatch, str(path), "--verify") == 2
    assert "this is not what happened" in capsys.readouterr().err
    assert run(monkeypatch, str(path), "--lang", "xx") == 2
    assert "unknown language 'xx'" in capsys.readouterr().err
