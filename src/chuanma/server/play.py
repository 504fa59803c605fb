"""A server for one computer: its folder, its port, its browser."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from chuanma.server.app import create_app
from chuanma.server.listen import PORT, TRIES, NoPort, bind, web_server
from chuanma.server.settings import LOOPBACK, Settings, SettingsError
from chuanma.store import Store, StoreError, sqlite_url
from chuanma.text import text

DATABASE = "chuanma.sqlite"


class PlayError(ValueError):
    """The server cannot start; the message says why."""


def serve_table(host: str, port: int | None, data: Path | None, *, open_browser: bool) -> None:
    """Serve until Ctrl-C. PlayError if the folder, the port or a setting will not do."""
    url = sqlite_url(made(data or data_folder(os.environ)) / DATABASE)
    here = f"[{host}]" if ":" in host else host
    try:
        settings = Settings.from_env(url, os.environ)
        asyncio.run(_try_database(url))
    except (SettingsError, StoreError) as fault:
        raise PlayError(str(fault)) from None
    if here not in LOOPBACK:  # others may reach it, by whatever name this machine has for them
        settings = replace(settings, hosts=frozenset())
    bound = listening(host, port)
    address = f"http://{here}:{bound.getsockname()[1]}/"
    print(address, flush=True)
    if open_browser and has_browser(os.environ):
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):
        web_server(create_app(settings)).run(sockets=[bound])


def data_folder(env: Mapping[str, str]) -> Path:
    """Where a user's data is: $XDG_DATA_HOME, %LOCALAPPDATA%, or ~/.local/share."""
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        if given := env.get(name):
            return Path(given) / "chuanma"
    try:
        return Path.home() / ".local" / "share" / "chuanma"
    except RuntimeError:
        raise PlayError(text("error.no_home", "en")) from None


def made(folder: Path) -> Path:
    """The folder, made if it is not there. PlayError if it cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise PlayError(text("error.data_folder", "en", folder=folder, fault=fault.strerror)) from None
    return folder.absolute()


def listening(host: str, port: int | None) -> socket.socket:
    """A socket on `port`, which must be free, or without it on the first free one from PORT on."""
    try:
        return bind(host, range(PORT, PORT + TRIES) if port is None else [port])
    except NoPort as fault:
        shown = f"{PORT}-{PORT + TRIES - 1}" if port is None else port
        raise PlayError(text("error.no_port", "en", host=host, port=shown, fault=fault)) from None


def has_browser(env: Mapping[str, str]) -> bool:
    """Whether there is a screen to open a browser on."""
    return sys.platform in ("win32", "darwin") or bool(env.get("DISPLAY") or env.get("WAYLAND_DISPLAY"))


async def _try_database(url: str) -> None:
    """Bring its tables up to date before anybody is told that the server is there."""
    await (await Store.open(url)).close()
