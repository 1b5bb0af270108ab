"""The results of people in ended games: how they are kept, and what is read of them."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, case, exists, func, select

from sixth.server.features.profile.game import Opponent, PersonGame
from sixth.server.features.profile.tables import person_games
from sixth.server.people.tables import person_ties
from sixth.server.protocol.dealt import kept_deal
from sixth.server.store.game_ends import GameEnd
from sixth.server.store.people_schema import hand_over, people, person_seats
from sixth.server.store.schema import insert_new
from sixth.server.store.seat_rows import owner_of

_MAX_OPPONENTS: Final = 10


def keep_results(connection: Connection, ends: Sequence[GameEnd]) -> None:
    """Keep the results of games once, but for seats that are no person's, or a deleted person's.

    None are kept of a game whose deals were known before.
    """
    for end in ends:
        began_at = round(datetime.fromisoformat(end.began_at).timestamp() * 1000)
        for seat, each in enumerate(() if end.known else end.seats):
            if each.proof is None:
                continue
            # Nobody is deleted before the row is there.
            owner = owner_of(end.table_id, each.proof).with_for_update(read=True, of=people)
            if person := connection.scalar(owner):
                insert_new(
                    connection,
                    person_games,
                    game_id=end.game_id,
                    seat=seat,
                    person_id=person,
                    game=kept_deal(end.daily) if end.daily else end.game,
                    began_at=began_at,
                    seats=len(end.seats),
                    rounds=each.rounds,
                    heads=each.heads,
                    place=each.place,
                    name=each.name,
                )


def merge_results(connection: Connection, person_id: str, into: str) -> None:
    """Give the results of a person to another."""
    hand_over(connection, person_games.c.person_id, person_id, into)


def games_of(connection: Connection, person_id: str) -> Sequence[PersonGame]:
    """Return the results of a person, oldest first; a game is among them seconds after its end."""
    columns = [person_games.c[name] for name in PersonGame._fields]
    query = select(*columns).where(person_games.c.person_id == person_id).order_by(person_games.c.began_at)
    return [PersonGame(*row) for row in connection.execute(query)]


def has_played_since(connection: Connection, person_id: str, since: int, *, but: str | None) -> bool:
    """Return whether a person has a result of a game that began after this time (ms since 1970, UTC).

    The game `but` does not count.
    """
    query = select(person_games.c.game_id).where(
        person_games.c.person_id == person_id,
        person_games.c.began_at > since,
        person_games.c.game_id != (but or ""),
    )
    return connection.execute(query.limit(1)).first() is not None


def tables_of(connection: Connection, person_id: str) -> Collection[str]:
    """Return the tables where a person has had a seat, as long as their logs are there."""
    query = select(person_seats.c.table_id).where(person_seats.c.person_id == person_id)
    return connection.execute(query).scalars().all()


def names_of(connection: Connection, person_id: str) -> Mapping[str, int]:
    """Return the names that a person has had at tables, each with the number of results under it."""
    named = (person_games.c.person_id == person_id) & (person_games.c.name != "")
    query = select(person_games.c.name, func.count()).where(named).group_by(person_games.c.name)
    return dict([tuple(row) for row in connection.execute(query)])


def opponents_of(connection: Connection, person_id: str) -> Sequence[Opponent]:
    """Return some people who keep names and have met a person, those met most often first.

    Nobody is among them who has blocked the person or whom the person has blocked.
    """
    own, other = person_games.alias("own"), person_games.alias("other")
    ties = person_ties.c
    has_blocked = exists().where(
        ((ties.person_id == person_id) & (ties.other_id == people.c.person_id))
        | ((ties.person_id == people.c.person_id) & (ties.other_id == person_id)),
        ties.kind == "blocked",
    )
    friend = exists().where(
        ties.person_id == person_id, ties.other_id == people.c.person_id, ties.kind == "friend"
    )
    name = case((friend, people.c.name), else_=other.c.name)
    mark, games_met = case((friend, people.c.mark)), func.count().label("games_met")
    query = (
        select(
            name.label("name"),
            mark.label("mark"),
            games_met,
            func.sum(case((own.c.place < other.c.place, 1), else_=0)),
            func.sum(case((own.c.place > other.c.place, 1), else_=0)),
        )
        .join(other, (own.c.game_id == other.c.game_id) & (own.c.person_id != other.c.person_id))
        .join(people, people.c.person_id == other.c.person_id)
        .where(own.c.person_id == person_id, people.c.name != "", name != "", ~has_blocked)
        # Somebody who has played under two names is two people, unless they are a friend.
        .group_by(people.c.person_id, name, mark)
        .order_by(games_met.desc(), name)
        .limit(_MAX_OPPONENTS)
    )
    rows = connection.execute(query)
    return [Opponent(name, mark, met, int(better), int(worse)) for name, mark, met, better, worse in rows]
