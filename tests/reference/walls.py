"""Walls in drawing order (RULES §1): thirteen tiles a seat, the dealer's fourteenth, the draws, the tail."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

ALL_TILES = [kind for kind in range(27) for _ in range(4)]


def tiles_of(suits: int) -> list[int]:
    """The tiles of a table: with two suits there are no m."""
    return ALL_TILES if suits == 3 else [kind for kind in ALL_TILES if kind >= 9]


def stacked(
    hands: Sequence[Sequence[int]],
    draws: Sequence[int] = (),
    tail: Sequence[int] = (),
    rng: Random | None = None,
    suits: int = 3,
) -> list[int]:
    """A wall for `len(hands)` seats in which the dealer and the seats after it are dealt `hands` and `draws` come next.

    `hands[0]` may hold the dealer's fourteen. `tail` are the replacements, the first one last in the wall.
    What is left over fills hands and wall by kind, or shuffled by `rng`. ValueError for a fifth tile.
    """
    rest = list(tiles_of(suits))
    for kind in [kind for part in (*hands, draws, tail) for kind in part]:
        if kind not in rest:
            raise ValueError(f"a fifth tile of kind {kind}")
        rest.remove(kind)
    if rng:
        rng.shuffle(rest)
    dealt = [list(hand) for hand in hands]
    for number, hand in enumerate(dealt):
        if len(hand) > (14 if number == 0 else 13):
            raise ValueError(f"hand {number} has {len(hand)} tiles")
        while len(hand) < (14 if number == 0 else 13):
            hand.append(rest.pop())
    dealer, *others = dealt
    thirteens = [kind for hand in (dealer[:13], *others) for kind in hand]
    return [*thirteens, dealer[13], *draws, *rest, *reversed(tail)]


def shuffled(rng: Random, suits: int = 3) -> list[int]:
    """Any wall, each as likely."""
    wall = list(tiles_of(suits))
    rng.shuffle(wall)
    return wall
