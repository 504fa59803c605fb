"""Wins: whether a seat may, how it came about, who pays (RULES §4, §6, §7, §9)."""

from __future__ import annotations

from chuanma.engine import layout as L
from tests.reference import draws, ending, kongs, money
from tests.reference.hands import Counts, readings, suits_allowed, waits, with_tile
from tests.reference.position import Position, Seat
from tests.reference.value import FLAG_BITS, Win, Worth, value


# ------------------------------------------------------------------------------------------------ may a seat win
def with_offered(game: Position, seat: int, flags: frozenset[str]) -> Worth | None:
    """The value of winning the tile on offer; None if it does not win, or may not be won."""
    assert game.offered is not None
    counts = with_tile(game.seats[seat].counts, game.offered)
    return _allowed(game, game.seats[seat], counts, game.offered, flags)


def on_own_turn(game: Position, seat: int) -> Worth | None:
    """The value of the 14 tiles in hand; None if they are no win, were not drawn, or may not be won."""
    if game.draw_type == L.DRAW_NONE:
        return None
    player = game.seats[seat]
    if not _complete(player, player.counts):
        return None
    return _allowed(game, player, player.counts, kind_won(game, seat), turn_flags(game, seat))


def kind_won(game: Position, seat: int) -> int | None:
    """The tile of a self-draw; 天胡 has none, but in `flow` the dealer's fourteenth, or the lowest held."""
    if game.draw_type != L.DRAW_DEALT:
        return game.drawn
    if game.rules["table.mode"] != "flow":
        return None
    held = game.seats[seat].kinds()
    return game.dealt_last if game.dealt_last in held else min(held)


def _complete(player: Seat, counts: Counts) -> bool:
    """RULES §6: complete, at most two suits, none of the void suit; §3: not after 出色改色."""
    if player.broke or not suits_allowed(counts, player.open_sets, player.void):
        return False
    return bool(readings(counts, player.open_sets))


def _allowed(
    game: Position, player: Seat, counts: Counts, kind: int | None, flags: frozenset[str]
) -> Worth | None:
    if not _complete(player, counts):
        if player.broke and suits_allowed(counts, player.open_sets, player.void):
            game.touched["no win after breaking locked"] += bool(readings(counts, player.open_sets))
        return None
    worth = value(game.rules, Win(counts, player.open_sets, kind, flags))
    assert worth is not None
    if worth.units < game.rules["claim.min_units"]:
        game.touched["worth less than min_units"] += 1
        return None
    return None if _locked_by_pass(game, player, worth, "self_draw" in flags) else worth


def _locked_by_pass(game: Position, player: Seat, worth: Worth, self_draw: bool) -> bool:
    """`pass_win`: what the seat has passed bars this win."""
    rule = game.rules["claim.pass_win"]
    if rule == "until_discard":
        game.touched["self-draw locked by until_discard"] += player.pass_locked and self_draw
        game.touched["claim locked by until_discard"] += player.pass_locked and not self_draw
        return player.pass_locked
    if rule == "none" or self_draw or not player.passed:
        return False
    if rule == "until_draw_higher" and worth.units > player.passed:
        game.touched["won though passed, being higher"] += 1
        return False
    game.touched["locked by pass_win"] += 1
    return True


def passes(game: Position, seat: int, worth: Worth) -> None:
    """The seat could win and did something else."""
    player = game.seats[seat]
    player.pass_locked = True
    if game.phase != "turn":  # passing a self-draw locks nothing but under `until_discard`
        player.passed = max(player.passed, worth.units)


def unlock(game: Position, seat: int, kind: int) -> None:
    """`until_discard`: the tile given away is no wait of the 13 that are left, so the lock ends."""
    player = game.seats[seat]
    rest = with_tile(player.counts, kind, -1) if sum(player.hand) % 3 == 2 else player.counts
    if kind not in waits(rest, player.open_sets, player.void):
        if game.rules["claim.pass_win"] == "until_discard":
            game.touched["unlocked by a discard or an added kong"] += player.pass_locked
        player.pass_locked = False
    elif game.rules["claim.pass_win"] == "until_discard":
        game.touched["still locked: gave away a wait"] += player.pass_locked


# -------------------------------------------------------------------------------------------- how it came about
def claim_flags(game: Position, seat: int) -> frozenset[str]:
    """The flags of winning the tile on offer."""
    player = game.seats[seat]
    assert game.offered is not None
    flags = _lasting_flags(game, player, player.counts, game.offered)
    if game.phase == "rob":
        return flags | {"robbed"}
    if game.kong_discard:
        flags |= {"kong_discard"}
    if not game.wall:
        flags |= {"last_tile"}
    dealers_first = game.discards == 1 and game.turn == game.dealer and game.calls == 0
    if game.rules["value.dihu"] == "draw_or_dealer_discard" and dealers_first:
        flags |= {"earth"}
    return flags


def turn_flags(game: Position, seat: int) -> frozenset[str]:
    """The flags of a self-draw."""
    player = game.seats[seat]
    kind = kind_won(game, seat)
    flags = frozenset({"self_draw"})
    if kind is not None:
        flags |= _lasting_flags(game, player, with_tile(player.counts, kind, -1), kind)
    if game.draw_type == L.DRAW_DEALT:
        flags |= {"heaven"}
    elif not game.wall:
        flags |= {"last_tile"}
    if game.draw_type == L.DRAW_REPLACEMENT:
        flags |= {"after_kong"}
    if _earth_by_draw(game, seat):
        flags |= {"earth"}
    return flags


def _lasting_flags(game: Position, player: Seat, thirteen: Counts, kind: int) -> frozenset[str]:
    """唱歌, 跳舞, 绝张."""
    flags = frozenset({player.voice} if player.voice else ())
    if "juezhang" in game.rules["value.bonuses"] and _last_of_all(game, player, thirteen):
        flags |= {"juezhang"}
    return flags


def _last_of_all(game: Position, player: Seat, thirteen: Counts) -> bool:
    """RULES §10: of all copies of all the kinds it waits for this one alone is not seen."""
    seen = game.seen_with(thirteen)
    return sum(4 - seen[kind] for kind in waits(thirteen, player.open_sets, player.void)) == 1


def _earth_by_draw(game: Position, seat: int) -> bool:
    """RULES §9: a non-dealer's first draw, its own hand untouched."""
    player = game.seats[seat]
    first = game.draw_type == L.DRAW_WALL and player.draws == 1 and not player.melds and not game.traded
    if seat == game.dealer or not first or game.rules["value.dihu"] == "off":
        return False
    return game.rules["value.dihu"] == "first_draw" or game.calls == 0


# ----------------------------------------------------------------------------------------------------- who pays
def _win(game: Position, seat: int, feeder: int, kind: int, flags: frozenset[str], worth: Worth) -> int:
    """Book a win; what one payer pays for it."""
    player = game.seats[seat]
    units = worth.units
    if "self_draw" in flags and game.rules["value.self_draw"] == "add_base":
        units += 1
    game.touched["a winner wins again"] += player.won
    player.won = True
    player.out = game.rules["table.mode"] != "flow"
    game.emit(L.E_WIN, seat, feeder, kind, sum(FLAG_BITS[flag] for flag in flags), units)
    return units


def self_draw(game: Position, seat: int) -> None:
    """自摸: its tile is laid beside the winner."""
    player = game.seats[seat]
    kind, flags, worth = kind_won(game, seat), turn_flags(game, seat), on_own_turn(game, seat)
    assert worth is not None
    units = _win(game, seat, -1, -1 if kind is None else kind, flags, worth)
    if kind is not None:
        game.touched["heaven in flow, its fourteenth swapped away"] += (
            "heaven" in flags and kind != game.dealt_last
        )
        player.hand[kind] -= 1
        player.won_tiles.append(kind)
    for payer, shares in _self_draw_payers(game, seat):
        money.pay(game, payer, seat, shares * units, L.R_SELF_DRAW)
    after_wins(game, seat)


def _self_draw_payers(game: Position, seat: int) -> list[tuple[int, int]]:
    """Who pays how many shares. The replacement of a 直杠: `bloom_payer`."""
    payers = game.active_after(seat)
    rule = game.rules["kong.bloom_payer"]
    if game.draw_type != L.DRAW_REPLACEMENT or rule == "all" or game.book[-1].type != "direct":
        return [(payer, 1) for payer in payers]
    game.touched["bloom paid by feeder alone"] += rule == "feeder"
    game.touched["bloom paid by feeder for all"] += rule == "feeder_all"
    shares = len(payers) if rule == "feeder_all" else 1
    return [(payer, shares) for payer in payers if payer == game.book[-1].feeder]


def by_claim(game: Position, winners: list[int]) -> None:
    """点炮 or 抢杠: the feeder pays each winner; then what it got for its kongs may go over."""
    assert game.offered is not None
    kind, feeder, robbed = game.offered, game.turn, game.phase == "rob"
    game.seats[winners[0]].won_tiles.append(kind)
    if robbed:
        game.seats[feeder].hand[kind] -= 1
    if len(winners) > 1:
        game.touched["several robbers" if robbed else "several winners of a discard"] += 1
    concerned = kongs.to_hand_over(game, feeder) if game.kong_discard and not robbed else []
    for seat in winners:
        offer = game.offers[seat]
        assert offer.win is not None
        units = _win(game, seat, feeder, kind, offer.flags, offer.win)
        money.pay(game, feeder, seat, units, L.R_ROBBED_KONG if robbed else L.R_WIN)
        kongs.hand_over(game, feeder, seat, concerned, len(winners))
    kongs.close_hand_over(game, feeder, concerned)
    after_wins(game, winners[-1])


def after_wins(game: Position, last_winner: int) -> None:
    """RULES §5: the game ends, or the next active seat draws."""
    mode = game.rules["table.mode"]
    if mode == "single" or (mode == "blood" and len(game.actives()) <= 1):
        ending.won(game)
    else:
        draws.draw(game, game.active_after(last_winner)[0], L.DRAW_WALL)
