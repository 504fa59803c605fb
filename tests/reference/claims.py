"""A tile on offer: who may do what with it, the answers, and what is decided (RULES §4)."""

from __future__ import annotations

from chuanma.engine import layout as L
from tests.reference import draws, kongs, wins
from tests.reference.hands import Meld
from tests.reference.position import Offer, Position


def offer(game: Position, phase: str, seat: int, kind: int) -> None:
    """Ask every other active seat that can do something; nobody: go on at once."""
    game.phase, game.turn, game.offered, game.answers = phase, seat, kind, {}
    found = {other: _find_offer(game, other, kind) for other in game.active_after(seat)}
    game.offers = {other: each for other, each in found.items() if each.anything}
    resolve(game)


def _find_offer(game: Position, seat: int, kind: int) -> Offer:
    player = game.seats[seat]
    flags = wins.claim_flags(game, seat)
    worth = wins.with_offered(game, seat, flags)
    forced = worth is not None and game.forced(game.left)
    game.touched["forced on a claim"] += forced
    may_call = game.phase == "claim" and bool(game.wall) and kind // 9 != player.void and not forced
    pung = may_call and player.hand[kind] >= 2 and not player.hand_locked
    if pung and kind in player.passed_pungs:
        game.touched["barred by pass_pung"] += 1
        pung = False
    return Offer(worth, flags, pung, may_call and kongs.may_claim(game, player, kind), forced)


def answers_open(each: Offer) -> set[int]:
    """What an asked seat may answer."""
    actions = set() if each.forced else {L.A_PASS}
    if each.win is not None:
        actions.add(L.A_WIN)
    if each.pung:
        actions.add(L.A_PUNG)
    if each.kong:
        actions.add(L.A_DIRECT_KONG)
    return actions


def answer(game: Position, seat: int, action: int) -> None:
    game.answers[seat] = action
    resolve(game)


def resolve(game: Position) -> None:
    """Decide who gets the tile, once no outstanding answer could outrank or join what is decided."""
    winners = _winners(game)
    if winners:
        _pass_wins(game, winners)
        wins.by_claim(game, winners)
    elif winners is not None and not game.pending():
        _pass_wins(game, [])
        _pass_pungs(game)
        callers = [seat for seat in game.offers if game.answers[seat] != L.A_PASS]
        _called(game, callers[0] if callers else None)


def _winners(game: Position) -> list[int] | None:
    """The seats that win the tile, in turn order after the feeder; None while an answer may change that."""
    may_win = [seat for seat, each in game.offers.items() if each.win is not None]
    if game.rules["claim.multi_win"] == "nearest":
        for seat in may_win:
            if seat not in game.answers:
                return None
            if game.answers[seat] == L.A_WIN:
                return [seat]
        return []
    if any(seat not in game.answers for seat in may_win):
        return None
    return [seat for seat in may_win if game.answers[seat] == L.A_WIN]


def _pass_wins(game: Position, winners: list[int]) -> None:
    """Whoever could win, was needed and answered something else has passed."""
    nearest = game.rules["claim.multi_win"] == "nearest"
    for seat, each in game.offers.items():
        if nearest and seat in winners:
            rest = list(game.offers)[list(game.offers).index(seat) + 1 :]
            game.touched["behind the nearest winner"] += any(game.offers[other].win for other in rest)
            return
        if each.win is not None and game.answers[seat] != L.A_WIN:
            wins.passes(game, seat, each.win)


def _pass_pungs(game: Position) -> None:
    """`pass_pung`: nobody wins, and a pung that was open is not made."""
    assert game.offered is not None
    for seat, each in game.offers.items():
        if game.rules["claim.pass_pung"] and each.pung and game.answers[seat] == L.A_PASS:
            game.seats[seat].passed_pungs.add(game.offered)


def _called(game: Position, caller: int | None) -> None:
    """No win: a pung, a direct kong, the added kong nobody robbed, or the next seat draws."""
    assert game.offered is not None
    kind, feeder = game.offered, game.turn
    if game.phase == "rob":
        kongs.added(game, feeder, kind)
    elif caller is None:
        game.seats[feeder].river.append(kind)
        draws.draw(game, game.active_after(feeder)[0], L.DRAW_WALL)
    elif game.answers[caller] == L.A_PUNG:
        _pung(game, caller, kind, feeder)
    else:
        kongs.direct(game, caller, kind, feeder)


def _pung(game: Position, seat: int, kind: int, feeder: int) -> None:
    player = game.seats[seat]
    if player.hand[kind] == 3:
        player.from_three.add(kind)
    player.hand[kind] -= 2
    player.melds.append(Meld("pung", kind))
    game.calls += 1
    draws.begin(game, seat)
    game.ponged = kind
    game.emit(L.E_PUNG, seat, feeder, kind)
