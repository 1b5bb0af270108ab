"""What each may see of a table: nothing of what others hold."""

from dataclasses import replace
from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sixth.rules.events import Choose, Chose, Dealt
from sixth.rules.options import Rules
from sixth.rules.view import View
from sixth.server.table import gameplay, seating
from sixth.server.table import state as at_table
from sixth.server.table.events import Began, Opened, Returned, StoodIn, TableEvent, TimedOut
from sixth.server.table.state import Table
from sixth.server.table.view import table_view
from tests.rules.strategies import combined_rules, named_rules, seeds
from tests.server.support.logs import Log, begun, moves, secret, twin, whole
from tests.server.support.tables import after, full


def test_each_game_is_dealt_from_the_secret_that_was_promised_for_it() -> None:
    before = full()
    promise = table_view(before, 0).promise
    table = after(before, (begun(before, 1),))
    seen = table_view(table, 0)
    assert seen.promise == promise
    assert seen.next_promise != promise
    assert table.dealer is not None
    assert table.dealer.proof.commitment == promise


@given(named_rules(), seeds(), st.data())
@settings(max_examples=50)
def test_what_a_bot_has_chosen_for_a_person_is_nobodys_to_see(
    rules: Rules, seed: int, data: st.DataObject
) -> None:
    """Not their own either; and whether they choose the same card makes no difference that one could see."""
    table, seat = _choosing(rules, seed, data)
    state = at_table.begun(table)
    bots, own = (data.draw(st.sampled_from(state.hands[seat])) for _ in range(2))
    came = data.draw(st.sampled_from(("left", "back", "late")))
    gone: Log = (TimedOut(seat),) if came == "late" else (StoodIn(seat, "Alma", "nearest", "left"),)
    after_it: Log = (Returned(seat),) if came == "back" else ()
    tables = [after(table, (*gone, Chose(seat, card), *after_it)) for card in (bots, state.hands[seat][0])]
    for each in (None, *range(rules.seats)):
        assert table_view(tables[0], each) == table_view(tables[1], each)
    assert table_view(tables[0], seat).view == replace(at_view(table, seat), has_chosen=has(tables[0]))
    if came == "left":
        return
    chosen = [
        after(
            here, gameplay.act_in_person(here, seat, Choose(own), game=1, round=state.round, turn=state.turn)
        )
        for here in tables
    ]
    assert chosen[0].version == tables[0].version + 1
    for each in (None, *range(rules.seats)):
        assert table_view(chosen[0], each) == table_view(chosen[1], each)
    assert at_view(chosen[0], seat).chosen == own
    # What they chose themselves stays theirs to see when they leave once more.
    again = after(chosen[0], seating.leave(chosen[0], seat))
    assert at_view(again, seat).chosen == own


def _choosing(rules: Rules, seed: int, data: st.DataObject) -> tuple[Table, int]:
    """A table at which cards are chosen, and a seat that has not chosen yet, nor has another."""
    found = [
        table
        for table, _ in moves(rules, seed, rounds=1)
        if table.state and table.state.phase == "choose" and len(table.state.to_act) > 1
    ]
    assume(found)
    table = data.draw(st.sampled_from(found))
    return table, data.draw(st.sampled_from(at_table.begun(table).to_act))


def at_view(table: Table, seat: int) -> View:
    """The game as this seat sees it."""
    seen = table_view(table, seat).view
    assert seen is not None
    return seen


def has(table: Table) -> tuple[bool, ...]:
    """Who has chosen."""
    return tuple(card is not None for card in at_table.begun(table).chosen)


@given(st.one_of(named_rules(), combined_rules()), seeds(), st.data())
def test_nobodys_look_changes_with_anothers_hidden_cards(
    rules: Rules, seed: int, data: st.DataObject
) -> None:
    log = whole(rules, seed, rounds=2)
    dealt = [at for at, event in enumerate(log, 1) if isinstance(event, Dealt)]
    this = log[: data.draw(st.integers(dealt[0], len(log)))]
    seat = data.draw(st.one_of(st.none(), st.integers(0, rules.seats - 1)))
    that = twin(this, seat, Random(seed))
    assume(this != that)
    assert table_view(at_table.fold("t", this), seat) == table_view(at_table.fold("t", that), seat)


@given(named_rules(), seeds())
@settings(max_examples=20)
def test_nobodys_look_changes_with_the_secret_but_for_its_promise(rules: Rules, seed: int) -> None:
    log = whole(rules, seed, rounds=1)
    other = tuple(_with_other_secrets(event, seed) for event in log)
    for seat in (None, *range(rules.seats)):
        one, two = (table_view(at_table.fold("t", each), seat) for each in (log, other))
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


def test_a_look_shows_the_own_text_only() -> None:
    table = full()
    assert [table_view(table, seat).text for seat in (0, 1, None)] == ["by Ana", "", ""]
