"""What is special about a preset, as it shows in the events of a game: each has a golden game in which it happens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile

from chuanma.engine import layout as L
from chuanma.events import AnyEvent, Dance, End, Kong, Mark, Pay, Sing, Swap, Void, Win

Events = Sequence[AnyEvent]


def wins(events: Events) -> list[Win]:
    return [event for event in events if isinstance(event, Win)]


def paid(events: Events, *reasons: str) -> list[Pay]:
    return [event for event in events if isinstance(event, Pay) and event.reason in reasons]


def has(events: Events, *kinds: type) -> bool:
    return any(isinstance(event, kinds) for event in events)


def booked(events: Events) -> bool:
    """A kong is made, no kong money moves while the game goes on, all of it does at the end (`kong.when = end`)."""
    last_kong = max((place for place, event in enumerate(events) if isinstance(event, Kong)), default=-1)
    kong_money = ("kong_direct", "kong_added", "kong_concealed")
    before, after = events[: last_kong + 2], events[last_kong + 2 :]
    return last_kong >= 0 and not paid(before, *kong_money) and bool(paid(after, *kong_money))


def alone(events: Events) -> bool:
    """The game ends with its first win."""
    end = events[-1]
    return len(wins(events)) == 1 and isinstance(end, End) and end.reason == "won"


def won_again(events: Events) -> bool:
    seats = [win.seat for win in wins(events)]
    return len(seats) > len(set(seats))


def one_more_unit(events: Events) -> bool:
    """自摸加底: values are powers of two up to 8, a self-draw is worth one more."""
    drawn = [win.units for win in wins(events) if win.feeder is None]
    return bool(drawn) and set(drawn) <= {2, 3, 5, 9}


def handed_on(events: Events) -> bool:
    return bool(paid(events, "transfer"))


def before_play(events: Events, kind: type) -> int:
    """How many events of a kind there are before the first discard."""
    opening = takewhile(lambda event: not hasattr(event, "drawn"), events)
    return sum(isinstance(event, kind) for event in opening)


# The bots that play it, the number of the game under the seed "golden", and what happens in it.
SPECIAL: dict[str, tuple[str, int, Callable[[Events], bool]]] = {
    "laiyou": (
        "greedy",
        0,
        lambda e: before_play(e, Void) == L.SEATS and any(p.units == 2 for p in paid(e, "kong_direct")),
    ),
    "points": ("random", 11, lambda e: any(p.units == 9 for p in paid(e, "pig"))),
    "chengdu": ("greedy", 4, lambda e: before_play(e, Mark) >= 3 and booked(e)),
    "classic": ("greedy", 0, lambda e: alone(e) and not has(e, Kong)),
    "classic-rain": ("greedy", 0, lambda e: alone(e) and booked(e)),
    "classic-blood": ("greedy", 0, lambda e: len(wins(e)) == 3 and not has(e, Kong)),
    "classic-blood-rain": ("greedy", 0, lambda e: len(wins(e)) == 3 and booked(e)),
    "classic-song": ("random", 33, lambda e: has(e, Sing) and has(e, Dance)),
    "flow": ("greedy", 2, won_again),
    "modern": ("greedy", 26, lambda e: before_play(e, Swap) == 3 * L.SEATS and handed_on(e)),
    "tfmj": ("greedy", 0, one_more_unit),
    "sbr": (
        "random",
        0,
        lambda e: has(e, Mark) and any(p.receiver == L.HOUSE and p.units == 48 for p in paid(e, "pig")),
    ),
}
