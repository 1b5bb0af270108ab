"""The claim on a database in a file: a second server is refused, as is a folder that is read-only."""

import os
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.engine import URL

from sixth.cli.app import run
from sixth.server.core import retries
from sixth.server.ops.claim import sole_server
from sixth.server.store.engine import in_folder
from sixth.server.store.sql import SqlStore
from tests.server.ops.test_run import refusal
from tests.server.support.serving import PATIENCE, Server, command, request


def test_a_second_server_on_one_file_is_refused_but_tools_are_not(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retries, "TIMEOUT_S", 0.2)
    file = server.data / "sixth.sqlite3"
    (tmp_path / "link").symlink_to(server.data)
    url = f"sqlite:///{server.data}/../{server.data.name}/sixth.sqlite3"
    one_file: list[dict[str, Any]] = [{"data": server.data}, {"data": tmp_path / "link"}]
    for settings in (*one_file, {"database": url}, {"database": f"sqlite:///file:{file}?uri=true"}):
        sentence = refusal(**settings)
        assert sentence.startswith(f"Another server is at work on the games in {file}, ")
        assert "--data" in sentence
    for words in ("check", f"backup {tmp_path}/copy", "prune --older-than 1d", "upgrade"):
        assert run(["db", *words.split(), "--data", str(server.data)]) == 0
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


@pytest.mark.parametrize("what", ["folder", "file"])
def test_what_cannot_be_written_to_is_refused(tmp_path: Path, what: str) -> None:
    folder, file = tmp_path / "data", tmp_path / "data" / "sixth.sqlite3"
    folder.mkdir()
    with closing(SqlStore(in_folder(folder))):
        pass
    (folder if what == "folder" else file).chmod(0o500)
    words = without_root_power(command(folder))
    process = subprocess.run(words, check=False, capture_output=True, text=True, timeout=PATIENCE)
    folder.chmod(0o700)
    sentences = {
        "folder": f"Nothing can be written in the folder {folder} (Permission denied); choose another with"
        " --data.",
        "file": f"The database {file} cannot be used: attempt to write a readonly database.",
    }
    assert (process.returncode, process.stdout) == (1, "")
    assert process.stderr == f"sixth: {sentences[what]}\n"


def test_a_postgresql_needs_no_claim(tmp_path: Path) -> None:
    url = URL.create("postgresql+psycopg", database="sixth")
    with sole_server(url), sole_server(url):
        assert not any(tmp_path.iterdir())
