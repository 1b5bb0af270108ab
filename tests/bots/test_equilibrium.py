"""The champion where all cards of two seats are known: it draws its cards from an exact equilibrium."""

from collections import Counter
from dataclasses import replace
from itertools import count
from math import sqrt
from random import Random

import pytest

import sixth
from sixth import bots
from sixth.bots.equilibrium import SOLVED_CARDS, equilibrium
from sixth.bots.registry import SOLVED_POSITIONS
from sixth.bots.search import SearchSettings
from sixth.rules.options import End, Rules
from sixth.rules.view import View, sample, view
from sixth.sim.policy.presets import untrained
from sixth.sim.solver import solve
from tests.bots.test_search import alone

TACTICAL = sixth.games["tactical"].replace(seats=2)
LOGIC = sixth.games["logic"].replace(seats=2)
LITTLE = SearchSettings(playouts=200, pool=64, worlds=32)


def decision(rules: Rules, cards: int, seed: int, phase: str = "choose", seat: int = 0) -> View:
    """Return a view of a seat with a choice and so many cards in the hand, in a game at random."""
    rng = Random(seed)
    for number in count():
        game = sixth.Game(rules, seed=f"{seed} {number}")
        while game.state.round < 2 and not game.over:
            for each in game.to_act:
                seen = game.view(each)
                if (seen.phase, len(seen.hand), each) == (phase, cards, seat) and len(seen.legal) > 1:
                    return seen
                game.act(each, rng.choice(seen.legal))
    raise AssertionError


def mixed(rules: Rules, cards: int) -> View:
    """Return the first view with an equilibrium in which two cards are both likely."""
    for seed in count():
        seen = decision(rules, cards, seed)
        strategy = equilibrium(seen, SOLVED_POSITIONS)
        assert strategy is not None
        if sorted(strategy.values())[-2] > 0.2:
            return seen
    raise AssertionError


@pytest.mark.parametrize("rules", [TACTICAL, LOGIC], ids=["tactical", "logic"])
def test_the_champion_plays_each_card_as_often_as_the_equilibrium_does(rules: Rules) -> None:
    seen, rounds = mixed(rules, 4), 400
    played = Counter(bots.make("champion", seed=seed).act(seen) for seed in range(rounds))
    strategy = solve(seen).strategies[0]
    assert sum(strategy.values()) == pytest.approx(1)
    for action, probability in strategy.items():
        error = sqrt(probability * (1 - probability) / rounds)
        assert abs(played[action] / rounds - probability) <= 4 * error + 1e-9


def test_no_card_that_the_champion_plays_loses_anything() -> None:
    for cards in (2, 3, 4, 5):
        for seed in range(3):
            for seat in (0, 1):
                seen = decision(TACTICAL, cards, seed, seat=seat)
                loss = solve(seen).answers[seat]
                for number in range(5):
                    assert loss[bots.make("champion", seed=number).act(seen)] == pytest.approx(0, abs=1e-6)


def test_no_row_that_the_champion_takes_loses_anything() -> None:
    for seed in range(8):
        for seat in (0, 1):
            seen = decision(TACTICAL, 3, seed, phase="take", seat=seat)
            loss = solve(seen).answers[seat]
            assert loss[bots.make("champion", seed=1).act(seen)] == pytest.approx(0, abs=1e-6)


def test_the_same_seed_plays_the_same() -> None:
    seen = mixed(TACTICAL, 4)
    for seed in range(20):
        assert bots.make("champion", seed=seed).act(seen) == bots.make("champion", seed=seed).act(seen)


def test_there_is_an_equilibrium_only_where_the_other_hand_follows_from_the_view() -> None:
    classic = sixth.games["classic"]
    for rules in (classic.replace(seats=2), sixth.games["tactical"].replace(seats=3)):
        assert equilibrium(decision(rules, 3, 1), SOLVED_POSITIONS) is None
    # A deck of 24 is used up by two hands of ten and the rows.
    assert equilibrium(decision(classic.replace(seats=2, deck=24), 3, 1), SOLVED_POSITIONS) is not None
    # In the first half cards of the second are not known, even though all are dealt in the end.
    halves = Rules(seats=2, deck=10, rows=2, deal="halves", end=End("rounds", 1))
    early = sixth.Game(halves, seed=1).view(0)
    assert len(early.hand) <= SOLVED_CARDS
    assert equilibrium(early, SOLVED_POSITIONS) is None


def test_where_cards_are_hidden_the_champion_plays_the_same_whatever_they_are() -> None:
    seen = decision(sixth.games["classic"].replace(seats=2), 3, 1)
    for seed in range(4):
        other = view(sample(seen, Random(seed)), 0)
        assert bots.make("champion:500", seed=5).act(other) == bots.make("champion:500", seed=5).act(seen)


def test_a_choice_of_the_other_seat_changes_nothing() -> None:
    seen = mixed(TACTICAL, 4)
    chosen = {replace(seen, has_chosen=(False, has)) for has in (False, True)}
    assert len({tuple((equilibrium(each, SOLVED_POSITIONS) or {}).items()) for each in chosen}) == 1


def test_beyond_its_limits_a_bot_searches_as_it_does_without_solutions() -> None:
    player = untrained()["nearest"]
    late, early = decision(TACTICAL, 5, 1), decision(TACTICAL, SOLVED_CARDS + 1, 1)
    assert equilibrium(late, 5) is None
    assert equilibrium(late, SOLVED_POSITIONS, lambda: 0.0) is None
    assert equilibrium(late, SOLVED_POSITIONS, lambda: 60.0) is not None
    assert equilibrium(early, SOLVED_POSITIONS) is None
    for seed in range(3):
        for seen, most in ((late, 5), (early, SOLVED_POSITIONS)):
            limited = alone(replace(LITTLE, solved_positions=most), player, seed)
            assert limited.act(seen) == alone(LITTLE, player, seed).act(seen)
