"""The recomputation of all ratings: the rows from the existing logs, the numbers from the rows."""

from collections.abc import Iterator

from sixth.server.features.people.game_rows import GameOfTable
from sixth.server.features.ratings.results import RatedEnd, end_in
from sixth.server.features.ratings.rows import RatingRows, Recomputed
from sixth.server.store.sql import SqlStore
from sixth.server.table.events import Arranged, Began, Opened


def recompute(store: SqlStore) -> Recomputed:
    """Compute all ratings of a site anew and keep them, also while its server runs."""
    return RatingRows(store).recompute(list(_ends(store)))


def _ends(store: SqlStore) -> Iterator[tuple[GameOfTable, RatedEnd | None]]:
    """Yield the ended games that are rated, from the logs of all tables."""
    for table in store.tables():
        log = store.load(table)
        if not any(isinstance(event, Opened | Arranged) and event.config.rated for event in log):
            continue
        for event in log:
            if isinstance(event, Began) and (end := end_in(table, event.game, log)) is not None:
                yield GameOfTable(event.game, table), end
