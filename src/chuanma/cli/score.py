"""`chuanma score`: what a hand is worth, and why."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chuanma.cli import app, fail

if TYPE_CHECKING:
    from chuanma.hand import HandValue
    from chuanma.rules import Ruleset

FILE_FLAGS = ("after-kong", "kong-discard", "robbed", "last-tile", "heaven", "earth")


@app.command()
def score(
    hand: Annotated[str, typer.Argument(help="14 tiles, e.g. 11222244p557799m or '23466m567s p5m c9s'")] = "",
    rules: Annotated[str, typer.Option(help="a preset, or a ruleset file (.toml, .json)")] = "standard",
    win: Annotated[
        str, typer.Option(help="the winning tile, already in the hand (13 tiles take it in)")
    ] = "",
    self_draw: Annotated[bool, typer.Option("--self-draw", help="自摸")] = False,
    after_kong: Annotated[bool, typer.Option("--after-kong", help="杠上花: on a kong's replacement")] = False,
    kong_discard: Annotated[
        bool, typer.Option("--kong-discard", help="杠上炮: on the discard after a kong")
    ] = False,
    robbed: Annotated[bool, typer.Option("--robbed", help="抢杠: on another seat's kong")] = False,
    last_tile: Annotated[bool, typer.Option("--last-tile", help="海底: the last tile of the wall")] = False,
    heaven: Annotated[bool, typer.Option("--heaven", help="天胡: with the dealt tiles")] = False,
    earth: Annotated[bool, typer.Option("--earth", help="地胡: on the first draw")] = False,
    void: Annotated[str, typer.Option(help="the seat's void suit: m, p or s")] = "",
    file: Annotated[
        Path | None,
        typer.Option(help="score a JSON Lines file: objects with hand, win, self_draw, flags, void"),
    ] = None,
    explain: Annotated[bool, typer.Option("--explain", help="say how it is worked out")] = False,
    json: Annotated[bool, typer.Option("--json", help="JSON for programs")] = False,
    lang: Annotated[str, typer.Option(help="zh or en")] = "en",
) -> None:
    """Say what a winning hand is worth under a ruleset."""
    from chuanma.cli._lines import require_language, show
    from chuanma.hand import FLAGS, Hand
    from chuanma.rules import load

    require_language(lang)
    given = (self_draw, after_kong, kong_discard, robbed, last_tile, heaven, earth)
    flags = {name: True for name, said in zip(FLAGS, given, strict=True) if said}
    ruleset = load(rules)
    if file is not None:
        if hand or win or void or flags:
            fail("with --file the lines say hand, win, void and flags; they cannot be given beside it")
        _score_file(file, ruleset, None if json else lang)
        return
    if not hand:
        fail("no hand: give 14 tiles such as 11222244p557799m, or --file")
    value = Hand(hand).value(ruleset, win=win or None, void=void or None, **flags)
    if json:
        show(value.to_dict())
    else:
        print("\n".join(_words(value, explain, lang)))


def _score_file(path: Path, ruleset: Ruleset, lang: str | None) -> None:
    """One line of output for each line of the file: JSON, or in a language."""
    from chuanma.cli._lines import NULL, at_line, read_lines, show

    fields = {"hand": (str,), "win": (str, NULL), "self_draw": (bool,), "flags": (list,), "void": (str, NULL)}
    for number, given in read_lines(path, fields, answers=("units",)):
        value = at_line(path, number, _score_line, given, ruleset)
        if lang is None:
            show({"hand": given["hand"], **value.to_dict()})
        else:
            print(f"{given['hand']}  {_words(value, False, lang)[0]}")


def _score_line(given: dict[str, Any], ruleset: Ruleset) -> HandValue:
    from chuanma.cli._lines import LineError
    from chuanma.hand import Hand

    flags = given.get("flags", [])
    for flag in flags:
        if flag not in FILE_FLAGS:
            raise LineError(f"unknown flag {flag!r}: {', '.join(FILE_FLAGS)}")
    options = {flag.replace("-", "_"): True for flag in flags}
    if "self_draw" in given:
        options["self_draw"] = given["self_draw"]
    return Hand(given["hand"]).value(ruleset, win=given.get("win"), void=given.get("void"), **options)


def _words(value: HandValue, explain: bool, lang: str) -> list[str]:
    """The value for a person: a headline, and how it is worked out."""
    from chuanma.text import text

    lines = value.explain(lang)
    if not value.win:
        return lines
    names = [pattern.name(lang) for pattern in value.patterns]
    for bonus in value.bonuses:
        names.append(f"{bonus.name(lang)} ×{bonus.count}" if bonus.count > 1 else bonus.name(lang))
    headline = text("explain.headline", lang, units=value.units, names=" + ".join(names))
    return [headline, *(f"  {line}" for line in lines if explain)]
