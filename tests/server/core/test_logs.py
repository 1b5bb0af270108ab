"""The log of a server: a line of JSON for each event, readable lines on a terminal, and no secrets."""

import json
import logging
import os
import pty
import re
import socket
import subprocess
from pathlib import Path
from random import Random

import pytest

from sixth.server.core import logs
from sixth.server.table.identity import new_id, new_token
from tests.pseudo_terminal import read_all
from tests.server.support.playing import Person, client_of, play_on
from tests.server.support.serving import PATIENCE, Server, address, command, request, serving

NUMERIC_FIELDS = ("timestamp", "process", "milliseconds", "status", "after", "table")


def test_the_log_of_a_game_has_no_cards_names_or_tokens(tmp_path: Path) -> None:
    options = ("--log-level", "debug", "--log-requests")
    with (
        serving(tmp_path / "data", options=options, complaints=".*") as server,
        client_of(server.url) as client,
        client_of(server.url) as other,
    ):
        ana, bo = Person(client), Person(other)
        table = ana.open("invite", game="halves", seats=4, name="Anastasia")
        bo.join(table, name="Bonifacius")
        client.get(f"/t/{table}?secret=mine")
        ana.look()
        ana.send("begin")
        play_on([ana, bo], Random(1))
        for secret in (table, ana.token(), bo.token(), "Anastasia", "Bonifacius", "mine", "secret"):
            assert secret not in server.errors
        logged = server.logged()
        chose = [each for each in logged if "chose" in each.get("events", ())]
        assert len(chose) >= 50
        assert {each["table"] for each in chose} == {logs.name_hash(table)}
        routes = {each["route"] for each in logged if each["logger"] == "sixth.requests"}
        assert {"/t/{table_id}", "/t/{table_id}/choose"} <= routes
        # No other field holds a number, so none holds that of a card.
        for each in logged:
            fields = {name: value for name, value in each.items() if name not in NUMERIC_FIELDS}
            if each["logger"] not in ("uvicorn.error", "sixth.server.live.bots.pool"):
                assert not re.search(r"\d", json.dumps(fields)), each


def test_the_log_hides_secrets_in_messages_and_exceptions(capsys: pytest.CaptureFixture[str]) -> None:
    table, token = new_id(), new_token()
    before = logging.getLogger().handlers[:]
    logs.set_up("warning")
    try:
        try:
            raise ValueError(f"no {token} at {table}")
        except ValueError:
            logging.getLogger("sixth.test").exception("It broke at /t/%s.", table)
    finally:
        logging.getLogger().handlers[:] = before
    line = json.loads(capsys.readouterr().err)
    assert line["event"] == f"It broke at /t/{logs.name_hash(table)}."
    assert "test_logs.py" in line["exception"]
    assert table not in str(line)
    assert token not in str(line)


def test_requests_are_logged_only_where_the_host_asks_for_it(tmp_path: Path) -> None:
    with serving(tmp_path / "data", options=("--log-level", "info"), complaints=".*") as server:
        request("GET", server.url)
        loggers = {each["logger"] for each in server.logged()}
        assert "uvicorn.error" in loggers
        assert "sixth.requests" not in loggers


def test_invalid_requests_of_strangers_log_no_warning(server: Server) -> None:
    """The warnings of a public server would consist of nothing else."""
    with socket.create_connection(("127.0.0.1", server.port)) as stranger:
        stranger.sendall(b"\x16\x03\x01 hello?\r\n\r\n")
        stranger.recv(1000)
    headers = {"connection": "upgrade", "upgrade": "websocket"}
    assert request("GET", server.url, headers=headers).status_code == 200


def test_the_log_on_a_terminal_is_for_people_to_read(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*command(tmp_path), "--log-level", "info"], stdout=subprocess.PIPE, stderr=theirs, text=True
    )
    os.close(theirs)
    try:
        address(process)
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)
    output = read_all(ours).decode()
    assert "Started server process" in output
    assert not any(line.startswith("{") for line in output.splitlines())
