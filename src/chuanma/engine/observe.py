"""VIEW: all that one seat (or a spectator) may know, and nothing else. Hiding is done here and nowhere else."""

from __future__ import annotations

from chuanma.engine import layout as L
from chuanma.engine.jit import on_table
from chuanma.engine.moves import is_active, legal, pending, wall_left


@on_table()
def see_table(s, v):
    v.phase = s.phase
    v.dealer = s.dealer
    v.turn = s.turn
    v.draw_type = s.draw_type
    v.offer_kind = s.offer_kind
    v.after_kong = s.after_kong
    v.kong_discard = s.kong_discard
    v.pung_kind = s.pung_kind
    v.n_calls = s.n_calls
    v.n_won = s.n_won
    v.end = s.end
    v.wall_left = wall_left(s)
    v.n_discards = s.n_discards
    v.dice[0] = s.dice[0]
    v.dice[1] = s.dice[1]
    v.house = s.house
    v.n_horse = s.n_horse
    for i in range(L.PERSONS):
        v.horse_kind[i] = s.horse_kind[i] if s.phase == L.PH_OVER else -1
        v.person_scores[i] = s.person_scores[i]


@on_table()
def see_seats(s, v):
    for q in range(L.SEATS):
        v.river_drawn[q] = s.river_drawn[q]
        v.n_river[q] = s.n_river[q]
        v.n_hand[q] = s.n_hand[q]
        v.n_meld[q] = s.n_meld[q]
        v.void_suit[q] = s.void_suit[q]
        v.marker_laid[q] = 1 if s.marker[q] >= 0 and s.void_suit[q] >= 0 else 0  # shown with the suits
        v.won[q] = s.won[q]
        v.n_wins[q] = s.n_wins[q]
        v.win_kind[q] = s.win_kind[q]
        v.win_feeder[q] = s.win_feeder[q]
        v.win_flags[q] = s.win_flags[q]
        v.win_units[q] = s.win_units[q]
        v.left_table[q] = 1 if s.leaving[q] == L.LEFT else 0
        v.scores[q] = s.scores[q]
        v.sung[q] = s.sung[q]
        v.shown_waits[q] = s.shown_waits[q]
        v.items_used[q] = s.items_used[q]
        v.golden[q] = s.golden[q]
        for m in range(4):
            v.meld_type[q, m] = s.meld_type[q, m]
            v.meld_kind[q, m] = s.meld_kind[q, m]
            v.meld_feeder[q, m] = s.meld_feeder[q, m]
        for i in range(L.RIVER):
            v.river[q, i] = s.river[q, i]
        for i in range(len(L.REASONS)):
            v.totals[q, i] = s.totals[q, i]


@on_table()
def see_kongs(s, v):
    v.n_book = s.n_book
    for row in range(L.KONGS):
        v.book_seat[row] = s.book_seat[row]
        v.book_type[row] = s.book_type[row]
        v.book_kind[row] = s.book_kind[row]
        v.book_feeder[row] = s.book_feeder[row]
        v.book_state[row] = s.book_state[row]
        for r in range(L.SEATS):
            v.book_held[row, r] = s.book_held[row, r]


@on_table()
def see_hands(s, seat, v):
    """Won tiles lie open; concealed ones are the holder's own until the game is over (or a winner's are shown)."""
    for q in range(L.SEATS):
        shown = q == seat or s.phase == L.PH_OVER or (s.rules.table_reveal_win and not is_active(s, q) and s.won[q] > 0)
        for kind in range(L.KINDS):
            v.hand[q, kind] = s.hand[q, kind] if shown else 0
            v.won_tiles[q, kind] = s.won_tiles[q, kind]


@on_table()
def forget_own(v):
    v.void_pick = -1
    v.marker = -1
    v.n_pick = 0
    for i in range(4):
        v.swap_pick[i] = -1
    v.waits = 0
    v.passed_units = 0
    v.passed_pungs = 0
    v.pass_locked = 0
    v.broke = 0
    v.item_open = -1
    v.item_target = -1
    v.announced = 0
    v.opts = 0
    v.answer = -1
    v.offer_units = 0
    v.pending = 0
    v.legal[0] = 0
    v.legal[1] = 0
    v.drawn = -1


@on_table()
def see_own(s, q, v):
    v.void_pick = s.void_pick[q]
    v.marker = s.marker[q]
    v.n_pick = s.n_pick[q]
    for i in range(4):
        v.swap_pick[i] = s.swap_pick[q, i]
    v.waits = s.waits[q]
    v.passed_units = s.passed_units[q]
    v.passed_pungs = s.passed_pungs[q]
    v.pass_locked = s.pass_locked[q]
    v.broke = s.broke[q]
    v.opts = s.opts[q]
    v.answer = s.answer[q]
    v.offer_units = s.offer_units[q]
    v.pending = (pending(s) >> q) & 1
    low, high = legal(s, q)
    v.legal[0] = low
    v.legal[1] = high
    if q == s.turn:
        v.drawn = s.drawn
        v.item_open = s.item_open
        v.item_target = s.item_target
        v.announced = s.announced


@on_table()
def observe(s, seat, v):
    """Fill `v` with what `seat` (0-3, or SPECTATOR) may know of the table."""
    v.rules = s.rules
    v.seat = seat
    see_table(s, v)
    see_seats(s, v)
    see_kongs(s, v)
    see_hands(s, seat, v)
    forget_own(v)
    if seat < L.SEATS:
        see_own(s, seat, v)
