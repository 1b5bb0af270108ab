"""The client of the API for programs without an event loop; it runs an `AsyncClient` in a loop of its own."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator
from contextlib import closing
from typing import Any, Self, TypeVar

from sixth.client.asynchronous import AsyncClient, AsyncSeat
from sixth.client.news import Ask, Line, Table
from sixth.rules.events import Action

_T = TypeVar("_T")


class Client:
    """A site at `url`; a request that gets no answer is repeated for `patience_s` seconds."""

    def __init__(self, url: str, *, patience_s: float = 60.0) -> None:
        self._runner = asyncio.Runner()
        self._site = AsyncClient(url, patience_s=patience_s)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        with closing(self._runner):
            self.run(self._site.__aexit__(*error))

    def run(self, coroutine: Coroutine[Any, Any, _T]) -> _T:
        """Run a coroutine and return its result."""
        return self._runner.run(coroutine)

    def open(self, name: str, *, game: str = "classic", seats: int = 4, **more: Any) -> "Seat":
        """Open a table and return its first seat; see `AsyncClient.open`."""
        return Seat(self, self.run(self._site.open(name, game=game, seats=seats, **more)))

    def sit(self, table: str, name: str, *, token: str = "", **more: Any) -> "Seat":
        """Return a seat at a table; see `AsyncClient.sit`."""
        return Seat(self, self.run(self._site.sit(table, name, token=token, **more)))

    def play_daily(self, name: str, *, day: str = "", token: str = "", **more: Any) -> "Seat":
        """Return a seat in the deal of a day; see `AsyncClient.play_daily`."""
        return Seat(self, self.run(self._site.play_daily(name, day=day, token=token, **more)))

    def tournament_seats(
        self, code: str, name: str, *, token: str = "", **more: Any
    ) -> Generator["Seat", None, None]:
        """Join a tournament, and yield the seat of each round; see `AsyncClient.tournament_seats`."""
        seats = self._site.tournament_seats(code, name, token=token, **more)
        try:
            while (seat := self.run(_next(seats))) is not None:
                yield Seat(self, seat)
        finally:
            self.run(seats.aclose())

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
        """Send a command of the API; see `AsyncSeat.do`."""
        return self._site.run(self._seat.do(what, **body))

    def begin(self, *, game: int = 1, bots: str = "mixed") -> int:
        """Begin a game, or be ready for it; see `AsyncSeat.begin`."""
        return self._site.run(self._seat.begin(game=game, bots=bots))

    def answer(self, ask: Ask, action: Action | None = None) -> int:
        """Answer a question; see `AsyncSeat.answer`."""
        return self._site.run(self._seat.answer(ask, action))

    def news(self, since: int | None = None) -> Generator[Line, None, None]:
        """Yield the news of the table; see `AsyncSeat.news`."""
        lines = self._seat.news(since)
        try:
            while (line := self._site.run(_next(lines))) is not None:
                yield line
        finally:
            self._site.run(lines.aclose())

    def play(self, choose: Callable[[Ask], Action], *, games: int = 1) -> None:
        """Answer each question with the action that `choose` returns; see `AsyncSeat.play`."""
        self._site.run(self._seat.play(choose, games=games))


async def _next(values: AsyncGenerator[_T, None]) -> _T | None:
    return await anext(values, None)
