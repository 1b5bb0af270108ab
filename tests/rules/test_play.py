"""The game as a library: one object that deals, counts and takes actions."""

from random import Random

import pytest

import sixth
from sixth.rules.deal import Dealer
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
def test_a_game_is_played_by_acting_for_whoever_it_waits_for(name: str) -> None:
    for seats in sixth.games[name].seats:
        game = play_on(sixth.Game(sixth.games[name].replace(seats=seats), seed=seats))
        assert game.winners
        assert len(game.totals) == seats
        (record,) = read(game.record().splitlines())
        assert record == game.as_record()
        assert verify(record).fair


def test_the_same_seed_gives_the_same_bytes() -> None:
    first, again = (play_on(sixth.Game(RULES, seed=5)).record() for _ in range(2))
    assert first == again
    assert play_on(sixth.Game(RULES, seed=6)).record() != first
    assert play_on(sixth.Game(RULES, seed=5), 2).record() != first


def test_without_a_seed_no_two_games_are_dealt_alike() -> None:
    assert sixth.Game(RULES).record() != sixth.Game(RULES).record()


def test_a_dealer_may_be_given() -> None:
    dealer = Dealer(bytes(32), ("a", "b", "c"))
    game = sixth.Game(RULES, dealer=dealer)
    assert game.as_record() == sixth.Game(RULES, dealer=dealer).as_record()


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
