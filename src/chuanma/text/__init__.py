"""Every sentence a person reads, by key, in Chinese and English; the web client reads the same files."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Final

LANGS: Final = ("zh", "en")


class TextError(LookupError):
    """There is no such language, no such key in it, or a placeholder of the text got no value."""

    def __str__(self) -> str:
        return str(self.args[0])


@cache
def texts(lang: str) -> dict[str, str]:
    """All texts of a language by key."""
    if lang not in LANGS:
        raise TextError(f"no texts in language {lang!r}: there are {', '.join(LANGS)}")
    found: dict[str, str] = json.loads(files(__name__).joinpath(f"{lang}.json").read_text("utf-8"))
    return found


def text(key: str, lang: str, /, **params: object) -> str:
    """The text of `key` in `lang` with its placeholders filled; TextError says what is missing."""
    pattern = texts(lang).get(key)
    if pattern is None:
        raise TextError(f"no text {key!r} in {lang}.json")
    try:
        return pattern.format(**params)
    except KeyError as missing:
        raise TextError(f"text {key!r} needs {{{missing.args[0]}}}") from None
