"""A host keeps one room going: wakes it in time, writes down what was played, and only then sends what follows."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from itertools import groupby
from typing import Protocol

from chuanma.server.clock import Clock
from chuanma.server.faults import refusal
from chuanma.server.protocol import ServerMessage
from chuanma.server.room import Message, NewGame, Played, Room, Status, Write
from chuanma.store import Store, StoreError

log = logging.getLogger(__name__)


class Link(Protocol):
    """A connection to a browser, as a room sees it."""

    def send(self, message: ServerMessage) -> None:
        """Send a message; what cannot be sent is dropped."""
        ...

    def close(self, code: int) -> None:
        """Send what waits, then close."""
        ...


FAULT = 1011  # the WebSocket code of an unexpected condition


class Host:
    """Owns a room from its start, or from its return, until it is closed or put away."""

    def __init__(self, room: Room, store: Store, clock: Clock, ended: Callable[[Host], None]) -> None:
        self.room = room
        self._store = store
        self._clock = clock
        self._ended = ended
        self._link: Link | None = None
        self._away_at: int | None = None
        self._queue: deque[Write | tuple[Link | None, Message]] = deque()
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to keep the room going."""
        self._away_at = self._clock.now()
        self._task = asyncio.create_task(self._run(), name=f"match {self.room.match_id}")

    async def stop(self) -> None:
        """Let go of the room; what was not yet written has not left and is lost, like in a crash."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    # ---------------------------------------------------------------------------------------------- the guest
    def attach(self, link: Link) -> None:
        """From now on messages go to this connection, the whole table first."""
        self._link = link
        self._away_at = None
        self.room.show_table(self._clock.now())
        self._changed()

    def detach(self, link: Link) -> None:
        """This connection is gone."""
        if self._link is link:
            self._link = None
            self._away_at = self._clock.now()
            self._wake.set()

    def act(self, decision: int, action: str) -> None:
        """See `Room.answer`."""
        self.room.answer(decision, action, self._clock.now())
        self._changed()

    def go_on(self, game: int) -> None:
        """See `Room.go_on`."""
        self.room.go_on(game, self._clock.now())
        self._changed()

    def leave(self) -> None:
        """See `Room.leave`."""
        self.room.leave(self._clock.now())
        self._changed()

    def sync(self) -> None:
        """Send the whole table again."""
        self.room.show_table(self._clock.now())
        self._changed()

    def _changed(self) -> None:
        self._collect()
        self._wake.set()

    def _collect(self) -> None:
        """Take over what the room put out; messages are for the connection of this moment."""
        for item in self.room.out:
            self._queue.append(item if isinstance(item, Write) else (self._link, item))
        self.room.out.clear()

    # ----------------------------------------------------------------------------------------------- the task
    async def _run(self) -> None:
        try:
            while not self._done():
                self._wake.clear()
                self.room.advance(self._clock.now())
                self._collect()
                if self._queue:
                    await self._deliver()
                else:
                    await self._clock.wait(self._wake, self._next_wake())
        except StoreError as fault:
            log.error("match %d: %s", self.room.match_id, fault)
            self._give_up()
        except Exception:
            log.exception("match %d stopped", self.room.match_id)
            self._give_up()
        finally:
            self._ended(self)

    def _done(self) -> bool:
        """The match is closed, or nobody has looked at it for long."""
        if self._queue or self.room.out:
            return False
        away = self._away_at is not None and self._clock.now() >= self._away_at + self.room.pace.away
        return self.room.phase == "closed" or away

    def _next_wake(self) -> int | None:
        times = [] if self.room.wake_at is None else [self.room.wake_at]
        if self._away_at is not None:
            times.append(self._away_at + self.room.pace.away)
        return min(times, default=None)

    async def _deliver(self) -> None:
        """Write all that waits to be written, then send all that waits to be sent."""
        items, self._queue = self._queue, deque()
        await self._write([item for item in items if isinstance(item, Write)])
        for item in items:
            if isinstance(item, tuple) and item[0] is not None:
                item[0].send(item[1])

    async def _write(self, writes: list[Write]) -> None:
        for kind, group in groupby(writes, type):
            if kind is Played:
                await self._append([write for write in group if isinstance(write, Played)])
                continue
            for write in group:
                if isinstance(write, NewGame):
                    await self._store.new_game(write.row)
                elif isinstance(write, Status):
                    await self._set_status(write)

    async def _append(self, played: list[Played]) -> None:
        """Actions of one game: another begins only with a `NewGame` between them."""
        await self._store.append([write.row for write in played], played[-1].scores)

    async def _set_status(self, write: Status) -> None:
        if write.status == "over":
            await self._store.set_over(self.room.match_id)
        else:
            await self._store.close_match(self.room.match_id)

    def _give_up(self) -> None:
        """The room can no longer be trusted: the browser comes back and gets what was written."""
        if self._link is not None:
            self._link.send(refusal("server", "server").error)
            self._link.close(FAULT)
