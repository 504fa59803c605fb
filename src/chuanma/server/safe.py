"""The action that is played for a seat whose time is up: the one it can hardly regret."""

from __future__ import annotations

from collections.abc import Sequence

from chuanma.actions import Action
from chuanma.view import TableView


def safe_action(legal: Sequence[Action], view: TableView) -> Action:
    """Pass; a tile of the void suit first, else the tile just drawn; as void suit that with fewest tiles; a forced win.

    To be given away: tiles of the suit with fewest. An item in use is put back. `view` is that of the seat which is
    asked. `legal` holds at least one action beside `leave`.
    """
    by_verb: dict[str, list[Action]] = {}
    for action in legal:
        by_verb.setdefault(action.verb, []).append(action)
    if "pass" in by_verb:
        return by_verb["pass"][0]
    if "discard" in by_verb:
        return _discard(by_verb["discard"], view)
    if "void" in by_verb:
        return _fewest(by_verb["void"], view)
    if view.item is not None:
        return by_verb["undo_pick"][0]
    return _fewest(by_verb["pick"], view) if "pick" in by_verb else by_verb["win"][0]


def _own(view: TableView) -> list[str]:
    """The concealed tiles of the seat, the drawn one too."""
    assert view.seat is not None
    drawn = [view.drawn] if view.drawn is not None else []
    return [*(view.seats[view.seat].hand or ()), *drawn]


def _fewest(choices: Sequence[Action], view: TableView) -> Action:
    """The choice of a suit, or of a tile, with the fewest tiles of that suit."""
    tiles = _own(view)
    return min(choices, key=lambda action: sum(tile.endswith(action.object[-1]) for tile in tiles))


def _discard(discards: Sequence[Action], view: TableView) -> Action:
    assert view.seat is not None
    void = view.seats[view.seat].void
    of_void = [action for action in discards if void is not None and action.object.endswith(void)]
    wanted = of_void or discards
    as_drawn = [action for action in wanted if action.object == view.drawn]
    return (as_drawn or wanted)[-1]
