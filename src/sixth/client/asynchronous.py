"""The client of the API for programs with an event loop."""

import asyncio
import logging
import secrets
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from time import monotonic
from typing import Any, Final, Self

import httpx2

from sixth.client.news import Ask, Events, Full, Line, ProblemError, Table, line_of, table_of
from sixth.client.waiting import WaitReports
from sixth.i18n import error_text, gettext as _
from sixth.rules.codec import Json, loads
from sixth.rules.events import Action
from sixth.rules.view_json import action_to_json

_LOG: Final = logging.getLogger("sixth.client")

_FINAL_CODES: Final = ("private", "no-table", "elsewhere", "forgotten")
"""Codes of the ends of a stream after which the client does not connect again."""

_SILENCE_S: Final = 20.0
"""Seconds without a line after which a connection counts as lost; a server sends one every 10 s or sooner."""

_REPORT_AT_TRY: Final = 3
"""The failed try in a row that is reported: within a second, yet not while a server restarts."""

_GATEWAY_STATUSES: Final = (502, 503, 504)
"""Answers of a proxy before a server that is away, such as one that restarts."""

_GATEWAY_PAUSE_S: Final = 1.0
"""Seconds after which a request is repeated that such a proxy has answered."""

_PAUSES_S: Final = (0.2, 0.5, 1.0, 2.0, 5.0)
"""Pauses between tries to reach a server; the last one repeats."""


class AsyncClient:
    """A site at `url`, for programs with an event loop.

    A request that gets no answer is repeated for `patience_s` seconds. `tell` is called with a sentence after
    some failures in a row, once the server answers again, and where a seat that plays has long waited for
    somebody. By default these sentences are warnings of the logger `sixth.client`; with None there are none.

    All methods raise `ProblemError` where the server refuses a request, and `httpx2.TransportError` where it
    gives no answer for so long; so do those of an `AsyncSeat`.
    """

    def __init__(
        self, url: str, *, patience_s: float = 60.0, tell: Callable[[str], None] | None = _LOG.warning
    ) -> None:
        self.url, self.patience_s, self.tell = url, patience_s, tell
        self._is_silent = False
        self.http = httpx2.AsyncClient(base_url=f"{url.rstrip('/')}/api/v1", timeout=_SILENCE_S)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.http.aclose()

    async def open(self, name: str, *, game: str = "classic", seats: int = 4, **more: Any) -> "AsyncSeat":
        """Open a table and return its first seat; `more` are `options` and `config`, as in the API."""
        body = {"name": name, "game": game, "seats": seats, **more}
        # A repeated request would open a second table.
        answer = await self.call("POST", "/tables", body, patience_s=0)
        return AsyncSeat(self, answer["table"], answer["token"])

    async def sit(self, table: str, name: str, *, token: str = "", **more: Any) -> "AsyncSeat":
        """Return a seat at a table: a new one, or the seat that `token` proves."""
        token = token or secrets.token_urlsafe(32)
        await self.call("POST", f"/tables/{table}/sit", {"name": name, **more}, token=token)
        return AsyncSeat(self, table, token)

    async def play_daily(self, name: str, *, day: str = "", token: str = "", **more: Any) -> "AsyncSeat":
        """Return a seat in the deal of `day` (such as 2026-01-31), or of today; a `token` is one try."""
        day = day or str((await self.call("GET", "/daily"))["day"])
        token = token or secrets.token_urlsafe(32)
        answer = await self.call("POST", f"/daily/{day}", {"name": name, **more}, token=token)
        return AsyncSeat(self, answer["table"], token)

    async def play_board(self, name: str, board: str, number: int, *, token: str, **more: Any) -> "AsyncSeat":
        """Return a seat in a deal of a board (such as 2026-W05); `token` is the player's for all boards."""
        request = {"name": name, **more}
        answer = await self.call("POST", f"/boards/{board}/{number}", request, token=token)
        return AsyncSeat(self, answer["table"], answer["token"])

    async def tournament_seats(
        self, code: str, name: str, *, token: str = "", **more: Any
    ) -> AsyncGenerator["AsyncSeat", None]:
        """Join a tournament, and yield the seat of each round until the tournament has ended.

        With the same `token` it is the same player; `more` are `team`, `bot` and `run_by`, as in the API.
        """
        token, path = token or secrets.token_urlsafe(32), f"/tournaments/{code}"
        await self.call("POST", f"{path}/join", {"name": name, **more}, token=token)
        patience, known = self.patience(), ""
        while True:
            try:
                async with aclosing(self.lines(f"{path}/changes", token=token)) as lines:
                    async for state in lines:
                        patience.renew()
                        begun = state["rounds"][-1]["began_at"] if state["rounds"] else ""
                        if begun != known and not state["ended_at"]:
                            known = begun
                            seat = await self.call("GET", f"{path}/seat", token=token)
                            if seat["table"] is not None:
                                yield AsyncSeat(self, seat["table"], seat["token"])
                        if state["ended_at"]:
                            return
                await patience.wait(None)
            except (httpx2.TransportError, ProblemError) as error:
                await patience.wait(error)

    async def find(self, code: str) -> str:
        """Return the table to which a short code leads."""
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
        """Return the JSON of the answer; repeat requests that get lost or that meet a rate limit."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        patience = self.patience(patience_s)
        while True:
            try:
                answer = _read(await self.http.request(method, path, json=body, headers=headers))
            except (httpx2.TransportError, ProblemError) as error:
                await patience.wait(error)
            else:
                patience.renew()
                return answer

    def patience(self, seconds: float | None = None) -> "Patience":
        """Return new patience of `seconds`, or of the client's own `patience_s`."""
        return Patience(self.patience_s if seconds is None else seconds, self._report)

    def _report(self, error: httpx2.TransportError | None) -> None:
        """Tell that the server does not answer because of `error`, or answers again, if that is new."""
        if self.tell is None or self._is_silent == (error is not None):
            return
        self._is_silent = error is not None
        if error is None:
            self.tell(_("The server answers again."))
        else:
            template = _("There is no answer from {url} ({why}); trying again.")
            self.tell(template.format(url=self.url, why=_why(error)))

    async def lines(
        self, path: str, *, token: str = "", since: int | None = None
    ) -> AsyncGenerator[dict[str, Json], None]:
        """Yield the lines of a stream, parsed from JSON, until the stream ends or the connection is lost."""
        query = {} if since is None else {"since": since}
        headers = {"authorization": f"Bearer {token}"} if token else {}
        async with self.http.stream("GET", path, params=query, headers=headers) as answer:
            if answer.is_error:
                await answer.aread()
                _read(answer)
            async for text in answer.aiter_lines():
                # An empty line says that the stream is still there.
                if text:
                    yield loads(text)

    async def follow(
        self, path: str, *, token: str = "", since: int | None = None, patience_s: float | None = None
    ) -> AsyncGenerator[dict[str, Json], None]:
        """Yield the lines of a stream after version `since`, over lost connections and restarts of a server.

        A line "end" comes last, and only if the stream is closed for good.
        """
        patience = self.patience(patience_s)
        while True:
            try:
                async with aclosing(self.lines(path, token=token, since=since)) as lines:
                    async for line in lines:
                        patience.renew()
                        since = line.get("v")
                        if line["line"] != "end":
                            yield line
                        elif line["code"] in _FINAL_CODES:
                            yield line
                            return
                await patience.wait(None)
            except (httpx2.TransportError, ProblemError) as error:
                # The log is another one, as after an older backup was restored.
                restored = isinstance(error, ProblemError) and error.code == "from-the-future"
                since = None if restored else since
                await patience.wait(None if restored else error)


class AsyncSeat:
    """A seat at a table, proved by `token`; a command that is repeated changes nothing more."""

    def __init__(self, site: AsyncClient, table: str, token: str) -> None:
        self.site, self.table, self.token = site, table, token

    async def look(self) -> Table:
        """Return the table as this seat sees it."""
        return table_of(await self.site.call("GET", f"/tables/{self.table}", token=self.token))

    async def do(self, what: str, **body: Any) -> int:
        """Send the command `what` of the API, such as `leave` or `say`; return the version after it."""
        path = f"/tables/{self.table}/{what}"
        return int((await self.site.call("POST", path, body, token=self.token))["version"])

    async def begin(self, *, game: int = 1, bots: str = "mixed") -> int:
        """Begin a game, or be ready for it; bots of kind `bots` take the free seats. Return the version."""
        return await self.do("begin", game=game, bots=bots)

    async def answer(self, ask: Ask, action: Action | None = None) -> int:
        """Answer `ask`; `action` is one of `ask.view.legal`, None if there are none. Return the version."""
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

    async def news(
        self, since: int | None = None, *, patience_s: float | None = None
    ) -> AsyncGenerator[Line, None]:
        """Yield the news after version `since`, over lost connections and restarts of the server.

        An `End` comes last, and only if the table is closed to this seat or no longer exists.
        """
        path = f"/tables/{self.table}/events"
        lines = self.site.follow(path, token=self.token, since=since, patience_s=patience_s)
        async with aclosing(lines) as each_line:
            async for each in each_line:
                if (line := line_of(each)) is not None:
                    yield line

    async def playing(self) -> AsyncGenerator[Line, None]:
        """Yield the news, take the seat back from a bot, and report whom the table has long waited for.

        Raises:
            ProblemError: the host has removed the seat.
        """
        reports = WaitReports(self.look, self.site.tell)
        async with aclosing(self.news()) as lines:
            async for line in lines:
                await reports.hear(line)
                yield line
                table = line.table if isinstance(line, Full) else None
                if isinstance(line, Events) and any(each["event"] == "stood-in" for each in line.events):
                    table = await self.look()
                if table is None:
                    continue
                if table.seat is None and table.json["claim"] is None:
                    sentence = _("The host has asked the bot to leave the table.")
                    raise ProblemError(httpx2.codes.FORBIDDEN, "no-seat", sentence)
                if table.asks == "back":
                    await self.do("back")

    async def play(self, choose: Callable[[Ask], Action], *, games: int = 1) -> None:
        """Answer each `Ask` with the action that `choose` returns, until `games` games are over.

        A seat that a bot plays for, as its time was up, is taken back.

        Raises:
            ProblemError: the host has removed the seat.
        """
        over = 0
        async with aclosing(self.playing()) as lines:
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
    """The time for which failed requests are repeated, with growing pauses.

    `report` is called with the error after some failures in a row, and with None after each answer.
    """

    def __init__(self, seconds: float, report: Callable[[httpx2.TransportError | None], None]) -> None:
        self._seconds, self._report = seconds, report
        self._start()

    def renew(self) -> None:
        """Start the time anew, as the server has answered."""
        self._start()
        self._report(None)

    def _start(self) -> None:
        self._until, self._pauses = monotonic() + self._seconds, iter(_PAUSES_S)
        self._tries = 0

    async def wait(self, error: httpx2.TransportError | ProblemError | None) -> None:
        """Wait before the next try, or raise the error if the time is up or waiting does not help."""
        pause = next(self._pauses, _PAUSES_S[-1])
        if isinstance(error, ProblemError):
            if error.retry_after is None:
                raise error
            pause = error.retry_after
        if error is not None and monotonic() + pause > self._until:
            raise error
        self._tries += isinstance(error, httpx2.TransportError)
        if isinstance(error, httpx2.TransportError) and self._tries == _REPORT_AT_TRY:
            self._report(error)
        await asyncio.sleep(pause)


def _why(error: httpx2.TransportError) -> str:
    """Return why a server cannot be reached: the error of the system behind `error`, if there is one."""
    cause: BaseException | None = error
    while cause is not None and not (isinstance(cause, OSError) and cause.errno):
        cause = cause.__cause__ or cause.__context__
    return error_text(cause) if isinstance(cause, OSError) else str(error) or type(error).__name__


def _read(answer: httpx2.Response) -> Any:
    if answer.is_success:
        return answer.json()
    after = answer.headers.get("retry-after", "")
    retry_after = float(after) if after.isdigit() else None
    if answer.status_code in _GATEWAY_STATUSES and retry_after is None:
        retry_after = _GATEWAY_PAUSE_S
    try:
        problem = answer.json()
        raise ProblemError(answer.status_code, problem["code"], problem["detail"], retry_after)
    except (ValueError, KeyError, TypeError) as error:
        sentence = f"This is no Sixth server: it answered with status {answer.status_code}."
        raise ProblemError(answer.status_code, "no-sixth", sentence, retry_after) from error
