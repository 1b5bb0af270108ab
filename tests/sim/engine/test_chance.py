"""The dealer: every order of cards as likely as any other. Seeds are fixed, so nothing here is luck."""

from itertools import permutations

import numpy as np
import pytest

from sixth.rules.options import Rules
from sixth.sim import Sim
from sixth.sim.engine.chance import chance, mixed


def far(counts: np.ndarray, expected: float) -> float:
    """Chi-squared as standard deviations from what is usual."""
    freedom = counts.size - 1
    return float((((counts - expected) ** 2 / expected).sum() - freedom) / (2 * freedom) ** 0.5)


def test_the_numbers_are_those_of_splitmix64() -> None:
    # The first numbers that the published generator gives for the seed 1234567.
    golden, state = 0x9E3779B97F4A7C15, 1234567
    given = [int(mixed(np.uint64((state + golden * (step + 1)) % 2**64))) for step in range(3)]
    assert given == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_games_and_places_have_numbers_of_their_own() -> None:
    numbers = {
        int(chance(np.uint64(seed), np.uint64(game), np.uint64(place)))
        for seed in range(4)
        for game in range(100)
        for place in range(256)
    }
    assert len(numbers) == 4 * 100 * 256


@pytest.mark.parametrize("deck", [104, 60, 45, 44])
def test_every_card_is_dealt_to_every_place_as_often(deck: int) -> None:
    simulation = Sim(Rules(seats=4, deck=deck))
    deal = simulation.deals(100_000, seed=3)
    cards = np.concatenate([deal.plays.reshape(len(deal.rows), -1), deal.rows], axis=1)
    for place in range(cards.shape[1]):
        counts = np.bincount(cards[:, place], minlength=deck + 1)
        assert counts[0] == 0
        assert abs(far(counts[1:], 100_000 / deck)) < 4.5
    # Two places side by side: every pair of different cards, and none of equal ones.
    pairs = np.bincount(cards[:, 0].astype(int) * 128 + cards[:, 1], minlength=128 * 128).reshape(128, 128)
    apart = pairs[1 : deck + 1, 1 : deck + 1][~np.eye(deck, dtype=bool)]
    assert apart.sum() == 100_000
    assert abs(far(apart, 100_000 / apart.size)) < 4.5


def test_every_order_of_a_small_deck_is_as_likely() -> None:
    deal = Sim(Rules(seats=2, hand=2, rows=1, deck="tactical", row_limit=2)).deals(240_000, seed=5)
    cards = np.concatenate([deal.plays.reshape(-1, 4), deal.rows], axis=1).astype(int)
    codes = cards @ np.array([10_000, 1_000, 100, 10, 1])
    orders, counts = np.unique(codes, return_counts=True)
    assert len(orders) == len(list(permutations(range(5))))
    assert abs(far(counts, 240_000 / 120)) < 4.5


@pytest.mark.parametrize("step", [1, 2**32, 2**56])
def test_seeds_and_games_that_lie_close_together_are_strangers(step: int) -> None:
    simulation = Sim(Rules(seats=2))
    one = simulation.random_rounds(50_000, seed=9).astype(float)
    other = simulation.random_rounds(50_000, seed=9 + step).astype(float)
    # A correlation of nothing is within 1/√n.
    assert abs(np.corrcoef(one[:, 0], other[:, 0])[0, 1]) < 4.5 / 50_000**0.5
    assert abs(np.corrcoef(one[:-1, 0], one[1:, 0])[0, 1]) < 4.5 / 50_000**0.5
