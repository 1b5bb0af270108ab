"""The tables in the cache of a process: those with listeners, and the latest of the others."""

import pytest

import sixth
from sixth.server.live.cache import Cache
from sixth.server.table.fold import fold
from sixth.server.table.state import Table
from tests.server.support.logs import sitting

LOG = sitting(sixth.games["classic"].replace(seats=2), seed=1)


def table(number: int) -> Table:
    return fold(f"table-{number}", LOG)


@pytest.mark.parametrize(("needed", "kept"), [(False, 1000), (True, 1100)])
def test_the_cache_has_the_thousand_latest_tables_and_all_that_are_needed(needed: bool, kept: int) -> None:
    cache = Cache(lambda _: needed)
    for number in range(1100):
        cache.hold(table(number))
    assert len(cache) == kept
    assert bool(cache.get("table-99")) == needed
    assert cache.get("table-100")
