"""Bots at somebody's table: the program of the arena, and one in JavaScript; over a server that is killed."""

import asyncio
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from sixth.cli.app import run
from sixth.client import Ask, Client, ProblemError, Seat
from sixth.client.joining import JoinError, Tell, join, place_of
from sixth.client.keeping import Kept, keep
from sixth.client.players import player
from sixth.rules import record
from tests import referee
from tests.server.support.hosting import Site, hosting, until
from tests.server.support.programs import SHORT, Program
from tests.server.support.serving import PATIENCE, Server, serving

DOCS = Path(__file__).parents[2] / "docs"


def blocks(page: str, kind: str) -> list[str]:
    """The blocks of this kind on a page of the docs."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", (DOCS / page).read_text(), re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all of them."""
    with hosting(tmp_path_factory.mktemp("site")) as site:
        yield site


async def joined(url: str, folder: Path, tell: Tell) -> None:
    """Sit down at a table as `sixth join` does."""
    del folder
    with closing(player("random", [])) as robo:
        await join(f"{url}/t/x", "Robo", robo, games=1, tell=tell)


async def kept(url: str, folder: Path, tell: Tell) -> None:
    """Wait for invitations as `sixth bot` does."""
    await keep(Kept(url, "Robo", "Ana", partial(player, "random", []), 1, (), folder), tell)


@pytest.mark.parametrize("command", [joined, kept])
def test_a_bot_where_nothing_listens_says_at_once_that_it_goes_on_trying_and_why(
    command: Callable[[str, Path, Tell], Coroutine[Any, Any, None]], tmp_path: Path
) -> None:
    said: list[str] = []

    class Enough(Exception):
        """It has been said."""

    def tell(sentence: str) -> None:
        said.append(sentence)
        raise Enough

    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{closed.getsockname()[1]}"
        began = monotonic()
        with pytest.raises(Enough):
            asyncio.run(command(url, tmp_path, tell))
    assert monotonic() - began < 5
    assert said == [f"There is no answer from {url} (Connection refused); trying again."]


def sits(ana: Program, seat: int) -> bool:
    """Whether somebody has sat down there."""
    return ana.look()["seats"][seat]["sitter"] is not None


def play_out(ana: Program) -> list[str]:
    """Play to the end; returns the kinds of those who played, by the record, which follows the rules."""

    def over() -> bool:
        ana.play()
        return bool(ana.look()["asks"] == "again")

    until(over, "the game was over")
    lines = ana.client.get(f"/records/{ana.look()['game']}").text.splitlines()
    (verdict,) = referee.check(lines)
    assert not verdict.abandoned
    (read,) = record.read(lines)
    return [each.kind for each in read.seats]


def test_a_bot_in_javascript_plays_a_whole_game(site: Site, tmp_path: Path) -> None:
    node = shutil.which("node")
    assert node, "There is no Node; scripts/programs installs it where it can."
    (bot,) = blocks("api.md", "js")
    (tmp_path / "bot.mjs").write_text(bot)
    ana = Program.host(site, seats=3, options=SHORT, config={"outside": True})
    address = f"{site.url}/t/{ana.table}"
    with subprocess.Popen([node, str(tmp_path / "bot.mjs"), address, "Robo"]) as process:
        try:
            until(lambda: sits(ana, 1), "the bot had sat down")
            assert ana.do("begin", game=1, bots="random").status_code == 200
            assert play_out(ana) == ["human", "outside", "random"]
            assert process.wait(PATIENCE) == 0
        finally:
            process.kill()


THEIRS = '''
class Player:
    """A bot in the style of other projects: plain lists, and a method for each decision."""

    def choose(self, hand, rows):
        ends = [row[-1] for row in rows]
        return min(hand, key=lambda card: min((card - end for end in ends if end < card), default=999))

    def choose_row(self, rows):
        return min(range(len(rows)), key=lambda row: len(rows[row]))
'''


def test_a_strangers_bot_is_plugged_in_by_the_few_lines_of_the_docs(site: Site, tmp_path: Path) -> None:
    bridge, plays, serves = blocks("api.md", "py")
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


def play_on(ana: Seat, server: Server) -> None:
    """Play to the end of the game, in the middle of which the server is killed and started again."""
    asked = 0
    for line in ana.news():
        if not isinstance(line, Ask):
            continue
        if line.asks == "begin":
            return
        asked += 1
        if asked == 3:
            server.kill()
            server.restart()
        try:
            ana.answer(line, line.view.legal[-1] if line.view.legal else None)
        except ProblemError as problem:
            if problem.status != 409:
                raise


def test_the_program_of_the_arena_plays_at_a_table_whose_server_is_killed(tmp_path: Path) -> None:
    (bot,) = blocks("bots.md", "python3")
    (tmp_path / "mine.py").write_text(bot)
    with serving(tmp_path / "data") as server, Client(server.url) as client:
        options = {"hand": 4, "end": "rounds:2"}
        ana = client.open("Ana", bot=False, seats=2, options=options, config={"outside": True})
        command = [sys.executable, "-m", "sixth", "join", f"{server.url}/{ana.look().json['code']}"]
        command += [
            "--as",
            "Robo",
            "--command",
            f"{sys.executable} -I {tmp_path / 'mine.py'}",
            "--games",
            "1",
        ]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
            try:
                until(lambda: ana.look().json["seats"][1]["sitter"] is not None, "it had sat down")
                ana.begin()
                play_on(ana, server)
                _, said = process.communicate(timeout=PATIENCE)
            finally:
                process.kill()
        assert process.returncode == 0, said
        # What is said while no server is there depends on how long that takes.
        told = [line for line in said.splitlines() if "trying again" not in line]
        assert told == ["sixth: Robo sits at the table.", "sixth: A game is over."]


def test_a_bot_of_ours_sits_down_and_a_program_that_fails_leaves(site: Site) -> None:
    ana = Program.host(site, seats=3, options=SHORT, config={"outside": True})
    said: list[str] = []

    def sit(name: str, bot: str | None, command: tuple[str, ...]) -> None:
        with closing(player(bot, command)) as playing:
            asyncio.run(join(f"{site.url}/t/{ana.table}", name, playing, games=1, tell=said.append))

    with ThreadPoolExecutor() as threads:
        one = threads.submit(sit, "Cara", "careful", ())
        until(lambda: sits(ana, 1), "Cara had sat down")
        two = threads.submit(sit, "Nono", None, (sys.executable, "-c", "input(); print(1)"))
        until(lambda: sits(ana, 2), "Nono had sat down")
        assert ana.do("begin", game=1).status_code == 200
        assert play_out(ana) == ["human", "outside", "outside"]
        one.result(PATIENCE)
        # What was wrong with the answer is a sentence of its own.
        with pytest.raises(JoinError, match=r"^The bot Nono gave a wrong answer: .*[^.]\.$"):
            two.result(PATIENCE)
    seats = ana.look()["seats"]
    assert seats[2]["stand_in"]["kind"] == "careful"
    assert seats[1]["sitter"] == {"name": "Cara", "kind": "outside", "run_by": ""}


def test_bots_sit_down_and_talk_only_where_the_host_allows_it_and_are_marked_on_the_page(site: Site) -> None:
    ana = Program.host(site, seats=3)
    with Client(site.url) as client:
        with pytest.raises(ProblemError, match="does not allow bots from outside") as refused:
            client.sit(ana.table, "Robo")
        assert (refused.value.status, refused.value.code) == (403, "no-outside-bots")
        assert ana.do("config", config={"outside": True}).status_code == 200
        robo = client.sit(ana.table, "Robo")
        with pytest.raises(ProblemError, match="do not talk") as refused:
            robo.do("say", kind="phrase", said="hello")
        assert refused.value.code == "outside-silent"
        assert ana.do("config", config={"outside_talk": True}).status_code == 200
        robo.do("say", kind="phrase", said="hello")
    page = site.person().client.get(f"/t/{ana.table}").text
    assert "bot from outside" in page
    assert "Bots from outside may sit down and talk." in page


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("http://here:1/t/abc", ("http://here:1", "abc", "")),
        ("https://here/KXQW/", ("https://here", "", "KXQW")),
        ("here:6106/kxqw", ("http://here:6106", "", "kxqw")),
    ],
)
def test_a_table_is_named_by_its_address_or_code(url: str, found: tuple[str, str, str]) -> None:
    assert place_of(url) == found


@pytest.mark.parametrize("url", ["", "http://", "http://here", "ftp://here/abcd", "http://here/a/b/c"])
def test_what_is_no_address_of_a_table_is_said_in_a_sentence(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(JoinError, match="is no address of a table"):
        place_of(url)
    assert run(["join", url, "--as", "Robo", "--bot", "careful"]) == 1
    assert capsys.readouterr().err.count("\n") <= 2


def test_a_command_line_that_makes_no_sense_is_said_to_be_so(capsys: pytest.CaptureFixture[str]) -> None:
    for wrong in ([], ["--bot", "careful", "--command", "x"], ["--bot", "nobody"], ["--command", ""]):
        assert run(["join", "http://here/t/abc", "--as", "Robo", *wrong]) == 2, wrong
        assert capsys.readouterr().err
