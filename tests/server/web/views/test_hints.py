"""What the page foretells and remembers: from the view alone, and helps only where the host allows them."""

from dataclasses import replace

import pytest

import sixth
from sixth.rules.board import places
from sixth.rules.events import Flipped, Placed, Revealed
from sixth.rules.view import View
from sixth.server.table import state as at_table
from sixth.server.table.config import TableConfig
from sixth.server.table.state import Table
from sixth.server.table.view import TableView, table_view
from sixth.server.web.views.hints import hints
from sixth.server.web.views.history import step
from sixth.server.web.views.preview import previews
from sixth.text import heads_text
from tests.server.support.logs import whole

GAMES = [sixth.games[name].replace(seats=4) for name in sorted(sixth.games)]


def _tables(rules: sixth.Rules) -> list[Table]:
    log = whole(rules, 5, rounds=1)
    return [at_table.fold("t", log[:count]) for count in range(1, len(log) + 1)]


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


@pytest.mark.parametrize("rules", GAMES, ids=sorted(sixth.games))
def test_each_card_of_the_own_hand_is_foretold_as_the_rules_would_place_it(rules: sixth.Rules) -> None:
    for table in _tables(rules):
        view = table_view(table, 2).view
        if view is None:
            continue
        told = previews(view)
        if told:
            assert [each.card for each in told] == list(view.hand)
        for each in told:
            found = places(view.rows, each.card, both=rules.both_ends)
            assert each.aims == tuple(f"{row + 1}:{side}" for row, side in found)
            if len(found) == 1:
                # What the row costs now is said, as it is shown.
                assert heads_text(sum(rules.heads_of[card] for card in view.rows[found[0][0]])) in each.text
            assert each.text.startswith(f"{each.card} ")
        spectator = table_view(table, None).view
        assert spectator is not None
        assert previews(spectator) == ()


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
        unseen = {card for card, where in found.deck if where == "unseen"}
        assert unseen == set(look.view.unseen())
        assert len(unseen) == found.unseen
        runs = [run.partition("–") for run in found.runs["unseen"].split(", ")]
        assert unseen == {card for a, _, b in runs for card in range(int(a), int(b or a) + 1)}
        assert hints(_allowed(table, None)) is None
        # What the others hold is unseen, whatever it is.
        assert table.state is not None
        for hand in table.state.hands[1:]:
            assert unseen >= set(hand)
        for danger in found.dangers:
            coming = [
                card
                for card in unseen
                if places(look.view.rows, card, both=False)[:1] == ((danger.row - 1, "right"),)
            ]
            assert danger.cards == len(coming)
            assert danger.room == 5 - len(look.view.rows[danger.row - 1])
    assert shown > 0
