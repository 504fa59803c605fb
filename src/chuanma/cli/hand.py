"""`chuanma hand`: how far a hand is from winning, what it waits for, what to discard."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from chuanma.cli import app, fail


@app.command()
def hand(
    tiles: Annotated[str, typer.Argument(help="13 or 14 tiles, e.g. 1112345678999m")] = "",
    void: Annotated[str, typer.Option(help="the seat's void suit: m, p or s")] = "",
    file: Annotated[Path | None, typer.Option(help="the hands of a JSON Lines file (hand, void)")] = None,
    json: Annotated[bool, typer.Option("--json", help="JSON for programs")] = False,
) -> None:
    """Say how far a hand is from winning, what it waits for, and for 14 tiles what each discard accepts."""
    from chuanma.cli._lines import at_line, read_lines, show

    if file is not None:
        if tiles:
            fail("give a hand or --file, not both")
        fields = {"hand": (str,), "void": (str, type(None))}
        for number, given in read_lines(file, fields):
            show(at_line(file, number, partial(study, given["hand"], given.get("void"))))
        return
    if not tiles:
        fail("no hand: give 13 or 14 tiles such as 1112345678999m, or --file")
    found = study(tiles, void or None)
    if json:
        show(found)
    else:
        print_study(found)


def study(notation: str, void: str | None) -> dict[str, Any]:
    """Deficiency and waits; for 14 tiles every discard, the best first."""
    from chuanma.hand import Hand

    hand = Hand(notation)
    found: dict[str, Any] = {"hand": str(hand), "void": void, "deficiency": hand.deficiency(void)}
    if hand.size == 13:
        found["waits"] = list(hand.waits(void))
        return found
    found["waits"] = []
    found["discards"] = [
        {"discard": each.tile, "deficiency": each.deficiency, "accepts": list(each.accepts), "left": each.left}
        for each in hand.discards(void)
    ]
    return found


def print_study(found: dict[str, Any]) -> None:
    """The study for a person."""
    from rich.console import Console
    from rich.table import Table

    console = Console()
    words = {-1: "complete", 0: "ready"}
    console.print(f"{found['hand']}: {words.get(found['deficiency'], str(found['deficiency']) + ' away from ready')}")
    if found["waits"]:
        console.print(f"waits: {' '.join(found['waits'])}")
    if "discards" in found:
        table = Table("discard", "deficiency", "tiles left", "accepts")
        for each in found["discards"]:
            table.add_row(each["discard"], str(each["deficiency"]), str(each["left"]), " ".join(each["accepts"]))
        console.print(table)
