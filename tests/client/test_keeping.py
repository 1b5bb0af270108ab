"""A bot that is kept at a site: it is invited, plays, and outlasts a kill of the server and of itself."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest

from sixth.cli.app import run
from sixth.client.joining import JoinError
from sixth.client.keeping import site_of, token_in
from sixth.server.store.sql import SqlStore
from sixth.server.table.events import TableEvent, TimedOut
from tests.server.support.hosting import hosting, until
from tests.server.support.playing import Person, play_on, play_once
from tests.server.support.serving import PATIENCE, Server, serving

TAKES_BOTS = ("--outside-bots",)


@contextmanager
def kept(server: Server, folder: Path, *more: str) -> Iterator["subprocess.Popen[str]"]:
    """`sixth bot` in a process of its own."""
    command = [sys.executable, "-m", "sixth", "bot", server.url, "--as", "Robo", "--by", "Cy Berger"]
    command += ["--bot", "nearest", "--state", str(folder), *more]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def here(server: Server) -> dict[str, dict[str, Any]]:
    """The bots that one can invite, by name."""
    found = httpx2.get(f"{server.url}/api/v1/outside", timeout=PATIENCE).json()
    return {each["name"]: each for each in found}


@contextmanager
def host(server: Server) -> Iterator[Person]:
    """A person with a browser and a table at which bots from outside may sit."""
    with httpx2.Client(base_url=server.url, follow_redirects=True, timeout=PATIENCE) as client:
        ana = Person(client)
        ana.open("invite", name="Ana", seats=2, hand="4", end="rounds", end_count="2")
        ana.go(f"/t/{ana.table}/house")
        ana.send("house", outside="true", pace="own", turn_time="5")
        yield ana


def invite(ana: Person, server: Server, name: str) -> str:
    """Invite a bot by the form of the page; returns what the page says."""
    until(lambda: name in here(server), "it was here")
    form = f"invite-{here(server)[name]['id']}"
    until(lambda: form in ana.look().forms, "it was on the page")
    return ana.send(form, may_be_late=True).text("note")


def test_a_bot_invited_from_a_page_plays_on_over_kills_of_the_server_and_of_itself(tmp_path: Path) -> None:
    state, rng = tmp_path / "bots", Random(1)
    with serving(tmp_path / "data", options=TAKES_BOTS) as server, host(server) as ana:
        with kept(server, state) as first:
            assert invite(ana, server, "Robo") == ""
            assert "bot run by Cy Berger" in ana.page.text("players")
            ana.send("begin")
            play_once(ana, rng)
            server.kill()
            server.restart()
            until(lambda: ana.look().asks != "wait" and ana.page.chosen is None, "it had answered")
            first.kill()
            first.wait(PATIENCE)
        # For this turn it may have chosen; in the next a stand-in does so when its time is up.
        while not any(isinstance(event, TimedOut) for event in _log(server, ana.table)):
            play_once(ana, rng)
            until(lambda: ana.look().asks != "wait" and ana.page.chosen is None, "somebody had answered")
        with kept(server, state, "--tables", "1"):
            play_on([ana], rng)
            with host(server) as bo:
                assert invite(bo, server, "Robo") == "Robo can't join any more tables right now."
            # Once nobody is there any more it leaves, and has time for others.
            ana.send("leave")
            with host(server) as bo:
                until(lambda: invite(bo, server, "Robo") == "", "it had time again")
            until(lambda: here(server).get("Robo", {}).get("games") == 1, "its game was counted")
            assert here(server)["Robo"]["left"] == 1


def _log(server: Server, table: str) -> tuple[TableEvent, ...]:
    store = SqlStore(f"sqlite:///{server.data}/sixth.sqlite3")
    with closing(store):
        return store.load(table)


def test_a_bot_says_which_games_it_does_not_play_and_runs_once(tmp_path: Path) -> None:
    state = tmp_path / "bots"
    with serving(tmp_path / "data", options=TAKES_BOTS) as server, host(server) as ana:
        with kept(server, state, "--only", "kids,logic") as first:
            assert invite(ana, server, "Robo") == "Robo does not play this game."
            with kept(server, state):
                _, said = first.communicate(timeout=PATIENCE)
            assert first.returncode == 1
            assert said.splitlines()[-1] == "sixth: This bot has opened another stream."
        with kept(server, tmp_path / "others") as thief:
            _, said = thief.communicate(timeout=PATIENCE)
        assert "Another bot has that name, or one that looks like it; choose another." in said


def test_a_site_that_takes_no_bots_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with hosting(tmp_path / "data") as site:
        command = ["bot", site.url, "--as", "Robo", "--by", "Cy", "--bot", "random"]
        assert run([*command, "--state", str(tmp_path / "bots")]) == 1
    assert capsys.readouterr().err == "sixth: This site does not allow bots from outside.\n"


def test_the_token_of_a_bot_is_kept_for_whoever_runs_it_alone(tmp_path: Path) -> None:
    token = token_in(tmp_path / "bots", "http://here", "Robo")
    assert token_in(tmp_path / "bots", "http://here", "Robo") == token
    assert token_in(tmp_path / "bots", "http://there", "Robo") != token
    assert {each.stat().st_mode & 0o777 for each in (tmp_path / "bots").iterdir()} == {0o600}


@pytest.mark.parametrize("url", ["", "http://", "ftp://here", "http://here/t/abc"])
def test_what_is_no_address_of_a_site_is_said_in_a_sentence(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(JoinError, match="is no address of a site"):
        site_of(url)
    assert run(["bot", url, "--as", "Robo", "--by", "Cy", "--bot", "careful"]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_a_program_that_cannot_be_started_is_said_to_be_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bot", "http://127.0.0.1:1", "--as", "Robo", "--by", "Cy", "--command", "/no/such"]) == 1
    assert capsys.readouterr().err.startswith("sixth: The bot /no/such cannot be started with /no/such")


def test_a_command_line_that_makes_no_sense_is_said_to_be_so(capsys: pytest.CaptureFixture[str]) -> None:
    for wrong in (
        [],
        ["--bot", "nobody"],
        ["--bot", "careful", "--tables", "0"],
        ["--bot", "careful", "--only", "chess"],
    ):
        assert run(["bot", "http://127.0.0.1:1", "--as", "Robo", "--by", "Cy", *wrong]) == 2
        assert capsys.readouterr().err.count("\n") == 1
