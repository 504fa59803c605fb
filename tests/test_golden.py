"""The golden games come out as they are written down, and verify."""

from __future__ import annotations

from pathlib import Path

import pytest

from chuanma.record import SUFFIX, Record, read_record
from chuanma.rules import load_preset, preset_names
from tests.golden import HERE, games, path_of
from tests.golden.special import SPECIAL

GAMES = dict(games())


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_comes_out_the_same(name: str) -> None:
    """Line by line from the deal on; the first line holds titles and notes of the preset, which may change."""
    record: Record = GAMES[name]

    assert list(record.lines())[1:] == path_of(name).read_bytes().splitlines()[1:]


@pytest.mark.parametrize("path", sorted(HERE.glob(f"*{SUFFIX}")), ids=lambda path: path.stem)
def test_a_golden_record_verifies(path: Path) -> None:
    played = read_record(path).verify()

    assert all(game.over for game in played)


@pytest.mark.parametrize("preset", SPECIAL)
def test_what_is_special_about_a_preset_happens_in_its_golden_game(preset: str) -> None:
    (played,) = read_record(path_of(f"{preset}-special")).verify()

    assert played.rules == load_preset(preset)
    assert SPECIAL[preset][2](played.events)


def test_every_preset_has_golden_games() -> None:
    written = {"standard", "standard-single", "dingque", *SPECIAL}

    assert written == set(preset_names())


def test_every_golden_game_is_written_down() -> None:
    assert set(GAMES) <= {path.stem for path in HERE.glob(f"*{SUFFIX}")}
