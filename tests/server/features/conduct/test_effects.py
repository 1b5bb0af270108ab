"""The effect of choices on the other seats, against what really happened and what would have happened."""

import pytest

import sixth
from sixth.coach.positions import rounds_of
from sixth.rules.events import Choose, Deal, Placed, Revealed, RoundEnded
from sixth.rules.game import advance, legal
from sixth.rules.options import End
from sixth.rules.record import Record
from sixth.rules.state import start
from sixth.server.features.conduct.effects import effects, heads_of_turn
from tests.coach.games import FEW, recorded


def heads_after(record: Record, events: int, turn: int) -> list[int]:
    """Return the heads that each seat took from this event on in a turn."""
    heads = [0] * record.rules.seats
    for event in record.events[events:]:
        if isinstance(event, RoundEnded) or (isinstance(event, Revealed) and event.turn != turn):
            break
        if isinstance(event, Placed):
            heads[event.seat] += record.rules.heads_in(event.taken)
    return heads


@pytest.mark.parametrize("game", ["classic", "tactical", "both-ends"])
def test_the_answer_that_was_given_takes_the_heads_that_were_taken(game: str) -> None:
    record = recorded(game, seats=3, seed=5)
    for seat in range(3):
        for each in rounds_of(record, seat):
            for position in each.positions:
                if position.kind != "pick":
                    heads = heads_of_turn(record, seat, position, position.answer)
                    assert heads == heads_after(record, position.events, position.turn)


def test_who_takes_the_sixth_place_for_another_has_spared_that_seat() -> None:
    rules = sixth.games["classic"].replace(seats=3, hand=2, end=End("rounds", 1))
    hands = (1, 104, 2, 103, 50, 60)
    events, state = advance(start(rules), None, Deal((*hands, 10, 55, 90, 100)))
    record_events = [*events]
    for seat, card in ((0, 1), (1, 2), (2, 50)):
        events, state = advance(state, seat, Choose(card))
        record_events += events
    while not state.over:
        actor = state.to_act[0]
        answers = legal(state, actor)
        events, state = advance(state, actor, answers[0])
        record_events += events
    record = Record("drawn", rules, sixth.Game(rules).seats, None, tuple(record_events))
    position = next(iter(rounds_of(record, 0))).positions[0]
    real = heads_of_turn(record, 0, position, Choose(1))
    other = heads_of_turn(record, 0, position, Choose(104))
    # With the 1 of seat 0 a row is taken and laid anew, on which the 2 fits; without it seat 1 must take one.
    assert real[0] > 0
    assert (real[1], other[0]) == (0, 0)
    assert other[1] > 0


def test_choices_that_cost_nothing_have_no_effect() -> None:
    record = recorded(seats=3, seed=2)
    each = [effect for seat in range(3) for effect in effects(record, seat, playouts=FEW)]
    assert any(each)
    assert None in each
    assert all(effect.cost >= 0.25 for effect in each if effect is not None)
