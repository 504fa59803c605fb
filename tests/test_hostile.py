"""Input that once ended in a traceback, or was taken without a word: one line, exit code 2, and what is allowed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from chuanma.actions import IllegalAction
from chuanma.cli._lines import LineError, read_lines
from chuanma.game import Game
from chuanma.rules import load_preset
from chuanma.server.listen import NoPort, bind
from chuanma.server.settings import Settings, SettingsError


def chuanma(*arguments: str | bytes) -> subprocess.CompletedProcess[str]:
    """The command as a process."""
    command: list[str | bytes] = [sys.executable, "-m", "chuanma.cli", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("seat", [2**70, -(2**70), 4, -1])
def test_a_seat_of_any_size_is_refused_and_nothing_changes(seat: int) -> None:
    game = Game(load_preset("standard"), seed=1)
    before = game.state.tobytes()

    with pytest.raises(IllegalAction):
        game.step(seat, "pass")

    assert game.state.tobytes() == before


def test_a_seed_and_a_title_are_no_markup(tmp_path: Path) -> None:
    rules = tmp_path / "rules.json"
    rules.write_text(json.dumps({"title": {"zh": "[/x]", "en": "[/x]"}}))

    bots = ",".join(["random"] * 4)
    run = chuanma("sim", "--games", "1", "--seed", "[bold]a", "--rules", str(rules), "--bots", bots)

    assert (run.returncode, run.stderr.count("Traceback")) == (0, 0)
    assert "[bold]a" in run.stdout and "[/x]" in run.stdout


def test_a_seed_that_is_no_text_is_refused() -> None:
    run = chuanma("sim", "--games", "1", "--seed", b"\xff")

    assert run.returncode == 2
    assert run.stderr.startswith("chuanma: --seed") and "Traceback" not in run.stderr


@pytest.mark.parametrize("host", ["..", "a..b", "ß" * 70])
def test_a_host_that_cannot_be_a_name_has_no_port(host: str) -> None:
    with pytest.raises(NoPort):
        bind(host, [0])


def test_a_terminal_without_chinese_letters_gets_their_numbers() -> None:
    command = [sys.executable, "-m", "chuanma.cli", "score", "11222244557799m", "--lang", "zh", "--explain"]
    run = subprocess.run(command, capture_output=True, env={**os.environ, "PYTHONIOENCODING": "ascii"}, check=False)

    assert (run.returncode, run.stderr.count(b"Traceback")) == (0, 0)
    assert rb"\u4e03\u5bf9" in run.stdout  # 七对


def test_a_folder_in_the_place_of_the_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "chuanma.sqlite").mkdir()

    run = chuanma("play", "--no-browser", "--port", "0", "--data", str(tmp_path))

    assert run.returncode == 2
    assert run.stderr.count("\n") == 1
    assert "chuanma.sqlite: this is a folder; a file is needed" in run.stderr


@pytest.mark.parametrize("jobs", ["0", "-1", "257", "100000000"])
def test_so_many_processes_cannot_play(jobs: str) -> None:
    run = chuanma("sim", "--games", "1", "--jobs", jobs)

    assert run.returncode == 2
    assert run.stderr.strip() == f"chuanma: {jobs} jobs: from 1 to 256 processes can play"


@pytest.mark.parametrize("speed", ["1e-310", "-1", "nan", "inf", "fast"])
def test_a_speed_that_makes_no_pause_is_refused(speed: str) -> None:
    with pytest.raises(SettingsError, match="CHUANMA_SPEED"):
        Settings.from_env("sqlite://", {"CHUANMA_SPEED": speed})


def test_an_unknown_field_of_a_line_is_named_with_those_there_are(tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    file.write_text('{"hand": "11222244p557799m", "self-draw": true}\n')

    with pytest.raises(LineError, match=r"line 1: unknown field 'self-draw': hand, self_draw"):
        list(read_lines(file, {"hand": (str,), "self_draw": (bool,)}))
