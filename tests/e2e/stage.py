"""The built page on a screen of its own, with messages laid by hand where the server would be."""

from __future__ import annotations

import contextlib
import functools
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Browser, Page, WebSocketRoute

import chuanma.server
from chuanma.server.protocol import Table

STATIC = Path(chuanma.server.__file__).parent / "static"
SIZES = {"desktop": (1280, 800), "phone": (390, 844), "sideways": (844, 390)}

# Whether fonts are there and nothing moves any more that ends within so many ms; the clock's ring is never still.
AT_REST = """(within) => document.fonts.status === 'loaded' && document.getAnimations().every((each) => {
  const end = each.effect.getComputedTiming().endTime
  return each.playState === 'finished' || each.transitionProperty === 'stroke-dasharray' || end > within
})"""
CAME_IN = 1000
GONE = 60_000
MEASURE = (Path(__file__).parent / "measure.js").read_text("utf-8")


def settle(page: Page, within: int = CAME_IN) -> None:
    """Wait until the page is drawn, has its fonts and rests; a step of an animation may begin in the next frame."""
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    page.wait_for_function(AT_REST, arg=within)


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without saying so."""

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@contextlib.contextmanager
def files() -> Iterator[str]:
    """Address of the built page, without the server behind it."""
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=STATIC)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


class Stage:
    """The page with hand-laid messages instead of a server."""

    def __init__(self, browser: Browser, address: str, size: str, lang: str, scale: int = 1) -> None:
        width, height = SIZES[size]
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            device_scale_factor=scale,
            locale=lang,
            reduced_motion="reduce",
            has_touch=size != "desktop",
        )
        self.page: Page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.socket: WebSocketRoute | None = None
        self.page.route_web_socket("**/ws", self._connect)
        self.page.goto(address)
        self.page.locator(".link").wait_for()

    def _connect(self, socket: WebSocketRoute) -> None:
        self.socket = socket
        socket.on_message(lambda message: None)

    def say(self, *messages: object) -> None:
        """Send messages as the server would."""
        assert self.socket
        for message in messages:
            self.socket.send(msgspec.json.encode(message).decode())

    def lay(self, table: Table) -> None:
        """Send a table and wait until it is drawn; its wall tells it from the one before."""
        self.say(table)
        self.page.wait_for_function(
            "n => document.querySelector('.wall b')?.textContent === n", arg=str(table.view.wall_left)
        )
        self.settle()

    def settle(self) -> None:
        """Wait for fonts and for what comes in by an animation."""
        settle(self.page)

    def measure(self) -> dict[str, Any]:
        """Boxes of all things on the table, sizes of all buttons."""
        found: dict[str, Any] = self.page.evaluate(MEASURE)
        return found
