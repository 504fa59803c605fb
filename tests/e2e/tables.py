"""Tables laid by hand, as messages: what the page draws of them is looked at and measured without a server."""

from __future__ import annotations

from collections.abc import Sequence

from chuanma.events import AnyEvent, Discard, Pay, Win
from chuanma.server.protocol import (
    PROTOCOL, Ask, BonusView, Events, Finished, HandResult, Player, PresetInfo, Result, Table, Transfer, Welcome,
)  # fmt: skip
from chuanma.view import MeldView, Offer, Phase, RiverTile, SeatView, TableView, WaitView, WinView

PRESETS = (
    PresetInfo("standard", "标准川麻·血战", "Standard, blood battle", "fan"),
    PresetInfo("standard-single", "标准川麻·普通", "Standard, single win", "fan"),
    PresetInfo("dingque", "定缺血战", "Blood battle with void suits", "units"),
)
NAMES = ("你", "小川", "小渝", "小蓉")


def tiles(text: str) -> tuple[str, ...]:
    """``123m9p`` as single tiles."""
    found: list[str] = []
    ranks = ""
    for sign in text:
        if sign.isdigit():
            ranks += sign
        else:
            found += [rank + sign for rank in ranks]
            ranks = ""
    return tuple(found)


def river(text: str) -> tuple[RiverTile, ...]:
    """Discards, in order."""
    return tuple(RiverTile(tile, False) for tile in tiles(text))


def welcome(*, seated: bool) -> Welcome:
    """The answer to hello."""
    return Welcome(PROTOCOL, "a-token", "guest", PRESETS, seated)


def seat(
    number: int,
    hand: str | int,
    *,
    melds: Sequence[MeldView] = (),
    discards: str = "",
    void: str | None = None,
    win: WinView | None = None,
    score: int = 0,
) -> SeatView:
    """A seat with its hand as notation, or only its size."""
    own = tiles(hand) if isinstance(hand, str) else None
    size = hand if isinstance(hand, int) else len(tiles(hand))
    return SeatView(number, size, own, tuple(melds), river(discards), void, win, False, score)  # type: ignore[arg-type]


def view(
    seats: Sequence[SeatView],
    *,
    phase: Phase = "turn",
    turn: int = 0,
    wall: int = 30,
    drawn: str | None = None,
    offer: Offer | None = None,
    waits: Sequence[WaitView] = (),
) -> TableView:
    """The table as seat 0 sees it; seat 3 deals."""
    return TableView(0, phase, 3, turn, wall, (3, 4), drawn, offer, tuple(seats), tuple(waits), None)


def table(look: TableView, ask: Ask | None, *, preset: str = "dingque", seq: int = 1) -> Table:
    """A table message about the second of four games."""
    players = tuple(Player(number, number != 0, name) for number, name in enumerate(NAMES))
    return Table(seq, preset, 2, 4, players, (12, -8, 3, -7), look, ask, None, 15_000)


def ask(*actions: str) -> Ask:
    """A question with 15 s and a bank of 20 s."""
    return Ask(7, actions, 15_000, 20_000)


def choosing() -> Table:
    """Everybody names a void suit."""
    seats = (seat(0, "1123568m3459p27s"), seat(1, 13), seat(2, 13), seat(3, 14))
    return table(view(seats, phase="void", turn=3, wall=55), ask("void m", "void p", "void s"))


def turn() -> Table:
    """The own turn early in the game: two tiles of the void suit must go first."""
    seats = (
        seat(0, "234567m34588p19s", void="s", discards="58s"),
        seat(1, 10, void="m", discards="13m9p", melds=[MeldView("pung", "7p", 0)]),
        seat(2, 13, void="p", discards="246p1s"),
        seat(3, 13, void="s", discards="47s91m"),
    )
    return table(view(seats, drawn="6s", wall=41), ask("discard 1s", "discard 6s", "discard 9s"))


def claim() -> Table:
    """A discard that may be won, taken for a kong or a pung; one seat has won, sets lie open."""
    seats = (
        seat(0, "234555m", melds=[MeldView("pung", "8p", 3), MeldView("concealed", "2p", None)], void="s", discards="584s1919s36p", score=6),
        seat(1, 7, melds=[MeldView("pung", "7p", 0), MeldView("direct", "3s", 3)], void="m", discards="13m9p28m41p5m", score=2),
        seat(2, 13, void="p", discards="246p1s9p7p18m7s9m", win=WinView(1, "6s", 3, ("kong_discard",), 4), score=4),
        seat(3, 10, melds=[MeldView("added", "9m", 1)], void="s", discards="47s91m2s8s11p33p", score=-12),
    )
    offer = Offer(1, "5m", False)
    waits = (WaitView("2m", 2, 4), WaitView("5m", 1, 8))
    return table(view(seats, phase="claim", turn=1, wall=23, offer=offer, waits=waits), ask("pung", "direct_kong", "win", "pass"))


def crowded() -> Table:
    """More than a game can hold: the longest rivers, four kongs a seat, nine waits, three kongs to choose from."""
    four = lambda *kinds: [MeldView("concealed" if i == 1 else "added", kind, None if i == 1 else 1) for i, kind in enumerate(kinds)]  # noqa: E731
    long = "123456789m123456789p123456789s"
    seats = (
        seat(0, "111222333m4444p", void="s", discards=long),
        seat(1, 1, melds=four("1p", "2p", "3p", "4p"), void="m", discards=long, score=-1234),
        seat(2, 1, melds=four("5p", "6p", "7p", "8p"), void="p", discards=long, win=WinView(1, "6s", 3, (), 64), score=1200),
        seat(3, 1, melds=four("5s", "6s", "7s", "8s"), void="s", discards=long, score=34),
    )
    waits = tuple(WaitView(f"{rank}m", 4, 1024) for rank in range(1, 10))
    kongs = ("kong 4p", "kong 1m", "kong 2m")
    return table(view(seats, drawn="9m", wall=3, waits=waits), ask("discard 9m", "discard 1m", "win", *kongs))


def opened() -> Table:
    """The own hand with four sets."""
    sets = [MeldView("pung", "8p", 3), MeldView("concealed", "2p", None), MeldView("added", "3p", 1), MeldView("direct", "9m", 2)]
    seats = (seat(0, "5m", melds=sets, void="s", discards="58s19s"), seat(1, 13, void="m"), seat(2, 13, void="p"), seat(3, 13, void="s"))
    return table(view(seats, drawn="5m", wall=20, waits=[WaitView("5m", 2, 8)]), ask("discard 5m", "win"))


def won() -> Table:
    """The own seat has won and looks on."""
    seats = (
        seat(0, "234555m88p", melds=[MeldView("pung", "7s", 1)], discards="58s19s36p", win=WinView(1, "8p", 2, (), 2), score=8),
        seat(1, 13, void="m", discards="13m9p28m41p", score=-2),
        seat(2, 13, void="p", discards="246p1s9p7p", score=-4),
        seat(3, 13, void="s", discards="47s91m2s", score=-2),
    )
    return table(view(seats, turn=2, wall=31), None, preset="standard")


def after_call() -> Events:
    """The seat to the left wins on a discard: a call and two payments."""
    events: tuple[AnyEvent, ...] = (
        Discard(0, "1s", False), Win(3, "1s", 0, (), 4), Pay(0, 3, 4, "win"), Pay(0, 3, 2, "transfer"),
    )  # fmt: skip
    return Events(2, events, turn().view, None)


def over() -> Table:
    """The same table as the game has ended."""
    seats = (
        seat(0, "234555m99m", melds=[MeldView("pung", "8p", 3)], void="s", discards="584s1919s36p", win=WinView(2, "9m", None, ("self_draw",), 2), score=19),
        seat(1, "66m", melds=[MeldView("pung", "7p", 0), MeldView("direct", "3s", 3), MeldView("pung", "1p", 2), MeldView("pung", "9s", 2)], discards="13m9p28m41p", score=-26),
        seat(2, "123789s444m55s", melds=[MeldView("pung", "2m", 3)], void="p", discards="246p1s9p7p18m7s", win=WinView(1, "6s", 3, ("kong_discard",), 4), score=24),
        seat(3, "3345678p24m9s", melds=[MeldView("added", "9m", 1)], void="s", discards="47s91m2s8s11p", score=-17),
    )  # fmt: skip
    return table(view(seats, phase="over", wall=0), None)


def finished(*, last: bool) -> Finished:
    """Its settlement: two winners, one ready, one pig."""
    hands = (
        HandResult(0, tiles("234555m99m"), "won", "pinghu", (), (("2m", "3m", "4m"), ("5m", "5m", "5m"), ("9m", "9m")), 2, 19),
        HandResult(1, tiles("66m"), "ready", None, (), (), 4, -26),
        HandResult(2, tiles("123789s444m55s"), "won", "qingyise", (BonusView("gangshangpao", 1, 2), BonusView("gen", 2, 2)), (("1s", "2s", "3s"), ("7s", "8s", "9s"), ("4m", "4m", "4m"), ("5s", "5s")), 16, 24),
        HandResult(3, tiles("3345678p24m9s"), "pig", None, (), (), 0, -17),
    )  # fmt: skip
    words = [
        (3, 2, 4, "win", "小蓉点炮，付给小渝 4 倍", "小蓉 discarded the winning tile and pays 小渝 4× the base"),
        (3, 2, 2, "transfer", "小蓉杠上炮，把杠钱 2 倍交给小渝", "小蓉 discarded the winning tile right after a kong and hands its 2× over to 小渝"),
        (1, 0, 2, "self_draw", "你自摸，小川付 2 倍", "You drew the winning tile; 小川 pays 2× the base"),
        (3, 0, 2, "self_draw", "你自摸，小蓉付 2 倍", "You drew the winning tile; 小蓉 pays 2× the base"),
        (3, 0, 16, "pig", "小蓉是花猪，赔给你 16 倍", "小蓉 is a pig and pays you 16× the base"),
        (3, 1, 16, "pig", "小蓉是花猪，赔给小川 16 倍", "小蓉 is a pig and pays 小川 16× the base"),
        (0, 3, 1, "kong_added", "小蓉弯杠，你付 1 倍", "小蓉 added to a pung; you pay 1× the base"),
        (1, 3, 1, "kong_added", "小蓉弯杠，小川付 1 倍", "小蓉 added to a pung; 小川 pays 1× the base"),
    ]
    transfers = tuple(Transfer(payer, receiver, units, reason, zh, en, "§7") for payer, receiver, units, reason, zh, en in words)  # type: ignore[arg-type]
    return Finished(2, Result(2, "exhausted", hands, transfers, (31, -34, 27, -24), last))
