"""The tile faces and pictures of hands."""

from __future__ import annotations

from importlib.resources import files
from xml.etree import ElementTree

import pytest

from chuanma import faces, tiles
from chuanma.tiles import Meld

SVG = "{http://www.w3.org/2000/svg}"
ALL = {tiles.name(kind): faces.face_svg(kind) for kind in range(tiles.KINDS)} | {"back": faces.back_svg()}


def drawing(parent: ElementTree.Element) -> str:
    return "".join(ElementTree.tostring(part, "unicode") for part in parent)


INSIDE = {drawing(ElementTree.fromstring(svg)): each for each, svg in ALL.items()}


def shown(svg: str) -> list[tuple[str, float, float]]:
    """The tiles of a picture of a hand with their places, in the order drawn."""
    found = []
    for group in ElementTree.fromstring(svg).findall(SVG + "g"):
        x, y = group.attrib["transform"].removeprefix("translate(").removesuffix(")").split()
        found.append((INSIDE[drawing(group)], float(x), float(y)))
    return found


def hand(text: str, win: str | None = None) -> str:
    return faces.hand_svg(*tiles.parse_hand(text, sizes=()), None if win is None else tiles.kind(win))


@pytest.mark.parametrize("each", list(ALL))
def test_each_face_is_a_whole_tile_of_its_own(each: str) -> None:
    root = ElementTree.fromstring(ALL[each])

    assert root.tag == SVG + "svg"
    assert root.attrib["viewBox"] == "0 0 60 80"
    assert len(root) >= 5  # backing, edge, face, and a drawing on it


def test_no_two_faces_are_alike() -> None:
    assert len(INSIDE) == 28


def test_faces_can_stand_together_in_one_page() -> None:
    """No ids, which would clash, and nothing that refers to something outside the file."""
    for svg in ALL.values():
        assert not any(word in svg for word in (" id=", "url(", "href", "<style", "<script"))


def test_faces_are_small_enough_to_ship() -> None:
    assert sum(len(svg.encode()) for svg in ALL.values()) < 60_000


def test_no_file_lies_beside_the_faces_that_nobody_shows() -> None:
    names = {entry.name for entry in files(faces).iterdir() if entry.name.endswith(".svg")}

    assert names == {f"{each}.svg" for each in ALL}


@pytest.mark.parametrize("kind", [-1, 27])
def test_a_kind_that_does_not_exist_has_no_face(kind: int) -> None:
    with pytest.raises(ValueError, match=f"kind {kind}: there are kinds 0 to 26"):
        faces.face_svg(kind)


def test_a_hand_shows_its_tiles_sorted() -> None:
    """62 from tile to tile."""
    assert shown(hand("9s1m5p")) == [("1m", 0, 15), ("5p", 62, 15), ("9s", 124, 15)]


def test_open_sets_stand_apart() -> None:
    """One tile of 62, then 22 of nothing before each set."""
    assert shown(hand("1s p5m k6p")) == [
        ("1s", 0, 15),
        ("5m", 84, 15), ("5m", 146, 15), ("5m", 208, 15),
        ("6p", 292, 15), ("6p", 354, 15), ("6p", 416, 15), ("6p", 478, 15),
    ]  # fmt: skip


def test_a_concealed_kong_shows_two_backs_outside() -> None:
    assert [each for each, _, _ in shown(hand("1s c5m"))] == ["1s", "back", "5m", "5m", "back"]


def test_the_fourth_tile_of_an_added_kong_lies_on_top() -> None:
    assert shown(hand("1s a5m"))[1:] == [("5m", 84, 15), ("5m", 146, 15), ("5m", 208, 15), ("5m", 146, 0)]


def test_the_winning_tile_stands_apart_and_is_marked() -> None:
    svg = hand("1155m p2s", win="1m")

    assert [each for each, _, _ in shown(svg)] == ["1m", "5m", "5m", "2s", "2s", "2s", "1m"]
    assert shown(svg)[-1][1] == 6 * 62 + 2 * 22
    assert faces.MARK in svg
    assert faces.MARK not in hand("1155m p2s")


def test_the_picture_is_as_wide_as_its_tiles_and_says_what_it_shows() -> None:
    """Six tiles and two gaps before the winning tile, which ends 60 after its beginning."""
    root = ElementTree.fromstring(hand("1155m p2s", win="1m"))

    assert root.attrib["viewBox"] == "0 0 476 95"
    assert root.findtext(SVG + "title") == "1155m p2s (1m)"


def test_a_winning_tile_that_is_not_in_the_hand_is_refused() -> None:
    with pytest.raises(ValueError, match="the winning tile 9m is not among the concealed tiles of 11m p2s"):
        faces.hand_svg([0, 0], (Meld("pung", 19),), win=8)
