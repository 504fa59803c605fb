"""Hand notation for the tests of the reference: `123m456p k5s` → concealed tiles and open sets."""

from __future__ import annotations

from tests.reference.hands import SUITS, Counts, Meld

MELD_LETTERS = {"p": "pung", "k": "direct", "a": "added", "c": "concealed"}


def kind(name: str) -> int:
    """`5m` → 4, `1p` → 9, `9s` → 26."""
    return SUITS.index(name[1]) * 9 + int(name[0]) - 1


def kinds(text: str) -> list[int]:
    """`13m 5p` → [0, 2, 13]: the tiles one by one."""
    found: list[int] = []
    ranks = ""
    for letter in text.replace(" ", ""):
        if letter in SUITS:
            found += [kind(rank + letter) for rank in ranks]
            ranks = ""
        else:
            ranks += letter
    return found


def counts(text: str) -> Counts:
    """How many of each kind stand in a text of concealed tiles."""
    found = kinds(text)
    return tuple(found.count(each) for each in range(27))


def hand(text: str) -> tuple[Counts, tuple[Meld, ...]]:
    """Concealed tiles first, then open sets: `23466m p5p c7p`."""
    tokens = text.split()
    open_sets = [token for token in tokens if token[0] in MELD_LETTERS]
    concealed = "".join(token for token in tokens if token[0] not in MELD_LETTERS)
    return counts(concealed), tuple(Meld(MELD_LETTERS[token[0]], kind(token[1:])) for token in open_sets)
