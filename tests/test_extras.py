"""Missing extras and the commands that install them."""

import subprocess
import sys
from pathlib import Path

import pytest

HIDE = """
import sys
class Hiding:
    def __init__(self, finder):
        self.finder = finder
    def __getattr__(self, name):
        return getattr(self.finder, name)
    def find_spec(self, name, path=None, target=None):
        hidden = name.partition(".")[0] == {package!r}
        return None if hidden else self.finder.find_spec(name, path, target)
sys.meta_path[:] = map(Hiding, sys.meta_path)
"""


def without(package: str, code: str) -> "subprocess.CompletedProcess[str]":
    """Run this code in a Python that lacks a package; return the result."""
    program = HIDE.format(package=package) + code
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)


def run(arguments: str) -> str:
    """Return code that runs a command."""
    return f"from sixth.cli.app import run\nsys.exit(run({arguments.split()!r}))"


@pytest.mark.parametrize(
    ("package", "extra", "arguments"),
    [
        ("httpx2", "client", "join http://127.0.0.1:9/t/x --as Robo --bot random"),
        ("httpx2", "client", "bot http://127.0.0.1:9 --as Robo --by Ana --bot random"),
        ("httpx2", "client", "play http://127.0.0.1:9/t/x --name Ana --plain"),
        ("mcp", "mcp", "mcp"),
        ("httpx2", "mcp", "mcp http://127.0.0.1:9"),
        ("openskill", "arena", "arena random,random --rounds 2"),
        ("matplotlib", "arena", "arena random,random --rounds 2 --plot {folder}/arena.png"),
        ("matplotlib", "rl", "train {folder}"),
        ("torch", "rl", "train {folder}"),
        ("sqlalchemy", "server", "db check --data {folder}"),
        ("uvicorn", "server", "serve --port 0 --data {folder}"),
        ("psycopg", "postgresql", "db check --database postgresql://127.0.0.1:9/sixth"),
        ("psycopg", "postgresql", "serve --port 0 --database postgresql://127.0.0.1:9/sixth"),
    ],
)
def test_a_command_without_its_extra_names_it_in_one_sentence(
    package: str, extra: str, arguments: str, tmp_path: Path
) -> None:
    result = without(package, run(arguments.format(folder=tmp_path)))
    assert result.returncode == 1
    assert f"[{extra}]" in result.stderr
    assert package in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("package", "extra", "module"),
    [
        ("httpx2", "client", "sixth.client"),
        ("gymnasium", "envs", "sixth.envs"),
        ("pettingzoo", "envs", "sixth.envs"),
        ("pyspiel", "envs", "sixth.envs.openspiel"),
    ],
)
def test_a_module_without_its_extra_names_it(package: str, extra: str, module: str) -> None:
    code = f"try:\n    import {module}\nexcept ModuleNotFoundError as error:\n    print(error.name, error)"
    result = without(package, code)
    assert result.stdout.startswith(f"{package} The package {package} is not installed"), result.stderr
    assert f"[{extra}]" in result.stdout


def test_in_a_checkout_the_command_installs_the_checkout() -> None:
    root = Path(__file__).parents[1]
    result = without("httpx2", "from sixth.extras import install_command\nprint(install_command('client'))")
    assert result.stdout.endswith(f"-m pip install -e '{root}[client]'\n")
