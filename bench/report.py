"""One line of a measurement, and how lines are printed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    """A measured figure with its target (`at_least` or `at_most`), or with none: a figure to stand beside others."""

    name: str
    value: float
    at_least: float | None = None
    at_most: float | None = None

    @property
    def verdict(self) -> str:
        """`pass`, `miss`, or nothing where there is no target."""
        if self.at_least is not None:
            return "pass" if self.value >= self.at_least else "miss"
        if self.at_most is not None:
            return "pass" if self.value <= self.at_most else "miss"
        return ""

    @property
    def target(self) -> str:
        """The target in words."""
        if self.at_least is not None:
            return f"≥ {self.at_least:,g}"
        if self.at_most is not None:
            return f"≤ {self.at_most:,g}"
        return ""


def show(lines: list[Line]) -> None:
    """Print lines as a table."""
    for line in lines:
        print(f"{line.name:<62} {line.target:>14} {line.value:>16,.4g}  {line.verdict}", flush=True)
