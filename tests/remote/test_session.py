"""A person in the terminal at a table of a real server, who knows only the printed lines."""

from pathlib import Path

from sixth.client import Client
from tests.remote.typist import Typist
from tests.server.support.serving import PATIENCE, Server, serving

OPTIONS = {"hand": 4, "end": "rounds:1"}


def test_a_person_plays_on_over_a_restart_of_the_server_leaves_and_returns(tmp_path: Path) -> None:
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
        for address in (f"{server.url}/ZZZZ", "KXQW"):
            stranger = Typist(tmp_path, address, "--name", "Bo")
            _, error = stranger.process.communicate(timeout=PATIENCE)
            assert stranger.process.returncode == 1
            assert error.startswith("sixth: ")
            assert error.count("\n") == 1


def kill_and_restart(server: Server, ana: Typist) -> None:
    """End the server in the middle of a game, wait until the terminal shows it, and start it again."""
    server.kill()
    ana.hear("There is no answer from")
    server.restart()
    ana.hear("The server answers again")
