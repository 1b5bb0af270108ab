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
    """What a Python that lacks a package makes of this code."""
    program = HIDE.format(package=package) + code
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)


def run(arguments: str) -> str:
    """Code that runs a command."""
    return f"from sixth.cli.app import run\nsys.exit(run({arguments.split()!r}))"


@pytest.mark.parametrize(
    ("package", "extra", "arguments"),
    [
        ("httpx2", "client", "join http://127.0.0.1:9/t/x --as Robo --bot random"),
        ("httpx2", "client", "bot http://127.0.0.1:9 --as Robo --by Ana --bot random"),
        ("httpx2", "client", "play http://127.0.0.1:9/t/x --name Ana --plain"),
        ("sqlalchemy", "server", "db check --data {folder}"),
        ("uvicorn", "server", "serve --port 0 --data {folder}"),
        ("psycopg", "postgresql", "db check --database postgresql://127.0.0.1:9/sixth"),
        ("psycopg", "postgresql", "serve --port 0 --database postgresql://127.0.0.1:9/sixth"),
        (
            "redis",
            "redis",
            "serve --port 0 --database postgresql://127.0.0.1:9/sixth --redis redis://127.0.0.1:9",
        ),
    ],
)
def test_a_command_without_its_extra_names_it_in_one_sentence(
    package: str, extra: str, arguments: str, tmp_path: Path
) -> None:
    done = without(package, run(arguments.format(folder=tmp_path)))
    assert done.returncode == 1
    assert f"[{extra}]" in done.stderr
    assert package in done.stderr
    assert len(done.stderr.splitlines()) == 1


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
    done = without(package, code)
    assert done.stdout.startswith(f"{package} The package {package} is not installed"), done.stderr
    assert f"[{extra}]" in done.stdout


def test_in_a_checkout_the_command_installs_the_checkout() -> None:
    root = Path(__file__).parents[1]
    done = without("httpx2", "from sixth.extras import install_command\nprint(install_command('client'))")
    assert done.stdout.endswith(f"-m pip install -e '{root}[client]'\n")
