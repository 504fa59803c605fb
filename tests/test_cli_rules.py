"""`chuanma rules`: list, show, diff, check, new and schema, in both languages and as JSON."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from chuanma.cli import main
from chuanma.rules import BY_KEY, load_file, load_preset, preset_names
from chuanma.rules.schema import json_schema


class Run:
    """Runs `chuanma rules …` in this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys

    def __call__(self, *words: str) -> tuple[int, str, str]:
        """Exit code, output, errors."""
        self._monkeypatch.setattr("sys.argv", ["chuanma", "rules", *words])
        with pytest.raises(SystemExit) as left:
            main()
        captured = self._capsys.readouterr()
        return int(left.value.code or 0), captured.out, captured.err

    def well(self, *words: str) -> str:
        """The output of a command that succeeds without complaint."""
        code, output, errors = self(*words)
        assert (code, errors) == (0, "")
        return output

    def json(self, *words: str) -> Any:
        return json.loads(self.well(*words, "--json"))


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(monkeypatch, capsys)


# ------------------------------------------------------------------------------------------------------------ list
def test_list_names_the_fifteen_presets(rules: Run) -> None:
    output = rules.well("list")

    assert len(preset_names()) == 15
    for name in preset_names():
        preset = load_preset(name)
        (line,) = (line for line in output.splitlines() if line.startswith(f"{name} "))
        assert preset.code in line and preset.title.zh in line and preset.title.en in line
        assert preset.source in output


def test_list_as_json(rules: Run) -> None:
    presets = rules.json("list")["presets"]

    assert [each["name"] for each in presets] == list(preset_names())
    assert presets[3] == {
        "name": "dingque",
        "code": load_preset("dingque").code,
        "title": {"zh": "定缺血战", "en": "Blood battle with void suits"},
        "source": load_preset("dingque").source,
    }


# ------------------------------------------------------------------------------------------------------------ show
def test_show_marks_what_is_not_the_default(rules: Run) -> None:
    lines = rules.well("show", "chengdu").splitlines()

    assert lines[0] == f"Chengdu mahjong (chengdu), code {load_preset('chengdu').code}"
    marked = {line.split()[1] for line in lines if line.startswith("* ") and "." in line.split()[1]}
    assert {"kong.direct", "kong.when", "value.patterns.longqidui", "draw.pig_units"} <= marked
    assert not marked & {"kong.added", "value.patterns.qidui"}
    (direct,) = (line for line in lines if " kong.direct " in line)
    assert direct.split(maxsplit=3) == ["*", "kong.direct", "2", "Direct kong: its feeder pays 2×."]
    (away,) = (line for line in lines if "value.patterns.daiyao" in line)
    assert away.split()[:3] == ["*", "value.patterns.daiyao", "-"]
    (idle,) = (line for line in lines if "open.swap_direction" in line)
    assert idle.endswith("(no effect here)")


def test_show_speaks_chinese(rules: Run) -> None:
    output = rules.well("show", "sbr", "--lang", "zh")

    assert "二手介绍" in output and "From secondary" not in output
    assert "直杠：放杠者付 2 倍。" in output


def test_show_as_json_has_every_option(rules: Run) -> None:
    shown = rules.json("show", "flow", "--lang", "zh")

    options = {each["key"]: each for each in shown["options"]}
    keys = {key if key in BY_KEY else key.rpartition(".")[0] for key in options}
    assert keys == {key for key, option in BY_KEY.items() if option.type != "text"}
    assert options["table.mode"] == {
        "key": "table.mode",
        "value": "flow",
        "default": "blood",
        "differs": True,
        "has_effect": True,
        "meaning": "普通、血战到底或血流成河",
        "says": "血流成河：胡家手牌锁定、接着打，可以再胡，每胡都付，直到牌墙摸完。",
        "section": "§5",
    }
    assert options["value.patterns.dihu"]["value"] is None
    assert shown["notes"] == load_preset("flow").notes
    assert shown["warnings"] == []


def test_show_reads_files_of_both_kinds(rules: Run, tmp_path: Path) -> None:
    preset = load_preset("modern")
    toml, other, plain = tmp_path / "a.toml", tmp_path / "b.json", tmp_path / "rules"
    toml.write_text(preset.to_toml(), "utf-8")
    other.write_text(preset.to_json(), "utf-8")
    plain.write_text(preset.to_toml(), "utf-8")

    for path in (toml, other, plain):
        assert rules.json("show", str(path))["code"] == preset.code


# ------------------------------------------------------------------------------------------------------------ diff
def test_diff_of_two_presets(rules: Run) -> None:
    """Read off the table of presets, and off that of patterns for the last lines."""
    rows = rules.json("diff", "standard", "chengdu")["differences"]

    assert {row["key"]: (row["first"], row["second"]) for row in rows} == {
        "show": ("fan", "units"),
        "table.base": (6, 1),
        "table.first_dealer": ("dice", "random"),
        "table.next_dealer": ("dice", "first_winner"),
        "open.void": ("free", "marked"),
        "claim.forced_last": (4, 0),
        "kong.direct": (1, 2),
        "kong.when": ("now", "end"),
        "kong.late_added": ("paid", "unpaid"),
        "kong.pung_from_three": ("paid", "unpaid"),
        "kong.transfer": ("last", "none"),
        "value.cap": (0, 8),
        "value.root": ("hand", "hand_and_kong"),
        "draw.pig_units": (16, "cap"),
        "draw.pig_to": ("non_pigs", "active_non_pigs"),
        "value.patterns.daiyao": (4, None),
        "value.patterns.jiangdui": (8, None),
        "value.patterns.longqidui": (16, 8),
        "value.patterns.qingyao": (16, None),
        "value.patterns.tianhu": (32, "cap"),
        "value.patterns.dihu": (32, "cap"),
        "value.bonuses.qianggang": (None, 2),
    }
    lines = rules.well("diff", "standard", "chengdu", "--lang", "zh").splitlines()
    assert lines[2].split() == ["选项", "standard", "chengdu", "意思"]
    assert "kong.direct 1 2 直杠：放杠者付的倍数" in [" ".join(line.split()) for line in lines]


def test_diff_of_the_same_rules(rules: Run, tmp_path: Path) -> None:
    renamed = tmp_path / "mine.toml"
    renamed.write_text('[title]\nzh = "我家"\n', "utf-8")

    output = rules.well("diff", "standard", str(renamed))
    assert output.splitlines()[-1] == "The same code: they play the same."
    assert rules.json("diff", "standard", str(renamed))["same_play"] is True


# ----------------------------------------------------------------------------------------------------------- check
BAD = {
    "unknown option": ("[kong]\ndirekt = 2", "kong.direkt", "kong.direct?"),
    "wrong type": ('[table]\nseats = "4"', "table.seats", '"4"'),
    "five seats": ("[table]\nseats = 5", "table.seats", "4, 3, 2"),
    "four suits": ("[table]\nsuits = 4", "table.suits", "3, 2"),
    "swap of five": ("[open]\nswap = 5", "open.swap", "0, 3, 4"),
    "contradiction": ('[table]\nsuits = 2\n[open]\nvoid = "declared"', "open.void", "two suits"),
    "not TOML": ("seats: 4", "bad.toml", "line 1"),
    "unknown pattern": ("[value.patterns]\npinghu = 1\nqidiu = 4", "value.patterns.qidiu", "qidui?"),
    "negative units": ("[kong]\nconcealed = -1", "kong.concealed", "0 to 1000"),
    "unknown bonus": ("[value.bonuses]\nroot = 2", "value.bonuses.root", "no such pattern or bonus"),
}


@pytest.mark.parametrize("case", BAD)
def test_check_names_the_fault(rules: Run, tmp_path: Path, case: str) -> None:
    words, key, said = BAD[case]
    path = tmp_path / "bad.toml"
    path.write_text(words, "utf-8")

    code, output, errors = rules("check", str(path))
    assert (code, errors) == (2, "")
    assert output.splitlines()[0] == f"{path}: not OK, faults: 1"
    assert key in output.splitlines()[1] and said in output.splitlines()[1]

    code, output, _ = rules("check", str(path), "--json", "--lang", "zh")
    assert code == 2
    told = json.loads(output)
    assert told["ok"] is False
    assert [each["key"] for each in told["errors"]] == [key]


def test_check_goes_through_all_files(rules: Run, tmp_path: Path) -> None:
    paths = []
    for number, (words, *_) in enumerate(BAD.values()):
        paths.append(tmp_path / f"{number}.toml")
        paths[-1].write_text(words, "utf-8")

    code, output, _ = rules("check", *map(str, paths), "standard")
    assert code == 2
    assert output.count("not OK") == 10
    assert output.splitlines()[-1].startswith("standard: OK.")


def test_check_lists_every_fault(rules: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text("[table]\nseats = 5\nbase = 0\n[kong]\nfoo = 1\n", "utf-8")

    code, output, _ = rules("check", str(path), "--lang", "zh")
    assert code == 2
    assert [line.partition("：")[0].strip() for line in output.splitlines()[1:]] == [
        *("table.seats", "table.base", "kong.foo")
    ]


def test_check_says_ok_with_the_code_and_warns(rules: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[open]\nswap_direction = "left"\n', "utf-8")
    code = load_file(path).code

    lines = rules.well("check", str(path)).splitlines()
    assert lines == [
        f"{path}: OK. Custom rules, code {code}",
        '  warning: open.swap_direction: "left" has no effect, no tiles are swapped (open.swap = 0)',
    ]
    told = rules.json("check", str(path))
    assert (told["ok"], told["code"]) == (True, code)
    assert [each["key"] for each in told["warnings"]] == ["open.swap_direction"]


@pytest.mark.parametrize("name", preset_names())
def test_presets_pass(rules: Run, name: str) -> None:
    assert rules.json("check", name)["code"] == load_preset(name).code


def test_check_of_a_file_that_is_not_there(rules: Run, tmp_path: Path) -> None:
    code, output, _ = rules("check", str(tmp_path / "none.toml"))

    assert code == 2
    assert "cannot be read" in output


# ------------------------------------------------------------------------------------------------------------- new
def test_new_prints_a_file_that_loads_back(rules: Run, tmp_path: Path) -> None:
    output = rules.well(
        "new", "--from", "chengdu", "--set", "kong.direct=1", "--set", "value.patterns.jiangdui=16"
    )

    path = tmp_path / "mine.toml"
    path.write_text(output, "utf-8")
    wanted = load_preset("chengdu").replace({"kong.direct": 1, "value.patterns.jiangdui": 16})
    assert load_file(path).code == wanted.code
    assert wanted.code in output.splitlines()[0]
    assert "direct" not in tomllib.loads(output)["kong"]  # 1 is the default
    assert "# Kongs are booked and paid when the game ends" in output


@pytest.mark.parametrize("suffix", ["toml", "json"])
def test_new_writes_a_file(rules: Run, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"mine.{suffix}"

    output = rules.well(
        "new", "--from", "dingque", "--set", "value.cap=16", "--out", str(path), "--lang", "zh"
    )

    wanted = load_preset("dingque").replace({"value.cap": 16})
    assert load_file(path).code == wanted.code
    assert output == f"已写入 {path}，代码 {wanted.code}\n"


def test_new_as_json_with_warnings(rules: Run) -> None:
    told = rules.json("new", "--set", "kong.transfer=none", "--set", "kong.transfer_after=added")

    assert told["rules"] == {"kong.transfer": "none", "kong.transfer_after": "added"}
    assert [each["key"] for each in told["warnings"]] == ["kong.transfer_after"]


def test_new_warns_beside_the_file(rules: Run) -> None:
    code, output, errors = rules("new", "--set", "value.cap=1")

    assert code == 0
    assert tomllib.loads(output) == {"value": {"cap": 1}}
    assert errors.startswith("warning: value.cap")


def test_new_refuses_what_cannot_be(rules: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    code, output, errors = rules(
        "new", "--set", "kong.direct=two", "--set", "table.seats=5", "--out", str(path)
    )

    assert (code, output) == (2, "")
    assert "kong.direct" in errors and "0 to 1000" in errors
    assert "table.seats" in errors and "4, 3, 2" in errors
    assert not path.exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("new", "--out", "mine.txt"), ".toml or .json"),
        (("new", "--out", "/none/mine.toml"), "cannot be written"),
        (("new", "--from", "chengdo"), "did you mean chengdu?"),
        (("show", "chengdo"), "did you mean chengdu?"),
        (("show", "x" * 5000), "no such preset"),
        (("diff", "standard", "none.toml"), "none.toml: cannot be read"),
        (("list", "--lang", "fr"), "zh, en"),
    ],
)
def test_bad_use_is_told(rules: Run, words: tuple[str, ...], said: str) -> None:
    code, output, errors = rules(*words)

    assert (code, output) == (2, "")
    assert said in errors


def test_faults_are_told_in_chinese(rules: Run) -> None:
    assert "是否指 chengdu" in rules("show", "chengdo", "--lang", "zh")[2]


# ---------------------------------------------------------------------------------------------------------- schema
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_schema(rules: Run, lang: Any) -> None:
    assert json.loads(rules.well("schema", "--lang", lang)) == json_schema(lang)
    assert rules.json("schema", "--lang", lang) == json_schema(lang)
