"""The end of a server: it loses nothing, answers all requests that it received, and ends its streams."""

import signal
import socket
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from urllib.parse import urlencode

from sixth.server.store.sql import SqlStore
from sixth.server.table.events import TableEvent
from tests.server.support.hosting import until
from tests.server.support.parties import deeds_in
from tests.server.support.playing import Person, visiting
from tests.server.support.serving import PATIENCE, SOON, Server, request
from tests.server.support.wire import wire


@contextmanager
def ana_at(server: Server) -> Iterator[Person]:
    """Yield a person at a table with bots, whose turn it is."""
    with visiting(server.url) as ana:
        ana.open("play", seats=4, name="Ana")
        yield ana


def test_a_received_request_is_answered_even_if_the_disk_is_slow(server: Server) -> None:
    with (
        ana_at(server) as ana,
        closing(sqlite3.connect(server.data / "sixth.sqlite3", isolation_level=None)) as other,
        closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as line,
        ThreadPoolExecutor() as threads,
    ):
        line.request("GET", "/healthz")
        line.getresponse().read()
        form = ana.page.forms["hand"]
        card = form.buttons[0][1]
        other.execute("BEGIN IMMEDIATE")
        body = urlencode({**form.fields, form.buttons[0][0]: card})
        headers = {
            "content-type": "application/x-www-form-urlencoded",
            "cookie": f"sixth-{ana.table}={ana.token()}",
        }
        line.request("POST", form.action, body, headers)
        stop = threads.submit(server.stop)
        until(lambda: not accepts(server), "the server accepted no more connections")
        other.execute("ROLLBACK")
        assert line.getresponse().status == 303
        assert stop.result() == 0
        assert ("choose", 0, 1, 1, int(card)) in set(deeds_in(ana.table, load(server, ana.table)))
        assert server.errors == ""


def load(server: Server, table: str) -> tuple[TableEvent, ...]:
    """Return the log of a table on disk."""
    with closing(SqlStore(f"sqlite:///{server.data}/sixth.sqlite3")) as store:
        return store.load(table)


def accepts(server: Server) -> bool:
    """Return whether a server accepts connections."""
    try:
        socket.create_connection(("127.0.0.1", server.port), 1).close()
    except OSError:
        return False
    return True


def test_streams_end_well_and_go_on_after_a_restart(server: Server) -> None:
    with ana_at(server) as ana:
        with wire(ana) as lines:
            version = next(lines)["v"]
            assert server.stop() == 0
            # A stream that was cut in the middle would raise here.
            assert list(lines)[-1]["code"] == "closed"
        server.restart()
        ana.look()
        ana.send("hand")
        with wire(ana, since=version) as lines:
            assert next(lines)["v"] > version


def test_a_client_that_does_not_read_delays_no_end(server: Server) -> None:
    with socket.socket() as lazy:
        lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        lazy.connect(("127.0.0.1", server.port))
        # The answers are more than the system holds.
        lazy.sendall(b"GET /static/sixth.css HTTP/1.1\r\nHost: x\r\n\r\n" * 1000)
        assert request("GET", server.url).status_code == 200
        began = time.monotonic()
        assert server.stop(signal.SIGTERM) == 0
        assert time.monotonic() - began < SOON
    assert server.errors == ""
