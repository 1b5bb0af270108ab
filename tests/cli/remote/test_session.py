"""A person in the terminal at a table of a real server, by nothing but the lines that are printed."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sixth.client import Client
from tests.server.support.serving import PATIENCE, Server, serving

OPTIONS = {"hand": 4, "end": "rounds:1"}


class Typist:
    """`sixth play` in a process of its own, over pipes; everything it said is in `text`."""

    def __init__(self, home: Path, *arguments: str) -> None:
        self.text = ""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "sixth", "play", *arguments, "--plain"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "XDG_DATA_HOME": str(home)},
        )

    def hear(self, wanted: str) -> str:
        """Read lines until one matches; returns that line."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.text += line
            if re.search(wanted, line):
                return line
        raise AssertionError(f"{wanted!r} was never said, but: {self.text}{self.error()}")

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def error(self) -> str:
        assert self.process.stderr is not None
        return self.process.stderr.read()

    def close(self) -> None:
        """End it, and wait until it has ended."""
        self.process.kill()
        self.process.communicate()

    def answer(self) -> bool:
        """Answer the next question with the first that is possible; False once the game is over."""
        line = self.hear(r"Your card:|Row to take:|Enter begins another game\.")
        if "Your card" in line:
            self.type(re.findall(r"Your hand: (\d+)", self.text)[-1])
        elif "Row to take" in line:
            self.type("1")
        return "another game" not in line


def test_a_person_plays_a_game_by_code_over_a_killed_server_leaves_and_comes_back(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server, Client(server.url) as client:
        table = client.open("Ana", bot=False, seats=3, options=OPTIONS)
        ana = Typist(tmp_path, table.look().json["code"], "--site", server.url, "--name", "Bo")
        try:
            ana.hear("Enter says that you are ready")
            ana.type("s Hello!")
            ana.hear("Bo: Hello!")
            table.begin(bots="random")
            table.do("leave")
            assert ana.answer()
            kill_and_restart(server, ana)
            while ana.answer():
                pass
            assert "The game is over." in ana.text
            ana.type("q")
            ana.hear("Leave the table")
            ana.type("q")
            ana.hear("You have left the table")
            assert ana.process.wait(PATIENCE) == 0
        finally:
            ana.close()
        back = Typist(tmp_path, f"{server.url}/t/{table.table}", "--name", "Bo")
        try:
            back.hear("Enter begins another game")
            assert table.look().json["seats"][1]["stand_in"] is None
        finally:
            back.close()
        code, said = refused(tmp_path, f"{server.url}/ZZZZ", "--name", "Bo")
        assert code == 1
        assert said.startswith("sixth: ")


def kill_and_restart(server: Server, ana: Typist) -> None:
    """End the server in the middle of a game, wait until the person is told, and start it again."""
    server.kill()
    ana.hear("There is no answer from")
    server.restart()
    ana.hear("The server answers again")


def refused(home: Path, *arguments: str) -> tuple[int, str]:
    """The exit code, and what is said on standard error, on one line."""
    typist = Typist(home, *arguments)
    _, said = typist.process.communicate(timeout=PATIENCE)
    assert said.count("\n") == 1
    return typist.process.returncode, said


@pytest.mark.parametrize("arguments", [("KXQW",), ("ftp://here/abcd",)])
def test_what_is_no_table_is_said_in_a_sentence(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    code, said = refused(tmp_path, *arguments, "--name", "Bo")
    assert code == 1
    assert "is no address of a table" in said
