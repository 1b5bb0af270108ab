"""Starting and ending a server: where it is, or one sentence why it cannot be, and no traceback ever."""

import os
import re
import signal
import socket
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx2
import pytest

from sixth.server.core import retries
from sixth.server.core.settings import Settings
from sixth.server.ops.run import ServeError, serve
from tests.server.support.hosting import until
from tests.server.support.playing import Person
from tests.server.support.serving import PATIENCE, SOON, Server, address, command, serving
from tests.server.support.wire import wire


def refused(data: Path | None = None, **wanted: Any) -> str:
    """The sentence with which a server says that it cannot run."""
    with pytest.raises(ServeError) as error:
        serve(Settings(**{"data": data, "port": 0, **wanted}))
    said = str(error.value)
    assert re.fullmatch(r"[^\n]+\.", said)
    return said


def test_a_port_that_another_uses_is_waited_for_and_then_refused_with_what_to_do(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        began = time.monotonic()
        process = subprocess.run(
            command(tmp_path, port), check=False, capture_output=True, text=True, timeout=PATIENCE
        )
        assert time.monotonic() - began >= retries.TIMEOUT_S
    assert process.returncode == 1
    assert f"Waiting for up to 10 seconds: port {port} on 127.0.0.1 is still in use." in process.stderr
    assert process.stdout == ""
    assert "--port" in process.stderr
    assert len(process.stderr.strip().splitlines()) <= 3
    assert "Traceback" not in process.stderr


def test_without_a_command_the_sixth_that_runs_already_is_opened(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
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
    assert opened.read_text().strip() == f"http://127.0.0.1:{port}/"
    # Nothing was begun beside it.
    assert not (tmp_path / "other").exists()


def test_a_port_that_is_none_is_refused(tmp_path: Path) -> None:
    for port in (-1, 65_536, 70_000, 2**40):
        assert f"no port {port}" in refused(tmp_path, port=port)


@pytest.mark.parametrize("host", ["no host", "x" * 300, "[::1", "127.0.0.1:80", "192.0.2.1", "\x00"])
def test_a_host_that_is_not_this_machine_is_refused(tmp_path: Path, host: str) -> None:
    assert "--" in refused(tmp_path, host=host)


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "--data" in refused(tmp_path / "file")
    assert "--data" in refused(tmp_path / "file" / "below")


def test_a_file_that_is_no_database_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    diary = tmp_path / "sixth.sqlite3"
    diary.write_text("Dear diary, " * 1000)
    assert str(diary) in refused(tmp_path)
    assert diary.read_text() == "Dear diary, " * 1000


def test_a_database_that_is_not_supported_is_refused() -> None:
    assert "sqlite" in refused(database="mysql://localhost/sixth")


def test_several_processes_over_a_file_are_refused(tmp_path: Path) -> None:
    assert "PostgreSQL" in refused(tmp_path, workers=2)
    assert "PostgreSQL" in refused(database=f"sqlite:///{tmp_path}/sixth.sqlite3", workers=2)
    assert not any(tmp_path.iterdir())


def test_a_workers_own_port_that_another_uses_is_refused_by_its_number() -> None:
    wanted: dict[str, Any] = {"workers": 3, "database": "postgresql://127.0.0.1:1/sixth"}
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        said = refused(**wanted, worker_port=port)
        assert f"Port {port}" in said
        assert "--worker-port" in said
    assert "3 workers need ports 65534–65536" in refused(**wanted, worker_port=65_534)
    # The port that they share is none of theirs.
    assert f"Port {port}" in refused(**wanted, port=port, worker_port=port)


def test_a_redis_is_for_several_processes_and_has_a_url(tmp_path: Path) -> None:
    assert "PostgreSQL" in refused(tmp_path, redis="redis://127.0.0.1:6379/0")
    for wrong in ("redis://127.0.0.1:secret/0", "redis://[::1", "redis://127.0.0.1:6379/0?speed=secret"):
        said = refused(database="postgresql://127.0.0.1:1/sixth", redis=wrong)
        assert said == "--redis takes a URL such as redis://127.0.0.1:6379/0."


def test_a_refused_server_leaves_its_port_free(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
    refused(port=port, database="mysql://localhost/sixth")
    with socket.create_server(("127.0.0.1", port)):
        pass


def test_a_server_answers_once_it_says_where_it_is(tmp_path: Path) -> None:
    data = tmp_path / "not" / "there" / "yet"
    process = subprocess.Popen(command(data), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        url = address(process)
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", url)
        assert httpx2.get(url).status_code == 200
        # What is in there are people's cards and secrets.
        assert stat.S_IMODE(data.stat().st_mode) == 0o700
    finally:
        process.terminate()
        out, errors = process.communicate(timeout=PATIENCE)
    assert (out, errors, process.returncode) == ("", "", 0)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_server_that_is_asked_to_end_does_so_soon_and_quietly(server: Server, how: signal.Signals) -> None:
    """Also with a game going on, and somebody who listens to it but does not read."""
    with httpx2.Client(base_url=server.url, follow_redirects=True) as client:
        ana = Person(client)
        ana.open("play", seats=4, name="Ana")
        with wire(ana, since=1):
            began = time.monotonic()
            assert server.stop(how) == 0
            assert time.monotonic() - began < SOON
    assert server.errors == ""


def test_a_server_that_ended_well_is_found_again_as_it_was(server: Server) -> None:
    with httpx2.Client(base_url=server.url, follow_redirects=True) as client:
        ana = Person(client)
        ana.open("play", seats=4, name="Ana")
        hand = ana.page.by_id["hand"].text
        server.stop()
        server.restart()
        assert ana.look().by_id["hand"].text == hand


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_server_plays_and_ends_while_it_still_compiles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: signal.Signals
) -> None:
    """As after an installation, when no machine code has been kept yet."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kept"))
    with (
        serving(tmp_path / "data") as server,
        httpx2.Client(base_url=server.url, follow_redirects=True) as client,
    ):
        ana = Person(client)
        ana.open("play", seats=4, bots="champion", name="Ana")
        ana.send("hand", ana.page.forms["hand"].buttons[0][1])
        until(lambda: ana.look().chosen is None, "the bots have played too")
        began = time.monotonic()
        assert server.stop(how) == 0
        assert time.monotonic() - began < SOON


def test_a_server_on_all_addresses_says_where_others_in_the_network_find_it(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*command(tmp_path), "--host", "0.0.0.0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        port = address(process).rstrip("/").rpartition(":")[2]
    finally:
        process.terminate()
        said, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (0, "")
    # A machine in no network has no such address.
    for line in said.splitlines():
        found = re.fullmatch(rf"Others in your network find it at http://([\d.]+):{port}/", line)
        assert found
        with socket.create_server((found[1], 0)):
            pass


def test_an_address_of_the_newer_kind_is_shown_as_browsers_want_it(tmp_path: Path) -> None:
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            pass
    except OSError:
        pytest.skip("this machine has no IPv6")
    arguments = ["serve", "--host", "::1", "--port", "0", "--data", str(tmp_path)]
    process = subprocess.Popen(
        [sys.executable, "-W", "error", "-m", "sixth", *arguments], stdout=subprocess.PIPE, text=True
    )
    try:
        url = address(process)
        assert url.startswith("http://[::1]:")
        assert httpx2.get(url).status_code == 200
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)
