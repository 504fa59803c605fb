"""Rulesets from files and the presets shipped with the package."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path

from chuanma.rules.problems import RulesError, problem
from chuanma.rules.read import unknown
from chuanma.rules.ruleset import Ruleset

MAX_FILE = 64 * 1024  # bytes; the longest sensible ruleset has a tenth of it
_PRESETS = files("chuanma.rules") / "presets"
_ORDER = (
    *("standard", "standard-single", "laiyou", "dingque", "points", "chengdu"),
    *("classic", "classic-rain", "classic-blood", "classic-blood-rain", "classic-song"),
    *("flow", "modern", "tfmj", "sbr"),
)


@cache
def preset_names() -> tuple[str, ...]:
    """The presets there are, `standard` first."""
    found = {each.name.removesuffix(".toml") for each in _PRESETS.iterdir() if each.name.endswith(".toml")}
    return (*(name for name in _ORDER if name in found), *sorted(found.difference(_ORDER)))


@cache
def load_preset(name: str) -> Ruleset:
    """The preset of that name; RulesError names the nearest one and all there are."""
    if name not in preset_names():
        fault = unknown(name, preset_names(), "rules.error.preset")
        allowed = ", ".join(preset_names())
        raise RulesError([problem(name, fault.message, **dict(fault.params), allowed=allowed)])
    return read_toml((_PRESETS / f"{name}.toml").read_text("utf-8"), f"{name}.toml")


def load_file(path: str | Path) -> Ruleset:
    """The ruleset of a TOML (or ``.json``) file; RulesError names every fault in it."""
    path = Path(path)
    try:
        with path.open("rb") as file:
            content = file.read(MAX_FILE + 1)
        if len(content) > MAX_FILE:
            raise RulesError([problem(path.name, "rules.error.too_large", high=MAX_FILE)])
        words = content.decode("utf-8-sig")
    except OSError as error:
        raise RulesError([problem(str(path), "rules.error.unreadable", error=error.strerror)]) from None
    except UnicodeDecodeError as error:
        raise RulesError([problem(path.name, "rules.error.not_utf8", offset=error.start)]) from None
    return Ruleset.from_json(words) if path.suffix == ".json" else read_toml(words, path.name)


def load(name_or_path: str) -> Ruleset:
    """A preset by name, else a file: one that is there, or any word that ends in ``.toml`` or ``.json``."""
    if name_or_path in preset_names():
        return load_preset(name_or_path)
    if name_or_path.endswith((".toml", ".json")) or _is_file(name_or_path):
        return load_file(name_or_path)
    return load_preset(name_or_path)


def _is_file(path: str) -> bool:
    try:
        return Path(path).is_file()
    except OSError:  # longer than a path can be
        return False


def read_toml(words: str, name: str = "toml") -> Ruleset:
    """The ruleset of a TOML text; `name` is what errors call it."""
    try:
        given = tomllib.loads(words)
    except (ValueError, RecursionError) as error:
        raise RulesError([problem(name, "rules.error.not_toml", error=error)]) from None
    return Ruleset.from_dict(given)
