"""What a bot is."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from chuanma.actions import Action
from chuanma.engine import layout as L


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
