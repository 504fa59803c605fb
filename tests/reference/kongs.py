"""Kongs: who may make which, the kong book, and 呼叫转移 (RULES §4, §5, §7)."""

from __future__ import annotations

from chuanma.engine import layout as L
from tests.reference import draws, money
from tests.reference.hands import Meld, waits, with_tile
from tests.reference.position import Kong, Position, Seat


# ------------------------------------------------------------------------------------------- who may make which
def on_own_turn(game: Position, seat: int) -> set[int]:
    """The kinds the seat in turn may kong: four in hand, or the fourth of its own pung."""
    player = game.seats[seat]
    if not game.rules["kong.enabled"] or game.draw_type == L.DRAW_NONE or not game.wall or player.voice:
        return set()
    pungs = {meld.kind for meld in player.melds if meld.type == "pung"}
    added = {kind for kind in pungs if player.hand[kind]}
    if game.rules["kong.late_added"] == "forbidden":
        game.touched["late added kong forbidden"] += not added <= game.drawn_this_turn
        added &= game.drawn_this_turn
    kinds = added | {kind for kind in player.kinds() if player.hand[kind] == 4}
    kinds = {kind for kind in kinds if kind // 9 != player.void}
    if player.flow_winner:
        return {kind for kind in kinds if kind == game.drawn and _keeps_waits_on_own_turn(game, player, kind)}
    return kinds


def _keeps_waits_on_own_turn(game: Position, player: Seat, kind: int) -> bool:
    """`kong.flow`: the waits of the 13 tiles before the draw are those after the kong."""
    before = with_tile(player.counts, kind, -1)
    if player.hand[kind] == 4:
        return _keeps_waits(game, player, before, with_tile(player.counts, kind, -4), Meld("concealed", kind))
    return _keeps_waits(game, player, before, before, Meld("added", kind))


def may_claim(game: Position, player: Seat, kind: int) -> bool:
    """Whether a seat may take a discard as a direct kong (the wall and its void suit allowing it)."""
    if not game.rules["kong.enabled"] or player.hand[kind] != 3 or player.voice:
        return False
    if not player.flow_winner:
        return True
    after = with_tile(player.counts, kind, -3)
    return _keeps_waits(game, player, player.counts, after, Meld("direct", kind))


def _keeps_waits(
    game: Position, player: Seat, before: tuple[int, ...], after: tuple[int, ...], kong: Meld
) -> bool:
    if game.rules["kong.flow"] == "never":
        game.touched["no kong of a winner that plays on"] += 1
        return False
    pung = Meld("pung", kong.kind)
    rest = tuple(meld for meld in player.melds if meld != pung)
    same = waits(before, player.open_sets, player.void) == waits(after, (*rest, kong), player.void)
    game.touched["a winner's waits stay, it may kong" if same else "a winner's waits change, no kong"] += 1
    return same


# ---------------------------------------------------------------------------------------------- making them
def direct(game: Position, seat: int, kind: int, feeder: int) -> None:
    """直杠: the feeder pays, with `drizzle` the other active seats too."""
    draws.begin(game, seat)
    game.seats[seat].hand[kind] -= 3
    game.seats[seat].melds.append(Meld("direct", kind))
    game.emit(L.E_KONG, seat, feeder, kind, L.MELD_DIRECT)
    rows = [(feeder, game.rules["kong.direct"], L.R_KONG_DIRECT)]
    others = [other for other in game.active_after(seat) if other != feeder]
    rows += [(other, game.rules["kong.drizzle"], L.R_DRIZZLE) for other in others]
    _book(game, Kong(seat, "direct", feeder, rows))


def concealed(game: Position, seat: int, kind: int) -> None:
    """暗杠: every other active seat pays."""
    game.seats[seat].hand[kind] -= 4
    game.seats[seat].melds.append(Meld("concealed", kind))
    game.emit(L.E_KONG, seat, -1, kind, L.MELD_CONCEALED)
    _book(game, Kong(seat, "concealed", None, _all_pay(game, seat, "kong.concealed", L.R_KONG_CONCEALED)))


def added(game: Position, seat: int, kind: int) -> None:
    """弯杠 that nobody has robbed: every other active seat pays, unless it is unpaid."""
    player = game.seats[seat]
    player.hand[kind] -= 1
    player.melds[player.melds.index(Meld("pung", kind))] = Meld("added", kind)
    game.emit(L.E_KONG, seat, -1, kind, L.MELD_ADDED)
    late = kind not in game.drawn_this_turn and game.rules["kong.late_added"] == "unpaid"
    held_back = kind in player.from_three and game.rules["kong.pung_from_three"] == "unpaid"
    game.touched["unpaid late added kong"] += late
    game.touched["unpaid kong from three"] += held_back
    rows = [] if late or held_back else _all_pay(game, seat, "kong.added", L.R_KONG_ADDED)
    _book(game, Kong(seat, "added", None, rows))


def _all_pay(game: Position, seat: int, option: str, reason: int) -> list[tuple[int, int, int]]:
    return [(payer, game.rules[option], reason) for payer in game.active_after(seat)]


def _book(game: Position, kong: Kong) -> None:
    """Write a kong down, pay for it now if so agreed, and draw its replacement."""
    game.calls += 1
    game.book.append(kong)
    game.turn_name = None
    game.touched["a winner that plays on has konged"] += game.seats[kong.seat].flow_winner
    if not money.booking(game):
        for payer, units, reason in kong.rows:
            money.pay(game, payer, kong.seat, units, reason)
    draws.draw(game, kong.seat, L.DRAW_REPLACEMENT)


# ------------------------------------------------------------------------------------- RULES §7: 呼叫转移
def to_hand_over(game: Position, konger: int) -> list[Kong]:
    """The kongs concerned when the discard after a kong is won."""
    last = game.book[-1]
    if game.rules["kong.transfer"] == "none":
        return []
    if game.rules["kong.transfer_after"] == "added" and last.type != "added":
        game.touched["not handed over: no added kong"] += 1
        return []
    if game.rules["kong.transfer"] == "chain":
        kongs = game.book[game.chain_start :]
    elif game.rules["kong.transfer"] == "all":
        kongs = [kong for kong in game.book if kong.seat == konger]
    else:
        kongs = [last]
    return [kong for kong in kongs if not kong.handed_over and not kong.refunded]


def hand_over(game: Position, konger: int, winner: int, kongs: list[Kong], winners: int) -> None:
    """The row to one of so many winners."""
    units = sum(kong.held for kong in kongs)
    if game.rules["kong.transfer"] == "refund_payers" or not units:
        return
    game.touched["handed over to several"] += winners > 1
    game.touched["several kongs handed over"] += len(kongs) > 1
    if game.rules["kong.transfer_share"] == "split":
        game.touched["split, rounded up"] += units % winners > 0
        units = -(-units // winners)
    if money.booking(game):
        game.handed[konger, winner] += units
    else:
        money.pay(game, konger, winner, units, L.R_TRANSFER)


def close_hand_over(game: Position, konger: int, kongs: list[Kong]) -> None:
    """After the rows of the last winner: `refund_payers` gives the kong back; none counts a second time."""
    for kong in kongs:
        if game.rules["kong.transfer"] != "refund_payers":
            kong.handed_over = True
            continue
        game.touched["given back to its payers"] += kong.held > 0
        game.touched["booked and given back"] += kong.held > 0 and money.booking(game)
        kong.refunded = True
        for payer in game.after(konger) if not money.booking(game) else ():
            money.pay(game, konger, payer, kong.paid_by(payer), L.R_REFUND)
