"""Daily deals on a server that is killed: equal answers meet equal cards, and each try counts once."""

import asyncio
import hashlib
from collections import Counter
from collections.abc import Sequence
from datetime import date
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from sixth.client import Ask, AsyncClient, AsyncSeat, Events, Full
from sixth.rules.events import Dealt, GameEnded, Placed, Revealed, Took
from sixth.rules.record import Record, read
from sixth.rules.verify import verify
from tests.server.support.hosting import until
from tests.server.support.serving import PATIENCE, Server, serving

DAYS = (0, 2)
"""The days on which people play, counted from the first."""

STYLES = (0, 0, -1)
"""The legal answer that each player gives: the first or the last."""


class Attempt(NamedTuple):
    """An ended game of a player."""

    style: int
    table: str
    record: Record

    @property
    def heads(self) -> int:
        """The heads of the player."""
        end = self.record.events[-1]
        assert isinstance(end, GameEnded)
        return end.totals[0]

    @property
    def open_events(self) -> list[object]:
        """The events that show cards to all players."""
        return [each for each in self.record.events if isinstance(each, Revealed | Placed | Took)]


def clock(days: int) -> str:
    """Return Python code that sets the clock of a server some days forward."""
    return (
        "import time; from sixth.server.core import wall_clock; then = time.time_ns; "
        f"time.time_ns = wall_clock.time_ns = lambda: then() + {days} * 86_400 * 10**9"
    )


async def _play(site: AsyncClient, token: str, style: int, answers: Counter[str]) -> Attempt:
    """Play today's deal to its end; count each answer in `answers`."""
    seat = await site.play_daily("Ana", token=token, bot=False)
    async for line in seat.news():
        if isinstance(line, Ask):
            await seat.answer(line, line.view.legal[style])
            answers[seat.table] += 1
        elif isinstance(line, Full | Events) and line.ended:
            break
    return Attempt(style, seat.table, await _record(site, seat))


async def _record(site: AsyncClient, seat: AsyncSeat) -> Record:
    game = (await seat.look()).json["game"]
    answer = await site.http.get(f"/records/{game}")
    (record,) = read(answer.text.splitlines())
    return record


async def _day(server: Server, day: int, then: int | None = None) -> Sequence[Attempt]:
    """Have all play today's deal and begin it twice.

    If `then` is given, the server is killed in the middle, and starts again on that day.
    """
    async with AsyncClient(server.url, patience_s=PATIENCE) as site:
        answers: Counter[str] = Counter()
        tokens = [f"of-{number}-on-{day}".ljust(43, "-") for number in range(len(STYLES))]
        playing = asyncio.gather(
            *(_play(site, token, style, answers) for token, style in zip(tokens, STYLES, strict=True))
        )
        today = (await site.call("GET", "/daily"))["day"]
        if then is not None:
            await asyncio.to_thread(until, lambda: answers.total() >= 2 * len(STYLES), "all have begun")
            server.first = clock(then)
            server.kill()
            await asyncio.to_thread(server.restart)
        attempts = await asyncio.wait_for(playing, PATIENCE)
        again = await site.play_daily("Ana", day=today, token=tokens[0], bot=False)
        assert again.table == attempts[0].table
        return attempts


async def _answers(server: Server, days: Sequence[date]) -> list[dict[str, Any]]:
    """Return the server's answers about these days."""
    async with AsyncClient(server.url, patience_s=0) as site:
        return [await site.call("GET", f"/daily/{day}") for day in days]


def test_daily_deals_go_on_over_days_on_a_server_that_is_killed(tmp_path: Path) -> None:
    attempts: dict[int, Sequence[Attempt]] = {}
    with serving(tmp_path / "data") as server:
        for day, then in zip_longest(DAYS, DAYS[1:]):
            attempts[day] = asyncio.run(_day(server, day, then))
        begins = date.fromisoformat(asyncio.run(_begins(server)))
        days = [date.fromordinal(begins.toordinal() + day) for day in range(DAYS[-1] + 1)]
        until(lambda: results(server, days[-1]) == len(STYLES), "the last results were read")
        answers = asyncio.run(_answers(server, days))
    anchor = bytes.fromhex(answers[0]["anchor"])
    for number, each in enumerate(answers[:-1]):
        # The answers alone are enough to check the chain.
        secret = bytes.fromhex(each["secret"])
        for _ in range(number + 1):
            secret = hashlib.sha256(secret).digest()
        assert secret == anchor
    assert answers[-1]["secret"] is None
    for day, of_day in attempts.items():
        _check(answers[day], of_day)
    assert [len(answers[day]["results"]) > 0 for day in range(DAYS[-1] + 1)] == [
        day in DAYS for day in range(DAYS[-1] + 1)
    ]


def results(server: Server, day: date) -> int:
    """Return how many results of a day are compared."""
    (answer,) = asyncio.run(_answers(server, [day]))
    return sum(each["players"] for each in answer["results"])


async def _begins(server: Server) -> str:
    async with AsyncClient(server.url) as site:
        return str((await site.call("GET", "/daily"))["begins"])


def _check(answer: dict[str, Any], attempts: Sequence[Attempt]) -> None:
    """Check the answer about a day against its games; equal styles must meet equal cards."""
    by_style = {each.style: each.open_events for each in attempts}
    for each in attempts:
        assert each.open_events == by_style[each.style]
        assert verify(each.record).fair
        (proof,) = {event.proof for event in each.record.events if isinstance(event, Dealt)}
        assert proof is not None
        assert proof.commitment == answer["promise"]
        assert answer["secret"] in (None, proof.secret)
    results = {each["heads"]: each["players"] for each in answer["results"]}
    assert results == Counter(each.heads for each in attempts)
