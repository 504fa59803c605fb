"""One WebSocket connection: frames in, messages out, and nothing that comes in can stop the server."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from chuanma.server.clock import Clock
from chuanma.server.faults import Refusal, refusal
from chuanma.server.hall import Hall
from chuanma.server.parse import parse, shown
from chuanma.server.protocol import (
    PROTOCOL,
    Act,
    ClientMessage,
    Continue,
    Create,
    Error,
    Hello,
    Leave,
    Ping,
    Pong,
    ServerMessage,
    Sync,
)
from chuanma.server.settings import Settings
from chuanma.store import Guest, StoreError

log = logging.getLogger(__name__)

NORMAL, POLICY, FAULT = 1000, 1008, 1011  # WebSocket close codes
OUTDATED, LATE = 4002, 4003  # our own: another protocol, no hello in time
SLOW = 1000  # messages a browser may be behind before it is given up
FLOOD = 200  # messages over the rate before the connection is closed

_encoder = msgspec.json.Encoder()


class Socket:
    """A connection as rooms see it (`Link`): a task of its own sends what is queued, so that no room waits."""

    def __init__(self, websocket: WebSocket) -> None:
        self._websocket = websocket
        self._out: asyncio.Queue[str | int] = asyncio.Queue(SLOW)
        self.closing = False

    def send(self, message: ServerMessage) -> None:
        """See `Link`."""
        self._put(_encoder.encode(message).decode())

    def close(self, code: int) -> None:
        """See `Link`."""
        self._put(code)
        self.closing = True

    def _put(self, item: str | int) -> None:
        if self.closing:
            return
        try:
            self._out.put_nowait(item)
        except asyncio.QueueFull:
            self.closing = True  # it comes back and asks for the whole table

    async def pump(self) -> None:
        """Send what is queued until the connection ends."""
        while True:
            item = await self._out.get()
            if isinstance(item, int):
                await self._websocket.close(item)
                return
            await self._websocket.send_text(item)
            if self.closing and self._out.empty():
                await self._websocket.close(NORMAL)
                return


class Rate:
    """How many messages may come: a bucket of `burst` that fills by `per_s` each second."""

    def __init__(self, clock: Clock, burst: int, per_s: int) -> None:
        self._clock = clock
        self._burst = burst
        self._per_ms = per_s / 1000
        self._room = float(burst)
        self._at = clock.now()

    def allows(self) -> bool:
        """Count one message."""
        now = self._clock.now()
        self._room = min(self._burst, self._room + (now - self._at) * self._per_ms)
        self._at = now
        if self._room < 1:
            return False
        self._room -= 1
        return True


class Session:
    """What one connection says, carried out."""

    def __init__(self, hall: Hall, settings: Settings, clock: Clock, socket: Socket) -> None:
        self._hall = hall
        self._settings = settings
        self._socket = socket
        self._rate = Rate(clock, settings.burst, settings.per_s)
        self._refused = 0
        self.guest: Guest | None = None

    async def handle(self, frame: str | bytes) -> None:
        """One frame; what is wrong with it is answered, and changes nothing."""
        try:
            if not self._rate.allows():
                raise self._too_fast()
            await self._carry_out(parse(frame))
        except Refusal as fault:
            self._socket.send(fault.error)
        except StoreError as fault:
            log.error("database: %s", fault)
            self._socket.send(refusal("server", "server").error)

    def _too_fast(self) -> Refusal:
        self._refused += 1
        fault = refusal("too_fast", "too_fast", per_s=self._settings.per_s)
        if self._refused > FLOOD:
            self._socket.send(fault.error)
            self._socket.close(POLICY)
        return fault

    async def _carry_out(self, message: ClientMessage) -> None:
        if isinstance(message, Ping):
            self._socket.send(Pong(message.n))
        elif isinstance(message, Hello):
            await self._hello(message)
        elif self.guest is None:
            raise refusal("bad_message", "hello_first", type=message.__struct_config__.tag)
        elif self._hall.present(self.guest, self._socket):  # else it was told to go and is late
            await self._at_table(self.guest, message)

    async def _hello(self, hello: Hello) -> None:
        if self.guest is not None:
            raise refusal("bad_message", "hello_twice")
        if hello.protocol != PROTOCOL:
            fault = refusal("version", "version", given=hello.protocol, wanted=PROTOCOL)
            self._socket.send(fault.error)
            self._socket.close(OUTDATED)
            return
        self.guest = await self._hall.enter(hello, self._socket)

    async def _at_table(self, guest: Guest, message: ClientMessage) -> None:
        if isinstance(message, Create):
            await self._hall.create(guest, self._socket, message.preset, message.games)
            return
        table = self._hall.table(guest)
        if isinstance(message, Act):
            table.act(message.decision, message.action)
        elif isinstance(message, Continue):
            table.go_on(message.game)
        elif isinstance(message, Leave):
            table.leave()
        elif isinstance(message, Sync):
            table.sync()


async def serve(websocket: WebSocket, hall: Hall, settings: Settings, clock: Clock) -> None:
    """Talk to one browser until it goes."""
    if (fault := wrong_origin(websocket, settings)) is not None:
        log.warning("refused a page: %s", fault.en)
        await websocket.close(POLICY, fault.en)
        return
    await websocket.accept()
    socket = Socket(websocket)
    session = Session(hall, settings, clock, socket)
    pump = asyncio.create_task(socket.pump())
    try:
        await _listen(websocket, session, socket, settings)
    finally:
        if session.guest is not None:
            hall.exit(session.guest, socket)
        pump.cancel()
        with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await pump


async def _listen(websocket: WebSocket, session: Session, socket: Socket, settings: Settings) -> None:
    """Read frames. A connection that does not say hello in time is closed."""
    try:
        async with asyncio.timeout(settings.hello_s):
            while session.guest is None:
                if (frame := await _frame(websocket)) is None:
                    return
                await session.handle(frame)
    except TimeoutError:
        socket.send(refusal("bad_message", "hello_late").error)
        socket.close(LATE)
    while (frame := await _frame(websocket)) is not None:
        await session.handle(frame)


async def _frame(websocket: WebSocket) -> str | bytes | None:
    """The next frame, None when the connection is gone."""
    message = await websocket.receive()
    if message["type"] == "websocket.disconnect":
        return None
    frame: str | bytes | None = message.get("text")
    return frame if frame is not None else message["bytes"]


def wrong_origin(websocket: WebSocket, settings: Settings) -> Error | None:
    """A page of another host may not talk to this server in the name of who reads it. Programs send no Origin."""
    origin = websocket.headers.get("origin")
    if origin is None or origin in settings.origins:
        return None
    host = websocket.headers.get("host", "")
    if origin.lower() in (f"http://{host.lower()}", f"https://{host.lower()}"):
        return None
    return refusal("bad_message", "origin", origin=shown(origin), host=host).error
