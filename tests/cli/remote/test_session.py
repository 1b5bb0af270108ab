"""A person in the terminal at a table of a real server, by nothing but the lines that are printed."""

from pathlib import Path

import pytest

from sixth.client import Client
from tests.cli.remote.typist import Typist
from tests.server.support.serving import PATIENCE, Server, serving

OPTIONS = {"hand": 4, "end": "rounds:1"}


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
