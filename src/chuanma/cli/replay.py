"""`chuanma replay`: a record told in lines, or verified."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chuanma.cli import app, fail

if TYPE_CHECKING:
    from chuanma.game import Game
    from chuanma.record import Record


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="a record (.chuanma) of a game or a match")],
    verify: Annotated[bool, typer.Option("--verify", help="demand that all it says comes out again")] = False,
    json: Annotated[bool, typer.Option("--json", help="JSON for programs")] = False,
    lang: Annotated[str, typer.Option(help="zh or en")] = "en",
) -> None:
    """Play a record again and tell it: every event, and every transfer with its reason and its rule."""
    from chuanma.cli._lines import show
    from chuanma.record import RecordError, read_record
    from chuanma.text import LANGS

    if lang not in LANGS:
        fail(f"unknown language {lang!r}: {', '.join(LANGS)}")
    try:
        record = read_record(file)
        games = record.verify() if verify else record.replay()
    except RecordError as fault:
        fail(f"{file}: {fault.words(lang)}")
    if json:
        show(as_json(record, games, verify))
    else:
        tell(record, games, verify, lang)


def as_json(record: Record, games: list[Game], verified: bool) -> dict[str, Any]:
    """The record as one object."""
    import msgspec

    from chuanma.text import LANGS

    return {
        "kind": record.kind,
        "rules": record.rules.code,
        "seats": list(record.seats),
        "verified": verified,
        "games": [
            {
                "game": game.game_no,
                "dealer": game.dealer,
                "dice": list(game.dice),
                "events": msgspec.to_builtins(game.events),
                "ledger": [
                    {
                        "payer": row.payer,
                        "receiver": row.receiver,
                        "units": row.units,
                        "reason": row.reason,
                        **{lang: row.words(lang) for lang in LANGS},
                        "rule": row.rule,
                    }
                    for row in game.ledger
                ],
                "results": msgspec.to_builtins(game.results()),
                "scores": list(game.scores),
            }
            for game in games
        ],
        "totals": list(record.totals or games[0].scores),
    }


def tell(record: Record, games: list[Game], verified: bool, lang: str) -> None:
    """The record for a person."""
    from chuanma.narrate import tell_game
    from chuanma.text import text

    for game in games:
        print(text("replay.headline", lang, number=game.game_no + 1, rules=record.rules.title(lang)))
        for line in tell_game(game, lang):
            print(f"  {line}")
    if record.totals is not None:
        print(text("replay.totals", lang, totals=" ".join(f"{units:+d}" for units in record.totals)))
    if verified:
        print(text("replay.verified", lang, games=len(games)))
