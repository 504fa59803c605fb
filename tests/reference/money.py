"""Payments: rows of money, kong money booked for the end, what a winner forfeits, bound persons (RULES §7, §11)."""

from __future__ import annotations

from chuanma.engine import layout as L
from tests.reference.position import Position


def pay(game: Position, payer: int, receiver: int, units: int, reason: int) -> None:
    """One row, if it is not of 0 units. Parties: seats, the house, bound persons."""
    if units == 0:
        return
    _credit(game, payer, -units)
    _credit(game, receiver, units)
    game.got[receiver, payer] += units
    game.emit(L.E_PAY, payer, receiver, units=units, reason=reason)


def _credit(game: Position, party: int, units: int) -> None:
    if party == L.HOUSE:
        game.house += units
    elif party >= L.PERSON:
        game.person_scores[party - L.PERSON] += units
    else:
        game.scores[party] += units


def net(game: Position, seat: int, other: int) -> int:
    """What a seat got from another party, less what it paid to it; what is booked is not yet paid."""
    return game.got[seat, other] - game.got[other, seat]


# ------------------------------------------------------------------------- RULES §7: `kong.when = end`
def booking(game: Position) -> bool:
    """Whether kong money is paid at the end only."""
    return bool(game.rules["kong.when"] == "end")


def pay_booked(game: Position) -> None:
    """The rows of all kongs but those given back, then what was handed over."""
    if not booking(game):
        return
    for kong in game.book:
        for payer, units, reason in kong.rows if not kong.refunded else ():
            game.touched["booked kong paid"] += units > 0
            pay(game, payer, kong.seat, units, reason)
    for konger in game.from_dealer():
        for winner in game.after(konger):
            game.touched["booked hand-over paid"] += game.handed[konger, winner] > 0
            pay(game, konger, winner, game.handed[konger, winner], L.R_TRANSFER)


def _booked_for(game: Position, seat: int, other: int) -> int:
    """What is booked to come to a seat from another."""
    if not booking(game):
        return 0
    kongs = (kong.paid_by(other) for kong in game.book if kong.seat == seat and not kong.refunded)
    return sum(kongs) + game.handed[other, seat]


def net_with_booked(game: Position, seat: int, other: int) -> int:
    """The net, what is booked included."""
    return net(game, seat, other) + _booked_for(game, seat, other) - _booked_for(game, other, seat)


# ------------------------------------------------------------------- RULES §11: a winner leaves for good
def forfeit(game: Position, winner: int) -> None:
    """In turn order each seat gets back its net payment to the winner, until the gain is gone."""
    nets = {other: net_with_booked(game, winner, other) for other in game.after(winner)}
    gain = sum(nets.values())
    game.touched["a loser leaves and forfeits nothing"] += gain <= 0
    for other, units in nets.items():
        back = max(0, min(units, gain))
        game.touched["forfeits less than it got from a seat"] += 0 < back < units
        pay(game, winner, other, back, L.R_FORFEIT)
        gain -= back


# --------------------------------------------------------------------------------------- RULES §1, §7: 叫马
def settle_persons(game: Position) -> None:
    """Every bound person wins and loses with the other seats and the house what its seat did."""
    bound = [(game.dealer + kind % 9) % game.number for kind in game.horses]
    for number, (seat, kind) in enumerate(zip(bound, game.horses, strict=True)):
        game.emit(L.E_HORSE, seat, L.PERSON + number, kind)
    game.touched["two persons bound to one seat"] += len(set(bound)) < len(bound)
    rows = [
        (L.PERSON + number, other, net(game, seat, other))
        for number, seat in enumerate(bound)
        for other in (*game.after(seat), L.HOUSE)
    ]
    for person, other, units in rows:
        if units > 0:
            pay(game, other, person, units, L.R_HORSE)
        else:
            game.touched["a bound person pays the house"] += other == L.HOUSE and units < 0
            pay(game, person, other, -units, L.R_HORSE)
