"""A bot at a table anywhere: the very program that plays in the arena, over a connection that may be lost."""

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from typing import Final
from urllib.parse import urlsplit

from sixth.arena.players.faults import BotFault
from sixth.arena.players.player import Player
from sixth.client.asynchronous import AsyncClient, AsyncSeat
from sixth.client.errors import ProblemError
from sixth.client.news import Ask, End, Events, Full, Line
from sixth.i18n import clause
from sixth.i18n import gettext as _
from sixth.rules.events import Action

_MAX_FAULTS: Final = 3
"""A bot that fails so often in a row leaves the table, where a bot of the site plays on for it."""

_CONFLICT: Final = 409

_PATIENCE_S: Final = 600.0
"""A server that does not answer for so long is given up."""

Tell = Callable[[str], None]


class JoinError(Exception):
    """The bot cannot play there, or not any more; the text is one sentence."""


def place_of(url: str) -> tuple[str, str, str]:
    """Return the site that an address names, and the table or else the code.

    Raises:
        JoinError: it is no address of a table.
    """
    parts = urlsplit(url if "//" in url else f"http://{url}")
    site, path = f"{parts.scheme}://{parts.netloc}", parts.path.strip("/").split("/")
    if parts.netloc and parts.scheme in ("http", "https"):
        if len(path) == 2 and path[0] == "t":
            return site, path[1], ""
        if len(path) == 1 and path[0]:
            return site, "", path[0]
    wrong = _("{url} is no address of a table, such as http://127.0.0.1:6106/t/TABLE or …/CODE.")
    raise JoinError(wrong.format(url=url))


async def join(url: str, name: str, player: Player, *, games: int | None, tell: Tell) -> None:
    """Sit down at the table of this address, and let `player` play so many games, or until the table ends.

    Raises:
        JoinError: it cannot sit down there, has to leave, or the bot fails.
        httpx2.TransportError: the server does not answer for long.
    """
    site_url, table, code = place_of(url)
    async with AsyncClient(site_url, patience_s=_PATIENCE_S, tell=tell) as site:
        try:
            table = table or await site.find(code)
            seat = await site.sit(table, name)
            tell(_("{name} sits at the table.").format(name=name))
            await AtTable(name, seat, player, games=games, tell=tell).play()
        except ProblemError as problem:
            raise JoinError(str(problem)) from problem


class AtTable:
    """A bot called `name` that has sat down; it plays so many games, None for as long as the table lasts."""

    def __init__(self, name: str, seat: AsyncSeat, player: Player, *, games: int | None, tell: Tell) -> None:
        self._name = name
        self._seat, self._player, self._games, self._tell = seat, player, games, tell
        self._number: int | None = None
        self._over = self._faults = 0

    async def play(self) -> None:
        """Play.

        Raises:
            JoinError: it has to leave, or the bot fails.
            ProblemError: the server does not let it play.
        """
        async with aclosing(self._seat.news()) as lines:
            async for line in lines:
                if await self.has_enough(line):
                    return
                if isinstance(line, Ask):
                    if line.asks == "begin" and self._game_over():
                        await self._seat.do("leave")
                        return
                    await self._answer(line)
                else:
                    await self._heed(line)

    async def has_enough(self, line: Line) -> bool:
        """Return whether it stops before this line; as it stands it goes on for as long as it may."""
        del line
        return False

    async def _heed(self, line: Line) -> None:
        """Take note of one's seat, and take it back from a bot that plays there because time was up."""
        match line:
            case Full(table=table):
                if table.seat is None and table.json["claim"] is None:
                    raise JoinError(_("The host has asked the bot to leave the table."))
                self._number = table.seat
                if table.asks == "back":
                    await self._seat.do("back")
            case Events(events=events):
                if any(each["event"] == "stood-in" and each["seat"] == self._number for each in events):
                    await self._seat.do("back")
            case End(why=why):
                raise JoinError(why)

    def _game_over(self) -> bool:
        self._over += 1
        self._tell(_("A game is over."))
        return self._games is not None and self._over >= self._games

    async def _answer(self, ask: Ask) -> None:
        action = await self._choose(ask) if ask.view.legal else None
        try:
            await self._seat.answer(ask, action)
        except ProblemError as problem:
            # It came too late, or a bot has answered in its place: the next line says how it goes on.
            if problem.status != _CONFLICT:
                raise

    async def _choose(self, ask: Ask) -> Action:
        while True:
            try:
                self._player.begin(f"{ask.game} {ask.round}")
                action = await asyncio.to_thread(self._player.act, ask.view)
            except BotFault as fault:
                self._faults += 1
                said = _("The bot {bot} {fault}.").format(bot=self._name, fault=clause(fault.sentence))
                if self._faults >= _MAX_FAULTS:
                    await self._seat.do("leave")
                    raise JoinError(said) from fault
                self._tell(said)
            else:
                self._faults = 0
                return action
