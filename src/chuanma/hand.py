"""Hands with names: complete or not, waits, deficiency, what each discard accepts, what a win is worth and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from chuanma import faces, tiles
from chuanma.engine import layout as L
from chuanma.engine import value as V
from chuanma.engine.hands import deficiencies_of, value_at, values_of, wins_of
from chuanma.engine.jit import records
from chuanma.engine.shapes import accepts, deficiency, is_win, load_tables, waits
from chuanma.rules import Ruleset
from chuanma.rules.kernel import fill
from chuanma.text import LANGS, text
from chuanma.tiles import Meld, NotationError

FLAGS = ("self_draw", "after_kong", "kong_discard", "robbed", "last_tile", "heaven", "earth")
_CODES = {"pung": L.MELD_PUNG, "direct": L.MELD_DIRECT, "added": L.MELD_ADDED, "concealed": L.MELD_CONCEALED}
_CLASHES = (
    ("self_draw", "kong_discard"),
    ("self_draw", "robbed"),
    ("after_kong", "kong_discard"),
    ("after_kong", "robbed"),
    ("kong_discard", "robbed"),
    ("last_tile", "robbed"),
    ("heaven", "earth"),
    ("heaven", "after_kong"),
    ("heaven", "kong_discard"),
    ("heaven", "robbed"),
    ("heaven", "last_tile"),
    ("earth", "after_kong"),
    ("earth", "kong_discard"),
    ("earth", "robbed"),
    ("earth", "last_tile"),
)


class HandError(ValueError):
    """A question about a hand that makes no sense; the message says why."""


@dataclass(frozen=True, slots=True)
class Discard:
    """One way to throw: the deficiency it leaves, the kinds that lower it, how many of them are left."""

    tile: str
    deficiency: int
    accepts: tuple[str, ...]
    left: int


@dataclass(frozen=True, slots=True)
class Pattern:
    """The basic pattern counted, and its units."""

    id: str
    units: int

    def name(self, lang: str) -> str:
        """Its name in a language."""
        return text(f"pattern.{self.id}", lang)


@dataclass(frozen=True, slots=True)
class Bonus:
    """A bonus, how often it counts, and its factor each time."""

    id: str
    count: int
    factor: int

    def name(self, lang: str) -> str:
        """Its name in a language."""
        return text(f"bonus.{self.id}", lang)


@dataclass(frozen=True, slots=True)
class HandValue:
    """What a hand is worth (RULES §6): `units` under the cap, the 32 of `dihu_mode = add` in; None: it is no win.

    A payer pays `units` and `base`, which is 1 for a self-draw under 自摸加底, else 0. `fan` is n where units are
    2**(n-1), as the standard texts count. `reading` names the sets, open ones behind, and the pair last.
    """

    win: bool
    units: int | None
    fan: int | None
    patterns: tuple[Pattern, ...]
    bonuses: tuple[Bonus, ...]
    reading: tuple[str, ...]
    product: int
    capped: int
    added: int
    base: int
    reason: tuple[str, tuple[tuple[str, object], ...]] | None

    def explain(self, lang: str) -> list[str]:
        """The calculation, or why it is no win, in lines."""
        if self.reason:
            key, params = self.reason
            return [text(key, lang, **dict(params))]
        lines = [text("explain.reading", lang, reading=" ".join(self.reading))]
        lines += [text("explain.pattern", lang, name=p.name(lang), units=p.units) for p in self.patterns]
        for bonus in self.bonuses:
            lines.append(
                text("explain.bonus", lang, name=bonus.name(lang), factor=bonus.factor, count=bonus.count)
            )
        lines.append(text("explain.product", lang, units=self.product))
        if self.capped < self.product:
            lines.append(text("explain.cap", lang, units=self.capped))
        if self.added:
            lines.append(text("explain.added", lang, units=self.added))
        if self.added or self.capped < self.product:
            lines.append(text("explain.total", lang, units=self.units))
        if self.base:
            lines.append(text("explain.base", lang, units=self.base))
        return lines

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it; numbers, ids, and names and explanation in every language."""
        return {
            "win": self.win,
            "units": self.units,
            "fan": self.fan,
            "patterns": [
                {"id": p.id, "units": p.units, **{lang: p.name(lang) for lang in LANGS}}
                for p in self.patterns
            ],
            "bonuses": [
                {"id": b.id, "count": b.count, "factor": b.factor, **{lang: b.name(lang) for lang in LANGS}}
                for b in self.bonuses
            ],
            "reading": list(self.reading),
            "explain": {
                **{step: getattr(self, step) for step in ("product", "capped", "added", "base")},
                **{lang: self.explain(lang) for lang in LANGS},
            },
        }


@dataclass(frozen=True, init=False)
class Hand:
    """A hand in the project's notation: ``Hand("23466m567p99p p5m")``; 13 or 14 tiles, an open set counting three."""

    concealed: tuple[int, ...]
    melds: tuple[Meld, ...]

    def __init__(self, notation: str) -> None:
        concealed, melds = tiles.parse_hand(notation)
        object.__setattr__(self, "concealed", tuple(concealed))
        object.__setattr__(self, "melds", melds)

    @classmethod
    def of(cls, concealed: Sequence[int], melds: Sequence[Meld] = ()) -> Self:
        """The hand of these kinds (0-26) and open sets."""
        return cls(tiles.format_hand(concealed, melds))

    def __str__(self) -> str:
        return tiles.format_hand(self.concealed, self.melds)

    @property
    def size(self) -> int:
        """13 or 14, an open set counting three."""
        return len(self.concealed) + 3 * len(self.melds)

    def is_win(self, void: str | None = None) -> bool:
        """Whether the 14 tiles are complete: at most two suits, none of the void suit (RULES §6)."""
        self._need(14, "is_win")
        cls, comb = load_tables()
        hand, n, _, kinds = self._arrays()
        return bool(is_win(cls, comb, hand, n, kinds, _suit(void)))

    def deficiency(self, void: str | None = None) -> int:
        """Tiles missing to be ready: 0 ready, −1 complete; the void suit is not used."""
        cls, comb = load_tables()
        hand, n, _, kinds = self._arrays()
        return int(deficiency(cls, comb, hand, n, kinds, _suit(void)))

    def waits(self, void: str | None = None) -> tuple[str, ...]:
        """The tiles that complete 13; a kind held four times by the hand itself is none."""
        self._need(13, "waits")
        cls, comb = load_tables()
        hand, n, types, kinds = self._arrays()
        return _names(int(waits(cls, comb, hand, n, types, kinds, _suit(void))))

    def discards(self, void: str | None = None) -> tuple[Discard, ...]:
        """For 14 tiles: every discard, the best first (lowest deficiency, most tiles left)."""
        self._need(14, "discards")
        cls, comb = load_tables()
        hand, n, types, kinds = self._arrays()
        after, accepted = np.zeros(L.KINDS, np.int64), np.zeros(L.KINDS, np.int64)
        accepts(cls, comb, hand, n, types, kinds, _suit(void), after, accepted)
        own = self._copies()
        found = []
        for kind in sorted(set(self.concealed)):
            lower = _names(int(accepted[kind]))
            left = sum(L.COPIES - own[tiles.kind(tile)] for tile in lower)
            found.append(Discard(tiles.name(kind), int(after[kind]), lower, left))
        return tuple(sorted(found, key=lambda each: (each.deficiency, -each.left)))

    def value(
        self,
        rules: Ruleset,
        *,
        win: str | None = None,
        void: str | None = None,
        self_draw: bool | None = None,
        after_kong: bool = False,
        kong_discard: bool = False,
        robbed: bool = False,
        last_tile: bool = False,
        heaven: bool = False,
        earth: bool = False,
    ) -> HandValue:
        """What the hand is worth as a win under the rules.

        `win` is the winning tile, already in the hand of 14 (13 tiles take it in). 天胡 and 杠上花 are self-draws, so
        `self_draw` may be left out there. HandError: the circumstances contradict each other.
        """
        hand = self
        if self.size == 13 and win is not None:
            hand = Hand.of((*self.concealed, tiles.kind(win)), self.melds)
        hand._need(14, "value")
        flags = {
            "self_draw": after_kong or heaven if self_draw is None else self_draw,
            "after_kong": after_kong,
            "kong_discard": kong_discard,
            "robbed": robbed,
            "last_tile": last_tile,
            "heaven": heaven,
            "earth": earth,
        }
        win_kind = hand._winning_kind(win, flags)
        if flags["earth"] and rules.value.dihu == "off":
            flags["earth"] = False
        bits = sum(1 << i for i, flag in enumerate(FLAGS) if flags[flag])
        return hand._value(rules, -1 if heaven else win_kind, bits, _suit(void))

    def _winning_kind(self, win: str | None, flags: dict[str, bool]) -> int:
        """The winning tile (−1: not named) after a look at what the circumstances say together."""
        for flag in ("after_kong", "heaven"):
            if flags[flag] and not flags["self_draw"]:
                raise HandError(f"{flag} without self_draw: {text('explain.is_self_draw', 'en')}")
        for one, other in _CLASHES:
            if flags[one] and flags[other]:
                said = {
                    name: text(f"explain.flag.{flag}", "en")
                    for name, flag in (("one", one), ("other", other))
                }
                raise HandError(f"{one} with {other}: {text('explain.clash', 'en', **said)}")
        if (flags["heaven"] or flags["earth"]) and self.melds:
            raise HandError("heaven and earth need an untouched hand, without open sets (RULES §9)")
        if win is None:
            return -1
        kind = tiles.kind(win)
        if kind not in self.concealed:
            raise HandError(f"the winning tile {tiles.name(kind)} is not among the concealed tiles of {self}")
        return kind

    def _value(self, rules: Ruleset, win_kind: int, bits: int, void: int) -> HandValue:
        hand, n, types, kinds = self._arrays()
        out = np.zeros(L.VALUE_OUT, np.int32)
        units = int(value_at(hand, n, types, kinds, win_kind, bits, records(fill(rules)), out))
        if void >= 0 and any(kind // L.RANKS == void for kind in self._copies()):
            return _no_win("explain.no.void", suit=tiles.SUITS[void])
        if units == 0:
            if len({kind // L.RANKS for kind in self._copies()}) == L.SUITS:
                return _no_win("explain.no.suits")
            return _no_win("explain.no.shape", missing=self.deficiency() + 1)
        return name_value(rules, hand, self.melds, out, bits, units)

    def _need(self, size: int, what: str) -> None:
        if self.size != size:
            raise NotationError(f"{self}: {self.size} tiles; {what} needs {size} (an open set counts three)")

    def _copies(self) -> Counter[int]:
        copies = Counter(self.concealed)
        for meld in self.melds:
            copies[meld.kind] += meld.size
        return copies

    def _arrays(self) -> tuple[np.ndarray, int, np.ndarray, np.ndarray]:
        hand = np.bincount(np.asarray(self.concealed, np.int64), minlength=L.KINDS).astype(np.int8)
        types, kinds = np.zeros(4, np.int8), np.zeros(4, np.int8)
        for i, meld in enumerate(self.melds):
            types[i], kinds[i] = _CODES[meld.type], meld.kind
        return hand, len(self.melds), types, kinds

    def _repr_svg_(self) -> str:
        return faces.hand_svg(self.concealed, self.melds)


def name_value(
    rules: Ruleset, hand: np.ndarray, melds: Sequence[Meld], out: np.ndarray, bits: int, units: int
) -> HandValue:
    """The breakdown that `value` wrote into `out` about `hand` (int8[27]) and its open sets, with names.

    `bits` are the circumstances it was given, `units` what it returned.
    """
    base = 1 if bits & L.F_SELF_DRAW and rules.value.self_draw == "add_base" else 0
    factors = dict(rules.value.bonuses)
    bonuses = []
    for i, bonus in enumerate(L.BONUSES):
        if count := int(out[V.OUT_BONUS + i]):
            bonuses.append(Bonus(bonus, count, 2 if bonus == "zimo" else int(factors[bonus])))
    return HandValue(
        win=True,
        units=units,
        fan=units.bit_length() if units & (units - 1) == 0 else None,
        patterns=(Pattern(L.PATTERNS[out[V.OUT_PATTERN]], int(out[V.OUT_PATTERN_UNITS])),),
        bonuses=tuple(bonuses),
        reading=_reading(hand, melds, out),
        product=int(out[V.OUT_PRODUCT]),
        capped=int(out[V.OUT_CAPPED]),
        added=int(out[V.OUT_ADDED]),
        base=base,
        reason=None,
    )


def _no_win(key: str, **params: object) -> HandValue:
    return HandValue(False, None, None, (), (), (), 0, 0, 0, 0, (key, tuple(params.items())))


def _reading(hand: np.ndarray, melds: Sequence[Meld], out: np.ndarray) -> tuple[str, ...]:
    if out[V.OUT_SETS] == 7:
        return tuple(
            tiles.format_tiles([kind] * 2) for kind in range(L.KINDS) for _ in range(int(hand[kind]) // 2)
        )
    sets = []
    for code in out[V.OUT_SET : V.OUT_SET + int(out[V.OUT_SETS])].tolist():
        low = code % V.RUN
        sets.append(tiles.format_tiles([low] * 3 if code < V.RUN else [low, low + 1, low + 2]))
    return (*sets, *map(str, melds), tiles.format_tiles([int(out[V.OUT_PAIR])] * 2))


def _names(bits: int) -> tuple[str, ...]:
    return tuple(tiles.name(kind) for kind in range(L.KINDS) if bits >> kind & 1)


def _suit(void: str | None) -> int:
    if void is None:
        return -1
    if len(void) != 1 or void not in tiles.SUITS:
        raise HandError(f"void suit {void!r}: it is m, p or s")
    return tiles.SUITS.index(void)


# ------------------------------------------------------------------------------------------------- arrays of hands
def flag_bits(*names: str) -> int:
    """The number that stands for circumstances of a win in `values`: any of FLAGS, e.g. ``flag_bits("self_draw")``."""
    for name in names:
        if name not in FLAGS:
            raise HandError(f"unknown circumstance {name!r}: {', '.join(FLAGS)}")
    return sum(1 << FLAGS.index(name) for name in set(names))


def wins(
    array: np.ndarray,
    void: str | np.ndarray | None = None,
    *,
    meld_types: np.ndarray | None = None,
    meld_kinds: np.ndarray | None = None,
) -> np.ndarray:
    """For hands of 14 (int8[n, 27], concealed tiles): bool[n], complete or not.

    `void` is one suit for all, or int[n] (0-2, −1 none). Open sets are int8[n, 4] each: types 1 pung, 2 direct,
    3 added, 4 concealed kong (0 behind the last one), and kinds 0-26. HandError names the first row that is no hand.
    """
    hands = _counts(array, L.KINDS, "hands")
    melds = _melds(meld_types, meld_kinds, len(hands))
    out = np.zeros(len(hands), np.bool_)
    _refuse(wins_of(*load_tables(), hands, *melds, _voids(void, len(hands)), out), hands, "14")
    return out


def deficiencies(
    array: np.ndarray,
    void: str | np.ndarray | None = None,
    *,
    meld_types: np.ndarray | None = None,
    meld_kinds: np.ndarray | None = None,
) -> np.ndarray:
    """For hands of 13 or 14: int8[n], −1 complete, 0 ready. Arguments as for `wins`."""
    hands = _counts(array, L.KINDS, "hands")
    melds = _melds(meld_types, meld_kinds, len(hands))
    out = np.zeros(len(hands), np.int8)
    _refuse(deficiencies_of(*load_tables(), hands, *melds, _voids(void, len(hands)), out), hands, "13 or 14")
    return out


def values(
    array: np.ndarray,
    rules: Ruleset,
    *,
    win_kinds: np.ndarray | None = None,
    flags: int | np.ndarray = 0,
    void: str | np.ndarray | None = None,
    meld_types: np.ndarray | None = None,
    meld_kinds: np.ndarray | None = None,
) -> np.ndarray:
    """For hands of 14: int32[n], units as in `HandValue`; 0: no win.

    `win_kinds` int[n] are the winning tiles, each held by its hand (−1, or None for all: not known); `flags` the
    circumstances of all or of each (`flag_bits`), which are not checked against each other. Else as for `wins`.
    """
    hands = _counts(array, L.KINDS, "hands")
    melds = _melds(meld_types, meld_kinds, len(hands))
    kinds = _numbers(-1 if win_kinds is None else win_kinds, len(hands), "win_kinds")
    bits = _numbers(flags, len(hands), "flags")
    if rules.value.dihu == "off":
        bits = bits & ~L.F_EARTH
    out = np.zeros(len(hands), np.int32)
    voids = _voids(void, len(hands))
    _refuse(values_of(hands, *melds, voids, kinds, bits, records(fill(rules)), out), hands, "14")
    return out


_NO_MELDS = np.zeros((1, 4), np.int8)


def _counts(array: np.ndarray, width: int, what: str) -> np.ndarray:
    """The array as int8[n, width]."""
    given = np.asarray(array)
    if given.ndim != 2 or given.shape[1] != width or given.dtype.kind not in "iu":
        raise HandError(f"{what} are whole numbers of shape (n, {width}), not {given.dtype} {given.shape}")
    if given.dtype != np.int8:
        given = np.clip(given, -1, 100)  # what no hand holds stays so in a byte
    return np.ascontiguousarray(given, np.int8)


def _melds(types: np.ndarray | None, kinds: np.ndarray | None, n: int) -> tuple[np.ndarray, np.ndarray]:
    if types is None and kinds is None:
        return _NO_MELDS, _NO_MELDS
    if types is None or kinds is None:
        raise HandError("meld_types and meld_kinds go together")
    found = _counts(types, 4, "meld_types"), _counts(kinds, 4, "meld_kinds")
    if len(found[0]) != n or len(found[1]) != n:
        raise HandError(f"{n} hands need {n} rows of meld_types and of meld_kinds")
    return found


def _voids(void: str | np.ndarray | None, n: int) -> np.ndarray:
    found = _numbers(_suit(void) if void is None or isinstance(void, str) else void, n, "void")
    if len(found) and (found.min() < -1 or found.max() >= L.SUITS):
        raise HandError("void suits are 0, 1, 2, or −1 for none")
    return found


def _numbers(given: int | np.ndarray, n: int, what: str) -> np.ndarray:
    """One number for all hands, or one for each, as int64."""
    found = np.atleast_1d(np.asarray(given))
    if found.dtype.kind not in "iu" or found.shape not in ((1,), (n,)):
        raise HandError(f"{what} is a whole number, or {n} of them, not {found.dtype} {found.shape}")
    return np.ascontiguousarray(found, np.int64)


def _refuse(row: int, hands: np.ndarray, size: str) -> None:
    """Say what is wrong with the row that a kernel refused; −1: none was."""
    if row >= 0:
        counts = hands[row].tolist()
        raise HandError(
            f"row {row} is no hand: each is counts 0-{L.COPIES} of {L.KINDS} kinds, {size} tiles in all with three "
            f"for an open set, at most four of a kind, the winning tile among them; this one is {counts}"
        )
