"""The claim on a database in a file: a second server is refused, as is a folder that is read-only."""

import os
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.engine import URL

from sixth.cli.app import run
from sixth.errors import CommandError
from sixth.server.core import retries
from sixth.server.core.settings import Settings
from sixth.server.ops.claim import sole_server
from sixth.server.ops.run import serve
from sixth.server.store.engine import in_folder
from sixth.server.store.sql import SqlStore
from tests.server.support.serving import PATIENCE, Server, command, request


def refusal(settings: Settings) -> str:
    """Return the sentence with which a server refuses to run."""
    with pytest.raises(CommandError) as error:
        serve(settings)
    return str(error.value)


def test_a_second_server_on_one_file_is_refused_but_tools_are_not(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retries, "TIMEOUT_S", 0.2)
    file = server.data / "sixth.sqlite3"
    (tmp_path / "link").symlink_to(server.data)
    for settings in (
        Settings(data=server.data, port=0),
        Settings(data=tmp_path / "link", port=0),
        Settings(database=f"sqlite:///{server.data}/../{server.data.name}/sixth.sqlite3", port=0),
        Settings(database=f"sqlite:///file:{file}?uri=true", port=0),
    ):
        sentence = refusal(settings)
        assert sentence.startswith(f"Another server is at work on the games in {file}, ")
        assert "--data" in sentence
    for words in (
        ["check"],
        ["backup", str(tmp_path / "copy")],
        ["prune", "--older-than", "1d"],
        ["upgrade"],
    ):
        assert run(["db", *words, "--data", str(server.data)]) == 0
    assert request("GET", f"{server.url}/readyz").status_code == 200


def test_a_claim_ends_with_the_server(tmp_path: Path) -> None:
    for _ in range(2):
        with sole_server(in_folder(tmp_path)):
            assert [path.name for path in tmp_path.iterdir()] == ["sixth.sqlite3.lock"]


def without_root_power(words: list[str]) -> list[str]:
    """Return a command that obeys file permissions even if root runs it."""
    if os.geteuid():
        return words
    return ["setpriv", "--bounding-set", "-dac_override,-dac_read_search", *words]


def test_a_folder_that_cannot_be_written_to_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    with closing(SqlStore(in_folder(folder))):
        pass
    folder.chmod(0o500)
    try:
        process = subprocess.run(
            without_root_power(command(folder)), check=False, capture_output=True, text=True, timeout=PATIENCE
        )
    finally:
        folder.chmod(0o700)
    assert (process.returncode, process.stdout) == (1, "")
    wrong = f"Nothing can be written in the folder {folder} (Permission denied); choose another with --data."
    assert process.stderr == f"sixth: {wrong}\n"


def test_a_file_that_cannot_be_written_to_is_refused(tmp_path: Path) -> None:
    with closing(SqlStore(in_folder(tmp_path))):
        pass
    file = tmp_path / "sixth.sqlite3"
    file.chmod(0o400)
    process = subprocess.run(
        without_root_power(command(tmp_path)), check=False, capture_output=True, text=True, timeout=PATIENCE
    )
    assert (process.returncode, process.stdout) == (1, "")
    assert (
        process.stderr
        == f"sixth: The database {file} cannot be used: attempt to write a readonly database.\n"
    )


def test_a_postgresql_needs_no_claim(tmp_path: Path) -> None:
    url = URL.create("postgresql+psycopg", database="sixth")
    with sole_server(url), sole_server(url):
        assert not any(tmp_path.iterdir())
