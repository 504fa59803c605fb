"""`random`: any legal action, each as likely, but it never leaves the table. A baseline for other bots."""

from __future__ import annotations

import numpy as np

from chuanma.actions import Action, actions_of
from chuanma.bots.base import legal_bits
from chuanma.shuffle import Seed, Stream


class RandomBot:
    """Its choices follow from seed, number of the game and seat."""

    def __init__(self, seed: Seed, game_no: int, seat: int) -> None:
        self._stream = Stream(seed, game_no, f"random bot {seat}")

    def choose(self, view: np.ndarray) -> Action:
        """See `Bot`."""
        actions = actions_of(legal_bits(view))
        return actions[self._stream.below(len(actions))]
