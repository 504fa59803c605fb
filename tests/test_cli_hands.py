"""`chuanma score` and `chuanma hand`, run as programs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

VECTORS = Path(__file__).parent / "vectors"


def run(*words: str) -> tuple[int, str, str]:
    """Exit code, output and errors, save the notices of a first compile."""
    done = subprocess.run(
        [sys.executable, "-m", "chuanma.cli", *words],
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
    )
    errors = [line for line in done.stderr.splitlines() if not line.startswith("chuanma: compiling ")]
    return done.returncode, done.stdout, "\n".join(errors)


def objects(*words: str) -> list[dict[str, Any]]:
    code, output, errors = run(*words)
    assert (code, errors) == (0, "")
    return [json.loads(line) for line in output.splitlines()]


def vectors(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (VECTORS / name).read_text("utf-8").splitlines()]


@pytest.mark.parametrize("rules", ["standard", "dingque", "chengdu", "tfmj", "modern"])
def test_a_file_of_hands_is_worth_what_the_vectors_say(rules: str) -> None:
    found = objects("score", "--file", str(VECTORS / "value.jsonl"), "--rules", rules, "--json")

    expected = [line["units"][rules] for line in vectors("value.jsonl")]
    assert len(expected) == 600
    assert [line["units"] for line in found] == expected
    assert [line["win"] for line in found] == [units is not None for units in expected]


def test_a_file_of_hands_waits_for_what_the_vectors_say() -> None:
    found = objects("hand", "--file", str(VECTORS / "shape.jsonl"), "--json")

    assert [(line["deficiency"], line["waits"]) for line in found] == [
        (line["deficiency"], line["waits"]) for line in vectors("shape.jsonl")
    ]


def test_a_value_as_json() -> None:
    """龙七对 16 on the last tile of the wall: 海底 gives nothing under standard. 16 units are 5 番."""
    (found,) = objects(
        "score", "11222244p557799m", "--win", "9m", "--last-tile", "--rules", "standard", "--json"
    )

    assert list(found) == ["win", "units", "fan", "patterns", "bonuses", "reading", "explain"]
    assert (found["win"], found["units"], found["fan"], found["bonuses"]) == (True, 16, 5, [])
    assert found["patterns"] == [{"id": "longqidui", "units": 16, "zh": "龙七对", "en": "Dragon seven pairs"}]
    assert found["reading"] == ["55m", "77m", "99m", "11p", "22p", "22p", "44p"]
    assert found["explain"]["zh"][-1] == "相乘：16 倍"


def test_no_win_as_json_says_why() -> None:
    (found,) = objects("score", "123m456789p11222s", "--json")

    assert (found["win"], found["units"], found["fan"], found["patterns"]) == (False, None, None, [])
    assert found["explain"]["en"] == ["No win: three suits are held, at most two are allowed"]


def test_a_value_for_a_person() -> None:
    """杠上花 on a hand with one 根: 1 × 2 × 2."""
    words = ("score", "111123m456789p22p", "--win", "2p", "--after-kong", "--lang", "zh")

    assert run(*words)[1] == "4 倍：平胡 + 根 + 杠上花\n"
    assert run(*words, "--explain")[1].splitlines() == [
        "4 倍：平胡 + 根 + 杠上花",
        "  读法：111m 123m 456p 789p 22p",
        "  牌型 平胡：1 倍",
        "  根：每个 ×2，共 1 个",
        "  杠上花：每个 ×2，共 1 个",
        "  相乘：4 倍",
    ]


def test_a_file_for_a_person(tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    path.write_text(
        '{"hand": "11223344556677m", "self_draw": true}\n\n{"hand": "123m456789p11222s"}\n', "utf-8"
    )

    assert run("score", "--file", str(path))[1].splitlines() == [
        "11223344556677m  16×: One-suit seven pairs",
        "123m456789p11222s  No win: three suits are held, at most two are allowed",
    ]


def test_discards_of_fourteen_tiles() -> None:
    """The nine-sided wait and a 1p too many: without it every m completes the hand."""
    (found,) = objects("hand", "1112345678999m1p", "--json")

    assert (found["deficiency"], found["waits"]) == (0, [])
    best = found["discards"][0]
    # nine kinds, four of each, less the thirteen held: 36 - 13
    assert (best["discard"], best["deficiency"], best["left"]) == ("1p", 0, 23)
    assert best["accepts"] == [f"{rank}m" for rank in range(1, 10)]


def test_a_hand_for_a_person() -> None:
    assert (
        run("hand", "1112345678999m", "--lang", "zh")[1]
        == "1112345678999m  听牌; 听 1m 2m 3m 4m 5m 6m 7m 8m 9m\n"
    )
    shown = run("hand", "1112345678999m1p")[1]
    assert "tiles left" in shown
    assert "1m 2m 3m" in shown


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("score",), "no hand: give 14 tiles"),
        (("score", "11m"), "2 tiles (an open set counts three); expected 13 or 14"),
        (("score", "1112x"), "place 5: 'x' is not known"),
        (("score", "11223344556677m", "--rules", "standart"), "did you mean standard?"),
        (("score", "11223344556677m", "--win", "8m"), "the winning tile 8m is not among"),
        (("score", "11223344556677m", "--win", "8"), "is no tile"),
        (("score", "11223344556677m", "--void", "x"), "void suit 'x': it is m, p or s"),
        (("score", "11223344556677m", "--lang", "fr", "--json"), "unknown language 'fr': zh, en"),
        (("score", "11223344556677m", "--self-draw", "--kong-discard"), "self_draw with kong_discard"),
        (("score", "11223344556677m", "--heaven", "--earth"), "heaven with earth"),
        (("score", "11m p1p p2p p3p p4p", "--heaven"), "untouched hand"),
        (("score", "--file", "none.jsonl"), "none.jsonl: cannot be read: No such file"),
        (("score", "11223344556677m", "--file", "none.jsonl"), "cannot be given beside it"),
        (("hand",), "no hand: give 13 or 14 tiles"),
        (("hand", "11m"), "expected 13 or 14"),
        (("hand", "1112345678999m", "--lang", "fr"), "unknown language 'fr'"),
        (("hand", "1112345678999m", "--file", "none.jsonl"), "cannot be given beside it"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(words: tuple[str, ...], said: str) -> None:
    code, output, errors = run(*words)

    assert (code, output) == (2, "")
    assert errors.startswith("chuanma: ")
    assert said in errors
    assert "\n" not in errors


GOOD = '{"hand": "11223344556677m"}\n'


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("nothing", "line 2: no JSON"),
        ("[" * 3000, "line 2: no JSON"),
        ("x" * 20_000, "line 2: longer than 10000 characters"),
        ("[1]", 'line 2: expected an object with "hand"'),
        ('{"win": "1m"}', 'line 2: expected an object with "hand"'),
        ('{"hand": 5}', "line 2: 'hand' must be text, not 5"),
        ('{"hand": "1m"}', "line 2: '1m': 1 tiles"),
        ('{"hand": "11223344556677m", "win": 7}', "line 2: 'win' must be text or null, not 7"),
        ('{"hand": "11223344556677m", "self_draw": 1}', "line 2: 'self_draw' must be true or false, not 1"),
        ('{"hand": "11223344556677m", "flags": "robbed"}', "line 2: 'flags' must be a list"),
        (
            '{"hand": "11223344556677m", "flags": ["rob"]}',
            "line 2: unknown flag 'rob': after-kong, kong-discard",
        ),
        ('{"hand": "11223344556677m", "flags": [["a"]]}', "line 2: unknown flag ['a']"),
        (
            '{"hand": "11223344556677m", "self_draw": true, "flags": ["robbed"]}',
            "line 2: self_draw with robbed",
        ),
        (
            '{"hand": "11223344556677m", "self_draw": false, "flags": ["after-kong"]}',
            "after_kong without self_draw",
        ),
    ],
)
def test_a_bad_line_is_named(line: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    path.write_text(GOOD + line + "\n" + GOOD, "utf-8")

    code, output, errors = run("score", "--file", str(path), "--json")

    assert (code, len(output.splitlines())) == (2, 1)
    assert errors.startswith("chuanma: hands.jsonl, ")
    assert said in errors
    assert "\n" not in errors


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    path.write_bytes(b"\xff\xfe\x00")

    assert run("hand", "--file", str(path))[::2] == (
        2,
        "chuanma: hands.jsonl: not UTF-8 text: invalid start byte",
    )
