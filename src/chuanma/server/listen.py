"""The web server around the app: where it listens, and how it speaks."""

from __future__ import annotations

import socket
from collections.abc import Iterable

import uvicorn
from starlette.applications import Starlette

from chuanma.server.protocol import MAX_FRAME

PORT = 8765
TRIES = 100  # ports after PORT that are tried
# Frames up to here are read only to say that they are too large; a larger one ends its connection.
MAX_READ = 64 * MAX_FRAME


class NoPort(OSError):
    """The port is taken, or may not be used; the message says which."""


def bind(host: str, ports: Iterable[int]) -> socket.socket:
    """A socket listening on the first of `ports` that is free. NoPort if none is."""
    fault: OSError | UnicodeError | None = None
    for port in ports:
        try:
            return _bound(host, port)
        except (OSError, UnicodeError) as error:  # UnicodeError: the host cannot be a name
            fault = error
    raise NoPort(str(getattr(fault, "strerror", None) or fault))


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    bound = socket.socket(family, kind, protocol)
    try:
        # Without this a port is taken for a minute after a server stops; on Windows it would let two servers share one.
        if hasattr(socket, "AF_UNIX"):
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.listen(2048)
    except OSError:
        bound.close()
        raise
    return bound


def web_server(app: Starlette) -> uvicorn.Server:
    """The server for the app; `await server.serve(sockets=[...])` runs it."""
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=MAX_READ,
        ws_per_message_deflate=False,
        lifespan="on",
        server_header=False,
        proxy_headers=False,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=2,
    )
    return uvicorn.Server(config)
