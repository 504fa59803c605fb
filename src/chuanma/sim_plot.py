"""A picture of a simulation: points of a game, totals, how games are won. Needs matplotlib (extra `plot`)."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate
from pathlib import Path
from typing import Any

from chuanma.sim import Counts, Report
from chuanma.text import text

COLOURS = ("#b3261e", "#1f5fa8", "#2e7d32", "#9a6a00")  # of the four seats
DASHES = ("-", "--", "-.", ":")
LANG = "en"  # the fonts matplotlib brings have no Chinese
CUT = 0.01  # share of the rarest results at either end that the histogram gathers in its outer bars
BARS = 40
KINDS = ("wins", "self_draws", "deal_ins", "pigs")


def draw(report: Report, path: Path) -> None:
    """Write the picture to `path`; its ending names the format."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(12, 8), layout="constrained")
    FigureCanvasAgg(figure)
    (points, run), (rates, winners) = figure.subplots(2, 2)
    games = len(report.tallies)
    figure.suptitle(text("sim.title", LANG, games=games, rules=report.rules.title(LANG), seed=report.seed))
    _points(points, report)
    _run(run, report)
    _rates(rates, report)
    _winners(winners, report)
    figure.savefig(path, dpi=120, metadata={"Software": None} if path.suffix == ".png" else None)


def _label(report: Report, seat: int) -> str:
    return f"{text(f'seat.{seat}', LANG)} ({report.bots[seat]})"


def _points(axes: Any, report: Report) -> None:
    """How often a game brought so many points; rare extremes are gathered at the edges."""
    ordered = sorted(units for game in report.tallies for units in game.scores)
    low, high = ordered[int(CUT * len(ordered))], ordered[-1 - int(CUT * len(ordered))]
    width = max(1, -(-(high - low + 1) // BARS))
    edges = [low + width * place - 0.5 for place in range((high - low) // width + 2)]
    for seat in range(len(report.bots)):
        values = [min(max(game.scores[seat], low), high) for game in report.tallies]
        style = {"color": COLOURS[seat], "linestyle": DASHES[seat], "label": _label(report, seat)}
        axes.hist(values, bins=edges, histtype="step", linewidth=1.6, **style)
    axes.set(
        title=text("sim.plot.points", LANG),
        xlabel=text("sim.points", LANG),
        ylabel=text("sim.plot.games", LANG),
    )
    axes.set_yscale("log")
    axes.legend()


def _run(axes: Any, report: Report) -> None:
    """The totals from game to game."""
    for seat in range(len(report.bots)):
        total = list(accumulate(game.scores[seat] for game in report.tallies))
        axes.plot(
            range(1, len(total) + 1),
            total,
            color=COLOURS[seat],
            linestyle=DASHES[seat],
            label=_label(report, seat),
        )
    axes.axhline(0, color="#888888", linewidth=0.8)
    axes.set(
        title=text("sim.plot.run", LANG), xlabel=text("sim.plot.game", LANG), ylabel=text("sim.points", LANG)
    )
    axes.legend()


def _rates(axes: Any, report: Report) -> None:
    """Wins, self-draws, deal-ins and pigs a game, by seat."""
    for seat in range(len(report.bots)):
        counts: Counts = report.seats[seat]
        heights = [getattr(counts, kind) / counts.games for kind in KINDS]
        places = [number + 0.2 * (seat - 1.5) for number in range(len(KINDS))]
        bars = axes.bar(places, heights, 0.18, color=COLOURS[seat], label=_label(report, seat))
        axes.bar_label(bars, [f"{height:.2f}" for height in heights], fontsize=7)
    axes.set_xticks(range(len(KINDS)), [text(f"sim.{kind}", LANG) for kind in KINDS])
    axes.set(title=text("sim.plot.rates", LANG))
    axes.legend()


def _winners(axes: Any, report: Report) -> None:
    """How many seats won in a game, and how many of these games were exhausted."""
    won = Counter((sum(game.wins), game.exhausted) for game in report.tallies)
    numbers = range(max(n for n, _ in won) + 1)
    ended = [won[n, False] for n in numbers]
    dry = [won[n, True] for n in numbers]
    axes.bar(numbers, ended, 0.6, color=COLOURS[1], label=text("sim.plot.ended", LANG))
    axes.bar(numbers, dry, 0.6, bottom=ended, color="#c9c2b4", label=text("sim.plot.dry", LANG))
    axes.set_xticks(numbers)
    axes.set(title=text("sim.plot.winners", LANG), xlabel=text("sim.plot.won", LANG))
    axes.set_ylabel(text("sim.plot.games", LANG))
    axes.legend()
