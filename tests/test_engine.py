"""Properties of the kernel that hold in every game, whatever is played."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from chuanma.engine import layout as L
from chuanma.engine.shapes import load_tables, suit_key, waits
from chuanma.engine.table import Refused, Table
from chuanma.rules import load_preset, preset_names
from chuanma.rules.kernel import fill

PRESETS = preset_names()
TILES = 108


def seats_of(bits: int) -> list[int]:
    return [seat for seat in range(L.SEATS) if bits >> seat & 1]


def actions_of(bits: int) -> list[int]:
    return [action for action in range(L.ACTIONS) if bits >> action & 1]


def shuffled(seed: int) -> np.ndarray:
    wall = np.repeat(np.arange(L.KINDS), L.COPIES)
    np.random.default_rng(seed).shuffle(wall)
    return wall


def choose(table: Table, seat: int, rng: random.Random, leaves: float) -> int:
    """A legal action: wins and calls gladly, leaves rarely."""
    legal = actions_of(table.legal(seat))
    stays = [action for action in legal if action not in (L.A_LEAVE, L.A_UNDO_PICK)]
    if L.A_LEAVE in legal and rng.random() < leaves:
        return L.A_LEAVE
    claims = (L.A_WIN, L.A_DIRECT_KONG, L.A_PUNG)
    eager = [action for action in stays if L.A_KONG <= action < L.A_PICK or action in claims]
    return rng.choice(eager if eager and rng.random() < 0.7 else stays)


def play(preset: str, seed: int, leaves: float = 0.0005) -> Iterator[tuple[Table, random.Random]]:
    """A game at random, handed out before every step."""
    rng = random.Random(seed)
    table = Table(fill(load_preset(preset)), shuffled(seed), seed % L.SEATS)
    while not table.over:
        yield table, rng
        seat = rng.choice(seats_of(table.pending()))
        table.step(seat, choose(table, seat, rng, leaves))
    yield table, rng


games = given(preset=st.sampled_from(PRESETS), seed=st.integers(0, 2**32 - 1))


@games
@settings(max_examples=60, deadline=None)
def test_every_tile_is_somewhere(preset: str, seed: int) -> None:
    """Case replay-03: 108 tiles after every step; a tile won by several lies with one of them."""
    for table, _ in play(preset, seed):
        state = table.state[0]
        melds = sum(
            3 if state["meld_type"][q, m] == L.MELD_PUNG else 4
            for q in range(L.SEATS)
            for m in range(state["n_meld"][q])
        )
        wall = int(state["tail"]) - int(state["head"])
        lying = int(state["hand"].sum() + state["n_river"].sum() + state["won_tiles"].sum())
        assert wall + lying + melds == TILES
        assert (state["hand"].sum(axis=1) == state["n_hand"]).all()
        assert (state["hand"] >= 0).all() and (state["hand"] <= L.COPIES).all()


@games
@settings(max_examples=60, deadline=None)
def test_money_sums_to_zero_by_reason_and_in_total(preset: str, seed: int) -> None:
    for table, _ in play(preset, seed, leaves=0.003):
        state = table.state[0]
        by_reason = state["totals"].sum(axis=0)
        by_reason[L.R_PIG] += state["house"]
        assert (by_reason == 0).all()
        assert (state["totals"].sum(axis=1) == state["scores"]).all()


@games
@settings(max_examples=12, deadline=None)
def test_exactly_the_legal_actions_are_accepted(preset: str, seed: int) -> None:
    for table, _ in play(preset, seed):
        before = table.state.tobytes()
        for seat in range(L.SEATS):
            legal = table.legal(seat)
            for action in range(-1, L.ACTIONS + 1):
                if action >= 0 and legal >> action & 1:
                    table.clone().step(seat, action)
                else:
                    with pytest.raises(Refused):
                        table.step(seat, action)
        assert table.state.tobytes() == before


@games
@settings(max_examples=30, deadline=None)
def test_what_is_kept_up_to_date_equals_what_is_computed_anew(preset: str, seed: int) -> None:
    cls, comb = load_tables()
    for table, _ in play(preset, seed):
        state = table.state[0]
        for seat in range(L.SEATS):
            hand = np.ascontiguousarray(state["hand"][seat])
            assert [suit_key(hand, suit) for suit in range(L.SUITS)] == list(state["keys"][seat])
            if state["phase"] < L.PH_TURN or state["won"][seat] or int(state["n_hand"][seat]) % 3 != 1:
                continue
            fresh = waits(
                cls,
                comb,
                hand,
                int(state["n_meld"][seat]),
                np.ascontiguousarray(state["meld_type"][seat]),
                np.ascontiguousarray(state["meld_kind"][seat]),
                int(state["void_suit"][seat]),
            )
            assert fresh == state["waits"][seat]


def answer_all(table: Table, answers: list[tuple[int, int]]) -> tuple[list[list[int]], bytes]:
    """Give the answers in this order, those that came too late left out; the events and the state that follow."""
    rows: list[list[int]] = []
    for seat, action in answers:
        if not table.over and table.legal(seat) >> action & 1:
            rows += [list(row) for row in table.step(seat, action).tolist()]
    table.state["n_steps"] = 0  # counts the answers given, and late ones are not
    return rows, table.state.tobytes()


@games
@settings(max_examples=60, deadline=None)
def test_answers_have_no_order(preset: str, seed: int) -> None:
    """docs/engine.md: every order of the same answers (a leave among them now and then) has the same consequences."""
    for table, rng in play(preset, seed):
        asked = seats_of(table.pending())
        if table.state["phase"][0] not in (L.PH_CLAIM, L.PH_ROB, L.PH_VOID) or not asked:
            continue
        answers = [(seat, rng.choice([a for a in actions_of(table.legal(seat)) if a != L.A_LEAVE])) for seat in asked]
        orders = [list(order) for order in itertools.permutations(answers)]
        expected = answer_all(table.clone(), orders[0])
        for order in orders[1:]:
            assert answer_all(table.clone(), order) == expected


@games
@example("standard-single", 60)  # a leave before and after the win that ends the game
@settings(max_examples=60, deadline=None)
def test_a_leave_during_a_claim_has_no_order_either(preset: str, seed: int) -> None:
    for table, rng in play(preset, seed):
        if table.state["phase"][0] not in (L.PH_CLAIM, L.PH_ROB) or rng.random() < 0.5:
            continue
        asked = seats_of(table.pending())
        idle = [seat for seat in range(L.SEATS) if seat not in asked and table.legal(seat)]
        answers = [(seat, rng.choice([a for a in actions_of(table.legal(seat)) if a != L.A_LEAVE])) for seat in asked]
        answers.append((rng.choice(idle), L.A_LEAVE))
        orders = [list(order) for order in itertools.permutations(answers)]
        results = [answer_all(table.clone(), order) for order in orders]
        assert all(result == results[0] for result in results)


def other_world(table: Table, seat: int, rng: random.Random) -> Table:
    """The same table with everything that `seat` cannot see drawn anew."""
    twin = table.clone()
    state = twin.state[0]
    head, tail = int(state["head"]), int(state["tail"])
    others = [q for q in range(L.SEATS) if q != seat]
    hidden = [int(kind) for kind in state["wall"][head:tail]]
    for q in others:
        hidden += [kind for kind in range(L.KINDS) for _ in range(state["hand"][q, kind])]
    rng.shuffle(hidden)
    state["wall"][head:tail] = hidden[: tail - head]
    rest = iter(hidden[tail - head :])
    for q in others:
        n = int(state["hand"][q].sum())
        state["hand"][q] = 0
        for kind in itertools.islice(rest, n):
            state["hand"][q, kind] += 1
        for name in ("waits", "passed_units", "offer_units", "passed_pungs"):
            state[name][q] = rng.randrange(100)
        if state["phase"] == L.PH_VOID:
            state["void_pick"][q] = rng.randrange(-1, 3)
            state["marker"][q] = rng.randrange(-1, L.KINDS)
        if state["phase"] == L.PH_SWAP:
            state["n_pick"][q] = rng.randrange(4)
            state["swap_pick"][q] = rng.randrange(L.KINDS)
        if state["marker"][q] >= 0 and state["phase"] != L.PH_VOID:
            state["marker"][q] = rng.randrange(L.KINDS)
        if state["phase"] in (L.PH_CLAIM, L.PH_ROB):
            state["opts"][q] = rng.randrange(8)
            state["answer"][q] = rng.choice((-1, L.A_PASS, L.A_WIN))
        if state["turn"] == q and state["drawn"] >= 0:
            state["drawn"] = rng.randrange(L.KINDS)
        state["keys"][q] = rng.randrange(1000)
    return twin


@games
@settings(max_examples=40, deadline=None)
def test_two_worlds_that_differ_in_hidden_tiles_look_the_same(preset: str, seed: int) -> None:
    for table, rng in play(preset, seed):
        if table.over:
            continue
        seat = rng.randrange(L.SEATS)
        twin = other_world(table, seat, rng)
        assert twin.observe(seat).tobytes() == table.observe(seat).tobytes()
        watcher = other_world(twin, L.SPECTATOR, rng)
        for q in range(L.SEATS):
            watcher.state["hand"][0, q] = table.state["hand"][0, q][rng.sample(range(L.KINDS), L.KINDS)]
        assert watcher.observe(L.SPECTATOR).tobytes() == table.observe(L.SPECTATOR).tobytes()


def test_the_other_world_is_another_world() -> None:
    table, rng = next(play("standard", 5))
    twin = other_world(table, 0, rng)
    assert twin.observe(1).tobytes() != table.observe(1).tobytes()


def test_a_wall_must_hold_every_tile_four_times() -> None:
    rules = fill(load_preset("standard"))
    wall = shuffled(1)
    wall[0] = (wall[0] + 1) % L.KINDS
    with pytest.raises(ValueError, match="each 4 times"):
        Table(rules, wall, 0)
    with pytest.raises(ValueError, match="108"):
        Table(rules, shuffled(1)[:107], 0)
    with pytest.raises(ValueError, match="dealer 4"):
        Table(rules, shuffled(1), 4)


@pytest.mark.parametrize("name", ["RULES", "STATE", "VIEW", "EVENT", "WORK"])
def test_records_have_no_unnamed_bytes(name: str) -> None:
    """Copies need not carry padding, so equal tables would differ in it."""
    dtype = getattr(L, name)
    fields = [dtype.fields[field] for field in dtype.names]
    ends = [offset + kind.itemsize for kind, offset in fields]

    assert [offset for _, offset in fields] == [0, *ends[:-1]]
    assert ends[-1] == dtype.itemsize


def test_the_record_is_small() -> None:
    """DESIGN: a table is one record of at most 2 kB."""
    assert L.STATE.itemsize <= 2048
    assert L.ACTIONS <= 128


@games
@settings(max_examples=40, deadline=None)
def test_a_tile_laid_open_looks_as_on_offer(preset: str, seed: int) -> None:
    """What is shown in the pause after a discard or an added kong is the table with the tile on offer, claim or not."""
    for table, rng in play(preset, seed):
        if table.state["phase"][0] != L.PH_TURN:
            continue
        seat = seats_of(table.pending())[0]
        action = rng.choice([a for a in actions_of(table.legal(seat)) if a < L.A_PICK] or [L.A_WIN])
        before = table.state.tobytes()
        shown = table.laid_open(seat, action)
        assert table.state.tobytes() == before
        after = table.clone()
        first = int(after.step(seat, action)["event"][0])
        assert (shown is not None) == (first in (L.E_DISCARD, L.E_ANNOUNCE_KONG))
        if shown is None:
            continue
        offered = int(after.state["phase"][0]) in (L.PH_CLAIM, L.PH_ROB)
        for observer in [*range(L.SEATS), L.SPECTATOR]:
            view = shown.observe(observer)
            if offered:
                assert view.tobytes() == after.observe(observer).tobytes()
            else:
                assert view["phase"][0] == (L.PH_CLAIM if first == L.E_DISCARD else L.PH_ROB)
                assert view["pending"][0] == 0
                assert view["wall_left"][0] == table.observe(observer)["wall_left"][0]
        twin = other_world(table, seat, rng)
        for name in ("keys", "waits"):  # of these only the seat's own count for what it sees
            twin.state[name][0, seat] = table.state[name][0, seat]
        twin.state["waits"][0, [q for q in range(L.SEATS) if q != seat]] = 0
        other = twin.laid_open(seat, action)
        assert other is not None and other.observe(seat).tobytes() == shown.observe(seat).tobytes()


def test_only_discards_and_added_kongs_are_laid_open() -> None:
    table = Table(fill(load_preset("dingque")), shuffled(3), 0)

    assert table.laid_open(0, L.A_VOID) is None
    assert table.laid_open(0, L.A_LEAVE) is None
    assert table.laid_open(1, L.A_DISCARD) is None
