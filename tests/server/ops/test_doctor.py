"""`sixth doctor`: what is well is said to be, and each fault of a site is found and named in one sentence."""

import json
import os
import re
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar

import httpx2
import pytest
from sqlalchemy import text

from sixth.cli.app import run
from sixth.i18n import LANGUAGES
from sixth.server.store.sql import SqlStore
from sixth.server.store.upgrade import HEAD
from tests.command_result import CommandResult
from tests.server.ops.test_clock import fill_from_future
from tests.server.support.hosting import until
from tests.server.support.postgres import Postgres
from tests.server.support.proxies import caddy, free_port, nginx
from tests.server.support.serving import Server, request, serving

Findings = dict[str, tuple[str, str]]


class Doctor:
    """`sixth doctor`, and the findings of its last run by the names of the checks."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys
        self.code = 0
        self.result = ""

    def __call__(self, *arguments: str | Path) -> Findings:
        """Return the status and the sentence of each check; the last one of a name counts."""
        self._capsys.readouterr()
        self.code = run(["doctor", *map(str, arguments), "--json"])
        printed = json.loads(self._capsys.readouterr().out)
        self.result = printed["result"]
        return {each["check"]: (each["status"], each["text"]) for each in printed["checks"]}


@pytest.fixture
def doctor(capsys: pytest.CaptureFixture[str]) -> Doctor:
    return Doctor(capsys)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a data folder with the database of a site."""
    data = tmp_path / "data"
    data.mkdir()
    SqlStore(f"sqlite:///{data}/sixth.sqlite3").close()
    return data


def change(folder: Path, statement: str) -> None:
    with closing(SqlStore(f"sqlite:///{folder}/sixth.sqlite3")) as store, store.engine.begin() as connection:
        connection.execute(text(statement))


# ------------------------------------------------------------------ a site that is well


def test_a_server_at_home_is_well(tmp_path: Path, doctor: Doctor) -> None:
    with serving(tmp_path / "data") as server:
        backups = tmp_path / "backups"
        backups.mkdir()
        assert run(["db", "backup", str(backups / "today.sqlite3"), "--data", str(server.data)]) == 0
        findings = doctor("--port", f"{server.port}", "--data", server.data, "--backups", backups)
    assert (doctor.code, doctor.result) == (0, "ok")
    assert {status for status, _ in findings.values()} == {"ok"}
    assert findings["server"][1] == f"The server answers at {server.url}/."
    assert f"(step {HEAD})" in findings["database"][1]
    assert str(backups / "today.sqlite3") in findings["backups"][1]


@pytest.mark.parametrize("proxy", [nginx, caddy], ids=["nginx", "caddy"])
def test_a_server_behind_the_example_of_a_proxy_is_well_by_its_address(
    proxy: Callable[..., Any], tmp_path: Path, doctor: Doctor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path / "data") as server, proxy(tmp_path, [server.port]) as (address, trust):
        until(lambda: answers(address, trust), "the proxy answered")
        findings = doctor(address)
        assert doctor.code == 1
        assert "its certificate is not trusted" in findings["address"][1]
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "cert.pem"))
        findings = doctor(address)
    assert (doctor.code, doctor.result) == (0, "ok"), findings
    assert set(findings) == {"address", "proxy", "clock", "version"}
    assert (
        findings["proxy"][1]
        == "Through the proxy the server sees https, the host, and the address 127.0.0.1."
    )


def answers(address: str, trust: ssl.SSLContext) -> bool:
    try:
        return request("GET", address, verify=trust).status_code == 200
    except httpx2.TransportError:
        return False


def test_workers_are_asked_at_their_own_ports(database: Postgres, tmp_path: Path, doctor: Doctor) -> None:
    url, worker_port = database.make(), free_port()
    options = ("--workers", "2", "--worker-port", "0")
    with serving(tmp_path / "data", database=url, options=options) as server:
        arguments = ("--port", f"{server.port}", "--database", url, "--workers", "2", "--worker-port")
        first = min(server.own_ports)
        if max(server.own_ports) == first + 1:
            assert doctor(*arguments, f"{first}")["workers"][0] == "ok"
        findings = doctor(*arguments, f"{worker_port}")
        assert findings["workers"] == (
            "wrong",
            f"No worker answers at its own port: {worker_port} and {worker_port + 1}.",
        )
        assert findings["database"][0] == "ok"
        assert "disk" not in findings
    assert doctor.code == 1


# ------------------------------------------------------------------ what a proxy may do wrong


class Proxy(BaseHTTPRequestHandler):
    """A proxy that leaves out, or adds, what `changes` says."""

    server_port = 0
    changes: ClassVar[dict[str, str | None]] = {}
    date = ""

    def do_GET(self) -> None:
        headers = {"host": self.headers["host"], "x-forwarded-for": "203.0.113.7"} | self.changes
        answer = request(
            "GET",
            f"http://127.0.0.1:{self.server_port}{self.path}",
            headers={name: value for name, value in headers.items() if value is not None},
        )
        self.send_response_only(answer.status_code)
        self.send_header("Date", self.date or answer.headers["date"])
        self.end_headers()
        self.wfile.write(answer.content)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server") / "data") as server:
        yield server


@pytest.fixture
def proxy(server: Server) -> Iterator[tuple[str, type[Proxy]]]:
    """Yield the address of a proxy before a server, and its class, whose fields change what it does."""
    kind = type("ThisProxy", (Proxy,), {"server_port": server.port, "changes": {}, "date": ""})
    with HTTPServer(("127.0.0.1", 0), kind) as listener:
        thread = Thread(target=listener.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{listener.server_port}", kind
        listener.shutdown()
        thread.join()


@pytest.mark.parametrize(
    ("changes", "status", "sentence"),
    [
        ({}, "ok", "Through the proxy the server sees http, the host, and the address 203.0.113.7."),
        (
            {"x-forwarded-proto": "https"},
            "wrong",
            "People come by http, but the server sees https: have the proxy set X-Forwarded-Proto.",
        ),
        (
            {"host": "inner.test"},
            "wrong",
            r".* but the server sees inner\.test: have the proxy pass on Host\.",
        ),
        ({"x-forwarded-for": None}, "ok", "No proxy is in front of the server, .* come from 127.0.0.1."),
        (
            {"x-forwarded-for": "192.0.2.1"},
            "warning",
            "The server believes any X-Forwarded-For, so people can make up their addresses.",
        ),
    ],
)
def test_what_a_proxy_does_not_pass_on_is_named(
    proxy: tuple[str, type[Proxy]], doctor: Doctor, changes: dict[str, str | None], status: str, sentence: str
) -> None:
    address, kind = proxy
    kind.changes = changes
    found = doctor(address)["proxy"]
    assert found[0] == status
    assert re.fullmatch(sentence, found[1])


def test_a_proxy_that_is_not_in_the_settings_is_named(tmp_path: Path, doctor: Doctor) -> None:
    with serving(tmp_path / "data", options=("--proxies", "none")) as server:
        kind = type("ThisProxy", (Proxy,), {"server_port": server.port})
        with HTTPServer(("127.0.0.1", 0), kind) as listener:
            Thread(target=listener.serve_forever, args=(0.01,), daemon=True).start()
            found = doctor(f"http://127.0.0.1:{listener.server_port}")["proxy"]
            listener.shutdown()
    assert found[0] == "wrong"
    assert "does not believe the proxy at 127.0.0.1" in found[1]


@pytest.mark.parametrize(("seconds", "status"), [(20, "warning"), (-4000, "wrong"), (0, "ok")])
def test_a_clock_that_differs_from_that_of_the_address_is_noticed(
    proxy: tuple[str, type[Proxy]], doctor: Doctor, seconds: int, status: str
) -> None:
    address, kind = proxy
    kind.date = f"{datetime.now(UTC) + timedelta(seconds=seconds):%a, %d %b %Y %H:%M:%S GMT}"
    assert doctor(address)["clock"][0] == status


def test_an_address_with_nothing_or_something_else_is_wrong(doctor: Doctor) -> None:
    address = f"http://127.0.0.1:{free_port()}/"
    text = f"{address} cannot be reached: Connection refused."
    assert doctor(address) == {"address": ("wrong", text)}
    with HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as other:
        Thread(target=other.serve_forever, args=(0.01,), daemon=True).start()
        address = f"http://127.0.0.1:{other.server_port}/"
        findings = doctor(address)
        other.shutdown()
    assert findings == {
        "address": ("wrong", f"Something other than Sixth answers at {address} (status 501).")
    }


# ------------------------------------------------------------------ faults of the machine and the database


def test_a_port_that_another_program_has_is_wrong(folder: Path, doctor: Doctor) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        port = other.getsockname()[1]
        status, sentence = doctor("--data", folder, "--port", f"{port}")["server"]
    assert (status, doctor.code) == ("wrong", 1)
    assert sentence == f"Port {port} on 127.0.0.1 cannot be used (Address already in use)."


def test_a_free_port_is_a_warning_and_no_error(folder: Path, doctor: Doctor) -> None:
    status, sentence = doctor("--data", folder, "--port", f"{free_port()}")["server"]
    assert (status, doctor.code) == ("warning", 0)
    assert "No server runs" in sentence


def test_a_folder_that_cannot_be_written_is_wrong(tmp_path: Path, doctor: Doctor) -> None:
    (tmp_path / "file").write_text("")
    status, sentence = doctor("--data", tmp_path / "file" / "data", "--port", "0")["disk"]
    assert (status, doctor.code) == ("wrong", 1)
    assert sentence.startswith("Nothing can be written in the folder ")


@pytest.mark.parametrize(
    ("statement", "status", "sentence"),
    [
        ("UPDATE alembic_version SET version_num = '9999'", "wrong", "written by a later version of Sixth"),
        ("UPDATE alembic_version SET version_num = '0003'", "wrong", "from which this version cannot go on"),
        ("UPDATE alembic_version SET version_num = '0028'", "warning", f"brings it to step {HEAD}"),
        ("DROP TABLE alembic_version", "wrong", "holds no site"),
    ],
)
def test_a_database_that_the_program_would_not_take_as_it_is_is_named(
    folder: Path, doctor: Doctor, statement: str, status: str, sentence: str
) -> None:
    change(folder, statement)
    found = doctor("--data", folder, "--port", "0")["database"]
    assert found[0] == status
    assert sentence in found[1]


def test_a_file_that_is_no_database_is_named(tmp_path: Path, doctor: Doctor) -> None:
    (tmp_path / "sixth.sqlite3").write_bytes(b"x" * 4096)
    found = doctor("--data", tmp_path, "--port", "0")["database"]
    assert found[0] == "wrong"
    assert "file is not a database" in found[1]


def test_a_database_that_is_away_is_wrong(doctor: Doctor) -> None:
    findings = doctor("--database", f"postgresql://sixth@127.0.0.1:{free_port()}/sixth", "--port", "0")
    assert (findings["database"][0], doctor.code) == ("wrong", 1)


def test_a_database_from_the_future_is_wrong(folder: Path, doctor: Doctor) -> None:
    fill_from_future(f"sqlite:///{folder}/sixth.sqlite3", chain=True)
    findings = doctor("--data", folder, "--port", "0")
    assert findings["clock"][0] == "wrong"
    assert "docs/hosting.md says how to go back" in findings["clock"][1]


def test_a_damaged_key_for_notifications_is_wrong(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(folder, "INSERT INTO secrets (name, value) VALUES ('push-key', 'damaged')")
    assert run(["doctor", "--data", str(folder), "--port", "0"]) == 1
    assert "wrong    The key for notifications in the database is damaged" in capsys.readouterr().out


@pytest.mark.parametrize(("days", "status"), [(0, "ok"), (3, "warning")])
def test_the_newest_backup_is_old_after_two_days(
    folder: Path, doctor: Doctor, tmp_path: Path, days: int, status: str
) -> None:
    made = datetime.now(UTC).timestamp() - days * 86_400 - 60
    for age, name in ((0, "newest.sqlite3"), (9_000, "older.dump")):
        (tmp_path / name).write_text("a backup")
        os.utime(tmp_path / name, (made - age, made - age))
    (tmp_path / "empty.sqlite3").write_text("")
    found = doctor("--data", folder, "--port", "0", "--backups", tmp_path)["backups"]
    assert found[0] == status
    assert "newest.sqlite3" in found[1]


def test_no_backup_is_wrong_and_an_unknown_folder_a_warning(folder: Path, doctor: Doctor) -> None:
    arguments = ("--data", folder, "--port", "0")
    assert doctor(*arguments)["backups"][0] == "warning"
    assert doctor(*arguments, "--backups", folder.parent)["backups"][0] == "wrong"
    assert doctor(*arguments, "--backups", folder / "none")["backups"][0] == "wrong"


def test_push_services_are_tried_where_notifications_can_be_sent(folder: Path, doctor: Doctor) -> None:
    arguments = ("--data", folder, "--port", "0")
    site = ("--url", f"https://localhost:{free_port()}", "--push-hosts")
    with socket.create_server(("127.0.0.1", 0)) as service:
        here, away = f"localhost:{service.getsockname()[1]}", f"localhost:{free_port()}"
        assert doctor(*arguments, *site, here)["push"][0] == "ok"
        assert doctor(*arguments, *site, f"{here},{away}")["push"] == (
            "warning",
            f"Push services cannot be reached from here: {away}.",
        )
    assert doctor(*arguments, "--push-hosts", "none")["push"][0] == "ok"
    assert "Notifications need https" in doctor(*arguments)["push"][1]


# ------------------------------------------------------------------ how it is asked


def test_settings_that_make_no_sense_are_one_sentence(
    folder: Path, doctor: Doctor, capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments, code, sentence in (
        (["--port", "many"], 2, "--port takes a number"),
        (["no address"], 2, "ADDRESS takes the address of a site"),
        (["--config", str(folder / "none.toml")], 2, "cannot be read"),
    ):
        CommandResult(run(["doctor", *arguments]), *capsys.readouterr()).refuses(code, sentence)
    assert doctor("--workers", "2", "--data", folder)["settings"][0] == "wrong"


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_line_has_a_status_in_the_language_of_the_host(
    folder: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    assert run(["--lang", language, "doctor", "--data", str(folder), "--port", "0"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 7
    assert all(re.fullmatch(r"\S+ {2,}\S.*\.", line) for line in lines), lines
