"""A bot at a site that takes invitations: it is kept there, and plays wherever it is invited."""

import asyncio
import hashlib
import json
import math
import secrets
from collections.abc import Callable, Collection
from contextlib import aclosing, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, Final
from urllib.parse import urlsplit

import platformdirs
from httpx2 import TransportError

from sixth.arena.players.faults import BotFault
from sixth.arena.players.player import Player
from sixth.client.asynchronous import AsyncClient, AsyncSeat, Patience
from sixth.client.errors import ProblemError
from sixth.client.joining import AtTable, JoinError, Tell
from sixth.client.news import Ask, End, Events, Full, Here, Line, Table
from sixth.files import replacing
from sixth.i18n import gettext as _

_BEGIN_S: Final = 60.0
"""Seconds for which a server is waited for at the beginning; later for as long as it takes."""

_IDLE_S: Final = 60 * 60.0
"""Seconds after which it leaves a table where no game goes on, and nothing happens."""

_IDLE_IN_GAME_S: Final = 24 * 60 * 60.0
"""The same in a game without a clock; with one, games go on by themselves."""

_MAX_FAILED: Final = 3
"""It gives up when the bot has failed at so many tables in a row."""

_OVER: Final = ("elsewhere", "forgotten")
"""How its stream ends for good."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A bot to be kept at the site of this address, called `name` and run by `run_by`.

    `make` gives what plays at one table. It plays at so many `tables` at once, and the named `games` only, or
    all if there are none. `state` is the folder where its registration is kept.
    """

    url: str
    name: str
    run_by: str
    make: Callable[[], Player]
    tables: int
    games: Collection[str]
    state: Path


def site_of(url: str) -> str:
    """Return the site that an address names.

    Raises:
        JoinError: it is no address of a site.
    """
    parts = urlsplit(url if "//" in url else f"http://{url}")
    if parts.netloc and parts.scheme in ("http", "https") and not parts.path.strip("/"):
        return f"{parts.scheme}://{parts.netloc}"
    wrong = _("{url} is no address of a site, such as http://127.0.0.1:6106.")
    raise JoinError(wrong.format(url=url))


def token_in(folder: Path, site: str, name: str) -> str:
    """Return the token of the bot of this name at this site, made and kept there if there is none yet.

    Raises:
        OSError: it cannot be read or kept.
    """
    file = folder / f"{hashlib.sha256(f'{site} {name}'.encode()).hexdigest()[:16]}.json"
    with suppress(FileNotFoundError, ValueError, KeyError, TypeError):
        return str(json.loads(file.read_text("utf-8"))["token"])
    folder.mkdir(parents=True, exist_ok=True)
    kept = {"site": site, "name": name, "token": secrets.token_urlsafe(32)}
    # Before anybody hears of it: should the answer be lost, it is the same bot the next time.
    with replacing(file, mode=0o600) as path:
        path.write_text(json.dumps(kept), "utf-8")
    return kept["token"]


async def keep(kept: Kept, tell: Tell) -> None:
    """Keep a bot at a site until it is cancelled, over lost connections and restarts of the server.

    Raises:
        JoinError: the site does not take it, somebody runs it elsewhere, too, or the bot fails.
        OSError: its registration cannot be kept.
        httpx2.TransportError: the server does not answer at the beginning.
    """
    site_url = site_of(kept.url)
    token = token_in(kept.state, site_url, kept.name)
    async with AsyncClient(site_url, patience_s=math.inf, tell=tell) as site:
        try:
            body = {"name": kept.name, "run_by": kept.run_by}
            await site.call("POST", "/outside", body, token=token, patience_s=_BEGIN_S)
            tell(_("{name} waits for invitations.").format(name=kept.name))
            async with asyncio.TaskGroup() as tasks:
                await _Keeper(site, token, kept, tasks, tell).listen()
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


class _Keeper:
    """What a bot does at a site: it listens, and plays at tables in tasks of their own."""

    def __init__(
        self, site: AsyncClient, token: str, kept: Kept, tasks: asyncio.TaskGroup, tell: Tell
    ) -> None:
        self._site, self._token, self._kept, self._tasks, self._tell = site, token, kept, tasks, tell
        self._at: set[str] = set()
        self._failed = 0

    async def listen(self) -> None:
        """Hear of invitations, over lost connections; ends only by an error."""
        patience, lost = Patience(math.inf, lambda _: None), False
        while True:
            ended = ""
            try:
                async with aclosing(self._site.lines("/outside/events", token=self._token)) as lines:
                    async for line in lines:
                        if lost:
                            self._tell(_("The server answers again."))
                        patience.renew()
                        lost, ended = False, self._heed(line)
            except (TransportError, ProblemError) as error:
                if isinstance(error, ProblemError) and error.retry_after is None:
                    raise
                lost = lost or self._say_lost()
                await patience.wait(error)
                continue
            if ended:
                raise JoinError(ended)
            await patience.wait(None)

    def _say_lost(self) -> bool:
        self._tell(_("There is no answer from {url}; trying again.").format(url=self._kept.url))
        return True

    def _heed(self, line: dict[str, Any]) -> str:
        """Do what a line asks for; returns why the stream ends for good, or ""."""
        match line:
            case {"line": "invited", "table": str(table)} if table not in self._at:
                self._at.add(table)
                self._tasks.create_task(self._answer(line))
            case {"line": "seat", "table": str(table), "token": str(token)} if table not in self._at:
                self._at.add(table)
                self._tasks.create_task(self._play(table, token))
            case {"line": "end", "code": code, "why": str(why)} if code in _OVER:
                return why
        return ""

    async def _answer(self, invited: dict[str, Any]) -> None:
        """Sit down where it is invited, or say why not."""
        table, path = str(invited["table"]), f"/outside/invitations/{invited['id']}"
        why = ""
        if len(self._at) > self._kept.tables:
            why = "busy"
        elif self._kept.games and invited["game"] not in self._kept.games:
            why = "game"
        try:
            if why:
                await self._site.call("POST", f"{path}/decline", {"why": why}, token=self._token)
                self._at.discard(table)
                return
            seat = await self._site.call("POST", f"{path}/accept", token=self._token)
        except ProblemError as problem:
            # It was too late, or there is no seat any more.
            self._tell(str(problem))
            self._at.discard(table)
            return
        by = invited["by"]
        self._tell(_("{host} has invited {name}.").format(host=by, name=self._kept.name))
        await self._play(table, seat["token"])

    async def _play(self, table: str, token: str) -> None:
        """Play at a table until nobody is left there, then leave it."""
        try:
            with closing(self._kept.make()) as player:
                seat = AsyncSeat(self._site, table, token)
                await _Guest(self._kept.name, seat, player, games=None, tell=self._tell).play()
            self._failed = 0
        except (JoinError, ProblemError) as error:
            self._tell(str(error))
            self._failed += isinstance(error.__cause__, BotFault)
            if self._failed >= _MAX_FAILED:
                raise
        with suppress(ProblemError):
            await self._site.call("POST", f"/outside/tables/{table}/leave", token=self._token)
        self._at.discard(table)


class _Guest(AtTable):
    """A bot that was invited: it leaves where no person is left, or where nothing happens for long."""

    _moved = math.inf
    _in_game = _timed = False

    async def has_enough(self, line: Line) -> bool:
        """Return whether it leaves now; see `AtTable.has_enough`."""
        if isinstance(line, Here):
            return self._is_idle()
        self._moved = monotonic()
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
        self._timed = bool(table.json["config"]["turn_seconds"])

    async def _is_alone(self) -> bool:
        table = await self._seat.look()
        self._note(table)
        return not _has_people(table)

    def _is_idle(self) -> bool:
        if self._in_game and self._timed:
            return False
        return monotonic() - self._moved > (_IDLE_IN_GAME_S if self._in_game else _IDLE_S)


def _has_people(table: Table) -> bool:
    """Whether a person is at the table who has not left."""
    return any(
        seat["sitter"] is not None and seat["sitter"]["kind"] == "human" and seat["stand_in"] is None
        for seat in table.json["seats"]
    )


def usual_state() -> Path:
    """Return the folder where registrations are kept unless somebody says otherwise."""
    return platformdirs.user_data_path("sixth", appauthor=False) / "bots"
