"""Settings of the test run: the profiles of Hypothesis, marks by folder, and shared servers."""

import gc
import os
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

import tests.environment  # noqa: F401 # before all that reads the environment
from scripts.bundle import SERVER, bundle
from sixth.server.web.templating.files import BUNDLES
from tests.command_result import CommandResult
from tests.server.support.postgres import Postgres, postgres
from tests.server.support.serving import Server, serving

# `fixed` tries the same examples on every machine, so that a test fails for a reason in the change;
# `quick`, for `--quick`, tries a few of them. `explore` looks for new ones:
# HYPOTHESIS_PROFILE=explore .venv/bin/pytest tests/rules
# There are no deadlines: a slow moment of a busy machine is no error.
settings.register_profile(
    "fixed",
    derandomize=True,
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("quick", parent=settings.get_profile("fixed"), max_examples=20)
settings.register_profile(
    "explore", parent=settings.get_profile("default"), derandomize=False, deadline=None, max_examples=2_000
)

TESTS: Final = Path(__file__).parent

MARKS: Final = {
    "browser": ["browser"],
    "server": ["server", "client", "mcp", "remote"],
    "training": ["training", "arena/best_response", "envs/test_example.py"],
    "slow": [
        "arena/benchmark",
        "arena/dataset/test_command.py",
        "arena/players",
        "arena/test_command.py",
        "arena/test_docs.py",
        "arena/test_outsiders.py",
        "arena/test_play.py",
        "arena/test_statistics.py",
        "bots/test_belief.py",
        "bots/test_bots.py",
        "bots/test_ceiling.py",
        "bots/test_drafts.py",
        "bots/test_equilibrium.py",
        "bots/test_search.py",
        "bots/test_warmup.py",
        "policy/test_player.py",
        "sim/engine/test_compiler.py",
        "sim/search",
        "sim/test_docs.py",
        "sim/test_simulation.py",
        "test_docs_site.py",
        "test_notebooks.py",
        "test_simulated_games.py",
        "test_tutorial.py",
        "test_wheel.py",
    ],
}
"""Folders and files of this folder, by the mark of their tests. All other tests are quick."""

PURE: Final = [
    "server/core/test_settings.py",
    "server/live/test_bot_pool.py",
    "server/live/test_cache.py",
    "server/live/test_time_slices.py",
    "server/table",
    "server/web/templating/test_colours.py",
    "server/web/text",
    "server/web/views/test_hints.py",
]
"""Tests of the server that start none."""


PLACES: Final = {TESTS / name: mark for mark, names in MARKS.items() for name in names}
PURE_PLACES: Final = {TESTS / name for name in PURE}


def mark_of(path: Path) -> str | None:
    """Return the mark of the tests in a file or folder, or None."""
    above = {path, *path.parents}
    return None if PURE_PLACES & above else next((PLACES[place] for place in PLACES.keys() & above), None)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option of `make quick`."""
    parser.addoption(
        "--quick", action="store_true", help="run what bears no mark of tests/conftest.py, on few examples"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Choose the profile of Hypothesis, before any test is imported."""
    usual = "quick" if config.getoption("quick") else "fixed"
    settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", usual))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip slow folders and files before they are imported, as the import alone takes seconds."""
    holds_pure = any(place.is_relative_to(collection_path) for place in PURE_PLACES)
    return True if config.getoption("quick") and mark_of(collection_path) and not holds_pure else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark each test by its folder or file; a few slow ones in quick files have a mark of their own."""
    for item in items:
        if mark := mark_of(item.path):
            item.add_marker(mark)
    # One process would be left with these long files when the others are done.
    items.sort(key=lambda item: not item.get_closest_marker("training"))
    if config.getoption("quick"):
        slow = [item for item in items if item.get_closest_marker("slow")]
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if item not in slow]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect tests without the garbage collector, which finds nothing in what is imported."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish(session: pytest.Session) -> None:
    """Bundle scripts and sheets, if they are served, so that a page loads a few files and not sixty.

    And exempt half a million imported objects from every garbage collection.
    """
    if any(item.get_closest_marker(mark) for item in session.items for mark in ("browser", "server")):
        folder = TemporaryDirectory(prefix="sixth-bundles-")
        session.config.add_cleanup(folder.cleanup)
        bundle(TESTS.parent / SERVER, Path(folder.name))
        os.environ[BUNDLES] = folder.name
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Start a server without tables."""
    with serving(tmp_path / "data") as running:
        yield running


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[object]:
    """Start one site for all tests of a module."""
    # The import takes seconds.
    from tests.server.support.hosting import hosting

    with hosting(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., CommandResult]:
    """Return a function that runs `sixth` with these arguments in this process."""
    from sixth.cli import app

    return lambda *arguments: CommandResult(app.run([*arguments]), *capsys.readouterr())


@pytest.fixture(scope="session")
def database() -> Iterator[Postgres]:
    """Start a PostgreSQL for all tests, each with databases of its own; one that stops it starts another."""
    with postgres() as server:
        yield server
