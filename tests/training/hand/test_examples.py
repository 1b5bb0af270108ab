"""Questions about whole hands are those about single cards, tried in several worlds."""

from dataclasses import replace

import numpy as np
import pytest

import sixth
from sixth.sim.policy.presets import untrained
from sixth.sim.policy.weights import load
from sixth.training.examples import PLACES, ExampleTask, TaskSeating, make_examples
from sixth.training.hand.examples import make_hand_questions

PLAYERS = np.stack([load(), untrained()["nearest"]])
SEATING = TaskSeating(PLAYERS, np.arange(PLACES, dtype=np.uint64) % 2, np.full(PLACES, 4.0))


def task(game: str, seats: int, turn: int) -> ExampleTask:
    rules = sixth.games[game].replace(seats=seats)
    return ExampleTask(kind="card", rules=rules, turn=turn, seating=SEATING, seed=3, game=2048)


@pytest.mark.parametrize(
    ("game", "seats", "turn"), [("classic", 2, 3), ("both-ends", 4, 0), ("halves", 3, 2)]
)
def test_in_the_true_world_each_card_costs_what_it_costs_alone(game: str, seats: int, turn: int) -> None:
    asked = task(game, seats, turn)
    ours, cards = make_hand_questions(asked), make_examples(asked)
    assert (ours.cost == cards.cost).all()
    assert (ours.tokens.cards[..., :-1] == cards.x).all()
    assert ours.sign == cards.sign


@pytest.mark.parametrize(("game", "seats", "turn"), [("classic", 2, 0), ("classic", 5, 4), ("halves", 3, 6)])
def test_more_worlds_cost_the_same_in_the_mean_with_less_luck(game: str, seats: int, turn: int) -> None:
    asked = task(game, seats, turn)
    one, many = (make_hand_questions(replace(asked, worlds=worlds)).cost for worlds in (1, 5))
    assert many.mean() == pytest.approx(one.mean(), rel=0.06)
    beside = [cost - cost.mean(1, keepdims=True) for cost in (one, many)]
    assert beside[1].var() < 0.75 * beside[0].var()
    # Two of the cards of one question are the better ones in both.
    assert np.corrcoef(beside[0].ravel(), beside[1].ravel())[0, 1] > 0.2


@pytest.mark.parametrize(("seats", "turn"), [(2, 1), (4, 5)])
def test_what_the_others_take_is_worth_a_share_of_it(seats: int, turn: int) -> None:
    asked = task("classic", seats, turn)
    none, half, whole = (
        make_hand_questions(replace(asked, rivals=rivals)).cost for rivals in (0.0, 0.5, 1.0)
    )
    others = none - whole
    assert (others >= 0).all()
    assert others.mean() > 3
    np.testing.assert_allclose(none - half, others / 2, atol=1e-4)


def test_all_cards_are_told_apart_where_the_deck_is_known() -> None:
    """In a deck of just the cards in hands nothing is left over, so redealt worlds hold exactly those."""
    asked = task("tactical", 3, 8)
    cost = make_hand_questions(replace(asked, worlds=4)).cost
    assert cost.min() >= 0
    assert (cost <= 66).all()
