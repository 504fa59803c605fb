"""What a server can be told: pace, clocks, limits, and where things are."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self

STATIC = Path(__file__).parent / "static"
SLOWEST = 0.001  # of CHUANMA_SPEED: a bot then thinks for minutes
LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})


class SettingsError(ValueError):
    """A setting that makes no sense; the message names it."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast a table goes, in ms. `speed` divides what only makes play pleasant to watch; 0: no pauses at all."""

    think: int = 700  # a bot's turn
    window: int = 600  # after each discard and added kong, whether or not anybody may claim it
    turn: int = 20_000  # a person's turn
    bank: int = 60_000  # what a person may use beyond turns, in one game
    result: int = 90_000  # a settlement is looked at; then the next game comes by itself
    away: int = 300_000  # a table nobody looks at is put away, to be taken up again later

    def at_speed(self, speed: float) -> Pace:
        """The same with bots and pauses `speed` times as fast."""
        if not (math.isfinite(speed) and (speed == 0 or speed >= SLOWEST)):
            raise SettingsError(f"CHUANMA_SPEED: {speed} is neither 0 (no pauses) nor a number from {SLOWEST} on")
        think, window = (0 if speed == 0 else round(ms / speed) for ms in (self.think, self.window))
        return replace(self, think=think, window=window)


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of a server. `hosts`: names it may be called by (empty: any); `origins`: pages of others it serves."""

    database: str
    pace: Pace = field(default_factory=Pace)
    static: Path = STATIC
    hosts: frozenset[str] = LOOPBACK
    origins: frozenset[str] = frozenset()
    hello_s: float = 10.0  # a connection that has not said hello by then is closed
    burst: int = 40  # messages that may come at once
    per_s: int = 20  # and in each second after that
    bots: tuple[str, str, str] = ("efficient", "efficient", "efficient")

    @classmethod
    def from_env(cls, database: str, env: Mapping[str, str]) -> Self:
        """Settings with CHUANMA_SPEED of the environment."""
        given = env.get("CHUANMA_SPEED", "1")
        try:
            speed = float(given)
        except ValueError:
            raise SettingsError(f"CHUANMA_SPEED: {given!r} is not a number from 0 on") from None
        return cls(database, pace=Pace().at_speed(speed))
