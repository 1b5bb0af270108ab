"""Rows of ratings: rated games, which stay when logs are deleted, and the numbers that follow from them."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, case, delete, exists, func, insert, select, text, update

from sixth.rules.codec import dumps
from sixth.server.features.ratings.changes import keep_changes, replace_changes
from sixth.server.features.ratings.rating import (
    GAMES_OF_FAMILY,
    MAX_SIGMA,
    PersonRatings,
    Pool,
    RatedGame,
    RatedPlayer,
    Rating,
    pool_of,
    rate,
)
from sixth.server.features.ratings.results import rated_players
from sixth.server.features.ratings.tables import person_ratings, rated_games, rating_board
from sixth.server.store.game_ends import GameEnd
from sixth.server.store.people_schema import lock_people, people, rated_seats
from sixth.server.store.schema import game_ends


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


_MAX_ON_BOARD: Final = 100
_NUMBERS: Final = (person_ratings.c.mu, person_ratings.c.sigma, person_ratings.c.games)


def ratings_of(connection: Connection, person_id: str) -> Mapping[str, Rating]:
    """Return the ratings of a person, by pool and by named game, where they have one."""
    query = select(person_ratings).join(people, people.c.alias == person_ratings.c.alias)
    rows = connection.execute(query.where(people.c.person_id == person_id))
    return {row.pool: Rating(row.mu, row.sigma, row.games) for row in rows}


def has_family(connection: Connection, game: str) -> bool:
    """Return whether the site has enough rated games of a named game to show its ratings."""
    some = select(rated_games.c.game_id).where(rated_games.c.game == game).limit(GAMES_OF_FAMILY).subquery()
    return connection.scalar(select(func.count()).select_from(some)) == GAMES_OF_FAMILY


def is_on_board(connection: Connection, person_id: str) -> bool:
    """Return whether a person wants to be on the board."""
    this = select(rating_board.c.person_id).where(rating_board.c.person_id == person_id)
    return connection.scalar(this) is not None


def put_on_board(connection: Connection, person_id: str, *, wished: bool) -> None:
    """Have a person who keeps a name on the board, or not."""
    is_here = lock_people(connection, (person_id,), named=True)
    connection.execute(delete(rating_board).where(rating_board.c.person_id == person_id))
    if wished and is_here:
        connection.execute(insert(rating_board).values(person_id=person_id))


def best_on_board(connection: Connection, pool: Pool, now: int) -> Sequence[RatedPerson]:
    """Return the best people on the board of a pool whose rating is not provisional, the best first."""
    query = (
        select(people.c.person_id, people.c.name, people.c.mark, people.c.shown, *_NUMBERS)
        .join(rating_board, rating_board.c.person_id == people.c.person_id)
        .join(person_ratings, person_ratings.c.alias == people.c.alias)
        .where(person_ratings.c.pool == pool, person_ratings.c.sigma <= MAX_SIGMA)
        .where(people.c.name != "", people.c.barred_until <= now)
        .order_by(person_ratings.c.mu.desc(), people.c.name)
        .limit(_MAX_ON_BOARD)
    )
    return [
        RatedPerson(row.person_id, row.name, row.mark, row.shown, Rating(row.mu, row.sigma, row.games))
        for row in connection.execute(query)
    ]


def recompute(connection: Connection, ends: Sequence[GameEnd]) -> Recomputed:
    """Write the rows of the games in these logs anew, and all ratings from the rows."""
    _lock(connection)
    wrong = sum(_mend(connection, end) for end in ends)
    before, after = _ratings(connection), _rate_again(connection)
    unlike = [key for key in before.keys() | after.keys() if before.get(key) != after.get(key)]
    games = connection.scalar(select(func.count()).select_from(rated_games))
    return Recomputed(games or 0, wrong, len(unlike))


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


def keep_ratings(connection: Connection, ends: Sequence[GameEnd]) -> None:
    """Keep the rated games among these, and change the ratings by them, once."""
    if not any(map(rated_players, ends)):
        return
    _lock(connection)
    latest = _latest(connection)
    new = sorted(_insert_games(connection, ends), key=lambda game: game.order)
    if new and new[0].order > latest:
        ratings = _ratings(connection, {each.person for game in new for each in game.players})
        keep_changes(connection, rate(ratings, new))
        _replace(connection, ratings)
    elif new:
        # Another process was slower to commit an earlier end: all later games count anew.
        _rate_again(connection, new[0].ended_at)


def _insert_games(connection: Connection, ends: Sequence[GameEnd]) -> list[RatedGame]:
    """Insert the games that count and are not there; return them."""
    games = [game for end in ends if (game := _rated_game(connection, end)) and not _row(connection, end)]
    for game in games:
        _insert(connection, game)
    return games


def _mend(connection: Connection, end: GameEnd) -> bool:
    """Correct the row of a game that counts, unless it is still to read; return whether it differed."""
    truth, row = _rated_game(connection, end), _row(connection, end)
    unread = select(game_ends.c.game_id).where(game_ends.c.game_id == end.game_id)
    if truth is None or truth == row or connection.scalar(unread):
        return False
    connection.execute(delete(rated_games).where(rated_games.c.game_id == end.game_id))
    _insert(connection, truth)
    return True


def _rated_game(connection: Connection, end: GameEnd) -> RatedGame | None:
    """Return a game with the people for whom it counts; None if it counts for nobody.

    It counts for nobody who had two seats, which could help each other, and for the others all the same.
    """
    seats = select(rated_seats.c.seat, rated_seats.c.alias).where(rated_seats.c.game_id == end.game_id)
    person_at = {row.seat: row.alias for row in connection.execute(seats)}
    seat_count = Counter(person_at.values())
    person_at = {seat: person for seat, person in person_at.items() if seat_count[person] == 1}
    players = [each._replace(person=person_at.get(seat, "")) for seat, each in enumerate(rated_players(end))]
    game = RatedGame(end.game_id, end.ended_at, pool_of(len(end.seats)), end.game, tuple(players))
    return game if game.counts else None


def _row(connection: Connection, end: GameEnd) -> RatedGame | None:
    """Return what the database says of an ended game, None if nothing."""
    row = connection.execute(select(rated_games).where(rated_games.c.game_id == end.game_id)).first()
    return None if row is None else _game(row)


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


def _rate_again(connection: Connection, since: str = "") -> PersonRatings:
    """Write and return the ratings that follow from all games, of which some `since` a time are new."""
    ratings: PersonRatings = {}
    games = sorted(map(_game, connection.execute(select(rated_games))), key=lambda game: game.order)
    replace_changes(connection, rate(ratings, games), since)
    connection.execute(delete(person_ratings))
    _replace(connection, ratings)
    return ratings


def _replace(connection: Connection, ratings: PersonRatings) -> None:
    """Write these ratings, in place of the earlier ones."""
    for (alias, pool), rating in ratings.items():
        same = (person_ratings.c.alias == alias) & (person_ratings.c.pool == pool)
        connection.execute(delete(person_ratings).where(same))
        row = {"alias": alias, "pool": pool, **rating._asdict()}
        connection.execute(insert(person_ratings).values(**row))
