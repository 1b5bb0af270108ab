"""A bot at a site where people invite it: it plays on over restarts of the server and of itself."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sixth.cli.app import run
from sixth.remote.addresses import parse_site_url
from sixth.remote.errors import JoinError
from sixth.remote.tokens import token_in
from sixth.server.store.sql import SqlStore
from sixth.server.table.events import TableEvent, TimedOut
from tests.server.support.hosting import hosting, until
from tests.server.support.playing import Person, client_of, play_on, play_once
from tests.server.support.serving import PATIENCE, Server, request, serving

TAKES_BOTS = ("--outside-bots",)


@contextmanager
def running_bot(server: Server, folder: Path, *more: str) -> Iterator["subprocess.Popen[str]"]:
    """Run `sixth bot` in a process of its own."""
    command = [sys.executable, "-m", "sixth", "bot", server.url, "--as", "Robo", "--by", "Cy Berger"]
    command += ["--bot", "nearest", "--state", str(folder), *more]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def bots_at(server: Server) -> dict[str, dict[str, Any]]:
    """Return the bots that people can invite, by name."""
    bots = request("GET", f"{server.url}/api/v1/outside").json()
    return {each["name"]: each for each in bots}


@contextmanager
def host(server: Server) -> Iterator[Person]:
    """Open a table at which bots from outside may sit, and yield its host, a person with a browser."""
    with client_of(server.url) as client:
        ana = Person(client)
        ana.open("invite", name="Ana", seats=2, hand="4", end="rounds", end_count="2")
        ana.go(f"/t/{ana.table}/house")
        ana.send("house", outside="true", pace="own", turn_time="5")
        yield ana


def invite(ana: Person, server: Server, name: str) -> str:
    """Invite a bot by the form of the page, and return the note that the page shows."""
    until(lambda: name in bots_at(server), "it was here")
    form = f"invite-{bots_at(server)[name]['id']}"
    until(lambda: form in ana.look().forms, "it was on the page")
    return ana.send(form, may_be_late=True).text("note")


def test_an_invited_bot_plays_on_over_kills_of_the_server_and_of_itself(tmp_path: Path) -> None:
    state, rng = tmp_path / "bots", Random(1)
    with serving(tmp_path / "data", options=TAKES_BOTS) as server, host(server) as ana:
        with running_bot(server, state) as first:
            assert invite(ana, server, "Robo") == ""
            assert "bot run by Cy Berger" in ana.page.text("players")
            ana.send("begin")
            play_once(ana, rng)
            server.kill()
            server.restart()
            until(lambda: ana.look().asks != "wait" and ana.page.chosen is None, "it had answered")
            first.kill()
            first.wait(PATIENCE)
        # For this turn the bot may have chosen; in the next a stand-in does when the time is up.
        while not any(isinstance(event, TimedOut) for event in _log(server, ana.table)):
            play_once(ana, rng)
            until(lambda: ana.look().asks != "wait" and ana.page.chosen is None, "somebody had answered")
        with running_bot(server, state, "--tables", "1"):
            play_on([ana], rng)
            with host(server) as bo:
                assert invite(bo, server, "Robo") == "Robo can't join any more tables right now."
            # Once no person is left the bot leaves, and has time for others.
            ana.send("leave")
            with host(server) as bo:
                until(lambda: invite(bo, server, "Robo") == "", "it had time again")


def _log(server: Server, table: str) -> tuple[TableEvent, ...]:
    store = SqlStore(f"sqlite:///{server.data}/sixth.sqlite3")
    with closing(store):
        return store.load(table)


def test_a_bot_declines_other_games_and_runs_in_one_process(tmp_path: Path) -> None:
    state = tmp_path / "bots"
    with serving(tmp_path / "data", options=TAKES_BOTS) as server, host(server) as ana:
        with running_bot(server, state, "--only", "kids,logic") as first:
            assert invite(ana, server, "Robo") == "Robo does not play this game."
            with running_bot(server, state):
                _, errors = first.communicate(timeout=PATIENCE)
            assert first.returncode == 1
            assert errors.splitlines()[-1] == "sixth: This bot has opened another stream."
        with running_bot(server, tmp_path / "others") as thief:
            _, errors = thief.communicate(timeout=PATIENCE)
        assert "Another bot has that name, or one that looks like it; choose another." in errors


def test_a_site_without_bots_from_outside_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with hosting(tmp_path / "data") as site:
        command = ["bot", site.url, "--as", "Robo", "--by", "Cy", "--bot", "random"]
        assert run([*command, "--state", str(tmp_path / "bots")]) == 1
    assert capsys.readouterr().err == "sixth: This site does not allow bots from outside.\n"


def test_only_the_user_who_runs_a_bot_can_read_its_token(tmp_path: Path) -> None:
    token = token_in(tmp_path / "bots", "http://here", "Robo")
    assert token_in(tmp_path / "bots", "http://here", "Robo") == token
    assert token_in(tmp_path / "bots", "http://there", "Robo") != token
    assert {each.stat().st_mode & 0o777 for each in (tmp_path / "bots").iterdir()} == {0o600}


@pytest.mark.parametrize("url", ["", "http://", "ftp://here", "http://here/t/abc"])
def test_an_address_that_is_not_a_site_is_refused(url: str) -> None:
    with pytest.raises(JoinError, match="is no address of a site"):
        parse_site_url(url)


@pytest.mark.parametrize(
    ("url", "options", "code", "sentence"),
    [
        ("ftp://here", ["--bot", "careful"], 1, "ftp://here is no address of a site"),
        ("http://here", ["--command", "/no/such"], 1, "The bot /no/such cannot be started with /no/such"),
        ("http://here", [], 2, "Give either --bot or --command"),
        ("http://here", ["--bot", "nobody"], 2, "There is no bot 'nobody'"),
        ("http://here", ["--bot", "careful", "--tables", "0"], 2, "--tables takes a number from 1"),
        ("http://here", ["--bot", "careful", "--only", "chess"], 2, "There is no game 'chess'"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_sentence(
    url: str, options: list[str], code: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["bot", url, "--as", "Robo", "--by", "Cy", *options]) == code
    error = capsys.readouterr().err
    assert error.startswith(f"sixth: {sentence}")
    assert error.count("\n") == 1
