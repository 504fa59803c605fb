"""The JSON Schema of a ruleset file, for editors."""

from __future__ import annotations

from typing import Any, Literal

from chuanma.rules.frozen import FrozenMap
from chuanma.rules.options import OPTIONS, Option
from chuanma.text import text

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def json_schema(lang: Literal["zh", "en"] = "en") -> dict[str, Any]:
    """JSON Schema of a ruleset as nested tables; `lang` is the language of the meanings.

    It knows types and ranges; contradictions are found by Ruleset alone.
    """
    schema: dict[str, Any] = {"$schema": DIALECT, "title": text("rules.schema.title", lang), **_object()}
    for option in OPTIONS:
        group, _, name = option.key.rpartition(".")
        table = schema["properties"].setdefault(group, _object()) if group else schema
        table["properties"][name] = _property(option, lang)
    return schema


def _object() -> dict[str, Any]:
    return {"type": "object", "additionalProperties": False, "properties": {}}


def _property(option: Option, lang: str) -> dict[str, Any]:
    meaning = option.zh if lang == "zh" else option.en
    where = f" (RULES {option.section})" if option.section else ""
    default = dict(option.default) if isinstance(option.default, FrozenMap) else option.default
    return {"description": meaning + where, "default": default, **_type(option)}


def _type(option: Option) -> dict[str, Any]:
    if option.values:
        return {"enum": list(option.values)}
    if option.type == "text":
        return {"type": "string", "maxLength": option.high}
    if option.type == "boolean":
        return {"type": "boolean"}
    if option.type == "table":
        return {**_object(), "properties": {name: _number(option) for name in option.names}}
    return _number(option)


def _number(option: Option) -> dict[str, Any]:
    number = {"type": "integer", "minimum": option.low, "maximum": option.high}
    return {"anyOf": [number, {"const": "cap"}]} if option.cap else number
