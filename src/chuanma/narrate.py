"""A game told in lines, for people: what happened, and every transfer with its reason and its rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from chuanma import events as E
from chuanma.game import Game
from chuanma.ledger import LedgerRow
from chuanma.results import SeatResult
from chuanma.text import text
from chuanma.tiles import format_hand, parse_tiles
from chuanma.view import MeldView

Names = Mapping[int, str]


def seat_names(lang: str) -> Names:
    """East, South, West, North."""
    return {seat: text(f"seat.{seat}", lang) for seat in range(4)}


def tell_event(event: E.AnyEvent, lang: str, names: Names) -> str:
    """One event in words."""
    key, params = _TELL[type(event)](event, lang, names)
    return text(f"event.{key}", lang, **params)


Told = tuple[str, dict[str, Any]]


def _deal(event: E.Deal, lang: str, names: Names) -> Told:
    return "deal", {"seat": names[event.dealer], "dice": f"{event.dice[0]}+{event.dice[1]}"}


def _void(event: E.Void, lang: str, names: Names) -> Told:
    return "void", {"seat": names[event.seat], "suit": text(f"suit.{event.suit}", lang)}


def _draw(event: E.Draw, lang: str, names: Names) -> Told:
    key = "replacement" if event.replacement else "draw"
    return key, {"seat": names[event.seat], "tile": event.tile, "left": event.left}


def _discard(event: E.Discard, lang: str, names: Names) -> Told:
    return "discard_drawn" if event.drawn else "discard", {"seat": names[event.seat], "tile": event.tile}


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


def _judge(event: E.Judge, lang: str, names: Names) -> Told:
    return f"judge_{event.status}", {"seat": names[event.seat], "units": event.units}


_TELL: dict[type[E.Event], Callable[[Any, str, Names], Told]] = {
    E.Deal: _deal,
    E.Void: _void,
    E.Draw: _draw,
    E.Discard: _discard,
    E.Pung: _pung,
    E.AnnounceKong: _announce_kong,
    E.Kong: _kong,
    E.Win: _win,
    E.Pay: _pay,
    E.Exhausted: lambda event, lang, names: ("exhausted", {}),
    E.Judge: _judge,
    E.Leave: lambda event, lang, names: ("leave", {"seat": names[event.seat]}),
    E.End: lambda event, lang, names: (f"end_{event.reason}", {}),
}


def tell_game(game: Game, lang: str, names: Names | None = None) -> Iterator[str]:
    """A finished game, line by line: the hands dealt, what happened, transfers indented under it, how all stand."""
    who = names or seat_names(lang)
    events = game.events
    yield tell_event(events[0], lang, who)
    for seat, hand in dealt_hands(game).items():
        yield "  " + text("event.dealt", lang, seat=who[seat], hand=format_hand(hand))
    for event in events[1:]:
        yield ("    " if isinstance(event, E.Pay) else "") + tell_event(event, lang, who)
    for result in game.results():
        yield "  " + tell_result(result, lang, who)


def dealt_hands(game: Game) -> dict[int, list[int]]:
    """The tiles each seat was dealt, from the dealer on."""
    order = [(game.dealer + step) % 4 for step in range(4)]
    hands = {seat: list(game.wall[13 * step : 13 * step + 13]) for step, seat in enumerate(order)}
    hands[game.dealer].append(game.wall[52])
    return hands


def tell_result(result: SeatResult, lang: str, names: Names) -> str:
    """One seat at the end: hand, status, what the hand was worth, score."""
    hand = " ".join(
        [format_hand(kind for tile in result.hand for kind in parse_tiles(tile)), *map(_meld, result.melds)]
    )
    status = text(f"status.{result.status}", lang)
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
