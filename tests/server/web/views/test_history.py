"""The history of a round."""

import pytest

import sixth
from sixth.rules.events import Flipped, Placed, Revealed
from sixth.rules.view import View
from sixth.server.table.fold import fold
from sixth.server.table.state import Table
from sixth.server.table.view import table_view
from sixth.server.web.views.history import step
from tests.server.support.logs import whole

GAMES = [sixth.games[name].replace(seats=4) for name in sorted(sixth.games)]


def _tables(rules: sixth.Rules) -> list[Table]:
    log = whole(rules, 5, rounds=1)
    return [fold("t", log[:count]) for count in range(1, len(log) + 1)]


@pytest.mark.parametrize("rules", GAMES, ids=sorted(sixth.games))
def test_every_step_of_a_round_is_replayed_as_it_was(rules: sixth.Rules) -> None:
    views: list[View] = []
    for table in _tables(rules):
        now = table_view(table, 1)
        if now.view is None or not now.view.history:
            continue
        if isinstance(now.view.history[-1], Revealed | Flipped | Placed) and (
            not views or now.view.history != views[-1].history
        ):
            views.append(now.view)
            last = now
    replayed = [step(last, number) for number in range(1, len(views) + 1)]
    for number, (step_view, view) in enumerate(zip(replayed, views, strict=True), 1):
        assert step_view is not None
        assert (step_view.number, step_view.count) == (number, len(views))
        assert tuple(tuple(card.number for card in row.cards) for row in step_view.rows) == view.rows
        assert tuple(card.number for card, *_ in step_view.pending) == tuple(card for card, _ in view.pending)
        assert step_view.text
    assert step(last) in replayed
    assert step(last, 9_999) == replayed[-1]
    assert step(last, 0) == replayed[0]
