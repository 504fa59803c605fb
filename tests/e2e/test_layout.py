"""How the page lies on the screen: nothing clipped, nothing on top of another thing, everything big enough to touch."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, FloatRect, Page, WebSocketRoute

import chuanma.server
from chuanma.server.protocol import Table
from tests.e2e import tables

STATIC = Path(chuanma.server.__file__).parent / "static"
SIZES = {"desktop": (1280, 800), "phone": (390, 844), "sideways": (844, 390)}
SCENES = {
    "void": tables.choosing,
    "turn": tables.turn,
    "claim": tables.claim,
    "crowded": tables.crowded,
    "opened": tables.opened,
    "won": tables.won,
}

# Fonts are there, and what came in by an animation lies where it belongs.
SETTLED = """() => Promise.all([document.fonts.ready, ...document.getAnimations()
  .filter((each) => each.effect.getComputedTiming().endTime < 1000).map((each) => each.finished)])"""
MEASURE = (Path(__file__).parent / "measure.js").read_text("utf-8")


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without saying so."""

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def files() -> Iterator[str]:
    """Address of the built page, without the server behind it."""
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=STATIC)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


class Stage:
    """The page with hand-laid messages instead of a server."""

    def __init__(self, browser: Browser, address: str, size: str, lang: str) -> None:
        width, height = SIZES[size]
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
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
        self.page.evaluate(SETTLED)

    def measure(self) -> dict[str, Any]:
        """Boxes of all things on the table, sizes of all buttons."""
        found: dict[str, Any] = self.page.evaluate(MEASURE)
        return found


def faults(measured: dict[str, Any]) -> list[str]:
    """What is wrong with a layout, in words."""
    width, height = measured["size"]
    wrong = [f"page scrolls by {measured['scroll']}"] if max(measured["scroll"]) > 0 else []
    wrong += [f"cut off: {name}" for name in measured["cut"]]
    wrong += [f"too small: {b}" for b in measured["touch"] if min(b["width"], b["height"]) < 39.5]
    boxes = measured["boxes"]
    for i, a in enumerate(boxes):
        if a["left"] < -0.5 or a["top"] < -0.5 or a["right"] > width + 0.5 or a["bottom"] > height + 0.5:
            wrong.append(f"off the screen: {a}")
        for b in boxes[i + 1 :]:
            across = min(a["right"], b["right"]) - max(a["left"], b["left"])
            down = min(a["bottom"], b["bottom"]) - max(a["top"], b["top"])
            # The tile on offer is a little larger than its place on purpose.
            if a["group"] != b["group"] and min(across, down) > 3:
                wrong.append(f"{a['name']} and {b['name']} lie over each other by {across:.0f} x {down:.0f}")
    return wrong


@pytest.mark.parametrize("lang", ["zh-CN", "en"])
@pytest.mark.parametrize("size", SIZES)
def test_layout(browser: Browser, files: str, size: str, lang: str) -> None:
    stage = Stage(browser, files, size, lang)
    stage.say(tables.welcome(seated=False))
    stage.page.locator(".title").first.wait_for()
    assert faults(stage.measure()) == [], "lobby"
    stage.say(tables.welcome(seated=True))
    for name, scene in SCENES.items():
        stage.lay(scene())
        assert faults(stage.measure()) == [], name

    stage.say(tables.over(), tables.finished(last=True))
    sheet = stage.page.get_by_role("dialog")
    for name in ("settlement", "standings"):
        sheet.wait_for()
        assert outside(sheet.bounding_box(), size) == [], name
        seen = stage.measure()
        assert seen["cut"] == [], name
        assert max(seen["scroll"]) <= 0, name
        sheet.locator("[data-first]").click()

    assert stage.faults == []
    stage.context.close()


def outside(box: FloatRect | None, size: str) -> list[str]:
    """The edges at which a box leaves the screen."""
    assert box
    width, height = SIZES[size]
    past = {
        "left": -box["x"],
        "top": -box["y"],
        "right": box["x"] + box["width"] - width,
        "bottom": box["y"] + box["height"] - height,
    }
    return [edge for edge, by in past.items() if by > 0]
