"""Metrics for Prometheus, which the host turns on."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from tests.server.support.hosting import until
from tests.server.support.playing import Person, client_of, play_once
from tests.server.support.postgres import Postgres
from tests.server.support.serving import Server, request, serving
from tests.server.support.wire import wire


@pytest.fixture(scope="module")
def metrics_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with metrics."""
    with serving(tmp_path_factory.mktemp("metrics") / "data", options=("--metrics",)) as server:
        yield server


def metrics(server: Server) -> dict[str, float]:
    """Return the metrics of a server by name and labels."""
    lines = request("GET", f"{server.url}/metrics").text.splitlines()
    return {
        name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[0] != "#")
    }


@contextmanager
def person(server: Server) -> Iterator[Person]:
    """A person at a table of two with a bot, whose cards are dealt."""
    with client_of(server.url) as client:
        ana = Person(client)
        ana.open("play", seats=2, name="Anastasia")
        until(lambda: "hand" in ana.look().forms, "the cards are dealt")
        yield ana


def test_metrics_are_served_only_where_the_host_turns_them_on(server: Server) -> None:
    assert request("GET", f"{server.url}/metrics").status_code == 404


def test_requests_through_a_proxy_get_no_metrics(metrics_server: Server) -> None:
    assert request("GET", f"{metrics_server.url}/metrics").status_code == 200
    forwarded = {"x-forwarded-for": "192.0.2.7"}
    assert request("GET", f"{metrics_server.url}/metrics", headers=forwarded).status_code == 404


def test_actions_tables_streams_and_bots_are_counted(metrics_server: Server) -> None:
    before = metrics(metrics_server)
    with person(metrics_server) as ana, wire(ana) as lines:
        next(lines)
        cards = 0
        while cards < 3:
            # A card that fits nowhere has her take a row.
            until(lambda: ana.look().asks in ("choose", "take") and not ana.page.chosen, "it was her turn")
            cards += ana.page.asks == "choose"
            play_once(ana, Random(cards))
        until(lambda: metrics(metrics_server)["sixth_streams"] == 1, "the stream was counted")
        until(lambda: metrics(metrics_server)["sixth_frame_seconds_count"] > 0, "a frame was sent")
    now = metrics(metrics_server)
    chose = 'sixth_events_total{kind="chose"}'
    assert now[chose] >= before.get(chose, 0) + 5
    assert now["sixth_action_seconds_count"] >= before["sixth_action_seconds_count"] + 3
    assert now['sixth_thinking_seconds_count{bot="careful"}'] >= 2
    assert now["sixth_tables"] >= 1
    assert now["sixth_waiting_writes"] == now["sixth_thinking_bots"] == 0
    assert now["process_resident_memory_bytes"] > 1e6
    until(lambda: metrics(metrics_server)["sixth_streams"] == 0, "the stream had ended")


def test_metrics_name_no_table_and_no_player(metrics_server: Server) -> None:
    with person(metrics_server) as ana:
        ana.send("hand")
        text = request("GET", f"{metrics_server.url}/metrics").text
        assert ana.table not in text
        assert "Anastasia" not in text
        assert ana.token() not in text
    labels = set(re.findall(r'(\w+)="([^"]*)"', text))
    assert {name for name, _ in labels} <= {"kind", "bot", "le"}
    assert all(value.replace("_", "").isalpha() for name, value in labels if name != "le")


def test_each_of_several_processes_serves_the_metrics_of_all(database: Postgres, tmp_path: Path) -> None:
    options = ("--metrics", "--workers", "2")
    with serving(tmp_path / "data", database=database.make(), options=options) as server:
        until(lambda: len(server.workers()) == 2, "both were there")
        for _ in range(8):
            with person(server) as ana:
                ana.send("hand")
        metric = 'sixth_events_total{kind="opened"}'
        # Any of the processes may answer.
        assert {metrics(server)[metric] for _ in range(8)} == {8}
        assert metrics(server)["sixth_waiting_writes"] == 0
