"""Rows of the deals for everybody in the database: the chain, and the tries of each deal.

The result of a try is that of its game, never from a browser (`features.boards.ends`).
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Row, delete, func, select, update

from sixth.server.features.boards.results import Results
from sixth.server.features.boards.tables import board_choices, board_counts, daily_chain, daily_tries
from sixth.server.protocol.dealt import board_deal
from sixth.server.store.people_schema import person_seats
from sixth.server.store.schema import insert_new, log
from sixth.server.store.writer import StoreRows
from sixth.server.web.views.choices import Chosen, ChosenAt

CHOICES_KEPT_DAYS: Final = 60
"""Days for which the choices of players are kept."""


class ChainRow(NamedTuple):
    """The stored chain: its first day, and the secret of its last day in hexadecimal."""

    begins: str
    last: str


class Try(NamedTuple):
    """A try of a deal, by its name, at a table; `player` is "" for the deal of a day.

    `heads` is None until its result has been read.
    """

    deal: str
    table_id: str
    player: str
    counted: bool
    heads: int | None

    @property
    def number(self) -> int:
        """The number of the deal in its board, 1 for the deal of a day."""
        deal = board_deal(self.deal)
        return deal.number if deal else 1


class NewTry(NamedTuple):
    """A try to store: its table, the deal, the hash of a network, the player, and the last day of the deal.

    Up to `most` tries of one network count among those of the deals `first`, or all if `most` is None; but
    the later deals of a player count as the first did.
    """

    table_id: str
    deal: str
    network: str
    until: str
    today: str
    first: Sequence[str]
    most: int | None
    player: str = ""


_TRY = (
    daily_tries.c.day,
    daily_tries.c.table_id,
    daily_tries.c.player,
    daily_tries.c.counted,
    daily_tries.c.heads,
)


class DealRows(StoreRows):
    """The chain of a site and the tries of each deal."""

    def chain(self, new: ChainRow) -> ChainRow:
        """Return the chain of this site, after storing `new` if there was none."""
        query = select(daily_chain.c.begins, daily_chain.c.last)

        def find(connection: Connection) -> ChainRow | None:
            row = connection.execute(query).first()
            return row and ChainRow(row.begins, row.last)

        row: ChainRow | None = self._read(find)
        if row is None:
            values = {"number": 1, **new._asdict()}
            self._writer.submit("", lambda connection: insert_new(connection, daily_chain, **values)).result()
            row = self._read(find)
        assert row is not None
        return row

    def begin(self, new: NewTry) -> bool:
        """Store a try, unless it is stored already; return whether it counts.

        With the first try of a deal, the networks of deals that are over are deleted, and the choices in
        those that were over months ago.
        """

        def add(connection: Connection) -> bool:
            of_deal = daily_tries.c.day == new.deal
            if connection.execute(select(daily_tries.c.day).where(of_deal).limit(1)).first() is None:
                over = (daily_tries.c.until < new.today) & (daily_tries.c.network != "")
                connection.execute(update(daily_tries).where(over).values(network=""))
                _forget_choices(connection, date.fromisoformat(new.today) - timedelta(days=CHOICES_KEPT_DAYS))
            counted = self._counts(connection, new)
            row = {"table_id": new.table_id, "day": new.deal, "network": new.network, "counted": counted}
            insert_new(connection, daily_tries, **row, player=new.player, until=new.until)
            return counted

        return self._writer.submit(new.deal, add).result()

    def _counts(self, connection: Connection, new: NewTry) -> bool:
        if new.most == 0:
            return False
        if new.player:
            mine = select(daily_tries.c.counted).where(daily_tries.c.player == new.player)
            if earlier := connection.execute(mine).scalars().all():
                return all(earlier)
        here = select(func.count()).select_from(daily_tries).where(daily_tries.c.day.in_(new.first))
        here = here.where(daily_tries.c.network == new.network, daily_tries.c.counted)
        return new.most is None or (connection.scalar(here) or 0) < new.most

    def results(self, subjects: Collection[str]) -> Mapping[str, Results]:
        """Return the results of deals, and of boards, by their names."""
        results: Mapping[str, Results] = self._read(lambda connection: results_of(connection, subjects))
        return results

    def chosen(self, deal: str, points: Collection[str]) -> ChosenAt:
        """Return what players chose at these points of a deal."""
        columns = [board_choices.c[name] for name in ("point", *Chosen._fields)]
        query = select(*columns).where(board_choices.c.deal == deal, board_choices.c.point.in_(points))
        found: dict[str, list[Chosen]] = {}
        for point, *rest in self._read(lambda connection: connection.execute(query).all()):
            found.setdefault(point, []).append(Chosen(*rest))
        return found

    def heads_at(self, tables: Collection[str]) -> Mapping[str, int]:
        """Return by day the heads of the first try at these tables, if it is finished.

        A person who has become another may have two tries of a day, the second with known cards.
        """
        query = (
            select(daily_tries.c.day, daily_tries.c.heads)
            .join(log, (log.c.table_id == daily_tries.c.table_id) & (log.c.version == 1))
            .where(daily_tries.c.table_id.in_(tables), daily_tries.c.player == "")
            .order_by(log.c.at.desc())
        )
        rows = self._read(lambda connection: [tuple(row) for row in connection.execute(query)])
        return {day: heads for day, heads in dict(rows).items() if heads is not None}

    def days_of(self, person_id: str) -> Collection[str]:
        """Return the days of the finished tries of a person."""
        query = (
            select(daily_tries.c.day)
            .join(person_seats, person_seats.c.table_id == daily_tries.c.table_id)
            .where(person_seats.c.person_id == person_id, daily_tries.c.heads.is_not(None))
            .where(daily_tries.c.player == "")
        )
        days: Collection[str] = self._read(lambda connection: connection.execute(query).scalars().all())
        return days

    def at(self, table: str) -> Try | None:
        """Return the try at this table; None if there is none."""
        query = select(*_TRY).where(daily_tries.c.table_id == table)
        row: Row[Any] | None = self._read(lambda connection: connection.execute(query).first())
        return None if row is None else _try(row)

    def of_player(self, player: str) -> Sequence[Try]:
        """Return the tries of the player of a board, in the order of their deals."""
        query = select(*_TRY).where(daily_tries.c.player == player).order_by(daily_tries.c.day)
        return list(map(_try, self._read(lambda connection: connection.execute(query).all())))

    def boards_of(self, person_id: str, until: str = "") -> Sequence[Try]:
        """Return the tries of boards of a person, of all or of those that are open up to a day."""
        query = (
            select(*_TRY)
            .join(person_seats, person_seats.c.table_id == daily_tries.c.table_id)
            .where(person_seats.c.person_id == person_id, daily_tries.c.player != "")
            .order_by(daily_tries.c.until, daily_tries.c.day)
        )
        query = query.where(daily_tries.c.until == until) if until else query
        return list(map(_try, self._read(lambda connection: connection.execute(query).all())))


def results_of(connection: Connection, subjects: Collection[str]) -> Mapping[str, Results]:
    """Return how many counted tries ended with each number of heads, the fewest first, by deal or board."""
    columns = [board_counts.c[name] for name in ("subject", "heads", "players")]
    query = select(*columns).where(board_counts.c.subject.in_(subjects)).order_by(*columns[:2])
    counts: dict[str, dict[int, int]] = {subject: {} for subject in subjects}
    for row in connection.execute(query):
        counts[row.subject][row.heads] = row.players
    return {subject: Results(each) for subject, each in counts.items()}


def _forget_choices(connection: Connection, before: date) -> None:
    year, week, _day = before.isocalendar()
    deal, of_year = board_choices.c.deal, f"{year}-W"
    # After the year, the names of deals have a month or, which is greater, a letter and the week.
    first_day, first_week = before.isoformat(), f"{of_year}{week:02}"
    old = (deal < first_day) | ((deal >= of_year) & (deal < first_week))
    connection.execute(delete(board_choices).where(old))


def _try(row: Row[Any]) -> Try:
    return Try(row.day, row.table_id, row.player, row.counted, row.heads)
