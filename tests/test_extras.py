"""Missing extras and the commands that install them."""

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


@pytest.mark.parametrize(
    ("package", "extra", "arguments"),
    [
        ("mcp", "mcp", "mcp"),
        ("numpy", "arena", "arena random,random --rounds 2"),
        ("pyarrow", "data", "data {folder}/games --games 2"),
        ("numpy", "fast", "simulate --bots champion,random --games 2"),
        ("numba", "fast", "simulate --bots search:20,random --games 2"),
        ("numpy", "fast", "play --bots montecarlo --plain"),
        ("numpy", "fast", "coach {golden}/classic.sixth.jsonl"),
        ("numpy", "fast", "puzzles make --out {folder}/puzzles.jsonl"),
        ("matplotlib", "arena", "arena random,random --rounds 2 --plot {folder}/arena.png"),
        ("matplotlib", "rl", "train {folder}"),
        ("numba", "rl", "train {folder}"),
        ("torch", "rl", "train {folder}"),
        ("psycopg", "postgresql", "db check --database postgresql://127.0.0.1:9/sixth"),
        ("psycopg", "postgresql", "serve --port 0 --database postgresql://127.0.0.1:9/sixth"),
    ],
)
def test_a_command_without_its_extra_names_it_in_one_sentence(
    package: str, extra: str, arguments: str, tmp_path: Path
) -> None:
    result = without(package, run(arguments.format(folder=tmp_path, golden=GOLDEN)))
    assert result.returncode == 1
    assert f"[{extra}]" in result.stderr
    assert package in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("package", "extra", "statement"),
    [
        ("numba", "fast", "from sixth.sim import Sim"),
        ("numpy", "fast", "from sixth.coach import review"),
        ("gymnasium", "envs", "import sixth.envs"),
        ("pettingzoo", "envs", "import sixth.envs"),
        ("pyspiel", "envs", "import sixth.envs.openspiel"),
    ],
)
def test_a_module_without_its_extra_names_it(package: str, extra: str, statement: str) -> None:
    code = f"try:\n    {statement}\nexcept ModuleNotFoundError as error:\n    print(error.name, error)"
    result = without(package, code)
    assert result.stdout.startswith(f"{package} The package {package} is not installed"), result.stderr
    assert f"[{extra}]" in result.stdout


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
