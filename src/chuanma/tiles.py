"""The 27 kinds of tile and the notation of a hand, in letters and in Chinese.

A kind is suit * 9 + rank - 1, suits in the order m (万), p (筒), s (条). A hand is written ranks first, then the suit
(`123m456p99s`); each open set follows as a token of its own: `p5m` 碰, `k5m` 直杠, `a5m` 弯杠, `c5m` 暗杠.
Chinese is read too: `123万456筒99条`, also 饼 and 索, numerals 一 to 九, `碰5万`, `直杠5万`, `弯杠5万`, `暗杠5万`.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

SUITS = "mps"
RANKS = 9
KINDS = 27
COPIES = 4
MAX_TEXT = 200  # characters; a hand needs far fewer

MeldType = Literal["pung", "direct", "added", "concealed"]
LETTERS: dict[MeldType, str] = {"pung": "p", "direct": "k", "added": "a", "concealed": "c"}
WORDS_ZH: dict[MeldType, str] = {"pung": "碰", "direct": "直杠", "added": "弯杠", "concealed": "暗杠"}
SUITS_ZH = "万筒条"
NUMERALS = "一二三四五六七八九"

_SUIT_OF = {**{letter: i for i, letter in enumerate(SUITS)}, **dict(zip("万筒条萬饼索", (0, 1, 2, 0, 1, 2), strict=True))}
_RANK_OF = {**{str(rank): rank for rank in range(1, 10)}, **{word: i + 1 for i, word in enumerate(NUMERALS)}}
_TYPE_OF: dict[str, MeldType] = {**{v: k for k, v in LETTERS.items()}, **{v: k for k, v in WORDS_ZH.items()}}
_MELD = re.compile(rf"(直杠|弯杠|暗杠|碰|[pkac])([1-9{NUMERALS}])([{''.join(_SUIT_OF)}])")
_ALLOWED = "ranks 1-9 or 一-九, then a suit m, p, s or 万, 筒, 条; open sets p5m, k5m, a5m, c5m"


class NotationError(ValueError):
    """A hand that cannot be read, or cannot exist; the message says what is wrong, where, and what is allowed."""


@dataclass(frozen=True, slots=True)
class Meld:
    """An open set: 碰 (three tiles) or one of the kongs (four)."""

    type: MeldType
    kind: int

    @property
    def size(self) -> int:
        """Tiles in it: 3 or 4."""
        return 3 if self.type == "pung" else 4

    def __str__(self) -> str:
        return LETTERS[self.type] + name(self.kind)


def kind(text: str) -> int:
    """The kind of one tile, e.g. ``5m`` or ``五万``."""
    plain = _plain(text)
    if len(plain) != 2 or plain[0] not in _RANK_OF or plain[1] not in _SUIT_OF:
        raise NotationError(f"{text[:20]!r} is no tile: a rank 1-9 and a suit m, p or s, such as 5m")
    return _SUIT_OF[plain[1]] * RANKS + _RANK_OF[plain[0]] - 1


def name(kind: int) -> str:
    """The tile in letters, e.g. ``5m``."""
    return f"{kind % RANKS + 1}{SUITS[kind // RANKS]}"


def name_zh(kind: int) -> str:
    """The tile in Chinese, e.g. ``五万``."""
    return NUMERALS[kind % RANKS] + SUITS_ZH[kind // RANKS]


def parse_tiles(text: str) -> list[int]:
    """The kinds written in `text`, sorted by nothing: in the order written. Open sets are not allowed here."""
    return _read_tiles(_plain(text), text)


def parse_hand(text: str, sizes: Collection[int] = (13, 14)) -> tuple[list[int], tuple[Meld, ...]]:
    """Concealed kinds (sorted) and open sets of a hand.

    `sizes` are the counts allowed, an open set counting three; an empty collection allows any up to 14.
    """
    plain = _plain(text)
    concealed: list[int] = []
    melds: list[Meld] = []
    for token in plain.split():
        found = _MELD.fullmatch(token)
        if found:
            melds.append(Meld(_TYPE_OF[found[1]], kind(found[2] + found[3])))
        else:
            concealed += _read_tiles(token, text)
    _check(text, concealed, melds, sizes)
    return sorted(concealed), tuple(melds)


def format_tiles(kinds: Iterable[int], *, chinese: bool = False) -> str:
    """Sorted tiles: ``123m99s``, or ``123万99条``."""
    suits = SUITS_ZH if chinese else SUITS
    ordered = sorted(kinds)
    return "".join(
        "".join(str(k % RANKS + 1) for k in ordered if k // RANKS == i) + suit
        for i, suit in enumerate(suits)
        if any(k // RANKS == i for k in ordered)
    )


def format_hand(concealed: Iterable[int], melds: Sequence[Meld] = (), *, chinese: bool = False) -> str:
    """The notation of a hand; `parse_hand` reads it back."""
    parts = [format_tiles(concealed, chinese=chinese)]
    for meld in melds:
        if chinese:
            parts.append(f"{WORDS_ZH[meld.type]}{meld.kind % RANKS + 1}{SUITS_ZH[meld.kind // RANKS]}")
        else:
            parts.append(str(meld))
    return " ".join(part for part in parts if part)


def _plain(text: str) -> str:
    """Full-width forms and separators made plain."""
    if not isinstance(text, str):
        raise NotationError(f"a hand is text, not {type(text).__name__}")
    if len(text) > MAX_TEXT:
        raise NotationError(f"a hand of {len(text)} characters: at most {MAX_TEXT} are read")
    return unicodedata.normalize("NFKC", text).replace(",", " ").replace("、", " ").strip()


def _read_tiles(plain: str, text: str) -> list[int]:
    kinds: list[int] = []
    ranks: list[int] = []
    for place, sign in enumerate(plain):
        if sign in _RANK_OF:
            ranks.append(_RANK_OF[sign])
        elif sign in _SUIT_OF:
            if not ranks:
                raise NotationError(f"{text[:40]!r}: no ranks before suit {sign!r}; expected {_ALLOWED}")
            kinds += [_SUIT_OF[sign] * RANKS + rank - 1 for rank in ranks]
            ranks = []
        elif not sign.isspace():
            raise NotationError(f"{text[:40]!r}: {sign!r} at place {place + 1} is not known; expected {_ALLOWED}")
    if ranks:
        raise NotationError(f"{text[:40]!r}: ranks {''.join(map(str, ranks))} have no suit; expected {_ALLOWED}")
    return kinds


def _check(text: str, concealed: list[int], melds: list[Meld], sizes: Collection[int]) -> None:
    if not concealed:
        raise NotationError(f"{text[:40]!r}: no concealed tiles; expected {_ALLOWED}")
    if len(melds) > 4:
        raise NotationError(f"{text[:40]!r}: {len(melds)} open sets; at most four are possible")
    copies = Counter(concealed)
    for meld in melds:
        copies[meld.kind] += meld.size
    for each, number in sorted(copies.items()):
        if number > COPIES:
            raise NotationError(f"{text[:40]!r}: {number} copies of {name(each)}; there are only four")
    size = len(concealed) + 3 * len(melds)
    if size > 14 or (sizes and size not in sizes):
        wanted = " or ".join(map(str, sorted(sizes))) if sizes else "at most 14"
        raise NotationError(f"{text[:40]!r}: {size} tiles (an open set counts three); expected {wanted}")
