"""All that lies on the table: seats, wall, kong book, the tile on offer, the money so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from chuanma.engine import layout as L
from tests.reference.hands import Counts, Meld
from tests.reference.value import Rules, Worth

Event = tuple[int, int, int, int, int, int, int]  # event, seat, other, kind, arg, units, reason


@dataclass
class Seat:
    """All that belongs to one seat."""

    hand: list[int] = field(default_factory=lambda: [0] * 27)  # concealed tiles by kind
    melds: list[Meld] = field(default_factory=list)
    from_three: set[int] = field(default_factory=set)  # kinds it ponged holding three
    river: list[int] = field(default_factory=list)  # discards nobody took
    won_tiles: list[int] = field(default_factory=list)  # laid beside a winner
    picked: list[int] = field(default_factory=list)  # tiles to swap, in the order picked
    named: int | None = None  # the void suit it has named, hidden until all have
    void: int | None = None
    marker: int | None = None  # the kind laid face down, until it is played
    broke: bool = False  # `locked`: has shown its void suit again (出色改色)
    thrown_suits: set[int] = field(default_factory=set)  # of all its discards
    announced: str | None = None  # `sing` or `dance`, until the discard that goes with it
    voice: str | None = None  # `sing` or `dance`
    shown: frozenset[int] = frozenset()  # the waits a dancer shows
    items: set[int] = field(default_factory=set)  # used
    answered_start: bool = False
    won: bool = False
    out: bool = False  # has won and takes no further part
    leaving: bool = False  # has said so, perhaps not yet in effect
    left: bool = False
    replaced: bool = False  # has left, and a bot plays on
    draws: int = 0  # from the wall
    passed: int = 0  # the dearest win passed since its last draw
    passed_pungs: set[int] = field(default_factory=set)  # kinds barred by `pass_pung`
    pass_locked: bool = False  # by `until_discard`

    @property
    def active(self) -> bool:
        return not self.out and not self.left

    @property
    def flow_winner(self) -> bool:
        """A winner that plays on."""
        return self.won and not self.out

    @property
    def hand_locked(self) -> bool:
        return self.voice is not None or self.flow_winner

    @property
    def counts(self) -> Counts:
        return tuple(self.hand)

    @property
    def open_sets(self) -> tuple[Meld, ...]:
        return tuple(self.melds)

    def kinds(self) -> set[int]:
        """The kinds among its concealed tiles."""
        return {kind for kind in range(27) if self.hand[kind]}


@dataclass
class Kong:
    """A line of the kong book; a row says who pays how much for what reason."""

    seat: int
    type: str
    feeder: int | None
    rows: list[tuple[int, int, int]] = field(default_factory=list)  # payer, units, reason
    handed_over: bool = False
    refunded: bool = False  # by `refund_payers`

    @property
    def held(self) -> int:
        """What it brought and the konger still holds."""
        return 0 if self.handed_over or self.refunded else sum(units for _, units, _ in self.rows)

    def paid_by(self, payer: int) -> int:
        return sum(units for each, units, _ in self.rows if each == payer)


@dataclass
class Offer:
    """What one seat may do with the tile on offer."""

    win: Worth | None
    flags: frozenset[str]
    pung: bool
    kong: bool
    forced: bool

    @property
    def anything(self) -> bool:
        return self.win is not None or self.pung or self.kong


class Position:
    """A table in the course of a game. `wall`: the next tile first, without the bound persons' tiles."""

    def __init__(
        self,
        rules: Rules,
        wall: Sequence[int],
        dealer: int,
        dice: tuple[int, int] = (1, 1),
        swap_die: int = 1,
        persons: int = 0,
    ) -> None:
        self.rules = rules
        self.dealer = dealer
        self.dice = dice
        self.swap_die = swap_die
        self.number: int = rules["table.seats"]
        self.seats = [Seat() for _ in range(self.number)]
        self.table_kinds = range(27) if rules["table.suits"] == 3 else range(9, 27)
        self.wall = list(wall)
        self.horses = [self.wall.pop() for _ in range(persons)]  # RULES §1: the last tile to the first person
        self.book: list[Kong] = []
        self.handed: Counter[tuple[int, int]] = Counter()  # hand-overs booked: (konger, winner) → units
        self.got: Counter[tuple[int, int]] = Counter()  # (receiver, payer) → units
        self.scores = [0] * self.number
        self.house = 0
        self.person_scores = [0] * L.PERSONS
        self.phase = "start"
        self.turn = dealer  # the seat in turn; while a tile is on offer, the seat that offers it
        self.draw_type = L.DRAW_DEALT
        self.drawn: int | None = None  # the kind just drawn
        self.drawn_this_turn: set[int] = set()
        self.dealt_last = -1  # the dealer's fourteenth
        self.traded = False  # an item has changed the hand in this turn
        self.ponged: int | None = None  # the kind just ponged
        self.turn_name: int | None = None  # the void suit named for the coming discard
        self.chain_start = 0  # the first line in the book of this turn's chain of kongs
        self.item: int | None = None  # the item in use
        self.item_given: int | None = None  # the tile to trade, once picked
        self.item_draws = 0  # random draws of items so far
        self.offered: int | None = None  # the kind on offer
        self.offers: dict[int, Offer] = {}
        self.answers: dict[int, int] = {}
        self.kong_discard = False  # the discard on offer follows a replacement directly
        self.calls = 0  # pungs and kongs made by anyone
        self.discards = 0
        self.touched: Counter[str] = Counter()  # how often a rule of TOUCHED decided something
        self.events: list[Event] = []

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def left(self) -> int:
        """Tiles left in the wall."""
        return len(self.wall)

    def emit(
        self,
        event: int,
        seat: int = -1,
        other: int = -1,
        kind: int = -1,
        arg: int = 0,
        units: int = 0,
        reason: int = 0,
    ) -> None:
        self.events.append((event, seat, other, kind, arg, units, reason))

    def after(self, seat: int) -> list[int]:
        """The other seats in turn order."""
        return [(seat + step) % self.number for step in range(1, self.number)]

    def from_dealer(self) -> list[int]:
        return [self.dealer, *self.after(self.dealer)]

    def active_after(self, seat: int) -> list[int]:
        return [other for other in self.after(seat) if self.seats[other].active]

    def actives(self) -> list[int]:
        """The active seats from the dealer on."""
        return [seat for seat in self.from_dealer() if self.seats[seat].active]

    def forced(self, left: int) -> bool:
        """RULES §4 `forced_last` (0: off): with so few tiles in the wall a win must be taken."""
        last: int = self.rules["claim.forced_last"]
        return last > 0 and left <= last

    def seen_with(self, tiles: Counts) -> list[int]:
        """How many of each kind can be seen: these tiles, rivers, open sets, won tiles (RULES §6)."""
        seen = list(tiles)
        for player in self.seats:
            for kind in (*player.river, *player.won_tiles):
                seen[kind] += 1
            for meld in player.melds:
                seen[meld.kind] += meld.tiles
        return seen

    def pending(self) -> set[int]:
        """The seats whose answer is awaited, in no order."""
        seats = range(self.number)
        if self.phase == "start":
            return {seat for seat in seats if not self.seats[seat].answered_start}
        if self.phase == "swap":
            return {seat for seat in seats if len(self.seats[seat].picked) < self.rules["open.swap"]}
        if self.phase == "void":
            return {seat for seat in seats if self._void_open(self.seats[seat])}
        if self.phase == "turn":
            return {self.turn}
        if self.over:
            return set()
        return self.offers.keys() - self.answers.keys()

    def _void_open(self, player: Seat) -> bool:
        """The seat has named no suit yet, or (`marked`) holds it and has laid no tile."""
        if player.named is None:
            return True
        return (
            self.rules["open.void"] == "marked" and player.marker is None and self.holds(player, player.named)
        )

    def holds(self, player: Seat, suit: int) -> bool:
        """Whether there is a concealed tile of the suit."""
        return any(player.hand[suit * 9 : suit * 9 + 9])
