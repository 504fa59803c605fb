"""From a seed to a wall, to dice and to the first dealer: the documented algorithm (docs/records.md, "From
seed to wall").

Everything random of a game comes from SHAKE-256 over the seed, the number of the game and a tag that says what it is
for. The same seed and number give the same wall everywhere and always; different tags tell nothing about each other.
"""

from __future__ import annotations

import hashlib
import secrets

from chuanma.engine import layout as L

Seed = int | str | bytes
DOMAIN = b"chuanma shuffle 1"
WORD = 4  # bytes of a number of the stream
_FIRST = 640  # bytes taken at once: enough for a wall, with room for numbers thrown away


def new_seed() -> str:
    """A fresh seed of 256 bits from the operating system, as hexadecimal digits."""
    return secrets.token_hex(32)


def seed_bytes(seed: Seed) -> bytes:
    """The seed as it enters the hash: a letter for its type, then its digits, UTF-8 text or bytes."""
    if isinstance(seed, bool) or not isinstance(seed, int | str | bytes):
        raise TypeError(f"a seed is a whole number, a text or bytes, not {type(seed).__name__}")
    if isinstance(seed, int):
        return b"i" + str(seed).encode()
    return b"s" + seed.encode() if isinstance(seed, str) else b"b" + seed


def _message(seed: Seed, game_no: int, tag: str) -> bytes:
    if not 0 <= game_no < 1 << 64:
        raise ValueError(f"game number {game_no}: expected 0 or more")
    parts = (DOMAIN, tag.encode(), seed_bytes(seed), game_no.to_bytes(8, "big"))
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


class Stream:
    """Numbers without bias from SHAKE-256: 32-bit words, most significant byte first."""

    def __init__(self, seed: Seed, game_no: int, tag: str) -> None:
        self._hash = hashlib.shake_256(_message(seed, game_no, tag))
        self._bytes = self._hash.digest(_FIRST)
        self._at = 0

    def word(self) -> int:
        """The next 32 bits."""
        if self._at == len(self._bytes):
            self._bytes = self._hash.digest(2 * len(self._bytes))
        self._at += WORD
        return int.from_bytes(self._bytes[self._at - WORD : self._at], "big")

    def below(self, n: int) -> int:
        """A number 0 … n − 1, each as likely: words from the largest multiple of n on are thrown away."""
        limit = (1 << 32) // n * n
        while (word := self.word()) >= limit:
            pass
        return word % n

    def die(self) -> int:
        """One throw, 1 … 6."""
        return 1 + self.below(6)


def wall_kinds(suits: int = L.SUITS) -> list[int]:
    """The tiles of a table sorted by kind: 108, or with two suits the 72 without characters (RULES §1)."""
    return [kind for kind in range((L.SUITS - suits) * L.RANKS, L.KINDS) for _ in range(L.COPIES)]


def wall_from_seed(seed: Seed, game_no: int = 0, suits: int = L.SUITS) -> tuple[int, ...]:
    """The kinds in drawing order: Fisher–Yates from the last place down, on the tiles sorted by kind."""
    stream = Stream(seed, game_no, "wall")
    wall = wall_kinds(suits)
    for place in range(len(wall) - 1, 0, -1):
        other = stream.below(place + 1)
        wall[place], wall[other] = wall[other], wall[place]
    return tuple(wall)


def dice_from_seed(seed: Seed, game_no: int = 0) -> tuple[int, int]:
    """The dealer's two dice, which fix where the wall is opened (RULES §1: for display and record only)."""
    stream = Stream(seed, game_no, "dice")
    return stream.die(), stream.die()


def swap_die_from_seed(seed: Seed, game_no: int = 0) -> int:
    """The die that says where swapped tiles go (RULES §3, `swap_direction = dice`)."""
    return Stream(seed, game_no, "swap die").die()


Throws = tuple[dict[int, tuple[int, int]], ...]  # one round after another: seat -> its two dice


def throw_for_dealer(seed: Seed, game_no: int = 0, seats: int = L.SEATS) -> tuple[int, Throws]:
    """The dealer by dice, and the throws: the highest sum deals, those tied for it throw again (RULES §2)."""
    stream = Stream(seed, game_no, "dealer")
    rounds: list[dict[int, tuple[int, int]]] = []
    tied = list(range(seats))
    while len(tied) > 1:
        throws = {seat: (stream.die(), stream.die()) for seat in tied}
        highest = max(sum(dice) for dice in throws.values())
        tied = [seat for seat, dice in throws.items() if sum(dice) == highest]
        rounds.append(throws)
    return tied[0], tuple(rounds)


def draw_dealer(seed: Seed, game_no: int = 0, seats: int = L.SEATS) -> int:
    """The dealer at random (`first_dealer = random`), each seat as likely."""
    return Stream(seed, game_no, "random dealer").below(seats)
