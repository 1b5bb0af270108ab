"""People at tables of a site whose servers are killed meanwhile, and what they were told has been done.

`SIXTH_TEST_PARTIES=40 pytest tests/server/ops/test_kill.py` has forty times as many play, and more go wrong.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from random import Random
from threading import Event
from urllib.parse import parse_qsl

import httpx2

from sixth.rules import record
from sixth.rules.events import Chose, Flipped, Picked, Took
from sixth.rules.verify import verify
from sixth.server.store.sql import SqlStore
from sixth.server.table.events import TableEvent
from sixth.server.table.fold import apply_event, fold
from tests import referee
from tests.server.support.hosting import until
from tests.server.support.playing import Person, play_on
from tests.server.support.serving import PATIENCE, Server

MANY = int(os.environ.get("SIXTH_TEST_PARTIES", "1"))

TABLES = (("classic", 4, 1), ("logic", 2, 2), ("both-ends", 3, 2), ("kids", 5, 2), ("halves", 4, 1)) * MANY
"""The game, seats and people of each."""

SHORT = {"end": "rounds", "end_count": "2"}
"""Two rounds where there would be many: the end of a round, and of a game."""

SMALL = {**SHORT, "hand": "5"}
"""Short rounds, too: as much goes wrong in fewer turns."""

Deed = tuple[str, int, int, int, int]
"""What a seat did: the action, the seat, the round, the turn, the card or row."""


@dataclass
class Party:
    """People at a table, each with what they were told has been done."""

    people: list[Person]
    done: set[Deed]
    over: Event

    def play(self, seed: int) -> None:
        """Play the game to its end, whatever happens to the servers."""
        rng = Random(seed)
        while not self.over.is_set():
            try:
                for person in self.people:
                    person.look()
                play_on(self.people, rng)
                self.over.set()
            except httpx2.TransportError:
                until(self._answered, "a server was there")

    def _answered(self) -> bool:
        try:
            self.people[0].look()
        except httpx2.TransportError:
            return False
        return True


class _Anywhere(httpx2.HTTPTransport):
    """Sends each request to any of the servers, as a proxy that knows no sessions."""

    def __init__(self, servers: Sequence[Server], seed: int) -> None:
        super().__init__()
        self._servers, self._rng = servers, Random(seed)

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        request.url = request.url.copy_with(port=self._rng.choice(self._servers).port)
        return super().handle_request(request)


def _person(servers: Sequence[Server], stack: ExitStack, seat: int, done: set[Deed]) -> Person:
    def note(response: httpx2.Response) -> None:
        action = response.url.path.rpartition("/")[2]
        if response.status_code == 303 and action in ("choose", "pick", "take", "flip"):
            form = dict(parse_qsl(response.request.content.decode()))
            what = form.get("card") or form.get("place", "0").partition(":")[0]
            done.add((action, seat, int(form["round"]), int(form["turn"]), int(what)))

    client = httpx2.Client(
        base_url=servers[0].url,
        transport=_Anywhere(servers, seat),
        follow_redirects=True,
        timeout=PATIENCE,
        event_hooks={"response": [note]},
    )
    return Person(stack.enter_context(client))


def party(
    servers: Sequence[Server], stack: ExitStack, game: str, seats: int, people: int, *, short: bool = True
) -> Party:
    """A table at which so many people sit, and bots on the other seats; a game, `short` or not, has begun."""
    done: set[Deed] = set()
    found = Party([_person(servers, stack, seat, done) for seat in range(people)], done, Event())
    host = found.people[0]
    options = SMALL if short and game in ("classic", "logic", "both-ends") else {}
    table = host.open("invite", game=game, seats=seats, name="Person 0", **options)
    for number, person in enumerate(found.people[1:], 1):
        person.join(table, name=f"Person {number}")
    host.look()
    host.send("begin")
    return found


def play_through(
    servers: Sequence[Server], url: str, wrong: Callable[[Random], None], *, times: int, seed: int
) -> int:
    """Games at all `TABLES`, at whatever servers, while things go `wrong` so many times in between.

    In the end every game is over, its record follows the rules, and the database at `url` has all that
    anybody was told has been done: so many actions.
    """
    rng = Random(seed)
    with ExitStack() as stack:
        parties = [party(servers, stack, *each) for each in TABLES]
        with ThreadPoolExecutor(len(parties)) as threads:
            playing = [threads.submit(each.play, number) for number, each in enumerate(parties)]
            went = 0
            while went < times * MANY and not _over(parties):
                goal = _done(parties) + rng.randint(0, 30 * MANY)
                until(lambda: _over(parties) or _done(parties) >= goal, "more was done")  # noqa: B023 # at once
                wrong(rng)
                went += 1
            for played in playing:
                played.result()
        assert went >= times // 2
        store = SqlStore(url)
        for each in parties:
            _check(each, store)
        store.close()
    return _done(parties)


def _check(party: Party, store: SqlStore) -> None:
    person = party.people[0]
    log = store.load(person.table)
    assert party.done <= set(deeds(person.table, log))
    lines = person.client.get(
        f"/t/{person.table}/games/{fold(person.table, log).game_id}.sixth.jsonl"
    ).text.splitlines()
    (verdict,) = referee.check(lines)
    assert not verdict.abandoned
    (read,) = record.read(lines)
    assert verify(read).fair


def _over(parties: Sequence[Party]) -> bool:
    return all(each.over.is_set() for each in parties)


def _done(parties: Sequence[Party]) -> int:
    return sum(len(each.done) for each in parties)


def deeds(table: str, log: tuple[TableEvent, ...]) -> Iterator[Deed]:
    """What the log says was done, told without the pages."""
    now = fold(table, log[:1])
    for event in log[1:]:
        round, turn = (now.state.round, now.state.turn) if now.state else (0, 0)
        match event:
            case Chose(seat, card):
                yield "choose", seat, round, turn, card
            case Picked(seat, card):
                yield "pick", seat, round, turn, card
            case Took(seat, row):
                yield "take", seat, round, turn, row
            case Flipped(seat):
                yield "flip", seat, round, turn, 0
        now = apply_event(now, event)
