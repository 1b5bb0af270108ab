"""Invalid input on a connection: no request, half of one, or two that pretend to be one."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random

import pytest

from tests.server.support.attacking import Answer, faults, read_answer, read_answers
from tests.server.support.hosting import until
from tests.server.support.serving import PATIENCE, Server, serving

FORM = b"game=classic&seats=2&bots=careful&name=Smuggler&how=invite&listed=on"
OPENS = b"POST /tables HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n" % len(FORM)
OPENS += b"Content-Type: application/x-www-form-urlencoded\r\n\r\n" + FORM
"""A complete request, which opens a table that is listed."""


def request(*headers: bytes, body: bytes = b"") -> bytes:
    """Return a request with these headers."""
    return (
        b"POST /tables/check HTTP/1.1\r\nHost: x\r\n"
        + b"".join(each + b"\r\n" for each in headers)
        + b"\r\n"
        + body
    )


SMUGGLED = {
    "a length and chunks": (b"Content-Length: 4", b"Transfer-Encoding: chunked"),
    "chunks and a length": (b"Transfer-Encoding: chunked", b"Content-Length: 4"),
    "two lengths": (b"Content-Length: 5", b"Content-Length: 0"),
    "a list of lengths": (b"Content-Length: 5, 0",),
    "a length with a sign": (b"Content-Length: +5",),
    "an encoding that is none": (b"Transfer-Encoding: xchunked",),
    "chunks not last": (b"Transfer-Encoding: chunked, identity",),
    "a tab before chunked": (b"Transfer-Encoding:\x0bchunked",),
    "a space before the colon": (b"Transfer-Encoding : chunked",),
    "a folded header": (b"X: y", b" Transfer-Encoding: chunked"),
    "a bare line feed": (b"X: y\nTransfer-Encoding: chunked",),
    "a NUL in a header": (b"X: a\0b", b"Content-Length: 5"),
}
"""Headers by which two programs may see different ends of a request; httptools has tests of the others."""

END = b"Connection: close\r\n\r\n"

NO_REQUESTS = {
    "noise": Random(1).randbytes(2000),
    "TLS": bytes.fromhex("16030100f4010000f00303") + Random(2).randbytes(240),
    "bytes that are no letters": b"GET /\xff\xfe\xed\xa0\x80 HTTP/1.1\r\nHost: x\r\n" + END,
    "an asterisk": b"OPTIONS * HTTP/1.1\r\nHost: x\r\n" + END,
    "another server's address": b"GET http://evil.test/rules HTTP/1.1\r\nHost: x\r\n" + END,
    "an address that is none": b"GET http://[/ HTTP/1.1\r\nHost: x\r\n" + END,
    "a tunnel": b"CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test:443\r\n\r\n",
    "an endless list": b"GET /rules HTTP/1.1\r\nHost: x\r\n" + b"X: a\r\n" * 50_000 + b"\r\n",
    "a web socket": b"GET /t/x/wire HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\n"
    b"Upgrade: websocket\r\n\r\n",
    "a body cut off": request(b"Content-Length: 500", body=b"game=classic"),
    "a chunk cut off": request(b"Transfer-Encoding: chunked", body=b"ff\r\ngame=classic"),
}


CUT = ("a body cut off", "a chunk cut off")
"""Inputs that a server would wait for the rest of."""

COMPLAINTS = "Invalid HTTP request received.|Unsupported upgrade request.|No supported WebSocket library .*"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a server for all these inputs."""
    with serving(tmp_path_factory.mktemp("site") / "data", complaints=COMPLAINTS) as running:
        yield running


@pytest.fixture
def untouched(tmp_path: Path) -> Iterator[Server]:
    """Start a server where nobody has opened a table."""
    with serving(tmp_path / "data", complaints=COMPLAINTS) as running:
        yield running


def connect(server: Server) -> socket.socket:
    """Open a connection to a server."""
    return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)


def answers(server: Server, raw: bytes, *, cut: bool = False) -> list[Answer]:
    """Return all answers to these bytes; `cut` closes our side after them, as nothing follows."""
    with connect(server) as connection:
        with suppress(BrokenPipeError, ConnectionResetError):
            connection.sendall(raw)
            if cut:
                connection.shutdown(socket.SHUT_WR)
        return read_answers(rest(connection))


def rest(connection: socket.socket) -> bytes:
    """Return the rest of what arrives on a connection until it is closed."""
    data = b""
    with suppress(ConnectionResetError):
        while more := connection.recv(65_536):
            data += more
    return data


def is_healthy(server: Server) -> bool:
    """Return whether a server answers another client."""
    (answer,) = answers(server, b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    return answer.status == 200


def test_no_request_is_hidden_in_another(untouched: Server) -> None:
    def tables() -> str:
        (answer,) = answers(untouched, b"GET /tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        return answer.text

    for what, headers in SMUGGLED.items():
        raw = request(*headers, body=b"0\r\n\r\n" + OPENS)
        assert [each.status for each in answers(untouched, raw)] == [400], what
        assert "Smuggler" not in tables(), what
    # Nor is one in the body of a form of another site, which is refused before its end is read.
    carrier = request(b"Origin: https://strange.test", b"Content-Length: %d" % len(OPENS), body=OPENS)
    look = b"GET /rules HTTP/1.1\r\nHost: x\r\n" + END
    assert [each.status for each in answers(untouched, carrier + look)] == [403, 200]
    assert "Smuggler" not in tables()
    (answer,) = answers(untouched, OPENS.replace(b"Host: x", b"Host: x\r\nConnection: close"))
    assert answer.status == 303
    assert "Smuggler" in tables()


@pytest.mark.parametrize("what", NO_REQUESTS)
def test_invalid_input_harms_no_other_client(server: Server, what: str) -> None:
    results = answers(server, NO_REQUESTS[what], cut=what in CUT)
    assert len(results) <= 1
    # A client whose connection is closed before it has sent everything may miss the answer.
    assert results or what in CUT or what.startswith("an endless")
    assert not [wrong for answer in results for wrong in faults(answer, "GET")]
    assert is_healthy(server)


def test_a_request_must_name_one_host(server: Server) -> None:
    for hosts in (b"", b"Host: x\r\nHost: x\r\n", b"Host: x\r\nHost: y\r\n"):
        for method in (b"GET", b"POST"):
            (answer,) = answers(server, method + b" /rules HTTP/1.1\r\n" + hosts + END)
            assert (answer.status, answer.text) == (
                400,
                "That request names no host, or several; it must name one.",
            )


CODINGS = (b"identity", b"gzip", b"gzip, chunked", b"chunked, chunked", b"x", b"", b"chunked;q=1")


@pytest.mark.parametrize("coding", CODINGS)
@pytest.mark.parametrize("before", [b"", b"Transfer-Encoding: gzip\r\n", b"Transfer-Encoding: chunked\r\n"])
def test_chunks_are_the_only_transfer_encoding(server: Server, coding: bytes, before: bytes) -> None:
    body = b"0\r\n\r\n"
    for method in (b"GET", b"POST"):
        head = method + b" /tables/check HTTP/1.1\r\nHost: x\r\n" + before
        results = answers(server, head + b"Transfer-Encoding: " + coding + b"\r\n\r\n" + body + OPENS)
        assert [each.status for each in results] == [400]


def test_a_form_in_pieces_is_answered_and_so_is_the_next_request(server: Server) -> None:
    with connect(server) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for piece in (OPENS[:20], OPENS[20:-30], *(OPENS[at : at + 1] for at in range(-30, -1)), OPENS[-1:]):
            connection.sendall(piece)
        first = read_answer(connection)
        assert first is not None
        connection.sendall(b"GET %s HTTP/1.1\r\nHost: x\r\n" % first.headers["location"].encode() + END)
        assert [each.status for each in (first, *read_answers(rest(connection)))] == [303, 200]


@pytest.mark.parametrize("piece", [b"X: " + b"a" * 10_000 + b"\r\n", b"a" * 10_000, b"a: b\r\n" * 1000])
def test_a_head_without_end_is_cut_off(server: Server, piece: bytes) -> None:
    size = 0
    with connect(server) as connection, suppress(BrokenPipeError, ConnectionResetError):
        connection.sendall(b"GET /rules HTTP/1.1\r\nHost: x\r\n")
        while size < 100_000_000:
            connection.sendall(piece)
            size += len(piece)
    assert size < 10_000_000
    assert is_healthy(server)


@pytest.mark.parametrize(("length", "status"), [(15_000, 200), (17_000, 400), (60_000, 400)])
def test_a_head_that_comes_at_once_may_have_16_kib(server: Server, length: int, status: int) -> None:
    raw = b"GET /rules HTTP/1.1\r\nHost: x\r\nX: " + b"a" * length + b"\r\n" + END
    assert [each.status for each in answers(server, raw)] == [status]


def test_a_refused_body_is_read_to_its_end_and_the_connection_goes_on(server: Server) -> None:
    body = b"x" * 1_000_000
    long = request(b"Content-Length: %d" % len(body), body=body)
    last = b"GET /rules HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    assert [each.status for each in answers(server, long + last)] == [413, 200]


def test_a_request_behind_a_stream_leaves_no_stream_open(tmp_path: Path) -> None:
    """The server allows one stream."""
    with serving(tmp_path / "data", options=("--streams", "1")) as server:
        opening = OPENS.replace(b"Host: x", b"Host: x\r\nConnection: close")
        table = answers(server, opening)[0].headers["location"]
        events = f"GET {table}/wire HTTP/1.1\r\nHost: x\r\n\r\n".encode()

        def streams() -> bool:
            with connect(server) as connection:
                connection.sendall(events + b"GET /rules HTTP/1.1\r\nHost: x\r\n\r\n")
                return b" 200 OK" in connection.recv(64)

        for _ in range(3):
            until(streams, "the stream before had ended")


SHORT_TIMEOUT = "from sixth.server.ops import connection\nconnection.REQUEST_TIMEOUT_S = 1.5"
"""Code that has a server wait a second and a half for a whole request, instead of half a minute."""


def test_unfinished_requests_are_cut_off_and_delay_no_others(tmp_path: Path) -> None:
    with ExitStack() as stack:
        server = stack.enter_context(serving(tmp_path / "data", first=SHORT_TIMEOUT))
        opening = OPENS.replace(b"Host: x", b"Host: x\r\nConnection: close")
        table = answers(server, opening)[0].headers["location"]
        listener = stack.enter_context(connect(server))
        listener.sendall(f"GET {table}/wire HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        assert b"200 OK" in listener.recv(65_536)
        slow = [
            b"",
            b"G",
            b"GET /rules HTTP/1.1\r\nHost: x\r\n",
            request(
                b"Content-Length: 500", b"Content-Type: application/x-www-form-urlencoded", body=b"game="
            ),
            request(b"Transfer-Encoding: chunked", body=b"ff\r\ngame="),
            opening[:-5],
        ]
        waiting = [stack.enter_context(connect(server)) for _ in slow * 20]
        for number, connection in enumerate(waiting):
            connection.sendall(slow[number % len(slow)])
        assert is_healthy(server)
        for connection in waiting:
            assert all(answer.status < 500 for answer in read_answers(rest(connection)))
        # A stream is a finished request, and goes on.
        listener.setblocking(False)
        with suppress(BlockingIOError):
            assert listener.recv(65_536)
