"""Nobody is sent a card that is not theirs to see: every byte that each audience gets is searched."""

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest

import sixth
from sixth.rules.events import Chose, Dealt, Flipped, Laid, Revealed, RoundEnded
from sixth.rules.record import HUMAN
from sixth.rules.state import State
from sixth.server.table import gameplay
from sixth.server.table.events import Began, Opened, Returned, Sat, StoodIn, TableEvent, TimedOut
from sixth.server.table.fold import fold, steps
from sixth.server.table.identity import hash_token
from sixth.server.table.state import Table
from tests.server.support.hosting import Site, hosting
from tests.server.support.logs import Log, token, twin, whole
from tests.server.support.playing import Person, play_on
from tests.server.support.serving import PATIENCE
from tests.server.support.wire import Line, first, is_over, wire

GAMES = sorted(sixth.games)

SHORTER = {
    "score": {"end": "rounds", "end_count": "2", "hand": "6"},
    "elimination": {"end_count": "25"},
    "rounds": {},
}
"""By how a game ends: the options with which it does so soon."""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A site with no tables yet."""
    with hosting(tmp_path / "data") as site:
        yield site


# ------------------------------------------------------------------ what each may know


@dataclass(frozen=True)
class Known:
    """What may be known at one version of a table: cards by everybody, and by seat; who has chosen what."""

    everybody: frozenset[int]
    hands: tuple[frozenset[int], ...]
    chosen: tuple[int | None, ...]


def knowledge(log: Log) -> list[Known]:
    """What may be known at each version, told from the log alone, without the program's own views."""
    opened = log[0]
    assert isinstance(opened, Opened)
    seats, flips = opened.rules.seats, opened.rules.flips
    nothing = Known(frozenset(), (frozenset(),) * seats, (None,) * seats)
    known = [nothing]
    for happening in log:
        known.append(_learn(known[-1], happening, flips=flips))
    return known


def _learn(known: Known, happening: TableEvent, *, flips: bool) -> Known:
    everybody, hands, chosen = known.everybody, known.hands, known.chosen
    match happening:
        case Began():
            everybody, hands = frozenset(), (frozenset(),) * len(hands)
        case Laid(cards=cards):
            everybody, hands = frozenset(cards), (frozenset(),) * len(hands)
        case Dealt(part=part, hands=dealt, rows=rows):
            if part == 1 and not any(everybody >= {*hand} for hand in dealt if hand):
                everybody = frozenset()
            everybody |= {card for row in rows for card in row}
            hands = tuple(frozenset(() if flips else hand) for hand in dealt)
        case Chose(seat, card):
            chosen = (*chosen[:seat], card, *chosen[seat + 1 :])
        case Revealed(cards=shown):
            everybody |= {card for card in shown if card is not None}
            chosen = (None,) * len(hands)
        case Flipped(card=card):
            everybody |= {card}
    return Known(everybody, hands, chosen)


# ------------------------------------------------------------------ what each was sent


@dataclass
class Audience:
    """Somebody, their seat and from which version on they have it, and everything that was sent to them."""

    name: str
    seat: int | None
    person: Person
    screen: bool = False
    since: int = 0
    got: list[tuple[str, str, bytes]] = field(default_factory=list)  # what was asked for, headers, body
    lines: list[Line] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.person.client.event_hooks["response"].append(self._note)

    def _note(self, response: httpx2.Response) -> None:
        assert response.status_code != 500, response.url
        asked = f"{response.request.method} {response.url.path} {response.status_code}"
        body = b"" if response.url.path.endswith("/wire") else response.read()
        headers = "\n".join(f"{name}: {value}" for name, value in response.headers.multi_items())
        self.got.append((asked, headers, body))

    def listen(self) -> int:
        """Hear all lines of the table until the game is over; returns the version of the last."""
        with wire(self.person, screen=int(self.screen)) as lines:
            for line in lines:
                self.got.append(("a line", "", json.dumps(line).encode()))
                self.lines.append(line)
                if is_over(line):
                    return int(line["v"])
        return 0

    def tables(self) -> Iterator[dict[str, Any]]:
        """Every table that programs are sent, once for each time it was asked for."""
        for asked, headers, body in self.got:
            if asked.startswith("GET /api/v1/tables/") and "application/json" in headers:
                yield json.loads(body)

    def pages(self) -> dict[tuple[str, int | None], str]:
        """Every page and patch with the version that it shows, once each, and what it answered."""
        found = {}
        for asked, headers, body in self.got:
            if "text/html" in headers:
                html = body.decode()
                version = re.search(r' data-v="(\d+)"', html)
                found[html, int(version[1]) if version else None] = asked
        return found


# ------------------------------------------------------------------ whole games


@pytest.mark.parametrize("game", GAMES)
def test_no_audience_is_sent_what_is_not_theirs(site: Site, game: str) -> None:
    """Two people and a bot play, Eve looks on without a seat, and all try what they should not.

    In a game of several rounds she has the seat of the bot from the second on. Bo's own browser shows the
    table on a big screen too, which everybody in the room sees.
    """
    ana, bo, eve = (Audience(name, None, site.person()) for name in ("Ana", "Bo", "Eve"))
    shorter = SHORTER[sixth.games[game].replace(seats=3).end.kind]
    table = ana.person.open("invite", game=game, seats=3, name="Ana", **shorter)
    ana.seat, bo.seat = 0, 1
    bo.person.join(table, name="Bo", text="Bo's own text")
    eve.person.go(f"/t/{table}")
    wall = Audience("the screen", None, site.person(), screen=True)
    wall.person.client.cookies.set(f"sixth-{table}", bo.person.token(), path=f"/t/{table}")
    wall.person.go(f"/t/{table}/screen")
    rng, people = Random(game), [ana.person, bo.person]

    def pry() -> None:
        if shorter and game != "elimination" and len(people) == 2:
            eve.person.look()
            eve.person.send("sit", name="Eve")
            people.append(eve.person)
        if rng.random() < 0.1:
            wall.person.go(f"/t/{table}/screen")
        if rng.random() < 0.25:
            _pry(rng.choice((ana, bo, eve)), site, rng)

    with ThreadPoolExecutor() as threads:
        heard = [threads.submit(each.listen) for each in (ana, bo, eve, wall)]
        try:
            ana.person.look()
            ana.person.send("begin", bots="nearest")
            play_on(people, rng, then=pry)
            eve.person.look()
            last = [each.result(PATIENCE) for each in heard]
        except BaseException:
            # Nobody listens for ever.
            site.tables.pubsub.close()
            raise

    log = site.log(table)
    known = knowledge(log)
    assert last == [len(log)] * 4
    if len(people) == 3:
        eve.seat, eve.since = 2, log.index(Sat(2, "Eve", HUMAN, hash_token(eve.person.token()))) + 1
        assert any(isinstance(each, RoundEnded) for each in log[: eve.since])
    for each in (ana, bo, eve, wall):
        _search(each, known)
        _search_for_secrets(each, (ana, bo, eve), log)
    _search_record(eve, log)


def _pry(each: Audience, site: Site, rng: Random) -> None:
    """Ask for what is not theirs, in ways that the pages do not offer."""
    client, table = each.person.client, each.person.table
    now = site.table(table)
    assert now.state is not None
    moment = {"round": str(now.state.round), "turn": str(now.state.turn)}
    headers = {"hx-request": "true"} if rng.random() < 0.5 else {}
    card = str(rng.randint(1, 104))
    ask = rng.randrange(10)
    if ask == 0 and each.seat is None:
        client.post(f"/t/{table}/choose", data={**moment, "card": card}, headers=headers)
    elif ask == 1:
        client.post(f"/t/{table}/choose", data={"round": "9", "turn": "99", "card": card}, headers=headers)
    elif ask == 2:
        client.post(f"/t/{table}/take", data={**moment, "place": "77"}, headers=headers)
    elif ask == 3 and now.playing:
        assert client.get(f"/t/{table}/games/{now.game_id}.sixth.jsonl").status_code == 404
    elif ask == 4:
        client.post(f"/t/{table}/choose", content=b"\xff\xfe=%ff&card", headers=headers)
    elif ask == 7:
        client.post(f"/t/{table}/say", data={"text": "hello"}, headers=headers)
    elif ask == 5:
        client.get(f"/t/{table}/qr.svg")
    elif ask in (8, 9):
        proof = {"authorization": f"Bearer {each.person.token()}"} if each.seat is not None else {}
        client.get(f"/api/v1/tables/{table}", headers=proof)
        wrong = {"game": now.games, **{name: int(number) for name, number in moment.items()}}
        client.post(f"/api/v1/tables/{table}/act", json={**wrong, "action": {"take": 77}}, headers=proof)
    else:
        each.person.look()


def _search(each: Audience, known: list[Known]) -> None:
    """Every card shown is one that this audience may know at that version, and so is every number told."""
    seen = 0
    for (page, version), asked in each.pages().items():
        html = LESSON.sub("", page)
        cards = {int(number) for found in CARD.findall(html) for number in found if number}
        if version is None:
            # The first page has a picture, drawn before there is a table.
            assert not cards or asked == "GET / 200", f"{each.name} sees cards in {asked}"
            continue
        now = known[version]
        seat = each.seat if version >= each.since else None
        may = now.everybody | (now.hands[seat] if seat is not None else frozenset())
        assert cards <= may, f"{each.name} sees {cards - may} in {asked}"
        told = re.sub(
            r"<[^>]*>", "", " ".join(part for found in _TOLD.findall(_RULES.sub("", html)) for part in found)
        )
        numbers = {int(number) for number in re.findall(r"\d+", _NO_CARDS.sub("", told))}
        assert numbers <= may, f"{each.name} is told of {numbers - may} in {asked}: {told}"
        chosen = re.findall(r'value="(\d+)" aria-pressed="true"', html)
        mine = now.chosen[seat] if seat is not None else None
        assert html.count("aria-pressed") == len(chosen)
        assert chosen in ([], [str(mine)])
        seen += len(cards)
    for table in each.tables():
        now = known[table["version"]]
        seat = each.seat if table["version"] >= each.since else None
        assert table["seat"] in (None, seat)
        seat = table["seat"]
        may = now.everybody | (now.hands[seat] if seat is not None else frozenset())
        cards = cards_of(table["view"])
        assert cards <= may, f"{each.name} is told of {cards - may} by the API"
        seen += len(cards)
    seen += sum([_search_line(each, line, known) for line in each.lines])
    assert seen > 100, "hardly a card was shown, so nothing was tested"


def _search_line(each: Audience, line: Line, known: list[Known]) -> int:
    """What a line of a page tells is known by then; returns how many cards it tells of."""
    seen = 0
    if full := line.get("full"):
        now, seat = known[line["v"]], each.seat if line["v"] >= each.since and not each.screen else None
        assert full["seat"] == seat
        cards = cards_of(full["view"])
        may = now.everybody | (now.hands[seat] if seat is not None else frozenset())
        assert cards <= may, f"{each.name} is told of {cards - may} by their line"
        assert full["view"] is None or full["view"]["chosen"] in (None, now.chosen[seat or 0])
        seen += len(cards)
    for at, event in enumerate(reversed(line.get("events", ()))):
        told = [value for name, value in event.items() if name in ("card", "cards", "taken", "rows")]
        cards = {int(number) for number in re.findall(r"\d+", json.dumps(told))}
        assert cards <= known[line["v"] - at].everybody, f"{each.name} is told of {cards} by an event"
        seen += len(cards)
    if own := line.get("own"):
        assert each.seat is not None
        assert own["chosen"] in (None, known[line["v"]].chosen[each.seat])
    return seen


def cards_of(view: dict[str, Any] | None) -> set[int]:
    """Every card that a view in JSON tells of: whatever is a number in what holds cards."""
    told = ("hand", "open_hands", "chosen", "rows", "piles", "open_deck")
    found = {name: view[name] for name in told} if view else {}
    pending = [card for card, _ in view["pending"]] if view else []
    shown = [
        value
        for event in (view["history"] if view else ())
        for name, value in event.items()
        if name in ("card", "cards", "taken")
    ]
    actions = view.get("legal", ()) if view else ()
    legal = [card for action in actions for name, card in action.items() if name != "take"]
    numbers = re.findall(r"\d+", json.dumps([found, pending, shown, legal]))
    return {int(number) for number in numbers}


# Everything in a page that tells which card it is: class, id, value, text.
CARD = re.compile(
    r'class="card[^"]* c(\d+)"|id="[hp](\d+)" class="card|name="card" value="(\d+)"'
    r'|class="card[^>]*><b[^>]*>(\d+)<'
)
# The rules of the game, which tell of all cards, and what the host has set up.
# The rules, and what was shown to all in rounds that are over.
_RULES = re.compile(
    r'<aside class="in-force".*?</aside>|<section class="kept".*?</section>|<nav class="moments".*?</nav>',
    re.DOTALL,
)
# What somebody may try who has never played; it is the same at all tables.
LESSON = re.compile(r'<aside id="lesson".*?</aside>', re.DOTALL)
# The sentences of a page, and what they tell with numbers that are no cards.
_TOLD = re.compile(r'<h1 id="prompt"[^>]*>(.*?)</h1>|<li>(.*?)</li>|<p-add to="say">(.*?)</p-add>')
_NO_CARDS = re.compile(
    r"\+\d+|(row|round|turn) \d+|\d+ heads?|\d+(st|nd|rd|th) of \d+|(Heads|Totals?): [^.]*\.|&#\d+;",
    re.IGNORECASE,
)


def _search_for_secrets(each: Audience, everybody: tuple[Audience, ...], log: Log) -> None:
    secrets = [happening.secret for happening in log if isinstance(happening, Opened)]
    secrets += [happening.next_secret for happening in log if isinstance(happening, Began)]
    hashes = {found for happening in log if (found := getattr(happening, "token", None))}
    assert secrets
    tokens = [other.person.token() for other in everybody if other.seat is not None]
    assert hashes == {hash_token(token) for token in tokens}
    mine = each.person.token() if each.seat is not None else None
    for asked, headers, body in each.got:
        text = headers + body.decode()
        assert not any(secret in text for secret in secrets), asked
        assert not any(kept in text for kept in hashes), asked
        assert not any(other in text for other in tokens if other != mine), asked
        assert mine is None or mine not in body.decode(), "scripts could read the token"


def _search_record(each: Audience, log: Log) -> None:
    """The record of an ended game has the secret of that game, and not that of the next."""
    (path,) = re.findall(r'"(/t/[^"]*\.sixth\.jsonl)"', each.person.page.html)
    record = each.person.client.get(path).text
    assert isinstance(log[0], Opened)
    (next_secret,) = (happening.next_secret for happening in log if isinstance(happening, Began))
    assert log[0].secret in record
    assert next_secret not in record


# ------------------------------------------------------------------ twins


@pytest.fixture
def other_site(tmp_path: Path) -> Iterator[Site]:
    """A second site."""
    with hosting(tmp_path / "other") as site:
        yield site


@pytest.mark.parametrize("game", GAMES)
def test_anothers_hidden_cards_change_no_byte_of_ones_own(site: Site, other_site: Site, game: str) -> None:
    """Two tables that differ only in what others hold and have chosen: pages and news are the same bytes."""
    rng = Random(game)
    log = whole(sixth.games[game].replace(seats=3), seed=6)
    moments = [table.version for table in _tables(log) if table.version >= 8 and _may_differ(table)]
    different = 0
    for number, version in enumerate(rng.sample(moments, 8)):
        seat = (0, 1, 2, None)[number % 4]
        this, that = log[:version], twin(log[:version], seat, rng)
        different += this != that
        got = [_shown(on, f"{game}-{number}", what, seat) for on, what in ((site, this), (other_site, that))]
        assert got[0] == got[1]
    assert different > 2, "hardly a twin differed, so nothing was tested"


@pytest.mark.parametrize("how", ["away", "back", "late"])
@pytest.mark.parametrize("game", ["classic", "both-ends"])
def test_what_a_bot_has_chosen_for_somebody_changes_no_byte_before_the_reveal(
    site: Site, other_site: Site, game: str, how: str
) -> None:
    """Nor does it when they choose for themselves, be it the same card as the bot: nobody has its advice."""
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
        shown = []
        for on, card in zip((site, other_site), cards, strict=True):
            gone = TimedOut(1) if how == "late" else StoodIn(1, "Alma", "champion", "left")
            after = (*log, gone, Chose(1, card), *((Returned(1),) if how == "back" else ()))
            got = _shown(on, f"{seat}", after, seat)
            for own in cards if how != "away" else ():
                on.store.append(f"{seat}-{own}", 0, after)
                got += _chosen(on, f"{seat}-{own}", state, own, seat)
            shown.append(got)
        assert shown[0] == shown[1]


def _chosen(site: Site, table: str, state: State, card: int, seat: int | None) -> list[bytes]:
    """What it is answered when seat 1 chooses this card, and what `seat` is sent of the table then."""
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
    got = _told(first(reader, since=version))
    return [_head(answer), answer.content, *got, reader.client.get(f"/t/{table}").content]


def _told(lines: list[Line]) -> list[bytes]:
    """Lines as they came, but for the time at which they did."""
    return [json.dumps(line | {"now": 0}).encode() for line in lines]


def _tables(log: Log) -> list[Table]:
    """A table after each event but the last."""
    return [table for _, table in steps(fold("table", log[:1]), log[1:-1])]


def _may_differ(table: Table) -> bool:
    """Whether a game goes on that a server would leave as it is, and that has something hidden."""
    hidden = table.state is not None and (any(table.state.chosen) or not table.rules.drafts)
    return table.playing and not gameplay.dealers_turn(table) and not table.between_rounds and hidden


def _guest(site: Site) -> Person:
    """Somebody for whom all sites have the same address: it is in the link by which one invites."""
    person = site.person()
    person.client.headers["host"] = "sixth.example.org"
    return person


def _shown(site: Site, table: str, log: Log, seat: int | None) -> list[bytes]:
    """Everything that a seat is sent of a table with that log, what comes before a page, too."""
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
    got = [body]
    got += _told(first(person))
    got += _told(first(person, since=max(1, len(log) - 12)))
    queries = (f"after={max(1, len(log) - 12)}", "after=1", "talk=1", "screen=1")
    got += [client.get(f"/t/{table}/patch?{query}").content for query in queries]
    moment = {"round": "1", "turn": "99"}
    got.append(client.post(f"/t/{table}/choose", data={**moment, "card": "1"}).content)
    game = next(each.game for each in reversed(log) if isinstance(each, Began))
    assert any(b"content-encoding: gzip" in head and b"content-length" in head for head in heads)
    pages = ("screen", "history", f"games/{game}.sixth.jsonl")
    got.append(client.get(f"/api/v1/tables/{table}", headers=proof).content)
    assert b'"view":"sixth-view/1"' in got[-1]
    path = f"/api/v1/tables/{table}/events"
    with client.stream("GET", path, params={"since": max(1, len(log) - 12)}, headers=proof) as stream:
        for line in stream.iter_lines():
            got.append(line.encode())
            if json.loads(line)["line"] in ("ask", "said") or json.loads(line)["v"] == len(log):
                break
    with client.stream("GET", path, headers=proof) as stream:
        got.append(next(stream.iter_lines()).encode())
    for what in ({"choose": 1}, {"take": 0}, {"pick": 1}):
        asked = {"game": 1, "round": 1, "turn": 99, "action": what}
        got.append(client.post(f"/api/v1/tables/{table}/act", json=asked, headers=proof).content)
    return [*got, *(client.get(f"/t/{table}/{page}").content for page in pages), *heads]


def _head(answer: httpx2.Response) -> bytes:
    """What comes before an answer, but for the time: how long it is when compressed, tags, cookies."""
    told = [f"{name}: {value}" for name, value in answer.headers.multi_items() if name != "date"]
    return "\n".join([f"{answer.status_code}", *told]).encode()
