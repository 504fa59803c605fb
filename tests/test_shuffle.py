"""From seed to wall (docs/records.md): the numbers written there, and a second, plain way to the same walls."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

from chuanma import shuffle
from chuanma.shuffle import (
    Stream,
    dice_from_seed,
    draw_dealer,
    swap_die_from_seed,
    throw_for_dealer,
    wall_from_seed,
)
from chuanma.tiles import name

# The message for seed 7, game 0, tag "wall": each part behind its length in four bytes.
MESSAGE = bytes.fromhex(
    "00000011" "6368 75616e6d612073 687566666c652031"  # "chuanma shuffle 1"
    "00000004" "77616c6c"  # "wall"
    "00000002" "6937"  # "i7"
    "00000008" "0000000000000000"  # game 0
)  # fmt: skip


def plain_wall(message: bytes) -> list[int]:
    """The shuffle once more, with the stream laid out as one long list of words."""
    digest = hashlib.shake_256(message).digest(4000)
    words = [int(digest[i : i + 4].hex(), 16) for i in range(0, 4000, 4)]
    wall = sorted([*range(27)] * 4)
    for size in range(108, 1, -1):
        while words[0] >= 2**32 - 2**32 % size:
            words.pop(0)
        other = words.pop(0) % size
        wall[size - 1], wall[other] = wall[other], wall[size - 1]
    return wall


def test_the_message_is_put_together_as_documented() -> None:
    assert shuffle._message(7, 0, "wall") == MESSAGE


def test_the_wall_is_the_documented_shuffle_of_the_stream() -> None:
    assert list(wall_from_seed(7)) == plain_wall(MESSAGE)
    for number in range(50):
        message = shuffle._message("seed", number, "wall")
        assert list(wall_from_seed("seed", number)) == plain_wall(message)


def test_a_wall_holds_four_of_each_kind() -> None:
    assert Counter(wall_from_seed(b"\x00")) == dict.fromkeys(range(27), 4)


def test_two_suits_are_shuffled_as_three_are() -> None:
    """72 tiles, 1p to 9s (RULES §1), by the same stream."""
    words = Stream(7, 0, "wall")
    wall = sorted([*range(9, 27)] * 4)
    for place in range(71, 0, -1):
        other = words.below(place + 1)
        wall[place], wall[other] = wall[other], wall[place]

    assert list(wall_from_seed(7, suits=2)) == wall
    assert Counter(wall) == dict.fromkeys(range(9, 27), 4)


def test_the_swap_die_has_a_tag_of_its_own() -> None:
    throws = [swap_die_from_seed("seed", number) for number in range(60)]

    assert throws[0] == Stream("seed", 0, "swap die").die()
    assert set(throws) == {1, 2, 3, 4, 5, 6}


def test_type_of_the_seed_number_of_the_game_and_tag_all_matter() -> None:
    walls = {
        wall_from_seed(7),
        wall_from_seed("7"),
        wall_from_seed(b"7"),
        wall_from_seed(7, 1),
        wall_from_seed(-7),
    }

    assert len(walls) == 5
    assert Stream(7, 0, "wall").word() != Stream(7, 0, "dice").word()


def test_words_are_one_stream_however_many_are_taken() -> None:
    stream = Stream(7, 0, "wall")
    digest = hashlib.shake_256(MESSAGE).digest(4 * 400)

    assert [stream.word() for _ in range(400)] == [
        int.from_bytes(digest[i : i + 4], "big") for i in range(0, 1600, 4)
    ]


class Fixed(Stream):
    """A stream whose words are given."""

    def __init__(self, *words: int) -> None:
        self.words = list(words)

    def word(self) -> int:
        return self.words.pop(0)


def test_words_that_would_favour_small_numbers_are_thrown_away() -> None:
    # 2^32 = 4294967296 = 108 * 39768215 + 76: the last 76 words are thrown away.
    assert Fixed(4294967295, 4294967220, 4294967219).below(108) == 107
    assert Fixed(4294967296 - 76 - 108).below(108) == 0
    assert Fixed(4294967295).below(2) == 1


def test_dice_show_one_to_six() -> None:
    throws = [dice_from_seed(7, number) for number in range(300)]

    assert {die for dice in throws for die in dice} == {1, 2, 3, 4, 5, 6}
    assert len(set(throws)) == 36


def test_the_highest_throw_deals_and_those_tied_throw_again(monkeypatch: pytest.MonkeyPatch) -> None:
    # Words mod 6 plus 1: seats throw 3+4, 6+1, 2+2, 5+2; 0, 1 and 3 are tied at 7; then 1+1, 6+6, 6+6; then 1:
    # 2+1, 3: 3+3.
    words = [2, 3, 5, 0, 1, 1, 4, 1, 0, 0, 5, 5, 5, 5, 1, 0, 2, 2]
    monkeypatch.setattr(shuffle, "Stream", lambda *_: Fixed(*words))

    dealer, throws = throw_for_dealer(7)

    assert dealer == 3
    assert throws == (
        {0: (3, 4), 1: (6, 1), 2: (2, 2), 3: (5, 2)},
        {0: (1, 1), 1: (6, 6), 3: (6, 6)},
        {1: (2, 1), 3: (3, 3)},
    )


def test_every_seat_can_be_the_dealer() -> None:
    assert {draw_dealer(7, number) for number in range(40)} == {0, 1, 2, 3}
    assert {throw_for_dealer(7, number)[0] for number in range(40)} == {0, 1, 2, 3}


@pytest.mark.parametrize("seed", [None, 1.5, True, (1,)])
def test_other_seeds_are_refused(seed: object) -> None:
    with pytest.raises(TypeError, match="a seed is a whole number, a text or bytes"):
        wall_from_seed(seed)  # type: ignore[arg-type]


def test_a_negative_game_number_is_refused() -> None:
    with pytest.raises(ValueError, match="game number -1"):
        wall_from_seed(7, -1)


def test_fresh_seeds_differ() -> None:
    assert shuffle.new_seed() != shuffle.new_seed()
    assert len(shuffle.new_seed()) == 64


def test_the_wall_of_the_documentation() -> None:
    """docs/records.md shows these first words: 12, 36 and 63 are their remainders by 108, 107 and 106."""
    stream = Stream(7, 0, "wall")
    words = [stream.word() for _ in range(3)]

    assert words == [0x63B520E4, 0x183538B9, 0x1FF2E521]
    assert [word % size for word, size in zip(words, (108, 107, 106), strict=True)] == [12, 36, 63]
    # The sorted tiles hold 4m (kind 3) in place 12: it goes to place 107; then 1p (kind 9) in 36 to 106; 7p
    # (15) in 63 to 105.
    assert [name(each) for each in wall_from_seed(7)[105:]] == ["7p", "1p", "4m"]
