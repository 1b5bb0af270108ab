"""The view of a table for each seat: it holds no secret of another."""

from dataclasses import replace
from random import Random

from hypothesis import assume, given, settings, strategies as st

from sixth.rules.events import Choose, Chose, Dealt
from sixth.rules.options import Rules
from sixth.rules.view import View
from sixth.server.table import gameplay, seating, state as at_table
from sixth.server.table.events import Began, Opened, Returned, StoodIn, TableEvent, TimedOut
from sixth.server.table.fold import fold
from sixth.server.table.state import Table
from sixth.server.table.view import table_view
from tests.rules.strategies import combined_rules, named_rules, seeds
from tests.server.support.logs import Log, beginning, moves, secret, twin, whole
from tests.server.support.tables import after, full


def test_each_game_is_dealt_from_the_secret_of_its_promise() -> None:
    before = full()
    promise = table_view(before, 0).promise
    table = after(before, (beginning(before, 1),))
    view = table_view(table, 0)
    assert view.promise == promise
    assert view.next_promise != promise
    assert table.dealer is not None
    assert table.dealer.proof.commitment == promise


@given(named_rules(), seeds(), st.data())
@settings(max_examples=50)
def test_a_bots_choice_for_a_person_is_hidden_from_everybody(
    rules: Rules, seed: int, data: st.DataObject
) -> None:
    """The person cannot see it either, and choosing the same card looks like choosing another."""
    table, seat = _choosing(rules, seed, data)
    state = at_table.current_game(table)
    bots, own = (data.draw(st.sampled_from(state.hands[seat])) for _ in range(2))
    story = data.draw(st.sampled_from(("left", "back", "late")))
    absence: Log = (TimedOut(seat),) if story == "late" else (StoodIn(seat, "Alma", "nearest", "left"),)
    return_: Log = (Returned(seat),) if story == "back" else ()
    tables = [after(table, (*absence, Chose(seat, card), *return_)) for card in (bots, state.hands[seat][0])]
    for each in (None, *range(rules.seats)):
        assert table_view(tables[0], each) == table_view(tables[1], each)
    assert table_view(tables[0], seat).view == replace(at_view(table, seat), has_chosen=has(tables[0]))
    if story == "left":
        return
    later = [
        after(
            here, gameplay.act_in_person(here, seat, Choose(own), game=1, round=state.round, turn=state.turn)
        )
        for here in tables
    ]
    assert later[0].version == tables[0].version + 1
    for each in (None, *range(rules.seats)):
        assert table_view(later[0], each) == table_view(later[1], each)
    assert at_view(later[0], seat).chosen == own
    # Their own choice stays visible to them when they leave again.
    again = after(later[0], seating.leave(later[0], seat))
    assert at_view(again, seat).chosen == own


def _choosing(rules: Rules, seed: int, data: st.DataObject) -> tuple[Table, int]:
    """Return a table at which two or more seats still have to choose a card, and one of them."""
    tables = [
        table
        for table, _ in moves(rules, seed, rounds=1)
        if table.state and table.state.phase == "choose" and len(table.state.to_act) > 1
    ]
    assume(tables)
    table = data.draw(st.sampled_from(tables))
    return table, data.draw(st.sampled_from(at_table.current_game(table).to_act))


def at_view(table: Table, seat: int) -> View:
    """Return the game's view for this seat."""
    view = table_view(table, seat).view
    assert view is not None
    return view


def has(table: Table) -> tuple[bool, ...]:
    """Return by seat whether it has chosen."""
    return tuple(card is not None for card in at_table.current_game(table).chosen)


@given(st.one_of(named_rules(), combined_rules()), seeds(), st.data())
def test_no_view_depends_on_anothers_hidden_cards(rules: Rules, seed: int, data: st.DataObject) -> None:
    log = whole(rules, seed, rounds=2)
    dealt = [at for at, event in enumerate(log, 1) if isinstance(event, Dealt)]
    this = log[: data.draw(st.integers(dealt[0], len(log)))]
    seat = data.draw(st.one_of(st.none(), st.integers(0, rules.seats - 1)))
    that = twin(this, seat, Random(seed))
    assume(this != that)
    assert table_view(fold("t", this), seat) == table_view(fold("t", that), seat)


@given(named_rules(), seeds())
@settings(max_examples=20)
def test_a_view_depends_on_the_secret_only_by_its_promise(rules: Rules, seed: int) -> None:
    log = whole(rules, seed, rounds=1)
    other = tuple(_with_other_secrets(event, seed) for event in log)
    for seat in (None, *range(rules.seats)):
        one, two = (table_view(fold("t", each), seat) for each in (log, other))
        assert one.promise != two.promise
        assert one.next_promise != two.next_promise
        assert one == replace(two, promise=one.promise, next_promise=one.next_promise)


def _with_other_secrets(event: TableEvent, seed: int) -> TableEvent:
    match event:
        case Opened() as opened:
            return replace(opened, secret=secret(seed, 98))
        case Began() as began:
            return replace(began, next_secret=secret(seed, 99))
    return event


def test_a_view_has_only_ones_own_text() -> None:
    table = full()
    assert [table_view(table, seat).text for seat in (0, 1, None)] == ["by Ana", "", ""]
