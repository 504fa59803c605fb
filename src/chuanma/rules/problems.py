"""What is wrong with a ruleset, said by key, value and what is allowed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from chuanma.text import text


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault: the option (or file, or preset) it concerns, and its words as a text key with parameters."""

    key: str
    message: str
    params: tuple[tuple[str, str], ...] = ()

    def words(self, lang: str) -> str:
        """The fault in plain words; they name the key, its value and what is allowed."""
        return text(self.message, lang, key=self.key, **dict(self.params))


class RulesError(ValueError):
    """A ruleset that cannot be: all its faults together, in `problems`."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys named, in order."""
        return tuple(problem.key for problem in self.problems)

    def words(self, lang: str) -> str:
        """All faults, one a line."""
        return "\n".join(problem.words(lang) for problem in self.problems)

    def __str__(self) -> str:
        return self.words("en")


def problem(key: str, message: str, **params: object) -> Problem:
    """A Problem with its parameters given by name."""
    return Problem(key, message, tuple((name, str(value)) for name, value in params.items()))
