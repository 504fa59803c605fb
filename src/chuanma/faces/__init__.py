"""Pictures of tiles: one SVG file a kind, and a whole hand as one picture.

The files are drawn by `tools/draw_faces.py`; each is a whole tile, 60 wide and 80 high, without ids, so that
any number of them may stand in one page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files

from chuanma.tiles import KINDS, Meld, format_hand, name

WIDTH, HEIGHT = 60, 80  # of a tile, in units of its picture
STEP = 62  # from one tile to its neighbour
GAP = 22  # before an open set, and before the winning tile
LIFT = 15  # room above the row: for the mark of the winning tile and the fourth tile of an added kong
MARK = "#e0261b"

Placed = tuple[str, float, float]  # picture, x, y of its upper left corner


@cache
def face_svg(kind: int) -> str:
    """The face of a kind (0-26) as a whole SVG document."""
    if not 0 <= kind < KINDS:
        raise ValueError(f"kind {kind}: there are kinds 0 to {KINDS - 1}")
    return _read(name(kind))


@cache
def back_svg() -> str:
    """A tile that lies face down, as a whole SVG document."""
    return _read("back")


def hand_svg(concealed: Iterable[int], melds: Sequence[Meld] = (), win: int | None = None) -> str:
    """A hand as one SVG document: tiles sorted, open sets behind them, the winning tile last and marked.

    `win` is one of the concealed kinds; ValueError if it is not. An added kong has its fourth tile on top of
    the three, a concealed one shows two backs outside. The picture's title is the hand in letters.
    """
    row = sorted(concealed)
    title = format_hand(row, melds)
    if win is not None:
        if win not in row:
            raise ValueError(f"the winning tile {name(win)} is not among the concealed tiles of {title}")
        row.remove(win)
    placed, x = _in_a_row([face_svg(kind) for kind in row], 0)
    for meld in melds:
        tiles, x = _meld(meld, x + GAP if x else 0)
        placed += tiles
    mark = ""
    if win is not None:
        x += GAP if x else 0
        mark = f'<path d="M{x + 21:g} 1H{x + 39:g}L{x + 30:g} 12Z" fill="{MARK}"/>'
        tiles, x = _in_a_row([face_svg(win)], x)
        placed += tiles
        title = f"{title} ({name(win)})"
    return _picture(title, placed, mark, max(x - STEP + WIDTH, 0))


def _read(stem: str) -> str:
    return files(__name__).joinpath(f"{stem}.svg").read_text("utf-8").strip()


def _in_a_row(pictures: Iterable[str], x: float) -> tuple[list[Placed], float]:
    """Tiles side by side from `x` on, and where the next would stand."""
    placed: list[Placed] = [(picture, x + i * STEP, LIFT) for i, picture in enumerate(pictures)]
    return placed, x + len(placed) * STEP


def _meld(meld: Meld, x: float) -> tuple[list[Placed], float]:
    face = face_svg(meld.kind)
    if meld.type == "concealed":
        return _in_a_row([back_svg(), face, face, back_svg()], x)
    if meld.type == "direct":
        return _in_a_row([face] * 4, x)
    placed, end = _in_a_row([face] * 3, x)
    if meld.type == "added":
        placed.append((face, x + STEP, 0))
    return placed, end


def _picture(title: str, placed: Iterable[Placed], mark: str, width: float) -> str:
    tiles = "".join(
        f'<g transform="translate({x:g} {y:g})">{_inside(picture)}</g>' for picture, x, y in placed
    )
    height = LIFT + HEIGHT
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height}" width="{width / 1.5:g}" '
        f'role="img"><title>{title}</title>{tiles}{mark}</svg>'
    )


def _inside(document: str) -> str:
    """What stands between the outer tags of a tile's document."""
    return document[document.index(">") + 1 : document.rindex("</svg>")]
