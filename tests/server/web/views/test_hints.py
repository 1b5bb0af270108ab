"""Hints: derived from the view alone, and present only where the host allows them."""

from dataclasses import replace

import pytest

import sixth
from sixth.rules.board import places
from sixth.rules.events import Flipped, Placed, Revealed
from sixth.rules.view import View
from sixth.server.table.config import TableConfig
from sixth.server.table.fold import fold
from sixth.server.table.state import Table
from sixth.server.table.view import TableView, table_view
from sixth.server.web.views.hints import hints
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


def _with_hints(table: Table, seat: int | None) -> TableView:
    return table_view(replace(table, config=TableConfig(helps=True)), seat)


def test_hints_need_the_hosts_permission_and_use_open_cards_only() -> None:
    count = 0
    for table in _tables(GAMES[sorted(sixth.games).index("classic")]):
        assert hints(table_view(table, 0)) is None
        look = _with_hints(table, 0)
        table_hints = hints(look)
        if table_hints is None or look.view is None:
            continue
        count += 1
        runs = [run.partition("–") for run in table_hints.cards.split(", ")]
        unseen = {card for a, _, b in runs for card in range(int(a), int(b or a) + 1)}
        assert unseen == set(look.view.unseen())
        assert len(unseen) == table_hints.unseen
        assert hints(_with_hints(table, None)) is None
        # Cards of other hands are unseen.
        assert table.state is not None
        for hand in table.state.hands[1:]:
            assert unseen >= set(hand)
        for row, row_hint in enumerate(table_hints.rows):
            to = [places(look.view.rows, card, both=False)[:1] for card in unseen]
            room = 5 - len(look.view.rows[row])
            assert row_hint.startswith(f"Row {row + 1}: {to.count(((row, 'right'),))} unseen card")
            assert row_hint.endswith(f"room for {room}.")
    assert count > 0
