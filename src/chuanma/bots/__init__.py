"""Bots: each sees a View and returns an Action. They are made by name, and old ones stay (docs/bots.md)."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches

from chuanma.bots.base import Bot
from chuanma.bots.efficient import EfficientBot
from chuanma.bots.greedy import GreedyBot
from chuanma.bots.random import RandomBot
from chuanma.shuffle import Seed
from chuanma.text import text

__all__ = ["Bot", "UnknownBot", "bot_names", "make_bot"]

_MAKERS: dict[str, Callable[[Seed, int, int], Bot]] = {
    "efficient": lambda seed, game_no, seat: EfficientBot(),
    "greedy": lambda seed, game_no, seat: GreedyBot(),
    "random": RandomBot,
}


class UnknownBot(ValueError):
    """There is no bot of that name; `words` says which there are."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name

    def words(self, lang: str) -> str:
        """The fault in plain words."""
        shown = self.name if len(self.name) <= 40 else self.name[:40] + "…"
        near = get_close_matches(shown, _MAKERS, 1)
        key = "bots.unknown_near" if near else "bots.unknown"
        return text(key, lang, name=shown, near="".join(near), allowed=", ".join(_MAKERS))

    def __str__(self) -> str:
        return self.words("en")


def bot_names() -> tuple[str, ...]:
    """The names of all bots."""
    return tuple(_MAKERS)


def make_bot(name: str, seed: Seed = 0, game_no: int = 0, seat: int = 0) -> Bot:
    """The bot `name` for one seat of one game. Chance, if it uses any, follows from the other three."""
    if name not in _MAKERS:
        raise UnknownBot(name)
    return _MAKERS[name](seed, game_no, seat)
