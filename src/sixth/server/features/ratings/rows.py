"""Rows of ratings: rated games, which stay when logs are deleted, and the numbers that follow from them."""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, case, delete, exists, func, insert, select, text, update

from sixth.rules.codec import dumps
from sixth.server.features.people.game_rows import GameOfTable, unread_games
from sixth.server.features.ratings.rating import (
    MAX_SIGMA,
    PersonRatings,
    Pool,
    RatedGame,
    RatedPlayer,
    Rating,
    rate,
)
from sixth.server.features.ratings.results import RatedEnd
from sixth.server.features.ratings.tables import person_ratings, rated_games, rated_games_read, rating_board
from sixth.server.store.people_schema import lock_people, people, rated_seats
from sixth.server.store.schema import games, insert_new, log
from sixth.server.store.sql import SqlStore
from sixth.server.store.writer import Part

Ends = Sequence[tuple[GameOfTable, RatedEnd | None]]
"""Ended games, each with what its log says; None for one that was not rated."""


class Recomputed(NamedTuple):
    """The outcome of a recomputation: the number of rated games, and of rows and ratings that differed."""

    games: int
    wrong_games: int
    wrong_ratings: int


class RatedPerson(NamedTuple):
    """A person on the board of ratings; `shown` is who may see their page, as in `people`."""

    id: str
    name: str
    mark: int
    shown: str
    rating: Rating


_NUMBERS: Final = (person_ratings.c.mu, person_ratings.c.sigma, person_ratings.c.games)


class RatingRows(Part):
    """The ratings of a site."""

    def __init__(self, store: SqlStore) -> None:
        super().__init__(store.read, store.writer)

    def unread(self, most: int, tables: Collection[str] | None = None) -> Sequence[GameOfTable]:
        """Return up to `most` ended games of people that are still to read, at these or all tables."""
        played = rated_seats.c.game_id == games.c.game_id
        query = unread_games(played, rated_games_read.c.game_id, tables).limit(most)
        return [GameOfTable(*row) for row in self._read(lambda connection: connection.execute(query).all())]

    def keep(self, ends: Ends) -> None:
        """Keep the rated games among these, and change the ratings by them, once."""

        def write(connection: Connection) -> None:
            _lock(connection)
            latest = _latest(connection)
            new = sorted(_insert_games(connection, ends), key=lambda game: game.order)
            if new and new[0].order > latest:
                ratings = _ratings(connection, {each.person for game in new for each in game.players})
                rate(ratings, new)
                _replace(connection, ratings)
            elif new:
                # Another process was slower to commit an earlier end: all later games count anew.
                _replace_all(connection, _all_ratings(connection))

        self._writer.submit("ratings", write).result()

    def of_person(self, person_id: str) -> Mapping[str, Rating]:
        """Return the ratings of a person, by pool and by named game."""
        query = select(person_ratings).join(people, people.c.alias == person_ratings.c.alias)
        query = query.where(people.c.person_id == person_id)
        rows = self._read(lambda connection: connection.execute(query).all())
        return {row.pool: Rating(row.mu, row.sigma, row.games) for row in rows}

    def has_games(self, game: str, least: int) -> bool:
        """Return whether the site has at least so many rated games of a named game."""
        some = select(rated_games.c.game_id).where(rated_games.c.game == game).limit(least).subquery()
        query = select(func.count()).select_from(some)
        return bool(self._read(lambda connection: connection.scalar(query)) == least)

    def is_on_board(self, person_id: str) -> bool:
        """Return whether a person wants to be on the board."""
        this = select(rating_board.c.person_id).where(rating_board.c.person_id == person_id)
        return self._read(lambda connection: connection.scalar(this)) is not None

    def put_on_board(self, person_id: str, *, wished: bool) -> None:
        """Have a person who keeps a name on the board, or not."""

        def write(connection: Connection) -> None:
            is_here = lock_people(connection, (person_id,), named=True)
            connection.execute(delete(rating_board).where(rating_board.c.person_id == person_id))
            if wished and is_here:
                connection.execute(insert(rating_board).values(person_id=person_id))

        self._writer.submit(person_id, write).result()

    def board(self, pool: Pool, now: int, most: int) -> Sequence[RatedPerson]:
        """Return the best people on the board of a pool whose rating is not provisional, the best first."""
        query = (
            select(people.c.person_id, people.c.name, people.c.mark, people.c.shown, *_NUMBERS)
            .join(rating_board, rating_board.c.person_id == people.c.person_id)
            .join(person_ratings, person_ratings.c.alias == people.c.alias)
            .where(person_ratings.c.pool == pool, person_ratings.c.sigma <= MAX_SIGMA)
            .where(people.c.name != "", people.c.barred_until <= now)
            .order_by(person_ratings.c.mu.desc(), people.c.name)
            .limit(most)
        )
        rows = self._read(lambda connection: connection.execute(query).all())
        return [
            RatedPerson(row.person_id, row.name, row.mark, row.shown, Rating(row.mu, row.sigma, row.games))
            for row in rows
        ]

    def recompute(self, ends: Ends) -> Recomputed:
        """Write the rows of the games in these logs anew, and all ratings from the rows."""

        def write(connection: Connection) -> Recomputed:
            _lock(connection)
            wrong = sum(_mend(connection, game, end) for game, end in ends)
            before, after = _ratings(connection), _all_ratings(connection)
            _insert_games(connection, ends)
            final = _all_ratings(connection)
            _replace_all(connection, final)
            unlike = [key for key in before.keys() | after.keys() if before.get(key) != after.get(key)]
            games = connection.scalar(select(func.count()).select_from(rated_games))
            return Recomputed(games or 0, wrong, len(unlike))

        return self._writer.submit("ratings", write).result()


def merge_ratings(connection: Connection, person_id: str, into: str) -> None:
    """Merge the ratings of two people: `into` gets those of the older of the two who has any.

    Where neither has, a first rated game that goes on counts as well. The others stay without a person.
    """
    is_rated = exists().where(person_ratings.c.alias == people.c.alias)
    plays = exists().where(rated_seats.c.alias == people.c.alias)
    older = select(people.c.person_id, people.c.alias).where(people.c.person_id.in_((person_id, into)))
    older = older.where(is_rated | plays).order_by(case((is_rated, 0), else_=1), people.c.since)
    row = connection.execute(older).first()
    if row is not None and row.person_id == person_id:
        for each, alias in ((person_id, None), (into, row.alias)):
            connection.execute(update(people).where(people.c.person_id == each).values(alias=alias))


def _lock(connection: Connection) -> None:
    """Keep others from writing rated games in this transaction; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("LOCK TABLE rated_games IN SHARE ROW EXCLUSIVE MODE"))


# ------------------------------------------------------------------ games


def _insert_games(connection: Connection, ends: Ends) -> list[RatedGame]:
    """Insert the games that count and are still to read; return them."""
    new = []
    for game, end in ends:
        same = select(rated_games_read.c.game_id).where(rated_games_read.c.game_id == game.game_id)
        if connection.scalar(same) is None:
            rated = end and _rated_game(connection, game, end)
            counted = rated is not None and rated.counts
            insert_new(connection, rated_games_read, **game._asdict(), counted=counted)
            if rated is not None and counted:
                _insert(connection, rated)
                new.append(rated)
    return new


def _mend(connection: Connection, game: GameOfTable, end: RatedEnd | None) -> bool:
    """Correct the row of a counted game by its log; return whether the row differed."""
    read = select(rated_games_read.c.counted).where(rated_games_read.c.game_id == game.game_id)
    truth = _rated_game(connection, game, end) if end and connection.scalar(read) else None
    row = connection.execute(select(rated_games).where(rated_games.c.game_id == game.game_id)).first()
    if truth is None or (row is not None and _game(row) == truth):
        return False
    connection.execute(delete(rated_games).where(rated_games.c.game_id == game.game_id))
    _insert(connection, truth)
    return True


def _rated_game(connection: Connection, game: GameOfTable, end: RatedEnd) -> RatedGame | None:
    """Return a game with the people for whom it counts; None if its log is gone.

    It counts for nobody who had two seats, which could help each other, and for the others all the same.
    """
    this = (log.c.table_id == game.table_id) & (log.c.version == end.version)
    ended_at = connection.scalar(select(log.c.at).where(this))
    if ended_at is None:
        return None
    seats = select(rated_seats.c.seat, rated_seats.c.alias).where(rated_seats.c.game_id == game.game_id)
    person_at = {row.seat: row.alias for row in connection.execute(seats)}
    seat_count = Counter(person_at.values())
    person_at = {seat: person for seat, person in person_at.items() if seat_count[person] == 1}
    players = [
        RatedPlayer(place, person_at.get(seat, ""), bot) for seat, (place, bot) in enumerate(end.seats)
    ]
    return RatedGame(game.game_id, ended_at, end.pool, end.game, tuple(players))


def _insert(connection: Connection, game: RatedGame) -> None:
    players = dumps([{key: value for key, value in each._asdict().items() if value} for each in game.players])
    values = game._asdict() | {"players": players}
    connection.execute(insert(rated_games).values(**values))


def _game(row: Any) -> RatedGame:
    players = tuple(RatedPlayer(**each) for each in json.loads(row.players))
    return RatedGame(row.game_id, row.ended_at, row.pool, row.game, players)


def _latest(connection: Connection) -> tuple[str, str]:
    """Return the order of the last game; that before all games if there is none."""
    last = select(func.max(rated_games.c.ended_at)).scalar_subquery()
    query = select(rated_games.c.ended_at, rated_games.c.game_id).where(rated_games.c.ended_at == last)
    return max(((at, game) for at, game in connection.execute(query)), default=("", ""))


# ------------------------------------------------------------------ numbers


def _ratings(connection: Connection, aliases: Iterable[str] | None = None) -> PersonRatings:
    """Return the ratings of people by their aliases, of these or of all."""
    query = select(person_ratings)
    if aliases is not None:
        query = query.where(person_ratings.c.alias.in_(sorted(aliases)))
    rows = connection.execute(query)
    return {(row.alias, row.pool): Rating(row.mu, row.sigma, row.games) for row in rows}


def _all_ratings(connection: Connection) -> PersonRatings:
    """Return the ratings that follow from all games."""
    ratings: PersonRatings = {}
    rate(ratings, sorted(map(_game, connection.execute(select(rated_games))), key=lambda game: game.order))
    return ratings


def _replace_all(connection: Connection, ratings: PersonRatings) -> None:
    """Write these ratings, in place of all others."""
    connection.execute(delete(person_ratings))
    _replace(connection, ratings)


def _replace(connection: Connection, ratings: PersonRatings) -> None:
    """Write these ratings, in place of the earlier ones."""
    for (alias, pool), rating in ratings.items():
        same = (person_ratings.c.alias == alias) & (person_ratings.c.pool == pool)
        connection.execute(delete(person_ratings).where(same))
        row = {"alias": alias, "pool": pool, **rating._asdict()}
        connection.execute(insert(person_ratings).values(**row))
