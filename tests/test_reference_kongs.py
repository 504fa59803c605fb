"""The reference: kongs, their money and where it goes (RULES §4, §5, §7)."""

from __future__ import annotations

from typing import Any

import pytest

from chuanma.engine import layout as L
from tests.reference.engine import ReferenceGame
from tests.reference.notation import kind
from tests.reference.script import (
    DEALER,
    OTHER_1,
    OTHER_2,
    READY_M,
    may,
    named,
    only,
    pays,
    play,
    start,
)

KONGER = "1111s5m47m58p369p4m9s"  # the dealer: four 1s, a 5m and nothing else
TWO_KONGS = "1111s2222s5m47m58p4m"
FROM_1S = [(seat, 0, 2, "kong_concealed") for seat in (1, 2, 3)]
Row = tuple[int, int, int, str]


# -------------------------------------------------------------------------------------------- may it be made
def test_without_kongs_there_are_none() -> None:
    hands = [KONGER, "555m137m14p47s689s", OTHER_2, OTHER_1]
    game = start(hands, kong__enabled=False)
    assert not may(game, 0, "kong 1s")

    play(game, "0 discard 5m")

    assert game.legal(1) == {L.A_LEAVE, L.A_PASS, L.A_PUNG}


@pytest.mark.parametrize(("end", "drawn"), [("tail", "8m"), ("head", "6m")])
def test_where_the_replacement_comes_from(end: str, drawn: str) -> None:
    game = start([KONGER, READY_M, OTHER_2, OTHER_1], draws="6m", tail="8m", table__kong_draw=end)

    events = play(game, "0 kong 1s")

    # 108 − 53 − 1 = 54 are left
    assert only(events, L.E_DRAW) == [(L.E_DRAW, 0, -1, kind(drawn), L.DRAW_REPLACEMENT, 54, 0)]


def seat_3_pongs(three: str, drawn: str, **options: Any) -> ReferenceGame:
    """Seat 3 has ponged 5m from the dealer and has drawn in its next turn."""
    game = start([DEALER, OTHER_1, OTHER_2, three], draws="7m7m7m" + drawn, **options)
    play(game, "0 discard 5m, 3 pung, 3 discard 1p, 0 discard 7m, 1 discard 7m, 2 discard 7m")
    return game


@pytest.mark.parametrize(
    ("rule", "held", "drawn"), [("paid", True, True), ("unpaid", True, True), ("forbidden", False, True)]
)
def test_late_added_kongs(rule: str, held: bool, drawn: bool) -> None:
    """The fourth held back, and the fourth just drawn."""
    assert may(seat_3_pongs("555m1p1234s689p3m", "9s", kong__late_added=rule), 3, "kong 5m") == held
    assert may(seat_3_pongs("55m1p12346s689p3m", "5m", kong__late_added=rule), 3, "kong 5m") == drawn


# --------------------------------------------------------------------------------------------------- what is paid
def test_drizzle() -> None:
    # 直杠 2 by the feeder, 3 by each of the others, from the konger on
    hands = [DEALER, OTHER_1, "555m1p1234s689p3m2m", OTHER_2]
    game = start(hands, kong__direct=2, kong__drizzle=3)

    events = play(game, "0 discard 5m, 2 direct")

    assert pays(events) == [(0, 2, 2, "kong_direct"), (3, 2, 3, "drizzle"), (1, 2, 3, "drizzle")]
    assert game.scores == [-2, -3, 8, -3]


@pytest.mark.parametrize(
    ("payer", "rows"),
    [
        # 平胡 with 杠上花 2: three shares, one share, or three shares in one row
        ("all", [(3, 2, 2, "self_draw"), (0, 2, 2, "self_draw"), (1, 2, 2, "self_draw")]),
        ("feeder", [(0, 2, 2, "self_draw")]),
        ("feeder_all", [(0, 2, 6, "self_draw")]),
    ],
)
def test_who_pays_the_bloom(payer: str, rows: list[Row]) -> None:
    hands = ["5p147m68p369s147s48m", "12389m23456889s", "555p46m123p22789p", "12389m123s77789s"]
    game = start(hands, tail="5m", kong__bloom_payer=payer, table__mode="single")

    events = play(game, "0 discard 5p, 2 direct, 2 win")

    assert pays(events) == [(0, 2, 1, "kong_direct"), *rows]


# ------------------------------------------------------------------------------------------------- kong.when = end
def fed(hands: list[str], script: str, **options: Any) -> list[Row]:
    """All payments of a single game in which the dealer kongs and feeds."""
    game = start(hands, tail="9m8m", table__mode="single", **options)
    return pays(play(game, script))


ONE_WINNER = [KONGER, READY_M, OTHER_1, OTHER_2]
TWO_WINNERS = [KONGER, READY_M, OTHER_2, "46m234567s33789s"]
FEEDS_ONE = "0 kong 1s, 0 discard 5m, 1 win"
FEEDS_TWO = "0 kong 1s, 0 discard 5m, 1 win, 3 win"


def test_booked_kongs_are_paid_at_the_end_and_handed_over_then() -> None:
    # 平胡 with 杠上炮 2 at once; then the kong's 3 × 2, which go on to the winner
    assert fed(ONE_WINNER, FEEDS_ONE, kong__when="end") == [(0, 1, 2, "win"), *FROM_1S, (0, 1, 6, "transfer")]


def test_booked_kongs_are_paid_before_an_escape() -> None:
    game = start(ONE_WINNER, kong__when="end", leave__escape_units=5)
    play(game, "0 kong 1s")
    assert game.scores == [0, 0, 0, 0]

    events = play(game, "2 leave")

    assert pays(events) == [*FROM_1S, (2, 3, 5, "escape"), (2, 0, 5, "escape"), (2, 1, 5, "escape")]


# -------------------------------------------------------------------------------------------------- 呼叫转移
@pytest.mark.parametrize(
    ("options", "rows"),
    [
        ({"kong__transfer": "none"}, []),
        ({"kong__transfer": "last"}, [(0, 1, 6, "transfer")]),
        ({"kong__transfer_after": "added"}, []),
        ({"kong__transfer": "refund_payers"}, [(0, seat, 2, "refund") for seat in (1, 2, 3)]),
    ],
)
def test_what_is_handed_over_of_one_kong(options: dict[str, Any], rows: list[Row]) -> None:
    assert fed(ONE_WINNER, FEEDS_ONE, **options) == [*FROM_1S, (0, 1, 2, "win"), *rows]


def test_a_booked_kong_that_is_given_back_brings_no_rows() -> None:
    options = {"kong__transfer": "refund_payers", "kong__when": "end"}

    assert fed(ONE_WINNER, FEEDS_ONE, **options) == [(0, 1, 2, "win")]


@pytest.mark.parametrize(("rule", "units"), [("last", 6), ("chain", 12), ("all", 12)])
def test_two_kongs_in_one_turn(rule: str, units: int) -> None:
    hands = [TWO_KONGS, READY_M, OTHER_2, "1369p1379m369s58p"]
    rows = fed(hands, "0 kong 1s, 0 kong 2s, 0 discard 5m, 1 win", kong__transfer=rule)

    assert rows[-1] == (0, 1, units, "transfer")


@pytest.mark.parametrize(("rule", "units"), [("last", 6), ("chain", 6), ("all", 12)])
def test_two_kongs_in_two_turns(rule: str, units: int) -> None:
    # the dealer throws a 4m after its first kong, draws a 9s, kongs again and throws the 5m
    hands = [TWO_KONGS, READY_M, OTHER_2, "1369p1379m369s58p"]
    game = start(hands, draws="6m6m6m9s", tail="9m8m", kong__transfer=rule, table__mode="single")

    play(game, "0 kong 1s, 0 discard 4m, 1 discard 6m, 2 discard 6m, 3 discard 6m")
    rows = pays(play(game, "0 kong 2s, 0 discard 5m, 1 win"))

    assert rows[-1] == (0, 1, units, "transfer")


@pytest.mark.parametrize(
    ("share", "concealed", "each"),
    [
        ("each", 2, 6),
        ("split", 2, 3),
        # 3 by two: 2 each, the konger adds one
        ("split", 1, 2),
    ],
)
def test_a_kong_handed_over_to_two(share: str, concealed: int, each: int) -> None:
    rows = fed(TWO_WINNERS, FEEDS_TWO, kong__transfer_share=share, kong__concealed=concealed)

    assert rows[3:] == [
        (0, 1, 2, "win"),
        (0, 1, each, "transfer"),
        (0, 3, 2, "win"),
        (0, 3, each, "transfer"),
    ]


def test_given_back_once_after_the_last_of_two_winners() -> None:
    rows = fed(TWO_WINNERS, FEEDS_TWO, kong__transfer="refund_payers")

    assert rows[3:] == [(0, 1, 2, "win"), (0, 3, 2, "win"), *((0, seat, 2, "refund") for seat in (1, 2, 3))]


def test_an_added_kong_is_handed_over_where_only_those_are() -> None:
    # seat 3 adds the 5m just drawn (1 from each of three) and feeds seat 2 its 6p
    ready = "57p123456p22789s"
    hands = [DEALER.replace("369s", "36s1m"), OTHER_1, ready, "55m1p12346s689p3m"]
    game = start(hands, draws="7m7m7m5m", tail="8m", kong__transfer_after="added", table__mode="single")
    play(game, "0 discard 5m, 3 pung, 3 discard 1p, 0 discard 7m, 1 discard 7m, 2 discard 7m")

    rows = pays(play(game, "3 kong 5m, 3 discard 6p, 2 win"))

    assert rows == [
        *((seat, 3, 1, "kong_added") for seat in (0, 1, 2)),
        (3, 2, 2, "win"),
        (3, 2, 3, "transfer"),
    ]


# ---------------------------------------------------------------------------------- RULES §5: kongs of a 血流 winner
FLOW_1 = "3335666s111m999m"  # waits for 4s, 5s and 7s


def after_its_win(drawn: str, **options: Any) -> ReferenceGame:
    """Seat 1 has won the dealer's 4s and draws in its next turn."""
    hands = ["4s47m258p369p147p28m", FLOW_1, "258m147p2289s58p4p", "2478m369p2578s39p"]
    game = start(hands, draws="4m4m6m" + drawn, table__mode="flow", **options)
    play(game, "0 discard 4s, 1 win, 2 discard 4m, 3 discard 4m, 0 discard 6m")
    return game


@pytest.mark.parametrize(
    ("drawn", "rule", "legal"),
    [
        # the fourth 3s as a kong leaves 5 666s: 4s, 5s, 7s as before
        ("3s", "same_waits", True),
        # the fourth 6s leaves 333 5s: 4s and 5s
        ("6s", "same_waits", False),
        ("3s", "never", False),
        # the fourth 1m changes nothing
        ("1m", "same_waits", True),
    ],
)
def test_a_flow_winner_may_kong_if_its_waits_stay(drawn: str, rule: str, legal: bool) -> None:
    game = after_its_win(drawn, kong__flow=rule)

    assert may(game, 1, f"kong {drawn}") == legal
    # else its hand is locked
    assert may(game, 1, f"discard {drawn}")
    assert not may(game, 1, "discard 9m")


def test_a_flow_winner_takes_a_direct_kong_but_no_pung() -> None:
    game = after_its_win("7m1m")

    # seat 2 throws the fourth 1m: 111m taken from the hand changes no wait
    play(game, "1 discard 7m, 2 discard 1m")

    assert game.legal(1) == {L.A_LEAVE, L.A_PASS, L.A_DIRECT_KONG}
    assert named(play(game, "1 direct"))[0] == "kong"
