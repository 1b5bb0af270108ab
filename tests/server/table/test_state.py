"""A table as a value: what may be done at it, when, by whom, and what each may see of it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from random import Random
from typing import Any, Literal

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import sixth
from sixth.rules.codec import dumps, loads
from sixth.rules.events import Action, Choose, Chose, Dealt, Flipped, Laid, Pick, Picked, Take, Took
from sixth.rules.game import Refusal
from sixth.rules.options import Rules
from sixth.rules.record import HUMAN
from sixth.rules.view import View
from sixth.server.table import clock, commands, seating
from sixth.server.table import state as at_table
from sixth.server.table.codec import table_event_from_json, table_event_to_json
from sixth.server.table.config import TableConfig
from sixth.server.table.events import (
    Arranged,
    Began,
    Confirmed,
    Kicked,
    Left,
    Opened,
    Readied,
    Returned,
    Sat,
    Sitter,
    StoodIn,
    TableEvent,
    Texted,
    TimedOut,
)
from sixth.server.table.identity import hashed, seat_of
from sixth.server.table.state import Table
from sixth.server.table.view import table_view
from tests.rules.strategies import all_rules, combined_rules, named_rules, seeds
from tests.server.support.logs import Log, begun, moves, secret, sitting, token, twin, whole

CLASSIC = sixth.games["classic"].replace(seats=3)


@dataclass(frozen=True)
class Request:
    """Something that a person asks for, with the moment that it is meant for."""

    asks: Action | Literal["flip", "next", "begin"]
    seat: int = 0
    round: int = 0
    turn: int = 0

    def to(self, table: Table) -> Log:
        """What happens when it is asked of this table."""
        if self.asks == "flip":
            return commands.flip(table, self.seat, game=table.games, round=self.round, turn=self.turn)
        if self.asks == "next":
            return commands.next_round(table, game=table.games, round=self.round)
        if self.asks == "begin":
            return commands.begin(table, self.seat, game=self.round, bots=(), began=begun(table, 7))
        return commands.act(table, self.seat, self.asks, round=self.round, turn=self.turn)

    def answer(self, table: Table) -> str:
        """The code of its refusal; "" if it changes nothing, "done" if it does."""
        try:
            return "done" if self.to(table) else ""
        except Refusal as refused:
            return refused.code


def request_of(table: Table, done: Log) -> Request | None:
    """What a person asked of the table that `done` followed from; None for what nobody asked for."""
    state = table.state
    round, turn = (state.round, state.turn) if state else (0, 0)
    match done[0]:
        case Chose(seat, card):
            return Request(Choose(card), seat, round, turn)
        case Picked(seat, card):
            return Request(Pick(card), seat, round, turn)
        case Took(seat, row, end):
            return Request(Take(row, end), seat, round, turn)
        case Flipped(seat):
            return Request("flip", seat, round, turn)
        case Dealt() | Laid() if table.between_rounds:
            return Request("next", round=round + 1)
        case Began():
            return Request("begin", round=table.games + 1)
    return None


def empty(rules: Rules = CLASSIC) -> Table:
    """A table at which nobody sits."""
    return at_table.fold("table", (Opened(rules, secret(1, 1)),))


def full(rules: Rules = CLASSIC) -> Table:
    """A table with a person on every seat, before the game."""
    return at_table.fold("table", sitting(rules, seed=1))


def after(table: Table, done: Log) -> Table:
    """The table after these events."""
    for event in done:
        table = at_table.apply_event(table, event)
    return table


def refusal(request: Callable[[], object]) -> str:
    """The code of the refusal that it is answered with."""
    with pytest.raises(Refusal) as refused:
        request()
    assert str(refused.value).endswith(".")
    return refused.value.code


# ------------------------------------------------------------------ before the game


def test_people_sit_down_on_the_first_free_seat_until_none_is_left() -> None:
    table = empty()
    for seat, name in enumerate(("Ana", "Bo", "Cy")):
        done = seating.sit(table, name, hashed(token(seat)))
        assert done == (Sat(seat, name, HUMAN, hashed(token(seat))),)
        table = after(table, done)
        assert seat_of(table, token(seat)) == seat
    assert refusal(lambda: seating.sit(table, "Di", "x")) == "full"
    assert seat_of(table, "another") is None
    assert seat_of(table, "") is None
    assert seat_of(table, None) is None


def test_a_name_at_a_table_is_there_once_however_it_is_written() -> None:
    table = after(empty(), seating.sit(empty(), "Straße", "x"))
    assert refusal(lambda: seating.sit(table, "STRASSE", "y")) == "name-taken"


def test_who_leaves_before_the_game_frees_the_seat_the_name_and_the_text() -> None:
    table = after(full(), commands.add_text(full(), 1, "mine"))
    table = after(table, seating.leave(table, 1))
    assert table.sitters[1] is None
    assert table.texts[1] == ""
    assert seat_of(table, token(1)) is None
    assert seating.sit(table, "Person 1", "x") == (Sat(1, "Person 1", HUMAN, "x"),)


def test_whoever_sat_down_first_begins_and_the_next_when_they_have_left() -> None:
    table = full()
    assert refusal(lambda: commands.begin(table, 1, game=1, bots=(), began=begun(table, 1))) == "host-only"
    table = after(table, seating.leave(table, 0))
    assert table.host == 1
    assert commands.begin(table, 1, game=1, bots=(), began=begun(table, 1)) == (begun(table, 1),)


def test_a_game_begins_once_however_often_it_is_asked_for() -> None:
    table = after(full(), (begun(full(), 1),))
    assert commands.begin(table, 0, game=1, bots=(), began=begun(table, 1)) == ()
    assert refusal(lambda: commands.begin(table, 0, game=2, bots=(), began=begun(table, 1))) == "not-now"
    assert refusal(lambda: seating.sit(table, "Di", "x")) == "begun"


def test_only_the_next_game_can_begin() -> None:
    table = full()
    assert refusal(lambda: commands.begin(table, 0, game=2, bots=(), began=begun(table, 1))) == "not-now"


def test_before_the_game_nothing_of_a_game_can_be_done() -> None:
    table = full()
    asked: tuple[Request, ...] = (Request(Choose(5)), Request(Take(0)), Request(Pick(5)), Request("flip"))
    for request in (*asked, Request("next", round=1)):
        assert request.answer(table) == "not-begun"
    assert commands.dealers_turn(table) == ()
    assert commands.bots_to_act(table) == ()


def test_a_text_is_for_the_game_to_come_and_is_gone_with_it() -> None:
    table = after(full(), commands.add_text(full(), 2, "mine"))
    assert commands.add_text(table, 2, "mine") == ()
    table = after(table, (begun(table, 1),))
    assert table.dealer is not None
    assert table.dealer.texts == ("by Ana", "", "mine")
    assert table.texts == ("", "", "")


def test_each_game_is_dealt_from_the_secret_that_was_promised_for_it() -> None:
    before = full()
    promise = table_view(before, 0).promise
    table = after(before, (begun(before, 1),))
    seen = table_view(table, 0)
    assert seen.promise == promise
    assert seen.next_promise != promise
    assert table.dealer is not None
    assert table.dealer.proof.commitment == promise


# ------------------------------------------------------------------ the config


def test_the_host_decides_how_the_table_is_kept_and_nobody_else() -> None:
    table, config = full(), TableConfig(listed=True, spectators=False, chat=False, stand_in="random")
    assert refusal(lambda: seating.arrange(table, 1, config)) == "host-only"
    done = seating.arrange(table, 0, config)
    assert done == (Arranged(config),)
    table = after(table, done)
    assert seating.arrange(table, 0, config) == ()
    assert [table_view(table, seat).config for seat in (0, 1, None)] == [config] * 3


def test_until_the_game_begins_the_host_may_change_the_rules_and_the_seats_move_up() -> None:
    table = empty(sixth.games["classic"].replace(seats=5))
    for seat, name in ((0, "Ana"), (2, "Bo"), (4, "Cy")):
        table = after(table, (Sat(seat, name, "human", token(seat)), Texted(seat, name)))
    table = after(table, (Readied(2, True),))
    assert (
        refusal(lambda: seating.arrange(table, 0, TableConfig(), replace(CLASSIC, seats=2))) == "seats-taken"
    )
    assert refusal(lambda: seating.arrange(table, 2, TableConfig(), CLASSIC)) == "host-only"
    assert seating.arrange(table, 0, TableConfig(), table.rules) == ()
    done = seating.arrange(table, 0, TableConfig(), CLASSIC)
    assert [table_event_from_json(table_event_to_json(each)) for each in done] == list(done)
    table = after(table, done)
    assert [who and who.name for who in table.sitters] == ["Ana", "Bo", "Cy"]
    assert table.tokens == (token(0), token(2), token(4))
    assert (table.texts, table.ready) == (("Ana", "Bo", "Cy"), (False,) * 3)
    assert (table.rules, table_view(table, None).changed) == (CLASSIC, ("rules",))
    # With seats to spare nobody moves.
    table = after(
        table,
        (Left(1), *seating.arrange(after(table, (Left(1),)), 0, TableConfig(), replace(CLASSIC, seats=5))),
    )
    assert [who and who.name for who in table.sitters] == ["Ana", None, "Cy", None, None]


def test_once_a_game_has_begun_its_rules_clock_and_helps_stay() -> None:
    table = playing()
    for config in (TableConfig(turn_seconds=20), TableConfig(helps=True)):
        assert refusal(partial(seating.arrange, table, 0, config)) == "begun"
    assert refusal(lambda: seating.arrange(table, 0, TableConfig(), replace(CLASSIC, rows=3))) == "begun"
    assert seating.arrange(table, 0, TableConfig(chat=False, spectators=False))


@pytest.mark.parametrize(
    ("config", "code"),
    [
        (TableConfig(turn_seconds=4), "clock"),
        (TableConfig(turn_seconds=-1), "clock"),
        (TableConfig(turn_seconds=10**9), "clock"),
        (TableConfig(bank_seconds=-1), "clock"),
        (TableConfig(bank_seconds=10**9), "clock"),
    ],
)
def test_a_clock_that_is_out_of_bounds_is_refused(config: TableConfig, code: str) -> None:
    assert refusal(lambda: seating.arrange(full(), 0, config)) == code


def test_a_log_from_before_there_were_configs_has_the_default_one() -> None:
    written = table_event_to_json(Opened(CLASSIC, "00"))
    del written["house"]
    opened = table_event_from_json(written)
    assert isinstance(opened, Opened)
    assert at_table.fold("table", (opened,)).config == TableConfig()


# ------------------------------------------------------------------ coming and going


def playing(rules: Rules = CLASSIC) -> Table:
    """A game that has just been dealt, with a person on every seat."""
    table = after(full(rules), (begun(full(rules), 1),))
    return after(table, commands.dealers_turn(table))


def test_a_person_says_that_they_are_ready_and_takes_it_back() -> None:
    table = full()
    table = after(table, seating.ready(table, 1, ready=True))
    assert table_view(table, 0).ready == (False, True, False)
    assert seating.ready(table, 1, ready=True) == ()
    assert after(table, seating.leave(table, 1)).ready == (False, False, False)
    table = after(table, seating.ready(table, 1, ready=False))
    assert table.ready == (False, False, False)
    assert refusal(lambda: seating.ready(playing(), 1, ready=True)) == "begun"


def test_the_host_adds_bots_and_removes_them_before_the_start() -> None:
    table = after(empty(), seating.sit(empty(), "Alma", "x"))
    done = seating.add_bot(table, 0, 2, "nearest")
    assert done == (Sat(2, "Bruno", "nearest", None),), "a name that nobody has"
    table = after(table, done)
    assert seating.add_bot(table, 0, 2, "nearest") == ()
    assert seating.sit(table, "Bo", "y") == (Sat(1, "Bo", HUMAN, "y"),)
    table = after(table, seating.remove(table, 0, 2, "Bruno", now=0))
    assert table.sitters[2] is None
    assert seating.remove(table, 0, 2, "Bruno", now=0) == ()
    assert refusal(lambda: seating.add_bot(table, 0, 0, "nearest")) == "seat-taken"
    assert refusal(lambda: seating.add_bot(table, 0, 3, "nearest")) == "no-such-seat"
    assert refusal(lambda: seating.add_bot(table, 1, 1, "nearest")) == "host-only"


def test_a_bot_that_plays_stays() -> None:
    table = after(full(), seating.leave(full(), 2))
    table = after(table, seating.add_bot(table, 0, 2, "mixed"))
    table = after(table, (begun(table, 1),))
    assert refusal(lambda: seating.remove(table, 0, 2, "Alma", now=0)) == "begun"
    assert refusal(lambda: seating.add_bot(table, 0, 2, "mixed")) == "begun"


def test_who_is_made_to_leave_before_the_game_cannot_sit_down_again() -> None:
    table = full()
    assert refusal(lambda: seating.remove(table, 1, 2, "Person 2", now=0)) == "host-only"
    assert refusal(lambda: seating.remove(table, 0, 0, "Person 0", now=0)) == "own-seat"
    assert refusal(lambda: seating.remove(table, 0, 1, "Person 2", now=0)) == "seat-taken"
    done = seating.remove(table, 0, 1, "Person 1", now=0)
    assert done == (Kicked(1),)
    table = after(table, done)
    assert seating.remove(table, 0, 1, "Person 1", now=0) == ()
    assert seat_of(table, token(1)) is None
    assert refusal(lambda: seating.sit(table, "Person 1", hashed(token(1)))) == "barred"
    assert seating.sit(table, "Person 1", "x") == (Sat(1, "Person 1", HUMAN, "x"),)


def test_a_bot_plays_for_who_leaves_and_gives_the_seat_back() -> None:
    table = after(playing(), (Arranged(TableConfig(stand_in="nearest")),))
    done = seating.leave(table, 1)
    assert done == (StoodIn(1, "Alma", "nearest", "left"),)
    table = after(table, done)
    assert seating.leave(table, 1) == ()
    assert commands.bots_to_act(table) == ((1, "nearest"),)
    seen = table_view(table, 0)
    assert [who and who.name for who in seen.sitters] == ["Person 0", "Person 1", "Person 2"]
    assert seen.stand_ins == (None, Sitter("Alma", "nearest"), None)
    assert seat_of(table, token(1)) == 1
    card = Choose(table.state.hands[1][0]) if table.state else Choose(0)
    assert refusal(lambda: commands.act_in_person(table, 1, card, game=1, round=1, turn=1)) == "stood-in"
    table = after(table, seating.come_back(table, 1))
    assert seating.come_back(table, 1) == ()
    assert commands.bots_to_act(table) == ()
    assert commands.act_in_person(table, 1, card, game=1, round=1, turn=1)


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
            here, commands.act_in_person(here, seat, Choose(own), game=1, round=state.round, turn=state.turn)
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


def test_the_bot_for_whoever_leaves_is_fixed_when_the_game_begins() -> None:
    better = TableConfig(stand_in="champion")
    assert seating.arrange(full(), 0, better)
    assert refusal(lambda: seating.arrange(playing(), 0, better)) == "begun"


def test_a_bot_turns_over_the_cards_of_who_has_left() -> None:
    table = playing(sixth.games["kids"].replace(seats=3))
    actor = table.state.actor if table.state else None
    assert actor is not None
    assert commands.dealers_turn(table) == ()
    table = after(table, seating.leave(table, actor))
    assert refusal(lambda: commands.flip(table, actor, game=1, round=1, turn=1)) == "stood-in"
    assert isinstance(commands.dealers_turn(table)[0], Flipped)


def test_who_is_made_to_leave_a_game_loses_the_seat_to_a_bot_for_good() -> None:
    for before in (playing(), after(playing(), seating.leave(playing(), 1))):
        table = after(before, seating.remove(before, 0, 1, "Person 1", now=0))
        assert table.stand_ins[1] == Sitter("Alma", "careful")
        assert seat_of(table, token(1)) is None
        assert seating.remove(table, 0, 1, "Person 1", now=0) == ()
        # The game that goes on is still theirs; the next is the bot's.
        assert table.sitters[1] == Sitter("Person 1", HUMAN)
        assert seating.fill(table, "mixed") == (Sat(1, "Alma", "careful", None),)


def test_the_next_person_is_the_host_while_the_first_is_away() -> None:
    table = after(playing(), seating.leave(playing(), 0))
    assert table.host == 1
    assert refusal(lambda: seating.arrange(table, 0, TableConfig(chat=False))) == "host-only"
    assert after(table, seating.come_back(table, 0)).host == 0


NAMES = ("Ana", "Bo", "Cy", "Dee")
MINUTE_MS = 60_000

comings_and_goings = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(("come", "leave")), st.sampled_from(NAMES), st.just("")),
        st.tuples(st.just("remove"), st.sampled_from(NAMES), st.sampled_from(NAMES)),
        st.tuples(st.just("wait"), st.sampled_from((1, 4, 5)), st.just("")),
        st.tuples(st.just("begin"), st.just(""), st.just("")),
    ),
    max_size=40,
)


@given(comings_and_goings)
@settings(max_examples=300)
def test_the_host_who_comes_back_is_the_host_and_nobody_who_has_just_left_is_removed(
    done: list[tuple[str, Any, str]],
) -> None:
    """Told a second time from what was done: who came in which order, who is here, who left when."""
    now = 1_000_000_000
    log: list[TableEvent] = [Opened(CLASSIC, secret(1, 1))]
    order: list[str] = []
    here: set[str] = set()
    left: dict[str, int] = {}
    removed: set[str] = set()
    for what, who, whom in (("come", "Ana", ""), *done):
        table = at_table.fold("table", log)
        seats = {name: seat_of(table, name) for name in NAMES}
        hosts = [name for name in order if name in here]
        seat, target = seats.get(who), seats.get(whom)
        events: Log = ()
        if what == "wait":
            now += who * MINUTE_MS
        elif what == "begin" and not table.games:
            events = (*seating.fill(table, "nearest"), begun(table, 1))
        elif what == "come" and who not in here | removed:
            if seat is not None:
                events = seating.come_back(table, seat)
            elif not table.games and table.free is not None:
                events = seating.sit(table, who, hashed(who))
            if events:
                order += [who] if who not in order else []
                here.add(who)
                left.pop(who, None)
        elif what == "leave" and who in here and seat is not None:
            events = seating.leave(table, seat)
            here.remove(who)
            left[who] = now
        elif (
            what == "remove" and seat is not None and target is not None and who in hosts[:1] and who != whom
        ):
            before = order[: order.index(who)]
            just = [name for name in left if now - left[name] < 5 * MINUTE_MS]
            soon = any(name in just for name in (whom, *before))
            ask = partial(seating.remove, table, seat, target, whom, now=now)
            if soon:
                assert refusal(ask) == "may-return"
            else:
                events = ask()
                assert Kicked(target) in events
                here.discard(whom)
                removed.add(whom)
        if events:
            log += [event for event, _ in clock.timed(table, events, now)]
        after_it = at_table.fold(
            "table", [table_event_from_json(loads(dumps(table_event_to_json(each)))) for each in log]
        )
        assert after_it == at_table.fold("table", log), "another process, or this one after a restart"
        first = next((name for name in order if name in here), None)
        assert after_it.host == (None if first is None else seat_of(after_it, first))


def test_whoever_comes_and_goes_without_end_takes_neither_room_nor_the_place_of_the_host() -> None:
    table = after(empty(), seating.sit(empty(), "Ana", "ana"))
    table = after(table, (Left(0, 1),))
    table = after(table, seating.sit(table, "Bo", "bo"))
    for number in range(300):
        table = after(table, seating.sit(table, "Cy", f"cy {number}"))
        table = after(table, seating.leave(table, 1))
    assert len(table.guests) < 110
    assert table.host == 0
    table = after(table, seating.sit(table, "Ana", "ana"))
    assert table.host == 1


def test_who_may_watch_is_for_the_host_to_say() -> None:
    private = (Arranged(TableConfig(spectators=False)),)
    assert playing().shown_to(None)
    assert not after(playing(), private).shown_to(None)
    assert after(playing(), private).shown_to(1)
    assert after(full(), private).shown_to(None), "before the game everybody may see whether a seat is free"


# ------------------------------------------------------------------ during the game


@given(all_rules(), seeds(), st.data())
def test_the_same_request_twice_changes_nothing(rules: Rules, seed: int, data: st.DataObject) -> None:
    """Also when the first one completed the turn, the round or the game."""
    for table, done in islice(moves(rules, seed), data.draw(st.integers(1, 200))):
        request = request_of(table, done)
        if request is not None:
            assert request.answer(table) == "done"
            assert request.answer(after(table, done)) == ""


@given(all_rules(), seeds(), st.data())
def test_a_request_that_comes_again_much_later_changes_nothing(
    rules: Rules, seed: int, data: st.DataObject
) -> None:
    played = list(moves(rules, seed))
    early = data.draw(st.integers(0, len(played) - 1))
    then, done = played[early]
    request = request_of(then, done)
    for table, _ in played[early + 1 :]:
        # Within a turn a card may be chosen again after another one.
        if request is not None and not (isinstance(done[0], Chose) and _same_turn(table, then)):
            assert request.answer(table) in ("", "too-late", "not-your-turn", "over")


def _same_turn(one: Table, other: Table) -> bool:
    return len({(table.state.round, table.state.turn) for table in (one, other) if table.state}) == 1


@given(all_rules(), seeds(), st.data())
def test_a_request_meant_for_another_moment_is_refused(rules: Rules, seed: int, data: st.DataObject) -> None:
    for table, done in islice(moves(rules, seed), data.draw(st.integers(1, 100))):
        request = request_of(table, done)
        if request is None or request.asks in ("next", "begin"):
            continue
        for round, turn in ((0, 1), (1, 0), (0, -1), (1, 1), (0, 99)):
            other = replace(request, round=request.round + round, turn=request.turn + turn)
            # The same may have been done the turn before.
            answers = ("too-late", "not-your-turn", "") if turn < 0 else ("too-late", "not-your-turn")
            assert other.answer(table) in answers


@given(all_rules(), seeds(), st.data())
def test_nobody_acts_out_of_turn(rules: Rules, seed: int, data: st.DataObject) -> None:
    """What is another's to do, and what nobody is asked for, is refused, or was done before."""
    skip = data.draw(st.integers(0, 100))
    for table, _ in islice(moves(rules, seed), skip, skip + 5):
        state = table.state
        if state is None or state.over:
            continue
        for seat in range(rules.seats):
            asked = partial(Request, seat=seat, round=state.round, turn=state.turn)
            if state.phase != "take" or state.actor != seat:
                assert asked(Take(0)).answer(table) != "done"
            if state.phase != "pick" or state.actor != seat:
                assert asked(Pick(1)).answer(table) != "done"
            if state.phase != "flip" or state.actor != seat:
                assert asked("flip").answer(table) != "done"
            for card in {card for hand in state.hands for card in hand} - {*state.hands[seat]}:
                assert asked(Choose(card)).answer(table) in ("not-in-hand", "not-now", "out")


@given(named_rules(), seeds())
def test_the_next_round_waits_to_be_asked_for_and_nothing_else_of_the_dealers_does(
    rules: Rules, seed: int
) -> None:
    for table, done in moves(rules, seed):
        state = table.state
        if state is None:
            continue
        waits = bool(state.past) and not state.over and state.phase in ("lay", "deal") and not state.open_deck
        waits = waits and state.part == 0
        assert table.between_rounds == waits
        if state.phase in ("lay", "deal") and not waits:
            assert commands.dealers_turn(table) == done
        if waits:
            assert commands.dealers_turn(table) == ()
            assert Request("next", round=state.round + 2).answer(table) == "not-now"
        else:
            assert Request("next", round=state.round).answer(table) == ""
            assert Request("next", round=state.round + 1).answer(table) == "not-now"


def test_after_the_game_anybody_who_sits_here_may_begin_the_next() -> None:
    rules = sixth.games["halves"].replace(seats=3)
    table = at_table.fold("table", whole(rules, seed=3))
    assert not table.playing
    began = begun(table, 3)
    assert commands.begin(table, 2, game=2, bots=(), began=began) == (began,)
    again = after(table, (began,))
    assert again.playing
    assert [who and who.name for who in again.sitters] == ["Person 0", "Person 1", "Person 2"]


# ------------------------------------------------------------------ the log


@given(all_rules(), seeds())
@settings(max_examples=30)
def test_the_fold_of_the_log_is_the_running_table(rules: Rules, seed: int) -> None:
    log: list[TableEvent] = list(sitting(rules, seed))
    for table, done in moves(rules, seed):
        assert table.version == len(log)
        log += done
    running = after(table, done)
    assert at_table.fold("table", log) == running


@given(all_rules(), seeds())
@settings(max_examples=50)
def test_every_event_comes_back_from_json_as_it_was(rules: Rules, seed: int) -> None:
    config = TableConfig(listed=True, stand_in="nearest", turn_seconds=30)
    own = (
        *(Opened(rules, "00", config), Arranged(config), Sat(1, "Ö\u2028\U0001f402", "careful", None)),
        *(
            Left(1),
            Readied(0, True),
            Kicked(1),
            StoodIn(0, "Alma", "careful", "time"),
            Returned(0),
            Confirmed(0),
        ),
    )
    for event in (*whole(rules, seed, rounds=2), *own):
        assert table_event_from_json(loads(dumps(table_event_to_json(event)))) == event


# ------------------------------------------------------------------ what may be seen


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
