"""What the result of a rated game says of a rating: what it moved by, above whom, or why it stays."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from sixth.rules.record import HUMAN
from sixth.server.features.ratings.changes import SeatRating
from sixth.server.features.ratings.rating import RatedPlayer, Rating, RatingChange
from sixth.server.features.ratings.text import result_part, settling_text
from sixth.server.table.events import Sitter
from sixth.server.table.fold import fold
from sixth.server.table.view import TableView, table_view
from tests.server.support.logs import whole
from tests.server.web.views.test_ending import SHORT

PLAYERS = [RatedPlayer(2, "ana"), RatedPlayer(1, "bo"), RatedPlayer(3, bot="policy"), RatedPlayer(4)]
CHANGE = RatingChange("game", "ana", Rating(25.0, 4.0, 2), Rating(25.2, 3.9, 3))


def ended(*sitters: Sitter) -> TableView:
    """Return an ended game of these players, the first of whom reads it."""
    table = table_view(fold("table", whole(SHORT, 3, rounds=99)), 0)
    assert table.view is not None
    return replace(table, sitters=sitters, rules=replace(table.rules, seats=len(sitters)))


TABLE = ended(Sitter("Ana", HUMAN), Sitter("Bo", HUMAN), Sitter("Ada", "policy"), Sitter("Guest", HUMAN))


def text(table: TableView, players: Sequence[RatedPlayer], people: Sequence[Sequence[int]]) -> str:
    return result_part(table, 0, SeatRating(players, people, None)).get("text", "")


def test_a_rated_result_says_what_it_moved_by_above_and_below_whom_and_whether_it_is_settled() -> None:
    part = result_part(TABLE, 0, SeatRating(PLAYERS, [[0], [1]], CHANGE))
    assert part["text"] == "1500 → 1508 (+8)"
    assert part["small"] == ["Above Ada, below Bo.", "Not settled yet: 3 of some 80 games"]
    assert part["drawn"]["label"] == "between 1198 and 1818 (95 %)"
    worse = CHANGE._replace(before=CHANGE.after, after=Rating(25.0, 2.0, 99))
    last = [RatedPlayer(2, "ana"), RatedPlayer(1, "bo"), RatedPlayer(2, bot="policy"), RatedPlayer(4)]
    part = result_part(TABLE, 0, SeatRating(last, [[0], [1]], worse))
    assert part["text"] == "1508 → 1500 (−8)"
    assert part["small"] == ["Below Bo. Level with Ada."]


def test_a_rated_result_that_changes_nothing_says_why() -> None:
    assert "name that you keep" in text(TABLE, PLAYERS, [[1]])
    assert "two seats" in text(TABLE, PLAYERS, [[0, 3], [1]])
    assert "everybody left" in text(TABLE, (), [[0], [1]])
    alone = ended(Sitter("Ana", HUMAN), Sitter("Guest", HUMAN))
    assert "nobody else" in text(alone, (), [[0]])
    assert "known before" in text(replace(TABLE, again="game"), (), [[0], [1]])
    view = TABLE.view
    assert view is not None
    assert "abandoned" in text(replace(TABLE, view=replace(view, winners=())), (), [[0], [1]])


@pytest.mark.parametrize(
    ("games", "sigma", "said"),
    [(3, 7.0, "not settled yet: 3 of some 80 games"), (99, 4.0, "not settled yet"), (99, 2.5, "")],
)
def test_a_rating_that_is_not_settled_says_so_in_words(games: int, sigma: float, said: str) -> None:
    assert settling_text(Rating(25.0, sigma, games), "3-5") == said
