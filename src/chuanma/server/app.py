"""The server as an ASGI app: the page, the WebSocket, and a sign of life."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket

from chuanma import __version__
from chuanma.server.clock import Clock, RealClock
from chuanma.server.hall import Hall
from chuanma.server.page import Guarded, page
from chuanma.server.protocol import PROTOCOL
from chuanma.server.settings import Settings
from chuanma.server.socket import serve
from chuanma.server.warm import warm_up
from chuanma.store import Store, StoreError


def create_app(settings: Settings, clock: Clock | None = None) -> Starlette:
    """The app: `/` the page, `/ws` the table, `/healthz` whether it works. `clock` is what rooms go by."""
    clock = clock or RealClock()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await asyncio.to_thread(warm_up)
        store = await Store.open(settings.database)
        app.state.store = store
        app.state.hall = Hall(settings, store, clock)
        try:
            yield
        finally:
            await app.state.hall.close()
            await store.close()

    async def socket(websocket: WebSocket) -> None:
        await serve(websocket, websocket.app.state.hall, settings, clock)

    return Starlette(
        routes=[
            WebSocketRoute("/ws", socket),
            Route("/healthz", _health),
            Mount("/", page(settings)),
        ],
        middleware=[Middleware(Guarded, settings)],
        lifespan=lifespan,
    )


async def _health(request: Request) -> JSONResponse:
    """Whether the database answers."""
    about = {"version": __version__, "protocol": PROTOCOL}
    try:
        await request.app.state.store.ready()
    except StoreError as fault:
        return JSONResponse({"ok": False, "fault": str(fault), **about}, status_code=503)
    return JSONResponse({"ok": True, **about})
