"""The commands in a game: when each is allowed, and that a second request changes nothing."""

from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from random import Random
from typing import Literal

from hypothesis import given, strategies as st

import sixth
from sixth.rules.events import Action, Choose, Chose, Flipped, Pick, Picked, Take, Took
from sixth.rules.game import Refusal
from sixth.rules.options import Rules
from sixth.server.table import gameplay, seating
from sixth.server.table.events import Began, PlayedOut, Readied
from sixth.server.table.fold import fold
from sixth.server.table.state import Table
from tests.rules.strategies import all_rules, named_rules, seeds
from tests.server.support.logs import Log, beginning, moves, next_move, out_of_it, whole
from tests.server.support.tables import after, full, playing, refusal


@dataclass(frozen=True)
class Request:
    """A request of a person, with the round and turn that it is for."""

    asks: Action | Literal["flip", "next", "begin"]
    seat: int = 0
    round: int = 0
    turn: int = 0

    def to(self, table: Table) -> Log:
        """Return the events of the request at this table."""
        if self.asks == "flip":
            return gameplay.flip(table, self.seat, game=table.games, round=self.round, turn=self.turn)
        if self.asks == "next":
            return gameplay.next_round(table, self.seat, game=table.games, round=self.round)
        if self.asks == "begin":
            return gameplay.begin(table, self.seat, game=self.round, bots=(), began=beginning(table, 7))
        return gameplay.act(table, self.seat, self.asks, round=self.round, turn=self.turn)

    def answer(self, table: Table) -> str:
        """Return the code of its refusal; "" if it changes nothing, "done" if it does."""
        try:
            return "done" if self.to(table) else ""
        except Refusal as error:
            return error.code


def request_of(table: Table, events: Log) -> Request | None:
    """Return a person's request with these events at the table; None for events without a request."""
    state = table.state
    round, turn = (state.round, state.turn) if state else (0, 0)
    match events[0]:
        case Chose(seat, card):
            return Request(Choose(card), seat, round, turn)
        case Picked(seat, card):
            return Request(Pick(card), seat, round, turn)
        case Took(seat, row, end):
            return Request(Take(row, end), seat, round, turn)
        case Flipped(seat):
            return Request("flip", seat, round, turn)
        case Readied(seat):
            return Request("next", seat, round + 1)
        case Began():
            return Request("begin", round=table.games + 1)
    return None


def test_the_first_person_here_begins_the_game() -> None:
    table = full()
    assert (
        refusal(lambda: gameplay.begin(table, 1, game=1, bots=(), began=beginning(table, 1))) == "host-only"
    )
    table = after(table, seating.leave(table, 0))
    assert table.host == 1
    assert gameplay.begin(table, 1, game=1, bots=(), began=beginning(table, 1)) == (beginning(table, 1),)


def test_a_game_begins_once_for_many_requests_and_only_the_next_can() -> None:
    began = beginning(full(), 1)
    assert refusal(lambda: gameplay.begin(full(), 0, game=2, bots=(), began=began)) == "not-now"
    table = after(full(), (began,))
    assert gameplay.begin(table, 0, game=1, bots=(), began=beginning(table, 1)) == ()
    assert refusal(lambda: gameplay.begin(table, 0, game=2, bots=(), began=beginning(table, 1))) == "not-now"
    assert refusal(lambda: seating.sit(table, "Di", "x")) == "full"


def test_moves_are_refused_before_the_game() -> None:
    table = full()
    turns: tuple[Request, ...] = (Request(Choose(5)), Request(Take(0)), Request(Pick(5)), Request("flip"))
    for request in (*turns, Request("next", round=1)):
        assert request.answer(table) == "not-begun"
    assert gameplay.dealers_turn(table) == ()
    assert gameplay.bots_to_act(table) == ()


def test_a_text_is_used_for_the_next_game_only() -> None:
    table = after(full(), gameplay.add_text(full(), 2, "mine"))
    assert gameplay.add_text(table, 2, "mine") == ()
    assert after(table, gameplay.add_text(table, 2, "")).seats[2].text == "", "it can be withdrawn"
    table = after(table, (beginning(table, 1),))
    assert table.dealer is not None
    assert table.dealer.texts == ("by Ana", "", "mine")
    assert [each.text for each in table.seats] == ["", "", ""]


def test_a_bot_turns_over_the_cards_of_a_person_who_has_left() -> None:
    table = playing(sixth.games["kids"].replace(seats=3))
    actor = table.state.actor if table.state else None
    assert actor is not None
    assert gameplay.dealers_turn(table) == ()
    table = after(table, seating.leave(table, actor))
    assert refusal(lambda: gameplay.flip(table, actor, game=1, round=1, turn=1)) == "stood-in"
    assert isinstance(gameplay.dealers_turn(table)[0], Flipped)


@given(all_rules(), seeds(), st.data())
def test_the_same_request_twice_changes_nothing(rules: Rules, seed: int, data: st.DataObject) -> None:
    """Also if the first one completed the turn, the round or the game."""
    for table, events in islice(moves(rules, seed), data.draw(st.integers(1, 200))):
        request = request_of(table, events)
        if request is not None:
            assert request.answer(table) == "done"
            assert request.answer(after(table, events)) == ""


@given(all_rules(), seeds(), st.data())
def test_a_repeated_request_changes_nothing_even_much_later(
    rules: Rules, seed: int, data: st.DataObject
) -> None:
    game = list(moves(rules, seed))
    early = data.draw(st.integers(0, len(game) - 1))
    then, events = game[early]
    request = request_of(then, events)
    for table, _ in game[early + 1 :]:
        # Within a turn a card may be chosen again after another one.
        if request is not None and not (isinstance(events[0], Chose) and _same_turn(table, then)):
            assert request.answer(table) in ("", "too-late", "not-your-turn", "over")


def _same_turn(one: Table, other: Table) -> bool:
    return len({(table.state.round, table.state.turn) for table in (one, other) if table.state}) == 1


@given(all_rules(), seeds(), st.data())
def test_a_request_for_another_turn_is_refused(rules: Rules, seed: int, data: st.DataObject) -> None:
    for table, events in islice(moves(rules, seed), data.draw(st.integers(1, 100))):
        request = request_of(table, events)
        if request is None or request.asks in ("next", "begin"):
            continue
        for round, turn in ((0, 1), (1, 0), (0, -1), (1, 1), (0, 99)):
            other = replace(request, round=request.round + round, turn=request.turn + turn)
            # The same action may have happened in the turn before.
            answers = ("too-late", "not-your-turn", "") if turn < 0 else ("too-early", "not-your-turn")
            assert other.answer(table) in answers


@given(all_rules(), seeds(), st.data())
def test_no_seat_acts_out_of_turn(rules: Rules, seed: int, data: st.DataObject) -> None:
    """An action that is another seat's, or for another phase, is refused, or has already happened."""
    skip = data.draw(st.integers(0, 100))
    for table, _ in islice(moves(rules, seed), skip, skip + 5):
        state = table.state
        if state is None or state.over:
            continue
        for seat in range(rules.seats):
            request = partial(Request, seat=seat, round=state.round, turn=state.turn)
            if state.phase != "take" or state.actor != seat:
                assert request(Take(0)).answer(table) != "done"
            if state.phase != "pick" or state.actor != seat:
                assert request(Pick(1)).answer(table) != "done"
            if state.phase != "flip" or state.actor != seat:
                assert request("flip").answer(table) != "done"
            for card in {card for hand in state.hands for card in hand} - {*state.hands[seat]}:
                assert request(Choose(card)).answer(table) in ("not-in-hand", "not-now", "out")


@given(named_rules(), seeds())
def test_only_the_deal_of_a_new_round_waits_until_all_are_ready(rules: Rules, seed: int) -> None:
    for table, events in moves(rules, seed):
        state = table.state
        if state is None:
            continue
        waits = bool(state.past) and not state.over and state.phase in ("lay", "deal") and not state.open_deck
        waits = waits and state.part == 0
        assert table.between_rounds == waits
        if state.phase in ("lay", "deal") and not waits:
            assert gameplay.dealers_turn(table) == events
        if waits:
            assert gameplay.dealers_turn(table) == ()
            assert Request("next", round=state.round + 2).answer(table) == "not-now"
        else:
            assert Request("next", round=state.round).answer(table) == ""
            assert Request("next", round=state.round + 1).answer(table) == "not-now"


def test_the_next_game_begins_once_everybody_here_is_ready() -> None:
    rules = sixth.games["halves"].replace(seats=3)
    table = fold("table", whole(rules, seed=3))
    assert not table.playing
    began = beginning(table, 3)
    for seat in (2, 0):
        ready = gameplay.begin(table, seat, game=2, bots=(), began=began)
        assert ready == (Readied(seat, ready=True),), "others are not ready"
        table = after(table, ready)
        assert gameplay.begin(table, seat, game=2, bots=(), began=began) == ()
    again = after(table, gameplay.begin(table, 1, game=2, bots=(), began=began))
    assert again.playing
    assert not any(each.ready for each in again.seats)
    assert [who and who.name for who in again.sitters] == ["Person 0", "Person 1", "Person 2"]


# ------------------------------------------------------------------ out, and alone with bots


def _first_out_of_it(*, people: int) -> Table:
    return fold("table", out_of_it(people=people))


def test_a_person_who_is_out_and_alone_can_have_the_game_played_out() -> None:
    table = _first_out_of_it(people=1)
    events = gameplay.play_out(table, 0, game=1)
    assert events[0] == PlayedOut(0)
    table = after(table, events)
    assert gameplay.play_out(table, 0, game=1) == ()
    rng = Random(1)
    while table.playing:
        events = next_move(table, rng)
        assert not any(isinstance(event, Readied) for event in events)
        table = after(table, events)
    # The next game needs a request as usual.
    assert gameplay.dealers_turn(table) == ()
    table = after(table, gameplay.begin(table, 0, game=2, bots=(), began=beginning(table, 1)))
    assert not table.played_out


def test_a_game_is_not_played_out_while_a_person_plays_or_others_are_here() -> None:
    table = _first_out_of_it(people=1)
    assert refusal(lambda: gameplay.play_out(table, 0, game=2)) == "other-game"
    assert table.state
    early = replace(table, state=replace(table.state, seats_in=(0, *table.state.seats_in)))
    assert refusal(lambda: gameplay.play_out(early, 0, game=1)) == "not-out"
    in_a_round = after(table, gameplay.deal_round(table))
    assert refusal(lambda: gameplay.play_out(in_a_round, 0, game=1)) == "not-now"
    both = _first_out_of_it(people=2)
    assert refusal(lambda: gameplay.play_out(both, 0, game=1)) == "not-out"
