"""The notation of tiles and hands."""

from __future__ import annotations

import re

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
    [
        "123m456p7799s p5m",
        "123万456筒7799条 碰5万",
        "123萬456饼7799索 碰五万",
        "一二三万四五六筒7799条 p5m",
        "\uff11\uff12\uff13\uff4d456p7799s\u3000p\uff15m",  # full width
        "99s77s 123m\t456p  p5m",
        "p5m 123m456p7799s",
    ],
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
        ("", "the text is empty"),
        (" \u3000\n", "the text is empty"),
        ("p5m p6m", "6 tiles"),
        ("123m456p78", "place 9: ranks 78 have no suit"),
        ("123 456m", "place 1: ranks 123 have no suit"),
        ("m123", "place 1: suit 'm' has no ranks before it"),
        ("123mm", "place 5: suit 'm' has no ranks before it"),
        ("120m456p789s1122s", "place 3: '0' is not known"),
        ("123m 450p", "place 8: '0' is not known"),
        ("123z456p789s1122s", "place 4: 'z' is not known"),
        ("123M", "place 4: 'M' is not known"),
        ("①②③万", "place 1: '①' is not known"),
        ("1m,2m", "place 3: ',' is not known"),
        ("123m碰5万", "place 5: '碰' is not known"),
        ("q5m 123m456p789s", "place 1: 'q' is not known"),
        ("123m p0m", "place 6: 'p0m' is no open set"),
        ("123m p55m", "place 6: 'p55m' is no open set"),
        ("123m 杠5万", "place 6: '杠' is not known"),
        ("123m 直5万", "place 6: '直5万' is no open set"),
        ("123m456p789s11s", "11 tiles (an open set counts three); expected 13 or 14"),
        ("123m456p789s111222s", "15 tiles (an open set counts three); expected 13 or 14"),
        ("12m p1p p2p p3p p4p p5p", "5 open sets; at most four"),
        ("11111m222333444p", "5 copies of 1m"),
        ("11m234567p p1m p9s", "5 copies of 1m"),
        ("1m444555666p k1m", "5 copies of 1m"),
        ("11p p1m p1m p2m p3m", "6 copies of 1m"),
        ("1m" * 101, "202 characters is no hand: at most 200"),
    ],
)
def test_bad_hands_are_refused_with_the_reason(text: str, fault: str) -> None:
    with pytest.raises(NotationError, match=re.escape(fault)):
        tiles.parse_hand(text)


@pytest.mark.parametrize("text", ["", "5", "m", "0m", "55m", "5z", "5 m", "p5m", "10m"])
def test_no_tile_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is no tile: expected a rank 1-9 and a suit"):
        tiles.kind(text)


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(NotationError, match="a hand is text, not list"):
        tiles.parse_hand(["1m"])  # type: ignore[arg-type]


def test_the_caller_says_how_many_tiles_there_may_be() -> None:
    assert tiles.parse_hand("123m p5s", sizes=(6,)) == ([0, 1, 2], (Meld("pung", 22),))
    assert tiles.parse_hand("1m", sizes=()) == ([0], ())
    with pytest.raises(NotationError, match=r"13 tiles .* expected 14"):
        tiles.parse_hand("1112345678999m", sizes=(14,))
    with pytest.raises(NotationError, match=r"15 tiles .* expected at most 14"):
        tiles.parse_hand("111222333444555m", sizes=())


def test_tiles_alone_keep_their_order_and_take_no_open_sets() -> None:
    assert tiles.parse_tiles("31m 2p1m") == [2, 0, 10, 0]
    with pytest.raises(NotationError, match="suit 'p' has no ranks"):
        tiles.parse_tiles("12m p5m")


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


DECK = [kind for kind in range(tiles.KINDS) for _ in range(tiles.COPIES)]


@st.composite
def hands(draw: st.DrawFn) -> tuple[list[int], tuple[Meld, ...]]:
    """Hands that a wall can hold: up to four open sets of different kinds, the rest from what is left."""
    kinds = draw(st.lists(st.integers(0, tiles.KINDS - 1), max_size=4, unique=True))
    melds = tuple(Meld(draw(st.sampled_from(list(tiles.LETTERS))), kind) for kind in kinds)
    deck = list(DECK)
    for meld in melds:
        for _ in range(meld.size):
            deck.remove(meld.kind)
    size = draw(st.sampled_from([13, 14])) - 3 * len(melds)
    return sorted(draw(st.permutations(deck))[:size]), melds


@given(hands(), st.booleans())
def test_what_is_written_is_read_back(hand: tuple[list[int], tuple[Meld, ...]], chinese: bool) -> None:
    assert tiles.parse_hand(tiles.format_hand(*hand, chinese=chinese)) == hand


@given(st.integers(0, tiles.KINDS - 1))
def test_names_are_read_back(kind: int) -> None:
    assert tiles.kind(tiles.name(kind)) == tiles.kind(tiles.name_zh(kind)) == kind


@given(st.text(max_size=40) | st.text(alphabet="0123456789mpskac 万筒条一九碰直弯暗杠", max_size=40))
def test_any_text_is_read_or_refused_with_words(text: str) -> None:
    try:
        concealed, melds = tiles.parse_hand(text)
    except NotationError as fault:
        assert "expected" in str(fault) or "only four" in str(fault) or "at most" in str(fault)
    else:
        assert len(concealed) + 3 * len(melds) in (13, 14)
