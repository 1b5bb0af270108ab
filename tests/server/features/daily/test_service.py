"""Days go by on a server that is killed: who plays alike meets the same, each try counts once for its day."""

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
"""On which people play, counted from the first; the others they miss."""

STYLES = (0, 0, -1)
"""Which of the answers allowed each of them gives: the first, or the last."""


class Played(NamedTuple):
    """What one of them has played."""

    style: int
    table: str
    record: Record

    @property
    def heads(self) -> int:
        """What they got."""
        ended = self.record.events[-1]
        assert isinstance(ended, GameEnded)
        return ended.totals[0]

    @property
    def met(self) -> list[object]:
        """All that everybody at the table saw."""
        return [each for each in self.record.events if isinstance(each, Revealed | Placed | Took)]


def clock(days: int) -> str:
    """What sets the clock of a server's machine forward."""
    return f"import time; then = time.time_ns; time.time_ns = lambda: then() + {days} * 86_400 * 10**9"


async def _play(site: AsyncClient, token: str, style: int, answers: Counter[str]) -> Played:
    """Play today's deal to its end; `answers` counts what has been answered."""
    seat = await site.play_daily("Ana", token=token, bot=False)
    async for line in seat.news():
        if isinstance(line, Ask):
            await seat.answer(line, line.view.legal[style])
            answers[seat.table] += 1
        elif isinstance(line, Full | Events) and line.ended:
            break
    return Played(style, seat.table, await _record(site, seat))


async def _record(site: AsyncClient, seat: AsyncSeat) -> Record:
    game = (await seat.look()).json["game"]
    answer = await site.http.get(f"/records/{game}")
    (record,) = read(answer.text.splitlines())
    return record


async def _day(server: Server, day: int, then: int | None = None) -> Sequence[Played]:
    """All play today's deal, begun twice; the server is killed meanwhile, and it is day `then` after that."""
    async with AsyncClient(server.url, patience_s=PATIENCE) as site:
        answers: Counter[str] = Counter()
        tokens = [f"of-{number}-on-{day}".ljust(43, "-") for number in range(len(STYLES))]
        playing = asyncio.gather(
            *(_play(site, token, style, answers) for token, style in zip(tokens, STYLES, strict=True))
        )
        today = (await site.call("GET", "/daily"))["day"]
        if then is not None:
            await asyncio.to_thread(until, lambda: answers.total() >= 2 * len(STYLES), "all are amid it")
            server.first = clock(then)
            server.kill()
            await asyncio.to_thread(server.restart)
        found = await asyncio.wait_for(playing, PATIENCE)
        again = await site.play_daily("Ana", day=today, token=tokens[0], bot=False)
        assert again.table == found[0].table
        return found


async def _told(server: Server, days: Sequence[date]) -> list[dict[str, Any]]:
    """What the server tells of these days; and it is refused to play one that is to come."""
    async with AsyncClient(server.url, patience_s=0) as site:
        return [await site.call("GET", f"/daily/{day}") for day in days]


def test_days_go_by_on_a_server_that_is_killed(tmp_path: Path) -> None:
    played: dict[int, Sequence[Played]] = {}
    with serving(tmp_path / "data") as server:
        for day, then in zip_longest(DAYS, DAYS[1:]):
            played[day] = asyncio.run(_day(server, day, then))
        begins = date.fromisoformat(asyncio.run(_begins(server)))
        days = [date.fromordinal(begins.toordinal() + day) for day in range(DAYS[-1] + 1)]
        told = asyncio.run(_told(server, days))
    anchor = bytes.fromhex(told[0]["anchor"])
    for number, each in enumerate(told[:-1]):
        # The chain, by nothing but what is told.
        secret = bytes.fromhex(each["secret"])
        for _ in range(number + 1):
            secret = hashlib.sha256(secret).digest()
        assert secret == anchor
    assert told[-1]["secret"] is None
    for day, found in played.items():
        _check(told[day], found)
    assert [len(told[day]["results"]) > 0 for day in range(DAYS[-1] + 1)] == [
        day in DAYS for day in range(DAYS[-1] + 1)
    ]


async def _begins(server: Server) -> str:
    async with AsyncClient(server.url) as site:
        return str((await site.call("GET", "/daily"))["begins"])


def _check(told: dict[str, Any], found: Sequence[Played]) -> None:
    """What is told of a day is what was played there; who played alike met the same."""
    met = {each.style: each.met for each in found}
    for each in found:
        assert each.met == met[each.style]
        assert verify(each.record).fair
        (proof,) = {event.proof for event in each.record.events if isinstance(event, Dealt)}
        assert proof is not None
        assert proof.commitment == told["promise"]
        assert told["secret"] in (None, proof.secret)
    counted = {each["heads"]: each["players"] for each in told["results"]}
    assert counted == Counter(each.heads for each in found)
