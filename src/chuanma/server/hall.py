"""The hall: who is here, at which table, and how they come to it."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict

from chuanma.match import Match
from chuanma.rules import Ruleset, load_preset, preset_names
from chuanma.server.clock import Clock
from chuanma.server.faults import refusal
from chuanma.server.host import Host, Link
from chuanma.server.protocol import PROTOCOL, Hello, PresetInfo, Welcome
from chuanma.server.room import Room
from chuanma.server.settings import Settings
from chuanma.shuffle import new_seed
from chuanma.store import Guest, MatchRow, Saved, Store
from chuanma.text import text

log = logging.getLogger(__name__)

REPLACED = 4001  # WebSocket close code: another tab has the seat


class Hall:
    """All guests and tables of a server."""

    def __init__(self, settings: Settings, store: Store, clock: Clock) -> None:
        self._settings = settings
        self._store = store
        self._clock = clock
        self._hosts: dict[int, Host] = {}  # by guest
        self._links: dict[int, Link] = {}  # by guest
        self._locks: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self.presets = offered()

    async def close(self) -> None:
        """Let go of all tables; they are taken up again from the database."""
        await asyncio.gather(*(host.stop() for host in list(self._hosts.values())))

    # ------------------------------------------------------------------------------------------ coming, going
    async def enter(self, hello: Hello, link: Link) -> Guest:
        """Welcome a guest: send `welcome`, and its table if it sits at one. A connection it had before is closed."""
        guest = await self._store.find_guest(hello.token) if hello.token else None
        if guest is None:
            guest = await self._store.new_guest()
        async with self._locks[guest.id]:
            before = self._links.get(guest.id)
            self._links[guest.id] = link
            if before is not None:
                before.send(refusal("replaced", "replaced").error)
                before.close(REPLACED)
            host = await self._host(guest)
            link.send(Welcome(PROTOCOL, guest.token, text("server.guest", "zh"), self.presets, seated=host is not None))
            if host is not None:
                host.attach(link)
        return guest

    def exit(self, guest: Guest, link: Link) -> None:
        """A connection is gone."""
        if self._links.get(guest.id) is link:
            del self._links[guest.id]
        if (host := self._hosts.get(guest.id)) is not None:
            host.detach(link)

    def present(self, guest: Guest, link: Link) -> bool:
        """Whether this connection is the one the guest is at."""
        return self._links.get(guest.id) is link

    # ------------------------------------------------------------------------------------------------- tables
    def table(self, guest: Guest) -> Host:
        """The table the guest sits at, or Refusal."""
        host = self._hosts.get(guest.id)
        if host is None:
            raise refusal("not_seated", "not_seated")
        return host

    async def create(self, guest: Guest, link: Link, preset: str, games: int) -> None:
        """A new table with three bots. Refusal if the guest sits at one, or the preset cannot be played."""
        rules = self._rules(preset)
        async with self._locks[guest.id]:
            if await self._host(guest) is not None:
                raise refusal("busy", "busy")
            match = Match(rules, games, seed=new_seed())
            seats = (None, *self._settings.bots)
            row = MatchRow(guest.id, preset, rules.to_json(), games, str(match.seed), seats)
            room = Room(await self._store.new_match(row), match, preset, seats, self._settings.pace)
            room.start(self._clock.now())
            self._seat(guest, room)
            if self.present(guest, link):
                self._hosts[guest.id].attach(link)

    def _rules(self, preset: str) -> Ruleset:
        if preset not in {each.name for each in self.presets}:
            allowed = ", ".join(each.name for each in self.presets)
            raise refusal("bad_rules", "preset", preset=preset, allowed=allowed)
        return load_preset(preset)

    async def _host(self, guest: Guest) -> Host | None:
        """The host of the guest's table, taken up from the database if need be."""
        if (host := self._hosts.get(guest.id)) is not None:
            return host
        saved = await self._store.open_match(guest.id)
        if saved is None:
            return None
        room = await self._take_up(saved)
        return None if room is None else self._seat(guest, room)

    async def _take_up(self, saved: Saved) -> Room | None:
        """The room as it was when the last action was written; None (and closed) if it cannot be played on."""
        try:
            room = restore(saved, self._settings)
        except ValueError as fault:
            log.error("match %d cannot be taken up: %s", saved.id, fault)
            await self._store.close_match(saved.id)
            return None
        now = self._clock.now()
        if saved.games:
            room.resume(now)
        else:
            room.start(now)
        return room

    def _seat(self, guest: Guest, room: Room) -> Host:
        def ended(host: Host) -> None:
            if self._hosts.get(guest.id) is host:
                del self._hosts[guest.id]

        host = Host(room, self._store, self._clock, ended)
        self._hosts[guest.id] = host
        host.start()
        return host


def restore(saved: Saved, settings: Settings) -> Room:
    """A room with all that was written down of its match played again. ValueError if that is not possible."""
    match = Match(Ruleset.from_json(saved.match.ruleset), saved.match.games, seed=saved.match.seed)
    room = Room(saved.id, match, saved.match.preset, saved.match.seats, settings.pace)
    for game, actions in saved.games:
        room.replay(game, actions)
    return room


def has_controls(rules: Ruleset) -> bool:
    """Whether the page has controls for everything these rules may ask, and shows what comes of it."""
    side = rules.side
    asks = rules.open.swap or side.sing or side.dance or side.items
    named = rules.open.void in ("free", "declared", "forced")
    return not asks and named and rules.table.mode != "flow" and rules.table.seats == 4


def offered() -> tuple[PresetInfo, ...]:
    """The presets a table can be opened with on the page."""
    found = ((name, load_preset(name)) for name in preset_names())
    return tuple(
        PresetInfo(name, rules.title("zh"), rules.title("en"), rules.show)
        for name, rules in found
        if has_controls(rules)
    )
