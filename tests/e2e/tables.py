"""Tables laid by hand, as messages: what the page draws of them is looked at and measured without a server."""

from __future__ import annotations

from collections.abc import Sequence

from chuanma import tiles as notation
from chuanma.events import Discard, Pay, Reason, Suit, Win
from chuanma.results import Status
from chuanma.server.hall import offered
from chuanma.server.protocol import (
    PROTOCOL,
    Ask,
    BonusView,
    Events,
    Finished,
    HandResult,
    Player,
    Result,
    Table,
    Transfer,
    Welcome,
)
from chuanma.text import text
from chuanma.view import MeldView, Offer, Phase, RiverTile, SeatView, TableView, WaitView, WinView

PRESETS = offered()
SEATS = ("self", "next", "across", "previous")
PLAYERS = tuple(
    Player(i, i > 0, text(f"seat.{name}", "zh"), text(f"seat.{name}", "zh"), text(f"seat.{name}", "en"))
    for i, name in enumerate(SEATS)
)


def tiles(written: str) -> tuple[str, ...]:
    """``123m9p`` as single tiles, in the order written."""
    return tuple(map(notation.name, notation.parse_tiles(written))) if written else ()


def sets(written: str) -> tuple[MeldView, ...]:
    """Open sets such as ``p7p0 c2p``: notation, then the seat that fed it."""
    letters = {letter: name for name, letter in notation.LETTERS.items()}
    return tuple(
        MeldView(letters[each[0]], each[1:3], int(each[3]) if len(each) > 3 else None)
        for each in written.split()
    )


def seat(
    number: int,
    hand: str | int,
    open_sets: str = "",
    *,
    river: str = "",
    void: Suit | None = None,
    win: WinView | None = None,
    left: bool = False,
    score: int = 0,
) -> SeatView:
    """A seat with its hand as notation, or only its size."""
    own = tiles(hand) if isinstance(hand, str) else None
    size = hand if isinstance(hand, int) else len(tiles(hand))
    discards = tuple(RiverTile(tile, False) for tile in tiles(river))
    return SeatView(
        seat=number,
        n_hand=size,
        hand=own,
        melds=sets(open_sets),
        river=discards,
        void=void,
        marked=False,
        marker=None,
        win=win,
        wins=int(win is not None),
        won_tiles=(win.tile,) if win and win.tile else (),
        side=None,
        shown=(),
        items=(),
        golden=False,
        left=left,
        score=score,
    )


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
    return TableView(
        seat=0,
        phase=phase,
        dealer=3,
        turn=turn,
        wall_left=wall,
        dice=(3, 4),
        drawn=drawn,
        offer=offer,
        seats=tuple(seats),
        waits=tuple(waits),
        picks=(),
        item=None,
        target=None,
        announced=None,
        barred=(),
        passed=0,
        locked=False,
        broke=False,
        house=0,
        persons=(),
        end=None,
    )


def table(look: TableView, ask: Ask | None, *, preset: str = "dingque") -> Table:
    """A table message about the second of four games."""
    return Table(1, preset, 2, 4, PLAYERS, (12, -8, 3, -7), look, ask, None, 15_000)


def ask(*actions: str) -> Ask:
    """A question with 15 s and a bank of 20 s."""
    return Ask(7, actions, 15_000, 20_000)


def welcome(*, seated: bool) -> Welcome:
    """The answer to hello."""
    return Welcome(PROTOCOL, "a-token", "guest", PRESETS, seated)


def choosing() -> Table:
    """Everybody names a void suit."""
    seats = (seat(0, "1123568m3459p27s"), seat(1, 13), seat(2, 13), seat(3, 14))
    return table(view(seats, phase="void", turn=3, wall=55), ask("void m", "void p", "void s"))


def turn() -> Table:
    """The own turn early in the game: three tiles of the void suit must go first."""
    seats = (
        seat(0, "234567m34588p19s", void="s", river="58s"),
        seat(1, 10, "p7p0", void="m", river="13m9p"),
        seat(2, 13, void="p", river="246p1s"),
        seat(3, 13, void="s", river="47s91m"),
    )
    return table(view(seats, drawn="6s", wall=41), ask("discard 1s", "discard 6s", "discard 9s"))


def claim() -> Table:
    """A discard that may be won, taken for a kong or a pung; one seat has won, sets lie open."""
    first = WinView(1, "6s", 3, ("kong_discard",), 4)
    seats = (
        seat(0, "234555m8p", "p3p3 c2p", void="s", river="584s1919s36p", score=6),
        seat(1, 7, "p7p0 k3s3", void="m", river="13m9p28m41p5m", score=2),
        seat(2, 13, void="p", river="246p1s9p7p18m7s9m", win=first, score=4),
        seat(3, 10, "a9m1", void="s", river="47s91m2s8s11p33p", score=-12),
    )
    look = view(
        seats,
        phase="claim",
        turn=1,
        wall=23,
        offer=Offer(1, "5m", False),
        waits=[WaitView("5m", 1, 8), WaitView("8p", 2, 4)],
    )
    return table(look, ask("pung", "direct_kong", "win", "pass"))


def crowded() -> Table:
    """More than a game can hold: the longest rivers, four kongs a seat, nine waits, three kongs to choose from."""
    long = "123456789m123456789p123456789s"
    seats = (
        seat(0, "111222333m4444p", void="s", river=long),
        seat(1, 1, "a1p2 c2p a3p0 a4p3", void="m", river=long, score=-1234),
        seat(2, 1, "a5p1 c6p a7p0 a8p3", void="p", river=long, win=WinView(1, "6s", 3, (), 64), score=1200),
        seat(3, 1, "a5s1 c6s a7s0 a8s2", void="s", river=long, score=34),
    )
    waits = [WaitView(f"{rank}m", 4, 1024) for rank in range(1, 10)]
    actions = ("discard 9m", "discard 1m", "win", "kong 4p", "kong 1m", "kong 2m")
    return table(view(seats, drawn="9m", wall=3, waits=waits), ask(*actions))


def opened() -> Table:
    """The own hand with four sets."""
    seats = (seat(0, "5m", "p8p3 c2p a3p1 k9m2", void="s", river="58s19s"), *(seat(i, 13) for i in (1, 2, 3)))
    return table(view(seats, drawn="5m", wall=20, waits=[WaitView("5m", 2, 8)]), ask("discard 5m", "win"))


def won() -> Table:
    """The own seat has won and looks on."""
    seats = (
        seat(0, "234555m88p", "p7s1", river="58s19s36p", win=WinView(2, "8p", 2, (), 2), score=8),
        seat(1, 13, river="13m9p28m41p", score=-2),
        seat(2, 13, river="246p1s9p7p", score=-4),
        seat(3, 13, river="47s91m2s", score=-2),
    )
    return table(view(seats, turn=2, wall=31), None, preset="standard")


def left() -> Table:
    """A seat has left and pays; two play on."""
    seats = (
        seat(0, "234555m88p", "p7s1", river="58s19s36p"),
        seat(1, 13, river="13m9p28m41p", win=WinView(1, "8p", 2, (), 2), score=18),
        seat(2, 13, river="246p1s9p7p", score=14),
        seat(3, 13, river="47s91m2s", left=True, score=-32),
    )
    return table(view(seats, turn=2, wall=31), None)


def call() -> Events:
    """After `turn`: the seat before wins on the own discard, which was made after a kong: a call, two payments."""
    events = (Discard(0, "1s", False), Win(3, "1s", 0, (), 4), Pay(0, 3, 4, "win"), Pay(0, 3, 2, "transfer"))
    return Events(2, events, turn().view, None)


def over() -> Table:
    """A game that has ended: all hands lie open."""
    self_draw = WinView(2, "9m", None, ("self_draw",), 2)
    seats = (
        seat(0, "234555m456p9m", "p8p3", void="s", river="584s1919s36p", win=self_draw, score=19),
        seat(1, "6m", "p7p0 k3s3 p1p2 p9s2", river="13m9p28m41p", score=-34),
        seat(
            2,
            "12378999s55s",
            "p2s3",
            void="p",
            river="246p1s9p7p18m7s",
            win=WinView(1, "6s", 3, ("kong_discard",), 16),
            score=32,
        ),
        seat(3, "3345678p24m9s", "a9m1", void="s", river="47s91m2s8s11p", score=-17),
    )
    return table(view(seats, phase="over", wall=0), None)


def outcome(
    number: int,
    hand: str,
    status: Status,
    score: int,
    *,
    wait: str | None = None,
    pattern: str | None = None,
    bonuses: tuple[BonusView, ...] = (),
    reading: tuple[tuple[str, ...], ...] = (),
    units: int = 0,
) -> HandResult:
    """How a seat stands at the end."""
    return HandResult(
        seat=number,
        hand=tiles(hand),
        melds=(),
        status=status,
        wait=wait,
        pattern=pattern,
        bonuses=bonuses,
        reading=reading,
        wins=int(status == "won"),
        units=units,
        score=score,
    )


def settled(
    end: str, hands: tuple[HandResult, ...], transfers: tuple[Transfer, ...], *, last: bool
) -> Finished:
    """The settlement of the second game."""
    result = Result(
        game=2,
        end=end,
        hands=hands,
        transfers=transfers,
        house=0,
        persons=(),
        totals=(31, -34, 27, -24),
        last=last,
    )
    return Finished(2, result)


def finished(*, last: bool) -> Finished:
    """Its settlement: two winners, one ready, one pig."""
    own = tuple(map(tiles, ("234m", "555m", "456p", "99m")))
    across = tuple(map(tiles, ("123s", "456s", "999s", "55s")))
    bonuses = (BonusView("gangshangpao", 1, 2), BonusView("gen", 2, 2))
    hands = (
        outcome(0, "23455599m456p", "won", 19, pattern="pinghu", reading=own, units=2),
        outcome(1, "6m", "ready", -34, wait="6m", pattern="duidui", reading=(tiles("66m"),), units=4),
        outcome(2, "12345699955s", "won", 32, pattern="qingyise", bonuses=bonuses, reading=across, units=16),
        outcome(3, "3345678p24m9s", "pig", -17),
    )
    rows: tuple[tuple[int, int, int, Reason], ...] = (
        (3, 2, 16, "win"),
        (3, 2, 2, "transfer"),
        (1, 0, 2, "self_draw"),
        (3, 0, 2, "self_draw"),
        (3, 0, 16, "pig"),
        (3, 1, 16, "pig"),
        (0, 3, 1, "kong_added"),
        (1, 3, 1, "kong_added"),
    )
    transfers = tuple(transfer(*row) for row in rows)
    return settled("exhausted", hands, transfers, last=last)


def broken_off() -> Finished:
    """A game that ended when seats left: one of each standing that is not in the other settlement."""
    hands = (
        outcome(0, "23455588m456p", "not_ready", 16),
        outcome(1, "6m", "active", 16),
        outcome(2, "12345699955s", "left", -16),
        outcome(3, "3345678p24m9s", "left", -16),
    )
    transfers = (transfer(2, 0, 16, "escape"), transfer(3, 1, 16, "escape"))
    return settled("escape", hands, transfers, last=True)


def transfer(payer: int, receiver: int, units: int, reason: Reason) -> Transfer:
    """One row with its words."""

    def words(lang: str) -> str:
        names = [text(f"seat.{name}", lang) for name in SEATS]
        return text(
            f"reason.{reason}.words", lang, **{"from": names[payer], "to": names[receiver], "units": units}
        )

    return Transfer(payer, receiver, units, reason, words("zh"), words("en"), text(f"rule.{reason}", "zh"))
