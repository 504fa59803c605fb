"""What views and results say under rules that not every table has."""

from __future__ import annotations

from chuanma.game import Game
from chuanma.record import record_game
from chuanma.rules import Ruleset, load_preset
from chuanma.view import MeldView, PersonView, WaitView
from tests.laid import laid, throw_until

STANDARD = load_preset("standard")
FLOW = load_preset("flow").replace({"open.swap": 0, "open.void": "free"})
FED = {0: "3m", 1: "1112m123456789s"}  # 1 waits for 2m and 3m


def rules(**changes: object) -> Ruleset:
    """`standard` with options changed, `__` for the dot of a key."""
    return STANDARD.replace({key.replace("__", "."): value for key, value in changes.items()})


def test_picks_are_seen_by_their_seat_alone() -> None:
    game = laid({0: "1122m"}, "0 pick 1m, 0 pick 2m", rules=rules(open__swap=3))

    assert (game.view(0).phase, game.view(0).picks) == ("swap", ("1m", "2m"))
    assert game.view(1).picks == game.view(None).picks == ()


def test_a_tile_laid_face_down() -> None:
    game = laid({0: "123m"}, rules=rules(open__void="marked"))
    for seat in range(4):
        game.step(seat, "void m")
        game.step(seat, str(next(action for action in game.legal(seat) if action.verb == "pick")))

    assert [seat.marked for seat in game.view(None).seats] == [True] * 4
    assert [seat.marker for seat in game.view(0).seats] == ["1m", None, None, None]
    game.step(0, "discard 1m")
    assert not game.view(2).seats[0].marked


def test_a_dancer_shows_its_waits() -> None:
    """0 without 9s: 123 456 789m 11m 46p waits for 5p; 跳舞 doubles 平胡."""
    dance = rules(side__dance=True).replace({"value.bonuses": {"dance": 2}})
    game = laid({0: "12345678911m46p9s"}, "0 dance", rules=dance)
    assert (game.view(0).announced, game.view(1).announced) == ("dance", None)
    game.step(0, "discard 9s")

    assert [seat.side for seat in game.view(2).seats] == ["dance", None, None, None]
    assert [seat.shown for seat in game.view(2).seats] == [("5p",), (), (), ()]
    assert game.view(0).waits == (WaitView("5p", 4, 2),)


def test_items() -> None:
    game = laid({0: "11122233344455m"}, "0 pass, 1 pass, 2 pass, 3 pass", rules=rules(side__items=True))
    game.step(0, "item golden_finger")
    game.step(0, "item trade_chosen")
    game.step(0, "pick 1m")

    assert (game.view(0).item, game.view(0).target) == ("trade_chosen", "1m")
    assert (game.view(1).item, game.view(1).target) == (None, None)
    game.step(0, "pick 9s")
    assert game.view(2).seats[0].items == ("trade_chosen", "golden_finger") and game.view(2).seats[0].golden
    assert game.view(0).drawn == "9s"


def test_barred_pungs_and_passed_wins() -> None:
    hands = {0: "5m", 2: "46m123789s456s99s", 3: "55m"}
    locks = rules(claim__pass_pung=True, claim__pass_win="until_draw")
    game = laid(hands, "0 discard 5m, 3 pass, 2 pass", draws="8p", rules=locks)

    assert (game.view(3).barred, game.view(2).barred) == (("5m",), ())
    assert (game.view(2).passed, game.view(3).passed) == (1, 0)
    until = rules(claim__pass_win="until_discard")
    locked = laid(hands, "0 discard 5m, 3 pass, 2 pass", draws="8p", rules=until)
    assert (locked.view(2).locked, locked.view(3).locked) == (True, False)


def won_twice() -> Game:
    """1 wins 3m of 0, and then draws 2m and wins again: 1112m + 2m."""
    script = "0 discard 3m, 1 win, 2 discard 8p, 3 discard 8p, 0 discard 8p, 1 win"
    return laid(FED, script, draws="8p8p8p2m", rules=FLOW)


def test_a_winner_that_wins_again() -> None:
    game = won_twice()
    seat = game.view(0).seats[1]

    assert (seat.wins, seat.won_tiles) == (2, ("2m", "3m"))
    assert seat.win is not None and (seat.win.tile, seat.win.feeder) == ("2m", None)
    assert [wait.tile for wait in game.view(1).waits] == ["2m", "3m"]


def test_the_result_of_a_winner_is_that_of_its_last_win() -> None:
    result = throw_until(won_twice()).results()[1]

    assert [(win.tile, win.feeder) for win in result.wins] == [("3m", 0), ("2m", None)]
    assert result.win == result.wins[1] and result.status == "won"
    assert result.hand == ("1m", "1m", "1m", "2m", "2m", *(f"{rank}s" for rank in range(1, 10)))
    assert result.reading[-1] == ("2m", "2m")


def test_a_kong_after_the_last_win_is_undone_in_the_result() -> None:
    """1 wins 5m, then draws the fourth 9p and kongs: its waits stay. The win was read with 999p in hand."""
    script = "0 discard 5m, 1 win, 2 discard 8s, 3 discard 8s, 0 discard 8s, 1 kong 9p"
    hands = {0: "5m", 1: "46m123789m11p999p"}
    game = throw_until(laid(hands, script, draws="8s8s8s9p", tail="7s", rules=FLOW))
    assert game.view(0).seats[1].melds == (MeldView("concealed", "9p", None),)

    result = game.results()[1]
    assert result.melds == ()
    assert result.hand.count("9p") == 3 and "5m" in result.hand
    assert ("9p",) * 3 in result.reading


def test_bound_persons_are_shown_at_the_end() -> None:
    """The wall ends with 9s 3m: 3m binds person 1 to seat 2, 9s person 2 to the dealer, seat 0."""
    game = laid({}, tail="3m9s", rules=rules(table__horse=True), persons=2)
    assert game.view(0).persons == (PersonView(5, None, None, 0), PersonView(6, None, None, 0))
    game.step(0, "leave")  # 16 to each of the others

    assert game.view(None).persons == (PersonView(5, "3m", 2, 16), PersonView(6, "9s", 0, -48))
    # They win and lose with their seats: 0 pays person 1 as it paid seat 2; person 2 pays whom seat 0 paid.
    assert game.person_scores == (16, -48)
    assert game.scores == (-48 - 16, 16 + 16, 16 + 16, 16 + 16)


def test_swap_die_and_persons_stand_in_the_record() -> None:
    plain = next(iter(list(record_game(throw_until(laid({}))).lines())[1:]))
    assert b"swap_die" not in plain and b"persons" not in plain
    game = laid({}, rules=rules(table__horse=True, open__swap=3), persons=2, swap_die=5)
    game.step(0, "leave")
    lines = list(record_game(game).lines())

    assert lines[1].endswith(b'"swap_die":5,"persons":2}')
    assert b'"persons":[' in lines[-2]


def test_the_house_is_told() -> None:
    game = throw_until(laid({}, rules=rules(draw__pig_to="house")))

    assert (game.view(None).house, game.house) == (64, 64)  # four pigs, 16 each
    assert game.scores == (-16,) * 4
    assert b'"house":64' in list(record_game(game).lines())[-2]
