"""Takes the screenshots of docs/shots: real games by seed, played by bots up to a moment worth seeing.

python -m tests.e2e.shots [folder]
"""

from __future__ import annotations

import base64
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import sync_playwright

from chuanma.bots import make_bot
from chuanma.game import Game
from chuanma.rules import load_preset
from chuanma.server.protocol import Ask, Finished, Player, Table
from chuanma.server.settlement import settlement
from chuanma.text import text
from tests.e2e import chromium, tables
from tests.e2e.stage import Stage, files

FOLDER = Path(__file__).parents[2] / "docs" / "shots"
MOST = 100_000  # bytes of a picture
QUALITIES = (90, 80, 70, 55)
PRESET = "dingque"
TOTALS = (12, -8, 3, -7)


class Moment(NamedTuple):
    """A game by its seed, and when to look at it from seat 0."""

    seed: int
    when: Callable[[Game], bool]


def offered(game: Game) -> set[str]:
    """What seat 0 is asked, by verb."""
    return {action.verb for action in game.legal(0)} if 0 in game.pending else set()


MOMENTS = {
    "table": Moment(10, lambda game: {"discard", "kong"} <= offered(game)),
    "claim": Moment(211, lambda game: {"pung", "direct_kong", "win"} <= offered(game)),
    "result": Moment(283, lambda game: game.over),
}
SHOTS = (
    ("lobby", "desktop", "zh"), ("lobby", "phone", "zh"),
    ("table", "desktop", "zh"), ("table", "phone", "zh"),
    ("claim", "desktop", "zh"), ("claim", "phone", "zh"), ("claim", "sideways", "zh"),
    ("result", "desktop", "zh"), ("result", "phone", "zh"),
    ("claim", "desktop", "en"),
)  # fmt: skip


def played(moment: Moment) -> Game:
    """The game at that moment."""
    game = Game(load_preset(PRESET), seed=moment.seed, dealer=3)
    bots = [make_bot("greedy", moment.seed, 0, seat) for seat in range(4)]
    while not moment.when(game):
        seat = game.pending[0]
        game.step(seat, bots[seat].choose(game.observe(seat)))
    return game


def players() -> tuple[Player, ...]:
    """A person and three bots, as at a real table."""
    keys = ("server.guest", "server.bot.1", "server.bot.2", "server.bot.3")
    names = [(text(key, "zh"), text(key, "en")) for key in keys]
    return tuple(Player(seat, seat > 0, zh, zh, en) for seat, (zh, en) in enumerate(names))


def messages(scene: str) -> tuple[object, ...]:
    """What a server would send at that moment."""
    if scene == "lobby":
        return (tables.welcome(seated=False),)
    game = played(MOMENTS[scene])
    actions = () if game.over else tuple(str(action) for action in game.legal(0) if action.verb != "leave")
    ask = Ask(1, actions, 16_000, 60_000) if actions else None
    table = Table(1, PRESET, 2, 4, players(), TOTALS, game.view(0), ask, None, 20_000)
    if not game.over:
        return (tables.welcome(seated=True), table)
    totals = [total + score for total, score in zip(TOTALS, game.scores, strict=True)]
    return (
        tables.welcome(seated=True),
        table,
        Finished(2, settlement(game, 2, totals, players(), last=False)),
    )


def picture(stage: Stage) -> bytes:
    """The screen as WebP, in the best quality that is small enough."""
    session = stage.context.new_cdp_session(stage.page)
    for quality in QUALITIES:
        shot = session.send("Page.captureScreenshot", {"format": "webp", "quality": quality})
        found = base64.b64decode(shot["data"])
        if len(found) <= MOST:
            return found
    raise RuntimeError(f"the picture has {len(found)} bytes; {MOST} are allowed")


def main() -> None:
    """Take every picture, into the folder named or docs/shots."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    executable, environment = chromium.find()
    with files() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=executable, args=list(chromium.FLAGS), env={**os.environ, **environment}
        )
        for scene, size, lang in SHOTS:
            stage = Stage(browser, address, size, lang, scale=1 if size == "desktop" else 2)
            stage.say(*messages(scene))
            stage.page.locator(
                {"lobby": ".title", "result": "[role=dialog]"}.get(scene, ".wall")
            ).first.wait_for()
            stage.settle()
            target = folder / f"{scene}-{size}-{lang}.webp"
            target.write_bytes(picture(stage))
            print(f"{target.name:<28} {target.stat().st_size / 1000:6.1f} kB")
            stage.context.close()
        browser.close()


if __name__ == "__main__":
    main()
