"""Counts of the ways a game can go, kernel against the file written by the reference, and some by hand."""

from __future__ import annotations

import pytest

from tests.counts import count_kernel, count_reference, kernel_table, read, reference_game, wall


@pytest.mark.parametrize(("preset", "seed", "depth", "count"), read())
def test_counts(preset: str, seed: int, depth: int, count: int) -> None:
    assert count_kernel(kernel_table(preset, seed), depth) == count


def test_four_seats_name_three_suits() -> None:
    """3 × 3 × 3 × 3 = 81 ways before the first discard."""
    assert count_kernel(kernel_table("dingque", 0), 4) == 81


def test_the_dealer_may_throw_each_kind_it_holds() -> None:
    """Wall of seed 1, dealer 1: its 14 are the first 13 and the 53rd tile; free void, no four alike, no win."""
    tiles = wall(1)
    hand = [*tiles[:13], tiles[52]]

    assert max(hand.count(kind) for kind in hand) < 4
    assert count_kernel(kernel_table("standard", 1), 1) == len(set(hand))


def test_the_reference_still_counts_what_the_file_says() -> None:
    preset, seed, depth, count = read()[1]

    assert count_reference(reference_game(preset, seed), depth) == count
