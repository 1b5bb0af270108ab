"""A server that is killed at any moment has kept whatever it answered, and every table goes on."""

from collections.abc import Iterator
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
from sixth.server.happenings import Happening
from sixth.server.store.sql import SqlStore
from sixth.server.table import fold, happen
from tests import referee
from tests.server.hosting import until
from tests.server.playing import Person, play_on
from tests.server.serving import Server

TABLES = (("classic", 4, 1), ("logic", 2, 2), ("both-ends", 3, 2), ("kids", 5, 2), ("halves", 4, 1))
"""The game, seats and people of each."""

Deed = tuple[str, int, int, int, int]
"""What a seat did: the action, the seat, the round, the turn, the card or row."""


@dataclass
class Party:
    """People at a table, each with what they were told has been done."""

    people: list[Person]
    done: set[Deed]
    over: Event

    def play(self, seed: int) -> None:
        """Play the game to its end, whatever happens to the server."""
        rng = Random(seed)
        while not self.over.is_set():
            try:
                for person in self.people:
                    person.look()
                play_on(self.people, rng)
                self.over.set()
            except httpx2.TransportError:
                until(self._answered, "the server was back")

    def _answered(self) -> bool:
        try:
            self.people[0].look()
        except httpx2.TransportError:
            return False
        return True


def _person(server: Server, stack: ExitStack, seat: int, done: set[Deed]) -> Person:
    def note(response: httpx2.Response) -> None:
        action = response.url.path.rpartition("/")[2]
        if response.status_code == 303 and action in ("choose", "pick", "take", "flip"):
            form = dict(parse_qsl(response.request.content.decode()))
            what = form.get("card") or form.get("place", "0").partition(":")[0]
            done.add((action, seat, int(form["round"]), int(form["turn"]), int(what)))

    client = httpx2.Client(
        base_url=server.url, follow_redirects=True, timeout=20, event_hooks={"response": [note]}
    )
    return Person(stack.enter_context(client))


def _deeds(table: str, log: tuple[Happening, ...]) -> Iterator[Deed]:
    """What the log says was done, told without the pages."""
    now = fold(table, log[:1])
    for happening in log[1:]:
        round, turn = (now.state.round, now.state.turn) if now.state else (0, 0)
        match happening:
            case Chose(seat, card):
                yield "choose", seat, round, turn, card
            case Picked(seat, card):
                yield "pick", seat, round, turn, card
            case Took(seat, row):
                yield "take", seat, round, turn, row
            case Flipped(seat):
                yield "flip", seat, round, turn, 0
        now = happen(now, happening)


def test_nothing_that_was_answered_is_lost_by_a_kill(server: Server) -> None:
    rng = Random(1)
    with ExitStack() as stack:
        parties = [_party(server, stack, *each) for each in TABLES]
        with ThreadPoolExecutor(len(parties)) as threads:
            playing = [threads.submit(party.play, number) for number, party in enumerate(parties)]
            kills = 0
            while not all(party.over.is_set() for party in parties):
                known = sum(len(party.done) for party in parties)
                goal = known + rng.randint(0, 60)
                until(lambda: _reached(parties, goal), "more was done")  # noqa: B023 # called at once
                if kills < 8:
                    server.kill()
                    server.restart()
                    kills += 1
            for each in playing:
                each.result()
        assert kills >= 5
        store = SqlStore(f"sqlite:///{server.data}/sixth.sqlite3")
        for party in parties:
            _check(party, store)
        store.close()


def _party(server: Server, stack: ExitStack, game: str, seats: int, people: int) -> Party:
    done: set[Deed] = set()
    party = Party([_person(server, stack, seat, done) for seat in range(people)], done, Event())
    host = party.people[0]
    table = host.open("invite", game=game, seats=seats, name="Person 0")
    for number, person in enumerate(party.people[1:], 1):
        person.join(table, name=f"Person {number}")
    host.look()
    host.send("begin")
    return party


def _reached(parties: list[Party], goal: int) -> bool:
    over = all(party.over.is_set() for party in parties)
    return over or sum(len(party.done) for party in parties) >= goal


def _check(party: Party, store: SqlStore) -> None:
    person = party.people[0]
    log = store.load(person.table)
    assert party.done <= set(_deeds(person.table, log))
    lines = person.client.get(
        f"/t/{person.table}/games/{fold(person.table, log).game_id}.sixth.jsonl"
    ).text.splitlines()
    (verdict,) = referee.check(lines)
    assert not verdict.abandoned
    (read,) = record.read(lines)
    assert verify(read).fair
