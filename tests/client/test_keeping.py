"""A bot that is kept at a site: it is invited, plays, and outlasts a kill of the server and of itself."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest

from sixth.cli.app import run
from sixth.client import Ask, Client, ProblemError, Seat
from sixth.client.joining import JoinError
from sixth.client.keeping import site_of, token_in
from tests.server.support.hosting import until
from tests.server.support.playing import Person
from tests.server.support.serving import PATIENCE, Server, serving

TAKES_BOTS = ("--outside-bots",)


@contextmanager
def kept(server: Server, folder: Path, name: str = "Robo", *more: str) -> Iterator["subprocess.Popen[str]"]:
    """`sixth bot` in a process of its own."""
    command = [sys.executable, "-m", "sixth", "bot", server.url, "--as", name, "--by", "Cy Berger"]
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


def host(client: Client, **options: Any) -> Seat:
    """A person who has opened a table at which bots from outside may sit."""
    usual = {"hand": 4, "end": "rounds:2"}
    return client.open("Ana", bot=False, seats=2, options=usual, config={"outside": True}, **options)


def play_on(ana: Seat, server: Server | None = None) -> None:
    """Play to the end of the game, in the middle of which the server is killed and started again."""
    asked = 0
    for line in ana.news():
        if not isinstance(line, Ask):
            continue
        if line.asks == "begin":
            return
        asked += 1
        if asked == 3 and server is not None:
            server.kill()
            server.restart()
        try:
            ana.answer(line, line.view.legal[-1] if line.view.legal else None)
        except ProblemError as problem:
            if problem.status != 409:
                raise


def test_a_bot_that_is_invited_from_a_page_plays_on_over_a_kill_of_the_server(tmp_path: Path) -> None:
    with serving(tmp_path / "data", options=TAKES_BOTS) as server, Client(server.url) as client:
        with kept(server, tmp_path / "bots"):
            until(lambda: "Robo" in here(server), "it was here")
            ana = host(client)
            ana.do("invite", bot=here(server)["Robo"]["id"])
            sitter = ana.look().json["seats"][1]["sitter"]
            assert sitter == {"name": "Robo", "kind": "outside", "run_by": "Cy Berger"}
            ana.begin()
            play_on(ana, server)
            until(lambda: here(server).get("Robo", {}).get("games") == 1, "its game was counted")
            fares = here(server)["Robo"]
            assert (fares["rounds"], fares["left"], fares["heads"]) == (2, 0, None)
            ana.do("leave")
