"""Secrecy: nobody receives a secret of the dealer, a token of another, or a trace of hidden cards."""

import json
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest

import sixth
from sixth.rules.events import Chose, Dealt, Flipped, Laid, Revealed
from sixth.rules.state import State
from sixth.server.table import gameplay
from sixth.server.table.events import Began, Opened, Returned, StoodIn, TableEvent, TimedOut
from sixth.server.table.fold import fold, steps
from sixth.server.table.identity import hash_token
from sixth.server.table.state import Table
from tests.server.support.hosting import Site, hosting
from tests.server.support.logs import Log, token, twin, whole
from tests.server.support.playing import Person, play_on
from tests.server.support.serving import PATIENCE
from tests.server.support.wire import Line, first, is_over, wire

GAMES = sorted(sixth.games)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """Start a site without tables."""
    with hosting(tmp_path / "data") as site:
        yield site


# ------------------------------------------------------------------ public and private cards


@dataclass(frozen=True)
class Knowledge:
    """The cards that all may know at one version of a table, and those of each seat."""

    public: frozenset[int]
    hands: tuple[frozenset[int], ...]


def knowledge(log: Log) -> list[Knowledge]:
    """Return what may be known at each version, from the log alone, without the program's own views."""
    opening = log[0]
    assert isinstance(opening, Opened)
    seats, flips = opening.rules.seats, opening.rules.flips
    nothing = Knowledge(frozenset(), (frozenset(),) * seats)
    versions = [nothing]
    for event in log:
        versions.append(_learn(versions[-1], event, flips=flips))
    return versions


def _learn(before: Knowledge, event: TableEvent, *, flips: bool) -> Knowledge:
    public, hands = before.public, before.hands
    match event:
        case Began():
            public, hands = frozenset(), (frozenset(),) * len(hands)
        case Laid(cards=cards):
            public, hands = frozenset(cards), (frozenset(),) * len(hands)
        case Dealt(part=part, hands=dealing, rows=rows):
            if part == 1 and not any(public >= {*hand} for hand in dealing if hand):
                public = frozenset()
            public |= {card for row in rows for card in row}
            hands = tuple(frozenset(() if flips else hand) for hand in dealing)
        case Revealed(cards=revealed):
            public |= {card for card in revealed if card is not None}
        case Flipped(card=card):
            public |= {card}
    return Knowledge(public, hands)


# ------------------------------------------------------------------ a whole game


@dataclass
class Audience:
    """A person, and everything that the server sent to them."""

    person: Person
    screen: bool = False
    traffic: list[tuple[str, str, str]] = field(default_factory=list)  # request, headers, body

    def __post_init__(self) -> None:
        self.person.client.event_hooks["response"].append(self._note)

    def _note(self, response: httpx2.Response) -> None:
        request = f"{response.request.method} {response.url.path} {response.status_code}"
        body = "" if response.url.path.endswith("/wire") else response.read().decode()
        headers = "\n".join(f"{name}: {value}" for name, value in response.headers.multi_items())
        self.traffic.append((request, headers, body))

    def listen(self) -> int:
        """Receive all lines of the table until the game is over; return the version of the last."""
        with wire(self.person, screen=int(self.screen)) as lines:
            for line in lines:
                self.traffic.append(("a line", "", json.dumps(line)))
                if is_over(line):
                    return int(line["v"])
        return 0


def test_no_audience_receives_a_secret_of_the_dealer_or_a_token_of_another(site: Site) -> None:
    """Two people and a bot play, and Eve watches until she has the bot's seat from the second round on.

    Bo's own browser also shows the table on a big screen, which everybody in the room sees.
    """
    ana, bo, eve, room = (Audience(site.person(), screen=number == 3) for number in range(4))
    table = ana.person.open("invite", seats=3, name="Ana", hand="4", end="rounds", end_count="2")
    bo.person.join(table, name="Bo", text="Bo's own text")
    eve.person.go(f"/t/{table}")
    room.person.client.cookies.set(f"sixth-{table}", bo.person.token(), path=f"/t/{table}")
    room.person.go(f"/t/{table}/screen")
    people = [ana.person, bo.person]

    def come() -> None:
        if len(people) == 2:
            eve.person.look()
            eve.person.send("sit", name="Eve")
            people.append(eve.person)

    with ThreadPoolExecutor() as threads:
        listeners = [threads.submit(each.listen) for each in (ana, bo, eve, room)]
        try:
            ana.person.look()
            ana.person.send("begin", bots="nearest")
            play_on(people, Random(1), then=come)
            last = [each.result(PATIENCE) for each in listeners]
        except BaseException:
            # Else the streams would never end.
            site.tables.pubsub.close()
            raise
    log = site.log(table)
    assert last == [len(log)] * 4
    for each in (ana, bo, eve, room):
        _search_for_secrets(each, people, log)
    _search_record(eve.person, log)


def _search_for_secrets(each: Audience, players: Sequence[Person], log: Log) -> None:
    secrets = [event.secret for event in log if isinstance(event, Opened)]
    secrets += [event.next_secret for event in log if isinstance(event, Began)]
    hashes = {hash for event in log if (hash := getattr(event, "token", None))}
    tokens = [player.token() for player in players]
    assert hashes == {hash_token(token) for token in tokens}
    for request, headers, body in each.traffic:
        assert not any(secret in headers + body for secret in (*secrets, *hashes)), request
        assert not any(token in body for token in tokens), f"scripts could read the token: {request}"
        foreign = [player.token() for player in players if player is not each.person]
        assert not any(token in headers for token in foreign), request


def _search_record(person: Person, log: Log) -> None:
    """Check that the record of an ended game has the secret of that game, and not that of the next."""
    (path,) = re.findall(r'"(/t/[^"]*\.sixth\.jsonl)"', person.look().html)
    record = person.client.get(path).text
    assert isinstance(log[0], Opened)
    (next_secret,) = (event.next_secret for event in log if isinstance(event, Began))
    assert log[0].secret in record
    assert next_secret not in record


# ------------------------------------------------------------------ cards


def cards_of(view: dict[str, Any] | None) -> set[int]:
    """Return every card in a view as JSON: each number in a field that holds cards."""
    names = ("hand", "open_hands", "chosen", "rows", "piles", "open_deck")
    fields = {name: view[name] for name in names} if view else {}
    pending = [card for card, _ in view["pending"]] if view else []
    history = [
        value
        for event in (view["history"] if view else ())
        for name, value in event.items()
        if name in ("card", "cards", "taken")
    ]
    actions = view.get("legal", ()) if view else ()
    legal = [card for action in actions for name, card in action.items() if name != "take"]
    numbers = re.findall(r"\d+", json.dumps([fields, pending, history, legal]))
    return {int(number) for number in numbers}


# Class, id, value and text of a page's elements name cards.
CARD = re.compile(
    r'class="card[^"]* c(\d+)"|id="[hp](\d+)" class="card|name="card" value="(\d+)"'
    r'|class="card[^>]*><b[^>]*>(\d+)<'
)
# The lesson for a newcomer is the same at all tables.
LESSON = re.compile(r'<aside id="lesson".*?</aside>', re.DOTALL)


# ------------------------------------------------------------------ twins


@pytest.fixture
def other_site(tmp_path: Path) -> Iterator[Site]:
    """Start a second site."""
    with hosting(tmp_path / "other") as site:
        yield site


@pytest.mark.parametrize("game", GAMES)
def test_hidden_cards_of_others_change_no_byte(site: Site, other_site: Site, game: str) -> None:
    """Two tables differ only in the other players' hands and choices: pages and news are the same bytes."""
    rng = Random(game)
    log = whole(sixth.games[game].replace(seats=3), seed=6)
    moments = [table.version for table in _tables(log) if table.version >= 8 and _may_differ(table)]
    different = 0
    for number, version in enumerate(rng.sample(moments, 4)):
        seat = (0, 1, 2, None)[number % 4]
        this, that = log[:version], twin(log[:version], seat, rng)
        different += this != that
        received = [
            _receive(on, f"{game}-{number}", what, seat) for on, what in ((site, this), (other_site, that))
        ]
        assert received[0] == received[1]
    assert different > 1, "hardly a twin differed, so nothing was tested"


@pytest.mark.parametrize("how", ["away", "back", "late"])
@pytest.mark.parametrize("game", ["classic", "both-ends"])
def test_a_stand_in_bots_choice_changes_no_byte_before_the_reveal(
    site: Site, other_site: Site, game: str, how: str
) -> None:
    """Nor does it when the player then chooses, even the bot's card, so the bot's advice stays hidden."""
    rules = sixth.games[game].replace(seats=3)
    log = whole(rules, seed=6)
    begins = [
        table.version
        for table in _tables(log)
        if (state := table.state)
        and state.phase == "choose"
        and not any(state.chosen)
        and len(state.hands[1]) > 2
    ]
    log = log[: begins[len(begins) // 2]]
    state = fold("t", log).state
    assert state is not None
    cards = state.hands[1][:2]
    for seat in (1, 0, None):
        received = []
        for on, card in zip((site, other_site), cards, strict=True):
            absence = TimedOut(1) if how == "late" else StoodIn(1, "Alma", "champion", "left")
            events = (*log, absence, Chose(1, card), *((Returned(1),) if how == "back" else ()))
            parts = _receive(on, f"{seat}", events, seat)
            for own in cards if how != "away" else ():
                on.store.append(f"{seat}-{own}", 0, events)
                parts += _choose(on, f"{seat}-{own}", state, own, seat)
            received.append(parts)
        assert received[0] == received[1]


def _choose(site: Site, table: str, state: State, card: int, seat: int | None) -> list[bytes]:
    """Return the answer to seat 1's choice of this card, and what `seat` then receives of the table."""
    player, reader = _guest(site), _guest(site)
    reader.table = table
    player.client.cookies.set(f"sixth-{table}", token(1), path=f"/t/{table}")
    if seat is not None:
        reader.client.cookies.set(f"sixth-{table}", token(seat), path=f"/t/{table}")
    version = len(site.log(table))
    form = {"game": 1, "round": state.round, "turn": state.turn, "card": card}
    answer = player.client.post(f"/t/{table}/choose", data=form, follow_redirects=False)
    assert answer.status_code == 303
    assert len(site.log(table)) == version + 1
    lines = _encode(first(reader, since=version))
    return [_head(answer), answer.content, *lines, reader.client.get(f"/t/{table}").content]


def _encode(lines: list[Line]) -> list[bytes]:
    """Return the lines without their times."""
    return [json.dumps(line | {"now": 0}).encode() for line in lines]


def _tables(log: Log) -> list[Table]:
    """Return the table after each event but the last."""
    return [table for _, table in steps(fold("table", log[:1]), log[1:-1])]


def _may_differ(table: Table) -> bool:
    """Return whether a game is running, the server would not act on it, and some card is hidden."""
    hidden = table.state is not None and (any(table.state.chosen) or not table.rules.drafts)
    return table.playing and not gameplay.dealers_turn(table) and not table.between_rounds and hidden


def _guest(site: Site) -> Person:
    """Return a person for whom all sites have the same address, which is part of the invitation link."""
    person = site.person()
    person.client.headers["host"] = "sixth.example.org"
    return person


def _receive(site: Site, table: str, log: Log, seat: int | None) -> list[bytes]:
    """Return everything that a seat receives of a table with that log, heads of answers included."""
    site.store.append(table, 0, log)
    person, heads = _guest(site), list[bytes]()
    person.table = table
    client = person.client
    client.event_hooks["response"].append(lambda answer: heads.append(_head(answer)))
    if seat is not None:
        client.cookies.set(f"sixth-{table}", token(seat), path=f"/t/{table}")
    proof = {} if seat is None else {"authorization": f"Bearer {token(seat)}"}
    body = client.get(f"/t/{table}").content
    assert (b'data-v="%d"' % len(log)) in body
    received = [body]
    received += _encode(first(person))
    received += _encode(first(person, since=max(1, len(log) - 12)))
    moment = {"game": "1", "round": "1", "turn": "99"}
    received.append(client.post(f"/t/{table}/choose", data={**moment, "card": "1"}).content)
    game = next(each.game for each in reversed(log) if isinstance(each, Began))
    assert any(b"content-encoding: gzip" in head and b"content-length" in head for head in heads)
    pages = ("screen", "history", f"games/{game}.sixth.jsonl")
    received.append(client.get(f"/api/v1/tables/{table}", headers=proof).content)
    assert b'"view":"sixth-view/1"' in received[-1]
    path = f"/api/v1/tables/{table}/events"
    with client.stream("GET", path, params={"since": max(1, len(log) - 12)}, headers=proof) as stream:
        for line in map(json.loads, stream.iter_lines()):
            received += _encode([line])
            if line["line"] in ("ask", "said") or line["v"] == len(log):
                break
    with client.stream("GET", path, headers=proof) as stream:
        received.append(next(stream.iter_lines()).encode())
    for what in ({"choose": 1}, {"take": 0}, {"pick": 1}):
        request = {"game": 1, "round": 1, "turn": 99, "action": what}
        received.append(client.post(f"/api/v1/tables/{table}/act", json=request, headers=proof).content)
    return [*received, *(client.get(f"/t/{table}/{page}").content for page in pages), *heads]


def _head(answer: httpx2.Response) -> bytes:
    """Return the head of an answer without its date: compressed length, tags, cookies."""
    lines = [f"{name}: {value}" for name, value in answer.headers.multi_items() if name != "date"]
    return "\n".join([f"{answer.status_code}", *lines]).encode()
