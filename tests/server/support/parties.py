"""People who play at tables of a site while its servers are killed, and a check of their confirmed moves.

`SIXTH_TEST_PARTIES=40 pytest tests/server/ops/test_kill.py` has forty times as many players and kills.
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

TABLES = (("classic", 4, 1), ("logic", 2, 2), ("kids", 5, 2)) * MANY
"""The game, seats and people of each table: a game without a draft, one with a draft, and one of flips."""

SHORT = {"end": "rounds", "end_count": "2"}
"""Options of a game of two rounds."""

SMALL = {**SHORT, "hand": "4"}
"""Options of a game of two rounds of four cards."""

BRIEF = {"hand": "2", "end": "rounds", "end_count": "1"}
"""Options of a game of two turns."""

LONG = {"end": "rounds", "end_count": "36"}
"""Options of a game that lasts longer than a test."""

Deed = tuple[str, int, int, int, int]
"""A move: the action, the seat, the round, the turn, the card or row."""


@dataclass
class Party:
    """People at a table, and the moves that were confirmed to them."""

    people: list[Person]
    deeds: set[Deed]
    over: Event

    def play(self, seed: int) -> None:
        """Play the game to its end, also while servers are down."""
        rng = Random(seed)
        while not self.over.is_set():
            try:
                for person in self.people:
                    person.look()
                play_on(self.people, rng)
                self.over.set()
            except httpx2.TransportError:
                until(self._is_answered, "a server answers")

    def _is_answered(self) -> bool:
        try:
            self.people[0].look()
        except httpx2.TransportError:
            return False
        return True


class _Anywhere(httpx2.HTTPTransport):
    """Sends each request to any of the servers, as a proxy without sessions does.

    With `patience` an answer that the database is away is as good as none.
    """

    def __init__(self, servers: Sequence[Server], seed: int, *, patience: bool) -> None:
        super().__init__()
        self._servers, self._rng, self._patience = servers, Random(seed), patience

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        request.url = request.url.copy_with(port=self._rng.choice(self._servers).port)
        response = super().handle_request(request)
        if self._patience and response.status_code == 503:
            raise httpx2.ReadError("the database is away")
        return response


def person_anywhere(
    servers: Sequence[Server], stack: ExitStack, seat: int, deeds: set[Deed], *, patience: bool = False
) -> Person:
    """Return a person each of whose requests goes to any of the servers; their moves are added to `deeds`.

    With `patience` they ask again while the database is away.
    """

    def note(response: httpx2.Response) -> None:
        action = response.url.path.rpartition("/")[2]
        if response.status_code == 303 and action in ("choose", "pick", "take", "flip"):
            form = dict(parse_qsl(response.request.content.decode()))
            choice = form.get("card") or form.get("place", "0").partition(":")[0]
            deeds.add((action, seat, int(form["round"]), int(form["turn"]), int(choice)))

    client = httpx2.Client(
        base_url=servers[0].url,
        transport=_Anywhere(servers, seat, patience=patience),
        follow_redirects=True,
        timeout=PATIENCE,
        event_hooks={"response": [note]},
    )
    return Person(stack.enter_context(client))


def party(
    servers: Sequence[Server],
    stack: ExitStack,
    game: str,
    seats: int,
    people: int,
    options: dict[str, str],
    *,
    patience: bool = False,
) -> Party:
    """Return a table with so many people, and bots on the other seats, whose game has begun."""
    deeds: set[Deed] = set()
    some = [person_anywhere(servers, stack, seat, deeds, patience=patience) for seat in range(people)]
    new = Party(some, deeds, Event())
    host = new.people[0]
    table = host.open("invite", game=game, seats=seats, name="Person 0", **options)
    for number, person in enumerate(new.people[1:], 1):
        person.join(table, name=f"Person {number}")
    host.look()
    host.send("begin")
    return new


def play_through(
    servers: Sequence[Server],
    url: str,
    fault: Callable[[Random], None],
    *,
    times: int,
    seed: int,
    patience: bool = False,
) -> int:
    """Play games at all `TABLES`, at any of the servers, and call `fault` so many times in between.

    With `patience` people ask again while the database is away for longer than the servers wait. Check that
    every game ends, that its record follows the rules, and that the database at `url` has all confirmed
    moves. Return their number.
    """
    rng = Random(seed)
    with ExitStack() as stack:
        parties = [party(servers, stack, *each, SMALL, patience=patience) for each in TABLES]
        with ThreadPoolExecutor(len(parties)) as threads:
            playing = [threads.submit(each.play, number) for number, each in enumerate(parties)]
            faults = 0
            while faults < times * MANY and not _over(parties):
                goal = _count(parties) + rng.randint(0, 20 * MANY)
                until(lambda: _over(parties) or _count(parties) >= goal, "more moves")  # noqa: B023 # at once
                fault(rng)
                faults += 1
            for game in playing:
                game.result()
        assert faults
        store = SqlStore(url)
        for each in parties:
            _check(each, store)
        store.close()
    return _count(parties)


def _check(party: Party, store: SqlStore) -> None:
    person = party.people[0]
    log = store.load(person.table)
    assert party.deeds <= set(deeds_in(person.table, log))
    lines = person.client.get(
        f"/t/{person.table}/games/{fold(person.table, log).game_id}.sixth.jsonl"
    ).text.splitlines()
    (verdict,) = referee.check(lines)
    assert not verdict.abandoned
    (game,) = record.read(lines)
    assert verify(game).fair


def _over(parties: Sequence[Party]) -> bool:
    return all(each.over.is_set() for each in parties)


def _count(parties: Sequence[Party]) -> int:
    return sum(len(each.deeds) for each in parties)


def deeds_in(table: str, log: tuple[TableEvent, ...]) -> Iterator[Deed]:
    """Yield the moves in a log."""
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
