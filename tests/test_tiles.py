"""The notation of tiles and hands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chuanma import tiles
from chuanma.tiles import Meld, NotationError


def test_kinds_count_suit_by_suit() -> None:
    """The layout of the project: suit * 9 + rank - 1."""
    assert [tiles.kind(text) for text in ("1m", "9m", "1p", "9p", "1s", "9s")] == [0, 8, 9, 17, 18, 26]
    assert [tiles.name(kind) for kind in (0, 8, 9, 17, 18, 26)] == ["1m", "9m", "1p", "9p", "1s", "9s"]
    assert tiles.name_zh(tiles.kind("5m")) == "五万"


@pytest.mark.parametrize(
    "text",
    ["123m456p7799s p5m", "123万456筒7799条 碰5万", "123万456饼7799索 碰五万", "一二三万456筒7799条 p5m", "１２３ｍ456p7799s p5m", "99s77s 123m 456p p5m"],
)
def test_one_hand_in_many_spellings(text: str) -> None:
    concealed, melds = tiles.parse_hand(text)

    assert tiles.format_hand(concealed, melds) == "123m456p7799s p5m"
    assert tiles.format_hand(concealed, melds, chinese=True) == "123万456筒7799条 碰5万"


def test_every_open_set_has_its_letter_and_its_word() -> None:
    text = "11s p1m k2m a3m c4m"

    _, melds = tiles.parse_hand(text)

    assert melds == (Meld("pung", 0), Meld("direct", 1), Meld("added", 2), Meld("concealed", 3))
    assert tiles.parse_hand("11条 碰1万 直杠2万 弯杠3万 暗杠4万") == tiles.parse_hand(text)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "no concealed tiles"),
        ("p5m p6m", "no concealed tiles"),
        ("123m456p78", "ranks 78 have no suit"),
        ("m123", "no ranks before suit 'm'"),
        ("120m456p789s1122s", "'0' at place 3"),
        ("123z456p789s1122s", "'z' at place 4"),
        ("123m456p789s11s", "11 tiles"),
        ("123m456p789s111222s", "15 tiles"),
        ("12m p1p p2p p3p p4p p5p", "5 open sets"),
        ("1112m p1m 456p789p", "6 copies of 1m"),
        ("1m444555666p k1m", "5 copies of 1m"),
        ("q5m 123m456p789s", "'q' at place 1"),
        ("1m" * 101, "at most 200"),
    ],
)
def test_bad_hands_are_refused_with_the_reason(text: str, fault: str) -> None:
    with pytest.raises(NotationError, match=fault.replace("(", r"\(")):
        tiles.parse_hand(text)


def test_case_win_08() -> None:
    """A fixture of five 1m, and one of twelve tiles, must not pass."""
    with pytest.raises(NotationError, match="5 copies of 1m"):
        tiles.parse_hand("11111444777999m")
    with pytest.raises(NotationError, match="12 tiles"):
        tiles.parse_hand("123456m789p11s2m")


def test_case_win_15() -> None:
    """The drawn tile is part of the fourteen; a fifteenth is an error."""
    assert len(tiles.parse_hand("11123456789m456p")[0]) == 14
    with pytest.raises(NotationError, match="15 tiles"):
        tiles.parse_hand("11123456789m4566p")


hands = st.permutations([kind for kind in range(tiles.KINDS) for _ in range(tiles.COPIES)]).map(lambda deck: deck[:14])


@given(hands, st.sampled_from([13, 14]), st.booleans())
def test_what_is_written_is_read_back(deck: list[int], size: int, chinese: bool) -> None:
    hand = sorted(deck[:size])

    assert tiles.parse_hand(tiles.format_hand(hand, chinese=chinese)) == (hand, ())


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused_with_words(text: str) -> None:
    try:
        concealed, melds = tiles.parse_hand(text)
    except NotationError as fault:
        assert "expected" in str(fault) or "only four" in str(fault) or "at most" in str(fault)
    else:
        assert len(concealed) + 3 * len(melds) in (13, 14)
