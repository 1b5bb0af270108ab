"""The client for programs without an event loop: the other one, in a loop of its own."""

import asyncio
from collections.abc import Callable, Coroutine, Generator
from contextlib import closing
from typing import Any, Self, TypeVar

from sixth.client.asynchronous import AsyncClient, AsyncSeat
from sixth.client.news import Ask, Line, Table
from sixth.rules.events import Action

_T = TypeVar("_T")


class Client:
    """A site at `url`. Where it does not answer it is asked again for `patience_s` seconds."""

    def __init__(self, url: str, *, patience_s: float = 60.0) -> None:
        self._runner = asyncio.Runner()
        self._site = AsyncClient(url, patience_s=patience_s)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        with closing(self._runner):
            self.run(self._site.__aexit__(*error))

    def run(self, what: Coroutine[Any, Any, _T]) -> _T:
        """Return what comes of something that waits."""
        return self._runner.run(what)

    def open(self, name: str, *, game: str = "classic", seats: int = 4, **more: Any) -> "Seat":
        """Open a table; see `AsyncClient.open`."""
        return Seat(self, self.run(self._site.open(name, game=game, seats=seats, **more)))

    def sit(self, table: str, name: str, *, token: str = "", **more: Any) -> "Seat":
        """Sit down at a table; see `AsyncClient.sit`."""
        return Seat(self, self.run(self._site.sit(table, name, token=token, **more)))

    def play_daily(self, name: str, *, day: str = "", token: str = "", **more: Any) -> "Seat":
        """Play the deal of a day; see `AsyncClient.play_daily`."""
        return Seat(self, self.run(self._site.play_daily(name, day=day, token=token, **more)))

    def find(self, code: str) -> str:
        """Return the table to which a short code leads; see `AsyncClient.find`."""
        return self.run(self._site.find(code))


class Seat:
    """A seat at a table; see `AsyncSeat`."""

    def __init__(self, site: Client, seat: AsyncSeat) -> None:
        self._site, self._seat = site, seat
        self.table, self.token = seat.table, seat.token

    def look(self) -> Table:
        """Return the table as this seat sees it."""
        return self._site.run(self._seat.look())

    def do(self, what: str, **body: Any) -> int:
        """Do something of the API; see `AsyncSeat.do`."""
        return self._site.run(self._seat.do(what, **body))

    def begin(self, *, game: int = 1, bots: str = "mixed") -> int:
        """Begin a game, or be ready for it; `bots` have the free seats."""
        return self._site.run(self._seat.begin(game=game, bots=bots))

    def answer(self, ask: Ask, action: Action | None = None) -> int:
        """Do what is asked; see `AsyncSeat.answer`."""
        return self._site.run(self._seat.answer(ask, action))

    def news(self, since: int | None = None) -> Generator[Line, None, None]:
        """Yield what happens; see `AsyncSeat.news`."""
        lines = self._seat.news(since)
        try:
            while (line := self._site.run(_next(lines))) is not None:
                yield line
        finally:
            self._site.run(_close(lines))

    def play(self, choose: Callable[[Ask], Action], *, games: int = 1) -> None:
        """Answer what is asked with what `choose` returns, until so many games are over."""
        self._site.run(self._seat.play(choose, games=games))


async def _next(lines: Any) -> Line | None:
    found: Line | None = await anext(lines, None)
    return found


async def _close(lines: Any) -> None:
    await lines.aclose()
