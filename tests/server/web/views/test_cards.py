"""The own hand: nothing in it moves during a turn, and it closes up after it."""

import pytest

import sixth
from sixth.server.table import state as at_table
from sixth.server.table.view import table_view
from sixth.server.web.views.cards import cards_of, hand_slots
from tests.server.support.logs import whole

GAMES = [sixth.games[name].replace(seats=4) for name in sorted(sixth.games)]


@pytest.mark.parametrize("rules", GAMES, ids=sorted(sixth.games))
def test_a_hand_closes_up_between_turns_and_never_during_one(rules: sixth.Rules) -> None:
    log, cards, before, turns = whole(rules, 5, rounds=2), cards_of(rules.heads_of), None, set()
    for count in range(1, len(log) + 1):
        view = table_view(at_table.fold("t", log[:count]), 1).view
        if view is None or view.phase in ("pick", "lay"):
            continue
        slots = hand_slots(view, cards)
        order, turn = [card.number for card, _held in slots], (view.round, view.part, view.turn)
        if before and before[0] == turn and slots:
            assert order == before[1], "a card has moved during a turn"
        if view.phase == "choose":
            assert [held for _card, held in slots] == sorted((held for _card, held in slots), reverse=True)
            assert tuple(card.number for card, held in slots if held) == view.hand or rules.flips
            turns.add(turn)
        before = (turn, order) if slots else None
    assert len(turns) > 5 or rules.flips
