"""Entry points from Python: `(states, i)` says which table, since passing a record would cost microseconds.

`tables` is the one-row array of `load_tables()`, `works` one WORK row per thread.
"""

from __future__ import annotations

from chuanma.engine import layout as L
from chuanma.engine.jit import I8, STATE, TABLES, U8, VIEW, WORK, inner, kernel, on_table, pair, types, vector
from chuanma.engine.moves import legal, pending
from chuanma.engine.observe import observe
from chuanma.engine.step import begin_game, step

_STATES, _VIEWS, _TABLES, _WORKS = vector(STATE), vector(VIEW), vector(TABLES), vector(WORK)


@kernel(I8(_TABLES, _WORKS, _STATES, I8, I8, I8, I8, I8, I8))
def deal_at(tables, works, states, i, dealer, dice1, dice2, swap_die, persons):
    """Deal table `i` from its `wall` and `rules`; the number of event rows in `works[0]`."""
    begin_game(tables[0], works[0], states[i], dealer, dice1, dice2, swap_die, persons)
    return int(works[0].n_rows)


@kernel(I8(_TABLES, _WORKS, _STATES, I8, I8, I8, I8))
def step_at(tables, works, states, i, seat, action, only_lay):
    """One action; the number of event rows in `works[0]`, or −1: not legal, nothing changed. `only_lay`: see `step`."""
    return step(tables[0], works[0], states[i], seat, action, only_lay)


@kernel(pair(I8)(_STATES, I8, I8))
def legal_at(states, i, seat):
    """Legal actions of a seat as two signed 64-bit sets."""
    return legal(states[i], seat)


@kernel(I8(_STATES, I8))
def pending_at(states, i):
    """Bit set of the seats whose answer is awaited."""
    return pending(states[i])


@kernel(types.void(_STATES, I8, I8, _VIEWS, I8))
def observe_at(states, i, seat, views, j):
    """Fill `views[j]` with what `seat` may know of table `i`."""
    observe(states[i], seat, views[j])


# ---------------------------------------------------------------------------------------------------- random play
@inner(U8(U8))
def scramble(x):
    """The next state of a xorshift generator (never 0 from a state that is not)."""
    x ^= x << U8(13)
    x ^= x >> U8(7)
    x ^= x << U8(17)
    return x


@inner(I8(U8, I8))
def below(x, n):
    """A number below `n` from 32 high bits of a generator's state."""
    return int(((x >> U8(32)) * U8(n)) >> U8(32))


@inner(U8(STATE, U8))
def shuffle(s, x):
    """A shuffled wall; for trials only (game.py documents the shuffle of real games)."""
    first = 0 if s.rules.table_suits == L.SUITS else L.RANKS * L.COPIES
    tiles = L.TILES - first
    for i in range(tiles):
        s.wall[i] = (first + i) >> 2
    for i in range(tiles - 1, 0, -1):
        x = scramble(x)
        j = below(x, i + 1)
        kind = s.wall[i]
        s.wall[i] = s.wall[j]
        s.wall[j] = kind
    return x


@on_table(I8)
def count_bits(bits):
    n = 0
    while bits:
        bits &= bits - 1
        n += 1
    return n


@on_table(I8)
def nth_bit(bits, n):
    """The position of the set bit number `n` (from 0)."""
    for _ in range(n):
        bits &= bits - 1
    return count_bits((bits & -bits) - 1)


@inner(I8(STATE, I8, U8))
def pick_random(s, q, x):
    """A legal action of the seat other than leaving and taking back, each as likely."""
    low, high = legal(s, q)
    high &= ~(1 << (L.A_LEAVE - 64) | 1 << (L.A_UNDO_PICK - 64))
    n_low = count_bits(low)
    n = below(x, n_low + count_bits(high))
    return nth_bit(low, n) if n < n_low else 64 + nth_bit(high, n - n_low)


@kernel(I8(_TABLES, _WORKS, _STATES, I8, U8, I8))
def play_random(tables, works, states, i, seed, games):
    """Play whole games on table `i`, every answer at random among the legal ones; the number of steps."""
    t = tables[0]
    w = works[0]
    s = states[i]
    x = seed
    steps = 0
    for game in range(games):
        x = shuffle(s, scramble(x))
        begin_game(t, w, s, game % int(s.rules.table_seats), 1, 1, 1, 0)
        while s.phase != L.PH_OVER:
            asked = pending(s)
            q = count_bits((asked & -asked) - 1)
            x = scramble(x)
            step(t, w, s, q, pick_random(s, q, x), 0)
            steps += 1
    return steps
