"""How seats play in the fuzz: each policy has a habit that leads to some corner of the rules.

A policy looks at the whole game and returns one of the seat's legal actions. None is meant to be good.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from chuanma.engine import layout as L
from tests.reference.engine import ReferenceGame, Seat
from tests.reference.hands import waits, with_tile

Policy = Callable[[ReferenceGame, int, Random], int]
KONG_IDS = range(L.A_KONG, L.A_KONG + L.KINDS)


def _open_to(game: ReferenceGame, seat: int) -> list[int]:
    return sorted(game.legal(seat) - {L.A_LEAVE})


def at_random(game: ReferenceGame, seat: int, rng: Random) -> int:
    """Anything that is legal, each as likely."""
    return rng.choice(_open_to(game, seat))


# ----------------------------------------------------------------------------------- what a tile is good for
def _suit_sizes(player: Seat) -> list[int]:
    sizes = [sum(player.hand[suit * 9 : suit * 9 + 9]) for suit in range(3)]
    for meld in player.melds:
        sizes[meld.kind // 9] += 20  # an open set cannot be given up
    return sizes


def _neighbours(player: Seat, kind: int) -> int:
    """Twice the tiles beside it, once those two away."""
    rank, found = kind % 9, 0
    for step, weight in ((1, 2), (2, 1)):
        if rank >= step:
            found += weight * min(2, player.hand[kind - step])
        if rank + step < 9:
            found += weight * min(2, player.hand[kind + step])
    return found


def _for_sets(player: Seat, kind: int) -> float:
    sizes = _suit_sizes(player)
    scarce = sizes[kind // 9] == min(sizes)
    return 3 * (player.hand[kind] - 1) + _neighbours(player, kind) - 30 * scarce


def _for_kongs(player: Seat, kind: int) -> float:
    return 10 * (player.hand[kind] - 1)


def _for_pairs(player: Seat, kind: int) -> float:
    sizes = _suit_sizes(player)
    return 10 * (player.hand[kind] % 2 == 0) - 30 * (sizes[kind // 9] == min(sizes))


def _for_one_suit(player: Seat, kind: int) -> float:
    return 10 * _suit_sizes(player)[kind // 9] + 3 * player.hand[kind] + _neighbours(player, kind)


def _for_three_suits(player: Seat, kind: int) -> float:
    return -_suit_sizes(player)[kind // 9]


Use = Callable[[Seat, int], float]


def _least_useful(game: ReferenceGame, seat: int, rng: Random, use: Use) -> int:
    """The discard the seat can best do without; a seat that is ready stays so."""
    player = game.seats[seat]
    if game.drawn is not None and L.A_DISCARD + game.drawn in game.legal(seat):
        without = with_tile(player.counts, game.drawn, -1)
        if waits(without, player.open_sets, player.void):
            return L.A_DISCARD + game.drawn
    kinds = sorted(game.discards_allowed(seat))
    return L.A_DISCARD + min(kinds, key=lambda kind: (use(player, kind), rng.random()))


def _void_suit(game: ReferenceGame, seat: int, scarcest: bool) -> int:
    sizes = _suit_sizes(game.seats[seat])
    return L.A_VOID + sizes.index(min(sizes) if scarcest else max(sizes))


def _habit(use: Use, win: float = 1, pung: float = 0.4, kong: float = 0.6, scarcest: bool = True) -> Policy:
    """A policy by its chances to take a win, a pung and a kong that are open to it, and what it keeps."""

    def choose(game: ReferenceGame, seat: int, rng: Random) -> int:
        if game.phase == "void":
            return _void_suit(game, seat, scarcest)
        actions = _open_to(game, seat)
        if L.A_WIN in actions and (len(actions) == 1 or rng.random() < win):
            return L.A_WIN
        kongs = [action for action in actions if action in KONG_IDS or action == L.A_DIRECT_KONG]
        if kongs and rng.random() < kong:
            return rng.choice(kongs)
        if L.A_PUNG in actions and rng.random() < pung:
            return L.A_PUNG
        if L.A_PASS in actions:
            return L.A_PASS
        return _least_useful(game, seat, rng, use)

    return choose


def robber(game: ReferenceGame, seat: int, rng: Random) -> int:
    """Waits for an added kong: lets every other win go by."""
    actions = _open_to(game, seat)
    if game.phase == "rob" and L.A_WIN in actions:
        return L.A_WIN
    return _passer(game, seat, rng)


def giver(game: ReferenceGame, seat: int, rng: Random) -> int:
    """Throws what others have a pair of, and claims nothing."""
    others = [player.hand for number, player in enumerate(game.seats) if number != seat]
    wanted = {kind for kind in range(27) if any(hand[kind] >= 2 for hand in others)}
    return _throw(game, seat, rng, wanted)


def feeder(game: ReferenceGame, seat: int, rng: Random) -> int:
    """Makes its kongs, then throws what others wait for."""
    kongs = [action for action in _open_to(game, seat) if action in KONG_IDS]
    if kongs:
        return rng.choice(kongs)
    others = [player for number, player in enumerate(game.seats) if number != seat and player.active]
    hands = [player for player in others if sum(player.hand) % 3 == 1]
    wanted = {kind for player in hands for kind in waits(player.counts, player.open_sets, player.void)}
    return _throw(game, seat, rng, wanted)


def _throw(game: ReferenceGame, seat: int, rng: Random, wanted: set[int]) -> int:
    """Discard one of the kinds wanted if that is open, else claim nothing; their suit is the void suit."""
    if game.phase == "void":
        suits = [kind // 9 for kind in sorted(wanted) if game.seats[seat].hand[kind]]
        return L.A_VOID + rng.choice(suits or [0])
    discards = [L.A_DISCARD + kind for kind in sorted(wanted)]
    open_discards = [action for action in discards if action in game.legal(seat)]
    if game.phase == "turn" and open_discards:
        return rng.choice(open_discards)
    return _passer(game, seat, rng)


def climber(game: ReferenceGame, seat: int, rng: Random) -> int:
    """Lets the first win go by and takes the next."""
    if L.A_WIN in game.legal(seat) and game.seats[seat].passed:
        return L.A_WIN
    return _passer(game, seat, rng)


_passer = _habit(_for_sets, win=0.0, pung=0.0, kong=0.0)

POLICIES: dict[str, Policy] = {
    "random": at_random,
    "greedy": _habit(_for_sets),
    "kongs": _habit(_for_kongs, win=0.8, pung=1.0, kong=1.0),
    "pairs": _habit(_for_pairs, pung=0.0, kong=0.2),
    "suit": _habit(_for_one_suit),
    "passer": _habit(_for_sets, win=0.3, pung=0.5, kong=0.5),
    "pig": _habit(_for_three_suits, win=0.5, pung=0.2, kong=0.7, scarcest=False),
    "robber": robber,
    "giver": giver,
    "feeder": feeder,
    "climber": climber,
}
USUAL: Sequence[str] = ("random", "greedy", "greedy", "greedy", "kongs", "pairs", "suit", "passer", "pig")
