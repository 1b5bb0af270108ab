"""Tables to be attacked, what is sent at them byte by byte, and what is wrong with an answer."""

import gzip
import json
import re
import socket
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from http.client import HTTPException, HTTPResponse
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Final

from sqlalchemy import func, select

import sixth
from sixth import bots
from sixth.server.store.schema import log as log_table
from sixth.server.table import gameplay
from sixth.server.table.config import TableConfig
from sixth.server.table.events import Arranged, Began, Opened, Sat
from sixth.server.table.fold import fold
from sixth.server.table.state import Table
from sixth.server.web.middleware.security import HEADERS
from tests.server.support.hosting import Site
from tests.server.support.logs import Log, moves, sitting, token, whole
from tests.server.support.pages import Page
from tests.server.support.serving import PATIENCE
from tests.server.web.test_secrets import CARD, LESSON, knowledge

GAMES = ("classic", "logic", "halves", "kids", "both-ends")
SEATS = 3

# ------------------------------------------------------------------ what is sent


@dataclass(frozen=True)
class Ask:
    """A request as it goes over the line; `table` and `seat` are whose it claims to be, for the check."""

    method: str
    target: bytes
    headers: tuple[tuple[bytes, bytes], ...] = ()
    body: bytes = b""

    def raw(self) -> bytes:
        """Its bytes; whatever its own headers say, they come last."""
        named = {name.lower() for name, _ in self.headers}
        usual = [(b"Host", b"sixth.test"), (b"Connection", b"close")]
        if self.body:
            usual.append((b"Content-Length", b"%d" % len(self.body)))
        headers = [*((name, value) for name, value in usual if name.lower() not in named), *self.headers]
        lines = b"".join(b"%s: %s\r\n" % header for header in headers)
        return b"%s %s HTTP/1.1\r\n%s\r\n%s" % (self.method.encode(), self.target, lines, self.body)


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        """Its words."""
        body = gzip.decompress(self.body) if self.headers.get("content-encoding") == "gzip" else self.body
        return body.decode()


def sent(port: int, raw: bytes, method: str = "GET") -> Answer | None:
    """The answer to these bytes; None where the connection is closed without one.

    Of an answer that does not end, such as a stream of news, it is what comes first.
    """
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        # It may be refused before all of it has been sent; that is said all the same.
        with suppress(BrokenPipeError, ConnectionResetError):
            connection.sendall(raw)
        return heard(connection, method)


def heard(connection: socket.socket, method: str = "GET") -> Answer | None:
    """The next answer on a connection."""
    response = HTTPResponse(connection, method=method)
    try:
        response.begin()
        headers = {name.lower(): value for name, value in response.getheaders()}
        streams = headers.get("content-type", "").startswith(("text/event-stream", "application/x-ndjson"))
        body = response.read1(65_536) if streams else response.read()
    except (HTTPException, ConnectionResetError):
        return None
    return Answer(response.status, headers, body)


class _Kept(BytesIO):
    """What came on a connection, as one reads it answer by answer."""

    def makefile(self, _how: str) -> "_Kept":
        return self

    def close(self) -> None:
        """More may be in it."""


def all_heard(got: bytes) -> list[Answer]:
    """The answers in what came."""
    kept, found = _Kept(got), []
    while answer := heard(kept):  # type: ignore[arg-type]  # all that is needed of a socket
        found.append(answer)
    return found


# ------------------------------------------------------------------ what is attacked


@dataclass
class Target:
    """A table at a moment; whenever somebody got something done there, another takes its place."""

    log: Log
    id: str = ""
    known: int = 0

    @property
    def table(self) -> Table:
        """The table at its moment."""
        return fold(self.id, self.log)


@dataclass
class Targets:
    """Tables of three people at every kind of moment, by what is asked for there."""

    site: Site
    by_name: dict[str, Target] = field(default_factory=dict)
    _numbers: Iterator[int] = field(default_factory=count)
    _logs: dict[str, Log] = field(default_factory=dict)
    _secrets: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        # On a busy machine the coach would else not be ready when it is asked first.
        bots.get_ready()
        for name, log in _moments():
            self.by_name[name] = Target(log)
            self._secrets |= set(_secrets(log))
            self._put(name)

    @property
    def port(self) -> int:
        """Where the site answers."""
        return int(self.site.url.rpartition(":")[2])

    def _put(self, name: str) -> None:
        target = self.by_name[name]
        target.id = f"{name}-{next(self._numbers)}"
        log = tuple(
            replace(each, game=f"game-{target.id}") if isinstance(each, Began) else each
            for each in target.log
        )
        self._logs[target.id] = log
        self.site.store.append(target.id, 0, log)
        target.known = len(log)

    def attack(self, ask: Ask, name: str = "", seat: int | None = None, *, fits: bool = False) -> str:
        """Send it; what is wrong with what comes of it, or "".

        `name` is the table that it is about, `seat` whose token it holds there; `fits` says that it is what
        the document of the API asks for.
        """
        answer = sent(self.port, ask.raw(), ask.method)
        if answer is None:
            return f"no answer to {ask}"
        table = self.by_name[name].id if name else ""
        wrong = [
            *faults(answer, ask.method),
            *(("it does not fit",) if fits and _MISFIT.search(answer.text) else ()),
            *self._moved(answer),
            *self._leaks(answer, table if ask.target.startswith(b"/t/") else "", seat),
        ]
        return f"{wrong}: {name} {seat} {ask} -> {answer.status}"[:1200] if wrong else ""

    def _moved(self, answer: Answer) -> Iterator[str]:
        """What has happened at a table although the answer says that nothing was done."""
        ids = {target.id: name for name, target in self.by_name.items()}
        counted = select(log_table.c.table_id, func.max(log_table.c.version)).where(
            log_table.c.table_id.in_(ids)
        )
        found = self.site.store.read(
            lambda connection: connection.execute(counted.group_by(log_table.c.table_id)).all()
        )
        for table, version in found:
            name = ids[table]
            if version != self.by_name[name].known:
                if answer.status >= 400:
                    yield f"{name} has moved"
                self._put(name)

    def _leaks(self, answer: Answer, table: str, seat: int | None) -> Iterator[str]:
        """What somebody on this seat, or on none, is sent that is not theirs."""
        got = "\n".join(answer.headers.values()) + LESSON.sub("", answer.text)
        if any(secret in got for secret in self._secrets):
            yield "a secret of the dealer, or what a token is kept as"
        if any(token(other) in got for other in range(SEATS) if other != seat):
            yield "a token"
        version = re.search(r' data-v="(\d+)"', got)
        if version and table:
            log = self._logs[table]
            log = log if len(log) >= int(version[1]) else self.site.log(table)
            now = knowledge(log)[int(version[1])]
            cards = {int(number) for shown in CARD.findall(got) for number in shown if number}
            if not cards <= now.public | (now.hands[seat] if seat is not None else frozenset()):
                yield f"cards of others among {cards}"

    def lost(self) -> Iterator[str]:
        """The tables whose log does not go on from what it was."""
        return (table for table, log in self._logs.items() if self.site.log(table)[: len(log)] != log)


def _moments() -> Iterator[tuple[str, Log]]:
    rules = sixth.games["classic"].replace(seats=SEATS + 1)
    yield "waiting", sitting(rules, 1)[: SEATS + 1]
    seen = set()
    for number, game in enumerate(GAMES):
        rules = sixth.games[game].replace(seats=SEATS)
        log = sitting(rules, number)
        for table, done in moves(rules, number, rounds=2):
            moment = _asks(table)
            if moment and moment not in seen:
                seen.add(moment)
                yield moment, log
                if moment == "choose":
                    yield "closed", (*log, Arranged(TableConfig(spectators=False)))
            log += done
    assert seen == {"choose", "take", "pick", "flip", "between"}, seen
    yield "over", whole(sixth.games["classic"].replace(seats=SEATS, end=sixth.End("rounds", 1)), seed=9)


def _secrets(log: Log) -> Iterator[str]:
    """What nobody may be sent: tokens as they are kept, and what games are dealt from until they are over."""
    state = fold("", log).state
    for each in log:
        match each:
            case Sat(token=str(found)) | Began(next_secret=found):
                yield found
            case Opened(secret=found) if state is None or not state.over:
                yield found


def _asks(table: Table) -> str:
    """What a table waits for that only people do; "" where something else comes first."""
    state = table.state
    if state is None or state.over or gameplay.dealers_turn(table):
        return ""
    return "between" if table.between_rounds else str(state.phase)


# ------------------------------------------------------------------ what is wrong with an answer

_TELLS: Final = (
    "Traceback",
    "site-packages",
    ".py",
    "sqlalchemy",
    "psycopg",
    "pydantic",
    "Exception",
    "Internal Server Error",
    str(Path(sixth.__file__).parents[2]),
    str(Path.home()) + "/",
)
"""What only somebody's own fault would show."""

_MISFIT: Final = re.compile('"code":"(not-json|wrong-body|missing-field|unknown-field|wrong-value)"')
"""How the API refuses what the document does not allow."""

_NO_HTTP: Final = (b"Invalid HTTP request received.", b"That request is too long.")

_HEADERS: Final = {
    *(name.lower() for name in HEADERS),
    *("date", "content-length", "content-type", "content-encoding", "content-disposition", "connection"),
    *(
        "transfer-encoding",
        "vary",
        "location",
        "set-cookie",
        "allow",
        "accept-ranges",
        "content-range",
        "etag",
    ),
    *(
        "last-modified",
        "x-accel-buffering",
        "sixth-field",
        "retry-after",
        "www-authenticate",
        "server",
        "strict-transport-security",
    ),
}


def faults(answer: Answer, method: str) -> Iterator[str]:
    """What is wrong with an answer, whatever was asked."""
    if answer.body in _NO_HTTP:
        # Said by the server before there is a request.
        return
    if answer.status >= 500:
        yield "a fault of ours"
    for name, value in HEADERS.items():
        got = answer.headers.get(name.lower())
        if got is None or (got != value and name != "Cache-Control"):
            yield f"{name} is {got!r}"
    yield from (f"the header {name!r}" for name in answer.headers if name not in _HEADERS)
    place = answer.headers.get("location", "/")
    if not re.match(r"/(?!/)|http://sixth\.test/(?!/)", place):
        yield f"it leads to {place!r}"
    yield from (f"{tell!r} in it" for tell in _TELLS if tell in answer.text)
    if answer.status >= 400 and method != "HEAD":
        said = sentences(answer)
        if len(said) != 1 or not re.fullmatch(r"\w[^\n]*[.?!]", said[0]):
            yield f"it says {said}"


def sentences(answer: Answer) -> list[str]:
    """What an answer that refuses something says, each thing once."""
    if answer.headers.get("content-type") == "application/problem+json":
        return [json.loads(answer.text)["detail"]]
    if not answer.text.startswith("<!doctype"):
        return [answer.text.rstrip()]
    page = Page(LESSON.sub("", answer.text))
    told = [
        each.text
        for each in page.root.all()
        if each.id == "note" or "wrong" in each.classes or each.given.get("role") == "alert"
    ]
    return sorted({each for each in told if each}) or [next(page.root.all("h1")).text + "."]
