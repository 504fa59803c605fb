"""The command `chuanma`. Each subcommand stands in a module of its own and imports what is heavy when it runs."""

from __future__ import annotations

import io
import sys
from importlib import import_module
from pkgutil import iter_modules
from typing import NoReturn

import typer

app = typer.Typer(
    help="Chuanma 川麻: Sichuan mahjong - hands, games, bots, records, and a table in the browser.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

BAD_INPUT = 2


def _load() -> None:
    for module in iter_modules(__path__):
        if not module.name.startswith("_"):
            import_module(f"{__name__}.{module.name}")


def main() -> None:
    """Run the command line; bad input is one line on stderr and exit code 2."""
    _load()
    _write_anything()
    try:
        app()
    except ValueError as fault:
        if not type(fault).__module__.startswith("chuanma"):
            raise
        fail(str(fault))


def _write_anything() -> None:
    """A terminal or a pipe whose encoding lacks a letter gets its number instead, as stderr always does."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def fail(message: str) -> NoReturn:
    """Say what is wrong and leave with the exit code of bad input."""
    print(f"chuanma: {message}", file=sys.stderr)
    sys.exit(BAD_INPUT)
