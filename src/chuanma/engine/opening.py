"""What comes before the first discard: bound persons, the deal, the swap, void suits (RULES §1, §3)."""

from __future__ import annotations

from chuanma.engine import layout as L
from chuanma.engine.items import deal_near_flush
from chuanma.engine.jit import I8, on_table
from chuanma.engine.money import emit
from chuanma.engine.moves import find_waits, is_asked, seat_after, take_tile
from chuanma.engine.turn import open_turn

TO_DICE, TO_LEFT, TO_RIGHT, TO_ACROSS = range(4)


@on_table()
def clear(s):
    """An empty table; `rules` and `wall` stay."""
    s.hand[:] = 0
    s.won_tiles[:] = 0
    s.keys[:] = 0
    s.waits[:] = 0
    s.river[:] = 0
    s.river_drawn[:] = 0
    s.n_river[:] = 0
    s.n_hand[:] = 0
    s.meld_type[:] = 0
    s.meld_kind[:] = 0
    s.meld_feeder[:] = 0
    s.meld_from_three[:] = 0
    s.n_meld[:] = 0
    s.void_suit[:] = -1
    s.void_pick[:] = -1
    s.marker[:] = -1
    s.broke[:] = 0
    s.swap_pick[:] = -1
    s.n_pick[:] = 0
    s.won[:] = 0
    s.n_wins[:] = 0
    s.win_kind[:] = -1
    s.win_feeder[:] = -1
    s.win_flags[:] = 0
    s.win_units[:] = 0
    s.leaving[:] = 0
    s.opts[:] = 0
    s.answer[:] = -1
    s.offer_units[:] = 0
    s.passed_units[:] = 0
    s.passed_pungs[:] = 0
    s.pass_locked[:] = 0
    s.n_draws[:] = 0
    s.book_held[:] = 0
    s.book_paid[:] = 0
    s.book_seat[:] = -1
    s.book_type[:] = 0
    s.book_kind[:] = -1
    s.book_feeder[:] = -1
    s.book_state[:] = 0
    s.totals[:] = 0
    s.scores[:] = 0
    s.person_scores[:] = 0
    s.nets[:] = 0
    s.handed[:] = 0
    s.sung[:] = 0
    s.shown_waits[:] = 0
    s.horse_kind[:] = -1
    s.items_used[:] = 0
    s.golden[:] = 0
    s.traded[:] = 0
    s.threw[:] = 0
    s.draw_counter = 0
    s.house = 0
    s.n_book = 0
    s.n_horse = 0
    s.item_open = -1
    s.item_target = -1
    s.announced = 0
    s.ready_discards = 0
    s.flow_kong = 0
    s.n_steps = 0
    s.turn_drawn = 0
    s.n_discards = 0
    s.draw_type = L.DRAW_NONE
    s.drawn = -1
    s.offer_kind = -1
    s.after_kong = 0
    s.kong_discard = 0
    s.chain_start = 0
    s.pung_kind = -1
    s.n_calls = 0
    s.n_won = 0
    s.end = L.END_NONE


@on_table()
def deal(t, w, s, dealer, dice1, dice2, swap_die, persons):
    """A game begins on `s.wall`: bound persons take the last tiles, then items are used or the tiles are dealt."""
    clear(s)
    w.n_rows = 0
    s.dealer = dealer
    s.dice[0] = dice1
    s.dice[1] = dice2
    s.swap_die = swap_die
    s.turn = dealer
    s.head = 0
    s.tail = (L.TILES if s.rules.table_suits == L.SUITS else 2 * L.RANKS * L.COPIES) - persons
    s.n_horse = persons
    for i in range(persons):
        s.horse_kind[i] = s.wall[int(s.tail) + persons - 1 - i]
    if s.rules.side_items:
        s.phase = L.PH_START
    else:
        deal_tiles(t, w, s)


@on_table()
def deal_tiles(t, w, s):
    """13 tiles to the dealer and on, then the dealer's 14th."""
    dealer = int(s.dealer)
    for i in range(int(s.rules.table_seats)):
        q = seat_after(s, dealer, i)
        for _ in range(13):
            take_tile(s, q, int(s.wall[s.head]), -1)
            s.head += 1
    take_tile(s, dealer, int(s.wall[s.head]), -1)
    s.head += 1
    emit(w, L.E_DEAL, dealer, -1, -1, int(s.dice[0]) * 10 + int(s.dice[1]), 0, 0)
    if s.rules.open_swap > 0:
        s.phase = L.PH_SWAP
    else:
        open_void(t, w, s)


@on_table()
def open_void(t, w, s):
    """Void suits are named before play, or play begins."""
    regime = s.rules.open_void
    if regime == L.VOID_DECLARED or regime == L.VOID_FORCED or regime == L.VOID_MARKED:
        s.phase = L.PH_VOID
    else:
        open_play(t, w, s)


@on_table()
def open_play(t, w, s):
    """The dealer's first turn, with the dealt 14."""
    for q in range(int(s.rules.table_seats)):
        if q != s.dealer:
            find_waits(t, s, q)
    s.phase = L.PH_TURN
    s.draw_type = L.DRAW_DEALT
    open_turn(t, w, s, int(s.dealer))


@on_table(I8)
def all_answered(s):
    for q in range(int(s.rules.table_seats)):
        if is_asked(s, q):
            return 0
    return 1


# ------------------------------------------------------------------------------------------------------------ phases
@on_table()
def answer_start(t, w, s, q, action):
    """乾坤大挪移 or not; when all have answered the tiles are dealt."""
    s.answer[q] = action
    if not all_answered(s):
        return
    for i in range(int(s.rules.table_seats)):
        r = seat_after(s, int(s.dealer), i)
        if s.answer[r] == L.A_ITEM + L.I_NEAR_FLUSH_DEAL:
            deal_near_flush(s, i)
            s.items_used[r] |= 1 << L.I_NEAR_FLUSH_DEAL
            emit(w, L.E_ITEM, r, -1, -1, L.I_NEAR_FLUSH_DEAL, 0, 0)
        s.answer[r] = -1
    deal_tiles(t, w, s)


@on_table(I8)
def seats_onward(s):
    """How many seats onward the swapped tiles go (RULES §3)."""
    seats = int(s.rules.table_seats)
    direction = int(s.rules.open_swap_direction)
    if seats == 2:
        return 1
    if direction == TO_DICE:
        if seats == 3:
            direction = TO_LEFT if s.swap_die % 2 == 1 else TO_RIGHT
        else:
            direction = TO_LEFT if s.swap_die <= 2 else TO_ACROSS if s.swap_die <= 4 else TO_RIGHT
    if direction == TO_RIGHT:
        return seats - 1
    return 2 if direction == TO_ACROSS and seats == 4 else 1


@on_table()
def exchange(w, s):
    """All picked tiles change hands together."""
    seats = int(s.rules.table_seats)
    onward = seats_onward(s)
    for i in range(seats):
        q = seat_after(s, int(s.dealer), i)
        r = seat_after(s, q, onward)
        for n in range(int(s.n_pick[q])):
            kind = int(s.swap_pick[q, n])
            take_tile(s, q, kind, 1)
            take_tile(s, r, kind, -1)
            emit(w, L.E_SWAP, q, r, kind, 0, 0, 0)


@on_table()
def pick_swap(t, w, s, q, action):
    """One more tile to give away, or the last one taken back; when all have picked the tiles are exchanged."""
    if action == L.A_UNDO_PICK:
        s.n_pick[q] -= 1
        s.swap_pick[q, int(s.n_pick[q])] = -1
        return
    s.swap_pick[q, int(s.n_pick[q])] = action - L.A_PICK
    s.n_pick[q] += 1
    if all_answered(s):
        exchange(w, s)
        open_void(t, w, s)


@on_table()
def name_void(t, w, s, q, action):
    """A seat names its void suit or lays a tile of it; when all have, the suits are shown together (RULES §3)."""
    if action < L.A_VOID:
        s.marker[q] = action - L.A_PICK
    else:
        s.void_pick[q] = action - L.A_VOID
    if not all_answered(s):
        return
    for i in range(int(s.rules.table_seats)):
        r = seat_after(s, int(s.dealer), i)
        s.void_suit[r] = s.void_pick[r]
        s.void_pick[r] = -1
        emit(w, L.E_VOID, r, -1, int(s.void_suit[r]), 0, 0, 0)
        if s.marker[r] >= 0:
            emit(w, L.E_MARK, r, -1, int(s.marker[r]), 0, 0, 0)
    open_play(t, w, s)
