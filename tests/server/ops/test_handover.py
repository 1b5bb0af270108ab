"""Connections find the process of their table, and are served all the same where that is not there."""

import asyncio
import os
import re
import signal
import socket
from functools import partial
from pathlib import Path

import httpx2
import pytest

from sixth.server.ops.handover import Neighbours
from tests.server.ops.conftest import COUNT
from tests.server.support.hosting import until
from tests.server.support.serving import Server

TABLES = [f"table{number}" for number in range(20)]


def test_what_is_for_another_process_goes_there_with_all_that_has_come(tmp_path: Path) -> None:
    """Between them two processes take every table, each the same one always."""

    async def handed() -> None:
        first, second = (Neighbours(tmp_path, index, COUNT) for index in range(COUNT))
        come: asyncio.Queue[tuple[socket.socket, bytes]] = asyncio.Queue()
        second.start(lambda connection, data: come.put_nowait((connection, data)))
        for table in TABLES:
            here, there = socket.socketpair()
            asked = f"GET /t/{table}/events?after=1 HTTP/1.1\r\nHo".encode()
            passed = first.pass_on(there.fileno(), asked)
            # What the first does not take is what the second takes.
            assert second.pass_on(there.fileno(), asked) is False
            if passed:
                there.close()
                connection, data = await come.get()
                connection.send(b"answered")
                assert (data, here.recv(100)) == (asked, b"answered")
                connection.close()
            here.close()
            there.close()
        second.close()

    asyncio.run(handed())


@pytest.mark.parametrize(
    "data", [b"", b"GET / HTTP/1.1\r\n", b"GET /t/", b"\x16\x03\x01", b"GET /t/table1" + b"x" * 70_000]
)
def test_what_names_no_table_stays_where_it_is(tmp_path: Path, data: bytes) -> None:
    async def handed() -> None:
        all_of_them = [Neighbours(tmp_path, index, COUNT) for index in range(COUNT)]
        for each in all_of_them:
            each.start(lambda connection, _data: pytest.fail(f"It was handed on: {connection}"))
        here, there = socket.socketpair()
        assert not any(each.pass_on(there.fileno(), data) for each in all_of_them)
        here.close()
        there.close()
        for each in all_of_them:
            each.close()

    asyncio.run(handed())


def _connections(server: Server) -> dict[int, int]:
    """How many connections each process serves just now."""
    port = f":{httpx2.URL(server.url).port:04X}"
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    open_now = {f"socket:[{line[9]}]" for line in lines if line[1].endswith(port) and line[3] == "01"}
    return {pid: len(open_now & _files(pid)) for pid in server.workers()}


def _files(pid: int) -> set[str]:
    found = set()
    for file in Path(f"/proc/{pid}/fd").iterdir():
        try:
            found.add(str(file.readlink()))
        except OSError:
            continue
    return found


def test_one_process_serves_a_table_whichever_people_came_to(several: Server) -> None:
    """Over connections that were open before, too, and any other process does once that one has ended."""
    made = httpx2.post(
        f"{several.url}/tables",
        data={"game": "classic", "seats": "2", "bots": "mixed", "how": "invite", "name": "Ana"},
    )
    table = re.sub(r".*(/t/[\w-]+).*", r"\1", made.headers["location"])
    people = [httpx2.Client(base_url=several.url, timeout=30) for _ in range(6)]
    for person in people:
        assert person.get("/about").status_code == 200

    def are_together() -> bool:
        # While both processes ask whose the table is, either may answer.
        assert all(person.get(table).status_code == 200 for person in people)
        return sorted(_connections(several).values()) == [0, len(people)]

    until(are_together, "one process served them all")
    serves = _connections(several)
    os.kill(max(serves, key=lambda pid: serves[pid]), signal.SIGKILL)
    for person in people:
        until(partial(_answers, person, table), "it was served elsewhere")
        person.close()


def _answers(person: httpx2.Client, table: str) -> bool:
    try:
        return person.get(table).status_code == 200
    except httpx2.TransportError:
        return False
