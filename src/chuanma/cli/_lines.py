"""JSON in and out of commands, one object a line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from chuanma.cli import fail
from chuanma.text import LANGS

MAX_LINE = 10_000  # characters
NULL = type(None)
_NAMES = {str: "text", bool: "true or false", list: "a list", NULL: "null"}
R = TypeVar("R")


class LineError(ValueError):
    """A line of a file that cannot be used; the message names the line, the fault and what is allowed."""


def read_lines(
    path: Path, fields: dict[str, tuple[type, ...]], answers: tuple[str, ...] = ()
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Line number and object of each line; every field must be known and of one of its types.

    `answers` may stand in a line too: what checked hands say must come out.
    """
    try:
        with path.open(encoding="utf-8-sig") as file:
            number = 0
            while line := file.readline(MAX_LINE + 1):
                number += 1
                if line.strip():
                    yield number, _object(path, number, line, fields, answers)
    except OSError as fault:
        raise LineError(f"{path}: cannot be read: {fault.strerror}") from None
    except UnicodeDecodeError as fault:
        raise LineError(f"{path.name}: not UTF-8 text: {fault.reason}") from None


def _object(
    path: Path, number: int, line: str, fields: dict[str, tuple[type, ...]], answers: tuple[str, ...]
) -> dict[str, Any]:
    where = f"{path.name}, line {number}"
    if len(line) > MAX_LINE:
        raise LineError(f"{where}: longer than {MAX_LINE} characters")
    try:
        given = json.loads(line)
    except (ValueError, RecursionError) as fault:
        raise LineError(f"{where}: no JSON: {fault}") from None
    if not isinstance(given, dict) or "hand" not in given:
        raise LineError(f'{where}: expected an object with "hand", such as {{"hand": "1112345678999m"}}')
    for name in given:
        if name not in fields and name not in answers:
            raise LineError(f"{where}: unknown field {name[:40]!r}: {', '.join(fields)}")
    for name, kinds in fields.items():
        if name in given and not isinstance(given[name], kinds):
            allowed = " or ".join(_NAMES[kind] for kind in kinds)
            raise LineError(f"{where}: {name!r} must be {allowed}, not {json.dumps(given[name])[:40]}")
    return given


def at_line(path: Path, number: int, work: Callable[..., R], *arguments: Any) -> R:
    """The result of `work`; its own faults are told with the line they stand in."""
    try:
        return work(*arguments)
    except ValueError as fault:
        if not type(fault).__module__.startswith("chuanma"):
            raise
        raise LineError(f"{path.name}, line {number}: {fault}") from None


def require_language(lang: str) -> None:
    """Leave with an error for a language there are no texts in."""
    if lang not in LANGS:
        fail(f"unknown language {lang!r}: {', '.join(LANGS)}")


def show(result: dict[str, Any]) -> None:
    """One JSON object on one line."""
    print(json.dumps(result, ensure_ascii=False))
