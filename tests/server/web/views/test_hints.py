"""What a page remembers: from the view alone, and helps only where the host allows them."""

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
def test_every_step_of_the_round_is_shown_again_as_it_was(rules: sixth.Rules) -> None:
    seen: list[View] = []
    for table in _tables(rules):
        now = table_view(table, 1)
        if now.view is None or not now.view.history:
            continue
        if isinstance(now.view.history[-1], Revealed | Flipped | Placed) and (
            not seen or now.view.history != seen[-1].history
        ):
            seen.append(now.view)
            last = now
    again = [step(last, number) for number in range(1, len(seen) + 1)]
    for number, (shown, view) in enumerate(zip(again, seen, strict=True), 1):
        assert shown is not None
        assert (shown.number, shown.count) == (number, len(seen))
        assert tuple(tuple(card.number for card in row.cards) for row in shown.rows) == view.rows
        assert tuple(card.number for card, *_ in shown.pending) == tuple(card for card, _ in view.pending)
        assert shown.text
    assert step(last) in again
    assert step(last, 9_999) == again[-1]
    assert step(last, 0) == again[0]


def _allowed(table: Table, seat: int | None) -> TableView:
    return table_view(replace(table, config=TableConfig(helps=True)), seat)


def test_helps_are_shown_only_where_the_host_allows_them_and_tell_only_what_was_seen() -> None:
    shown = 0
    for table in _tables(GAMES[sorted(sixth.games).index("classic")]):
        assert hints(table_view(table, 0)) is None
        look = _allowed(table, 0)
        found = hints(look)
        if found is None or look.view is None:
            continue
        shown += 1
        runs = [run.partition("–") for run in found.cards.split(", ")]
        unseen = {card for a, _, b in runs for card in range(int(a), int(b or a) + 1)}
        assert unseen == set(look.view.unseen())
        assert len(unseen) == found.unseen
        assert hints(_allowed(table, None)) is None
        # What the others hold is unseen, whatever it is.
        assert table.state is not None
        for hand in table.state.hands[1:]:
            assert unseen >= set(hand)
        for row, said in enumerate(found.rows):
            to = [places(look.view.rows, card, both=False)[:1] for card in unseen]
            room = 5 - len(look.view.rows[row])
            assert said.startswith(f"Row {row + 1}: {to.count(((row, 'right'),))} unseen card")
            assert said.endswith(f"room for {room}.")
    assert shown > 0
