"""Records: what is written is read, replays and verifies; broken ones are refused by line and fault."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chuanma.game import Game, wall_text
from chuanma.match import Match
from chuanma.record import RecordError, parse_record, read_record, record_game, record_match
from chuanma.rules import load_preset
from chuanma.testing import lay_wall

DINGQUE = load_preset("dingque")
STANDARD = load_preset("standard")


def play(game: Game, seed: int = 0) -> Game:
    rng = random.Random(seed)
    while not game.over:
        seat = rng.choice(game.pending)
        game.step(seat, rng.choice(game.legal(seat)[:-1]))
    return game


def short_game() -> Game:
    """Seat 0 makes a kong of 1m and wins on its replacement; then seat 1 leaves."""
    wall = lay_wall({0: "1111m2345667788p"}, tail="5p")
    return Game.replay(STANDARD, wall, [(0, "kong 1m"), (0, "win"), (1, "leave")], dice=(3, 4))


def lines_of(record: Any) -> list[dict[str, Any]]:
    return [json.loads(line) for line in record.lines()]


def content(lines: list[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def test_the_lines_of_a_short_game() -> None:
    game = short_game()
    lines = lines_of(record_game(game, ("Ann", "Bo", "Cy", "Di"), times=[900, None, 20]))

    header = lines[0]
    assert (header["chuanma"], header["version"], header["kind"], header["games"]) == ("record", 1, "game", 1)
    assert header["seats"] == ["Ann", "Bo", "Cy", "Di"]
    assert header["rules"] == STANDARD.to_dict() and header["rules_code"] == STANDARD.code
    assert lines[1] == {
        "game": 0,
        "dealer": 0,
        "dice": [3, 4],
        "commitment": hashlib.sha256(wall_text(game.wall).encode()).hexdigest(),
    }
    assert lines[2:5] == [
        {"e": "deal", "dealer": 0, "dice": [3, 4]},
        {"seat": 0, "action": "kong 1m", "ms": 900},
        {"e": "kong", "seat": 0, "tile": "1m", "type": "concealed", "feeder": None},
    ]
    assert {"seat": 0, "action": "win"} in lines and {"seat": 1, "action": "leave", "ms": 20} in lines
    # 6 for the kong, 6 for the win (2 from each); then 1 pays 16 to 2 and 3.
    assert lines[-2:] == [{"end": "escape", "scores": [12, -36, 12, 12]}, {"wall": wall_text(game.wall)}]


@pytest.mark.parametrize("preset", ["standard", "standard-single", "dingque"])
def test_games_are_written_read_and_verified(preset: str, tmp_path: Path) -> None:
    for seed in range(8):
        game = play(Game(load_preset(preset), seed=seed, game_no=seed, dealer=seed % 4), seed)
        path = tmp_path / f"{seed}.chuanma"
        record_game(game).write(path)

        record = read_record(path)

        (again,) = record.verify()
        assert (
            again.events == game.events
            and again.actions == game.actions
            and again.results() == game.results()
        )
        assert list(record.lines()) == list(record_game(game).lines())
        assert record.replay()[0].scores == game.scores


def whole_match(games: int = 3) -> Match:
    match = Match(DINGQUE, games, seed="record")
    while True:
        play(match.game, match.number)
        if match.over:
            return match
        match.next_game()


def test_a_match_is_written_read_and_verified(tmp_path: Path) -> None:
    match = whole_match()
    path = tmp_path / "match.chuanma"
    record_match(match, ("a", "b", "c", "d")).write(path)

    record = read_record(path)

    assert (record.kind, record.seats, record.totals) == ("match", ("a", "b", "c", "d"), match.totals)
    assert [game.scores for game in record.verify()] == [
        game.scores for game in (*match.finished, match.game)
    ]


def test_a_running_game_has_no_record() -> None:
    with pytest.raises(ValueError, match="still running"):
        record_game(Game(STANDARD, seed=1))


# ------------------------------------------------------------------------------------------------------ broken records
Change = Callable[[list[dict[str, Any]]], None]


def setting(line: int, **fields: Any) -> Change:
    return lambda lines: lines[line - 1].update(fields)


def dropping(line: int) -> Change:
    return lambda lines: lines.__delitem__(line - 1)


def doubling(line: int) -> Change:
    return lambda lines: lines.insert(line, dict(lines[line - 1]))


# The lines of `short_game`: 1 header, 2 deal, 3 e deal, 4 kong, 5 e kong, 6-8 pays, 9 e draw, 10 win, 11 e win,
# 12-14 pays, 15 e draw, 16 leave, 17 e leave, 18-19 pays, 20 e end, 21 outcome, 22 wall.
@pytest.mark.parametrize(
    ("change", "message"),
    [
        (setting(1, chuanma="game"), "line 1: not a record of this program"),
        (setting(1, version=2), "line 1: version 2 of the format is not known; this program reads version 1"),
        (setting(1, games=0), "line 1: 0 games"),
        (setting(1, games=2), "line 1: 2 games: a record of a game has 1"),
        (setting(1, rules={"kong": {"direct": -1}}), "line 1: the ruleset cannot be used: kong.direct: -1"),
        (setting(1, rules={"kong": {"direct": 2}}), "line 1: the code of the rules is .*: they were changed"),
        (setting(1, seats=["a", "b"]), "line 1: 2 entries; one a seat is expected, 4 in all"),
        (setting(1, extra=1), "line 1: wrong field: .*extra"),
        (setting(1, layout=999), "line 1: layout 999 of the engine is not known"),
        (setting(1, layout=-1), "line 1: layout -1 of the engine is not known"),
        (setting(4, ms=-1), "line 4: ms -1: nobody thinks for less than 0 ms"),
        (setting(2, dealer=4), "line 2: dealer, dice, bound persons or number"),
        (setting(2, dice=[0, 7]), "line 2: dealer, dice, bound persons or number"),
        (setting(2, dealer="0"), "line 2: wrong field: .*int.*str.*dealer"),
        (setting(4, seat="0"), "line 4: wrong field: .*seat"),
        (setting(4, ms=1.5), "line 4: wrong field: .*ms"),
        (setting(5, e="fly"), "line 5: wrong field: .*fly"),
        (setting(5, extra=1), "line 5: wrong field: unknown field 'extra'"),
        (setting(21, scores=[0, 0, 0]), "line 21: 3 entries; one a seat is expected"),
        (setting(21, scores="0"), "line 21: wrong field: .*scores"),
        (setting(2, swap_die=7), "line 2: dealer, dice, bound persons or number"),
        (setting(2, persons=1), "line 2: dealer, dice, bound persons or number"),
        (setting(2, persons=-1), "line 2: dealer, dice, bound persons or number"),
        (setting(2, swap_die="1"), "line 2: wrong field: .*swap_die"),
        (setting(22, wall="5m" * 108), "line 22: the wall does not hold four of each"),
        (setting(22, wall="5x"), "line 22: the wall cannot be read: '5x' is no tile"),
        (setting(22, wall=""), "line 22: the wall does not hold four of each"),
        (dropping(21), "line 21: wrong field"),
        (dropping(22), "line 22: the record ends in the middle"),
        (doubling(22), "line 23: the record is complete, nothing more is expected"),
    ],
)
def test_records_that_cannot_be_read(change: Change, message: str) -> None:
    lines = lines_of(record_game(short_game()))
    change(lines)

    with pytest.raises(RecordError, match=f"^{message}"):
        parse_record(content(lines))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            setting(4, action="kong 2m"),
            "line 4: seat 0 cannot do kong 2m: for a kong of 2m you need all four",
        ),
        (setting(4, action="fly"), "line 4: seat 0 cannot do fly: unknown action 'fly'"),
        (setting(4, seat=9), "line 4: seat 9 cannot do kong 1m: there is no seat 9"),
        (dropping(16), "line 20: the game is not over after its last action"),
    ],
)
def test_records_that_cannot_be_replayed(change: Change, message: str) -> None:
    lines = lines_of(record_game(short_game()))
    change(lines)
    record = parse_record(content(lines))

    with pytest.raises(RecordError, match=f"^{message}"):
        record.replay()
    with pytest.raises(RecordError):
        record.verify()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            setting(6, units=3),
            r'line 6: this is not what happened: .*"units":3.*; the replay gives .*"units":2',
        ),
        (setting(9, tile="6p"), "line 9: this is not what happened"),
        (dropping(5), 'line 5: this is not what happened: .*"pay"'),
        (dropping(9), 'line 9: an event is missing before this line: .*"draw"'),
        (dropping(20), 'line 20: an event is missing before this line: .*"end"'),
        (doubling(20), "line 21: this did not happen: "),
        (setting(21, scores=[0, 0, 0, 0]), r"line 21: the result is .*\[12,-36,12,12\].*, not .*\[0,0,0,0\]"),
        (setting(21, house=1), r"line 21: the result is .*, not .*house"),
        (setting(21, persons=[0]), r"line 21: the result is .*, not .*persons"),
        (setting(21, end="won"), "line 21: the result is .*escape.*, not .*won"),
        (
            setting(2, commitment="00"),
            "line 22: the wall is not the one committed to: its SHA-256 is .*, not 00",
        ),
    ],
)
def test_records_that_were_tampered_with(change: Change, message: str) -> None:
    lines = lines_of(record_game(short_game()))
    change(lines)

    with pytest.raises(RecordError, match=f"^{message}"):
        parse_record(content(lines)).verify()


def test_another_wall_is_not_the_one_committed_to() -> None:
    lines = lines_of(record_game(short_game()))
    words = lines[-1]["wall"]
    lines[-1]["wall"] = words[:-4] + words[-2:] + words[-4:-2]

    with pytest.raises(RecordError, match="line 22: the wall is not the one committed to"):
        parse_record(content(lines)).verify()


def test_a_match_with_a_wrong_dealer_or_wrong_totals() -> None:
    lines = lines_of(record_match(whole_match()))
    lines[-1]["totals"][0] += 1
    with pytest.raises(RecordError, match=r"^the totals are"):
        parse_record(content(lines)).verify()

    lines = lines_of(record_match(whole_match()))
    second = next(place for place, line in enumerate(lines) if line.get("game") == 1)
    lines[second]["dealer"] = (lines[second]["dealer"] + 1) % 4
    with pytest.raises(RecordError, match=f"line {second + 1}: seat . deals this game by the rules"):
        parse_record(content(lines)).verify()


def test_the_games_of_a_match_are_counted_on() -> None:
    lines = lines_of(record_match(whole_match()))
    second = next(place for place, line in enumerate(lines) if line.get("game") == 1)
    lines[second]["game"] = 5

    with pytest.raises(RecordError, match=f"line {second + 1}: this is game 1 of the match, not 5"):
        parse_record(content(lines)).verify()


@pytest.mark.parametrize("cut", [0, 1, 30, 700, -2, -30, -216, -400])
def test_a_record_cut_off_anywhere_is_refused(cut: int) -> None:
    whole = b"".join(line + b"\n" for line in record_game(short_game()).lines())

    with pytest.raises(RecordError, match=r"line \d+: the record ends in the middle"):
        parse_record(whole[:cut])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (b"[]\n", "line 1: expected an object in braces, not list"),
        (b"7\n", "line 1: expected an object in braces, not int"),
        (b"{}\n", "line 1: not a record"),
        (b"\xff\xfe\n", "line 1: no JSON"),
        (b"hello\n", "line 1: no JSON"),
        (b"[" * 60_000 + b"\n", "line 1: no JSON"),
        (b"x" * 70_000 + b"\n", "line 1: longer than 65536 characters"),
    ],
)
def test_what_is_no_record_at_all(words: bytes, message: str) -> None:
    with pytest.raises(RecordError, match=f"^{message}"):
        parse_record(words)


def test_every_single_changed_byte_is_noticed_or_harmless() -> None:
    """Bytes of a record changed at random: never anything but a RecordError or a record that verifies."""
    whole = b"".join(line + b"\n" for line in record_game(short_game()).lines())
    rng = random.Random(1)
    for _ in range(400):
        changed = bytearray(whole)
        changed[rng.randrange(len(changed))] = rng.randrange(256)
        try:
            parse_record(bytes(changed)).verify()
        except RecordError as fault:
            assert fault.words("zh") and fault.words("en")


def test_the_code_of_the_rules_of_another_layout_is_not_compared() -> None:
    """Options that came later give old rules another code."""
    lines = lines_of(record_game(short_game()))
    lines[0].update(layout=0, rules_code="older")

    assert parse_record(content(lines)).verify()


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be read: No such file"):
        read_record(tmp_path / "none.chuanma")
