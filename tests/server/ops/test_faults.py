"""Faults around a server: full disks, wrong clocks, slow readers and dead processes cost no move."""

import json
import os
import resource
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from pathlib import Path
from random import Random

import httpx2

from sixth.cli.app import run
from sixth.rules.events import Chose, Revealed
from sixth.server.core.wall_clock import SteadyClock
from sixth.server.store.sql import SqlStore
from sixth.server.table import gameplay
from sixth.server.table.events import TimedOut
from sixth.server.table.fold import fold
from tests.server.support.clocks import ID, START, clocked_table, opening
from tests.server.support.hosting import prepare, until
from tests.server.support.logs import names_of_tables
from tests.server.support.playing import Person, play_on, visiting
from tests.server.support.serving import PATIENCE, Server, serving
from tests.server.support.wire import FeedState, Line, is_over

# ------------------------------------------------------------------ a full disk


@contextmanager
def full_disk(server: Server) -> Iterator[None]:
    """Keep the files of a server from growing during the block; they can be read."""
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (8192, resource.RLIM_INFINITY))
    yield
    unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)


FORGETFUL = "from sixth.server.store import sql, writer\nsql._TIMEOUT_S, writer.REFUSED_S = 1.0, 5.0"
"""Code that has a server try to write for a second, not ten, and again five seconds after a refusal."""


LATE = "A request could not be answered: .*|The bots of a table wait for the database: .*"
"""Complaints of a server that cannot write."""


def test_a_full_disk_is_reported_and_leaves_nothing_half_done(tmp_path: Path) -> None:
    with serving(tmp_path / "data", complaints=LATE, first=FORGETFUL) as server:
        check_full_disk(server, f"sqlite:///{tmp_path}/data/sixth.sqlite3", full_disk(server))


def check_full_disk(server: Server, url: str, full: AbstractContextManager[None]) -> None:
    """Check that a full disk refuses all writes and loses nothing, and that play goes on after it."""
    with visiting(server.url) as ana, visiting(server.url) as bo, closing(SqlStore(url)) as store:
        table = ana.open("invite", seats=3, name="Ana")
        bo.join(table, name="Bo")
        ana.look()
        ana.send("begin", bots="nearest")
        bo.look()
        until(lambda: any(isinstance(each, Chose) for each in store.load(table)), "the bot chose")
        with full:
            events, tables = store.load(table), names_of_tables(store)
            check_refusals(ana)
            assert (store.load(table), names_of_tables(store)) == (events, tables)
        assert choose_first(ana).status_code == 200
        bo.look()
        bo.send("hand", first_card(bo))
        until(lambda: any(isinstance(each, Revealed) for each in store.load(table)), "the turn was played")
        assert store.load(table)[: len(events)] == events
        until(lambda: readiness(ana.client)[0] == 200, "the server was ready")
    assert run(["db", "check", "--database", url]) == 0


def first_card(person: Person) -> str:
    """Return the first card that a person may choose."""
    return next(value for name, value in person.page.forms["hand"].buttons if name == "card")


def choose_first(person: Person) -> httpx2.Response:
    """Choose the first card, without a look at the next page, and return the answer."""
    choice = person.page.forms["hand"]
    return person.client.post(choice.action, data={**choice.fields, "card": first_card(person)})


def check_refusals(ana: Person) -> None:
    """Check that a full disk refuses every write of a person in a sentence, and that pages still work."""
    for _ in range(2):
        answer = choose_first(ana)
        assert answer.status_code == 503
        assert "database of this site isn" in answer.text
    assert ana.client.post("/tables", data=OPENING).status_code == 503
    assert readiness(ana.client) == (503, "Not ready: nothing can be written to the database.\n")
    assert ana.client.get(f"/t/{ana.table}").status_code == 200


def readiness(client: httpx2.Client) -> tuple[int, str]:
    """Return the status and the text with which a server says whether it is ready."""
    answer = client.get("/readyz")
    return answer.status_code, answer.text


OPENING = {"game": "classic", "seats": "2", "bots": "careful", "name": "Ana", "how": "invite"}
"""A form that opens a table."""


# ------------------------------------------------------------------ a clock that is set back


def test_the_time_of_a_site_never_goes_back_and_never_stops() -> None:
    wall, ticks = [1000], [0]
    now = SteadyClock(lambda: wall[0], ticks=lambda: ticks[0], not_before=900)

    def advance(tick: int, wall_ms: int) -> int:
        ticks[0] += tick
        wall[0] += wall_ms
        return now()

    assert now() == 1000
    assert advance(10, 10) == 1010
    assert advance(10, -500) == 1020
    assert advance(100, 100) == 1120
    # The machine slept, during which nothing ticks, or its wrong clock was set right.
    assert advance(1, 2000) == wall[0]
    assert SteadyClock(lambda: 100, ticks=lambda: 0, not_before=900)() == 900


BACK = """
import pathlib, time
from sixth.server.core import wall_clock
_real, _file = time.time_ns, pathlib.Path({file!r})
time.time_ns = wall_clock.time_ns = lambda: _real() - int(_file.read_text()) * 10**9
"""
"""Code that sets the clock of the machine back within a process, by the seconds in a file."""


def test_a_clock_that_is_set_back_stops_no_table(tmp_path: Path) -> None:
    """It goes back an hour while a server runs, and another before a restart; turns last a second."""
    database_url, file = prepare(tmp_path), tmp_path / "back"

    def set_back(hours: int) -> None:
        (tmp_path / "new").write_text(str(hours * 3600))
        (tmp_path / "new").replace(file)

    set_back(0)
    with closing(SqlStore(database_url)) as store:
        store.append(ID, 0, (*opening(1), *clocked_table(1).log), alarm=START)

        def timeouts() -> int:
            return sum(isinstance(each, TimedOut) for each in store.load(ID))

        first, warning = BACK.format(file=str(file)), "The database is at .*, but the clock of .*"
        with serving(tmp_path / "data", database=database_url, first=first, complaints=warning) as server:
            until(lambda: timeouts() >= 1, "a turn was played in time")
            set_back(1)
            before = timeouts()
            until(lambda: timeouts() > before, "turns went on")
            server.kill()
            set_back(2)
            server.restart()
            before = timeouts()
            until(lambda: timeouts() > before, "turns went on after the restart, too")


# ------------------------------------------------------------------ slow readers

IMPATIENT = "from sixth.server.ops import process\nprocess.UNREAD_TIMEOUT_MS = 1500"
"""Code that has a server wait a second and a half for a client that reads nothing, not half a minute."""


def stream(person: Person, port: int, *, since: int = 0, buffer: int) -> socket.socket:
    """Open a connection and ask for the stream of a table on it."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    # As over a network; packets within this machine would not fit into the buffer.
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 1400)
    connection.settimeout(PATIENCE)
    connection.connect(("127.0.0.1", port))
    cookies = "; ".join(f"{name}={value}" for name, value in person.client.cookies.items())
    head = [f"GET /t/{person.table}/wire?since={since} HTTP/1.1", "Host: 127.0.0.1"]
    head += [f"Cookie: {cookies}"] if cookies else []
    connection.sendall("".join(f"{line}\r\n" for line in [*head, ""]).encode())
    return connection


def test_clients_that_do_not_read_are_cut_off_and_cost_little(tmp_path: Path) -> None:
    """There are thirty of them while a whole game is played; a slow reader still receives all of it."""
    with ExitStack() as stack:
        server = stack.enter_context(serving(tmp_path / "data", first=IMPATIENT))
        ana = stack.enter_context(visiting(server.url))
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
            page = reading.result()
        until(lambda: connections(server) <= before[1] + 2, "the clients that read nothing were cut off")
        assert (ana.page.version or 0) > 200
        assert page.version == ana.page.version
        assert memory(server) - before[0] < 60_000_000


def memory(server: Server) -> int:
    """Return the bytes of memory that a server takes."""
    words = Path(f"/proc/{server.process.pid}/statm").read_text().split()
    return int(words[1]) * os.sysconf("SC_PAGESIZE")


def connections(server: Server) -> int:
    """Return the number of sockets that a server has open."""
    number = 0
    for each in Path(f"/proc/{server.process.pid}/fd").iterdir():
        try:
            number += str(each.readlink()).startswith("socket:")
        except FileNotFoundError:
            continue
    return number


def read_slowly(person: Person, port: int, over: Callable[[], bool]) -> FeedState:
    """Read a stream slowly until the game is over, then the rest; return the page at the end.

    As a browser does, ask again from the last whole version, and drop incomplete lines.
    """
    page = FeedState()
    while True:
        page.cut()
        with stream(person, port, since=page.version, buffer=16_384) as connection:
            data, count = b"", 0
            with suppress(ConnectionResetError):
                while more := connection.recv(100_000 if over() else 2000):
                    data += more
                    lines = lines_in(data)
                    for line in lines[count:]:
                        page.add(line)
                        if is_over(line):
                            return page
                    count = len(lines)
                    time.sleep(0 if over() else 0.02)


def lines_in(data: bytes) -> list[Line]:
    """Return the whole lines of an answer that comes in chunks."""
    _head, _, rest = data.partition(b"\r\n\r\n")
    body = b""
    while (parts := rest.partition(b"\r\n"))[1]:
        length = int(parts[0], 16)
        body += parts[2][:length]
        rest = parts[2][length + 2 :]
    *whole_ones, _ = body.split(b"\n")
    return [json.loads(each) for each in whole_ones]


# ------------------------------------------------------------------ a process that dies

STUCK = """
import asyncio
from sixth.server.live.bots.pool import BotPool
async def move(*_):
    await asyncio.Event().wait()
BotPool.move = move
"""
"""Code that has the bots of a process never move."""


def test_bots_of_a_process_that_died_move_in_another_even_without_listeners(
    kind: str, database_url: str, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        server = stack.enter_context(serving(tmp_path / "one", database=database_url, first=STUCK))
        others = [serving(tmp_path / "other", database=database_url)] if kind == "postgresql" else []
        for each in others:
            stack.enter_context(each)
        host = stack.enter_context(visiting(server.url))
        table = host.open("play", seats=4, bots="nearest", name="Ana")
        store = stack.enter_context(closing(SqlStore(database_url)))
        state = fold(table, store.load(table))
        assert gameplay.bots_to_act(state) or others
        server.kill()
        if not others:
            server.first = ""
            server.restart()
        began = time.monotonic()

        def is_past_bots() -> bool:
            now = fold(table, store.load(table))
            return now.playing and not gameplay.bots_to_act(now)

        until(is_past_bots, "the bots had moved")
        assert time.monotonic() - began < 10
