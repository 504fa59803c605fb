"""The settlement of a game as a message: every hand, every transfer in words with its rule, the totals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from chuanma.events import Seat
from chuanma.game import Game
from chuanma.ledger import LedgerRow
from chuanma.results import SeatResult
from chuanma.server.protocol import BonusView, HandResult, Player, Result, Transfer
from chuanma.text import text


def settlement(
    game: Game, number: int, totals: Sequence[int], players: Sequence[Player], reader: Seat, *, last: bool
) -> Result:
    """The result of a finished game, told to the seat `reader`.

    `number` is from 1, `totals` are those of the match so far, `last`: no game follows.
    """
    end = game.view(None).end
    assert end is not None
    zh = {player.seat: player.zh for player in players} | {reader: text("server.you", "zh")}
    en = {player.seat: player.en for player in players} | {reader: text("server.you", "en")}
    return Result(
        game=number,
        end=end,
        hands=tuple(_hand(result) for result in game.results()),
        transfers=tuple(_transfer(row, zh, en) for row in game.ledger),
        house=game.house,
        persons=game.person_scores,
        totals=tuple(totals),
        last=last,
    )


def _hand(result: SeatResult) -> HandResult:
    return HandResult(
        seat=result.seat,
        hand=result.hand,
        melds=result.melds,
        status=result.status,
        wait=result.wait,
        pattern=result.pattern,
        bonuses=tuple(BonusView(bonus.id, bonus.count, bonus.factor) for bonus in result.bonuses),
        reading=_concealed(result),
        wins=len(result.wins),
        units=result.units,
        score=result.score,
    )


def _concealed(result: SeatResult) -> tuple[tuple[str, ...], ...]:
    """The reading without the open sets, which stand between the concealed ones and the pair."""
    if not result.melds:
        return result.reading
    return result.reading[: -1 - len(result.melds)] + result.reading[-1:]


def _transfer(row: LedgerRow, zh: Mapping[Seat, str], en: Mapping[Seat, str]) -> Transfer:
    return Transfer(
        payer=row.payer,
        receiver=row.receiver,
        units=row.units,
        reason=row.reason,
        zh=row.words("zh", zh),
        en=row.words("en", en),
        rule=row.rule,
    )
