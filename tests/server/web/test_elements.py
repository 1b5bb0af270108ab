"""The elements of a table: who placed a card is seen on it until the next cards are revealed."""

import pytest

import sixth
from sixth.rules.events import Placed, Revealed
from sixth.server.table.config import TableConfig
from sixth.server.table.state import Table
from sixth.server.table.view import table_view
from sixth.server.web import elements
from sixth.server.web.templating.environment import render
from sixth.server.web.views.table import Frame
from tests.server.support.pages import Page
from tests.server.support.stories import Story


def marks(table: Table) -> dict[int, str]:
    """The marks on the cards in the rows, as somebody sees them who looks on."""
    page = Page(render("table/rows.html", f=Frame(table_view(table, None))))
    return {
        int(next(card.all("b")).text): mark.given["class"]
        for card in page.root.all("span")
        if "card" in card.classes
        for mark in card.all("i")
        if "mark" in mark.classes
    }


@pytest.mark.parametrize("game", ["classic", "both-ends"])
def test_who_placed_a_card_is_seen_on_it_until_the_next_ones_are_revealed(game: str) -> None:
    seen = 0
    for steps in Story(sixth.games[game].replace(seats=4), TableConfig(), seed=2).steps:
        table = steps[-1][1]
        view = table_view(table, None).view
        if view is None:
            continue
        begins = [at for at, event in enumerate(view.history) if isinstance(event, Revealed)]
        turn = view.history[begins[-1] :] if begins else ()
        owners = {event.card: event.seat for event in turn if isinstance(event, Placed)}
        lie = {card for row in view.rows for card in row}
        assert marks(table) == {card: f"mark m{seat}" for card, seat in owners.items() if card in lie}
        seen += bool(owners)
    assert seen


def test_nobody_has_no_mark() -> None:
    assert elements.mark(None) == ""
