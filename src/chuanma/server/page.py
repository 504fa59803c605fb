"""The page: built files of `web/`, which may load nothing else, and of which browsers keep what cannot change."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chuanma.server.settings import Settings
from chuanma.text import text

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # Svelte sets sizes and places on elements
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
KEPT = "public, max-age=31536000, immutable"  # names of built assets change with their content


class Guarded:
    """Adds HEADERS to every HTTP answer, and refuses requests that call the server by a name it does not have."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._hosts = settings.hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        if self._hosts and _host(scope) not in self._hosts:
            refused = PlainTextResponse("unknown host", status_code=421, headers=dict(HEADERS))
            await refused(scope, receive, send)
            return
        await self._app(scope, receive, _with_headers(send) if scope["type"] == "http" else send)


def _host(scope: Scope) -> str:
    """The name of the Host header, without its port."""
    given = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")
    name, colon, port = given.rpartition(":")
    return (name if colon and port.isdigit() else given).lower()


def _with_headers(send: Send) -> Send:
    async def headed(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = {name.lower() for name, _ in message["headers"]}
            added = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
            message["headers"] = [*message["headers"], *(each for each in added if each[0] not in given)]
        await send(message)

    return headed


class Files(StaticFiles):
    """Built files; the page itself is asked for anew each time, its assets never again."""

    def file_response(self, full_path: Any, *args: Any, **kwargs: Any) -> Response:
        """See StaticFiles."""
        response = super().file_response(full_path, *args, **kwargs)
        asset = Path(full_path).parent.name == "assets"
        response.headers["Cache-Control"] = KEPT if asset else "no-store"
        return response


def page(settings: Settings) -> ASGIApp:
    """The app that answers every path but those of the server's own."""
    if (settings.static / "index.html").is_file():
        return GZipMiddleware(Files(directory=settings.static, html=True), minimum_size=1000)
    return _not_built


async def _not_built(scope: Scope, receive: Receive, send: Send) -> None:
    lines = "".join(f"<p>{text('error.not_built', lang)}</p>" for lang in ("zh", "en"))
    answer = HTMLResponse(f"<!doctype html><meta charset=utf-8><title>Chuanma</title>{lines}", status_code=503)
    await answer(scope, receive, send)
