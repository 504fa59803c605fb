"""For tests of the server: a clock set by hand, a server on a loopback port, a browser's side of the socket."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from chuanma.server.app import create_app
from chuanma.server.clock import Clock
from chuanma.server.listen import bind, web_server
from chuanma.server.protocol import (
    PROTOCOL,
    Act,
    Ask,
    ClientMessage,
    Continue,
    Create,
    Error,
    Events,
    Finished,
    Hello,
    Ping,
    Pong,
    Result,
    ServerMessage,
    Table,
    Welcome,
)
from chuanma.server.settings import Pace, Settings
from chuanma.store import sqlite_url

PATIENCE = 30.0  # seconds a test waits for what must come, far beyond what it takes
M = TypeVar("M", bound=ServerMessage)
_decode = msgspec.json.Decoder(ServerMessage).decode
_encode = msgspec.json.encode


def run(scenario: Awaitable[None]) -> None:
    """Run a scenario; one that hangs fails."""

    async def patient() -> None:
        await asyncio.wait_for(scenario, 4 * PATIENCE)

    asyncio.run(patient())


class ManualClock:
    """A clock that stands still until it is moved on."""

    def __init__(self) -> None:
        self._now = 1_000_000
        self._sleepers: list[tuple[int, asyncio.Event]] = []

    def now(self) -> int:
        return self._now

    async def wait(self, wake: asyncio.Event, until: int | None) -> None:
        if until is not None:
            self._sleepers.append((until, wake))
        await wake.wait()

    def advance(self, ms: int) -> None:
        """Let time pass; whoever waited for a moment in it is woken."""
        self._now += ms
        due = [wake for until, wake in self._sleepers if until <= self._now]
        self._sleepers = [(until, wake) for until, wake in self._sleepers if until > self._now]
        for wake in due:
            wake.set()


def settings(folder: Path, **changes: Any) -> Settings:
    """Settings without pauses, on a database in `folder`; `pace` fields may be changed by name."""
    pace = {each.name: changes.pop(each.name) for each in fields(Pace) if each.name in changes}
    fast = replace(Pace().at_speed(0), **pace)
    base = Settings(sqlite_url(folder / "chuanma.sqlite"), pace=fast, burst=100_000, per_s=100_000)
    return replace(base, **changes)


class Browser:
    """The browser's side of one connection."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.seen: list[ServerMessage] = []

    async def send(self, message: ClientMessage) -> None:
        await self.socket.send(_encode(message).decode())

    async def send_raw(self, frame: str | bytes) -> None:
        await self.socket.send(frame)

    async def receive(self) -> ServerMessage:
        """The next message."""
        async with asyncio.timeout(PATIENCE):
            message: ServerMessage = _decode(await self.socket.recv())
        self.seen.append(message)
        return message

    async def expect(self, kind: type[M]) -> M:
        """The next message, which must be of that kind."""
        message = await self.receive()
        assert isinstance(message, kind), message
        return message

    async def until(self, kind: type[M]) -> M:
        """The next message of that kind."""
        while True:
            message = await self.receive()
            if isinstance(message, kind):
                return message

    async def hello(self, token: str | None = None) -> Welcome:
        await self.send(Hello(PROTOCOL, token))
        return await self.expect(Welcome)

    async def open_table(self, preset: str = "standard", games: int = 1) -> Table:
        await self.send(Create(preset, games))
        return await self.expect(Table)

    async def asked(self, message: ServerMessage) -> Ask | None:
        """The question in this message or a later one; None when the game is over before.

        That an answer came too late is passed over: a bot's win may have outranked what was asked.
        """
        while True:
            if isinstance(message, Finished) or (isinstance(message, Table) and message.result is not None):
                return None
            assert not isinstance(message, Error) or message.code == "stale", message
            if isinstance(message, Table | Events) and message.ask is not None:
                return message.ask
            message = await self.receive()

    async def settle(self) -> None:
        """Wait until all that was sent is answered: an answer may have crossed with the end of its question."""
        await self.send(Ping(0))
        while not isinstance(message := await self.receive(), Pong):
            assert isinstance(message, Error) and message.code == "stale", message


def eager(ask: Ask) -> str:
    """An answer: win, pung and kong where possible, else the last action there is."""
    return next((word for word in ("win", "pung", "direct_kong") if word in ask.actions), ask.actions[-1])


async def play_match(browser: Browser, message: ServerMessage) -> list[Result]:
    """Play on from `message` to the end of the match; the results of its games."""
    results = []
    while True:
        ask = await browser.asked(message)
        if ask is not None:
            await browser.send(Act(ask.decision, eager(ask)))
            message = await browser.receive()
            continue
        over = browser.seen[-1]
        assert isinstance(over, Finished | Table) and over.result is not None
        results.append(over.result)
        await browser.settle()
        if over.result.last:
            return results
        await browser.send(Continue(over.result.game))
        message = await browser.expect(Table)


class Server:
    """A server on a loopback port."""

    def __init__(self, port: int, app: Any) -> None:
        self.port = port
        self.app = app

    @contextlib.asynccontextmanager
    async def browser(self, **options: Any) -> AsyncIterator[Browser]:
        """A connection to it."""
        address = f"ws://127.0.0.1:{self.port}/ws"
        async with connect(address, compression=None, proxy=None, **options) as socket:
            yield Browser(socket)

    async def get(self, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """A plain HTTP request: status, headers, body."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        given = {"Host": f"127.0.0.1:{self.port}", "Connection": "close", **headers}
        lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in given.items())]
        writer.write("\r\n".join([*lines, "", ""]).encode())
        answer = await reader.read()
        writer.close()
        head, _, body = answer.partition(b"\r\n\r\n")
        first, *rest = head.decode().split("\r\n")
        found = dict(line.split(": ", 1) for line in rest)
        return int(first.split()[1]), {name.lower(): value for name, value in found.items()}, body


@contextlib.asynccontextmanager
async def serving(given: Settings, clock: Clock | None = None) -> AsyncIterator[Server]:
    """A server while the block runs."""
    app = create_app(given, clock)
    bound = bind("127.0.0.1", [0])
    server = web_server(app)
    task = asyncio.create_task(server.serve(sockets=[bound]))
    while not server.started:
        if task.done():
            await task
            raise RuntimeError("the server did not start")
        await asyncio.sleep(0.001)
    try:
        yield Server(bound.getsockname()[1], app)
    finally:
        server.should_exit = True
        await task
        bound.close()
