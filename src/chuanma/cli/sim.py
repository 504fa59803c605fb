"""`chuanma sim`: bots play many games against each other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chuanma.cli import app, fail

if TYPE_CHECKING:
    from chuanma.shuffle import Seed
    from chuanma.sim import Report


@app.command()
def sim(
    games: Annotated[int, typer.Option(help="number of games (with --rotate: of walls)")] = 1000,
    bots: Annotated[
        str, typer.Option(help="a name for each seat, seat 0 first")
    ] = "greedy,greedy,greedy,greedy",
    rules: Annotated[str, typer.Option(help="a preset, or a ruleset file (.toml, .json)")] = "standard",
    seed: Annotated[str, typer.Option(help="whole number or text; the same seed gives the same games")] = "0",
    rotate: Annotated[
        bool, typer.Option("--rotate", help="play every wall in every seating: each bot plays each seat")
    ] = False,
    jobs: Annotated[int, typer.Option(help="processes that play")] = 1,
    json: Annotated[bool, typer.Option("--json", help="JSON for programs")] = False,
    out: Annotated[Path | None, typer.Option(help="folder for a record of every game")] = None,
    plot: Annotated[
        Path | None, typer.Option(help="draw the distributions into this file (.png, .svg, .pdf)")
    ] = None,
    timing: Annotated[bool, typer.Option("--timing", help="say how long it took")] = False,
    lang: Annotated[str, typer.Option(help="zh or en")] = "en",
) -> None:
    """Let bots play games and say who won what, and how. The dealer goes round: game k is dealt by seat k mod 4."""
    import time

    from chuanma.cli._lines import show
    from chuanma.rules import load
    from chuanma.sim import simulate
    from chuanma.text import LANGS

    if lang not in LANGS:
        fail(f"unknown language {lang!r}: {', '.join(LANGS)}")
    if plot is not None:
        _require_matplotlib(plot)
    ruleset = load(rules)
    names = [name.strip() for name in bots.split(",")]
    start = time.perf_counter()
    try:
        with _Progress(games * ruleset.table.seats if rotate else games) as progress:
            report = simulate(
                ruleset,
                names,
                games,
                _seed(seed),
                jobs=jobs,
                rotate=rotate,
                out=out,
                progress=progress.advance,
            )
    except OSError as fault:
        if out is None:
            raise
        fail(f"--out {out}: cannot be written: {fault.strerror}")
    seconds = time.perf_counter() - start
    if plot is not None:
        from chuanma.sim_plot import draw

        try:
            draw(report, plot)
        except OSError as fault:
            fail(f"--plot {plot}: cannot be written: {fault.strerror}")
    if json:
        show(report.to_dict() | ({"seconds": round(seconds, 3)} if timing else {}))
    else:
        tell(report, ruleset.title(lang), lang)
        if timing:
            print(f"{seconds:.1f} s, {len(report.tallies) / seconds:.0f} games/s")


def _seed(words: str) -> Seed:
    """A whole number where it is one, else the text itself."""
    try:
        return int(words)
    except ValueError:
        if not words.isprintable():
            fail(f"--seed {words[:40]!r}: a whole number, or text that can be printed")
        return words


def _require_matplotlib(plot: Path) -> None:
    from importlib.util import find_spec

    if find_spec("matplotlib") is None:
        fail("--plot needs matplotlib: pip install 'chuanma[plot]'")
    if plot.suffix not in (".png", ".svg", ".pdf"):
        fail(f"--plot {plot}: expected a file name ending in .png, .svg or .pdf")
    if not plot.resolve().parent.is_dir():
        fail(f"--plot {plot}: there is no folder {plot.resolve().parent}")


class _Progress:
    """A bar on stderr."""

    def __init__(self, games: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("sim"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task("sim", total=max(games, 0))

    def __enter__(self) -> _Progress:
        self._bar.start()
        return self

    def __exit__(self, *_: Any) -> None:
        self._bar.stop()

    def advance(self, games: int) -> None:
        """So many more are done."""
        self._bar.advance(self._task, games)


def tell(report: Report, title: str, lang: str) -> None:
    """The result as a table."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from chuanma.text import text

    columns = ("seat", "bot", "points", "mean", "se", "sd", "win_rate", "self_draws", "deal_ins", "pigs")
    heading = text("sim.title", lang, games=len(report.tallies), rules=title, seed=report.seed)
    # as Text: a seed or a title is no markup
    caption = Text(_caption(report, lang))
    table = Table(title=Text(heading), caption=caption, caption_justify="left", padding=(0, 0, 0, 0))
    for column in columns:
        table.add_column(
            text(f"sim.{column}", lang), justify="left" if column in ("seat", "bot") else "right"
        )
    rows = [(_place(report, seat, lang), name, report.seats[seat]) for seat, name in enumerate(report.bots)]
    rows += [(text("sim.all", lang), name, counts) for name, counts in report.by_bot.items()]
    for number, (seat, name, c) in enumerate(rows):
        shown = (f"{c.points:+d}", f"{c.mean:+.3f}", f"{c.se:.3f}", f"{c.sd:.2f}", f"{c.wins / c.games:.1%}")
        counts = (str(n) for n in (c.self_draws, c.deal_ins, c.pigs))
        table.add_row(seat, name, *shown, *counts, end_section=number == len(report.bots) - 1)
    Console().print(table)


def _place(report: Report, place: int, lang: str) -> str:
    """The seat; where seatings rotate, the place in the list of bots."""
    from chuanma.text import text

    return text(f"seat.{place}", lang) if report.seatings == 1 else text("sim.place", lang, n=place + 1)


def _caption(report: Report, lang: str) -> str:
    from chuanma.text import text

    share = f"{report.exhausted / len(report.tallies):.1%}"
    sums = text("sim.zero_sum" if report.zero_sum else "sim.not_zero_sum", lang)
    return text("sim.exhausted", lang, n=report.exhausted, share=share) + "; " + sums
