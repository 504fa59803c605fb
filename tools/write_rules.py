"""Writes the pages of docs/rules that follow from the data: one per preset and language, the comparison, the options.

    python tools/write_rules.py            write the pages
    python tools/write_rules.py --check    exit 1 if a page is not what would be written, or is left over

A page of a preset says its rules in sentences, by the sections of RULES.md. What an option means comes from the
texts of the package; what no option changes stands below. README.md and provenance.md are written by hand.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chuanma.rules import BY_KEY, OPTIONS, Option, Ruleset, load_preset, preset_names
from chuanma.rules.compare import entries
from chuanma.rules.idle import idle
from chuanma.rules.options import GROUPS
from chuanma.rules.say import in_language, say, sentence, written
from chuanma.rules.warn import CAP_OF_A_PATTERN, wall_after_deal
from chuanma.rules.write import short_toml
from chuanma.text import text

TARGET = Path(__file__).parent.parent / "docs" / "rules"
LANGS = ("zh", "en")
BY_HAND = ("README.md", "provenance.md")
MARK = "<!-- Written by tools/write_rules.py from the presets and the texts. Change those, not this page. -->"
TEXTS = ("title.zh", "title.en", "source", "notes")

Condition = Callable[[Ruleset], bool]


def _always(_: Ruleset) -> bool:
    return True


@dataclass(frozen=True)
class Fixed:
    """A sentence that holds under all rulesets for which `when` holds."""

    zh: str
    en: str
    when: Condition = _always


@dataclass(frozen=True)
class Section:
    """A section of RULES.md: each item is one line of the list, of options by key and fixed sentences."""

    number: int
    zh: str
    en: str
    items: tuple[tuple[str | Fixed, ...], ...]


def _kongs(rules: Ruleset) -> bool:
    return rules.kong.enabled


def _no_kongs(rules: Ruleset) -> bool:
    return not rules.kong.enabled


def _mode(*modes: str) -> Condition:
    return lambda rules: rules.table.mode in modes


def _pigs(rules: Ruleset) -> bool:
    return rules.draw.pig_units != 0 and rules.table.suits == 3


def _judged(rules: Ruleset) -> bool:
    return _pigs(rules) or rules.draw.ready_pay != "none" or rules.draw.refund


def _transfers(rules: Ruleset) -> bool:
    return rules.kong.enabled and rules.kong.transfer != "none"


WALL = Fixed(
    "庄家拿 14 张，其他人 13 张，发完牌墙剩 {wall} 张。没有吃。",
    "The dealer holds 14 tiles, the others 13; {wall} are left in the wall. There is no chow.",
)
SECTIONS = (
    Section(
        1,
        "牌和桌",
        "Tiles and table",
        (
            ("table.seats", "table.suits"),
            (WALL,),
            ("table.kong_draw",),
            ("table.jump_tile",),
            ("table.horse",),
            ("show",),
        ),
    ),
    Section(2, "庄家", "Dealer", (("table.first_dealer",), ("table.next_dealer",))),
    Section(
        3,
        "打第一张之前",
        "Before the first discard",
        (("open.swap", "open.swap_same_suit", "open.swap_direction"), ("open.void",)),
    ),
    Section(
        4,
        "一轮",
        "A turn",
        (
            (
                Fixed(
                    "轮到的人摸一张，可以自摸、开杠（连着几个也可以），不然打一张。碰了不摸牌，只能打一张。",
                    "The seat in turn draws; it may win, make any number of kongs, or discard. After a pung it "
                    "does not draw and can only discard.",
                    _kongs,
                ),
                Fixed(
                    "轮到的人摸一张，可以自摸，不然打一张。碰了不摸牌，只能打一张。",
                    "The seat in turn draws; it may win or discard. After a pung it does not draw and can only "
                    "discard.",
                    _no_kongs,
                ),
            ),
            (
                Fixed(
                    "打出的牌先问胡，再问直杠、碰；直杠被胡抢先就不算。",
                    "A discard is offered for a win first, then for a direct kong or a pung; a direct kong that is "
                    "overtaken by a win does not happen.",
                    _kongs,
                ),
                Fixed(
                    "打出的牌先问胡，再问碰。",
                    "A discard is offered for a win first, then for a pung.",
                    _no_kongs,
                ),
                "claim.multi_win",
            ),
            (
                Fixed(
                    "补杠先让别家抢杠：要胡的拿这张牌，由补杠者付，杠不成，碰还是碰。暗杠不能抢。",
                    "An added kong may be robbed: the winner takes the tile, the konger pays alone, and the pung "
                    "stays a pung. A concealed kong cannot be robbed.",
                    _kongs,
                ),
            ),
            ("claim.pass_win",),
            ("claim.pass_pung",),
            ("claim.swap_call",),
            ("claim.forced_last",),
            ("claim.min_units",),
            (
                Fixed(
                    "牌墙空了不能杠，打出的牌只能胡。",
                    "With an empty wall no kong can be made and a discard can only be won.",
                    _kongs,
                ),
                Fixed(
                    "牌墙空了，打出的牌只能胡。", "With an empty wall a discard can only be won.", _no_kongs
                ),
            ),
        ),
    ),
    Section(
        5,
        "一局打到什么时候",
        "How long a game lasts",
        (
            ("table.mode",),
            ("table.reveal_win",),
            ("kong.enabled",),
            ("kong.flow",),
            (
                Fixed(
                    "流局：牌墙摸完，最后一张没人要，而没有人胡。",
                    "A game exhausts when the wall is empty, its last discard is passed, and nobody has won.",
                    _mode("single"),
                ),
                Fixed(
                    "流局：牌墙摸完，最后一张没人要，还有两家以上没胡。",
                    "A game exhausts when the wall is empty, its last discard is passed, and two or more seats have "
                    "not won.",
                    _mode("blood"),
                ),
                Fixed(
                    "流局：牌墙摸完，最后一张没人要，每局都要查。",
                    "Every game ends when the wall is empty and its last discard is passed.",
                    _mode("flow"),
                ),
            ),
        ),
    ),
    Section(
        6,
        "怎样算胡，值多少",
        "What wins, and what it is worth",
        (
            (
                Fixed(
                    "四副（三张相同，或同一门连着三张）加一对，碰、杠的也算；或者七对，四张相同当两对，不能有碰、杠。",
                    "Four sets (three alike, or a run in one suit) and a pair, open sets counted; or seven pairs "
                    "without open sets, where four alike are two pairs.",
                ),
                Fixed(
                    "合起来最多两门。", "No more than two suits in all.", lambda rules: rules.table.suits == 3
                ),
                Fixed(
                    "不能有自己的缺门。",
                    "None of the own void suit.",
                    lambda rules: rules.open.void != "free",
                ),
            ),
            (
                Fixed(
                    "先取一个番型，再乘上各项加番；怎样读牌最大就怎样算。",
                    "One pattern counts, multiplied by every bonus; the reading of the hand that is worth most is "
                    "taken.",
                ),
            ),
            ("value.root", "value.root_in_dragon"),
            ("value.self_draw",),
            ("value.cap",),
        ),
    ),
    Section(
        7,
        "谁付",
        "Who pays",
        (
            (
                Fixed(
                    "点炮：放炮者一人付。自摸：其他在打的各家每家付全数。",
                    "A discard win is paid by its feeder alone; a self-draw by every other active seat, each in full.",
                    _mode("single", "blood"),
                ),
                Fixed(
                    "点炮：放炮者一人付。自摸：其他各家每家付全数，胡过的也付。",
                    "A discard win is paid by its feeder alone; a self-draw by every other seat, each in full, "
                    "winners too.",
                    _mode("flow"),
                ),
            ),
            ("kong.bloom_payer",),
            ("kong.direct",),
            ("kong.added",),
            ("kong.concealed",),
            ("kong.drizzle",),
            ("kong.when",),
            ("kong.late_added", "kong.pung_from_three"),
            ("kong.transfer", "kong.transfer_after", "kong.transfer_share"),
            (
                Fixed(
                    "转移的是杠家得的钱，付过的人拿不回来。",
                    "Those who paid the kong get nothing back.",
                    lambda rules: _transfers(rules) and rules.kong.transfer != "refund_payers",
                ),
            ),
            (Fixed("没有杠，也没有杠钱。", "There are no kongs and no kong money.", _no_kongs),),
        ),
    ),
    Section(
        8,
        "流局",
        "The exhausted game",
        (
            (
                Fixed(
                    "按 13 张判，依次：查花猪、查叫、退税。",
                    "Seats are judged on 13 tiles, in this order: pigs, ready hands, refund.",
                    _judged,
                ),
                Fixed("流局谁也不付。", "Nobody pays anything.", lambda rules: not _judged(rules)),
            ),
            ("draw.pig_units", "draw.pig_to"),
            (
                "draw.ready_pay",
                "draw.dead_wait",
                Fixed("花猪不再赔叫。", "A pig pays no ready seat.", _pigs),
                Fixed(
                    "胡过的算有叫，只收不付。",
                    "A winner counts as ready: it receives and pays nothing.",
                    _mode("flow"),
                ),
            ),
            ("draw.refund",),
        ),
    ),
    Section(
        9,
        "天胡、地胡",
        "Heaven's and earth's wins",
        (
            (
                Fixed(
                    "天胡：庄家起手 14 张就胡，没有开杠。",
                    "Heaven's win: the dealer wins with the 14 dealt, no kong before.",
                    lambda rules: "tianhu" in rules.value.patterns,
                ),
                Fixed(
                    "没有天胡这个番型。",
                    "Heaven's win is no pattern.",
                    lambda rules: "tianhu" not in rules.value.patterns,
                ),
            ),
            ("value.dihu", "value.dihu_mode"),
            ("value.heaven_alone",),
        ),
    ),
    Section(10, "唱歌、跳舞", "Singing and dancing", (("side.sing", "side.dance"),)),
    Section(
        11,
        "底分和离开",
        "Base and leaving",
        (("table.base",), ("leave.escape", "leave.escape_units"), ("leave.winner",)),
    ),
    Section(12, "道具", "Items", (("side.items",),)),
)


# -------------------------------------------------------------------------------------------------- page of a preset
def preset_page(name: str, lang: str) -> str:
    """The rules of a preset in a language, in sentences and tables."""
    rules = load_preset(name)
    zh = lang == "zh"
    other = f"[{'English' if zh else '中文'}]({name}.{'en' if zh else 'zh'}.md)"
    links = f"[{'全部预设' if zh else 'all presets'}](README.md) · [{'对照' if zh else 'side by side'}](compare.md)"
    parts = [
        MARK,
        f"# {rules.title(lang)}",
        f"`{name}` · {'代码' if zh else 'code'} `{rules.code}` · {other} · {links}",
        f"**{'出处' if zh else 'Source'}**{'：' if zh else ': '}{rules.source}",
        in_language(rules.notes, lang),
    ]
    for section in SECTIONS:
        parts.append(f"## §{section.number} {section.zh if zh else section.en}")
        parts.append("\n".join(f"- {line}" for line in _lines(section, rules, lang)))
        if section.number == 6:
            parts += [_patterns(rules, lang), _bonuses(rules, lang)]
    parts.append("## " + ("写成文件" if zh else "As a file"))
    parts.append(f"```toml\n{short_toml(rules.replace(dict.fromkeys(TEXTS, '')), lang)}```")
    return "\n\n".join(parts) + "\n"


def _lines(section: Section, rules: Ruleset, lang: str) -> Iterator[str]:
    """One line for each item that says something under these rules."""
    unused = idle(rules)
    for item in section.items:
        said = [_said(each, rules, lang) for each in item if not isinstance(each, str) or each not in unused]
        if any(said):
            yield ("" if lang == "zh" else " ").join(filter(None, said))


def _said(item: str | Fixed, rules: Ruleset, lang: str) -> str:
    if isinstance(item, str):
        return sentence(rules, item, lang)
    if not item.when(rules):
        return ""
    return (item.zh if lang == "zh" else item.en).format(wall=wall_after_deal(rules))


def _patterns(rules: Ruleset, lang: str) -> str:
    fan = rules.show == "fan"
    heads = ["番型", "是什么", "倍"] if lang == "zh" else ["pattern", "what it is", "units"]
    rows = []
    for name, units in _used(rules, "value.patterns").items():
        worth = (rules.value.cap or CAP_OF_A_PATTERN) if units == "cap" else int(units)
        said = f"{text('rules.cap', lang)} {worth}" if units == "cap" else str(worth)
        cells = [_named("pattern", name, lang), text(f"rules.pattern.{name}", lang), said]
        rows.append([*cells, *([str(worth.bit_length()) if not worth & (worth - 1) else "–"] if fan else [])])
    return table([*heads, *(["番" if lang == "zh" else "fan"] if fan else [])], rows)


def _bonuses(rules: Ruleset, lang: str) -> str:
    heads = ["加番", "什么时候", "乘"] if lang == "zh" else ["bonus", "when", "times"]
    factors = dict(_used(rules, "value.bonuses"))
    if rules.value.self_draw == "double":
        factors["zimo"] = 2
    rows = [
        [_named("bonus", name, lang), text(f"rules.bonus.{name}", lang), f"×{factor}"]
        for name, factor in factors.items()
    ]
    return table(heads, rows)


def _used(rules: Ruleset, key: str) -> dict[str, int | str]:
    """The entries of a table that have an effect."""
    unused = idle(rules)
    return {name: each for name, each in rules.flat()[key].items() if f"{key}.{name}" not in unused}


def _named(kind: str, name: str, lang: str) -> str:
    """The name of a pattern or bonus; in English with the Chinese one, which players use."""
    chinese = text(f"{kind}.{name}", "zh")
    return chinese if lang == "zh" else f"{text(f'{kind}.{name}', 'en')} {chinese}"


def table(heads: list[str], rows: list[list[str]]) -> str:
    """A Markdown table."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)


# -------------------------------------------------------------------------------------------------- all side by side
def compare_page() -> str:
    """All presets side by side, both languages on one page."""
    names = preset_names()
    rulesets = [load_preset(name) for name in names]
    columns = [dict(entries(rules, Ruleset(), *rulesets)) for rules in rulesets]
    default = dict(entries(Ruleset(), *rulesets))
    same = [key for key in default if all(column[key] == default[key] for column in columns)]
    parts = [
        MARK,
        "# 预设对照 · The presets side by side",
        "**粗体**与 `standard`（默认值）不同；`–` 是没有这一项；括号里的值在那套规则里不起作用。",
        "**Bold** differs from `standard` (the defaults); `–`: no such entry; in (brackets): no effect there.",
        "[README](README.md) · [选项 options](options.md)",
    ]
    for group in ("", *GROUPS, "value.patterns", "value.bonuses"):
        keys = [key for key in default if key.rpartition(".")[0] == group and key not in same]
        if keys:
            parts.append(f"## {_heading(group)}")
            heads = ["", *(f"[{name}]({name}.zh.md)" for name in names)]
            rows = [
                [_row_head(key), *(_cell(rules, key, column[key], default[key]) for rules, column in pairs)]
                for pairs in [list(zip(rulesets, columns, strict=True))]
                for key in keys
            ]
            parts.append(table(heads, rows))
    parts.append("## 各套都一样 · The same in all")
    parts.append("\n".join(f"- `{key}` = {written(default[key])}: {_both(key)}" for key in same))
    return "\n\n".join(parts) + "\n"


def _heading(group: str) -> str:
    return " · ".join(text(f"rules.group.{group}", lang) for lang in LANGS)


def _row_head(key: str) -> str:
    return f"`{key.removeprefix('value.patterns.').removeprefix('value.bonuses.')}`<br>{_both(key)}"


def _both(key: str) -> str:
    """What an option or entry is about, in both languages."""
    group, _, name = key.rpartition(".")
    if group in ("value.patterns", "value.bonuses"):
        kind = "pattern" if group == "value.patterns" else "bonus"
        return f"{text(f'{kind}.{name}', 'zh')} · {text(f'{kind}.{name}', 'en')}"
    return f"{BY_KEY[key].zh} · {BY_KEY[key].en}"


def _cell(rules: Ruleset, key: str, value: Any, default: Any) -> str:
    words = "–" if value is None else written(value)
    if key in idle(rules) and value is not None:
        return f"({words})"
    return words if value == default else f"**{words}**"


# ------------------------------------------------------------------------------------------------------- all options
def options_page() -> str:
    """Every option with its values and what each of them means, both languages on one page."""
    parts = [
        MARK,
        "# 选项 · Options",
        "§ 是规则书的章节；带 * 的是默认值，也就是 `standard`。",
        "§ is the section of the rule book; * marks the default, which is the preset `standard`.",
        "[README](README.md) · [对照 side by side](compare.md)",
    ]
    for group in ("", *GROUPS):
        options = [option for option in OPTIONS if option.key.rpartition(".")[0] == group]
        if all(option.type == "text" for option in options):
            continue
        parts.append(f"## {_heading(group)}")
        for option in options:
            if option.type != "text":
                parts += _option(option)
    parts.append("## 文字 · Texts")
    rows = [
        [f"`{option.key}`", option.zh, option.en, f"≤ {option.high}"]
        for option in OPTIONS
        if option.type == "text"
    ]
    parts.append(table(["", "", "", "字 characters"], rows))
    return "\n\n".join(parts) + "\n"


def _option(option: Option) -> Iterator[str]:
    yield f"### `{option.key}`"
    section = f"{option.section} · " if option.section else ""
    yield f"{option.zh} · {option.en}  \n{section}{option.source}"
    if option.type == "table":
        yield _table_of_ids(option)
        return
    rows = [
        [
            f"`{written(value)}`" + (" *" if value == option.default else ""),
            say(option.key, value, "zh"),
            say(option.key, value, "en"),
        ]
        for value in _values(option)
    ]
    yield table([_range(option), "", ""], rows)


def _values(option: Option) -> list[Any]:
    """The values that are explained: all, or of numbers those with a meaning of their own and an example."""
    if option.type == "boolean":
        return [True, False]
    if option.values:
        return list(option.values)
    examples = {option.low, option.default if isinstance(option.default, int) else option.low}
    return [*sorted(examples), *(["cap"] if option.cap else []), *([8] if len(examples) == 1 else [])]


def _range(option: Option) -> str:
    if option.values or option.type == "boolean":
        return "值 value"
    return f"{option.low}–{option.high}" + (", `cap`" if option.cap else "")


def _table_of_ids(option: Option) -> str:
    kind = "pattern" if option.key == "value.patterns" else "bonus"
    default: dict[str, Any] = dict(option.default)  # type: ignore[arg-type]
    rows = [
        [
            f"`{name}`",
            f"{text(f'{kind}.{name}', 'zh')} · {text(f'{kind}.{name}', 'en')}",
            text(f"rules.{kind}.{name}", "zh"),
            text(f"rules.{kind}.{name}", "en"),
            str(default.get(name, "–")),
        ]
        for name in option.names
    ]
    return table([_range(option), "", "", "", "standard"], rows)


# ---------------------------------------------------------------------------------------------------------- the files
def pages() -> dict[str, str]:
    """All pages by file name."""
    found = {f"{name}.{lang}.md": preset_page(name, lang) for name in preset_names() for lang in LANGS}
    return found | {"compare.md": compare_page(), "options.md": options_page()}


def stale(wanted: dict[str, str]) -> list[str]:
    """Files that are missing, are not as wanted, or should not be there."""
    there = {path.name: path.read_text("utf-8") for path in TARGET.glob("*.md") if path.name not in BY_HAND}
    return sorted(name for name in wanted.keys() | there.keys() if wanted.get(name) != there.get(name))


def main(arguments: list[str] | None = None) -> int:
    """Write the pages, or say whether they are up to date."""
    parser = argparse.ArgumentParser(description="The pages of docs/rules that follow from the data.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a page is out of date")
    check = parser.parse_args(arguments).check
    wanted = pages()
    changed = stale(wanted)
    if check:
        if changed:
            print(
                f"docs/rules: out of date: {', '.join(changed)}: run python tools/write_rules.py",
                file=sys.stderr,
            )
        return 1 if changed else 0
    TARGET.mkdir(exist_ok=True)
    for name in changed:
        if name in wanted:
            (TARGET / name).write_text(wanted[name], "utf-8")
        else:
            (TARGET / name).unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
