"""What a client is told when it asks for something that cannot be: a code for programs, words for people."""

from __future__ import annotations

from chuanma.actions import IllegalAction
from chuanma.server.protocol import Error, ErrorCode
from chuanma.text import text


class Refusal(Exception):
    """A request that is not carried out; nothing has changed."""

    def __init__(self, code: ErrorCode, zh: str, en: str) -> None:
        super().__init__(en)
        self.error = Error(code, zh, en)


def refusal(code: ErrorCode, key: str, **params: object) -> Refusal:
    """The refusal with the words of ``error.<key>``."""
    return Refusal(code, text(f"error.{key}", "zh", **params), text(f"error.{key}", "en", **params))


def illegal(fault: IllegalAction) -> Refusal:
    """An action the rules do not allow."""
    return Refusal("illegal", fault.words("zh"), fault.words("en"))
