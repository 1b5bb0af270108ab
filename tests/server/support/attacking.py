"""Attacks on tables: requests byte by byte, tables at all kinds of moments, and checks of answers."""

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

# ------------------------------------------------------------------ requests and answers


@dataclass(frozen=True)
class Ask:
    """A request in its bytes."""

    method: str
    target: bytes
    headers: tuple[tuple[bytes, bytes], ...] = ()
    body: bytes = b""

    def raw(self) -> bytes:
        """Return the bytes of the request; its own headers come last, in place of the usual ones."""
        own = {name.lower() for name, _ in self.headers}
        usual = [(b"Host", b"sixth.test"), (b"Connection", b"close")]
        if self.body:
            usual.append((b"Content-Length", b"%d" % len(self.body)))
        headers = [*((name, value) for name, value in usual if name.lower() not in own), *self.headers]
        lines = b"".join(b"%s: %s\r\n" % header for header in headers)
        return b"%s %s HTTP/1.1\r\n%s\r\n%s" % (self.method.encode(), self.target, lines, self.body)


@dataclass(frozen=True)
class Answer:
    """An answer to a request."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        """The text of the body; that of a picture is damaged."""
        body = gzip.decompress(self.body) if self.headers.get("content-encoding") == "gzip" else self.body
        is_picture = self.headers.get("content-type") == "image/png"
        return body.decode(errors="replace" if is_picture else "strict")


def exchange(port: int, raw: bytes, method: str = "GET") -> Answer | None:
    """Send these bytes and return the answer; None if the connection is closed without one.

    Of an answer that does not end, such as a stream of news, return the first part.
    """
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        # The server may refuse a request before it has all bytes, and answers it all the same.
        with suppress(BrokenPipeError, ConnectionResetError):
            connection.sendall(raw)
        return read_answer(connection, method)


def read_answer(connection: socket.socket, method: str = "GET") -> Answer | None:
    """Read the next answer on a connection; return None if there is none."""
    response = HTTPResponse(connection, method=method)
    try:
        response.begin()
        headers = {name.lower(): value for name, value in response.getheaders()}
        streams = headers.get("content-type", "").startswith(("text/event-stream", "application/x-ndjson"))
        body = response.read1(65_536) if streams else response.read()
    except (HTTPException, ConnectionResetError):
        return None
    return Answer(response.status, headers, body)


class _Received(BytesIO):
    """The bytes of a connection, from which answers are read one by one."""

    def makefile(self, _mode: str) -> "_Received":
        return self

    def close(self) -> None:
        """Stay open, as more answers may follow."""


def read_answers(body: bytes) -> list[Answer]:
    """Return the answers in the bytes of a connection."""
    received, answers = _Received(body), []
    while answer := read_answer(received):  # type: ignore[arg-type]  # the needed part of a socket
        answers.append(answer)
    return answers


# ------------------------------------------------------------------ tables


@dataclass
class Target:
    """A table at a moment; after a request has changed it, another table takes its place."""

    log: Log
    id: str = ""
    version: int = 0

    @property
    def table(self) -> Table:
        """The table at this moment."""
        return fold(self.id, self.log)


@dataclass
class Targets:
    """Tables of three people at every kind of moment, by the names of the moments."""

    site: Site
    by_name: dict[str, Target] = field(default_factory=dict)
    _numbers: Iterator[int] = field(default_factory=count)
    _logs: dict[str, Log] = field(default_factory=dict)
    _secrets: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        # Otherwise, on a busy machine, the coach would not be ready for the first request.
        bots.get_ready()
        for name, log in _moments():
            self.by_name[name] = Target(log)
            self._secrets |= set(_secrets(log))
            self._add_table(name)

    def _add_table(self, name: str) -> None:
        target = self.by_name[name]
        target.id = f"{name}-{next(self._numbers)}"
        log = tuple(
            replace(each, game=f"game-{target.id}") if isinstance(each, Began) else each
            for each in target.log
        )
        self._logs[target.id] = log
        self.site.store.append(target.id, 0, log)
        target.version = len(log)

    def attack(self, ask: Ask, name: str = "", seat: int | None = None, *, fits: bool = False) -> str:
        """Send a request; return the faults of its answer and its effects, or "".

        `name` is the moment of its table, `seat` the seat whose token it has there; `fits` is whether the
        request is valid by the document of the API.
        """
        answer = exchange(self.site.port, ask.raw(), ask.method)
        if answer is None:
            return f"no answer to {ask}"
        table = self.by_name[name].id if name else ""
        wrong = [
            *faults(answer, ask.method),
            *(("it does not fit",) if fits and _MISFIT.search(answer.text) else ()),
            *self._changes(answer),
            *self._leaks(answer, table if ask.target.startswith(b"/t/") else "", seat),
        ]
        return f"{wrong}: {name} {seat} {ask} -> {answer.status}"[:1200] if wrong else ""

    def _changes(self, answer: Answer) -> Iterator[str]:
        """Yield the tables that have moved although the answer is a refusal."""
        ids = {target.id: name for name, target in self.by_name.items()}
        query = select(log_table.c.table_id, func.max(log_table.c.version)).where(
            log_table.c.table_id.in_(ids)
        )
        versions = self.site.store.read(
            lambda connection: connection.execute(query.group_by(log_table.c.table_id)).all()
        )
        for table, version in versions:
            name = ids[table]
            if version != self.by_name[name].version:
                if answer.status >= 400:
                    yield f"{name} has moved"
                self._add_table(name)

    def _leaks(self, answer: Answer, table: str, seat: int | None) -> Iterator[str]:
        """Yield the secrets in an answer to this seat, or to a spectator."""
        text = "\n".join(answer.headers.values()) + LESSON.sub("", answer.text)
        if any(secret in text for secret in self._secrets):
            yield "a secret of the dealer, or the hash of a token"
        if any(token(other) in text for other in range(SEATS) if other != seat):
            yield "a token"
        version = re.search(r' data-v="(\d+)"', text)
        if version and table:
            log = self._logs[table]
            log = log if len(log) >= int(version[1]) else self.site.log(table)
            now = knowledge(log)[int(version[1])]
            cards = {int(number) for match in CARD.findall(text) for number in match if number}
            if not cards <= now.public | (now.hands[seat] if seat is not None else frozenset()):
                yield f"cards of others among {cards}"

    def lost(self) -> Iterator[str]:
        """Return the tables whose logs have lost or changed events."""
        return (table for table, log in self._logs.items() if self.site.log(table)[: len(log)] != log)


def _moments() -> Iterator[tuple[str, Log]]:
    rules = sixth.games["classic"].replace(seats=SEATS + 1)
    yield "waiting", sitting(rules, 1)[: SEATS + 1]
    names = set()
    for number, game in enumerate(GAMES):
        rules = sixth.games[game].replace(seats=SEATS)
        log = sitting(rules, number)
        for table, events in moves(rules, number, rounds=2):
            name = _moment(table)
            if name and name not in names:
                names.add(name)
                yield name, log
                if name == "choose":
                    yield "closed", (*log, Arranged(TableConfig(spectators=False)))
            log += events
    assert names == {"choose", "take", "pick", "flip", "between"}, names
    yield "over", whole(sixth.games["classic"].replace(seats=SEATS, end=sixth.End("rounds", 1)), seed=9)


def _secrets(log: Log) -> Iterator[str]:
    """Yield the secrets in a log: hashes of tokens, and secrets of deals until their games are over."""
    state = fold("", log).state
    for each in log:
        match each:
            case Sat(token=str(secret)) | Began(next_secret=secret):
                yield secret
            case Opened(secret=secret) if state is None or not state.over:
                yield secret


def _moment(table: Table) -> str:
    """Return the action for which a table waits; "" if it does not wait for a person."""
    state = table.state
    if state is None or state.over or gameplay.dealers_turn(table):
        return ""
    return "between" if table.between_rounds else str(state.phase)


# ------------------------------------------------------------------ faults of answers

_TELLS: Final = (
    *("Traceback", "site-packages", ".py", "sqlalchemy", "psycopg", "pydantic", "Exception"),
    *("Internal Server Error", str(Path(sixth.__file__).parents[2]), f"{Path.home()}/"),
)
"""Texts that only an error of the server would show."""

_MISFIT: Final = re.compile('"code":"(not-json|wrong-body|missing-field|unknown-field|wrong-value)"')
"""The codes with which the API refuses an invalid request."""

_NO_HTTP: Final = (b"Invalid HTTP request received.", b"That request is too long.")

_USUAL: Final = """date content-length content-type content-encoding content-disposition connection location
transfer-encoding vary set-cookie allow accept-ranges content-range etag last-modified server retry-after
x-accel-buffering sixth-field www-authenticate strict-transport-security"""
_HEADERS: Final = {*(name.lower() for name in HEADERS), *_USUAL.split()}


def faults(answer: Answer, method: str) -> Iterator[str]:
    """Yield the faults of an answer to any request."""
    if answer.body in _NO_HTTP:
        # The server answers so before it has a request.
        return
    if answer.status >= 500:
        yield "an error of the server"
    for name, value in HEADERS.items():
        header = answer.headers.get(name.lower())
        if header is None or (header != value and name != "Cache-Control"):
            yield f"{name} is {header!r}"
    yield from (f"the header {name!r}" for name in answer.headers if name not in _HEADERS)
    place = answer.headers.get("location", "/")
    if not re.match(r"/(?!/)|http://sixth\.test/(?!/)", place):
        yield f"it leads to {place!r}"
    yield from (f"{tell!r} in it" for tell in _TELLS if tell in answer.text)
    if answer.status >= 400 and method != "HEAD":
        texts = sentences(answer)
        if len(texts) != 1 or not re.fullmatch(r"\w[^\n]*[.?!]", texts[0]):
            yield f"it says {texts}"


def sentences(answer: Answer) -> list[str]:
    """Return the sentences of a refusal, each once."""
    if answer.headers.get("content-type") == "application/problem+json":
        return [json.loads(answer.text)["detail"]]
    if not answer.text.startswith("<!doctype"):
        return [answer.text.rstrip()]
    page = Page(LESSON.sub("", answer.text))
    notes = [
        each.text
        for each in page.root.all()
        if each.id == "note" or "wrong" in each.classes or each.attributes.get("role") == "alert"
    ]
    return sorted({each for each in notes if each}) or [next(page.root.all("h1")).text + "."]
