"""A game told in lines, for people: what happened, and every transfer with its reason and its rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from chuanma import events as E
from chuanma.engine import layout as L
from chuanma.game import Game
from chuanma.ledger import LedgerRow, party_names
from chuanma.results import SeatResult
from chuanma.text import text
from chuanma.tiles import format_hand, parse_tiles
from chuanma.view import MeldView

Names = Mapping[int, str]


def tell_event(event: E.AnyEvent, lang: str, names: Names | None = None) -> str:
    """One event in words; parties by their `names`, else East, South, West, North, the house, person 1 …"""
    key, params = _TELL[type(event)](event, lang, {**party_names(lang), **(names or {})})
    return text(f"event.{key}", lang, **params)


Told = tuple[str, dict[str, Any]]


def _deal(event: E.Deal, lang: str, names: Names) -> Told:
    return "deal", {"seat": names[event.dealer], "dice": f"{event.dice[0]}+{event.dice[1]}"}


def _void(event: E.Void, lang: str, names: Names) -> Told:
    return "void", {"seat": names[event.seat], "suit": text(f"suit.{event.suit}", lang)}


def _swap(event: E.Swap, lang: str, names: Names) -> Told:
    params = {"seat": names[event.seat], "to": names[event.to], "tile": event.tile}
    return "swap" if event.tile else "swap_unknown", params


def _mark(event: E.Mark, lang: str, names: Names) -> Told:
    return "mark" if event.tile else "mark_unknown", {"seat": names[event.seat], "tile": event.tile}


def _draw(event: E.Draw, lang: str, names: Names) -> Told:
    key = ("replacement" if event.replacement else "draw") + ("" if event.tile else "_unknown")
    return key, {"seat": names[event.seat], "tile": event.tile, "left": event.left}


def _discard(event: E.Discard, lang: str, names: Names) -> Told:
    return "discard_drawn" if event.drawn else "discard", {"seat": names[event.seat], "tile": event.tile}


def _dance(event: E.Dance, lang: str, names: Names) -> Told:
    return "dance", {"seat": names[event.seat], "waits": text("event.and", lang).join(event.waits)}


def _pung(event: E.Pung, lang: str, names: Names) -> Told:
    return "pung", {"seat": names[event.seat], "tile": event.tile, "feeder": names[event.feeder]}


def _announce_kong(event: E.AnnounceKong, lang: str, names: Names) -> Told:
    return "announce_kong", {"seat": names[event.seat], "tile": event.tile}


def _kong(event: E.Kong, lang: str, names: Names) -> Told:
    params: dict[str, Any] = {"seat": names[event.seat], "tile": event.tile}
    if event.feeder is not None:
        params["feeder"] = names[event.feeder]
    return f"kong_{event.type}", params


def _win(event: E.Win, lang: str, names: Names) -> Told:
    flags = [text(f"flag.{flag}", lang) for flag in event.flags]
    how = text("event.how", lang, flags=text("event.and", lang).join(flags)) if flags else ""
    params: dict[str, Any] = {"seat": names[event.seat], "units": event.units, "how": how}
    if event.tile is None:
        return "win_dealt", params
    params["tile"] = event.tile
    if event.feeder is None:
        return "win_drawn", params
    return "win_fed", {**params, "feeder": names[event.feeder]}


def _pay(event: E.Pay, lang: str, names: Names) -> Told:
    row = LedgerRow.of(event)
    return "pay", {"words": row.words(lang, names), "rule": row.rule_words(lang)}


def _item(event: E.Item, lang: str, names: Names) -> Told:
    params = {"seat": names[event.seat], "item": text(f"item.{event.item}", lang), "tile": event.tile}
    if event.given is not None:
        return "item_trade" if event.tile else "item_trade_none", {**params, "given": event.given}
    if event.tile is None:
        return "item", params
    if event.item == "peek_next":
        return "item_peek", params
    if event.third is None:
        return "item_locate_none", params
    return "item_locate", {**params, "part": event.third + 1}


def _horse(event: E.Horse, lang: str, names: Names) -> Told:
    return "horse", {"person": names[event.person], "seat": names[event.seat], "tile": event.tile}


def _judge(event: E.Judge, lang: str, names: Names) -> Told:
    return f"judge_{event.status}", {"seat": names[event.seat], "units": event.units}


_TELL: dict[type[E.Event], Callable[[Any, str, Names], Told]] = {
    E.Deal: _deal,
    E.Swap: _swap,
    E.Void: _void,
    E.Mark: _mark,
    E.Draw: _draw,
    E.Discard: _discard,
    E.Sing: lambda event, lang, names: ("sing", {"seat": names[event.seat]}),
    E.Dance: _dance,
    E.Pung: _pung,
    E.AnnounceKong: _announce_kong,
    E.Kong: _kong,
    E.Win: _win,
    E.Pay: _pay,
    E.Item: _item,
    E.Exhausted: lambda event, lang, names: ("exhausted", {}),
    E.Judge: _judge,
    E.Leave: lambda event, lang, names: ("leave", {"seat": names[event.seat]}),
    E.Horse: _horse,
    E.End: lambda event, lang, names: (f"end_{event.reason}", {}),
}


def tell_game(game: Game, lang: str, names: Names | None = None) -> Iterator[str]:
    """A finished game, line by line: the hands dealt, what happened, transfers indented under it, how all stand."""
    who = {**party_names(lang), **(names or {})}
    for event in game.events:
        yield ("    " if isinstance(event, E.Pay) else "") + tell_event(event, lang, who)
        if isinstance(event, E.Deal):
            for seat, hand in dealt_hands(game).items():
                yield "  " + text("event.dealt", lang, seat=who[seat], hand=format_hand(hand))
    for result in game.results():
        yield "  " + tell_result(result, lang, who)
    yield from _beside_seats(game, lang, who)


def _beside_seats(game: Game, lang: str, names: Names) -> Iterator[str]:
    """What the house and the bound persons won or lost."""
    if game.house:
        yield "  " + text("status.party", lang, party=names[L.HOUSE], score=f"{game.house:+d}")
    for person, score in enumerate(game.person_scores, start=L.PERSON):
        yield "  " + text("status.party", lang, party=names[person], score=f"{score:+d}")


def dealt_hands(game: Game) -> dict[int, list[int]]:
    """The tiles each seat was dealt, from the dealer on; an item may have changed the wall before."""
    before = 0
    if not any(isinstance(event, E.Deal) for event in game.opening):
        with_deal = (any(isinstance(event, E.Deal) for event in events) for _, _, events in game.history)
        before = 1 + next(place for place, dealt in enumerate(with_deal) if dealt)
    seats = game.rules.table.seats
    order = [(game.dealer + step) % seats for step in range(seats)]
    hands = game.first(before).state["hand"]
    return {seat: [kind for kind in range(L.KINDS) for _ in range(hands[seat, kind])] for seat in order}


def tell_result(result: SeatResult, lang: str, names: Names) -> str:
    """One seat at the end: hand, status, what the hand was worth, score."""
    hand = " ".join(
        [format_hand(kind for tile in result.hand for kind in parse_tiles(tile)), *map(_meld, result.melds)]
    )
    status = text(f"status.{result.status}", lang)
    if len(result.wins) > 1:
        status += text("status.times", lang, n=len(result.wins))
    if result.pattern is not None:
        parts = [text(f"pattern.{result.pattern}", lang)]
        parts += [_bonus(bonus.id, bonus.count, lang) for bonus in result.bonuses]
        wait = text("status.wait", lang, tile=result.wait) if result.wait else ""
        worth = text("status.worth", lang, names=" + ".join(parts), units=result.units)
        status = f"{status}{wait}{worth}"
    return text(
        "status.line", lang, seat=names[result.seat], hand=hand, status=status, score=f"{result.score:+d}"
    )


def _meld(meld: MeldView) -> str:
    return {"pung": "p", "direct": "k", "added": "a", "concealed": "c"}[meld.type] + meld.tile


def _bonus(bonus: str, count: int, lang: str) -> str:
    return text(f"bonus.{bonus}", lang) + (f" ×{count}" if count > 1 else "")
