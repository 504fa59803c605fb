"""`chuanma rules`: the presets, what a ruleset says, how two differ, what is wrong with one, a new one."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chuanma.cli import BAD_INPUT, app, fail

if TYPE_CHECKING:
    from chuanma.rules import Ruleset
    from chuanma.rules.problems import Problem

rules_app = typer.Typer(
    help="Rulesets: list the presets, show, compare, check and write one.", no_args_is_help=True
)
app.add_typer(rules_app, name="rules")

Which = Annotated[str, typer.Argument(help="a preset, or a ruleset file (TOML or JSON)")]
Json = Annotated[bool, typer.Option("--json", help="JSON for programs")]
Lang = Annotated[str, typer.Option(help="zh or en")]


@rules_app.command("list")
def list_presets(json: Json = False, lang: Lang = "en") -> None:
    """List the presets: name, code, titles and the text each follows."""
    from chuanma.cli._lines import show as show_json
    from chuanma.rules import load_preset, preset_names

    _language(lang)
    found = [_head(name, load_preset(name)) for name in preset_names()]
    if json:
        show_json({"presets": found})
        return
    for each in found:
        print(f"{each['name']:<20} {each['code']}  {each['title']['zh']} · {each['title']['en']}")
        print(f"{'':<20} {each['source']}")


@rules_app.command()
def show(which: Which, json: Json = False, lang: Lang = "en") -> None:
    """Show a ruleset: title, code, source, notes, and every option with what its value means."""
    from chuanma.cli._lines import show as show_json
    from chuanma.rules.say import in_language
    from chuanma.rules.warn import warnings
    from chuanma.text import text

    _language(lang)
    rules = _load(which, lang)
    options = _options(rules, lang)
    if json:
        warned = _told(warnings(rules), lang)
        show_json({**_head(which, rules), "notes": rules.notes, "options": options, "warnings": warned})
        return
    print(text("cli.rules.head", lang, title=rules.title(lang), name=which, code=rules.code))
    for key, words in (("source", rules.source), ("notes", in_language(rules.notes, lang))):
        if words:
            print(f"\n{text(f'cli.rules.{key}', lang)}\n{words}")
    print(f"\n{text('cli.rules.marked', lang)}")
    _print_options(options, lang)


@rules_app.command()
def diff(first: Which, second: Which, json: Json = False, lang: Lang = "en") -> None:
    """Show the options in which two rulesets differ; patterns and bonuses one by one."""
    from chuanma.cli._lines import show as show_json
    from chuanma.text import text

    _language(lang)
    one, other = _load(first, lang), _load(second, lang)
    rows = _rows(one, other, lang)
    if json:
        both = {"first": _head(first, one), "second": _head(second, other)}
        show_json({**both, "same_play": one.code == other.code, "differences": rows})
        return
    for which, rules in ((first, one), (second, other)):
        print(text("cli.rules.head", lang, title=rules.title(lang), name=which, code=rules.code))
    if one.code == other.code:
        print(text("cli.rules.same", lang))
    heads = (text("cli.rules.option", lang), first, second, text("cli.rules.meaning", lang))
    cells = [(row["key"], _shown(row["first"]), _shown(row["second"]), row["meaning"]) for row in rows]
    if cells:
        _print_rows([heads, *cells])


@rules_app.command()
def check(
    files: Annotated[list[str], typer.Argument(help="ruleset files (TOML or JSON), or presets")],
    json: Json = False,
    lang: Lang = "en",
) -> None:
    """Check rulesets: every fault by name (exit code 2), or OK with the code, and warnings."""
    from chuanma.cli._lines import show as show_json
    from chuanma.rules import RulesError, load
    from chuanma.rules.warn import warnings
    from chuanma.text import text

    _language(lang)
    bad = False
    for file in files:
        try:
            rules = load(file)
        except RulesError as fault:
            bad = True
            if json:
                show_json({"file": file, "ok": False, "errors": _told(fault.problems, lang)})
            else:
                print(text("cli.rules.bad", lang, file=file, number=len(fault.problems)))
                print("\n".join(f"  {each.words(lang)}" for each in fault.problems))
            continue
        warned = warnings(rules)
        if json:
            show_json({"file": file, "ok": True, "code": rules.code, "warnings": _told(warned, lang)})
        else:
            print(text("cli.rules.ok", lang, file=file, title=rules.title(lang), code=rules.code))
            print("".join(f"  {_warning(each, lang)}\n" for each in warned), end="")
    if bad:
        sys.exit(BAD_INPUT)


@rules_app.command()
def new(
    base: Annotated[str, typer.Option("--from", help="the preset or file to begin with")] = "standard",
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set", help="an option, such as kong.direct=1 or value.patterns.dihu=off; repeat it for more"
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="file to write (.toml, or .json); without it: printed")
    ] = None,
    json: Json = False,
    lang: Lang = "en",
) -> None:
    """Write a ruleset file: what differs from the default, each option with its meaning."""
    from chuanma.cli._lines import show as show_json
    from chuanma.rules import RulesError
    from chuanma.rules.warn import warnings
    from chuanma.rules.write import changed, differences, short_toml
    from chuanma.text import text

    _language(lang)
    if out is not None and out.suffix not in (".toml", ".json"):
        fail(f"--out {out}: expected a file name ending in .toml or .json")
    try:
        rules = changed(_load(base, lang), settings or [])
    except RulesError as refused:
        fail(refused.words(lang))
    words = short_toml(rules, lang)
    if out is not None:
        try:
            out.write_text(words if out.suffix == ".toml" else rules.to_json() + "\n", "utf-8")
        except OSError as fault:
            fail(f"--out {out}: cannot be written: {fault.strerror}")
    warned = warnings(rules)
    if json:
        show_json({"code": rules.code, "rules": differences(rules), "warnings": _told(warned, lang)})
        return
    for each in warned:
        print(_warning(each, lang), file=sys.stderr)
    if out is None:
        print(words, end="")
    else:
        print(text("cli.rules.written", lang, file=out, code=rules.code))


@rules_app.command()
def schema(json: Json = False, lang: Lang = "en") -> None:
    """Print the JSON Schema of ruleset files, for editors."""
    from json import dumps

    from chuanma.rules.schema import json_schema

    _language(lang)
    print(dumps(json_schema("zh" if lang == "zh" else "en"), ensure_ascii=False, indent=None if json else 2))


# ------------------------------------------------------------------------------------------------------ what is told
def _language(lang: str) -> None:
    from chuanma.cli._lines import require_language

    require_language(lang)


def _load(which: str, lang: str) -> Ruleset:
    from chuanma.rules import RulesError, load

    try:
        return load(which)
    except RulesError as fault:
        fail(fault.words(lang))


def _head(which: str, rules: Ruleset) -> dict[str, Any]:
    """What stands above the options of a ruleset."""
    return {
        "name": which,
        "code": rules.code,
        "title": {"zh": rules.title("zh"), "en": rules.title("en")},
        "source": rules.source,
    }


def _options(rules: Ruleset, lang: str) -> list[dict[str, Any]]:
    """Every option (tables entry by entry) with its value, the default and what they mean."""
    from chuanma.rules import BY_KEY, Ruleset
    from chuanma.rules.compare import entries
    from chuanma.rules.idle import idle
    from chuanma.rules.say import meaning, say

    unused, plain = idle(rules), Ruleset()
    found = []
    for (key, value), (_, default) in zip(entries(rules, plain), entries(plain, rules), strict=True):
        says = say(key, value, lang) or meaning(key, lang)
        option = BY_KEY.get(key) or BY_KEY[key.rpartition(".")[0]]
        found.append(
            {
                "key": key,
                "value": value,
                "default": default,
                "differs": value != default,
                "has_effect": key not in unused,
                "meaning": meaning(key, lang),
                "says": says,
                "section": option.section,
            }
        )
    return found


def _print_options(options: list[dict[str, Any]], lang: str) -> None:
    """Options under the names of their tables; a star where a value is not the default."""
    from chuanma.text import text

    group = ""
    for each in options:
        if (now := each["key"].rpartition(".")[0]) != group:
            group = now
            print(f"\n[{group}] {text(f'rules.group.{group}', lang)}")
        mark = "*" if each["differs"] else " "
        idle = "" if each["has_effect"] else f"  ({text('cli.rules.idle', lang)})"
        print(f"{mark} {each['key']:<30} {_shown(each['value']):<24} {each['says']}{idle}")


def _rows(one: Ruleset, other: Ruleset, lang: str) -> list[dict[str, Any]]:
    """The differences of two rulesets with what they are about."""
    from chuanma.rules.compare import differences
    from chuanma.rules.say import meaning

    return [{**each._asdict(), "meaning": meaning(each.key, lang)} for each in differences(one, other)]


def _print_rows(rows: list[tuple[str, str, str, str]]) -> None:
    """Rows in columns; the last one may be as long as it likes."""
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for row in rows:
        print("  ".join((*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[3])))


def _shown(value: Any) -> str:
    from chuanma.rules.say import written

    return "-" if value is None else written(value)


def _told(problems: Iterable[Problem], lang: str) -> list[dict[str, str]]:
    return [{"key": each.key, "words": each.words(lang)} for each in problems]


def _warning(warned: Problem, lang: str) -> str:
    from chuanma.text import text

    return text("cli.rules.warning", lang, words=warned.words(lang))
