"""Requests in pieces through every way into a site: each answer is right, and goes to its own client."""

import socket
import ssl
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

import pytest

from tests.server.support.attacking import Answer, read_answer, read_answers
from tests.server.support.hosting import until
from tests.server.support.postgres import Postgres
from tests.server.support.proxies import CADDY, NGINX, caddy, nginx
from tests.server.support.serving import PATIENCE, Server, serving

NAMES: Final = count(1)

WAYS_IN: Final = ("one process", "the shared port", "a worker's own port", "nginx", "Caddy")


@dataclass(frozen=True)
class WayIn:
    """A port of 127.0.0.1 that leads to the site at the port `home`, by TLS if it is a proxy's."""

    port: int
    home: int
    trust: ssl.SSLContext | None = None

    def connect(self) -> "Client":
        """Open a connection."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        # Each piece goes out as a packet of its own.
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self.trust is not None:
            connection = self.trust.wrap_socket(connection, server_hostname="localhost")
        return Client(connection)

    def ask(self, *requests: bytes) -> list[Answer]:
        """Send requests over a connection of their own, all at once, and return the answers to them."""
        *others, last = requests
        with self.connect() as client:
            client.send(b"".join(others) + last.replace(b"\r\n", b"\r\nConnection: close\r\n", 1))
            return client.rest()

    def open(self) -> str:
        """Open a table of ten, without a proxy, which would not let us open so many, and return its id."""
        (answer,) = WayIn(self.home, self.home).ask(
            form("/tables", "game=classic&seats=10&bots=careful&name=Ana&how=invite")
        )
        assert answer.status == 303
        return answer.headers["location"].removeprefix("/t/")

    def answers(self) -> bool:
        """Return whether the site answers here."""
        try:
            return [each.status for each in self.ask(get("/about"))] == [200]
        except OSError:
            return False


class Client:
    """A client that can wait until the other end has read what it sent."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self._ends = [f":{end[1]:04X}" for end in (connection.getsockname(), connection.getpeername())]

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def send(self, *pieces: bytes) -> None:
        """Send each piece after the other end has read all earlier ones."""
        for number, piece in enumerate(pieces):
            if number:
                until(self._is_read, "the other end had read everything")
            self.connection.sendall(piece)

    def receive(self) -> Answer:
        """Return the next answer."""
        answer = read_answer(self.connection)
        assert answer is not None
        return answer

    def rest(self) -> list[Answer]:
        """Return all answers until the other end closes the connection."""
        data = b""
        while more := self.connection.recv(65_536):
            data += more
        return read_answers(data)

    def _is_read(self) -> bool:
        """Return whether no data waits in the system, on its way or for its reader."""
        near, far = self._ends
        waiting = {}
        for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
            _, local, remote, _, queues, *_ = line.split()
            if {local[-5:], remote[-5:]} == {near, far}:
                outgoing, incoming = queues.split(":")
                waiting[local[-5:]] = int(outgoing if local.endswith(near) else incoming, 16)
        # A closed end has no line.
        return not any(waiting.values())


def form(path: str, fields: str, *headers: str, to: str = "localhost") -> bytes:
    """Return a request that sends a form."""
    others = ("Content-Type: application/x-www-form-urlencoded", *headers)
    head = "".join(f"{each}\r\n" for each in (f"Host: {to}", f"Content-Length: {len(fields)}", *others))
    return f"POST {path} HTTP/1.1\r\n{head}\r\n{fields}".encode()


def opening(name: str) -> bytes:
    """Return a request that opens a listed table whose host has this name."""
    return form("/tables", f"game=classic&seats=2&bots=careful&name={name}&how=invite&listed=on")


def sitting(table: str, *headers: str) -> tuple[bytes, str]:
    """Return a request of a new person for a seat at a table, and the name of the person."""
    name = f"Guest{next(NAMES):05}"
    return form(f"/t/{table}/sit", f"name={name}&text=abcdef", *headers), name


def get(path: str) -> bytes:
    """Return a request for a page."""
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


def is_seat(answer: Answer, table: str) -> bool:
    """Return whether an answer gives a seat at a table."""
    return (answer.status, answer.headers.get("location")) == (303, f"/t/{table}")


@pytest.fixture(scope="module")
def ways_in(database: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, WayIn]]:
    """Start a site of one process, and one of two with both proxies before it."""
    folder = tmp_path_factory.mktemp("sites")
    with ExitStack() as stack:

        def serve(name: str, url: str | None = None, *options: str) -> Server:
            return stack.enter_context(serving(folder / name, database=url, options=options))

        alone = serve("one")
        two = serve("two", database.make(), "--workers", "2")
        ways = {
            "one process": WayIn(alone.port, alone.port),
            "the shared port": WayIn(two.port, two.port),
            "a worker's own port": WayIn(two.own_ports[0], two.port),
        }
        for name, program, proxy in (("nginx", NGINX, nginx), ("Caddy", CADDY, caddy)):
            if Path(program).exists():
                place = folder / name
                place.mkdir()
                url, trust = stack.enter_context(proxy(place, two.own_ports))
                ways[name] = WayIn(int(url.rpartition(":")[2]), two.port, trust)
        for port in two.own_ports:
            until(WayIn(port, port).answers, "all workers answered")
        for way in ways.values():
            until(way.answers, "all ways in answered")
        yield ways


@pytest.fixture(params=WAYS_IN)
def way_in(request: pytest.FixtureRequest, ways_in: dict[str, WayIn]) -> WayIn:
    """Return each way into a site."""
    if request.param not in ways_in:
        pytest.skip(f"there is no {request.param} here")
    return ways_in[request.param]


def in_pieces(raw: bytes) -> list[list[bytes]]:
    """Return several ways to cut a request into pieces."""
    at = raw.index(b"\r\n\r\n") + 4
    head, body = raw[:at], raw[at:]
    return [
        [raw],
        [head, body],
        [head, *(body[at : at + 1] for at in range(len(body)))],
        [head[:20], head[20:], body[:10], body[10:]],
        [head[:-2], head[-2:] + body],
        [head + body[:1], body[1:]],
    ]


CUTS: Final = len(in_pieces(get("/")))


def test_a_form_in_any_pieces_is_answered(way_in: WayIn) -> None:
    # Tables of several workers, if there are several.
    for table in [way_in.open() for _ in range(3)]:
        names = []
        for number in range(CUTS):
            raw, name = sitting(table)
            with way_in.connect() as client:
                client.send(*in_pieces(raw)[number])
                assert is_seat(client.receive(), table)
                # The next request is answered, too.
                client.send(get(f"/api/v1/tables/{table}"))
                assert table in client.receive().text
            names.append(name)
        (page,) = way_in.ask(get(f"/t/{table}"))
        assert [name for name in names if name not in page.text] == []


def test_a_server_waits_for_a_late_body(way_in: WayIn) -> None:
    """The client sends the body only after a `100 Continue`."""
    table = way_in.open()
    for _ in range(3):
        raw, _name = sitting(table, "Expect: 100-continue")
        head, _, body = raw.partition(b"\r\n\r\n")
        with way_in.connect() as client:
            client.send(head + b"\r\n\r\n")
            assert client.connection.recv(1000) == b"HTTP/1.1 100 Continue\r\n\r\n"
            client.send(body[:5], body[5:])
            assert is_seat(client.receive(), table)


def test_requests_that_come_at_once_are_answered_in_order(way_in: WayIn) -> None:
    tables = [way_in.open() for _ in range(4)]
    requests: list[bytes] = []
    for table in tables:
        requests += (sitting(table)[0], get(f"/api/v1/tables/{table}"))
    answers = way_in.ask(*requests)
    assert len(answers) == len(requests)
    for table, seat, state in zip(tables, answers[::2], answers[1::2], strict=True):
        assert is_seat(seat, table)
        assert table in state.text


def test_each_of_many_clients_receives_its_own_answer(way_in: WayIn) -> None:
    """They take turns to send the pieces of their forms."""
    tables = [way_in.open() for _ in range(4)] * 3
    with ExitStack() as stack:
        clients = [stack.enter_context(way_in.connect()) for _ in tables]
        forms = [in_pieces(sitting(table)[0])[1] for table in tables]
        for at in range(2):
            for client, pieces in zip(clients, forms, strict=True):
                client.send(b"", pieces[at])
        for client, table in zip(clients, tables, strict=True):
            assert is_seat(client.receive(), table)


def test_a_request_hidden_in_a_form_of_another_site_is_never_carried_out(way_in: WayIn) -> None:
    """Nor does another client receive an answer to it."""
    own, tables = way_in.open(), [way_in.open() for _ in range(4)] * 5
    smuggler = f"Smuggler{next(NAMES):05}"
    with way_in.connect() as victim:
        for table in tables:
            carrier = form(f"/t/{table}/sit", opening(smuggler).decode(), "Origin: https://strange.test")
            head, hidden = in_pieces(carrier)[1]
            with way_in.connect() as attacker:
                attacker.send(head, hidden)
                victim.send(get(f"/api/v1/tables/{own}"))
                assert own in victim.receive().text
                assert attacker.receive().status == 403
                # Its next answer is the one to its next request.
                attacker.send(get(f"/api/v1/tables/{own}"))
                assert own in attacker.receive().text
    (page,) = way_in.ask(get("/tables"))
    assert smuggler not in page.text
    # The same request on its own is carried out.
    WayIn(way_in.home, way_in.home).ask(opening(smuggler))
    (page,) = way_in.ask(get("/tables"))
    assert smuggler in page.text
