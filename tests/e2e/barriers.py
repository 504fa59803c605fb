"""What keeps people out of a page, as axe finds it."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.e2e.stage import GONE, settle


def barriers(page: Page) -> list[str]:
    """Every violation in words, of the page at rest: what fades in or away is as pale as nobody sees it for long."""
    settle(page, GONE)
    return [
        f"{violation['id']}: {node['target']} {node['html']}: {node['failureSummary']}"
        for violation in Axe().run(page).response["violations"]
        for node in violation["nodes"]
    ]
