"""Every event and every reason in a sentence, in both languages, also those that a reader may not see whole."""

from __future__ import annotations

from typing import get_args

import pytest

from chuanma import events as E
from chuanma.engine import layout as L
from chuanma.events import AnyEvent, Pay, redact
from chuanma.narrate import tell_event
from chuanma.text import LANGS
from tests.test_events import EVENTS


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("event", [event for event, *_ in EVENTS])
def test_every_event_can_be_told_to_everybody(event: AnyEvent, lang: str) -> None:
    for seat in (0, 1, None):
        words = tell_event(redact(event, seat), lang)
        assert words and "None" not in words and "{" not in words


@pytest.mark.parametrize("reason", L.REASONS)
def test_every_payment_names_payer_receiver_units_and_rule(reason: E.Reason) -> None:
    told = tell_event(Pay(2, L.HOUSE, 16, reason), "en", {2: "Ann"})

    assert all(word in told for word in ("Ann", "the house", "16×", "[RULES §"))


@pytest.mark.parametrize(
    ("event", "en", "zh"),
    [
        (E.Swap(0, 1, "5m"), "East gives 5m to South", "东换给南 5m"),
        (E.Swap(0, 1, None), "East gives a tile to South", "东换给南一张"),
        (E.Mark(2, "5m"), "West lays 5m face down", "西扣下 5m"),
        (E.Mark(2, None), "West lays a tile face down", "西扣下一张"),
        (E.Draw(2, None, True, 7), "West draws a replacement (7 left)", "西补牌（剩 7 张）"),
        (E.Sing(3), "North sings", "北唱歌"),
        (E.Dance(3, ("1s", "4s")), "North dances and shows its waits: 1s, 4s", "北跳舞，亮叫 1s、4s"),
        (
            E.Item(1, "trade_chosen", "5m", "9s", None),
            "South uses an item: chosen trade, 9s for 5m",
            "南用道具：偷天换日，9s 换得 5m",
        ),
        (
            E.Item(1, "locate_tile", "5m", None, 0),
            "South uses an item: locate a tile; the next 5m lies in part 1 of 3 of the wall",
            "南用道具：寻牌，下一张 5m 在牌墙第 1 段",
        ),
        (
            E.Item(1, "locate_tile", "5m", None, None),
            "South uses an item: locate a tile; the wall holds no 5m",
            "南用道具：寻牌，牌墙里没有 5m",
        ),
        (E.Horse(6, 1, "2s"), "person 2 took 2s and went with South", "马2的马牌是 2s，跟南"),
        (
            E.Win(1, "5m", 0, ("dance", "juezhang"), 8),
            "South wins on 5m from East (dancing, last copy), 8×",
            "南胡东的 5m（跳舞、绝张），8 倍",
        ),
    ],
)
def test_sentences(event: AnyEvent, en: str, zh: str) -> None:
    assert (tell_event(event, "en"), tell_event(event, "zh")) == (en, zh)


def test_every_event_is_among_those_told() -> None:
    assert {type(event) for event, *_ in EVENTS} == set(get_args(AnyEvent))
