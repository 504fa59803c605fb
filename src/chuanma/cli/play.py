"""`chuanma play`: a table in the browser with three bots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from chuanma.cli import app, fail


@app.command()
def play(
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="without it 8765 or the next free one")] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="open the page in a browser")] = True,
    data: Annotated[Path | None, typer.Option(help="folder of the database; without it one of the user")] = None,
    host: Annotated[str, typer.Option(help="address to listen on")] = "127.0.0.1",
) -> None:
    """Start a server and sit down with three bots; Ctrl-C ends it."""
    from chuanma.server.play import PlayError, serve_table

    try:
        serve_table(host, port, data, open_browser=browser)
    except PlayError as fault:
        fail(str(fault))
