"""Items (RULES §12): when they may be used, their targets, and what they do."""

from __future__ import annotations

from chuanma.engine import layout as L
from tests.reference import draws
from tests.reference.position import Position, Seat

TRADES = (L.I_TRADE_CHOSEN, L.I_TRADE_RANDOM)
OF_THE_WALL = (*TRADES, L.I_LOCATE_TILE, L.I_PEEK_NEXT)
WITH_TARGETS = (*TRADES, L.I_LOCATE_TILE)
FLUSH = 10  # tiles of one suit that `near_flush_deal` is content with
MASK = 2**64 - 1


# -------------------------------------------------------------------------------------------- in a turn
def usable(game: Position, seat: int) -> set[int]:
    """The items the seat in turn may use now."""
    if not game.rules["side.items"] or game.draw_type == L.DRAW_NONE:
        return set()
    found = set(range(L.I_TRADE_CHOSEN, len(L.ITEMS))) - game.seats[seat].items
    if not game.wall:
        found -= set(OF_THE_WALL)
    if game.seats[seat].hand_locked or not _tradable(game.seats[seat]):
        found -= set(TRADES)
    return {L.A_ITEM + item for item in found}


def _tradable(player: Seat) -> set[int]:
    """The kinds it may trade away: not the last copy of the kind laid face down."""
    return {kind for kind in player.kinds() if kind != player.marker or player.hand[kind] > 1}


def use(game: Position, seat: int, item: int) -> None:
    """Take an item out; one without targets works at once."""
    if item in WITH_TARGETS:
        game.item, game.item_given = item, None
        return
    kind = game.wall[0] if item == L.I_PEEK_NEXT else -1
    _used(game, seat, item, kind, 0)


def picks(game: Position, seat: int) -> set[int]:
    """The targets of the item in use, and putting it back."""
    if game.item == L.I_LOCATE_TILE:
        kinds = set(game.table_kinds)
    elif game.item_given is None:
        kinds = _tradable(game.seats[seat])
    else:
        kinds = set(game.table_kinds) - {game.item_given}
    return {L.A_PICK + kind for kind in kinds} | {L.A_UNDO_PICK}


def put_back(game: Position) -> None:
    """Unused, whatever was picked."""
    game.touched["an item put back"] += 1
    game.item = game.item_given = None


def pick(game: Position, seat: int, kind: int) -> None:
    """A target of the item in use."""
    if game.item == L.I_LOCATE_TILE:
        place = game.wall.index(kind) if kind in game.wall else None
        _used(game, seat, game.item, kind, -1 if place is None else 3 * place // game.left)
    elif game.item == L.I_TRADE_RANDOM:
        place = mix(game.item_draws) % game.left
        game.item_draws += 1
        _trade(game, seat, kind, place)
    elif game.item_given is None:
        game.item_given = kind
    else:
        given = game.item_given
        _trade(game, seat, given, game.wall.index(kind) if kind in game.wall else None)


def mix(number: int) -> int:
    """splitmix64."""
    z = (number + 1) * 0x9E3779B97F4A7C15 & MASK
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
    return z ^ z >> 31


def _trade(game: Position, seat: int, given: int, place: int | None) -> None:
    """A tile of the hand and one of the wall change places; the one received counts as just drawn."""
    item = game.item
    assert item is not None
    if place is None:
        game.touched["a trade finds nothing"] += 1
        _used(game, seat, item, -1, given)
        return
    received, game.wall[place] = game.wall[place], given
    player = game.seats[seat]
    player.hand[given] -= 1
    player.hand[received] += 1
    game.touched["a trade for the same kind"] += received == given
    game.chain_start = len(game.book)
    game.traded, game.turn_name = True, None
    draws.has_drawn(game, received, L.DRAW_WALL)
    _used(game, seat, item, received, given)


def _used(game: Position, seat: int, item: int, kind: int, units: int) -> None:
    game.item = game.item_given = None
    game.seats[seat].items.add(item)
    game.touched[f"item {L.ITEMS[item]}"] += 1
    game.emit(L.E_ITEM, seat, kind=kind, arg=item, units=units)


# ------------------------------------------------------------------------------------------ before the deal
def near_flush(game: Position, seat: int) -> None:
    """乾坤大挪移: other suits in the seat's places of the wall change for tiles dealt to nobody."""
    places = dealt_places(game, seat)
    tiles = [game.wall[place] for place in places]
    sizes = [sum(kind // 9 == suit for kind in tiles) for suit in range(3)]
    suit = sizes.index(max(sizes))
    held = max(sizes)
    for place in places:
        if held >= FLUSH or game.wall[place] // 9 == suit:
            continue
        other = next((each for each in rest(game) if game.wall[each] // 9 == suit), None)
        if other is None:
            game.touched["near_flush_deal runs out of its suit"] += 1
            break
        game.wall[place], game.wall[other] = game.wall[other], game.wall[place]
        held += 1
    _used(game, seat, L.I_NEAR_FLUSH_DEAL, -1, 0)


def dealt_places(game: Position, seat: int) -> list[int]:
    """Where in the wall a seat's tiles lie: thirteen, the dealer's fourteenth last."""
    first = 13 * game.from_dealer().index(seat)
    places = list(range(first, first + 13))
    return [*places, 13 * game.number] if seat == game.dealer else places


def rest(game: Position) -> range:
    """The places of the wall that are dealt to nobody."""
    return range(13 * game.number + 1, game.left)
