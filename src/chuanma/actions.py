"""Named actions: what a seat may do, as text, as an object and as the kernel's number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from chuanma import tiles
from chuanma.engine import layout as L
from chuanma.text import text

_WORDED = {"suit": "suit", "turn": "seat", "dancer": "seat", "item": "item", "side": "side"}  # parameter: texts
SHOWN = 40  # characters of an unknown action that a message repeats


class IllegalAction(ValueError):
    """An action the rules do not allow now; `words` says why and what is allowed. Nothing has changed.

    `key` names the text of the reason. Its parameters are tiles and numbers as they are; `suit` (m, p, s), `turn` and
    `dancer` (seats), `item` and `side` (sing, dance) are put in words of the language asked for. `allowed` are the
    actions the seat may do instead.
    """

    def __init__(self, key: str, allowed: Sequence[Action] = (), /, **params: object) -> None:
        super().__init__(key)
        self.key = key
        self.allowed = tuple(allowed)
        self.params = params

    def words(self, lang: str) -> str:
        """The reason in plain words, then what is allowed."""
        params = dict(self.params)
        for name, prefix in _WORDED.items():
            if name in params:
                params[name] = text(f"{prefix}.{params[name]}", lang)
        reason = text(self.key, lang, **params)
        if not self.allowed:
            return reason
        return text("refuse.allowed", lang, reason=reason, actions=", ".join(map(str, self.allowed)))

    def __str__(self) -> str:
        return self.words("en")


@dataclass(frozen=True, slots=True, order=True)
class Action:
    """One action by its kernel id (see docs/engine.md); `str(action)` is its name, e.g. ``discard 5m``."""

    id: int

    @property
    def verb(self) -> str:
        """`discard`, `kong`, `pick`, `void`, `pung`, `direct_kong`, `win`, `pass`, `leave` …"""
        return _VERBS[self.id][0]

    @property
    def object(self) -> str:
        """The tile (`5m`) or suit (`m`) it names, or an empty string."""
        return _VERBS[self.id][1]

    @property
    def kind(self) -> int | None:
        """The kind 0–26 it names, if any."""
        return tiles.kind(self.object) if len(self.object) == 2 else None

    def __str__(self) -> str:
        verb, what = _VERBS[self.id]
        return f"{verb} {what}" if what else verb


def _verbs() -> dict[int, tuple[str, str]]:
    table: dict[int, tuple[str, str]] = {}
    for kind in range(L.KINDS):
        name = tiles.name(kind)
        table[L.A_DISCARD + kind] = ("discard", name)
        table[L.A_KONG + kind] = ("kong", name)
        table[L.A_PICK + kind] = ("pick", name)
    for number, suit in enumerate(tiles.SUITS):
        table[L.A_VOID + number] = ("void", suit)
    words = ("pung", "direct_kong", "win", "pass", "sing", "dance")
    for number, word in enumerate(words, start=L.A_PUNG):
        table[number] = (word, "")
    for number, item in enumerate(L.ITEMS, start=L.A_ITEM):
        table[number] = ("item", item)
    table[L.A_LEAVE] = ("leave", "")
    table[L.A_UNDO_PICK] = ("undo_pick", "")
    return table


_VERBS = _verbs()
_IDS = {" ".join(words).strip(): number for number, words in _VERBS.items()}


ACTIONS = {number: Action(number) for number in _VERBS}


@lru_cache(4096)
def actions_of(bits: int) -> tuple[Action, ...]:
    """The actions of a bit set (bit a for action a), by id."""
    found = []
    while bits:
        lowest = bits & -bits
        found.append(ACTIONS[lowest.bit_length() - 1])
        bits ^= lowest
    return tuple(found)


@lru_cache(1024)
def parse_action(name: str) -> Action:
    """The action of that name; IllegalAction names what is wrong with an unknown one."""
    number = _IDS.get(name.strip())
    if number is None:
        raise IllegalAction("refuse.unknown", action=repr(name[:SHOWN]))
    return ACTIONS[number]
