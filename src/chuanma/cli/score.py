"""`chuanma score`: what a hand is worth, and why."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from chuanma.cli import app, fail

FILE_FLAGS = ("after-kong", "kong-discard", "robbed", "last-tile", "heaven", "earth")


@app.command()
def score(
    hand: Annotated[str, typer.Argument(help="14 tiles, e.g. 11222244p557799m or '23466m p5m c7p'")] = "",
    rules: Annotated[str, typer.Option(help="a preset, or a ruleset file (.toml, .json)")] = "standard",
    win: Annotated[str, typer.Option(help="the winning tile, already in the hand")] = "",
    self_draw: Annotated[bool, typer.Option("--self-draw", help="自摸")] = False,
    after_kong: Annotated[bool, typer.Option("--after-kong", help="杠上花: on a kong's replacement")] = False,
    kong_discard: Annotated[bool, typer.Option("--kong-discard", help="杠上炮: on the discard after a kong")] = False,
    robbed: Annotated[bool, typer.Option("--robbed", help="抢杠: on another seat's kong")] = False,
    last_tile: Annotated[bool, typer.Option("--last-tile", help="海底: the last tile of the wall")] = False,
    heaven: Annotated[bool, typer.Option("--heaven", help="天胡")] = False,
    earth: Annotated[bool, typer.Option("--earth", help="地胡")] = False,
    void: Annotated[str, typer.Option(help="the seat's void suit: m, p or s")] = "",
    file: Annotated[Path | None, typer.Option(help="score the hands of a JSON Lines file")] = None,
    explain: Annotated[bool, typer.Option("--explain", help="say how it is worked out")] = False,
    json: Annotated[bool, typer.Option("--json", help="JSON for programs")] = False,
    lang: Annotated[str, typer.Option(help="zh or en")] = "en",
) -> None:
    """Say what a winning hand is worth under a ruleset."""
    from chuanma.cli._lines import show
    from chuanma.hand import Hand
    from chuanma.rules import load

    ruleset = load(rules)
    if file is not None:
        if hand:
            fail("give a hand or --file, not both")
        score_file(file, ruleset)
        return
    if not hand:
        fail("no hand: give 14 tiles such as 11222244p557799m, or --file")
    value = Hand(hand).value(
        ruleset,
        win=win or None,
        void=void or None,
        self_draw=self_draw,
        after_kong=after_kong,
        kong_discard=kong_discard,
        robbed=robbed,
        last_tile=last_tile,
        heaven=heaven,
        earth=earth,
    )
    if json:
        show(value.to_dict())
    else:
        print_value(value, explain, _language(lang))


def score_file(path: Path, ruleset: Any) -> None:
    """One JSON line for each line of the file: an object with hand, win, self_draw, flags, void."""
    from chuanma.cli._lines import LineError, at_line, read_lines, show
    from chuanma.hand import Hand

    none = type(None)
    fields = {"hand": (str,), "win": (str, none), "self_draw": (bool,), "flags": (list,), "void": (str, none)}
    for number, given in read_lines(path, fields):

        def work(given: dict[str, Any] = given) -> dict[str, Any]:
            flags = given.get("flags", [])
            for flag in flags:
                if flag not in FILE_FLAGS:
                    raise LineError(f"unknown flag {flag!r}: {', '.join(FILE_FLAGS)}")
            options = {flag.replace("-", "_"): True for flag in flags}
            options["self_draw"] = given.get("self_draw", False)
            hand = Hand(given["hand"])
            value = hand.value(ruleset, win=given.get("win"), void=given.get("void"), **options)
            return {"hand": given["hand"], **value.to_dict()}

        show(at_line(path, number, work))


def print_value(value: Any, explain: bool, lang: str) -> None:
    """The value for a person."""
    from chuanma.text import text

    if not value.win:
        print(value.explain(lang)[0])
        return
    names = [pattern.name(lang) for pattern in value.patterns]
    names += [f"{bonus.name(lang)} ×{bonus.count}" if bonus.count > 1 else bonus.name(lang) for bonus in value.bonuses]
    print(text("explain.headline", lang, units=value.units, names=" + ".join(names)))
    if explain:
        for line in value.explain(lang):
            print(f"  {line}")


def _language(lang: str) -> str:
    from chuanma.text import LANGS

    if lang not in LANGS:
        fail(f"unknown language {lang!r}: {', '.join(LANGS)}")
    return lang
