"""Opponent models: opponents keep the type that fits their plays."""

from collections.abc import Callable

import numpy as np
import pytest

import sixth
from sixth import bots
from sixth.bots.belief import ALL_TYPES, POLICY, OpponentModel, PossiblePlayers
from sixth.bots.bot import Bot
from sixth.bots.observation import observe
from sixth.bots.policy import PolicyBot
from sixth.rules.events import Choose
from sixth.rules.options import End
from sixth.rules.view import view
from sixth.sim.engine.layout import Keys
from sixth.sim.policy import weights
from sixth.sim.policy.presets import all_players, untrained
from tests.bots.test_bots import first_turn

PLAYERS = all_players(weights.load())
MODEL = OpponentModel(PLAYERS, ALL_TYPES)
NAMES = list(dict.fromkeys([POLICY, *(kind.player for kind in ALL_TYPES)]))


def game_at_turn(seats: int, turn: int, seed: int, other: Callable[[], Bot]) -> sixth.Game:
    """Return a game at the beginning of a turn of seat 0 against bots made by `other`."""
    game = sixth.Game(sixth.games["classic"].replace(seats=seats, end=End("rounds", 1)), seed=seed)
    players = [bots.make("random", seed=seed), *(other() for _ in range(seats - 1))]
    while game.state.turn < turn or game.state.phase != "choose":
        for seat in game.to_act:
            game.act(seat, players[seat].act(game.view(seat)))
    return game


def guess(game: sixth.Game) -> tuple[Keys, PossiblePlayers]:
    plan, observation = observe(game.view(0))
    return MODEL.determinize(
        plan, observation, pool=1024, worlds=512, sign=np.float32(1.0), seed=np.uint64(1)
    )


@pytest.mark.parametrize("name", ["nearest", "wary", "policy", "flat"])
def test_who_has_played_like_somebody_is_believed_to_be_like_that(name: str) -> None:
    before = sum(kind.prior for kind in ALL_TYPES if kind.player == name)
    before /= sum(kind.prior for kind in ALL_TYPES)
    shares = []
    for seed in range(8):
        _, seating = guess(game_at_turn(4, 8, seed, lambda: PolicyBot(PLAYERS[name])))
        shares += seating.shares[1:, NAMES.index(name)].tolist()
    assert before < 0.4
    assert np.mean(shares) > 0.5


def test_before_anything_was_played_everybody_is_believed_to_be_anybody() -> None:
    _, seating = guess(game_at_turn(4, 1, 1, lambda: bots.make("random", seed=1)))
    for number, name in enumerate(NAMES):
        prior = sum(kind.prior for kind in ALL_TYPES if kind.player == name)
        prior /= sum(kind.prior for kind in ALL_TYPES)
        assert seating.shares[:, number].tolist() == pytest.approx([prior] * 4, abs=0.1)


@pytest.mark.parametrize("seats", [2, 4, 10])
def test_there_are_many_worlds_however_few_are_likely(seats: int) -> None:
    for seed in range(3):
        worlds, _ = guess(game_at_turn(seats, 8, seed, lambda: PolicyBot(PLAYERS["nearest"])))
        assert worlds.shape[1] == 512
        # A round of ten has only so many cards that it matters who holds which.
        assert len(set(map(tuple, worlds.T.tolist()))) >= 512 / 16


def test_others_are_guessed_to_hold_what_they_have_left_rather_than_what_they_would_have_played() -> None:
    """A seat that always plays the closest card keeps the cards that were far away."""
    right = even = 0.0
    for seed in range(30):
        game = game_at_turn(4, 6, seed, lambda: PolicyBot(untrained()["nearest"]))
        worlds, _ = guess(game)
        plan, observation = observe(game.view(0))
        for seat in (1, 2, 3):
            hand = {int(plan.keys[card - 1]) for card in game.state.hands[seat]}
            first = int(observation.turn) * 4 + seat
            cards = worlds[first::4]
            right += np.isin(cards, list(hand)).mean()
            even += len(hand) / len(observation.hidden)
    assert right > 1.2 * even


def test_roomy_prefers_a_row_that_holds_few_cards_and_nearest_the_closest() -> None:
    board = view(first_turn(((20, 22, 24, 30), (50,), (70,), (90,)), (33, 57)), 0)
    assert PolicyBot(untrained()["nearest"]).act(board) == Choose(33)
    assert PolicyBot(untrained()["roomy"]).act(board) == Choose(57)


def test_wary_plays_what_costs_nothing_this_turn() -> None:
    board = view(first_turn(((5, 6, 7, 8, 10), (50,), (70,), (90,)), (11, 60)), 0)
    assert PolicyBot(untrained()["nearest"]).act(board) == Choose(60), "it does not go where a row is full"
    assert PolicyBot(untrained()["wary"]).act(board) == Choose(60)
    # 46 costs the full row, 4 the cheapest one.
    low = view(first_turn(((5, 15, 25, 35, 45), (50,), (70,), (90,)), (4, 46)), 0)
    assert PolicyBot(untrained()["wary"]).act(low) == Choose(4)


def test_who_knows_a_player_by_name_must_be_given_it() -> None:
    with pytest.raises(KeyError):
        OpponentModel({POLICY: PLAYERS[POLICY]}, ALL_TYPES)
