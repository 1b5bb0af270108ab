"""A Node with the scripts of a table's page."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from sixth.server.web.templating.files import STATIC
from tests.server.web.wire.law import Engine


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    node = shutil.which("node")
    assert node, "There is no Node; scripts/programs installs it where it can."
    folder = tmp_path_factory.mktemp("scripts")
    for each in (STATIC / "table").glob("*.js"):
        shutil.copy(each, folder)
    # Or a Node takes them for something else.
    (folder / "package.json").write_text('{"type": "module"}')
    command = [node, str(Path(__file__).with_name("law.mjs")), str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        yield Engine(process)
        assert process.stdin is not None
        process.stdin.close()
