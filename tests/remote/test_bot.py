"""Bots at a person's table: bots of Sixth, programs of the arena and one in JavaScript; over restarts."""

import asyncio
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from sixth.cli.app import run
from sixth.client import Ask, Client, ProblemError, Seat
from sixth.remote.addresses import parse_table_url
from sixth.remote.bot import Tell, join, make_player
from sixth.remote.errors import JoinError
from sixth.remote.invitations import BotRegistration, take_invitations
from sixth.rules import record
from sixth.rules.events import Abandoned
from tests import referee
from tests.pages import code_blocks
from tests.server.support.hosting import Site, until
from tests.server.support.programs import SHORT, Program
from tests.server.support.serving import PATIENCE, Server, request, serving


async def sit(url: str, folder: Path, tell: Tell) -> None:
    """Sit down at a table as `sixth join` does."""
    del folder
    with closing(make_player("random", [])) as robo:
        await join(f"{url}/t/x", "Robo", robo, games=1, tell=tell)


async def wait(url: str, folder: Path, tell: Tell) -> None:
    """Wait for invitations as `sixth bot` does."""
    player = partial(make_player, "random", [])
    await take_invitations(BotRegistration(url, "Robo", "Ana", player, 1, (), folder), tell)


@pytest.mark.parametrize("command", [sit, wait])
def test_a_bot_without_a_server_soon_says_why_and_that_it_tries_again(
    command: Callable[[str, Path, Tell], Coroutine[Any, Any, None]], tmp_path: Path
) -> None:
    sentences: list[str] = []

    class Enough(Exception):
        """The sentence has come."""

    def tell(sentence: str) -> None:
        sentences.append(sentence)
        raise Enough

    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}"
        began = monotonic()
        with pytest.raises(Enough):
            asyncio.run(command(url, tmp_path, tell))
    assert monotonic() - began < 5
    assert sentences == [f"There is no answer from {url} (Connection refused); trying again."]


def sits(ana: Program, seat: int) -> bool:
    """Return whether somebody sits there."""
    return ana.look()["seats"][seat]["sitter"] is not None


def play_out(ana: Program) -> list[str]:
    """Play to the end, check the record, and return the kinds of its players."""

    def over() -> bool:
        ana.play()
        return bool(ana.look()["asks"] == "again")

    until(over, "the game was over")
    lines = ana.client.get(f"/records/{ana.look()['game']}").text.splitlines()
    (verdict,) = referee.check(lines)
    assert not verdict.abandoned
    (game,) = record.read(lines)
    return [each.kind for each in game.seats]


THEIRS = '''
class Player:
    """A bot in the style of other projects: plain lists, and a method for each decision."""

    def choose(self, hand, rows):
        ends = [row[-1] for row in rows]
        return min(hand, key=lambda card: min((card - end for end in ends if end < card), default=999))

    def choose_row(self, rows):
        return min(range(len(rows)), key=lambda row: len(rows[row]))
'''


def test_a_bot_of_another_project_plays_by_the_ten_lines_of_the_docs(site: Site, tmp_path: Path) -> None:
    bridge, plays, serves = code_blocks("api.md", "py")
    assert len(plays.strip().splitlines()) <= 10
    assert len(serves.strip().splitlines()) <= 10
    ana = Program.host(site, seats=3, options=SHORT, config={"outside": True})
    plays = plays.replace("http://127.0.0.1:6106", site.url).replace("TABLE", ana.table)
    for name, text in {"theirs": THEIRS, "bridge": bridge, "plays": plays, "serves": serves}.items():
        (tmp_path / f"{name}.py").write_text(text)
    join = [sys.executable, "-m", "sixth", "join", f"{site.url}/t/{ana.table}", "--as", "Nimmy"]
    join += ["--games", "1", "--command", f"{sys.executable} {tmp_path / 'serves.py'}"]
    with (
        subprocess.Popen([sys.executable, str(tmp_path / "plays.py")]) as one,
        subprocess.Popen(join, stderr=subprocess.DEVNULL) as two,
    ):
        try:
            until(lambda: sits(ana, 1) and sits(ana, 2), "both had sat down")
            assert ana.do("begin", game=1).status_code == 200
            assert play_out(ana) == ["human", "outside", "outside"]
            assert (one.wait(PATIENCE), two.wait(PATIENCE)) == (0, 0)
        finally:
            one.kill()
            two.kill()


def play_over_restart(ana: Seat, server: Server, noticed: Callable[[], bool]) -> None:
    """Play a game to its end; kill the server in the middle of it, and restart it once that is noticed."""
    answers = 0
    for line in ana.news():
        if not isinstance(line, Ask):
            continue
        if line.asks == "begin":
            return
        answers += 1
        if answers == 3:
            server.kill()
            until(noticed, "the bot had noticed")
            server.restart()
        try:
            ana.answer(line, line.view.legal[-1] if line.view.legal else None)
        except ProblemError as problem:
            if problem.status != 409:
                raise


@pytest.fixture
def javascript(tmp_path: Path) -> list[str]:
    """The command of the bot in JavaScript."""
    node = shutil.which("node")
    assert node, "There is no Node; scripts/programs installs it where it can."
    (bot,) = code_blocks("api.md", "js")
    (tmp_path / "bot.mjs").write_text(bot)
    return [node, str(tmp_path / "bot.mjs")]


def test_a_bot_in_javascript_plays_a_whole_game_over_a_restart_of_the_server(
    javascript: list[str], tmp_path: Path
) -> None:
    with serving(tmp_path / "data") as server, Client(server.url) as client:
        options = {"hand": 4, "end": "rounds:2"}
        ana = client.open("Ana", bot=False, seats=3, options=options, config={"outside": True})
        address = f"{server.url}/t/{ana.table}"
        with subprocess.Popen([*javascript, address, "Robo"], stderr=subprocess.PIPE, text=True) as process:
            try:
                until(lambda: ana.look().json["seats"][1]["sitter"] is not None, "it had sat down")
                ana.begin(bots="random")
                play_over_restart(ana, server, lambda: True)
                _, errors = process.communicate(timeout=PATIENCE)
                assert errors == ""
                assert process.returncode == 0
            finally:
                process.kill()
        (game,) = record.read(
            request("GET", f"{server.url}/api/v1/records/{ana.look().json['game']}").text.splitlines()
        )
    assert [each.kind for each in game.seats] == ["human", "outside", "random"]
    assert not any(isinstance(event, Abandoned) for event in game.events)


def test_a_bot_in_javascript_says_why_it_cannot_play(javascript: list[str], site: Site) -> None:
    ana = Program.host(site, seats=3)

    def refused(table: str, name: str) -> str:
        address = f"{site.url}/t/{table}"
        with subprocess.Popen([*javascript, address, name], stderr=subprocess.PIPE, text=True) as bot:
            try:
                _, why = bot.communicate(timeout=PATIENCE)
            finally:
                bot.kill()
        assert bot.returncode == 1
        return why

    assert refused("nowhere", "Robo") == "There is no such table; check its address.\n"
    assert refused(ana.table, "Robo") == "This table does not allow bots from outside.\n"
    assert ana.do("config", config={"outside": True}).status_code == 200
    assert refused(ana.table, "Ana") == "Somebody here already has that name; choose another.\n"
    with subprocess.Popen([*javascript, f"{site.url}/t/{ana.table}", "Robo"], stderr=subprocess.PIPE) as robo:
        try:
            until(lambda: sits(ana, 1), "it had sat down")
            assert ana.do("remove", seat=1, name="Robo").status_code == 200
            assert (
                robo.communicate(timeout=PATIENCE)[1] == b"The host has asked the bot to leave the table.\n"
            )
            assert robo.returncode == 1
        finally:
            robo.kill()


def test_a_program_of_the_arena_plays_on_over_a_restart_of_the_server_and_says_so(tmp_path: Path) -> None:
    (bot,) = code_blocks("bots.md", "python3")
    (tmp_path / "mine.py").write_text(bot)
    with serving(tmp_path / "data") as server, Client(server.url) as client:
        options = {"hand": 4, "end": "rounds:2"}
        ana = client.open("Ana", bot=False, seats=2, options=options, config={"outside": True})
        command = [sys.executable, "-m", "sixth", "join", f"{server.url}/{ana.look().json['code']}"]
        command += ["--as", "Robo", "--games", "1"]
        command += ["--command", f"{sys.executable} -I {tmp_path / 'mine.py'}"]
        told = tmp_path / "told"
        with told.open("w") as file, subprocess.Popen(command, stderr=file) as process:
            try:
                until(lambda: ana.look().json["seats"][1]["sitter"] is not None, "it had sat down")
                ana.begin()
                play_over_restart(ana, server, lambda: "trying again" in told.read_text())
                assert process.wait(PATIENCE) == 0, told.read_text()
            finally:
                process.kill()
        assert told.read_text().splitlines() == [
            "sixth: Robo sits at the table.",
            f"sixth: There is no answer from {server.url} (Connection refused); trying again.",
            "sixth: The server answers again.",
            "sixth: A game is over.",
        ]


def test_a_bot_of_sixth_plays_and_a_program_that_fails_leaves(site: Site) -> None:
    ana = Program.host(site, seats=3, options=SHORT, config={"outside": True})
    sentences: list[str] = []

    def play(name: str, bot: str | None, command: tuple[str, ...]) -> None:
        with closing(make_player(bot, command)) as player:
            asyncio.run(join(f"{site.url}/t/{ana.table}", name, player, games=1, tell=sentences.append))

    with ThreadPoolExecutor() as threads:
        one = threads.submit(play, "Cara", "careful", ())
        until(lambda: sits(ana, 1), "Cara had sat down")
        two = threads.submit(play, "Nono", None, (sys.executable, "-c", "input(); print(1)"))
        until(lambda: sits(ana, 2), "Nono had sat down")
        assert ana.do("begin", game=1).status_code == 200
        assert play_out(ana) == ["human", "outside", "outside"]
        one.result(PATIENCE)
        # The fault of the answer is a sentence of its own.
        with pytest.raises(JoinError, match=r"^The bot Nono gave a wrong answer: .*[^.]\.$"):
            two.result(PATIENCE)
    seats = ana.look()["seats"]
    assert seats[2]["stand_in"]["kind"] == "careful"
    assert seats[1]["sitter"] == {"name": "Cara", "kind": "outside", "human": True, "run_by": ""}


def test_bots_sit_down_and_talk_only_where_the_host_allows_it_and_are_marked_on_the_page(site: Site) -> None:
    ana = Program.host(site, seats=3)
    with Client(site.url) as client:
        with pytest.raises(ProblemError, match="does not allow bots from outside") as error:
            client.sit(ana.table, "Robo")
        assert (error.value.status, error.value.code) == (403, "no-outside-bots")
        assert ana.do("config", config={"outside": True}).status_code == 200
        robo = client.sit(ana.table, "Robo")
        with pytest.raises(ProblemError, match="do not talk") as error:
            robo.do("say", kind="phrase", said="hello")
        assert error.value.code == "outside-silent"
        assert ana.do("config", config={"outside_talk": True}).status_code == 200
        robo.do("say", kind="phrase", said="hello")
    page = site.person().client.get(f"/t/{ana.table}").text
    assert "bot from outside" in page
    assert "Bots from outside may sit down and talk." in page


@pytest.mark.parametrize(
    ("url", "parts"),
    [
        ("http://here:1/t/abc", ("http://here:1", "abc", "")),
        ("https://here/KXQW/", ("https://here", "", "KXQW")),
        ("here:6106/kxqw", ("http://here:6106", "", "kxqw")),
    ],
)
def test_a_table_url_holds_a_site_and_a_table_or_code(url: str, parts: tuple[str, str, str]) -> None:
    assert parse_table_url(url) == parts


@pytest.mark.parametrize("url", ["", "http://", "http://here", "ftp://here/abcd", "http://here/a/b"])
def test_an_address_that_is_not_a_table_is_refused(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["join", url, "--as", "Robo", "--bot", "careful"]) == 1
    assert "is no address of a table" in capsys.readouterr().err


@pytest.mark.parametrize("options", [["--bot", "careful", "--command", "x"], ["--command", ""]])
def test_options_that_make_no_sense_are_a_usage_error(options: list[str]) -> None:
    assert run(["join", "http://here/t/abc", "--as", "Robo", *options]) == 2
