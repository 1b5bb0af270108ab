"""What goes wrong around a server costs nobody a move, and no table stands still for it."""

import json
import os
import resource
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from random import Random

import httpx2
import pytest

import sixth
from sixth.cli.app import run
from sixth.rules.events import Placed, Revealed
from sixth.server.core.wall_clock import Steady
from sixth.server.store.sql import SqlStore
from sixth.server.table import gameplay
from sixth.server.table.events import TimedOut
from sixth.server.table.state import fold
from tests.server.service.test_deadlines import begun_log
from tests.server.support.clocks import ID, START
from tests.server.support.hosting import Site, hosting, until
from tests.server.support.logs import whole
from tests.server.support.playing import Person, play_on
from tests.server.support.postgres import Postgres
from tests.server.support.serving import PATIENCE, Server, serving
from tests.server.support.wire import Known, Line, is_over

KINDS = ("sqlite", "postgresql")


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    return empty(request.param, tmp_path, request)


def empty(kind: str, folder: Path, request: pytest.FixtureRequest) -> str:
    """An empty database of a kind."""
    if kind == "sqlite":
        return f"sqlite:///{folder}/sixth.sqlite3"
    database: Postgres = request.getfixturevalue("database")
    return database.make()


@contextmanager
def person(server: Server) -> Iterator[Person]:
    """Somebody with a browser of their own."""
    with httpx2.Client(base_url=server.url, follow_redirects=True, timeout=PATIENCE) as client:
        yield Person(client)


# ------------------------------------------------------------------ a full disk


@contextmanager
def full(server: Server) -> Iterator[None]:
    """As long as this lasts, no file of the server's process grows: what there is can be read."""
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (8192, resource.RLIM_INFINITY))
    yield
    unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)


def test_a_full_disk_is_told_of_and_nothing_is_half_done(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/data/sixth.sqlite3"
    late = "A request could not be answered: .*|The bots of a table wait for the database: .*"
    with serving(tmp_path / "data", complaints=late) as server, person(server) as ana, person(server) as bo:
        table = ana.open("invite", seats=3, name="Ana")
        bo.join(table, name="Bo")
        ana.look()
        ana.send("begin", bots="nearest")
        bo.look()
        with closing(SqlStore(url)) as store:
            known, tables = store.load(table), store.tables()
            with full(server):
                cannot_keep(ana)
                assert (store.load(table), store.tables()) == (known, tables)
            assert chooses(ana).status_code == 200
            bo.look()
            bo.send("hand", card_of(bo))
            until(
                lambda: any(isinstance(each, Revealed) for each in store.load(table)), "the turn was played"
            )
            assert store.load(table)[: len(known)] == known
        until(lambda: readiness(ana.client)[0] == 200, "it said that it can serve")
    assert run(["db", "check", "--database", url]) == 0


def card_of(person: Person) -> str:
    """The first card that they may choose."""
    return next(value for name, value in person.page.forms["hand"].buttons if name == "card")


def chooses(person: Person) -> httpx2.Response:
    """The answer to somebody who chooses the first card, on a page that stays as it was."""
    choice = person.page.forms["hand"]
    return person.client.post(choice.action, data={**choice.fields, "card": card_of(person)})


def cannot_keep(ana: Person) -> None:
    """What somebody who holds cards does is refused in a sentence, and what there was can be seen."""
    for _ in range(2):
        answer = chooses(ana)
        assert answer.status_code == 503
        assert "database of this site isn" in answer.text
    assert ana.client.post("/tables", data=ana_opens()).status_code == 503
    assert readiness(ana.client) == (503, "Not ready: nothing can be written to the database.\n")
    assert ana.client.get(f"/t/{ana.table}").status_code == 200


def readiness(client: httpx2.Client) -> tuple[int, str]:
    """Whether a server says that it can serve."""
    answer = client.get("/readyz")
    return answer.status_code, answer.text


def ana_opens() -> dict[str, str]:
    """A form that opens a table."""
    return {"game": "classic", "seats": "2", "bots": "careful", "name": "Ana", "how": "invite"}


# ------------------------------------------------------------------ a clock that is set back


def test_the_time_of_a_site_never_goes_back_and_never_stands() -> None:
    wall, ticks = [1000], [0]
    now = Steady(lambda: wall[0], ticks=lambda: ticks[0], not_before=900)

    def passes(real: int, told: int) -> int:
        ticks[0] += real
        wall[0] += told
        return now()

    assert now() == 1000
    assert passes(10, 10) == 1010
    assert passes(10, -500) == 1020
    assert passes(100, 100) == 1120
    # The machine has slept, in which nothing ticks, or the clock was wrong and is right now.
    assert passes(1, 2000) == wall[0]
    assert Steady(lambda: 100, ticks=lambda: 0, not_before=900)() == 900


BACK = """
import pathlib, time
_real, _file = time.time_ns, pathlib.Path({file!r})
time.time_ns = lambda: _real() - int(_file.read_text()) * 10**9
"""
"""Has the clock of the machine say, in this process, what it would if it had been set back."""


def test_a_clock_that_is_set_back_stops_no_table(url: str, tmp_path: Path) -> None:
    """By an hour while a server runs, and by another before it is started again; turns last a second."""
    file = tmp_path / "back"

    def set_back(hours: int) -> None:
        (tmp_path / "new").write_text(str(hours * 3600))
        (tmp_path / "new").replace(file)

    set_back(0)
    with closing(SqlStore(url)) as store:
        store.append(ID, 0, begun_log(1), alarm=START)

        def timeouts() -> int:
            return sum(isinstance(each, TimedOut) for each in store.load(ID))

        first, warned = BACK.format(file=str(file)), "The database is at .*, but the clock of .*"
        with serving(tmp_path / "data", database=url, first=first, complaints=warned) as server:
            until(lambda: timeouts() >= 1, "a turn was played in time")
            set_back(1)
            known = timeouts()
            until(lambda: timeouts() > known, "turns went on being played")
            server.kill()
            set_back(2)
            server.restart()
            known = timeouts()
            until(lambda: timeouts() > known, "turns were played after a new start, too")


# ------------------------------------------------------------------ those who do not read

IMPATIENT = "from sixth.server.ops import process\nprocess.UNREAD_TIMEOUT_MS = 1500"
"""Has a server wait a second and a half for whoever reads nothing, in place of half a minute."""


def stream(person: Person, port: int, *, since: int = 0, buffer: int = 0) -> socket.socket:
    """A connection on which the lines of a table have been asked for."""
    connection = socket.socket()
    if buffer:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        # As over a network; packets of this machine to itself would not fit there.
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 1400)
    connection.settimeout(PATIENCE)
    connection.connect(("127.0.0.1", port))
    cookies = "; ".join(f"{name}={value}" for name, value in person.client.cookies.items())
    head = [f"GET /t/{person.table}/wire?since={since} HTTP/1.1", "Host: 127.0.0.1"]
    head += [f"Cookie: {cookies}"] if cookies else []
    connection.sendall("".join(f"{line}\r\n" for line in [*head, ""]).encode())
    return connection


def test_those_who_do_not_read_are_cut_off_and_cost_little(tmp_path: Path) -> None:
    """Thirty of them, while whole games are played; who reads slowly is at the end in the end."""
    with ExitStack() as stack:
        server = stack.enter_context(serving(tmp_path / "data", first=IMPATIENT))
        ana = stack.enter_context(person(server))
        ana.open("play", game="kids", seats=6, bots="nearest", name="Ana")
        until(lambda: ana.client.get("/readyz").text == "Ready.\n", "the bots were ready")
        before = memory(server), connections(server)
        for _ in range(30):
            stack.enter_context(stream(ana, server.port, buffer=4096))
        with ThreadPoolExecutor() as threads:
            over: list[bool] = []
            reading = threads.submit(read_slowly, ana, server.port, lambda: bool(over))
            play_on([ana], Random(1))
            over.append(True)
            heard = reading.result()
        until(lambda: connections(server) <= before[1] + 2, "those who read nothing were cut off")
        assert (ana.page.version or 0) > 200
        assert heard.version == ana.page.version
        assert memory(server) - before[0] < 60_000_000


def memory(server: Server) -> int:
    """The bytes that a server takes."""
    words = Path(f"/proc/{server.process.pid}/statm").read_text().split()
    return int(words[1]) * os.sysconf("SC_PAGESIZE")


def connections(server: Server) -> int:
    """How many sockets it has open."""
    found = 0
    for each in Path(f"/proc/{server.process.pid}/fd").iterdir():
        try:
            found += str(each.readlink()).startswith("socket:")
        except FileNotFoundError:
            continue
    return found


def read_slowly(person: Person, port: int, over: Callable[[], bool]) -> Known:
    """Read a little now and then until the game is over, then what there is; what was known in the end.

    Whoever is cut off for being too slow comes back, as a browser does.
    """
    known = Known()
    while True:
        known.cut()
        with stream(person, port, since=known.version, buffer=16_384) as connection:
            got, heard = b"", 0
            with suppress(ConnectionResetError):
                while more := connection.recv(100_000 if over() else 2000):
                    got += more
                    lines = lines_in(got)
                    for line in lines[heard:]:
                        known.hear(line)
                        if is_over(line):
                            return known
                    heard = len(lines)
                    if not over():
                        time.sleep(0.02)


# ------------------------------------------------------------------ a stream that is cut


def test_a_stream_that_is_cut_at_any_byte_misses_nothing(tmp_path: Path) -> None:
    """Cut again and again while people play; what a browser had whole it does not get again."""
    with hosting(tmp_path / "data") as site:
        ana, bo = site.person(), site.person()
        table = ana.open("invite", game="kids", seats=2, name="Ana")
        bo.join(table, name="Bo")
        ana.look()
        ana.send("begin")
        bo.look()
        with ThreadPoolExecutor() as threads:
            pieces = threads.submit(hear_in_pieces, bo, port_of(site), Random(1))
            play_on([ana, bo], Random(2))
            heard = pieces.result()
        log = site.log(table)
        assert heard.version == len(log)
        told = {at for at, each in enumerate(log, 1) if isinstance(each, Revealed | Placed)}
        assert heard.events.keys() >= told


@pytest.mark.parametrize("seed", range(3))
def test_a_stream_in_pieces_says_what_it_says_in_one(tmp_path: Path, seed: int) -> None:
    log = whole(sixth.games["classic"].replace(seats=2, end=sixth.End("rounds", 1)), seed=seed)
    with hosting(tmp_path / "data") as site:
        eve = site.person()
        eve.table = f"table-{seed}"
        site.store.append(eve.table, 0, log)
        # What is longer ago is not told step by step.
        since = len(log) - 39
        whole_stream = hear_in_pieces(eve, port_of(site), None, since)
        assert len(whole_stream.events) == 39
        pieces = hear_in_pieces(eve, port_of(site), Random(seed), since)
        assert (pieces.events, pieces.full) == (whole_stream.events, whole_stream.full)


def port_of(site: Site) -> int:
    """Where a site answers."""
    return int(site.url.rpartition(":")[2])


def hear_in_pieces(person: Person, port: int, rng: Random | None, since: int = 1) -> Known:
    """What a page hears to the end of a game; with `rng` each of its connections is cut at some byte.

    Like a page it knows the version up to which all had come, and drops what had not come whole.
    """
    known, is_all = Known(since), False
    while not is_all:
        known.cut()
        cut = 10**9 if rng is None else rng.choice((1, 30, 300, 3000, 30_000)) + rng.randrange(5000)
        with stream(person, port, since=known.version) as connection:
            got, heard = b"", 0
            while len(got) < cut and not is_all:
                more = connection.recv(min(65_536, cut - len(got)))
                assert more, got[:2000]
                got += more
                lines = lines_in(got)
                for line in lines[heard:]:
                    known.hear(line)
                    is_all = is_all or is_over(line)
                heard = len(lines)
    return known


def lines_in(got: bytes) -> list[Line]:
    """The whole lines in what was got, chunk by chunk."""
    _head, _, left = got.partition(b"\r\n\r\n")
    body = b""
    while (found := left.partition(b"\r\n"))[1]:
        length = int(found[0], 16)
        body += found[2][:length]
        left = found[2][length + 2 :]
    *whole_ones, _ = body.split(b"\n")
    return [json.loads(each) for each in whole_ones]


# ------------------------------------------------------------------ a process that dies

STUCK = """
import asyncio
from sixth.server.service.bots.pool import BotPool
async def move(*_):
    await asyncio.Event().wait()
BotPool.move = move
"""
"""Has the bots of a process think for ever."""


@pytest.mark.parametrize("kind", KINDS)
def test_bots_of_a_process_that_died_move_in_another_though_nobody_looks(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = empty(kind, tmp_path, request)
    with ExitStack() as stack:
        server = stack.enter_context(serving(tmp_path / "one", database=url, first=STUCK))
        others = [serving(tmp_path / "other", database=url)] if kind == "postgresql" else []
        for each in others:
            stack.enter_context(each)
        host = stack.enter_context(person(server))
        table = host.open("play", seats=4, bots="nearest", name="Ana")
        store = stack.enter_context(closing(SqlStore(url)))
        waits = fold(table, store.load(table))
        assert gameplay.bots_to_act(waits) or others
        server.kill()
        if not others:
            server.first = ""
            server.restart()
        began = time.monotonic()

        def gone_on() -> bool:
            now = fold(table, store.load(table))
            return now.playing and not gameplay.bots_to_act(now)

        until(gone_on, "the bots had moved")
        assert time.monotonic() - began < 10
