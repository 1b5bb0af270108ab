"""A bot at a site where people invite bots: it is registered, and plays at the tables that invite it."""

import asyncio
import math
from collections.abc import Callable, Collection
from contextlib import aclosing, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, Final

from sixth.arena.players.faults import BotFault
from sixth.arena.players.player import Player
from sixth.client import Ask, AsyncClient, AsyncSeat, End, Events, Full, Here, Line, ProblemError, Table
from sixth.i18n import gettext as _
from sixth.remote.addresses import parse_site_url
from sixth.remote.bot import TableBot, Tell
from sixth.remote.errors import JoinError
from sixth.remote.tokens import token_in

_REGISTER_TIMEOUT_S: Final = 60.0
"""Seconds without an answer to the registration after which it fails; later the bot waits without a limit."""

_IDLE_S: Final = 60 * 60.0
"""Seconds without an event after which the bot leaves a table where no game goes on."""

_IDLE_IN_GAME_S: Final = 24 * 60 * 60.0
"""The same in a game without a clock; a game with a clock goes on by itself."""

_MAX_FAILURES: Final = 3
"""Tables in a row at which the bot may fail before the program gives up."""


@dataclass(frozen=True, slots=True)
class BotRegistration:
    """The registration of a bot called `name`, run by `run_by`, at the site at `url`.

    `make` makes the player of one table. The bot plays at up to `tables` tables at once, and only the named
    `games`, or all if there are none. `folder` holds the token of its registration.
    """

    url: str
    name: str
    run_by: str
    make: Callable[[], Player]
    tables: int
    games: Collection[str]
    folder: Path


async def take_invitations(bot: BotRegistration, tell: Tell) -> None:
    """Register a bot and play wherever it is invited, until cancelled, over restarts of the server.

    Raises:
        JoinError: the site refuses the bot, it runs elsewhere as well, or it fails.
        OSError: the token of the registration cannot be stored.
        httpx2.TransportError: the server does not answer the registration for a minute.
    """
    site_url = parse_site_url(bot.url)
    token = token_in(bot.folder, site_url, bot.name)
    async with AsyncClient(site_url, patience_s=math.inf, tell=tell) as site:
        try:
            body = {"name": bot.name, "run_by": bot.run_by}
            await site.call("POST", "/outside", body, token=token, patience_s=_REGISTER_TIMEOUT_S)
            tell(_("{name} waits for invitations.").format(name=bot.name))
            async with asyncio.TaskGroup() as tasks:
                await _Listener(site, token, bot, tasks, tell).listen()
        except* JoinError as group:
            raise _first(group) from group
        except* ProblemError as group:
            raise JoinError(str(_first(group))) from group


def _first(group: BaseExceptionGroup[Any]) -> Exception:
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    assert isinstance(error, Exception)
    return error


class _Listener:
    """The stream of a bot's invitations; each table at which the bot plays is a task of its own."""

    def __init__(
        self, site: AsyncClient, token: str, bot: BotRegistration, tasks: asyncio.TaskGroup, tell: Tell
    ) -> None:
        self._site, self._token, self._bot, self._tasks, self._tell = site, token, bot, tasks, tell
        self._tables: set[str] = set()
        self._failures = 0

    async def listen(self) -> None:
        """Start the task that each line of the stream asks for; only an error ends it."""
        async with aclosing(self._site.follow("/outside/events", token=self._token)) as lines:
            async for line in lines:
                match line:
                    case {"line": "invited", "table": str(table)} if table not in self._tables:
                        self._tables.add(table)
                        self._tasks.create_task(self._answer(line))
                    case {"line": "seat", "table": str(table), "token": str(token)} if (
                        table not in self._tables
                    ):
                        self._tables.add(table)
                        self._tasks.create_task(self._play(table, token))
                    case {"line": "end", "why": str(why)}:
                        raise JoinError(why)

    async def _answer(self, invitation: dict[str, Any]) -> None:
        """Accept an invitation and play, or decline it with the reason."""
        table, path = str(invitation["table"]), f"/outside/invitations/{invitation['id']}"
        why = ""
        if len(self._tables) > self._bot.tables:
            why = "busy"
        elif self._bot.games and invitation["game"] not in self._bot.games:
            why = "game"
        try:
            if why:
                await self._site.call("POST", f"{path}/decline", {"why": why}, token=self._token)
                self._tables.discard(table)
                return
            seat = await self._site.call("POST", f"{path}/accept", token=self._token)
        except ProblemError as problem:
            # The invitation has expired, or the seat is no longer free.
            self._tell(str(problem))
            self._tables.discard(table)
            return
        host = invitation["by"]
        self._tell(_("{host} has invited {name}.").format(host=host, name=self._bot.name))
        await self._play(table, seat["token"])

    async def _play(self, table: str, token: str) -> None:
        """Play at a table until no person is left there, then leave it."""
        try:
            with closing(self._bot.make()) as player:
                seat = AsyncSeat(self._site, table, token)
                await _GuestBot(self._bot.name, seat, player, games=None, tell=self._tell).play()
            self._failures = 0
        except (JoinError, ProblemError) as error:
            self._tell(str(error))
            self._failures += isinstance(error.__cause__, BotFault)
            if self._failures >= _MAX_FAILURES:
                raise
        with suppress(ProblemError):
            await self._site.call("POST", f"/outside/tables/{table}/leave", token=self._token)
        self._tables.discard(table)


class _GuestBot(TableBot):
    """An invited bot: it leaves a table without people, and one where nothing happens for long."""

    _last_event_at = math.inf
    _in_game = _has_clock = False

    async def stops_before(self, line: Line) -> bool:
        """Return whether the bot leaves now; see `TableBot.stops_before`."""
        if isinstance(line, Here):
            return self._is_idle()
        self._last_event_at = monotonic()
        match line:
            case Full(table=table):
                self._note(table)
                return not (self._in_game or _has_people(table))
            case Ask(asks="begin"):
                self._in_game = False
                return await self._is_alone()
            case Ask():
                self._in_game = True
            case Events(events=events) if any(each["event"] in ("left", "stood-in") for each in events):
                return not self._in_game and await self._is_alone()
            case Events(events=events) if any(each["event"] == "arranged" for each in events):
                self._note(await self._seat.look())
            case End():
                pass
        return False

    def _note(self, table: Table) -> None:
        self._in_game = table.view is not None and table.view.phase != "over"
        self._has_clock = bool(table.json["config"]["turn_seconds"])

    async def _is_alone(self) -> bool:
        table = await self._seat.look()
        self._note(table)
        return not _has_people(table)

    def _is_idle(self) -> bool:
        if self._in_game and self._has_clock:
            return False
        return monotonic() - self._last_event_at > (_IDLE_IN_GAME_S if self._in_game else _IDLE_S)


def _has_people(table: Table) -> bool:
    """Return whether a person sits at the table who has not left."""
    return any(
        seat["sitter"] is not None and seat["sitter"]["kind"] == "human" and seat["stand_in"] is None
        for seat in table.json["seats"]
    )
