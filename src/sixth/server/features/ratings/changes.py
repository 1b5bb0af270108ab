"""Rows of what rated games changed, for those who read the result of one."""

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, insert, select

from sixth.server.features.ratings.rating import Pool, RatedPlayer, Rating, RatingChange
from sixth.server.features.ratings.tables import rated_games, rating_changes
from sixth.server.store.people_schema import people, rated_seats
from sixth.server.store.schema import game_ends


class SeatRating(NamedTuple):
    """What a game means for the rating of the person at one seat.

    `players` are those of the game by seat, () if it counts for nobody. `people` are the seats of people with
    ratings when it began, those of one person together. `change` is None where nothing changed for the seat.
    """

    players: Sequence[RatedPlayer]
    people: Sequence[Sequence[int]]
    change: RatingChange | None


def keep_changes(connection: Connection, changes: Iterable[RatingChange]) -> None:
    """Write what games have changed, each for the first time."""
    rows = [
        {
            "game_id": each.game_id,
            "alias": each.person,
            "games": each.after.games,
            "mu_before": each.before.mu,
            "sigma_before": each.before.sigma,
            "mu": each.after.mu,
            "sigma": each.after.sigma,
        }
        for each in changes
    ]
    if rows:
        connection.execute(insert(rating_changes), rows)


def replace_changes(connection: Connection, changes: Sequence[RatingChange], since: str) -> None:
    """Write these changes, those of all games, in place of the ones from the time `since` on."""
    later = select(rated_games.c.game_id).where(rated_games.c.ended_at >= since)
    games = set(connection.execute(later).scalars())
    connection.execute(delete(rating_changes).where(rating_changes.c.game_id.in_(later)))
    keep_changes(connection, [each for each in changes if each.game_id in games])


def rating_at_seat(connection: Connection, game_id: str, seat: int) -> SeatRating | None:
    """Return what an ended game means for the rating at a seat; None if its end is still to be read."""
    unread = select(game_ends.c.game_id).where(game_ends.c.game_id == game_id)
    if connection.scalar(unread) is not None:
        return None
    seats = select(rated_seats.c.seat, rated_seats.c.alias).where(rated_seats.c.game_id == game_id)
    alias_at = {row.seat: row.alias for row in connection.execute(seats)}
    aliases = dict.fromkeys(alias_at.values())
    people_at = [[at for at, each in alias_at.items() if each == alias] for alias in aliases]
    row = connection.execute(select(rated_games.c.players).where(rated_games.c.game_id == game_id)).first()
    if row is None:
        return SeatRating((), people_at, None)
    players = [RatedPlayer(**each) for each in json.loads(row.players)]
    return SeatRating(players, people_at, _change(connection, game_id, alias_at.get(seat, "")))


def changes_of(connection: Connection, person_id: str) -> Sequence[RatingChange]:
    """Return what each rated game has changed for a person."""
    query = select(rating_changes).join(people, people.c.alias == rating_changes.c.alias)
    rows = connection.execute(query.where(people.c.person_id == person_id).order_by(rating_changes.c.games))
    return [_of_row(row) for row in rows]


def rating_before(connection: Connection, person_id: str, pool: Pool, since: str) -> Rating | None:
    """Return the rating of a person before their first game in a pool from the time `since` on, if any."""
    of, games = rating_changes.c, rated_games.c
    query = (
        select(of.mu_before, of.sigma_before, of.games)
        .join(rated_games, games.game_id == of.game_id)
        .join(people, people.c.alias == of.alias)
        .where(people.c.person_id == person_id, games.pool == pool, games.ended_at >= since)
        .order_by(games.ended_at, games.game_id)
    )
    row = connection.execute(query.limit(1)).first()
    return None if row is None else Rating(row.mu_before, row.sigma_before, row.games - 1)


def _change(connection: Connection, game_id: str, alias: str) -> RatingChange | None:
    """Return what a game has changed for a person who is still there."""
    of, is_here = rating_changes.c, people.c.alias == rating_changes.c.alias
    query = select(rating_changes).join(people, is_here).where(of.game_id == game_id, of.alias == alias)
    row = connection.execute(query).first()
    return None if row is None else _of_row(row)


def _of_row(row: Any) -> RatingChange:
    before = Rating(row.mu_before, row.sigma_before, row.games - 1)
    return RatingChange(row.game_id, row.alias, before, Rating(row.mu, row.sigma, row.games))
