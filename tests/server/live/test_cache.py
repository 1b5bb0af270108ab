"""Which tables a process has at hand: those somebody listens to, and the last of the others."""

import sixth
from sixth.server.live.cache import Cache
from sixth.server.table.fold import fold
from sixth.server.table.state import Table
from tests.server.support.logs import sitting

LOG = sitting(sixth.games["classic"].replace(seats=2), seed=1)


def table(number: int) -> Table:
    return fold(f"table-{number}", LOG)


def test_tables_that_somebody_listens_to_are_never_forgotten_and_of_the_others_the_oldest_are() -> None:
    heard = {f"table-{number}" for number in range(0, 3000, 20)}
    memory = Cache(heard.__contains__)
    for number in range(3000):
        memory.hold(table(number))
    assert all(memory.get(name) for name in heard)
    assert len(memory) <= 1000 + len(heard)
    assert memory.get("table-2999")
    assert not memory.get("table-1")


def test_where_nobody_needs_them_a_thousand_tables_are_at_hand() -> None:
    memory = Cache(lambda _: False)
    for number in range(1100):
        memory.hold(table(number))
    assert len(memory) == 1000
    assert not memory.get("table-99")
    assert memory.get("table-100")


def test_where_all_are_needed_all_are_at_hand() -> None:
    memory = Cache(lambda _: True)
    for number in range(1100):
        memory.hold(table(number))
    assert len(memory) == 1100
