"""Rows of a dataset: what the seat knew when it decided, what it did, and what came of it."""

from collections.abc import Iterator
from random import Random

import pytest

import sixth
from sixth.arena.dataset.rows import action_number, decisions_of, observation
from sixth.envs.layout import Layout
from sixth.rules.events import Chose, Picked, Took
from sixth.rules.fold import evolve
from sixth.rules.record import Record
from sixth.rules.state import State, start
from sixth.rules.view import view
from tests.test_golden import FILES

RECORDS = [next(sixth.read_records(file)) for file in FILES]


def decisions(record: Record) -> Iterator[tuple[State, int]]:
    """Yield the state before each decision, and the seat that decides."""
    state = start(record.rules)
    for event in record.events:
        if isinstance(event, Chose | Picked | Took):
            yield state, event.seat
        state = evolve(state, event)


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.game)
def test_a_row_holds_what_its_seat_knew_and_nothing_hidden(record: Record) -> None:
    rng = Random(1)
    rows, _ = decisions_of(record)
    for row, (state, seat) in zip(rows, decisions(record), strict=True):
        seen = view(state, seat)
        known = observation(seen)
        assert {name: row[name] for name in known} == known
        # Where hidden cards are dealt otherwise, the columns are the same.
        assert observation(view(sixth.sample(seen, rng), seat)) == known
        hidden = {card for other, hand in enumerate(state.hands) if other != seat for card in hand}
        if record.rules.drafts:
            continue
        assert hidden <= set(known["unseen"])
        cards = (*known["hand"], *known["pending_cards"], *known["open_deck"])
        by_list = (*known["rows"], *known["played"], *known["open_hands"])
        assert not hidden & {*cards, *(card for cards in by_list for card in cards)}


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.game)
def test_a_row_tells_the_action_and_what_came_of_it(record: Record) -> None:
    layout = Layout(record.rules)
    rows, end = decisions_of(record)
    for row, (state, seat) in zip(rows, decisions(record), strict=True):
        assert row["action"] in row["legal"]
        assert row["legal"] == [layout.number(action) for action in view(state, seat).legal]
        assert row["round_heads"] == end.past[row["round"] - 1][seat]
        assert row["won"] == (seat in end.winners)
        assert row["bot"] == record.seats[seat].kind


def test_what_was_played_are_the_revealed_cards_of_the_round() -> None:
    game = sixth.Game(sixth.games["classic"].replace(seats=3, end=sixth.End("rounds", 1)), seed=3)
    game.play([sixth.bots.make("random", seed=seat) for seat in range(3)])
    rows, _ = decisions_of(game.as_record())
    chosen = [
        [row["action"] for row in rows if row["phase"] == "choose" and row["seat"] == seat]
        for seat in range(3)
    ]
    for row in rows:
        turns = row["turn"] - (row["phase"] == "choose")
        assert row["played"] == [cards[:turns] for cards in chosen]


def test_the_left_end_of_a_row_has_a_number_of_its_own() -> None:
    rules = sixth.games["both-ends"].replace(seats=2)
    assert action_number(rules, sixth.Take(1)) == 106
    assert action_number(rules, sixth.Take(1, "left")) == 110
