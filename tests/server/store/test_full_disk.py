"""A full disk under PostgreSQL: it refuses in one sentence, loses nothing, and goes on once there is room."""

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from pathlib import Path

import pytest

import sixth
from sixth.cli.app import run
from sixth.rules.events import Revealed
from sixth.server.core.errors import UnavailableError
from sixth.server.store.sql import SqlStore
from sixth.server.table.events import Readied
from tests.server.ops.test_faults import (
    FORGETFUL,
    check_refusals,
    choose_first,
    first_card,
    readiness,
)
from tests.server.support.hosting import until
from tests.server.support.logs import sitting
from tests.server.support.playing import visiting
from tests.server.support.postgres import Postgres, postgres
from tests.server.support.serving import serving

MEBIBYTE = 1024 * 1024
LONG = "long"


def small_disk(stack: ExitStack) -> Path | None:
    """Return a folder on a disk with little room beside a PostgreSQL; None if it may not be mounted."""
    disk = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="sixth-disk-")))
    mount = ["mount", "-t", "tmpfs", "-o", f"size={64 * MEBIBYTE}", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        return None
    stack.callback(lambda: subprocess.run(["umount", str(disk)], check=True))
    home = disk / "postgresql"
    home.mkdir()
    return home


@contextmanager
def no_space(database: Postgres) -> Iterator[None]:
    """Fill the disk to its last byte."""
    ballast = database.home / "ballast"
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(bytes(4096)):
            pass
    assert not shutil.disk_usage(database.home).free
    yield
    ballast.unlink()


@contextmanager
def no_more_allowed(database: Postgres) -> Iterator[None]:
    """Limit the database's files to the length of its longest."""
    longest = max(path.stat().st_size for path in database.home.rglob("*") if path.is_file())
    database.limit_files(str(longest))
    yield
    database.limit_files("unlimited")


def fill(store: SqlStore) -> None:
    """Append events until not even one fits."""
    for count in (1000, 100, 10, 1):
        with suppress(UnavailableError):
            for _ in range(1000):
                store.append(LONG, len(store.load(LONG)), toggles(count))
            pytest.fail("there was room for everything")


def toggles(count: int) -> list[Readied]:
    """Return `count` events by which a seat is ready, and not ready, in turn."""
    return [Readied(0, number % 2 == 0) for number in range(count)]


@pytest.mark.parametrize("how", [no_space, no_more_allowed])
def test_a_full_disk_under_postgresql_is_reported_and_nothing_is_half_done(
    how: Callable[[Postgres], AbstractContextManager[None]], tmp_path: Path
) -> None:
    late = "A request could not be answered: .*|The bots of a table wait for the database: .*"
    late += "|error ignored terminating .*"
    with ExitStack() as stack:
        home = small_disk(stack) if how is no_space else None
        database = stack.enter_context(postgres(home, "--wal-segsize=1"))
        url = database.make_empty()
        server = stack.enter_context(
            serving(tmp_path / "data", database=url, complaints=late, first=FORGETFUL)
        )
        ana, bo = stack.enter_context(visiting(server.url)), stack.enter_context(visiting(server.url))
        table = ana.open("invite", seats=3, name="Ana")
        bo.join(table, name="Bo")
        ana.look()
        ana.send("begin", bots="nearest")
        bo.look()
        store = stack.enter_context(closing(SqlStore(url)))
        # Makes the file of the log the longest, so that a limit on files stops appends first.
        store.append(LONG, 0, (*sitting(sixth.games["classic"].replace(seats=2), 1), *toggles(10_000)))
        # The disk of the machine itself is never filled.
        with (how if home else no_more_allowed)(database):
            fill(store)
            before, tables = store.load(table), store.tables()
            check_refusals(ana)
            assert (store.load(table), store.tables()) == (before, tables)
        assert choose_first(ana).status_code == 200
        bo.look()
        bo.send("hand", first_card(bo))
        until(lambda: any(isinstance(each, Revealed) for each in store.load(table)), "the turn was played")
        assert store.load(table)[: len(before)] == before
        until(lambda: readiness(ana.client)[0] == 200, "it said that it can serve")
        assert run(["db", "check", "--database", url]) == 0
