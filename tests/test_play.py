"""`chuanma play`: its port, its folder, its page, its end."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from chuanma.engine.jit import CACHE
from chuanma.server import play
from chuanma.server.listen import bind
from chuanma.server.play import PlayError, data_folder, has_browser, listening, made

COMMAND = [sys.executable, "-m", "chuanma.cli", "play", "--no-browser"]


def environment(**changes: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **changes}


@contextmanager
def started(*options: str, **changes: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command while it runs, and the address it printed."""
    running = subprocess.Popen(
        [*COMMAND, *options],
        env=environment(**changes),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert running.stdout is not None
        yield running, running.stdout.readline().strip()
    finally:
        running.kill()
        running.communicate()


def own_words(stderr: str) -> list[str]:
    """What was said, without the notices that a kernel is being compiled, on a machine where none was yet."""
    return [line for line in stderr.splitlines() if not line.startswith("chuanma: compiling ")]


def refused(*options: str, **changes: str) -> str:
    """The words of a command that cannot start; it exits with 2 and prints nothing else."""
    done = subprocess.run(
        [*COMMAND, *options], env=environment(**changes), capture_output=True, text=True, timeout=120
    )
    words = own_words(done.stderr)
    assert (done.returncode, done.stdout, len(words)) == (2, "", 1)
    return words[0]


def test_it_serves_prints_its_address_keeps_its_data_and_ends_cleanly(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    cleared = dict.fromkeys(("XDG_DATA_HOME", "LOCALAPPDATA"), "")
    cache = str(CACHE.parent) if CACHE else ""  # what is compiled stays where it is
    with started("--port", "0", HOME=str(home), CHUANMA_CACHE=cache, **cleared) as (running, address):
        assert address.startswith("http://127.0.0.1:") and address.endswith("/")
        with urllib.request.urlopen(f"{address}healthz", timeout=60) as answer:
            assert answer.status == 200
        assert (home / ".local/share/chuanma/chuanma.sqlite").is_file()
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert (running.returncode, out, own_words(err)) == (0, "", [])


def test_a_port_that_is_taken_is_refused_by_number(tmp_path: Path) -> None:
    with bind("127.0.0.1", [0]) as taken:
        port = taken.getsockname()[1]
        words = refused("--port", str(port), "--data", str(tmp_path))
    assert f"port {port} of 127.0.0.1" in words


def test_without_a_port_the_next_free_one_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with bind("127.0.0.1", [0]) as taken:
        first = taken.getsockname()[1]
        monkeypatch.setattr(play, "PORT", first)
        with listening("127.0.0.1", None) as found:
            assert first < found.getsockname()[1] < first + play.TRIES


def test_a_host_that_is_not_there_is_refused() -> None:
    with pytest.raises(PlayError, match=r"192\.0\.2\.1"):
        listening("192.0.2.1", 0)


@pytest.mark.parametrize("speed", ["fast", "-1", "nan", "inf"])
def test_a_speed_that_is_none_is_refused(tmp_path: Path, speed: str) -> None:
    assert "CHUANMA_SPEED" in refused("--data", str(tmp_path), CHUANMA_SPEED=speed)


def test_a_folder_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", "utf-8")
    with pytest.raises(PlayError, match="file"):
        made(tmp_path / "file" / "data")


def test_a_database_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "chuanma.sqlite").write_bytes(b"something else " * 200)
    assert "chuanma.sqlite" in refused("--data", str(tmp_path), "--port", "0")


@pytest.mark.parametrize(
    ("env", "expected"),
    [
        ({"XDG_DATA_HOME": "/d", "LOCALAPPDATA": "/l"}, Path("/d/chuanma")),
        ({"LOCALAPPDATA": "/l"}, Path("/l/chuanma")),
        ({}, Path.home() / ".local/share/chuanma"),
    ],
)
def test_data_lies_where_users_keep_theirs(env: dict[str, str], expected: Path) -> None:
    assert data_folder(env) == expected


def test_a_browser_is_opened_only_where_there_is_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert not has_browser({})
    assert has_browser({"DISPLAY": ":0"}) and has_browser({"WAYLAND_DISPLAY": "wayland-0"})
    monkeypatch.setattr(sys, "platform", "darwin")
    assert has_browser({})


def test_a_port_is_free_again_at_once(tmp_path: Path) -> None:
    """A server that was stopped with connections open can be started on its port again."""
    with started("--port", "0", "--data", str(tmp_path)) as (_, address):
        port = int(address.rstrip("/").rpartition(":")[2])
        line = socket.create_connection(("127.0.0.1", port))
    line.close()
    with bind("127.0.0.1", [port]) as found:
        assert found.getsockname()[1] == port
