"""The client for event loops."""

import asyncio
import secrets
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from time import monotonic
from typing import Any, Final, Self

import httpx2

from sixth.client.errors import ProblemError
from sixth.client.news import Ask, End, Events, Full, Line, Table, line_of, table_of
from sixth.i18n import error_text
from sixth.i18n import gettext as _
from sixth.rules.codec import Json, loads
from sixth.rules.events import Action
from sixth.rules.view_json import action_to_json

_LAST: Final = ("private", "no-table")
"""Ends after which there is nothing to come back for."""

_SILENCE_S: Final = 20.0
"""Seconds of silence after which a connection is lost: a server says something every ten at most."""

_TOLD_AT_TRY: Final = 3
"""The try in a row that is said to be in vain: within a second, but not for a server that starts anew."""

_PAUSES_S: Final = (0.2, 0.5, 1.0, 2.0, 5.0)
"""Between tries to reach a server; the last one again and again."""


class AsyncClient:
    """A site at `url`. Where it does not answer it is asked again for `patience_s` seconds.

    `tell` is called with one sentence when it does not, and why, before it is asked again.
    """

    def __init__(
        self, url: str, *, patience_s: float = 60.0, tell: Callable[[str], None] | None = None
    ) -> None:
        self.url, self.patience_s, self.tell = url, patience_s, tell
        self.http = httpx2.AsyncClient(base_url=f"{url.rstrip('/')}/api/v1", timeout=_SILENCE_S)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.http.aclose()

    async def open(self, name: str, *, game: str = "classic", seats: int = 4, **more: Any) -> "AsyncSeat":
        """Open a table and have its first seat; `more` are `options` and `config`, as the API takes them.

        Raises:
            ProblemError: there can be no such table.
        """
        body = {"name": name, "game": game, "seats": seats, **more}
        # Sent twice it would be two tables.
        found = await self.call("POST", "/tables", body, patience_s=0)
        return AsyncSeat(self, found["table"], found["token"])

    async def sit(self, table: str, name: str, *, token: str = "", **more: Any) -> "AsyncSeat":
        """Sit down at a table, once, however often it is asked; with a `token` that one had, on that seat.

        Raises:
            ProblemError: there is no seat.
        """
        token = token or secrets.token_urlsafe(32)
        await self.call("POST", f"/tables/{table}/sit", {"name": name, **more}, token=token)
        return AsyncSeat(self, table, token)

    async def play_daily(self, name: str, *, day: str = "", token: str = "", **more: Any) -> "AsyncSeat":
        """Play the deal of a day (as 2026-01-31), or of today; with the same `token` that is one try.

        Raises:
            ProblemError: there is no deal of that day.
        """
        day = day or str((await self.call("GET", "/daily"))["day"])
        token = token or secrets.token_urlsafe(32)
        found = await self.call("POST", f"/daily/{day}", {"name": name, **more}, token=token)
        return AsyncSeat(self, found["table"], token)

    async def find(self, code: str) -> str:
        """Return the table to which a short code leads.

        Raises:
            ProblemError: no table has that code.
        """
        return str((await self.call("GET", f"/codes/{code}"))["table"])

    async def call(
        self,
        method: str,
        path: str,
        body: dict[str, Any] | None = None,
        *,
        token: str = "",
        patience_s: float | None = None,
    ) -> Any:
        """Return what the API answers; asked again where the answer gets lost, or comes too often.

        Raises:
            ProblemError: it is refused.
            httpx2.TransportError: the server does not answer for long.
        """
        headers = {"authorization": f"Bearer {token}"} if token else {}
        patience = self.patience(patience_s)
        while True:
            try:
                return _read(await self.http.request(method, path, json=body, headers=headers))
            except (httpx2.TransportError, ProblemError) as error:
                await patience.wait(error)

    def patience(self, seconds: float | None = None) -> "Patience":
        """Return the patience of this client, or that of so many `seconds`."""
        return Patience(self.patience_s if seconds is None else seconds, self._say_lost)

    def _say_lost(self, error: httpx2.TransportError) -> None:
        if self.tell is not None:
            said = _("There is no answer from {url} ({why}); trying again.")
            self.tell(said.format(url=self.url, why=_why(error)))

    async def lines(
        self, path: str, *, token: str = "", since: int | None = None
    ) -> AsyncGenerator[dict[str, Json], None]:
        """Yield the lines of a stream, until it ends or is lost.

        Raises:
            ProblemError: one may not listen there.
            httpx2.TransportError: it is lost.
        """
        query = {} if since is None else {"since": since}
        headers = {"authorization": f"Bearer {token}"} if token else {}
        async with self.http.stream("GET", path, params=query, headers=headers) as answer:
            if answer.is_error:
                await answer.aread()
                _read(answer)
            async for text in answer.aiter_lines():
                yield loads(text)


class AsyncSeat:
    """A seat at a table, proved by `token`. What is done twice is done once."""

    def __init__(self, site: AsyncClient, table: str, token: str) -> None:
        self.site, self.table, self.token = site, table, token

    async def look(self) -> Table:
        """Return the table as this seat sees it."""
        return table_of(await self.site.call("GET", f"/tables/{self.table}", token=self.token))

    async def do(self, what: str, **body: Any) -> int:
        """Do something of the API, such as `leave` or `say`; returns the version after it.

        Raises:
            ProblemError: it is refused.
        """
        path = f"/tables/{self.table}/{what}"
        return int((await self.site.call("POST", path, body, token=self.token))["version"])

    async def begin(self, *, game: int = 1, bots: str = "mixed") -> int:
        """Begin a game, or be ready for it; `bots` have the free seats."""
        return await self.do("begin", game=game, bots=bots)

    async def answer(self, ask: Ask, action: Action | None = None) -> int:
        """Do what is asked; `action` is one of `ask.view.legal` where there are any."""
        moment: dict[str, int] = {"game": ask.game}
        if ask.asks == "begin":
            return await self.begin(game=ask.game)
        moment["round"] = ask.round
        if ask.asks == "next":
            return await self.do("next", **moment)
        moment["turn"] = ask.turn
        if action is None:
            return await self.do("flip", **moment)
        return await self.do("act", **moment, action=action_to_json(action))

    async def news(self, since: int | None = None) -> AsyncGenerator[Line, None]:
        """Yield what happens after version `since`, over lost connections and restarts of the server.

        The last line, if any, is an `End` after which there is nothing to come back for.

        Raises:
            ProblemError: one may not listen there.
            httpx2.TransportError: the server does not answer for long.
        """
        patience = self.site.patience()
        while True:
            try:
                async with aclosing(self._lines(since)) as lines:
                    async for line in lines:
                        patience.renew()
                        since, last = line.v, isinstance(line, End) and line.code in _LAST
                        if last or not isinstance(line, End):
                            yield line
                        if last:
                            return
                await patience.wait(None)
            except (httpx2.TransportError, ProblemError) as error:
                lost = isinstance(error, ProblemError) and error.code == "from-the-future"
                # Its log is another one then, as when an earlier copy was put back.
                since = None if lost else since
                await patience.wait(None if lost else error)

    async def _lines(self, since: int | None) -> AsyncGenerator[Line, None]:
        path = f"/tables/{self.table}/events"
        async with aclosing(self.site.lines(path, token=self.token, since=since)) as lines:
            async for found in lines:
                line = line_of(found)
                if line is not None:
                    yield line

    async def play(self, choose: Callable[[Ask], Action], *, games: int = 1) -> None:
        """Answer what is asked with what `choose` returns, until so many games are over."""
        over = 0
        async with aclosing(self.news()) as lines:
            async for line in lines:
                if isinstance(line, Full | Events) and line.ended:
                    over += 1
                    if over >= games:
                        return
                if not isinstance(line, Ask):
                    continue
                action = choose(line) if line.view.legal else None
                await answer_in_time(self, line, action)


async def answer_in_time(seat: AsyncSeat, ask: Ask, action: Action | None) -> None:
    """Answer `ask` as `AsyncSeat.answer` does, but leave out an answer that comes too late.

    Then the time was up, or a bot has answered for the seat: the next line of its news says how it goes on.
    """
    try:
        await seat.answer(ask, action)
    except ProblemError as problem:
        if problem.status != httpx2.codes.CONFLICT:
            raise


class Patience:
    """How long one waits for a server that does not answer, longer from time to time, and when no longer."""

    def __init__(self, seconds: float, say_lost: Callable[[httpx2.TransportError], None]) -> None:
        self._seconds, self._say_lost = seconds, say_lost
        self.renew()

    def renew(self) -> None:
        """It has answered."""
        self._until, self._pauses = monotonic() + self._seconds, iter(_PAUSES_S)
        self._tries = 0

    async def wait(self, error: httpx2.TransportError | ProblemError | None) -> None:
        """Wait before the next try, or raise the error: it has gone on for too long, or waiting is no use."""
        pause = next(self._pauses, _PAUSES_S[-1])
        if isinstance(error, ProblemError):
            if error.retry_after is None:
                raise error
            pause = error.retry_after
        if error is not None and monotonic() + pause > self._until:
            raise error
        self._tries += isinstance(error, httpx2.TransportError)
        if isinstance(error, httpx2.TransportError) and self._tries == _TOLD_AT_TRY:
            self._say_lost(error)
        await asyncio.sleep(pause)


def _why(error: httpx2.TransportError) -> str:
    """Return why a server could not be reached, as far as the system says."""
    found: BaseException | None = error
    while found is not None and not (isinstance(found, OSError) and found.errno):
        found = found.__cause__ or found.__context__
    return error_text(found) if isinstance(found, OSError) else str(error) or type(error).__name__


def _read(answer: httpx2.Response) -> Any:
    if answer.is_success:
        return answer.json()
    after = answer.headers.get("retry-after", "")
    retry_after = float(after) if after.isdigit() else None
    try:
        problem = answer.json()
        raise ProblemError(answer.status_code, problem["code"], problem["detail"], retry_after)
    except (ValueError, KeyError, TypeError) as error:
        said = f"This is no Sixth server: it answered with status {answer.status_code}."
        raise ProblemError(answer.status_code, "no-sixth", said, retry_after) from error
