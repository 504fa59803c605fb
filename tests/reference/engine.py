"""The rules of a game in plain Python, section by section of RULES.md; order of events: docs/engine.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from chuanma.engine import layout as L
from tests.reference import judge
from tests.reference.hands import Counts, Meld, suits_allowed, with_tile
from tests.reference.hands import readings as hand_readings
from tests.reference.value import Rules, Win, Worth, value

Event = tuple[int, int, int, int, int, int, int]  # event, seat, other, kind, arg, units, reason

FLAG_BITS = {
    "self_draw": L.F_SELF_DRAW,
    "after_kong": L.F_AFTER_KONG,
    "kong_discard": L.F_KONG_DISCARD,
    "robbed": L.F_ROBBED,
    "last_tile": L.F_LAST_TILE,
    "heaven": L.F_HEAVEN,
    "earth": L.F_EARTH,
}


# Rules that show in no event of their own; the fuzz wants to have seen each decide something.
TOUCHED = (
    "locked by pass_win",
    "won though passed, being higher",
    "forced on a draw",
    "forced on a claim",
    "unpaid late added kong",
    "unpaid kong from three",
    "bloom paid by feeder alone",
    "handed over to several",
    "handed over, not refunded",
    "left, not refunded",
    "several winners of a discard",
    "several robbers",
    "several leave together",
    "a winner leaves",
)


@dataclass
class Seat:
    """All that belongs to one seat."""

    hand: list[int] = field(default_factory=lambda: [0] * 27)  # concealed tiles by kind
    melds: list[Meld] = field(default_factory=list)
    from_three: set[int] = field(default_factory=set)  # kinds it ponged holding three
    river: list[int] = field(default_factory=list)  # discards nobody took
    won_tiles: list[int] = field(default_factory=list)  # laid beside a winner
    named: int | None = None  # the void suit it has named, hidden until all have
    void: int | None = None
    won: bool = False
    leaving: bool = False  # has said so, not yet in effect
    left: bool = False
    draws: int = 0  # from the wall
    passed: int = 0  # the dearest win passed since its last draw

    @property
    def active(self) -> bool:
        return not self.won and not self.left

    @property
    def counts(self) -> Counts:
        return tuple(self.hand)

    @property
    def open_sets(self) -> tuple[Meld, ...]:
        return tuple(self.melds)


@dataclass
class Kong:
    """A line of the kong book."""

    seat: int
    type: str
    feeder: int | None
    paid: dict[int, int] = field(default_factory=dict)  # by payer
    handed_over: bool = False


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


class ReferenceGame:
    """One game from the deal to the settlement. `opening` holds the events of the deal."""

    def __init__(
        self, rules: Rules, wall: Sequence[int], dealer: int, dice: tuple[int, int] = (1, 1)
    ) -> None:
        self.rules = rules
        self.dealer = dealer
        self.seats = [Seat() for _ in range(4)]
        self.wall = list(wall)  # next tile first; replacements from the end
        self.book: list[Kong] = []
        self.scores = [0, 0, 0, 0]
        self.phase = "void"
        self.turn = dealer  # the seat in turn; while a tile is on offer, the seat that offers it
        self.draw_type = L.DRAW_DEALT
        self.drawn: int | None = None  # the kind just drawn
        self.drawn_this_turn: set[int] = set()
        self.offered: int | None = None  # the kind on offer
        self.offers: dict[int, Offer] = {}
        self.answers: dict[int, int] = {}
        self.kong_discard = False  # the discard on offer follows a replacement directly
        self.calls = 0  # pungs and kongs made by anyone
        self.discards = 0
        self.touched: Counter[str] = Counter()  # how often a rule of TOUCHED decided something
        self._events: list[Event] = []
        self._legal: dict[int, frozenset[int]] = {}
        self._deal(dice)
        self.opening = self._events

    # ------------------------------------------------------------------------------------ asking, stepping
    @property
    def over(self) -> bool:
        return self.phase == "over"

    def pending(self) -> set[int]:
        """The seats whose answer is awaited, in no order."""
        if self.phase == "void":
            return {seat for seat in range(4) if self.seats[seat].named is None}
        if self.phase == "turn":
            return {self.turn}
        if self.over:
            return set()
        return self.offers.keys() - self.answers.keys()

    def legal(self, seat: int) -> frozenset[int]:
        """The ids of all actions open to a seat now."""
        if seat not in self._legal:
            self._legal[seat] = frozenset(self._find_legal(seat))
        return self._legal[seat]

    def _find_legal(self, seat: int) -> set[int]:
        if self.over or self.seats[seat].leaving or self.seats[seat].left:
            return set()
        actions = {L.A_LEAVE}
        if seat in self.pending():
            if self.phase == "void":
                actions |= {L.A_VOID, L.A_VOID + 1, L.A_VOID + 2}
            elif self.phase == "turn":
                actions |= self._turn_actions(seat)
            else:
                actions |= self._answers_open(self.offers[seat])
        return actions

    def step(self, seat: int, action: int) -> list[Event]:
        """Carry out one legal action; all events that follow from it. ValueError for an illegal one."""
        if action not in self.legal(seat):
            raise ValueError(f"seat {seat} may not do {action}: {sorted(self.legal(seat))}")
        self._events = []
        if action == L.A_LEAVE:
            self._say_leave(seat)
        elif self.phase == "void":
            self._name_void(seat, action - L.A_VOID)
        elif self.phase == "turn":
            self._own_turn(seat, action)
        else:
            self._answer(seat, action)
        self._legal = {}
        return self._events

    # --------------------------------------------------------------------------------------------- helpers
    def _emit(
        self,
        event: int,
        seat: int = -1,
        other: int = -1,
        kind: int = -1,
        arg: int = 0,
        units: int = 0,
        reason: int = 0,
    ) -> None:
        self._events.append((event, seat, other, kind, arg, units, reason))

    def _pay(self, payer: int, receiver: int, units: int, reason: int) -> None:
        if units:
            self.scores[payer] -= units
            self.scores[receiver] += units
            self._emit(L.E_PAY, payer, receiver, units=units, reason=reason)

    def _after(self, seat: int) -> list[int]:
        """The other three seats in turn order."""
        return [(seat + step) % 4 for step in (1, 2, 3)]

    def _from_dealer(self) -> list[int]:
        return [self.dealer, *self._after(self.dealer)]

    def _active_after(self, seat: int) -> list[int]:
        return [other for other in self._after(seat) if self.seats[other].active]

    def _actives(self) -> list[int]:
        """The active seats from the dealer on."""
        return [seat for seat in self._from_dealer() if self.seats[seat].active]

    # ---------------------------------------------------------------------------------- RULES §1: the deal
    def _deal(self, dice: tuple[int, int]) -> None:
        for seat in self._from_dealer():
            for kind in self.wall[:13]:
                self.seats[seat].hand[kind] += 1
            del self.wall[:13]
        self.seats[self.dealer].hand[self.wall.pop(0)] += 1
        self._emit(L.E_DEAL, self.dealer, arg=dice[0] * 10 + dice[1])
        if self.rules["open.void"] == "free":
            self.phase = "turn"

    # -------------------------------------------------------------------------------- RULES §3: void suits
    def _name_void(self, seat: int, suit: int) -> None:
        self.seats[seat].named = suit
        if not self.pending():
            for each in self._from_dealer():
                self.seats[each].void = self.seats[each].named
                self._emit(L.E_VOID, each, kind=self.seats[each].void or 0)
            self.phase = "turn"

    def discards_allowed(self, seat: int) -> set[int]:
        """The kinds the seat may discard: under `forced` the void suit first."""
        player = self.seats[seat]
        kinds = {kind for kind in range(27) if player.hand[kind]}
        if self.rules["open.void"] == "forced":
            void_kinds = {kind for kind in kinds if kind // 9 == player.void}
            return void_kinds or kinds
        return kinds

    # ------------------------------------------------------------------------------------ RULES §4: a turn
    def _draw(self, seat: int, draw_type: int) -> None:
        """Take a tile; with an empty wall the game is exhausted."""
        if not self.wall:
            self._exhaust()
            return
        kind = self.wall.pop(0) if draw_type == L.DRAW_WALL else self.wall.pop()
        player = self.seats[seat]
        player.hand[kind] += 1
        player.passed = 0
        player.draws += draw_type == L.DRAW_WALL
        if draw_type == L.DRAW_WALL:
            self.drawn_this_turn = set()
        self.drawn_this_turn.add(kind)
        self.phase, self.turn, self.draw_type, self.drawn = "turn", seat, draw_type, kind
        self._emit(L.E_DRAW, seat, kind=kind, arg=draw_type, units=len(self.wall))

    def _turn_actions(self, seat: int) -> set[int]:
        if self._may_win_turn(seat):
            if self._forced(len(self.wall) + 1) and self.drawn is not None:
                self.touched["forced on a draw"] += 1
                return {L.A_WIN}
            actions = {L.A_WIN}
        else:
            actions = set()
        actions |= {L.A_DISCARD + kind for kind in self.discards_allowed(seat)}
        return actions | {L.A_KONG + kind for kind in self._turn_kongs(seat)}

    def _may_win_turn(self, seat: int) -> bool:
        player = self.seats[seat]
        return self.draw_type != L.DRAW_NONE and self._complete(player, player.counts)

    def _complete(self, player: Seat, counts: Counts) -> bool:
        """RULES §6: the tiles are complete, at most two suits, none of the void suit."""
        if not suits_allowed(counts, player.open_sets, player.void):
            return False
        return bool(hand_readings(counts, player.open_sets))

    def _turn_kongs(self, seat: int) -> set[int]:
        if self.draw_type == L.DRAW_NONE or not self.wall:
            return set()
        player = self.seats[seat]
        pungs = {meld.kind for meld in player.melds if meld.type == "pung"}
        kinds = {kind for kind in range(27) if player.hand[kind] == 4}
        kinds |= {kind for kind in pungs if player.hand[kind]}
        return {kind for kind in kinds if kind // 9 != player.void}

    def _forced(self, left: int) -> bool:
        """`forced_last` (0: off): with so few tiles in the wall a win must be taken."""
        last: int = self.rules["claim.forced_last"]
        return last > 0 and left <= last

    def _own_turn(self, seat: int, action: int) -> None:
        if action == L.A_WIN:
            self._self_draw(seat)
        elif action < L.A_KONG:
            self._discard(seat, action - L.A_DISCARD)
        elif self.seats[seat].hand[action - L.A_KONG] == 4:
            self._concealed_kong(seat, action - L.A_KONG)
        else:
            self._announce_kong(seat, action - L.A_KONG)

    def _discard(self, seat: int, kind: int) -> None:
        self.seats[seat].hand[kind] -= 1
        self.discards += 1
        self.kong_discard = self.draw_type == L.DRAW_REPLACEMENT
        self._emit(L.E_DISCARD, seat, kind=kind, arg=int(kind == self.drawn))
        self._offer("claim", seat, kind)

    # -------------------------------------------------------------- RULES §4: a tile on offer, and answers
    def _offer(self, phase: str, seat: int, kind: int) -> None:
        """Ask every other active seat that can do something; nobody: go on at once."""
        self.phase, self.turn, self.offered, self.answers = phase, seat, kind, {}
        found = {other: self._find_offer(other) for other in self._active_after(seat)}
        self.offers = {other: offer for other, offer in found.items() if offer.anything}
        self._resolve()

    def _find_offer(self, seat: int) -> Offer:
        kind = self.offered
        assert kind is not None
        player = self.seats[seat]
        flags = self._claim_flags(seat)
        worth = self._claim_worth(player, kind, flags)
        forced = worth is not None and self._forced(len(self.wall))
        self.touched["forced on a claim"] += forced
        may_call = self.phase == "claim" and bool(self.wall) and kind // 9 != player.void and not forced
        return Offer(
            win=worth,
            flags=flags,
            pung=may_call and player.hand[kind] >= 2,
            kong=may_call and player.hand[kind] == 3,
            forced=forced,
        )

    def _claim_worth(self, player: Seat, kind: int, flags: frozenset[str]) -> Worth | None:
        """The value of winning the tile on offer; None if it does not win, or `pass_win` locks it."""
        counts = with_tile(player.counts, kind)
        if not self._complete(player, counts):
            return None
        worth = value(self.rules, Win(counts, player.open_sets, kind, flags))
        assert worth is not None
        higher = worth.units > player.passed
        rule = self.rules["claim.pass_win"]
        if player.passed and (rule == "until_draw" or (rule == "until_draw_higher" and not higher)):
            self.touched["locked by pass_win"] += 1
            return None
        if player.passed and rule == "until_draw_higher":
            self.touched["won though passed, being higher"] += 1
        return worth

    def _answers_open(self, offer: Offer) -> set[int]:
        actions = set() if offer.forced else {L.A_PASS}
        if offer.win is not None:
            actions.add(L.A_WIN)
        if offer.pung:
            actions.add(L.A_PUNG)
        if offer.kong:
            actions.add(L.A_DIRECT_KONG)
        return actions

    def _answer(self, seat: int, action: int) -> None:
        self._take_answer(seat, action)
        self._resolve()
        self._late_leaves()

    def _take_answer(self, seat: int, action: int) -> None:
        self.answers[seat] = action
        worth = self.offers[seat].win
        if worth is not None and action != L.A_WIN:
            self.seats[seat].passed = max(self.seats[seat].passed, worth.units)

    def _resolve(self) -> None:
        """Decide who gets the tile, once no outstanding answer could outrank or join what is decided."""
        may_win = [seat for seat, offer in self.offers.items() if offer.win is not None]
        if any(seat not in self.answers for seat in may_win):
            return
        winners = [seat for seat in may_win if self.answers[seat] == L.A_WIN]
        if winners:
            self._won_by_claim(winners)
        elif self.pending():
            return
        else:
            callers = [seat for seat in self.offers if self.answers[seat] != L.A_PASS]
            self._called(callers[0] if callers else None)

    def _called(self, caller: int | None) -> None:
        """No win: a pung, a direct kong, the added kong nobody robbed, or the next seat draws."""
        assert self.offered is not None
        kind, feeder = self.offered, self.turn
        if self.phase == "rob":
            self._added_kong(feeder, kind)
        elif caller is None:
            self.seats[feeder].river.append(kind)
            self._draw(self._active_after(feeder)[0], L.DRAW_WALL)
        elif self.answers[caller] == L.A_PUNG:
            self._pung(caller, kind, feeder)
        else:
            self._direct_kong(caller, kind, feeder)

    def _pung(self, seat: int, kind: int, feeder: int) -> None:
        player = self.seats[seat]
        if player.hand[kind] == 3:
            player.from_three.add(kind)
        player.hand[kind] -= 2
        player.melds.append(Meld("pung", kind))
        self.calls += 1
        self._new_turn(seat)
        self._emit(L.E_PUNG, seat, feeder, kind)

    def _new_turn(self, seat: int) -> None:
        """A claimer is in turn, and has drawn nothing."""
        self.phase, self.turn, self.draw_type, self.drawn = "turn", seat, L.DRAW_NONE, None
        self.drawn_this_turn = set()

    # --------------------------------------------------------------------------------- RULES §4, §7: kongs
    def _direct_kong(self, seat: int, kind: int, feeder: int) -> None:
        self._new_turn(seat)
        self.seats[seat].hand[kind] -= 3
        self.seats[seat].melds.append(Meld("direct", kind))
        self._emit(L.E_KONG, seat, feeder, kind, L.MELD_DIRECT)
        self._book("direct", seat, {feeder: self.rules["kong.direct"]}, L.R_KONG_DIRECT, feeder)

    def _concealed_kong(self, seat: int, kind: int) -> None:
        self.seats[seat].hand[kind] -= 4
        self.seats[seat].melds.append(Meld("concealed", kind))
        self._emit(L.E_KONG, seat, -1, kind, L.MELD_CONCEALED)
        units: int = self.rules["kong.concealed"]
        self._book("concealed", seat, dict.fromkeys(self._active_after(seat), units), L.R_KONG_CONCEALED)

    def _announce_kong(self, seat: int, kind: int) -> None:
        self._emit(L.E_ANNOUNCE_KONG, seat, kind=kind)
        self._offer("rob", seat, kind)

    def _added_kong(self, seat: int, kind: int) -> None:
        player = self.seats[seat]
        player.hand[kind] -= 1
        player.melds[player.melds.index(Meld("pung", kind))] = Meld("added", kind)
        self._emit(L.E_KONG, seat, -1, kind, L.MELD_ADDED)
        late = kind not in self.drawn_this_turn and self.rules["kong.late_added"] == "unpaid"
        held_back = kind in player.from_three and self.rules["kong.pung_from_three"] == "unpaid"
        self.touched["unpaid late added kong"] += late
        self.touched["unpaid kong from three"] += held_back
        units: int = 0 if late or held_back else self.rules["kong.added"]
        self._book("added", seat, dict.fromkeys(self._active_after(seat), units), L.R_KONG_ADDED)

    def _book(
        self, kong_type: str, seat: int, paid: dict[int, int], reason: int, feeder: int | None = None
    ) -> None:
        """Write a kong down, pay for it, and draw its replacement."""
        self.calls += 1
        self.book.append(Kong(seat, kong_type, feeder, paid))
        for payer, units in paid.items():
            self._pay(payer, seat, units, reason)
        self._draw(seat, L.DRAW_REPLACEMENT)

    def _hand_over(self, feeder: int, winner: int) -> None:
        """呼叫转移: what the last kong brought goes to the winner of the discard right after it."""
        kong = self.book[-1]
        after = self.rules["kong.transfer_after"]
        if self.rules["kong.transfer"] == "last" and (after == "any" or kong.type == after):
            self.touched["handed over to several"] += kong.handed_over
            kong.handed_over = True
            self._pay(feeder, winner, sum(kong.paid.values()), L.R_TRANSFER)

    # ---------------------------------------------------------------------- RULES §6, §7, §9: wins and pay
    def _claim_flags(self, seat: int) -> frozenset[str]:
        if self.phase == "rob":
            return frozenset({"robbed"})
        flags = set()
        if self.kong_discard:
            flags.add("kong_discard")
        if not self.wall:
            flags.add("last_tile")
        first_discard = self.discards == 1 and self.calls == 0
        if self.rules["value.dihu"] == "draw_or_dealer_discard" and first_discard:
            flags.add("earth")
        return frozenset(flags)

    def _turn_flags(self, seat: int) -> frozenset[str]:
        flags = {"self_draw"}
        if self.draw_type == L.DRAW_DEALT:
            flags.add("heaven")
        elif not self.wall:
            flags.add("last_tile")
        if self.draw_type == L.DRAW_REPLACEMENT:
            flags.add("after_kong")
        if self._earth_by_draw(seat):
            flags.add("earth")
        return frozenset(flags)

    def _earth_by_draw(self, seat: int) -> bool:
        player = self.seats[seat]
        first = self.draw_type == L.DRAW_WALL and player.draws == 1 and not player.melds
        if seat == self.dealer or not first or self.rules["value.dihu"] == "off":
            return False
        return self.rules["value.dihu"] == "first_draw" or self.calls == 0

    def _win(self, seat: int, feeder: int, kind: int, flags: frozenset[str], worth: Worth) -> int:
        """Book a win; what one payer pays for it."""
        units = worth.units
        if "self_draw" in flags and self.rules["value.self_draw"] == "add_base":
            units += 1
        self.seats[seat].won = True
        bits = sum(FLAG_BITS[flag] for flag in flags)
        self._emit(L.E_WIN, seat, feeder, kind, bits, units)
        return units

    def _self_draw(self, seat: int) -> None:
        player = self.seats[seat]
        flags = self._turn_flags(seat)
        worth = value(self.rules, Win(player.counts, player.open_sets, self.drawn, flags))
        assert worth is not None
        units = self._win(seat, -1, -1 if self.drawn is None else self.drawn, flags, worth)
        for payer in self._self_draw_payers(seat):
            self._pay(payer, seat, units, L.R_SELF_DRAW)
        self._after_wins(seat)

    def _self_draw_payers(self, seat: int) -> list[int]:
        payers = self._active_after(seat)
        if self.draw_type == L.DRAW_REPLACEMENT and self.rules["kong.bloom_payer"] == "feeder":
            kong = self.book[-1]
            if kong.type == "direct":
                self.touched["bloom paid by feeder alone"] += 1
                return [payer for payer in payers if payer == kong.feeder]
        return payers

    def _won_by_claim(self, winners: list[int]) -> None:
        assert self.offered is not None
        kind, feeder, robbed = self.offered, self.turn, self.phase == "rob"
        self.seats[winners[0]].won_tiles.append(kind)
        if robbed:
            self.seats[feeder].hand[kind] -= 1
        if len(winners) > 1:
            self.touched["several robbers" if robbed else "several winners of a discard"] += 1
        for seat in winners:
            offer = self.offers[seat]
            assert offer.win is not None
            units = self._win(seat, feeder, kind, offer.flags, offer.win)
            self._pay(feeder, seat, units, L.R_ROBBED_KONG if robbed else L.R_WIN)
            if "kong_discard" in offer.flags:
                self._hand_over(feeder, seat)
        self._after_wins(winners[-1])

    # ------------------------------------------------------------------------- RULES §5: how long it lasts
    def _after_wins(self, last_winner: int) -> None:
        if self.rules["table.mode"] == "single" or len(self._actives()) <= 1:
            self._end(L.END_WON)
        else:
            self._draw(self._active_after(last_winner)[0], L.DRAW_WALL)

    def _end(self, how: int) -> None:
        self.phase = "over"
        self._emit(L.E_END, arg=how)

    # ---------------------------------------------------------------------------- RULES §8: exhausted game
    def _exhaust(self) -> None:
        self._emit(L.E_EXHAUSTED)
        judged = {seat: self.judge(seat) for seat in self._actives()}
        for seat, (judgement, units) in judged.items():
            self._emit(L.E_JUDGE, seat, arg=judgement, units=units)
        self._pay_pigs([seat for seat in judged if judged[seat].judgement == L.PIG])
        ready_units = {seat: units for seat, (_, units) in judged.items()}
        for seat, (judgement, _) in judged.items():
            if judgement == L.NOT_READY:
                self._pay_ready(seat, ready_units, L.R_READY)
        if self.rules["draw.refund"]:
            for seat, (judgement, _) in judged.items():
                if judgement != L.READY:
                    self._refund(seat)
        self._end(L.END_EXHAUSTED)

    def judge(self, seat: int) -> judge.Verdict:
        """How a seat stands; with 14 tiles, after its best legal discard."""
        player = self.seats[seat]
        hands: Iterable[Counts] = [player.counts]
        if sum(player.hand) % 3 == 2:
            hands = [with_tile(player.counts, kind, -1) for kind in self.discards_allowed(seat)]
        verdicts = [judge.verdict(self.rules, counts, player.open_sets, player.void) for counts in hands]
        return max(verdicts, key=lambda each: each.rank)

    def _pay_pigs(self, pigs: list[int]) -> None:
        """查花猪."""
        units = self.rules["draw.pig_units"]
        if units == "cap":
            units = self.rules["value.cap"] or 16
        receivers = [seat for seat in range(4) if not self.seats[seat].left]
        if self.rules["draw.pig_to"] == "active_non_pigs":
            receivers = self._actives()
        for pig in pigs:
            for seat in self._after(pig):
                if seat in receivers and seat not in pigs:
                    self._pay(pig, seat, units, L.R_PIG)

    def _pay_ready(self, payer: int, ready_units: dict[int, int], reason: int) -> None:
        """查大叫: one seat pays the ready ones."""
        if self.rules["draw.ready_pay"] != "none":
            for seat in self._after(payer):
                self._pay(payer, seat, ready_units.get(seat, 0), reason)

    def _refund(self, konger: int) -> None:
        """退税."""
        for kong in self.book:
            if kong.seat == konger:
                self.touched["handed over, not refunded"] += kong.handed_over
                for payer in self._after(konger) if not kong.handed_over else ():
                    self._refund_payer(konger, payer, kong.paid.get(payer, 0))

    def _refund_payer(self, konger: int, payer: int, units: int) -> None:
        if self.seats[payer].left:
            self.touched["left, not refunded"] += units > 0
        else:
            self._pay(konger, payer, units, L.R_REFUND)

    # ---------------------------------------------------------------------------------- RULES §11: leaving
    def _say_leave(self, seat: int) -> None:
        """At once, or, while a tile is on offer, once that is resolved; a leaver that is asked passes."""
        self.seats[seat].leaving = True
        if self.phase in ("void", "turn"):
            self._leave([seat])
            return
        if seat in self.pending():
            self._take_answer(seat, L.A_PASS)
            self._resolve()
        self._late_leaves()

    def _late_leaves(self) -> None:
        leavers = [
            seat for seat in self._from_dealer() if self.seats[seat].leaving and not self.seats[seat].left
        ]
        if leavers and self.phase == "turn":
            self._leave(leavers)

    def _leave(self, leavers: list[int]) -> None:
        """They leave together; an active one ends the game and pays those that stay (`escape = end`)."""
        escaped = [seat for seat in leavers if self.seats[seat].active]
        in_void = self.phase == "void"
        self.touched["several leave together"] += len(leavers) > 1
        self.touched["a winner leaves"] += len(leavers) > len(escaped)
        for seat in leavers:
            self.seats[seat].left = True
            self._emit(L.E_LEAVE, seat)
        if escaped:
            for seat in escaped:
                self._pay_escape(seat, in_void)
            self._end(L.END_ESCAPE)

    def _pay_escape(self, leaver: int, in_void: bool) -> None:
        staying = self._active_after(leaver)
        units = self.rules["leave.escape_units"]
        if len(self.wall) <= 4 and not in_void and self.rules["draw.ready_pay"] != "none":
            ready_units = {seat: self.judge(seat).units for seat in staying}
            if sum(ready_units.values()) > units * len(staying):
                self._pay_ready(leaver, ready_units, L.R_ESCAPE_READY)
                return
        for seat in staying:
            self._pay(leaver, seat, units, L.R_ESCAPE)
