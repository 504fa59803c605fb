"""Kernels are compiled, or loaded, when first used. A server does that before its first guest, not while one waits."""

from __future__ import annotations

from functools import cache

from chuanma.match import Match
from chuanma.rules import load_preset
from chuanma.server.room import Room
from chuanma.server.settings import Pace

_AT_ONCE = Pace(think=0, window=0, turn=0, bank=0)


@cache
def warm_up() -> None:
    """Play a game to its end, the clock for the guest: everything a room uses has been used then. Once a process."""
    room = Room(0, Match(load_preset("dingque"), 1, seed=0), "dingque", (None, *["efficient"] * 3), _AT_ONCE)
    room.start(0)
    room.advance(0)
