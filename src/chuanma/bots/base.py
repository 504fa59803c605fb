"""What a bot is, and what every bot does with a question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from chuanma.actions import Action, actions_of
from chuanma.engine import layout as L

# What a bot never does by itself: it gains nothing that its own rules do not ask for.
_UNASKED = {L.A_SING, L.A_DANCE, *range(L.A_ITEM, L.A_LEAVE)}


class Bot(Protocol):
    """A player. It is asked when its answer is awaited and knows what its seat may know, nothing else."""

    def choose(self, view: np.ndarray) -> Action:
        """One of the legal actions, which the view names too. `view`: a VIEW record of shape (1,), free to write on."""
        ...


def legal_bits(view: np.ndarray) -> int:
    """The legal actions of the observer as a bit set (bit a for action a), without leaving the table."""
    low, high = view["legal"][0].tolist()
    bits: int = low | high << 64
    return bits & ~(1 << L.A_LEAVE)


def offered(bits: int, first: int, n: int = L.KINDS) -> list[int]:
    """The kinds (suits: `n` = 3) whose action `first` + kind is legal."""
    return [number for number in range(n) if bits >> (first + number) & 1]


def modest(bits: int) -> Action:
    """What to answer where a bot has no rule: pass, else the first legal action that announces and uses nothing.

    ValueError if nothing is legal.
    """
    legal: Sequence[Action] = actions_of(bits)
    if not legal:
        raise ValueError("a bot was asked, but nothing is legal for it")
    return min(
        legal, key=lambda each: (each.id != L.A_PASS, each.id == L.A_UNDO_PICK, each.id in _UNASKED, each.id)
    )
