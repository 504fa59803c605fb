"""Draws the tile faces of `src/chuanma/faces`: 27 kinds and the back, each a small SVG of a whole tile.

    npm install --prefix build/faces @fontsource/noto-serif-sc@5.3.0
    pip install fonttools brotli
    python tools/draw_faces.py build/faces/node_modules/@fontsource/noto-serif-sc
    python tools/draw_faces.py --check build/faces/node_modules/@fontsource/noto-serif-sc

The characters are outlines of Noto Serif SC (SIL Open Font License 1.1); all else is drawn here. Lengths are
in units of the picture, 60 wide and 80 high, y downwards. The files hold no ids, so that a page may inline
any number of them, and no gradients: at 30 pixels flat colours are clearer.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from fontTools.pens.basePen import BasePen
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

FACES = Path(__file__).parents[1] / "src" / "chuanma" / "faces"
FONT = "files/noto-serif-sc-chinese-simplified-{weight}-normal.woff2"

RED, GREEN, BLUE, INK = "#c4161c", "#0f7a45", "#1b459c", "#1d2130"
IVORY, EDGE, BACKING, GOLD = "#fffcf2", "#dccfae", "#1d6b47", "#e0a526"
CENTRE_X, CENTRE_Y = 30.0, 36.6  # of the face, which ends above the edge of the tile

Spot = tuple[float, float, str]  # x, y, colour


def number(value: float) -> str:
    """A coordinate in as few signs as one decimal needs."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    if text.startswith(("0.", "-0.")):
        return text.replace("0.", ".", 1)
    return "0" if text == "-0" else text


def joined(*values: float) -> str:
    """Coordinates of a path; a minus sign needs no space before it."""
    return " ".join(map(number, values)).replace(" -", "-")


# --------------------------------------------------------------------------------------------------- tiles
def tile(drawing: str) -> str:
    """A tile that lies face up: green backing, ivory edge, and the face with its drawing."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80">'
        f'<rect y="60" width="60" height="20" rx="7" fill="{BACKING}"/>'
        f'<rect width="60" height="77" rx="7" fill="{EDGE}"/>'
        f'<rect x="1" y=".8" width="58" height="71.7" rx="6.2" fill="{IVORY}"/>'
        f"{drawing}</svg>\n"
    )


def back() -> str:
    """A tile that lies face down: its green backing with a diamond in a frame, the ivory below."""
    light = "#7fcaa2"
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80">'
        f'<rect y="60" width="60" height="20" rx="7" fill="{EDGE}"/>'
        f'<rect width="60" height="75" rx="7" fill="{BACKING}"/>'
        '<rect x="1" y=".8" width="58" height="71.7" rx="6.2" fill="#27875a"/>'
        f'<g fill="none" stroke="{light}" stroke-width="2">'
        '<rect x="6" y="5.8" width="48" height="61.7" rx="3.6"/>'
        '<path d="M30 13.6 45.5 36.6 30 59.6 14.5 36.6Z"/></g>'
        f'<path d="M30 26.6 36.8 36.6 30 46.6 23.2 36.6Z" fill="{light}"/>'
        "</svg>\n"
    )


# ---------------------------------------------------------------------------------------------- characters
class Outline(BasePen):  # type: ignore[misc]
    """Collects a glyph as a path of relative steps on a grid of a tenth, without drift."""

    def __init__(self, glyphs: Any) -> None:
        super().__init__(glyphs)
        self.parts: list[str] = []
        self.at = (0.0, 0.0)

    def _step(self, letter: str, *points: tuple[float, float]) -> None:
        rounded = [(round(x, 1), round(y, 1)) for x, y in points]
        offsets = [value for x, y in rounded for value in (x - self.at[0], y - self.at[1])]
        self.parts.append(letter + joined(*offsets))
        self.at = rounded[-1]

    def _moveTo(self, point: tuple[float, float]) -> None:
        x, y = round(point[0], 1), round(point[1], 1)
        self.parts.append("M" + joined(x, y))
        self.at = (x, y)

    def _lineTo(self, point: tuple[float, float]) -> None:
        self._step("l", point)

    def _qCurveToOne(self, control: tuple[float, float], point: tuple[float, float]) -> None:
        self._step("q", control, point)

    def _curveToOne(self, a: tuple[float, float], b: tuple[float, float], point: tuple[float, float]) -> None:
        self._step("c", a, b, point)

    def _closePath(self) -> None:
        self.parts.append("z")


class Script:
    """Characters of one weight of the font."""

    def __init__(self, package: Path, weight: int) -> None:
        font = TTFont(package / FONT.format(weight=weight))
        self.glyphs = font.getGlyphSet()
        self.names = font.getBestCmap()

    def draw(self, sign: str, y: float, width: float, height: float, colour: str, swell: float = 0.0) -> str:
        """The character with an em of `width` by `height`, its ink centred at `y`, thickened by `swell`."""
        glyph = self.glyphs[self.names[ord(sign)]]
        bounds = BoundsPen(self.glyphs)
        glyph.draw(bounds)
        left, bottom, right, top = bounds.bounds
        scale_x, scale_y = width / 1000, -height / 1000
        outline = Outline(self.glyphs)
        middle = (CENTRE_X - scale_x * (left + right) / 2, y - scale_y * (bottom + top) / 2)
        glyph.draw(TransformPen(outline, (scale_x, 0, 0, scale_y, *middle)))
        stroke = f' stroke="{colour}" stroke-width="{number(swell)}" stroke-linejoin="round"' if swell else ""
        return f'<path d="{"".join(outline.parts)}" fill="{colour}"{stroke}/>'


def characters(package: Path) -> Iterable[str]:
    """1m to 9m: the numeral in ink, 萬 below in red."""
    bold, black = Script(package, 700), Script(package, 900)
    for sign in "一二三四五六七八九":
        swell = 2.4 if sign in "一二三" else 0.8  # strokes that lie flat are thin in print letters
        yield black.draw(sign, 18.6, 40, 30, INK, swell) + bold.draw("萬", 53.4, 40, 35, RED)


# ---------------------------------------------------------------------------------------------------- dots
def circle(x: float, y: float, radius: float, paint: str) -> str:
    """A circle; `paint` are its further attributes."""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" {paint}/>'


def ring(x: float, y: float, radius: float, width: float, colour: str = IVORY) -> str:
    """A circle that is a line only."""
    return circle(x, y, radius, f'fill="none" stroke="{colour}" stroke-width="{number(width)}"')


def beads(x: float, y: float, radius: float, size: float, count: int, colour: str = IVORY) -> str:
    """Round beads on a circle: a dashed stroke whose dashes are all cap."""
    return circle(
        x,
        y,
        radius,
        f'pathLength="{count}" fill="none" stroke="{colour}" stroke-width="{number(size)}" '
        'stroke-linecap="round" stroke-dasharray="0 1"',
    )


def dot(x: float, y: float, radius: float, colour: str) -> str:
    """A coin: disc, ivory ring, a flower of beads in the middle."""
    middle = circle(x, y, radius * 0.2, f'fill="{IVORY}"')
    flower = beads(x, y, radius * 0.36, radius * 0.2, 6) if radius > 9 else ""
    disc = circle(x, y, radius, f'fill="{colour}"')
    return disc + ring(x, y, radius * 0.7, max(1.1, radius * 0.13)) + flower + middle


def great_dot() -> str:
    """1p: one coin as wide as the tile, ring within ring."""
    x, y = CENTRE_X, CENTRE_Y
    return (
        circle(x, y, 25, f'fill="{GREEN}"')
        + beads(x, y, 21.8, 2.6, 24)
        + circle(x, y, 18.6, f'fill="{IVORY}"')
        + circle(x, y, 16.8, f'fill="{BLUE}"')
        + circle(x, y, 12.6, f'fill="{IVORY}"')
        + circle(x, y, 11, f'fill="{RED}"')
        + beads(x, y, 5.8, 3.6, 8)
        + circle(x, y, 2.4, f'fill="{IVORY}"')
    )


def grid(xs: Iterable[float], ys: Iterable[float], colour: str) -> list[Spot]:
    """Spots on every crossing, row by row."""
    columns = list(xs)
    return [(x, y, colour) for y in ys for x in columns]


DOTS: dict[int, tuple[float, list[Spot]]] = {
    2: (13.6, [(30, 19, BLUE), (30, 54.2, GREEN)]),
    3: (10.8, [(14, 14.6, BLUE), (30, 36.6, RED), (46, 58.6, GREEN)]),
    4: (11.6, [(16.6, 18, BLUE), (43.4, 18, GREEN), (16.6, 55.2, GREEN), (43.4, 55.2, BLUE)]),
    5: (10, [(14, 14.6, BLUE), (46, 14.6, GREEN), (30, 36.6, RED), (14, 58.6, GREEN), (46, 58.6, BLUE)]),
    6: (9.6, grid((18, 42), (13.4,), GREEN) + grid((18, 42), (38.4, 60), RED)),
    7: (8.1, [(12, 11.2, GREEN), (30, 17.4, GREEN), (48, 23.6, GREEN), *grid((19.4, 40.6), (43, 61.6), RED)]),
    8: (7.6, grid((19, 41), (10.8, 28, 45.2, 62.4), BLUE)),
    9: (7.9, grid((11.4, 30, 48.6), (12.6,), GREEN) + grid((11.4, 30, 48.6), (36.6,), RED)
        + grid((11.4, 30, 48.6), (60.6,), BLUE)),
}  # fmt: skip


def dots() -> Iterable[str]:
    """1p to 9p."""
    yield great_dot()
    for radius, spots in DOTS.values():
        yield "".join(dot(x, y, radius, colour) for x, y, colour in spots)


# -------------------------------------------------------------------------------------------------- bamboo
def stick(x: float, y: float, width: float, height: float, turn: float = 0.0) -> tuple[str, str]:
    """One length of bamboo about its middle, as two paths: its body with three knots, and the light on it."""
    a, b, k = width / 2, width * 0.39, height / 2
    right = [
        (a, -k, b, 2 - k, b, 4.2 - k),
        (b, -4, b, -1.8, a, -1.6),
        (a, 1.6, b, 1.8, b, 4),
        (b, k - 4.2, b, k - 2, a, k),
    ]
    left = [[-value for value in side] for side in right]
    cosine, sine = math.cos(math.radians(turn)), math.sin(math.radians(turn))

    def place(*values: float) -> str:
        pairs = zip(values[::2], values[1::2], strict=True)
        turned = ((px * cosine - py * sine, px * sine + py * cosine) for px, py in pairs)
        return joined(*(value for px, py in turned for value in (x + px, y + py)))

    def flank(sides: Iterable[Sequence[float]]) -> str:
        return "".join(f"L{place(*side[:2])}Q{place(*side[2:])}" for side in sides)

    body = f"M{place(-a, -k)}Q{place(0, -k - 2, a, -k)}{flank(right)}Q{place(0, k + 2, -a, k)}{flank(left)}"
    light = f"M{place(0, 3 - k)}L{place(0, -3.4)}M{place(0, 3.4)}L{place(0, k - 3)}"
    return body + "Z", light


Stick = tuple[float, float, float, float, float, str]  # x, y, width, height, turn in degrees, colour


def bundle(sticks: Iterable[Stick]) -> str:
    """Lengths of bamboo, one path for each colour and one for the light on all."""
    bodies: dict[str, str] = {}
    lights = ""
    for x, y, width, height, turn, colour in sticks:
        body, light = stick(x, y, width, height, turn)
        bodies[colour] = bodies.get(colour, "") + body
        lights += light
    drawn = "".join(f'<path d="{body}" fill="{colour}"/>' for colour, body in bodies.items())
    return drawn + f'<path d="{lights}" stroke="{IVORY}" stroke-width="1.2" stroke-linecap="round"/>'


def upright(spots: Iterable[Spot], width: float, height: float) -> list[Stick]:
    """Lengths of one size that stand straight."""
    return [(x, y, width, height, 0.0, colour) for x, y, colour in spots]


def eight() -> list[Stick]:
    """8s: a W above and its reflection, an M, below."""
    half = [(8, 19.2, 0.0), (52, 19.2, 0.0), (22.8, 19.2, 24.0), (37.2, 19.2, -24.0)]
    return [(x, y, 8.0, 27.0, turn, GREEN) for x, y, turn in half] + [
        (x, 2 * CENTRE_Y - y, 8.0, 27.0, -turn, GREEN) for x, y, turn in half
    ]


THREE = (12.5, 30, 47.5)
STICKS: dict[int, list[Stick]] = {
    2: upright([(30, 20, GREEN), (30, 53.2, GREEN)], 11, 27),
    3: upright([(30, 20, GREEN), (16.5, 53.2, GREEN), (43.5, 53.2, GREEN)], 11, 27),
    4: upright(grid((16.5, 43.5), (20, 53.2), GREEN), 11, 27),
    5: upright([*grid((12.5, 47.5), (20, 53.2), GREEN), (30, 36.6, RED)], 11, 27),
    6: upright(grid(THREE, (20, 53.2), GREEN), 11, 27),
    7: upright([(30, 12.6, RED), *grid(THREE, (36.6, 60.6), GREEN)], 10, 17.5),
    8: eight(),
    9: upright([(x, y, RED if x == 30 else GREEN) for x in THREE for y in (12.6, 36.6, 60.6)], 10, 17.5),
}


def feather(turn: float, length: float) -> str:
    """A feather of the tail: a leaf from the rump, with an eye near its end."""
    w = 5.6
    leaf = f"M0 0C{joined(-1.5, -length * 0.4, -w, -length * 0.62, -w, 5 - length)}"
    leaf += f"C{joined(-w, -length, w, -length, w, 5 - length)}"
    leaf += f"C{joined(w, -length * 0.62, 1.5, -length * 0.4, 0, 0)}Z"
    eye = 5.6 - length
    return (
        f'<g transform="translate(32 43) rotate({number(turn)})">'
        f'<path d="{leaf}" fill="{GREEN}" stroke="{IVORY}" stroke-width=".9"/>'
        + circle(0, eye, 3.7, f'fill="{IVORY}"')
        + circle(0, eye, 2.6, f'fill="{RED}"')
        + "</g>"
    )


def bird() -> str:
    """1s: a peacock on a stem of bamboo."""
    tail = "".join(feather(turn, length) for turn, length in ((75, 25), (51, 30.5), (27, 38), (3, 38)))
    body = (
        "M9.6 20.4C9.4 14.6 13.6 10.8 18.6 11C24 11.2 27 15.6 26.4 21C25.8 27 29.6 30.4 34.6 33.4"
        "C40.4 37 43.4 41 43.6 46C38 54.6 29 57.4 21.4 54.4C12.6 51 9 43.6 11.4 35.8"
        "C12.6 31.6 13.4 28.6 12 25.6C10.6 24.2 9.6 22.6 9.6 20.4Z"
    )
    return (
        '<g transform="translate(2 2.6) scale(.94)">'
        + tail
        + f'<path d="{body}" fill="{BLUE}"/>'
        + f'<path d="M17 38C21 32.6 31 34 40.4 46.6C31 51.6 18.6 49.4 17 38Z" fill="{RED}"/>'
        + f'<path d="M22.6 39.8C27 39.4 32 42 35.6 46.2M22.6 43.6C26 43.8 29 45 31.4 47" fill="none" '
        f'stroke="{IVORY}" stroke-width="1.3" stroke-linecap="round"/>'
        + f'<path d="M10.4 17.4 2.6 21.6 10.2 23.4Z" fill="{GOLD}"/>'
        + circle(16.6, 18.4, 2.7, f'fill="{IVORY}"')
        + circle(16.2, 18.4, 1.4, f'fill="{INK}"')
        + f'<path d="M17.4 11 13.6 4.8M19.4 11 19.6 3.6M21.4 11.6 25.2 5.4" stroke="{BLUE}" '
        + 'stroke-width="1.5"/>'
        + "".join(circle(x, y, 1.8, f'fill="{RED}"') for x, y in ((13.4, 4.6), (19.6, 3.8), (25.4, 5.2)))
        + f'<path d="M22 54V63M29 54.6V63" stroke="{RED}" stroke-width="2.2"/>'
        + "</g>"
        + perch()
    )


def perch() -> str:
    """A stem of bamboo that lies across the foot of the tile."""
    return (
        f'<path d="M5 61.6H55V62.4Q53.4 65 55 67.6V68.4H5V67.6Q6.6 65 5 62.4Z" fill="{GREEN}"/>'
        f'<path d="M10 65H19.5M24.5 65H35.5M40.5 65H50" stroke="{IVORY}" stroke-width="1.3" '
        'stroke-linecap="round"/>'
    )


def bamboo() -> Iterable[str]:
    """1s to 9s."""
    yield bird()
    for sticks in STICKS.values():
        yield bundle(sticks)


# ------------------------------------------------------------------------------------------------- command
def drawings(package: Path) -> dict[str, str]:
    """Every file by its name."""
    faces = {"back.svg": back()}
    for suit, row in (("m", characters(package)), ("p", dots()), ("s", bamboo())):
        faces |= {f"{rank}{suit}.svg": tile(drawing) for rank, drawing in enumerate(row, 1)}
    return faces


def differing(faces: dict[str, str]) -> list[str]:
    """Names of files that are not what is drawn now."""
    return [
        name
        for name, text in faces.items()
        if not (FACES / name).is_file() or (FACES / name).read_text("utf-8") != text
    ]


def main() -> int:
    """Exit code 0, or 1 when the check finds a difference."""
    parser = argparse.ArgumentParser(description="Draw the tile faces.")
    parser.add_argument("package", type=Path, help="folder of the npm package @fontsource/noto-serif-sc")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file is not as drawn")
    options = parser.parse_args()
    faces = drawings(options.package)
    changed = differing(faces)
    if options.check:
        print(f"differ: {', '.join(changed)}" if changed else f"{len(faces)} files are as drawn")
        return 1 if changed else 0
    for name in changed:
        (FACES / name).write_text(faces[name], "utf-8")
    size = sum(len(text.encode()) for text in faces.values())
    print(f"{len(changed)} of {len(faces)} files written, {size} bytes in all")
    return 0


if __name__ == "__main__":
    sys.exit(main())
