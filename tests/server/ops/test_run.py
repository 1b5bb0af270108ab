"""The start and the end of a server: it prints its address, or one sentence that says why not."""

import os
import re
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from sixth.errors import CommandError
from sixth.server.core import retries
from sixth.server.core.settings import Settings
from sixth.server.ops.run import serve
from tests.server.support.hosting import until
from tests.server.support.playing import visiting
from tests.server.support.serving import PATIENCE, SOON, Server, address, command, request, serving
from tests.server.support.wire import wire


def refusal(data: Path | None = None, **settings: Any) -> str:
    """Return the sentence with which a server refuses to run."""
    with pytest.raises(CommandError) as error:
        serve(Settings(**{"data": data, "port": 0, **settings}))
    sentence = str(error.value)
    assert re.fullmatch(r"[^\n]+\.", sentence)
    return sentence


IMPATIENT = "from sixth.server.core import retries\nretries.TIMEOUT_S = 3.0"
"""Code that has a server wait three seconds for its port, not ten."""


def test_a_server_waits_for_a_port_in_use_and_then_says_what_to_do(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        began = time.monotonic()
        words = command(tmp_path, port, first=IMPATIENT)
        process = subprocess.run(words, check=False, capture_output=True, text=True, timeout=PATIENCE)
        assert time.monotonic() - began >= 3
    assert process.returncode == 1
    assert f"Waiting for up to 3 seconds: port {port} on 127.0.0.1 is still in use." in process.stderr
    assert process.stdout == ""
    assert "--port" in process.stderr
    if sys.platform == "linux":
        assert f"uses it, process {os.getpid()}" in process.stderr
    assert re.search(r"Port \d+ is free\.$", process.stderr)
    assert len(process.stderr.strip().splitlines()) <= 3
    assert "Traceback" not in process.stderr


def test_sixth_alone_opens_the_server_that_runs_already(tmp_path: Path) -> None:
    log = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {log}\n')
    browser.chmod(0o700)
    with serving(tmp_path / "data") as server:
        port = server.url.rstrip("/").rpartition(":")[2]
        process = subprocess.run(
            [sys.executable, "-m", "sixth"],
            env=os.environ
            | {"SIXTH_PORT": port, "SIXTH_DATA": str(tmp_path / "other"), "BROWSER": f"{browser} %s"},
            check=False,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
    assert (process.returncode, process.stderr) == (0, "")
    assert process.stdout == f"Sixth is already at http://127.0.0.1:{port}/\n"
    assert log.read_text().strip() == f"http://127.0.0.1:{port}/"
    # No second server started.
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        *(({"port": port}, f"no port {port}") for port in (-1, 65_536, 2**40)),
        *(
            ({"host": host}, "--")
            for host in ("no host", "x" * 300, "[::1", "127.0.0.1:80", "192.0.2.1", "\x00")
        ),
        ({"data": None, "database": "mysql://localhost/sixth"}, "sqlite"),
        ({"workers": 2}, "PostgreSQL"),
        ({"data": None, "database": "sqlite:////nowhere/sixth.sqlite3", "workers": 2}, "PostgreSQL"),
    ],
    ids=str,
)
def test_impossible_settings_are_refused_in_one_sentence(
    tmp_path: Path, settings: dict[str, Any], why: str
) -> None:
    assert why in refusal(**{"data": tmp_path, **settings})
    assert "port" in settings or "host" in settings or not any(tmp_path.iterdir())


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "--data" in refusal(tmp_path / "file")
    assert "--data" in refusal(tmp_path / "file" / "below")


def test_the_refusal_of_a_workers_port_in_use_names_the_port(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retries, "TIMEOUT_S", 0.5)
    settings: dict[str, Any] = {"workers": 3, "database": "postgresql://127.0.0.1:1/sixth"}
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        sentence = refusal(**settings, worker_port=port)
        assert f"Port {port}" in sentence
        assert "--worker-port" in sentence
    assert "3 workers need ports 65534–65536" in refusal(**settings, worker_port=65_534)
    # A worker cannot have the shared port.
    assert f"Port {port}" in refusal(**settings, port=port, worker_port=port)


def test_a_server_answers_once_it_prints_its_address(tmp_path: Path) -> None:
    data = tmp_path / "not" / "there" / "yet"
    with started(command(data)) as (url, output):
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", url)
        assert request("GET", url).status_code == 200
        # The folder holds the cards and secrets of players.
        assert stat.S_IMODE(data.stat().st_mode) == 0o700
    assert output == []


@contextmanager
def started(words: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Start a server; yield its address, and the lines that it has printed after it once it has ended."""
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    output: list[str] = []
    try:
        yield address(process), output
    finally:
        process.terminate()
        out, errors = process.communicate(timeout=PATIENCE)
    assert (errors, process.returncode) == ("", 0)
    output += out.splitlines()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_server_ends_soon_and_quietly_on_a_signal(server: Server, how: signal.Signals) -> None:
    """A game goes on, and a listener of its stream does not read."""
    with visiting(server.url) as ana:
        ana.open("play", seats=4, name="Ana")
        with wire(ana, since=1):
            began = time.monotonic()
            assert server.stop(how) == 0
            assert time.monotonic() - began < SOON
    assert server.errors == ""


def test_a_server_plays_and_ends_while_it_still_compiles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after an installation, without a cache of machine code."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    with serving(tmp_path / "data") as server, visiting(server.url) as ana:
        ana.open("play", seats=4, bots="champion", name="Ana")
        ana.send("hand", ana.page.forms["hand"].buttons[0][1])
        until(lambda: ana.look().chosen is None, "the bots had played, too")
        began = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - began < SOON


def test_a_server_on_all_addresses_prints_its_address_in_the_network(tmp_path: Path) -> None:
    with started([*command(tmp_path), "--host", "0.0.0.0"]) as (url, output):
        port = url.rstrip("/").rpartition(":")[2]
    # A machine without a network prints no such address.
    for line in output:
        match = re.fullmatch(rf"Others in your network find it at http://([\d.]+):{port}/", line)
        assert match
        with socket.create_server((match[1], 0)):
            pass


def test_an_ipv6_address_is_printed_as_browsers_take_it(tmp_path: Path) -> None:
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            pass
    except OSError:
        pytest.skip("this machine has no IPv6")
    with started([*command(tmp_path), "--host", "::1"]) as (url, _):
        assert url.startswith("http://[::1]:")
        assert request("GET", url).status_code == 200
