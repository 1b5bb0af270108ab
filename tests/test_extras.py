"""Missing extras and the commands that install them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from sixth.extras import command_at

GOLDEN = Path(__file__).with_name("golden")

HIDE = """
import sys
class Hiding:
    def __init__(self, finder):
        self.finder = finder
    def __getattr__(self, name):
        return getattr(self.finder, name)
    def find_spec(self, name, path=None, target=None):
        hidden = name.partition(".")[0] in {packages!r}
        return None if hidden else self.finder.find_spec(name, path, target)
sys.meta_path[:] = map(Hiding, sys.meta_path)
"""


FAST_ENGINE = ("llvmlite", "numba", "numpy")
"""The packages of the extra `fast`."""

SITE = (*FAST_ENGINE, "cryptography", "http_ece", "py_vapid", "uvloop", "webauthn")
"""Those of the extra `server`."""


def without(packages: str | tuple[str, ...], code: str) -> "subprocess.CompletedProcess[str]":
    """Run this code in a Python that lacks some packages; return the result."""
    program = HIDE.format(packages=(packages,) if isinstance(packages, str) else packages) + code
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)


def run(arguments: str) -> str:
    """Return code that runs a command."""
    return f"from sixth.cli.app import run\nsys.exit(run({arguments.split()!r}))"


COMMANDS = {
    "mcp": [("mcp", "mcp")],
    "numpy": [
        ("arena", "arena random,random --rounds 2"),
        ("fast", "simulate --bots champion,random --games 2"),
        ("fast", "play --bots montecarlo --plain"),
        ("fast", "coach {golden}/classic.sixth.jsonl"),
        ("fast", "puzzles make --out {folder}/puzzles.jsonl"),
    ],
    "pyarrow": [("data", "data {folder}/games --games 2")],
    "numba": [("fast", "simulate --bots search:20,random --games 2"), ("rl", "train {folder}")],
    "matplotlib": [
        ("arena", "arena random,random --rounds 2 --plot {folder}/arena.png"),
        ("rl", "train {folder}"),
    ],
    "torch": [("rl", "train {folder}")],
    "psycopg": [
        ("postgresql", "db check --database postgresql://127.0.0.1:9/sixth"),
        ("postgresql", "serve --port 0 --database postgresql://127.0.0.1:9/sixth"),
    ],
}
"""Commands that need a package, and the extra that has it."""

IMPORTS = {
    "numba": [("fast", "from sixth.sim import Sim")],
    "numpy": [("fast", "from sixth.coach import review")],
    "gymnasium": [("envs", "import sixth.envs")],
    "pettingzoo": [("envs", "import sixth.envs")],
    "pyspiel": [("envs", "import sixth.envs.openspiel")],
}

TRY = """
import io, json
from contextlib import redirect_stderr
from sixth.cli.app import run
found = []
for command in {commands!r}:
    with redirect_stderr(io.StringIO()) as errors:
        found.append((run(command), errors.getvalue()))
for statement in {imports!r}:
    try:
        exec(statement)
    except ModuleNotFoundError as error:
        found.append((error.name, str(error)))
print(json.dumps(found))
"""


# Packages of one process are not needed by the same command or import, but for the first that it asks for.
@pytest.mark.parametrize(
    "packages",
    [
        ("mcp", "pyarrow", "matplotlib", "psycopg", "pyspiel"),
        ("numpy",),
        ("numba", "gymnasium"),
        ("torch", "pettingzoo"),
    ],
)
def test_a_command_or_module_without_its_extra_names_it_in_one_sentence(
    packages: tuple[str, ...], tmp_path: Path
) -> None:
    commands = [(package, *each) for package in packages for each in COMMANDS.get(package, [])]
    imports = [(package, *each) for package in packages for each in IMPORTS.get(package, [])]
    words = [text.format(folder=tmp_path, golden=GOLDEN).split() for *_, text in commands]
    result = without(packages, TRY.format(commands=words, imports=[each for *_, each in imports]))
    assert (result.returncode, result.stderr) == (0, "")
    found = json.loads(result.stdout)
    for (package, extra, command), (code, sentence) in zip(commands, found, strict=False):
        assert code == 1, command
        assert f"The package {package} is not installed" in sentence
        assert f"[{extra}]" in sentence
        assert len(sentence.splitlines()) == 1
    for (package, extra, _), (name, sentence) in zip(imports, found[len(commands) :], strict=True):
        assert name == package
        assert sentence.startswith(f"The package {package} is not installed")
        assert f"[{extra}]" in sentence
    assert not list(tmp_path.iterdir())


def test_without_the_fast_engine_bots_need_no_time_to_get_ready() -> None:
    code = "from sixth import bots\nbots.get_ready()\nprint(bots.is_ready(['policy']))"
    result = without(FAST_ENGINE, code)
    assert (result.stdout, result.stderr) == ("True\n", "")


def test_in_a_checkout_the_command_installs_the_checkout() -> None:
    root = Path(__file__).parents[1]
    result = without("httpx2", "from sixth.extras import install_command\nprint(install_command('fast'))")
    assert result.stdout.endswith(f"-m pip install -e '{root}[fast]'\n")


@pytest.mark.parametrize(
    ("prefix", "files", "command"),
    [
        ("home/.local/share/pipx/venvs/sixth", {"pyvenv.cfg": ""}, "pipx install --force X"),
        ("home/.local/share/pipx/.cache/4f2", {"pyvenv.cfg": ""}, "pipx run --spec X sixth"),
        (
            "home/.local/share/uv/tools/sixth",
            {"pyvenv.cfg": "uv = 0.9.1\n", "uv-receipt.toml": ""},
            "uv tool install --force X",
        ),
        ("home/.cache/uv/archive-v0/kQ", {"pyvenv.cfg": "uv = 0.9.1\n"}, "uvx --from X sixth"),
        ("home/project/.venv", {"pyvenv.cfg": "uv = 0.9.1\n"}, "uv pip install X"),
        ("home/project/.venv", {"pyvenv.cfg": "home = /usr/bin\n"}, "pip install X"),
        ("usr", {}, "pip install X"),
    ],
)
def test_the_command_is_that_of_the_tool_that_installed_sixth(
    prefix: str, files: dict[str, str], command: str, tmp_path: Path
) -> None:
    folder = tmp_path / prefix
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name).write_text(text)
    assert command_at(folder).format(what="X") == command


def test_without_the_fast_engine_all_but_the_bots_that_search_is_there() -> None:
    code = "from sixth import bots, coach, tournaments, puzzles; print(*bots.names, bots.here('champion'))"
    levels = " ".join(f"level-{number}" for number in range(1, 7))
    assert without(SITE, code).stdout == f"random nearest careful policy {levels} policy\n"
    # At tables of two and three the network that sees the hand as a whole plays, which needs the fast engine.
    arguments = "simulate --bots policy,careful,nearest,random --games 2 --seed 1 --json"
    plain, fast = without(SITE, run(arguments)), without((), run(arguments))
    assert plain.returncode == 0, plain.stderr
    assert plain.stdout == fast.stdout
