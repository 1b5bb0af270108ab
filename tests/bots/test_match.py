"""Whole games between bots: the same from the same seed, each to its end or abandoned with a reason."""

import pytest

import sixth
from sixth.bots.match import MatchTally, play_games
from sixth.rules.events import Abandoned, Event, RoundEnded
from sixth.rules.options import End
from sixth.sim.policy.weights import SHIPPED

CLASSIC = sixth.games["classic"]


@pytest.mark.parametrize("name", ["random", "nearest", "careful", "montecarlo:5", "policy", "search:10"])
def test_the_same_seed_gives_the_same_games_and_another_gives_others(name: str) -> None:
    def events(seed: int) -> list[tuple[Event, ...]]:
        rules = CLASSIC.replace(seats=3, end=End("rounds", 1))
        return [game.events for game in play_games(rules, [name] * 3, games=2, seed=seed)]

    assert events(7) == events(7)
    assert not set(events(7)) & set(events(8))


def test_a_game_does_not_depend_on_how_many_are_played() -> None:
    rules = CLASSIC.replace(seats=2, end=End("rounds", 1))
    few = [game.record() for game in play_games(rules, ["random", "careful"], games=2, seed=1)]
    many = [game.record() for game in play_games(rules, ["random", "careful"], games=5, seed=1)]
    assert many[:2] == few


def test_records_name_the_seats_by_their_bots() -> None:
    rules = CLASSIC.replace(seats=3, end=End("rounds", 1))
    (game,) = play_games(rules, ["careful", "random", "careful"], games=1, seed=12)
    record = game.as_record()
    assert [(seat.name, seat.kind) for seat in record.seats] == [
        ("careful 1", "careful"),
        ("random 1", "random"),
        ("careful 2", "careful"),
    ]
    assert record.game == "simulate-12-1"
    assert record.started is None


def test_seats_are_not_named_by_a_whole_path() -> None:
    rules = CLASSIC.replace(seats=3, end=End("rounds", 1))
    (game,) = play_games(rules, [f"policy:{SHIPPED}", "policy", "search:16"], games=1, seed=12)
    seats = game.as_record().seats
    assert [seat.name for seat in seats] == ["policy 1", "policy 2", "search:16 1"]
    assert seats[0].kind == f"policy:{SHIPPED}"


def test_a_game_without_end_is_abandoned_and_says_so() -> None:
    rules = CLASSIC.replace(seats=2, end=End("score", 100_000))
    (game,) = play_games(rules, ["random"] * 2, games=1, seed=1, max_rounds=5)
    assert game.over
    assert game.winners == ()
    assert game.events[-1] == Abandoned("No end in sight after 5 rounds.")
    assert sum(isinstance(event, RoundEnded) for event in game.events) == 5
    tally = MatchTally(2)
    tally.add(game)
    assert (tally.games, tally.abandoned, tally.rounds) == (1, 1, 5)
    assert tally.wins(0) is None
    assert tally.heads_a_round(0) == game.totals[0] / 5


def test_a_tally_counts_only_the_rounds_a_seat_was_in() -> None:
    rules = sixth.games["elimination"].replace(seats=4, end=End("elimination", 15))
    tally = MatchTally(4)
    for game in play_games(rules, ["random"] * 4, games=20, seed=3):
        tally.add(game)
    assert tally.rounds > max(tally.rounds_in) >= 20
    assert sum(tally.heads_a_game(seat) for seat in range(4)) * 20 == pytest.approx(sum(tally.heads))


def test_shared_wins_add_up_to_one_a_game() -> None:
    rules = CLASSIC.replace(seats=10, hand=1, end=End("rounds", 1))
    tally = MatchTally(10)
    for game in play_games(rules, ["random"] * 10, games=50, seed=3):
        tally.add(game)
    wins = [tally.wins(seat) for seat in range(10)]
    assert sum(share for share in wins if share is not None) == pytest.approx(1)
