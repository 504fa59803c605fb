"""Time: the clock of the server, and what of it a seat may use (turn time, then its bank)."""

from __future__ import annotations

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """Where rooms get the time from, in ms."""

    def now(self) -> int:
        """Milliseconds since some moment; never back."""
        ...

    async def wait(self, wake: asyncio.Event, until: int | None) -> None:
        """Returns when `wake` is set or the time `until` has come (None: never)."""
        ...


class RealClock:
    """The clock on the wall."""

    def now(self) -> int:
        """See `Clock`."""
        return time.monotonic_ns() // 1_000_000

    async def wait(self, wake: asyncio.Event, until: int | None) -> None:
        """See `Clock`."""
        if until is None:
            await wake.wait()
            return
        try:
            # One more millisecond: `now` rounds down, and waking early would only mean waiting again.
            async with asyncio.timeout((until - self.now() + 1) / 1000):
                await wake.wait()
        except TimeoutError:
            return


class Allowance:
    """Time a seat may use in one game: `turn` ms for each question, and beyond that a bank for all of them."""

    def __init__(self, turn: int, bank: int) -> None:
        self.turn = turn
        self.bank = bank

    def deadline(self, asked: int) -> int:
        """When the time for a question asked at `asked` is up."""
        return asked + self.turn + self.bank

    def spend(self, ms: int) -> None:
        """A question took `ms`: what was beyond the turn comes from the bank."""
        self.bank = max(0, self.bank - max(0, ms - self.turn))

    def left(self, used: int) -> tuple[int, int]:
        """What is left of turn and bank after `used` ms of a question."""
        return max(0, self.turn - used), max(0, self.bank - max(0, used - self.turn))
