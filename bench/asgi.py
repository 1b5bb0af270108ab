"""What an ASGI server costs, and what it stands: `python bench/asgi.py`, one server after the other.

    python bench/asgi.py [--servers ours uvicorn uvicorn-h11 granian hypercorn] [--requests 3000]
                         [--streams 2000] [--messages 20]

Of `ours`, uvicorn as `sixth serve` runs it, and of those others that are installed, each on a processor of
its own where there is more than one:

- `form`: processor time a small form over 20 kept connections, to Sixth and to an application that does
  nothing (`bare`);
- `idle`: memory a silent stream, and `told`: processor time to send it a message of 1 KB (`bare`);
- what becomes of those who read nothing while 64 MB are sent to them, send no end of a head or of a body, or
  too much of one, and of 10 streams when it is asked to end (`bare`). A line of JSON a figure.
"""

import argparse
import asyncio
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

from peers.process import Server
from starlette.types import ASGIApp, Message, Receive, Scope, Send

KEPT = 20
PATIENCE_S = 45
MESSAGE_BYTES = 1024
UNREAD_BYTES = 64 * 2**20
MANY_BYTES = 4 * 2**20
FORM = b"game=classic&seats=4&name=Ana&how=invite&bots=careful"
"""As the page of a new table sends it while it is filled in."""

OURS = """
import uvicorn
from sixth.server.ops.connection import BoundedProtocol
uvicorn.run("asgi:{app}", factory=True, port={port}, http=BoundedProtocol, ws="none", access_log=False,
            log_level="error", timeout_graceful_shutdown=15)
"""
UVICORN = "-m uvicorn asgi:{app} --factory --port {port} --ws none --no-access-log --log-level error"
GRANIAN = "-m granian asgi:{app} --factory --port {port} --interface asgi --http 1 --no-ws --log-level error"
HYPERCORN = "-m hypercorn asgi:{app}() --bind 127.0.0.1:{port} --worker-class uvloop --log-level error"
SERVERS = {
    "ours": ("uvicorn", ["-c", OURS]),
    "uvicorn": ("uvicorn", [*UVICORN.split(), "--http", "httptools"]),
    "uvicorn-h11": ("uvicorn", [*UVICORN.split(), "--http", "h11"]),
    "granian": (
        "granian",
        [*GRANIAN.split(), "--backpressure", "20000"],
    ),
    "hypercorn": (
        "hypercorn",
        HYPERCORN.split(),
    ),
}
"""By name: what must be installed, and what Python is given to start it."""


# ------------------------------------------------------------------ what is served


def sixth() -> object:
    """Give Sixth itself, over an empty database."""
    from sixth.server.app import create_app
    from sixth.server.store.sql import SqlStore

    return create_app(SqlStore(f"sqlite:///{os.environ['BENCH_ASGI']}/sixth.sqlite3"))


def bare() -> ASGIApp:
    """Give an application that answers forms and tells streams what it is told, and does nothing else."""
    streams: dict[int, Send] = {}
    busy: set[int] = set()

    async def tell(number: int, send: Send, told: Message) -> None:
        busy.add(number)
        await send(told)
        busy.discard(number)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            while (message := await receive())["type"] != "lifespan.shutdown":
                await send({"type": f"{message['type']}.complete"})
            await send({"type": "lifespan.shutdown.complete"})
        elif scope["path"] == "/stream":
            await send(_start(200, (b"content-type", b"text/event-stream")))
            await send({"type": "http.response.body", "body": b": here\n\n", "more_body": True})
            streams[id(send)] = send
            while (await receive())["type"] != "http.disconnect":
                pass
            streams.pop(id(send), None)
        else:
            body = await _body(receive)
            if scope["path"] == "/tell":
                told = {"type": "http.response.body", "body": b"x" * int(body), "more_body": True}
                # Who has not taken the last one yet is told nothing, as at a table, and holds nobody up.
                free = [(number, each) for number, each in streams.items() if number not in busy]
                telling = [asyncio.create_task(tell(number, each, told)) for number, each in free]
                if telling:
                    await asyncio.wait(telling, timeout=1)
            await send(_start(200, (b"content-length", b"0")))
            await send({"type": "http.response.body"})

    return app


def _start(status: int, *headers: tuple[bytes, bytes]) -> Message:
    return {"type": "http.response.start", "status": status, "headers": list(headers)}


async def _body(receive: Receive) -> bytes:
    body = b""
    while (message := await receive())["type"] == "http.request":
        body += message["body"]
        if not message["more_body"]:
            break
    return body


# ------------------------------------------------------------------ a server, and what it takes


class Served(Server):
    """A server that runs, with the processes that it has started."""

    def __init__(self, process: "subprocess.Popen[str]", port: int) -> None:
        super().__init__(process, f"http://127.0.0.1:{port}")
        self.port = port

    def connected(self) -> socket.socket:
        """Give a new connection to it."""
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE_S)

    def ask(self, path: str, body: bytes = b"") -> None:
        """Send a form, and read the answer."""
        with urlopen(f"http://127.0.0.1:{self.port}{path}", body, PATIENCE_S) as answer:
            answer.read()


@contextmanager
def serving(name: str, app: str) -> Iterator[Served]:
    """Run a server on the first processor, and us on the others."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with TemporaryDirectory() as folder:
        words = [word.format(app=app, port=port) for word in SERVERS[name][1]]
        environment = {**os.environ, "BENCH_ASGI": folder, "PYTHONPATH": str(Path(__file__).parent)}
        process = subprocess.Popen(
            [sys.executable, *words], env=environment, text=True, start_new_session=True
        )
        cores = os.sched_getaffinity(0)
        if len(cores) > 1:
            os.sched_setaffinity(process.pid, {min(cores)})
        server = Served(process, port)
        try:
            _wait(server)
            yield server
        finally:
            # Granian and hypercorn have processes of their own.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _wait(server: Served) -> None:
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        with suppress(OSError), server.connected() as connection:
            connection.sendall(b"GET /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            if connection.recv(9):
                return
        time.sleep(0.1)


def report(server: str, what: str, value: float | str, unit: str) -> None:
    """Print a figure as a line of JSON."""
    shown = round(value, 4) if isinstance(value, float) else value
    print(json.dumps({"bench": f"asgi.{server}.{what}", "value": shown, "unit": unit}), flush=True)


# ------------------------------------------------------------------ what it costs


async def forms(server: Served, path: str, count: int) -> float:
    """Send so many forms over kept connections; the seconds it took."""
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
    head += f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(FORM)}\r\n\r\n"
    asked = head.encode() + FORM
    left = iter(range(count))

    async def person() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        for _ in left:
            writer.write(asked)
            answer = (await reader.readuntil(b"\r\n\r\n")).lower()
            length = answer.partition(b"content-length: ")[2].partition(b"\r\n")[0]
            await reader.readexactly(int(length))
        writer.close()

    began = time.monotonic()
    await asyncio.gather(*(person() for _ in range(KEPT)))
    return time.monotonic() - began


def cost_of_forms(name: str, app: str, path: str, count: int) -> None:
    """Measure what a form costs, once all is warm."""
    with serving(name, app) as server:
        asyncio.run(forms(server, path, 200))
        before = server.cpu_s()
        took = asyncio.run(forms(server, path, count))
        report(name, f"form.{app}", 1000 * (server.cpu_s() - before) / count, "ms of processor a form")
        report(name, f"form.{app}.rate", count / took, "forms a second")


async def streams(server: Served, name: str, count: int, messages: int) -> None:
    """Measure what silent streams hold, and what it takes to tell them something."""
    writers, readers = [], []

    async def open_one() -> bool:
        try:
            async with asyncio.timeout(10):
                reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
                writer.write(b"GET /stream HTTP/1.1\r\nHost: x\r\n\r\n")
                await reader.readuntil(b": here\n\n")
        except (TimeoutError, OSError, asyncio.IncompleteReadError):
            return False
        readers.append(reader)
        writers.append(writer)
        return True

    async def drain(reader: asyncio.StreamReader) -> None:
        while await reader.read(2**16):
            pass

    for _ in range(100):
        await open_one()
    before, first = server.memory_bytes(), len(writers)
    for _ in range(count):
        if not await open_one():
            break
    opened = len(writers) - first
    report(name, "streams", opened, f"of {count} more streams were opened")
    report(name, "idle", (server.memory_bytes() - before) / max(1, opened) / 1024, "KB a silent stream")
    tasks = [asyncio.create_task(drain(each)) for each in readers]
    cpu = server.cpu_s()
    for _ in range(messages):
        await asyncio.to_thread(server.ask, "/tell", b"%d" % MESSAGE_BYTES)
    used = server.cpu_s() - cpu
    report(name, "told", 1e6 * used / messages / len(writers), "µs of processor a message to one stream")
    for task in tasks:
        task.cancel()
    for writer in writers:
        writer.close()


# ------------------------------------------------------------------ what it stands


def unread(name: str) -> None:
    """See what is kept for somebody who reads nothing."""
    with serving(name, "bare") as server, closing(server.connected()) as lazy:
        lazy.sendall(b"GET /stream HTTP/1.1\r\nHost: x\r\n\r\n")
        lazy.recv(1)
        before = server.memory_bytes()
        for _ in range(UNREAD_BYTES // 2**20):
            server.ask("/tell", b"%d" % 2**20)
        kept = (server.memory_bytes() - before) / 2**20
        report(name, "unread", kept, f"MB kept for one who reads nothing of {UNREAD_BYTES >> 20} MB")


def unfinished(name: str) -> None:
    """See how long somebody is waited for whose request has no end."""
    halves = {
        "nothing": b"",
        "head": b"GET / HTTP/1.1\r\nHost: x\r\n",
        "body": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\ngame=",
    }
    with serving(name, "bare") as server:
        waiting = {}
        for what, half in halves.items():
            waiting[what] = server.connected()
            waiting[what].sendall(half)
        began = time.monotonic()
        for what, connection in waiting.items():
            connection.settimeout(max(0.1, PATIENCE_S + began - time.monotonic()))
            try:
                while connection.recv(2**16):
                    pass
                report(name, f"unfinished.{what}", time.monotonic() - began, "s until it was cut")
            except ConnectionResetError:
                report(name, f"unfinished.{what}", time.monotonic() - began, "s until it was cut")
            except TimeoutError:
                report(name, f"unfinished.{what}", "never", f"cut in {PATIENCE_S} s")
            connection.close()


def too_much(name: str) -> None:
    """See how much of a head is taken before it is refused, and how many headers."""
    pieces = {"one header": b"a" * 2**12, "headers": b"a: b\r\n" * 2**9}
    for what, piece in pieces.items():
        with serving(name, "bare") as server, closing(server.connected()) as connection:
            sent = 0
            connection.settimeout(2)
            with suppress(OSError):
                connection.sendall(
                    b"GET / HTTP/1.1\r\nHost: x\r\nX: " if "one" in what else b"GET / HTTP/1.1\r\n"
                )
                while sent < MANY_BYTES:
                    connection.sendall(piece)
                    sent += len(piece)
                    time.sleep(0.001)
            said = f"{sent // 1024}" if sent < MANY_BYTES else "all"
            report(name, f"too much.{what}", said, f"KB taken of {MANY_BYTES >> 10}")


def ending(name: str) -> None:
    """See how long it takes to end, with ten people who listen."""
    with serving(name, "bare") as server:
        people = [server.connected() for _ in range(10)]
        for each in people:
            each.sendall(b"GET /stream HTTP/1.1\r\nHost: x\r\n\r\n")
            each.recv(1)
        began = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        try:
            server.process.wait(PATIENCE_S)
            report(name, "ending", time.monotonic() - began, "s from SIGTERM with ten streams that go on")
        except subprocess.TimeoutExpired:
            report(name, "ending", "never", f"ended in {PATIENCE_S} s after SIGTERM with ten streams")
        for each in people:
            each.close()


def main() -> None:
    """Measure each server that was asked for and is installed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--servers", nargs="*", choices=SERVERS, default=list(SERVERS))
    parser.add_argument("--requests", type=int, default=3000, help="forms to send")
    parser.add_argument("--streams", type=int, default=2000, help="to open; 0 for none")
    parser.add_argument("--messages", type=int, default=20, help="to tell to all of them")
    parser.add_argument(
        "--stands", action=argparse.BooleanOptionalAction, default=True, help="what it stands"
    )
    asked = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    cores = os.sched_getaffinity(0)
    if len(cores) > 1:
        os.sched_setaffinity(0, cores - {min(cores)})
    for name in asked.servers:
        if not find_spec(SERVERS[name][0]):
            report(name, "installed", "no", "")
            continue
        cost_of_forms(name, "bare", "/form", asked.requests)
        cost_of_forms(name, "sixth", "/tables/check", asked.requests // 3)
        if asked.streams:
            with serving(name, "bare") as server:
                asyncio.run(streams(server, name, asked.streams, asked.messages))
        if asked.stands:
            for see in (unread, too_much, ending, unfinished):
                see(name)


if __name__ == "__main__":
    main()
