"""The seats of a table: people who come, leave and come back, the host, and the bots that stand in."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import sixth
from sixth.rules.events import Abandoned, Choose
from sixth.rules.record import HUMAN, read
from sixth.server.table import clock, gameplay, seating
from sixth.server.table.codec import dumps_event, loads_event, table_event_from_json, table_event_to_json
from sixth.server.table.config import TableConfig
from sixth.server.table.events import (
    OUTSIDE,
    Arranged,
    Claimed,
    Kicked,
    Left,
    Opened,
    Readied,
    Sat,
    Sitter,
    StoodIn,
    TableEvent,
    Texted,
    TimedOut,
)
from sixth.server.table.fold import fold
from sixth.server.table.identity import Audience, hash_token, seat_of
from sixth.server.table.seats import MARKS, marks_of
from sixth.server.table.state import Table
from sixth.server.table.view import table_view
from tests.server.support.logs import Log, beginning, next_move, secret, token
from tests.server.support.tables import CLASSIC, after, empty, full, playing, refusal


def test_people_sit_down_on_the_first_free_seat_until_none_is_left() -> None:
    table = empty()
    for seat, name in enumerate(("Ana", "Bo", "Cy")):
        events = seating.sit(table, name, hash_token(token(seat)))
        assert events == (Sat(seat, name, HUMAN, hash_token(token(seat))),)
        table = after(table, events)
        assert seat_of(table, token(seat)) == seat
    assert refusal(lambda: seating.sit(table, "Di", "x")) == "full"
    assert seat_of(table, "another") is None
    assert seat_of(table, "") is None
    assert seat_of(table, None) is None


def test_people_have_the_shapes_that_they_chose_and_whoever_came_first_keeps_theirs() -> None:
    table = empty()
    for seat, mark in enumerate((7, 7, 1)):
        table = after(table, seating.sit(table, f"Person {seat}", hash_token(token(seat)), mark=mark))
    # The second has the shape of the seat, unless somebody chose that one.
    assert table_view(table, None).marks == (7, 0, 1)
    table = after(table, seating.leave(table, 0))
    table = after(table, seating.sit(table, "Person 3", "x", mark=1))
    assert table_view(table, None).marks == (0, 2, 1)


def test_a_person_keeps_everything_of_a_seat_in_another_browser() -> None:
    table = full()
    before, host = table.seats[0].token, table.host
    assert before is not None
    moved = after(table, seating.move(table, before, hash_token("laptop")))
    assert seat_of(moved, "laptop") == host == moved.host == 0
    assert seat_of(moved, token(0)) is None
    assert moved.seats[0]._replace(token=before) == table.seats[0]
    assert moved.seats[1:] == table.seats[1:]
    assert seating.move(moved, before, hash_token("tablet")) == ()


@given(st.lists(st.none() | st.integers(0, MARKS - 1), max_size=MARKS).map(tuple))
def test_no_two_seats_have_one_shape(chosen: tuple[int | None, ...]) -> None:
    marks = marks_of(tuple([Sitter("Ana", HUMAN, mark=each) for each in chosen]))
    assert len(set(marks)) == len(marks) == len(chosen)
    assert set(marks) <= set(range(MARKS))
    assert {each for each in chosen if each is not None} <= set(marks)


def test_leaving_before_the_game_frees_seat_name_and_text() -> None:
    table = after(full(), gameplay.add_text(full(), 1, "mine"))
    table = after(table, seating.leave(table, 1))
    assert table.sitters[1] is None
    assert table.seats[1].text == ""
    assert seat_of(table, token(1)) is None
    assert seating.sit(table, "Person 1", "x") == (Sat(1, "Person 1", HUMAN, "x"),)


def test_before_the_game_the_host_may_change_the_rules_and_players_move_up() -> None:
    table = empty(sixth.games["classic"].replace(seats=5))
    for seat, name in ((0, "Ana"), (2, "Bo"), (4, "Cy")):
        table = after(table, (Sat(seat, name, "human", token(seat)), Texted(seat, name)))
    table = after(table, (Readied(2, True),))
    assert (
        refusal(lambda: seating.arrange(table, 0, TableConfig(), replace(CLASSIC, seats=2))) == "seats-taken"
    )
    assert refusal(lambda: seating.arrange(table, 2, TableConfig(), CLASSIC)) == "host-only"
    assert seating.arrange(table, 0, TableConfig(), table.rules) == ()
    events = seating.arrange(table, 0, TableConfig(), CLASSIC)
    assert [table_event_from_json(table_event_to_json(each)) for each in events] == list(events)
    table = after(table, events)
    assert [who and who.name for who in table.sitters] == ["Ana", "Bo", "Cy"]
    assert table.tokens == (token(0), token(2), token(4))
    assert [(each.text, each.ready) for each in table.seats] == [(who, False) for who in ("Ana", "Bo", "Cy")]
    assert (table.rules, table_view(table, None).changed) == (CLASSIC, ("rules",))
    # With enough seats nobody moves.
    table = after(
        table,
        (Left(1), *seating.arrange(after(table, (Left(1),)), 0, TableConfig(), replace(CLASSIC, seats=5))),
    )
    assert [who and who.name for who in table.sitters] == ["Ana", None, "Cy", None, None]


def test_a_person_becomes_ready_and_takes_it_back() -> None:
    table = full()
    table = after(table, seating.set_ready(table, 1, ready=True))
    assert table_view(table, 0).ready == (False, True, False)
    assert seating.set_ready(table, 1, ready=True) == ()
    assert not any(each.ready for each in after(table, seating.leave(table, 1)).seats)
    table = after(table, seating.set_ready(table, 1, ready=False))
    assert not any(each.ready for each in table.seats)
    assert refusal(lambda: seating.set_ready(playing(), 1, ready=True)) == "begun"


def test_the_host_adds_bots_and_removes_them_before_the_start() -> None:
    table = after(empty(), seating.sit(empty(), "Alma", "x"))
    events = seating.add_bot(table, 0, 2, "nearest")
    assert events == (Sat(2, "Bruno", "nearest", None),), "a name unlike others"
    table = after(table, events)
    assert seating.add_bot(table, 0, 2, "nearest") == ()
    assert seating.sit(table, "Bo", "y") == (Sat(1, "Bo", HUMAN, "y"),)
    table = after(table, seating.remove(table, 0, 2, "Bruno", now=0))
    assert table.sitters[2] is None
    assert seating.remove(table, 0, 2, "Bruno", now=0) == ()
    assert refusal(lambda: seating.add_bot(table, 0, 0, "nearest")) == "seat-taken"
    assert refusal(lambda: seating.add_bot(table, 0, 3, "nearest")) == "no-such-seat"
    assert refusal(lambda: seating.add_bot(table, 1, 1, "nearest")) == "host-only"


def test_a_bot_in_a_game_stays() -> None:
    table = after(full(), seating.leave(full(), 2))
    table = after(table, seating.add_bot(table, 0, 2, "mixed"))
    table = after(table, (beginning(table, 1),))
    assert refusal(lambda: seating.remove(table, 0, 2, "Alma", now=0)) == "begun"
    assert refusal(lambda: seating.add_bot(table, 0, 2, "mixed")) == "begun"


def test_a_person_removed_before_the_game_cannot_sit_down_again() -> None:
    table = full()
    assert refusal(lambda: seating.remove(table, 1, 2, "Person 2", now=0)) == "host-only"
    assert refusal(lambda: seating.remove(table, 0, 0, "Person 0", now=0)) == "own-seat"
    assert refusal(lambda: seating.remove(table, 0, 1, "Person 2", now=0)) == "seat-taken"
    events = seating.remove(table, 0, 1, "Person 1", now=0)
    assert events == (Kicked(1),)
    table = after(table, events)
    assert seating.remove(table, 0, 1, "Person 1", now=0) == ()
    assert seat_of(table, token(1)) is None
    assert refusal(lambda: seating.sit(table, "Person 1", hash_token(token(1)))) == "barred"
    assert seating.sit(table, "Person 1", "x") == (Sat(1, "Person 1", HUMAN, "x"),)


def test_a_bot_plays_for_a_person_who_leaves_and_gives_the_seat_back() -> None:
    table = after(playing(), (Arranged(TableConfig(stand_in="nearest")),))
    events = seating.leave(table, 1)
    assert events == (StoodIn(1, "Alma", "nearest", "left"),)
    table = after(table, events)
    assert seating.leave(table, 1) == ()
    assert gameplay.bots_to_act(table) == ((1, "nearest"),)
    view = table_view(table, 0)
    assert [who and who.name for who in view.sitters] == ["Person 0", "Person 1", "Person 2"]
    assert view.stand_ins == (None, Sitter("Alma", "nearest"), None)
    assert seat_of(table, token(1)) == 1
    card = Choose(table.state.hands[1][0]) if table.state else Choose(0)
    assert refusal(lambda: gameplay.act_in_person(table, 1, card, game=1, round=1, turn=1)) == "stood-in"
    table = after(table, seating.come_back(table, 1))
    assert seating.come_back(table, 1) == ()
    assert gameplay.bots_to_act(table) == ()
    assert gameplay.act_in_person(table, 1, card, game=1, round=1, turn=1)
    late = after(playing(), (TimedOut(1), StoodIn(1, "Alma", "nearest", "time")))
    assert [late.seats[1].missed, after(late, seating.come_back(late, 1)).seats[1].missed] == [1, 0]


def test_a_person_removed_during_a_game_loses_the_seat_to_a_bot() -> None:
    for before in (playing(), after(playing(), seating.leave(playing(), 1))):
        table = after(before, seating.remove(before, 0, 1, "Person 1", now=0))
        assert table.seats[1].stand_in == Sitter("Alma", "careful")
        assert seat_of(table, token(1)) is None
        assert seating.remove(table, 0, 1, "Person 1", now=0) == ()
        # The current game still counts for the person; the bot has the seat in the next.
        assert table.sitters[1] == Sitter("Person 1", HUMAN)
        assert seating.fill(table, "mixed") == (Sat(1, "Alma", "careful", None),)


def with_a_bot() -> Table:
    """Return a table with a new game of two people and a bot."""
    table = after(full(), seating.leave(full(), 2))
    table = after(table, (*seating.fill(table, "nearest"), beginning(table, 1)))
    return after(table, gameplay.dealers_turn(table))


def end_game(table: Table) -> Table:
    """Return the table after the end of its game."""
    return after(table, (Abandoned("enough"),))


def play_round(table: Table) -> Table:
    """Return the table after its round, when people with a claim have taken their seats."""
    rng = Random(1)
    while table.playing and not table.between_rounds:
        table = clock.timed_steps(table, next_move(table, rng), 1)[-1][1]
    return table


def test_a_newcomer_during_a_round_watches_and_gets_a_bots_seat_after_it() -> None:
    table = with_a_bot()
    (event,) = seating.sit(table, "Cy", hash_token("cy"))
    assert event == Claimed(2, "Cy", hash_token("cy"))
    table = after(table, (event,))
    assert seating.sit(table, "Cy", hash_token("cy")) == ()
    assert refusal(lambda: seating.sit(table, "Di", hash_token("di"))) == "full"
    view = Audience.of("cy").view(table)
    assert (view.seat, view.claim, view.claims) == (None, 2, (None, None, "Cy"))
    assert view.view == table_view(table, None).view
    given_up = after(table, seating.give_up(table, hash_token("cy")))
    assert seating.sit(given_up, "Di", "di") == (Claimed(2, "Di", "di"),)
    taken_away = after(table, seating.remove(table, 0, 2, "Cy", now=0))
    assert refusal(lambda: seating.sit(taken_away, "Cy", hash_token("cy"))) == "barred"
    table = play_round(table)
    assert table.sitters[2] == Sitter("Cy", HUMAN)
    assert (seat_of(table, "cy"), [each.claim for each in table.seats]) == (2, [None] * 3)
    assert table.state is not None
    assert table.state.hands[2] == ()
    # Between rounds there is nothing to wait for.
    assert seating.sit(play_round(with_a_bot()), "Cy", "x") == (Sat(2, "Cy", HUMAN, "x"),)


def test_a_newcomer_gets_the_seat_of_a_removed_person_but_not_of_one_who_left() -> None:
    left = after(playing(), seating.leave(playing(), 1))
    assert refusal(lambda: seating.sit(left, "Cy", "x")) == "full"
    table = after(left, seating.remove(left, 0, 1, "Person 1", now=0))
    assert seating.sit(table, "Cy", "x") == (Claimed(1, "Cy", "x"),)
    assert refusal(lambda: seating.sit(table, "Cy", hash_token(token(1)))) == "barred"
    closed = after(table, (Arranged(TableConfig(late=False)),))
    assert refusal(lambda: seating.sit(closed, "Cy", "x")) == "begun"
    private = after(table, (Arranged(TableConfig(spectators=False)),))
    assert refusal(lambda: seating.sit(private, "Cy", "x")) == "private"


def test_before_a_game_a_newcomer_replaces_a_bot_if_no_seat_is_free() -> None:
    table = after(full(), seating.leave(full(), 2))
    table = after(table, seating.add_bot(table, 0, 2, "nearest"))
    table = after(table, seating.sit(table, "Cy", "x"))
    assert (table.sitters[2], table.offered) == (Sitter("Cy", HUMAN), None)


def test_a_newcomer_after_a_game_sits_down_as_the_next_begins() -> None:
    table = end_game(with_a_bot())
    assert table.state is not None
    table = after(table, seating.sit(table, "Cy", hash_token("cy")))
    assert table.sitters[2] != Sitter("Cy", HUMAN), "the result is the bot's"
    again = seating.fill(table, "mixed")
    assert again == (Sat(2, "Cy", HUMAN, hash_token("cy")),)
    # If nobody is left to begin it, a newcomer becomes the host.
    for seat in (0, 1):
        table = after(table, seating.leave(table, seat))
    table = after(table, seating.give_up(table, hash_token("cy")))
    table = after(table, seating.sit(table, "Cy", hash_token("cy")))
    assert (table.state, table.host) == (None, 2)


def test_after_a_game_the_host_may_reduce_the_seats_to_the_people() -> None:
    table = end_game(with_a_bot())
    fewer = replace(table.rules, seats=2)
    assert refusal(lambda: seating.arrange(playing(), 0, TableConfig(), fewer)) == "begun"
    assert refusal(lambda: seating.arrange(end_game(playing()), 0, TableConfig(), fewer)) == "seats-taken"
    assert refusal(lambda: seating.arrange(table, 1, TableConfig(), fewer)) == "host-only"
    gathered = after(table, seating.arrange(table, 0, TableConfig(), fewer))
    assert [who and who.name for who in gathered.sitters] == ["Person 0", "Person 1"]
    assert (gathered.state, gathered.dealer, gathered.games) == (None, None, 1)
    assert not any(each.ready for each in gathered.seats)
    assert seating.arrange(gathered, 0, TableConfig(), fewer) == (), "a second request changes nothing"
    # A person with a claim counts, and gets the seat.
    claim = after(table, seating.sit(table, "Cy", "x"))
    assert refusal(lambda: seating.arrange(claim, 0, TableConfig(), fewer)) == "seats-taken"
    same = after(claim, seating.arrange(claim, 0, TableConfig(), claim.rules))
    assert [who and who.name for who in same.sitters] == ["Person 0", "Person 1", "Cy"]
    assert refusal(lambda: gameplay.begin(same, 1, game=2, bots=(), began=beginning(same, 1))) == "host-only"
    assert gameplay.begin(same, 0, game=2, bots=(), began=beginning(same, 1)) == (beginning(same, 1),)
    # A person who was removed during the game has no seat any more.
    kicked = after(table, seating.remove(table, 0, 1, "Person 1", now=0))
    kicked = after(kicked, seating.arrange(kicked, 0, TableConfig(), table.rules))
    assert [who and who.kind for who in kicked.sitters] == [HUMAN, "careful", "nearest"]


def test_the_next_person_is_the_host_while_the_first_is_away() -> None:
    table = after(playing(), seating.leave(playing(), 0))
    assert table.host == 1
    assert refusal(lambda: seating.arrange(table, 0, TableConfig(chat=False))) == "host-only"
    assert after(table, seating.come_back(table, 0)).host == 0


def test_for_five_minutes_nobody_who_has_left_is_removed_and_no_deputy_host_removes_anybody() -> None:
    now = 1_000_000_000
    table = clock.timed_steps(playing(), seating.leave(playing(), 0), now)[-1][1]
    for seat, name in ((0, "Person 0"), (2, "Person 2")):
        remove = partial(seating.remove, table, 1, seat, name)
        assert refusal(partial(remove, now=now + 4 * MINUTE_MS)) == "may-return"
        assert Kicked(seat) in remove(now=now + 6 * MINUTE_MS)
    # Earlier versions stored no time.
    timeless = after(playing(), (StoodIn(0, "Alma", "careful", "left"),))
    assert Kicked(0) in seating.remove(timeless, 1, 0, "Person 0", now=now)
    table = after(table, seating.come_back(table, 0))
    assert refusal(lambda: seating.remove(table, 1, 2, "Person 2", now=now)) == "host-only"
    assert Kicked(2) in seating.remove(table, 0, 2, "Person 2", now=now)


NAMES = ("Ana", "Bo", "Cy", "Dee")


MINUTE_MS = 60_000


stories = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(("come", "leave")), st.sampled_from(NAMES), st.just("")),
        st.tuples(st.just("remove"), st.sampled_from(NAMES), st.sampled_from(NAMES)),
        st.tuples(st.just("wait"), st.sampled_from((1, 4, 5)), st.just("")),
        st.tuples(st.just("begin"), st.just(""), st.just("")),
    ),
    max_size=40,
)


@given(stories)
@settings(max_examples=300)
def test_a_host_who_comes_back_is_host_again_and_nobody_who_has_just_left_is_removed(
    story: list[tuple[str, Any, str]],
) -> None:
    """The test keeps its own account: the order of arrivals, the people here, and when others left."""
    now = 1_000_000_000
    log: list[TableEvent] = [Opened(CLASSIC, secret(1, 1))]
    order: list[str] = []
    here: set[str] = set()
    left: dict[str, int] = {}
    removed: set[str] = set()
    for what, who, whom in (("come", "Ana", ""), *story):
        table = fold("table", log)
        seats = {name: seat_of(table, name) for name in NAMES}
        hosts = [name for name in order if name in here]
        seat, target = seats.get(who), seats.get(whom)
        events: Log = ()
        if what == "wait":
            now += who * MINUTE_MS
        elif what == "begin" and not table.games:
            events = (*seating.fill(table, "nearest"), beginning(table, 1))
        elif what == "come" and who not in here | removed:
            if seat is not None:
                events = seating.come_back(table, seat)
            elif not table.games and table.free is not None:
                events = seating.sit(table, who, hash_token(who))
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
            recent = [name for name in left if now - left[name] < 5 * MINUTE_MS]
            too_soon = any(name in recent for name in (whom, *before))
            request = partial(seating.remove, table, seat, target, whom, now=now)
            if too_soon:
                assert refusal(request) == "may-return"
            else:
                events = request()
                assert Kicked(target) in events
                here.discard(whom)
                removed.add(whom)
        if events:
            log += [event for event, _ in clock.timed_steps(table, events, now)]
        after_it = fold("table", [loads_event(dumps_event(each)) for each in log])
        assert after_it == fold("table", log), "another process, or this one after a restart"
        first = next((name for name in order if name in here), None)
        assert after_it.host == (None if first is None else seat_of(after_it, first))


def test_endless_arrivals_neither_fill_the_log_of_guests_nor_replace_the_host() -> None:
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


GOLDEN = sorted((Path(__file__).parents[2] / "golden").glob("*.sixth.jsonl"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_game_dealt_again_continues_from_any_position(path: Path) -> None:
    game = next(read(path.read_text(encoding="utf-8").splitlines()))
    person = Sat(0, "Ana", HUMAN, hash_token(token(0)))
    for at in range(0, len(game.events), 1 + len(game.events) // 7):
        events = seating.deal_again("table", game, person, "nearest", beginning(empty(game.rules), 1), at=at)
        table = fold("table", events)
        assert table.state == game.state(at)
        assert table.in_person(0)


def test_an_outside_bot_is_host_only_of_its_own_table_until_a_person_comes() -> None:
    bot, ana, bo = map(token, range(3))
    opened = Opened(CLASSIC, secret(0, 0), TableConfig(outside=True))
    first = Sat(0, "Robo", OUTSIDE, hash_token(bot))
    table = fold("t", (opened, first))
    assert table.host == 0
    table = after(table, seating.sit(table, "Second", hash_token(bo), OUTSIDE))
    table = after(table, seating.sit(table, "Ana", hash_token(ana)))
    assert table.host == 2
    assert refusal(lambda: seating.add_bot(table, 0, 2, "careful")) == "host-only"
    without_robo = after(table, seating.leave(table, 0))
    assert without_robo.host == 2
    assert after(without_robo, seating.leave(without_robo, 2)).host is None
    assert after(table, seating.leave(table, 2)).host == 0
