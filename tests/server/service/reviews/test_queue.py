"""The coach is asked once whoever asks, in a program beside the server, which says what the library says."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx2
import pytest

import sixth
from sixth.coach import Review, review, review_from_json
from sixth.rules.codec import loads
from sixth.rules.events import Abandoned
from sixth.rules.game import Refusal
from sixth.rules.options import End
from sixth.rules.record import Record, Seat
from sixth.server.cluster.broadcast import SINGLE_PROCESS
from sixth.server.core.counters import NO_COUNTERS
from sixth.server.service.archive import Archive
from sixth.server.service.listening.pubsub import PubSub
from sixth.server.service.log import TableLog
from sixth.server.service.reviews.queue import Reviews
from sixth.server.store.sql import SqlStore
from tests.server.support.logs import whole
from tests.server.support.playing import Person, play_on
from tests.server.support.serving import PATIENCE, serving

LOG = whole(sixth.games["classic"].replace(seats=2, end=End("rounds", 1)), seed=3)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    """A store with a short game of two people."""
    store = SqlStore(f"sqlite:///{tmp_path}/sixth.sqlite3")
    store.append("table", 0, LOG)
    yield store
    store.close()


@pytest.fixture
def archive(store: SqlStore) -> Iterator[Archive]:
    """Its games."""
    pubsub = PubSub(SINGLE_PROCESS)
    archive = Archive(store, TableLog(store, pubsub, NO_COUNTERS), pubsub)
    yield archive
    archive.close()


@pytest.fixture
def game(archive: Archive) -> Record:
    """The game that is over."""
    found = asyncio.run(archive.ended("game-1"))
    assert found is not None
    return found.record


def found(reviews: Reviews, game: Record, seat: int) -> Review | None:
    """The review of a seat, if it is there."""
    asked = asyncio.run(reviews.find(game, seat))
    return review_from_json(loads(asked.body)) if asked and asked.body else None


def test_what_is_asked_is_worked_out_and_is_what_the_library_says(
    store: SqlStore, archive: Archive, game: Record
) -> None:
    async def ask_and_work() -> None:
        reviews = Reviews(store, archive)
        await reviews.ask(game, 1)
        await reviews.ask(game, 1)
        assert await reviews.once()
        assert not await reviews.once()

    asyncio.run(ask_and_work())
    said = found(Reviews(store, archive), game, 1)
    assert said is not None
    assert [each.heads for each in said.rounds] == [each.heads for each in review(game, 1).rounds]
    assert [each.own for each in said.rounds] == [each.own for each in review(game, 1).rounds]


def test_a_server_that_is_killed_amid_a_review_goes_on_with_it(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server, httpx2.Client(base_url=server.url, timeout=PATIENCE) as client:
        person = Person(client)
        client.follow_redirects = True
        table = person.open("play", game="classic", seats=2, name="Ana", end="rounds", end_count="2")
        play_on([person], Random(1))
        game = re.search(r"/g/(\w+)/coach", client.get(f"/t/{table}").text)
        assert game is not None
        client.post(f"/g/{game[1]}/coach", data={"seat": "0"}, headers={"Origin": server.url})
        assert until_said(client, game[1], "data: 0.")
        server.kill()
        server.restart()
        assert until_said(client, game[1], "event: there")
        assert "par" in client.get(f"/g/{game[1]}/coach?seat=0").text


def until_said(client: httpx2.Client, game: str, wanted: str) -> bool:
    """Whether the stream of a review says so before it ends."""
    with client.stream("GET", f"/g/{game}/coach/events?seat=0") as stream:
        return any(line.startswith(wanted) and line != "data: 0.000 0" for line in stream.iter_lines())


@pytest.mark.parametrize(
    ("changed", "seat", "said"),
    [
        ({"seats": (Seat("Ana"), Seat("Bo", "nearest"))}, 1, "bot"),
        ({}, 2, "no seat"),
        ({"abandoned": True}, 0, "abandoned"),
    ],
    ids=["a bot's seat", "no such seat", "abandoned"],
)
def test_what_cannot_be_reviewed_is_said_in_a_sentence(
    store: SqlStore, archive: Archive, game: Record, changed: dict[str, object], seat: int, said: str
) -> None:
    events = (
        (*game.events[:20], Abandoned("nobody is there")) if changed.pop("abandoned", False) else game.events
    )
    other = Record(game.game, game.rules, changed.get("seats", game.seats), game.started, events)  # type: ignore[arg-type]
    with pytest.raises(Refusal, match=said):
        asyncio.run(Reviews(store, archive).ask(other, seat))
