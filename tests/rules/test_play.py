"""The game as a library: one object that deals, counts and takes actions."""

from copy import copy
from dataclasses import replace
from random import Random

import pytest

import sixth
from sixth.rules.deal import Dealer
from sixth.rules.events import Abandoned, Action, Dealt, Proof, RoundEnded
from sixth.rules.options import End
from sixth.rules.record import Seat, read
from sixth.rules.verify import verify

RULES = sixth.games["classic"].replace(seats=3)


def play_on(game: sixth.Game, seed: int = 1) -> sixth.Game:
    rng = Random(seed)
    while not game.over:
        for seat in game.to_act:
            game.act(seat, rng.choice(game.view(seat).legal))
    return game


@pytest.mark.parametrize("name", sixth.games)
def test_a_game_is_played_by_acting_for_the_seats_it_waits_for(name: str) -> None:
    for seats in sixth.games[name].seats:
        game = play_on(sixth.Game(sixth.games[name].replace(seats=seats), seed=seats))
        assert game.winners
        assert len(game.totals) == seats
        (record,) = read(game.record().splitlines())
        assert record == game.as_record()
        assert verify(record).fair


def test_the_same_seed_or_dealer_deals_the_same_cards_and_without_them_no_two_games_are_alike() -> None:
    first, second = (play_on(sixth.Game(RULES, seed=5)).record() for _ in range(2))
    assert first == second
    assert play_on(sixth.Game(RULES, seed=6)).record() != first
    assert play_on(sixth.Game(RULES, seed=5), 2).record() != first
    dealer = Dealer(bytes(32), ("a", "b", "c"))
    assert sixth.Game(RULES, dealer=dealer).record() == sixth.Game(RULES, dealer=dealer).record()
    assert sixth.Game(RULES).record() != sixth.Game(RULES).record()


def test_a_refused_action_leaves_the_game_as_it_was() -> None:
    game = sixth.Game(RULES, seed=1)
    before, events = game.state, game.events
    for action in (sixth.Choose(0), sixth.Take(0), sixth.Pick(1)):
        with pytest.raises(sixth.Refusal):
            game.act(0, action)
    assert (game.state, game.events) == (before, events)


def test_an_abandoned_game_is_over_and_recorded() -> None:
    game = sixth.Game(RULES, seed=1)
    game.abandon("the train came")
    assert game.over
    assert game.winners == ()
    (record,) = read(game.record().splitlines())
    assert record == game.as_record()
    with pytest.raises(sixth.Refusal, match="The game is over"):
        game.abandon("again")


def test_seats_have_names_and_kinds() -> None:
    game = sixth.Game(RULES, seed=1, seats=[Seat("Ana"), Seat("Bo", "greedy"), Seat("Cy")])
    assert [seat.name for seat in game.as_record().seats] == ["Ana", "Bo", "Cy"]
    assert [seat.name for seat in sixth.Game(RULES, seed=1).seats] == ["Seat 1", "Seat 2", "Seat 3"]
    with pytest.raises(ValueError, match="2 seats given; the rules have 3"):
        sixth.Game(RULES, seats=[Seat("Ana"), Seat("Bo")])


class Lowest:
    """Always does the first thing it may, and remembers what it was shown."""

    def __init__(self) -> None:
        self.views: list[sixth.View] = []

    def act(self, view: sixth.View) -> Action:
        self.views.append(view)
        return view.legal[0]


def test_bots_play_a_game_round_by_round() -> None:
    game = sixth.Game(sixth.games["classic"].replace(seats=3, end=End("rounds", 3)), seed=7)
    bots = [Lowest() for _ in range(3)]
    ends = []
    for event in game.rounds(bots):
        ends.append(event)
        assert game.totals == event.totals
        assert game.over == (event.round == 3)
    assert [event.round for event in ends] == [1, 2, 3]
    assert ends == [event for event in game.events if isinstance(event, RoundEnded)]
    for seat, bot in enumerate(bots):
        assert {view.seat for view in bot.views} == {seat}
        assert all(seat in view.to_act for view in bot.views)


@pytest.mark.parametrize("name", sixth.games)
def test_bots_play_on_from_where_a_game_stands(name: str) -> None:
    rules = sixth.games[name].replace(seats=3)
    whole, halfway = sixth.Game(rules, seed=7), sixth.Game(rules, seed=7)
    bots = [Lowest()] * 3
    whole.play(bots)
    for seat in halfway.to_act:
        halfway.act(seat, halfway.view(seat).legal[0])
    halfway.play(bots)
    assert whole.over
    assert halfway.record() == whole.record()
    assert not list(whole.rounds(bots))


def test_a_game_with_no_end_in_sight_is_abandoned() -> None:
    game = sixth.Game(sixth.games["classic"].replace(seats=2, end=End("score", 100_000)), seed=1)
    game.play([Lowest()] * 2, max_rounds=2)
    assert game.events[-1] == Abandoned("No end in sight after 2 rounds.")
    assert game.state.round == 3


def test_a_copy_goes_its_own_way_with_the_same_cards_to_come() -> None:
    game = sixth.Game(RULES, seed=7)
    play_round(game)
    before = game.record()
    for other in (game.copy(), copy(game)):
        assert other.record() == before
        play_on(other, seed=2)
        assert other.over
        assert game.record() == before
    other, another = game.copy(), game.copy()
    assert (
        play_on(other, seed=3).record() == play_on(another, seed=3).record() != play_on(game, seed=4).record()
    )


def play_round(game: sixth.Game) -> None:
    next(game.rounds([Lowest()] * game.rules.seats))


@pytest.mark.parametrize("name", sixth.games)
def test_a_record_is_stood_at_any_event_and_played_on(name: str) -> None:
    bots = [Lowest()] * 3
    whole = sixth.Game(sixth.games[name].replace(seats=3), seed=7, game="g", started="2026-01-01")
    whole.play(bots)
    record = whole.as_record()
    for at in range(0, len(record.events) + 1, 7):
        game = sixth.Game.from_record(record, at)
        assert game.over or game.to_act
        assert len(game.events) >= at
        assert game.events == record.events[: len(game.events)]
        assert game.state == record.state(len(game.events))
        game.play(bots)
        assert game.record() == whole.record()
    assert sixth.Game.from_record(record).over


def test_a_record_is_stood_no_further_on_than_at_the_next_decision() -> None:
    game = sixth.Game(RULES, seed=7)
    first, second = (game.view(seat).hand[0] for seat in (0, 1))
    game.act(0, sixth.Choose(first))
    game.act(1, sixth.Choose(second))
    position = sixth.Game.from_record(game.as_record(), 2)
    assert position.to_act == (1, 2)
    assert position.view(0).chosen == first


def test_a_record_without_a_proof_is_played_on_with_cards_nobody_can_guess() -> None:
    record = sixth.Game(RULES, seed=7).as_record()
    (deal,) = record.events
    assert isinstance(deal, Dealt)
    for proof in (None, Proof("", (), "no number")):
        bare = replace(record, events=(replace(deal, proof=proof),))
        first, second = (sixth.Game.from_record(bare) for _ in range(2))
        play_round(first)
        play_round(second)
        assert first.view(0).totals == second.view(0).totals
        assert first.record() != second.record()


@pytest.mark.parametrize("at", [-1, 2])
def test_a_record_has_no_such_event_to_stand_at(at: int) -> None:
    with pytest.raises(ValueError, match=f"from 0 to 1, not {at}"):
        sixth.Game.from_record(sixth.Game(RULES, seed=7).as_record(), at)
