"""`chuanma play` as a program of its own, which tests kill and start again."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from queue import Empty, Queue
from typing import Self

ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")
LONGEST_START = 120  # s, the engine's compiling included
LONGEST_STOP = 20  # s


def free_port() -> int:
    """A port of the loopback that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """A server on a port and a data folder that stay the same over restarts; use it in a `with` statement.

    `speed` divides the pauses of bots (CHUANMA_SPEED; 0: none). `url` is the address it printed, `output` all it
    has printed so far.
    """

    def __init__(self, data: Path, *, speed: float = 1.0, port: int | None = None) -> None:
        self.data = data
        self.speed = speed
        self.port = free_port() if port is None else port
        self.url = ""
        self.output: list[str] = []
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start and wait until it prints its address; AssertionError with its output if it does not."""
        assert self._process is None, "the server runs already"
        command = [sys.executable, "-m", "chuanma.cli", "play", "--no-browser", "--port", str(self.port)]
        self._process = subprocess.Popen(
            [*command, "--data", str(self.data)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            env={**os.environ, "CHUANMA_SPEED": f"{self.speed:g}", "PYTHONUNBUFFERED": "1"},
        )
        printed: Queue[str | None] = Queue()
        threading.Thread(target=self._read, args=(self._process, printed), daemon=True).start()
        with contextlib.suppress(Empty):
            while (line := printed.get(timeout=LONGEST_START)) is not None:
                if found := ADDRESS.search(line):
                    self.url = found[0]
                    return
        self.kill()
        raise AssertionError("the server printed no address:\n" + "".join(self.output))

    def kill(self) -> None:
        """End it at once, as a power cut does."""
        self._end(signal.SIGKILL)

    def restart(self) -> None:
        """Kill it and start it again on the same port and data."""
        self.kill()
        self.start()

    def stop(self) -> None:
        """End it as Ctrl-C does."""
        self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(how)
        try:
            process.wait(LONGEST_STOP)
        finally:
            process.kill()

    def _read(self, process: subprocess.Popen[str], printed: Queue[str | None]) -> None:
        """Keep the pipe empty for as long as the server lives."""
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                self.output.append(line)
                printed.put(line)
        printed.put(None)
