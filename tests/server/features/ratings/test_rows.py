"""Rows of ratings in both kinds of database: their order, people who go, and the same numbers again."""

from collections.abc import Sequence
from functools import partial
from itertools import permutations

import pytest
from sqlalchemy import Connection, delete, select, update

from sixth.server.features.ratings.changes import rating_at_seat
from sixth.server.features.ratings.rating import (
    PersonRatings,
    Pool,
    RatedGame,
    RatedPlayer,
    Rating,
    RatingChange,
    bot_ratings,
    rate,
)
from sixth.server.features.ratings.rows import keep_ratings, ratings_of, recompute
from sixth.server.features.ratings.tables import rated_games
from sixth.server.people.erasure import erase
from sixth.server.people.names import keep_name
from sixth.server.store.game_ends import GameEnd
from sixth.server.store.schema import log
from sixth.server.store.seat_rows import RatedSeat, SeatRows, write as write_seats
from sixth.server.store.sql import SqlStore
from tests.server.support.ends import game_end
from tests.server.support.people import alias_of, arrive, join, merge, read, write


def sit(store: SqlStore, *names: str, since: int = 0) -> None:
    """Have people with these names, whose ids and proofs are the same, sit at three tables."""
    arrive(store, *names, tables=["table1", "table2", "table3"], since=since)
    for name in names:
        if not name.startswith("guest"):
            write(store, keep_name, name, name, 0)


def began(store: SqlStore, number: int, *proofs: str) -> None:
    """Have a game begin with these people."""
    seats = [RatedSeat(f"game{number}", seat, proof) for seat, proof in enumerate(proofs)]
    job = partial(write_seats, table=f"table{number}", rows=SeatRows(rated=seats))
    store.writer.submit("x", job).result()


def ended(store: SqlStore, number: int, *proofs: str, bots: Sequence[str] = ()) -> GameEnd:
    """Return a game of these people that ended in the second `number`, the best player first."""
    began(store, number, *proofs)
    return game_end(number, proofs, bots=bots)


def keep(store: SqlStore, *ends: GameEnd) -> None:
    """Rate these games."""
    store.writer.submit("x", partial(keep_ratings, ends=ends)).result()


def numbers(store: SqlStore, *names: str) -> list[Rating | None]:
    """Return the ratings of these people in the named game."""
    return [read(store, ratings_of, name).get("kids") for name in names]


def changed(store: SqlStore, end: GameEnd) -> list[RatingChange | None]:
    """Return what a game has changed for its people, by seat."""
    results = [read(store, rating_at_seat, end.game_id, seat) for seat in range(len(end.seats))]
    return [each.change for each in results if each is not None]


def three_games(store: SqlStore) -> Sequence[GameEnd]:
    """Return games of three people, which end one after the other."""
    sit(store, "ana", "bo", "cy")
    return ended(store, 1, "ana", "bo"), ended(store, 2, "cy", "ana"), ended(store, 3, "bo", "cy")


def test_games_count_in_the_order_of_their_ends_whichever_process_reads_them_first(
    store: SqlStore,
) -> None:
    ends = three_games(store)
    keep(store, *ends)
    expected, changes = numbers(store, "ana", "bo", "cy"), [changed(store, end) for end in ends]
    assert [each and each.games for each in expected] == [2, 2, 2]
    assert [each and each.before.games for each in changes[1]] == [0, 1]
    first, second = changes[0][0], changes[1][1]
    assert first is not None
    assert second is not None
    assert first.after == second.before

    def forget(connection: Connection) -> None:
        for name in ("rated_games", "person_ratings", "rating_changes"):
            connection.execute(delete(log.metadata.tables[name]))

    for order in permutations(ends):
        store.writer.submit("x", forget).result()
        for end in order:
            keep(store, end)
            keep(store, end)
        assert numbers(store, "ana", "bo", "cy") == expected
        assert [changed(store, end) for end in ends] == changes


def test_the_best_gain_and_the_last_lose_and_bots_stay_as_they_are(store: SqlStore) -> None:
    sit(store, "ana")
    before = dict(bot_ratings()["2"])
    keep(store, ended(store, 1, "ana", bots=["policy"]))
    (ana,) = numbers(store, "ana")
    assert ana is not None
    assert ana.mu > 25
    assert bot_ratings()["2"] == before


@pytest.mark.parametrize(
    ("proofs", "bots"),
    [(("guest1", "guest2"), ()), (("ana", "guest1"), ()), (("guest1",), ("policy",)), (("ana", "ana"), ())],
    ids=["guests", "one-with-a-name", "guest-and-bot", "one-at-two-seats"],
)
def test_a_game_without_two_rated_players_counts_for_nobody(
    store: SqlStore, proofs: Sequence[str], bots: Sequence[str]
) -> None:
    sit(store, "ana", "guest1", "guest2")
    keep(store, ended(store, 1, *proofs, bots=bots))
    assert numbers(store, "ana", "guest1") == [None, None]
    assert write(store, recompute, []).games == 0


def test_a_person_at_two_seats_is_rated_at_neither_and_voids_the_game_for_nobody(
    store: SqlStore,
) -> None:
    sit(store, "ana", "bo", "cy")
    ends = [ended(store, 1, "ana", "bo", "ana", "cy")]
    keep(store, *ends)
    ana, bo, cy = numbers(store, "ana", "bo", "cy")
    assert ana is None
    assert bo is not None
    assert cy is not None
    assert bo.mu > 25 > cy.mu
    assert write(store, recompute, ends) == (1, 0, 0)


def test_the_numbers_of_others_stay_when_somebody_is_erased(store: SqlStore) -> None:
    ends = three_games(store)
    keep(store, *ends)
    expected = numbers(store, "bo", "cy")
    write(store, erase, "ana")
    bodies = store.read(lambda connection: connection.execute(select(rated_games.c.players)).scalars().all())
    assert "ana" not in "".join(bodies)
    assert changed(store, ends[0])[0] is None, "nobody is left to read it"
    assert write(store, recompute, ends) == (3, 0, 0)
    assert numbers(store, "ana", "bo", "cy") == [None, *expected]


@pytest.mark.parametrize("older", ["ana", "bo"])
def test_of_two_who_become_one_the_older_rating_goes_on(store: SqlStore, older: str) -> None:
    for name in ("ana", "bo", "cy"):
        sit(store, name, since=1 if name == older else 2)
    ends = ended(store, 1, "ana", "cy"), ended(store, 2, "cy", "bo"), ended(store, 3, "ana", "bo")
    keep(store, *ends)
    expected = numbers(store, older, "cy")
    merge(store, "bo", into="ana")
    assert numbers(store, "ana", "bo", "cy") == [expected[0], None, expected[1]]
    assert write(store, recompute, ends) == (3, 0, 0)
    assert numbers(store, "ana", "cy") == expected


def test_a_guest_who_becomes_a_person_before_the_end_was_a_guest_in_that_game(
    store: SqlStore,
) -> None:
    sit(store, "ana", "guest1", "guest2", "bo")
    began(store, 1, "guest1", "bo")
    began(store, 2, "guest2", "bo", "ana")
    join(store, "guest1", "ana")
    write(store, keep_name, "guest2", "Guest", 0)
    ends = game_end(1, ["guest1", "bo"]), game_end(2, ["guest2", "bo", "ana"])
    keep(store, *ends)
    assert [each and each.games for each in numbers(store, "ana", "bo", "guest1", "guest2")] == [
        1,
        1,
        None,
        None,
    ]
    assert write(store, recompute, ends) == (1, 0, 0)


def test_two_players_who_become_one_before_the_end_do_not_void_the_game(
    store: SqlStore,
) -> None:
    sit(store, "ana", "bo", "cy", "guest1")
    before = ended(store, 1, "ana", "bo")
    keep(store, before)
    ends = ended(store, 2, "cy", "ana", "guest1"), ended(store, 3, "cy", "ana", "bo")
    join(store, "guest1", "ana")
    merge(store, "bo", into="ana")
    keep(store, *ends)
    assert [each and each.games for each in numbers(store, "cy", "ana", "bo")] == [2, 3, None]
    assert write(store, recompute, [before, *ends]) == (3, 0, 0)


@pytest.mark.parametrize("plays_on", [False, True])
def test_a_game_in_which_somebody_is_deleted_counts_for_the_others_as_if_not(
    store: SqlStore, *, plays_on: bool
) -> None:
    sit(store, "ana", "bo", "cy")
    earlier = ended(store, 1, "ana", "bo"), ended(store, 2, "ana", "cy")
    keep(store, *earlier)
    last = ended(store, 3, "bo", "ana", "cy")
    if not plays_on:
        write(store, erase, "ana")
    keep(store, last)
    expected: PersonRatings = {}
    for end in (*earlier, last):
        players = tuple(RatedPlayer(each.place, each.name) for each in end.seats)
        rate(expected, [RatedGame("", "", "2", "kids", players)])
    assert numbers(store, "bo", "cy") == [expected["bo", "kids"], expected["cy", "kids"]]
    assert numbers(store, "ana") == [expected["ana", "kids"] if plays_on else None]
    assert write(store, recompute, [*earlier, last]) == (3, 0, 0)


@pytest.mark.parametrize("older", ["ana", "bo"])
def test_of_two_who_become_one_before_their_first_game_ends_the_older_has_its_result(
    store: SqlStore, older: str
) -> None:
    for name in ("ana", "bo", "cy"):
        sit(store, name, since=1 if name == older else 2)
    last = ended(store, 1, "ana", "cy", "bo")
    merge(store, "bo", into="ana")
    keep(store, last)
    (ana,) = numbers(store, "ana")
    assert ana is not None
    assert (ana.mu > 25) == (older == "ana")
    assert write(store, recompute, [last]) == (1, 0, 0)


def test_what_was_changed_by_another_hand_is_put_right(store: SqlStore) -> None:
    ends = three_games(store)
    keep(store, *ends)
    expected = numbers(store, "ana", "bo", "cy")

    def spoil(connection: Connection) -> None:
        first = rated_games.c.game_id == "game1"
        players = '[{"place":1,"person":"bo"},{"place":2,"person":"ana"}]'
        connection.execute(update(rated_games).where(first).values(players=players))
        connection.execute(delete(rated_games).where(rated_games.c.game_id == "game2"))
        ratings = log.metadata.tables["person_ratings"]
        connection.execute(update(ratings).where(ratings.c.alias == alias_of("ana")).values(mu=99.0))

    store.writer.submit("x", spoil).result()
    assert write(store, recompute, ends) == (3, 2, 2)
    assert numbers(store, "ana", "bo", "cy") == expected
    # A game whose log is gone still counts.
    for logs in (ends, []):
        assert write(store, recompute, logs) == (3, 0, 0)


def win_always(*others: RatedPlayer, fresh: bool = False) -> Rating:
    """Return the rating of somebody who wins 500 games against these, who are others each time if `fresh`."""
    ratings: PersonRatings = {}
    pool: Pool = "2" if len(others) == 1 else "3-5"
    for number in range(500):
        players = [each._replace(person=f"{each.person}{number}") if fresh else each for each in others]
        game = RatedGame(str(number), str(number), pool, "classic", (RatedPlayer(1, "ana"), *players))
        rate(ratings, [game])
    return ratings["ana", pool]


@pytest.mark.parametrize("bot", ["random", "careful"])
def test_a_rating_from_wins_against_weak_bots_alone_stays_provisional(bot: str) -> None:
    assert win_always(*(RatedPlayer(place, bot=bot) for place in (2, 3, 4))).is_provisional


@pytest.mark.parametrize("fresh", [False, True], ids=["one-partner", "new-names"])
def test_a_rating_from_agreed_losses_of_others_alone_stays_provisional(fresh: bool) -> None:
    assert win_always(RatedPlayer(2, "bo"), fresh=fresh).is_provisional


def test_a_game_changes_the_ratings_of_its_seats_and_of_its_named_game_alone() -> None:
    ratings: PersonRatings = {}
    players = (RatedPlayer(1, "ana"), RatedPlayer(2, "bo"))
    games = [
        RatedGame("1", "1", "2", "classic", players),
        RatedGame("2", "2", "2", "logic", players),
        RatedGame("3", "3", "3-5", "logic", (*players, RatedPlayer(3, bot="policy"))),
    ]
    rate(ratings, games)
    found = {kind: rating.games for (person, kind), rating in ratings.items() if person == "ana"}
    assert found == {"2": 2, "3-5": 1, "classic": 1, "logic": 2}
    alone: PersonRatings = {}
    rate(alone, games[:1])
    assert alone["ana", "2"] == alone["ana", "classic"] == ratings["ana", "classic"]


def test_a_rating_becomes_certain_with_games() -> None:
    ratings: PersonRatings = {}
    games = [
        RatedGame(str(number), str(number), "3-5", "classic", (RatedPlayer(1, "ana"), RatedPlayer(2, "bo")))
        for number in range(60)
    ]
    assert (Rating().points, Rating().uncertainty) == (1500, 670)
    rate(ratings, games)
    better, worse = ratings["ana", "3-5"], ratings["bo", "3-5"]
    assert better.points > 1700 > 1300 > worse.points
    assert better.games == 60
