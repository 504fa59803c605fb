"""How the page lies on the screen: nothing clipped, nothing on top of another thing, everything big enough to touch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, FloatRect

from tests.e2e import stage as stages
from tests.e2e import tables
from tests.e2e.barriers import barriers
from tests.e2e.stage import SIZES, Stage

SCENES = {
    "void": tables.choosing,
    "turn": tables.turn,
    "claim": tables.claim,
    "crowded": tables.crowded,
    "opened": tables.opened,
    "won": tables.won,
}


@pytest.fixture(scope="module")
def files() -> Iterator[str]:
    """Address of the built page, without the server behind it."""
    with stages.files() as address:
        yield address


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
        stage.settle()
        assert outside(sheet.bounding_box(), size) == [], name
        seen = stage.measure()
        assert seen["cut"] == [], name
        assert max(seen["scroll"]) <= 0, name
        sheet.locator("[data-first]").click()

    assert stage.faults == []
    stage.context.close()


@pytest.mark.parametrize("lang", ["zh-CN", "en"])
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_whatever_lies_there_can_be_read(browser: Browser, files: str, size: str, lang: str) -> None:
    stage = Stage(browser, files, size, lang)
    stage.say(tables.welcome(seated=True))
    for name, scene in SCENES.items() | {"left": tables.left}.items():
        stage.lay(scene())
        assert barriers(stage.page) == [], name

    for ended in (tables.finished(last=True), tables.broken_off()):
        stage.say(tables.over(), ended)
        stage.page.get_by_role("dialog").wait_for()
        assert barriers(stage.page) == [], ended.result.end
    stage.page.locator("[data-first]").click()
    stage.page.get_by_role("dialog").wait_for()
    assert barriers(stage.page) == [], "standings"
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
