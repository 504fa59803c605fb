"""`chuanma hand`: how far a hand is from winning, what it waits for, what to discard."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from chuanma.cli import app, fail


@app.command()
def hand(
    tiles: Annotated[str, typer.Argument(help="13 or 14 tiles, e.g. 1112345678999m")] = "",
    void: Annotated[str, typer.Option(help="the seat's void suit: m, p or s")] = "",
    file: Annotated[Path | None, typer.Option(help="a JSON Lines file: objects with hand, void")] = None,
    json: Annotated[bool, typer.Option("--json", help="JSON for programs")] = False,
    lang: Annotated[str, typer.Option(help="zh or en")] = "en",
) -> None:
    """Say how far a hand is from winning, what it waits for, and for 14 tiles what each discard accepts."""
    from chuanma.cli._lines import NULL, at_line, read_lines, require_language, show

    require_language(lang)
    if file is not None:
        if tiles or void:
            fail("with --file the lines say hand and void; they cannot be given beside it")
        fields = {"hand": (str,), "void": (str, NULL)}
        for number, given in read_lines(file, fields, answers=("deficiency", "waits")):
            found = at_line(file, number, study, given["hand"], given.get("void"))
            if json:
                show(found)
            else:
                print(_headline(found, lang))
        return
    if not tiles:
        fail("no hand: give 13 or 14 tiles such as 1112345678999m, or --file")
    found = study(tiles, void or None)
    if json:
        show(found)
    else:
        _print_study(found, lang)


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
        {
            "discard": each.tile,
            "deficiency": each.deficiency,
            "accepts": list(each.accepts),
            "left": each.left,
        }
        for each in hand.discards(void)
    ]
    return found


def _headline(found: dict[str, Any], lang: str) -> str:
    """The deficiency in words, and the waits."""
    from chuanma.text import text

    said = _distance(found["deficiency"], lang)
    if found["waits"]:
        said = f"{said}; {text('study.waits', lang, tiles=' '.join(found['waits']))}"
    return f"{found['hand']}  {said}"


def _distance(deficiency: int, lang: str) -> str:
    from chuanma.text import text

    if deficiency > 0:
        return text("study.away", lang, number=deficiency)
    return text("study.ready" if deficiency == 0 else "study.complete", lang)


def _print_study(found: dict[str, Any], lang: str) -> None:
    """The study for a person."""
    from rich.console import Console
    from rich.table import Table

    from chuanma.text import text

    print(_headline(found, lang))
    if "discards" not in found:
        return
    table = Table(*(text(f"study.column.{name}", lang) for name in ("discard", "after", "left", "accepts")))
    for each in found["discards"]:
        after = _distance(each["deficiency"], lang)
        table.add_row(each["discard"], after, str(each["left"]), " ".join(each["accepts"]))
    Console().print(table)
