"""How a game ends: the exhausted wall, pigs, 大叫, refunds, and what is settled at every end (RULES §5, §8)."""

from __future__ import annotations

from chuanma.engine import layout as L
from tests.reference import judge, money
from tests.reference.position import Kong, Position


def finish(game: Position, how: int) -> None:
    """Bound persons, then the end."""
    game.phase = "over"
    money.settle_persons(game)
    game.emit(L.E_END, arg=how)


def won(game: Position) -> None:
    """The last win has been paid: booked kongs, then seats that broke `locked` pay as pigs."""
    money.pay_booked(game)
    if game.rules["draw.pig_units"] != 0:
        broke = [seat for seat in game.actives() if game.seats[seat].broke]
        pigs = [seat for seat in broke if not judge.spared_by_house(game, game.seats[seat])]
        for seat in pigs:
            game.touched["broke locked, the game is won"] += 1
            game.emit(L.E_JUDGE, seat, arg=L.PIG)
        _pay_pigs(game, pigs)
    finish(game, L.END_WON)


def exhaust(game: Position) -> None:
    """RULES §8, in its order."""
    game.emit(L.E_EXHAUSTED)
    money.pay_booked(game)
    judged = {seat: judge.verdict(game, seat) for seat in game.actives()}
    for seat, (judgement, units) in judged.items():
        game.touched["broke locked, the game is exhausted"] += game.seats[seat].broke
        game.emit(L.E_JUDGE, seat, arg=judgement, units=units)
    _pay_pigs(game, [seat for seat in judged if judged[seat].judgement == L.PIG])
    ready_units = {seat: units for seat, (_, units) in judged.items()}
    for seat, (judgement, _) in judged.items():
        if judgement == L.NOT_READY:
            pay_ready(game, seat, ready_units, L.R_READY)
    if game.rules["draw.refund"]:
        for seat, (judgement, _) in judged.items():
            if judgement != L.READY:
                _refund(game, seat)
    finish(game, L.END_EXHAUSTED)


def _pay_pigs(game: Position, pigs: list[int]) -> None:
    """查花猪."""
    units = game.rules["draw.pig_units"]
    if units == "cap":
        units = game.rules["value.cap"] or 16
    for pig in pigs:
        if game.rules["draw.pig_to"] == "house":
            game.touched["a pig pays the house"] += 1
            money.pay(game, pig, L.HOUSE, units, L.R_PIG)
            continue
        for seat in game.after(pig):
            if _gets_pig_money(game, seat) and seat not in pigs:
                money.pay(game, pig, seat, units, L.R_PIG)


def _gets_pig_money(game: Position, seat: int) -> bool:
    if game.rules["draw.pig_to"] == "active_non_pigs":
        return game.seats[seat].active
    return not game.seats[seat].left


def pay_ready(game: Position, payer: int, ready_units: dict[int, int], reason: int) -> None:
    """查大叫: one seat pays the ready ones."""
    if game.rules["draw.ready_pay"] != "none":
        for seat in game.after(payer):
            money.pay(game, payer, seat, ready_units.get(seat, 0), reason)


def _refund(game: Position, konger: int) -> None:
    """退税."""
    for kong in game.book:
        if kong.seat == konger:
            game.touched["handed over, not refunded"] += kong.handed_over
            game.touched["given back before, not refunded"] += kong.refunded
            if not kong.handed_over and not kong.refunded:
                _refund_kong(game, kong)


def _refund_kong(game: Position, kong: Kong) -> None:
    for payer in game.after(kong.seat):
        if game.seats[payer].left:
            game.touched["left, not refunded"] += kong.paid_by(payer) > 0
        else:
            money.pay(game, kong.seat, payer, kong.paid_by(payer), L.R_REFUND)
