"""What comes over the line that is no request, half of one, or two that pretend to be one."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random

import pytest

from tests.server.support.attacking import Answer, all_heard, faults
from tests.server.support.hosting import until
from tests.server.support.serving import PATIENCE, Server, serving

FORM = b"game=classic&seats=2&bots=careful&name=Smuggler&how=invite&listed=on"
OPENS = b"POST /tables HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n" % len(FORM)
OPENS += b"Content-Type: application/x-www-form-urlencoded\r\n\r\n" + FORM
"""A request of its own, which opens a table that all can see."""


def holding(*headers: bytes, body: bytes = b"") -> bytes:
    """A request with these headers."""
    return (
        b"POST /tables/check HTTP/1.1\r\nHost: x\r\n"
        + b"".join(each + b"\r\n" for each in headers)
        + b"\r\n"
        + body
    )


CHUNKED = b"0\r\n\r\n" + OPENS

SMUGGLED = {
    "a length and chunks": holding(b"Content-Length: 4", b"Transfer-Encoding: chunked", body=CHUNKED),
    "chunks and a length": holding(b"Transfer-Encoding: chunked", b"Content-Length: 4", body=CHUNKED),
    "two lengths": holding(b"Content-Length: 5", b"Content-Length: 0", body=CHUNKED),
    "a list of lengths": holding(b"Content-Length: 5, 0", body=CHUNKED),
    "a length with a sign": holding(b"Content-Length: +5", body=CHUNKED),
    "a negative length": holding(b"Content-Length: -1", body=CHUNKED),
    "a length in hexadecimal": holding(b"Content-Length: 0x5", body=CHUNKED),
    "a length beyond all numbers": holding(b"Content-Length: " + b"9" * 5000, body=CHUNKED),
    "no length at all": holding(b"Content-Length:", body=CHUNKED),
    "an encoding that is none": holding(b"Transfer-Encoding: xchunked", body=CHUNKED),
    "chunks twice": holding(b"Transfer-Encoding: chunked, chunked", body=CHUNKED),
    "chunks not last": holding(b"Transfer-Encoding: chunked, identity", body=CHUNKED),
    "a tab before chunked": holding(b"Transfer-Encoding:\x0bchunked", body=CHUNKED),
    "a space before the colon": holding(b"Transfer-Encoding : chunked", body=CHUNKED),
    "a folded header": holding(b"X: y", b" Transfer-Encoding: chunked", body=CHUNKED),
    "a bare line feed": holding(b"X: y\nTransfer-Encoding: chunked", body=CHUNKED),
    "a bare carriage return": holding(b"X: y\rTransfer-Encoding: chunked", body=CHUNKED),
    "a chunk of an endless length": holding(b"Transfer-Encoding: chunked", body=b"f" * 40 + b"\r\n" + OPENS),
    "a chunk of no length": holding(b"Transfer-Encoding: chunked", body=b"\r\n" + OPENS),
    "a chunk that is longer than it says": holding(b"Transfer-Encoding: chunked", body=b"1\r\n" + OPENS),
    "a NUL in a header": holding(b"X: a\0b", b"Content-Length: 5", body=CHUNKED),
    "a header without a name": holding(b": x", b"Content-Length: 5", body=CHUNKED),
    "a header without a colon": holding(b"Content-Length 5", body=CHUNKED),
}

END = b"Connection: close\r\n\r\n"

NO_REQUESTS = {
    "nothing": b"",
    "a line end": b"\r\n",
    "noise": Random(1).randbytes(2000),
    "TLS": bytes.fromhex("16030100f4010000f00303") + Random(2).randbytes(240),
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(9),
    "HTTP/0.9": b"GET /rules\r\n\r\n",
    "HTTP/9.9": b"GET /rules HTTP/9.9\r\nHost: x\r\n" + END,
    "no version": b"GET /rules HTTP/\r\n\r\n",
    "SSH": b"SSH-2.0-OpenSSH_9.0\r\n",
    "a space in the address": b"GET /ru les HTTP/1.1\r\nHost: x\r\n" + END,
    "a NUL in the address": b"GET /rules\0 HTTP/1.1\r\nHost: x\r\n" + END,
    "letters beyond ASCII in the address": "GET /rülés HTTP/1.1\r\nHost: x\r\n".encode() + END,
    "bytes that are no letters": b"GET /\xff\xfe\xed\xa0\x80 HTTP/1.1\r\nHost: x\r\n" + END,
    "no address": b"GET  HTTP/1.1\r\nHost: x\r\n" + END,
    "an asterisk": b"OPTIONS * HTTP/1.1\r\nHost: x\r\n" + END,
    "another server's address": b"GET http://evil.test/rules HTTP/1.1\r\nHost: x\r\n" + END,
    "an address with a user": b"GET http://a:b@[::1]:99999/ HTTP/1.1\r\nHost: x\r\n" + END,
    "an address that is none": b"GET http://[/ HTTP/1.1\r\nHost: x\r\n" + END,
    "a tunnel": b"CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test:443\r\n\r\n",
    "no host": b"GET /rules HTTP/1.1\r\n" + END,
    "two hosts": b"GET /rules HTTP/1.1\r\nHost: x\r\nHost: y\r\n" + END,
    "an endless address": b"GET /" + b"a" * 300_000 + b" HTTP/1.1\r\nHost: x\r\n" + END,
    "an endless header": b"GET /rules HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 300_000 + b"\r\n" + END,
    "an endless list": b"GET /rules HTTP/1.1\r\nHost: x\r\n" + b"X: a\r\n" * 50_000 + b"\r\n",
    "endless cookies": b"GET /rules HTTP/1.1\r\nHost: x\r\nCookie: " + b"a=b; " * 10_000 + b"\r\n" + END,
    "a web socket": b"GET /t/x/wire HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\n"
    b"Upgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
    "HTTP/2 in clear": b"GET /rules HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings, close\r\n"
    b"Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n",
    "a body cut off": holding(b"Content-Length: 500", body=b"game=classic"),
    "a chunk cut off": holding(b"Transfer-Encoding: chunked", body=b"ff\r\ngame=classic"),
    "a header cut off": b"GET /rules HTTP/1.1\r\nHost: x\r\nX: ",
    "a trailer": holding(
        b"Transfer-Encoding: chunked",
        b"Trailer: Cookie",
        b"Connection: close",
        body=b"0\r\nCookie: a=b\r\n\r\n",
    ),
}


CUT = ("nothing", "a line end", "a body cut off", "a chunk cut off", "a header cut off")
"""Those after which more would have to come."""

REFUSED = "Invalid HTTP request received.|Unsupported upgrade request.|No supported WebSocket library .*"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that all of them come to."""
    with serving(tmp_path_factory.mktemp("site") / "data", complaints=REFUSED) as running:
        yield running


def connected(server: Server) -> socket.socket:
    """A connection to a server."""
    return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)


def answers(server: Server, raw: bytes, *, cut: bool = False) -> list[Answer]:
    """All that is answered to these bytes; `cut` if nothing more will come, which a server must be told."""
    with connected(server) as connection:
        with suppress(BrokenPipeError, ConnectionResetError):
            connection.sendall(raw)
            if cut:
                connection.shutdown(socket.SHUT_WR)
        return all_heard(rest(connection))


def rest(connection: socket.socket) -> bytes:
    """Whatever else comes on a connection until it is closed."""
    got = b""
    with suppress(ConnectionResetError):
        while more := connection.recv(65_536):
            got += more
    return got


def is_fine(server: Server) -> bool:
    """Whether it answers somebody else."""
    (answer,) = answers(server, b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    return answer.status == 200


def test_no_request_is_hidden_in_another(server: Server) -> None:
    def tables() -> str:
        (answer,) = answers(server, b"GET /tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        return answer.text

    for what, raw in SMUGGLED.items():
        assert [each.status for each in answers(server, raw)] == [400], what
        assert "Smuggler" not in tables(), what
    (answer,) = answers(server, OPENS.replace(b"Host: x", b"Host: x\r\nConnection: close"))
    assert answer.status == 303
    assert "Smuggler" in tables()


@pytest.mark.parametrize("what", NO_REQUESTS)
def test_what_is_no_request_harms_nobody(server: Server, what: str) -> None:
    found = answers(server, NO_REQUESTS[what], cut=what in CUT)
    assert len(found) <= 1
    # Who is not heard to the end may not hear the answer.
    assert found or what in CUT or what.startswith("an endless")
    assert not [wrong for answer in found for wrong in faults(answer, "GET")]
    assert is_fine(server)


def test_a_request_names_one_host(server: Server) -> None:
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
def test_a_request_comes_in_chunks_or_as_it_is(server: Server, coding: bytes, before: bytes) -> None:
    body = b"0\r\n\r\n"
    for method in (b"GET", b"POST"):
        head = method + b" /tables/check HTTP/1.1\r\nHost: x\r\n" + before
        found = answers(server, head + b"Transfer-Encoding: " + coding + b"\r\n\r\n" + body + OPENS)
        assert [each.status for each in found] == [400]


def test_what_may_be_done_instead_is_said_in_one_order(server: Server) -> None:
    asked = b"PUT /rules HTTP/1.1\r\nHost: x\r\n" + END
    (answer,) = answers(server, asked)
    assert (answer.status, answer.headers["allow"]) == (405, "GET, HEAD")


def test_many_requests_over_one_connection_are_each_answered(server: Server) -> None:
    asks = b"GET /rules HTTP/1.1\r\nHost: x\r\n\r\n" * 20
    last = b"GET /rules HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    assert [each.status for each in answers(server, asks + last)] == [200] * 21


@pytest.mark.parametrize("piece", [b"X: " + b"a" * 10_000 + b"\r\n", b"a" * 10_000, b"a: b\r\n" * 1000])
def test_a_head_without_end_is_not_kept(server: Server, piece: bytes) -> None:
    sent = 0
    with connected(server) as connection, suppress(BrokenPipeError, ConnectionResetError):
        connection.sendall(b"GET /rules HTTP/1.1\r\nHost: x\r\n")
        while sent < 100_000_000:
            connection.sendall(piece)
            sent += len(piece)
    assert sent < 10_000_000
    assert is_fine(server)


def test_who_asks_for_more_behind_a_stream_leaves_no_stream_behind(tmp_path: Path) -> None:
    """On a server with room for one."""
    with serving(tmp_path / "data", options=("--streams", "1")) as server:
        opened = OPENS.replace(b"Host: x", b"Host: x\r\nConnection: close")
        table = answers(server, opened)[0].headers["location"]
        events = f"GET {table}/wire HTTP/1.1\r\nHost: x\r\n\r\n".encode()

        def streams() -> bool:
            with connected(server) as connection:
                connection.sendall(events + b"GET /rules HTTP/1.1\r\nHost: x\r\n\r\n")
                return b" 200 OK" in connection.recv(64)

        for _ in range(3):
            until(streams, "the one before had ended")


HURRIED = "from sixth.server.ops import connection\nconnection.REQUEST_TIMEOUT_S = 1.5"
"""Has a server wait a second and a half for a request to be whole, in place of half a minute."""


def test_who_never_comes_to_an_end_is_cut_off_and_keeps_nobody_waiting(tmp_path: Path) -> None:
    with ExitStack() as stack:
        server = stack.enter_context(serving(tmp_path / "data", first=HURRIED))
        opened = OPENS.replace(b"Host: x", b"Host: x\r\nConnection: close")
        table = answers(server, opened)[0].headers["location"]
        listens = stack.enter_context(connected(server))
        listens.sendall(f"GET {table}/wire HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        assert b"200 OK" in listens.recv(65_536)
        slow = [
            b"",
            b"G",
            b"GET /rules HTTP/1.1\r\nHost: x\r\n",
            holding(
                b"Content-Length: 500", b"Content-Type: application/x-www-form-urlencoded", body=b"game="
            ),
            holding(b"Transfer-Encoding: chunked", body=b"ff\r\ngame="),
            opened[:-5],
        ]
        waiting = [stack.enter_context(connected(server)) for _ in slow * 20]
        for number, connection in enumerate(waiting):
            connection.sendall(slow[number % len(slow)])
        assert is_fine(server)
        for connection in waiting:
            assert all(answer.status < 500 for answer in all_heard(rest(connection)))
        # Who listens has asked for something, and goes on being told.
        listens.setblocking(False)
        with suppress(BlockingIOError):
            assert listens.recv(65_536)
