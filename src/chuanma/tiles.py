"""The 27 kinds of tile and the notation of a hand, in letters and in Chinese.

A kind is suit * 9 + rank - 1, suits in the order m (万), p (筒), s (条). A hand is written ranks first, then
the suit (`123m456p99s`); each open set follows as a token of its own: `p5m` 碰, `k5m` 直杠, `a5m` 弯杠,
`c5m` 暗杠.
Chinese is read too: `123万456筒99条`, also 饼 and 索, numerals 一 to 九, `碰5万`, `直杠5万`, `弯杠5万`,
`暗杠5万`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

SUITS = "mps"
RANKS = 9
KINDS = 27
COPIES = 4
MAX_MELDS = 4
MAX_SIZE = 14  # tiles of one seat, an open set counting three
MAX_TEXT = 200  # characters; a hand needs far fewer
SHOWN = 60  # characters of a bad text that a message repeats

MeldType = Literal["pung", "direct", "added", "concealed"]
LETTERS: dict[MeldType, str] = {"pung": "p", "direct": "k", "added": "a", "concealed": "c"}
WORDS_ZH: dict[MeldType, str] = {"pung": "碰", "direct": "直杠", "added": "弯杠", "concealed": "暗杠"}
SUITS_ZH = "万筒条"
NUMERALS = "一二三四五六七八九"

_SUIT_OF = {sign: suit for suit, signs in enumerate(("m万萬", "p筒饼", "s条索")) for sign in signs}
_RANK_OF = {**{str(rank): rank for rank in range(1, 10)}, **{word: i + 1 for i, word in enumerate(NUMERALS)}}
_TYPE_OF: dict[str, MeldType] = {**{v: k for k, v in LETTERS.items()}, **{v: k for k, v in WORDS_ZH.items()}}
_MELD = re.compile(rf"(直杠|弯杠|暗杠|碰|[pkac])([1-9{NUMERALS}])([{''.join(_SUIT_OF)}])")
_MELD_STARTS = frozenset(word[0] for word in _TYPE_OF)  # no group of tiles starts so: ranks come first there
_FULL_WIDTH = {0xFF01 + i: 0x21 + i for i in range(94)}  # that block repeats ASCII from ! to ~
_ALLOWED = (
    "ranks 1-9 or 一-九 followed by a suit m, p, s or 万, 筒, 条; then, apart by spaces, "
    "open sets p5m (碰), k5m (直杠), a5m (弯杠), c5m (暗杠)"
)


class NotationError(ValueError):
    """A hand that cannot be read or cannot exist; the message says what, where, and what is allowed."""


@dataclass(frozen=True, slots=True)
class Meld:
    """An open set: 碰 (three tiles) or one of the kongs (four)."""

    type: MeldType
    kind: int

    @property
    def size(self) -> int:
        """Tiles in it: 3 or 4."""
        return 3 if self.type == "pung" else 4

    @property
    def letter(self) -> str:
        """p, k, a or c."""
        return LETTERS[self.type]

    def __str__(self) -> str:
        return self.letter + name(self.kind)


def kind(text: str) -> int:
    """The kind of one tile, e.g. ``5m`` or ``五万``; anything else raises NotationError."""
    plain = _plain(text)
    if len(plain) != 2 or plain[0] not in _RANK_OF or plain[1] not in _SUIT_OF:
        raise NotationError(
            f"{text[:SHOWN]!r} is no tile: expected a rank 1-9 and a suit m, p or s, such as 5m"
        )
    return _SUIT_OF[plain[1]] * RANKS + _RANK_OF[plain[0]] - 1


def name(kind: int) -> str:
    """The tile in letters, e.g. ``5m``."""
    return f"{kind % RANKS + 1}{SUITS[kind // RANKS]}"


def name_zh(kind: int) -> str:
    """The tile in Chinese, e.g. ``五万``."""
    return NUMERALS[kind % RANKS] + SUITS_ZH[kind // RANKS]


def parse_tiles(text: str) -> list[int]:
    """The kinds written in `text`, in the order written; spaces may stand between groups.

    Open sets are not read here, and copies are not counted. NotationError for anything that is no tiles.
    """
    return [each for place, token in _tokens(text) for each in _read_tiles(text, place, token)]


def parse_hand(text: str, sizes: Collection[int] = (13, 14)) -> tuple[list[int], tuple[Meld, ...]]:
    """Concealed kinds (sorted) and open sets (in the order written) of a hand.

    `sizes` are the counts allowed, an open set counting three; an empty collection allows any up to 14. A
    hand that cannot be read, or that no seat can hold, raises NotationError.
    """
    concealed: list[int] = []
    melds: list[Meld] = []
    for place, token in _tokens(text):
        if token[0] in _MELD_STARTS:
            melds.append(_read_meld(text, place, token))
        else:
            concealed += _read_tiles(text, place, token)
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
    """Full-width forms made plain, sign by sign, so that places in the text stay what they are."""
    if not isinstance(text, str):
        raise NotationError(f"a hand is text, not {type(text).__name__}; expected {_ALLOWED}")
    if len(text) > MAX_TEXT:
        raise NotationError(f"a text of {len(text)} characters is no hand: at most {MAX_TEXT} are read")
    return text.translate(_FULL_WIDTH)


def _tokens(text: str) -> list[tuple[int, str]]:
    """What stands between spaces, each with its place in the text (from 0)."""
    tokens = [(found.start(), found[0]) for found in re.finditer(r"\S+", _plain(text))]
    if not tokens:
        raise NotationError(f"the text is empty; expected {_ALLOWED}")
    return tokens


def _read_meld(text: str, place: int, token: str) -> Meld:
    found = _MELD.fullmatch(token)
    if not found:
        raise _fault(text, place, f"{token[:SHOWN]!r} is no open set")
    return Meld(_TYPE_OF[found[1]], kind(found[2] + found[3]))


def _read_tiles(text: str, start: int, token: str) -> list[int]:
    kinds: list[int] = []
    ranks: list[int] = []
    for place, sign in enumerate(token, start):
        if sign in _RANK_OF:
            ranks.append(_RANK_OF[sign])
        elif sign not in _SUIT_OF:
            raise _fault(text, place, f"{sign!r} is not known")
        elif not ranks:
            raise _fault(text, place, f"suit {sign!r} has no ranks before it")
        else:
            kinds += [_SUIT_OF[sign] * RANKS + rank - 1 for rank in ranks]
            ranks = []
    if ranks:
        raise _fault(text, start + len(token) - len(ranks), f"ranks {''.join(map(str, ranks))} have no suit")
    return kinds


def _fault(text: str, place: int, what: str) -> NotationError:
    shown = text if len(text) <= SHOWN else text[:SHOWN] + "…"
    return NotationError(f"{shown!r}, place {place + 1}: {what}; expected {_ALLOWED}")


def _check(text: str, concealed: list[int], melds: list[Meld], sizes: Collection[int]) -> None:
    """Refuse what no seat can hold: too many open sets, a fifth copy, a wrong number of tiles."""
    if len(melds) > MAX_MELDS:
        raise NotationError(f"{text!r}: {len(melds)} open sets; at most four are possible")
    copies = Counter(concealed)
    for meld in melds:
        copies[meld.kind] += meld.size
    for each, number in sorted(copies.items()):
        if number > COPIES:
            raise NotationError(f"{text!r}: {number} copies of {name(each)}; there are only four of a kind")
    size = len(concealed) + 3 * len(melds)
    if size > MAX_SIZE or (sizes and size not in sizes):
        wanted = " or ".join(map(str, sorted(sizes))) if sizes else f"at most {MAX_SIZE}"
        raise NotationError(f"{text!r}: {size} tiles (an open set counts three); expected {wanted}")
