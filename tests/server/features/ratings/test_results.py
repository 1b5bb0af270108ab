"""The end of rated games: places, those who left, and games that count for nobody."""

from collections.abc import Sequence

from sixth.server.features.ratings.results import rated_players
from sixth.server.store.game_ends import GameEnd
from sixth.server.table.events import OUTSIDE
from tests.server.support.ends import game_end

PEOPLE = game_end(1, ["ana", "bo", "cy"])
BOTS = game_end(1, ["ana"], bots=["random", "careful"])


def places(end: GameEnd, *left: int) -> Sequence[int]:
    """Return the places of the seats in a game that these have left; () if it counts for nobody."""
    seats = [each._replace(left=seat in left) for seat, each in enumerate(end.seats)]
    deserted = all(each.left for each in seats if each.proof)
    return [each.place for each in rated_players(end._replace(seats=seats, deserted=deserted))]


def test_the_places_of_a_rated_game_are_those_of_its_result() -> None:
    assert places(PEOPLE) == places(BOTS) == [1, 2, 3]
    assert [each.bot for each in rated_players(BOTS)] == ["", "random", "careful"]


def test_who_left_and_did_not_come_back_is_last() -> None:
    assert [places(PEOPLE, seat) for seat in range(3)] == [[3, 1, 2], [1, 3, 2], [1, 2, 3]]
    assert places(PEOPLE, 0, 1) == [2, 2, 1]


def test_who_leaves_a_game_with_bots_alone_is_last_behind_them() -> None:
    assert places(BOTS, 0) == [3, 1, 2]


def test_a_game_that_everybody_left_counts_for_nobody() -> None:
    assert not places(PEOPLE, 0, 1, 2)


def test_games_that_are_not_rated_or_whose_cards_were_known_count_for_nobody() -> None:
    for end in (
        PEOPLE._replace(rated=False),
        PEOPLE._replace(known=True),
        PEOPLE._replace(daily="2026-01-01"),
        PEOPLE._replace(game=""),
        game_end(1, ["ana", "bo"], bots=[OUTSIDE]),
    ):
        assert not places(end)
