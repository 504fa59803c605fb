"""JSON in and out of commands, one object a line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

MAX_LINE = 10_000  # characters


class LineError(ValueError):
    """A line of a file that cannot be used; the message names the line, the fault and what is allowed."""


def read_lines(path: Path, fields: dict[str, tuple[type, ...]]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Line number and object of each line; every field, where present, must be of one of its types."""
    try:
        content = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise LineError(f"{path}: cannot be read: {fault}") from None
    for number, line in enumerate(content.splitlines(), 1):
        if line.strip():
            yield number, _object(path, number, line, fields)


def _object(path: Path, number: int, line: str, fields: dict[str, tuple[type, ...]]) -> dict[str, Any]:
    where = f"{path.name}, line {number}"
    if len(line) > MAX_LINE:
        raise LineError(f"{where}: longer than {MAX_LINE} characters")
    try:
        given = json.loads(line)
    except (ValueError, RecursionError) as fault:
        raise LineError(f"{where}: no JSON: {fault}") from None
    if not isinstance(given, dict) or "hand" not in given:
        raise LineError(f'{where}: expected an object with "hand", such as {{"hand": "1112345678999m"}}')
    for name, kinds in fields.items():
        if name in given and not isinstance(given[name], kinds):
            allowed = " or ".join("null" if kind is type(None) else kind.__name__ for kind in kinds)
            raise LineError(f"{where}: {name!r} must be {allowed}, not {type(given[name]).__name__}")
    return given


def at_line(path: Path, number: int, work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """The result of `work`; its own faults are told with the line they stand in."""
    try:
        return work()
    except ValueError as fault:
        if not type(fault).__module__.startswith("chuanma"):
            raise
        raise LineError(f"{path.name}, line {number}: {fault}") from None


def show(result: dict[str, Any]) -> None:
    """One JSON object on one line."""
    print(json.dumps(result, ensure_ascii=False))
