"""The fair-play report of a site: pairs of people, and whether one favours the other beyond chance."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Final, NamedTuple

from sqlalchemy import select

from sixth.coach.positions import rounds_of
from sixth.rules.record import Record
from sixth.server.features.conduct.effects import effects
from sixth.server.features.conduct.favours import CommonGame, Favour, favours
from sixth.server.live.ended.game import record_in
from sixth.server.store.people_schema import people, person_games
from sixth.server.store.schema import games
from sixth.server.store.sql import SqlStore

PLAYOUTS: Final = 128
"""Playouts of the coach for each decision; only sums over many decisions count."""


class GameOfPairs(NamedTuple):
    """A game of people who have met often, whose log is there: its table, and the people by seat, by id."""

    game_id: str
    table_id: str
    seats: Mapping[int, str]


class FairPlayReport(NamedTuple):
    """The comparisons of pairs of people, by name: how many `pairs` and `games` were looked at."""

    pairs: int
    games: int
    favours: Sequence[Favour]


def games_of_pairs(store: SqlStore, least: int) -> tuple[Sequence[GameOfPairs], set[tuple[str, str]]]:
    """Return the games of pairs of people with names who have met in `least` games or more, and these pairs.

    Only games with three seats or more count whose logs are there; pairs are in both directions.
    """
    own = person_games.c
    query = (
        select(own.game_id, games.c.table_id, own.seat, own.person_id)
        .join(games, games.c.game_id == own.game_id)
        .join(people, people.c.person_id == own.person_id)
        .where(people.c.name != "", own.seats > 2)
        .order_by(own.game_id, own.seat)
    )
    tables: dict[str, str] = {}
    seats: dict[str, dict[int, str]] = defaultdict(dict)
    for game_id, table_id, seat, person_id in store.read(lambda connection: connection.execute(query).all()):
        tables[game_id] = table_id
        seats[game_id][seat] = person_id
    met: dict[tuple[str, str], int] = defaultdict(int)
    for each in seats.values():
        for pair in permutations(set(each.values()), 2):
            met[pair] += 1
    pairs = {pair for pair, count in met.items() if count >= least}
    played = [
        GameOfPairs(game_id, tables[game_id], each)
        for game_id, each in seats.items()
        if any(pair in pairs for pair in permutations(set(each.values()), 2))
    ]
    return played, pairs


def report(
    store: SqlStore,
    least: int,
    *,
    playouts: int = PLAYOUTS,
    track: Callable[[Sequence[GameOfPairs]], Iterable[GameOfPairs]] = lambda games: games,
) -> FairPlayReport:
    """Return the report on all pairs who have met in `least` games or more; `track` shows the progress."""
    played, pairs = games_of_pairs(store, least)
    records = (
        (record, game.seats)
        for game in track(played)
        if (record := record_in(game.table_id, game.game_id, store.load(game.table_id)))
    )
    names, compared = _names(store), favours_in(records, pairs, least, playouts=playouts)
    rows = [
        each._replace(giver=names[each.giver], taker=names[each.taker])
        for each in compared
        if each.giver in names and each.taker in names
    ]
    return FairPlayReport(len({frozenset((each.giver, each.taker)) for each in rows}), len(played), rows)


def favours_in(
    records: Iterable[tuple[Record, Mapping[int, str]]],
    pairs: Collection[tuple[str, str]],
    least: int,
    *,
    playouts: int = PLAYOUTS,
) -> Sequence[Favour]:
    """Return the comparisons of these pairs in records, each with its people by seat.

    A pair counts with `least` finished games or more.
    """
    common: dict[tuple[str, str], list[CommonGame]] = defaultdict(list)
    for record, seats in records:
        if record.state().over:
            for pair, game in _common(record, seats, pairs, playouts):
                common[pair].append(game)
    return favours({pair: each for pair, each in common.items() if len(each) >= least})


def _common(
    record: Record, seats: Mapping[int, str], pairs: Collection[tuple[str, str]], playouts: int
) -> Iterator[tuple[tuple[str, str], CommonGame]]:
    for seat, giver in seats.items():
        takers = {at: each for at, each in seats.items() if (giver, each) in pairs}
        if not takers or not any(rounds_of(record, seat)):
            continue
        costly = [each for each in effects(record, seat, playouts=playouts) if each is not None]
        others = [at for at in range(record.rules.seats) if at != seat]
        spared = [float(sum(each.spared[at] for each in costly)) for at in others]
        cost = sum(each.cost for each in costly)
        for at, taker in takers.items():
            yield (giver, taker), CommonGame(cost, spared, others.index(at))


def _names(store: SqlStore) -> Mapping[str, str]:
    query = select(people.c.person_id, people.c.name).where(people.c.name != "")
    return dict(store.read(lambda connection: [tuple(row) for row in connection.execute(query)]))
