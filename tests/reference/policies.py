"""How seats play in the fuzz: each policy has a habit that leads to some corner of the rules.

A policy looks at the whole game and returns one of the seat's legal actions. None is meant to be good.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from chuanma.engine import layout as L
from tests.reference.engine import ReferenceGame
from tests.reference.hands import waits, with_tile
from tests.reference.position import Seat

Policy = Callable[[ReferenceGame, int, Random], int]
KONG_IDS = range(L.A_KONG, L.A_KONG + L.KINDS)
PICK_IDS = range(L.A_PICK, L.A_PICK + L.KINDS)
VOID_IDS = range(L.A_VOID, L.A_VOID + L.SUITS)
ITEM_IDS = range(L.A_ITEM, L.A_ITEM + len(L.ITEMS))


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


# --------------------------------------------------------------------------------- before play, items, voices
def _before_play(game: ReferenceGame, seat: int, rng: Random, use: Use, scarcest: bool) -> int:
    """Items at the start, tiles to swap, the void suit, the tile laid face down."""
    actions = _open_to(game, seat)
    if game.phase == "void" and game.seats[seat].named is None:
        return _void_suit(game, seat, scarcest)
    if game.phase == "start":
        return L.A_PASS if rng.random() < 0.3 else L.A_ITEM + L.I_NEAR_FLUSH_DEAL
    if game.phase == "void":
        return rng.choice(actions)
    if L.A_UNDO_PICK in actions and rng.random() < 0.03:
        return L.A_UNDO_PICK
    return _least_useful_pick(game, seat, rng, use)


def _least_useful_pick(game: ReferenceGame, seat: int, rng: Random, use: Use) -> int:
    player = game.seats[seat]
    picks = [action for action in _open_to(game, seat) if action in PICK_IDS]
    return min(picks, key=lambda action: (use(player, action - L.A_PICK), rng.random()))


def _target(game: ReferenceGame, seat: int, rng: Random, use: Use) -> int:
    """A target of the item in use: a trade goes for a tile that wins, if there is one."""
    player = game.seats[seat]
    actions = [action for action in _open_to(game, seat) if action in PICK_IDS]
    if rng.random() < 0.05:
        return L.A_UNDO_PICK
    if game.item == L.I_LOCATE_TILE:
        return rng.choice(actions)
    if game.item_given is not None:
        without = with_tile(player.counts, game.item_given, -1)
        wanted = [L.A_PICK + kind for kind in waits(without, player.open_sets, player.void)]
        return rng.choice([action for action in wanted if action in actions] or actions)
    for action in actions:
        if waits(with_tile(player.counts, action - L.A_PICK, -1), player.open_sets, player.void):
            return action
    return _least_useful_pick(game, seat, rng, use)


def _beside_discards(game: ReferenceGame, seat: int, rng: Random, voice: float) -> int | None:
    """An item, a voice, a suit named in a turn: now and then, or where nothing else is open."""
    actions = _open_to(game, seat)
    voices = [action for action in (L.A_SING, L.A_DANCE) if action in actions]
    if voices and rng.random() < voice:
        return rng.choice(voices)
    usable = [action for action in actions if action in ITEM_IDS]
    if usable and rng.random() < 0.2:
        return rng.choice(usable)
    suits = [action for action in actions if action in VOID_IDS]
    if suits and (rng.random() < 0.5 or not game.discards_allowed(seat)):
        return rng.choice(suits)
    return None


def _habit(
    use: Use,
    win: float = 1,
    pung: float = 0.4,
    kong: float = 0.6,
    scarcest: bool = True,
    voice: float = 0.25,
) -> Policy:
    """A policy by its chances to take a win, a pung and a kong that are open to it, and what it keeps."""

    def choose(game: ReferenceGame, seat: int, rng: Random) -> int:
        if game.phase in ("start", "swap", "void"):
            return _before_play(game, seat, rng, use, scarcest)
        if game.phase == "turn" and game.item is not None:
            return _target(game, seat, rng, use)
        return _in_play(game, seat, rng)

    def _in_play(game: ReferenceGame, seat: int, rng: Random) -> int:
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
        beside = _beside_discards(game, seat, rng, voice)
        return _least_useful(game, seat, rng, use) if beside is None else beside

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
    if game.phase == "void" and game.seats[seat].named is None:
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


def late_taker(game: ReferenceGame, seat: int, rng: Random) -> int:
    """Takes a win only when copies of its kind are in sight."""
    kind = game.offered if game.phase in ("claim", "rob") else game.drawn
    in_sight = 0 if kind is None else game.seen_with((0,) * 27)[kind]
    if L.A_WIN in game.legal(seat) and (in_sight >= 2 or len(_open_to(game, seat)) == 1):
        return L.A_WIN
    return _passer(game, seat, rng)


def second_taker(game: ReferenceGame, seat: int, rng: Random) -> int:
    """Lets a pung go by, and would take it the second time."""
    if L.A_PUNG in game.legal(seat) and any(game.offered in player.river for player in game.seats):
        return L.A_PUNG
    return _passer(game, seat, rng)


def feeder_of_kongs(game: ReferenceGame, seat: int, rng: Random) -> int:
    """Pongs and kongs what it can, then feeds others."""
    calls = [action for action in (L.A_PUNG, L.A_DIRECT_KONG) if action in game.legal(seat)]
    return calls[0] if calls else feeder(game, seat, rng)


def breaker(game: ReferenceGame, seat: int, rng: Random) -> int:
    """Throws from its largest suit, and wins nothing before it has broken `locked`."""
    if game.phase == "turn" and not game.seats[seat].broke:
        return _keeper(game, seat, rng)
    return _greedy(game, seat, rng) if game.seats[seat].broke else _passer(game, seat, rng)


def forgetter(game: ReferenceGame, seat: int, rng: Random) -> int:
    """Names a suit whenever it can, and then throws anything."""
    suits = [action for action in _open_to(game, seat) if action in VOID_IDS]
    discards = [action for action in _open_to(game, seat) if action < L.A_KONG]
    return (
        rng.choice(suits or discards)
        if game.phase == "turn" and (suits or discards)
        else _greedy(game, seat, rng)
    )


_greedy = _habit(_for_sets)
_keeper = _habit(_for_three_suits, win=0.0, pung=0.0, kong=0.0)
_passer = _habit(_for_sets, win=0.0, pung=0.0, kong=0.0)
_dancer = _habit(_for_sets, voice=1.0)

POLICIES: dict[str, Policy] = {
    "random": at_random,
    "greedy": _greedy,
    "kongs": _habit(_for_kongs, win=0.8, pung=1.0, kong=1.0),
    "pairs": _habit(_for_pairs, pung=0.0, kong=0.2),
    "suit": _habit(_for_one_suit),
    "passer": _habit(_for_sets, win=0.3, pung=0.5, kong=0.5),
    "pig": _habit(_for_three_suits, win=0.5, pung=0.2, kong=0.7, scarcest=False),
    "robber": robber,
    "giver": giver,
    "feeder": feeder,
    "climber": climber,
    "dancer": _dancer,
    "late taker": late_taker,
    "second taker": second_taker,
    "feeder kongs": feeder_of_kongs,
    "breaker": breaker,
    "forgetter": forgetter,
}
USUAL: Sequence[str] = (
    "random",
    "greedy",
    "greedy",
    "greedy",
    "kongs",
    "pairs",
    "suit",
    "passer",
    "pig",
    "dancer",
)
