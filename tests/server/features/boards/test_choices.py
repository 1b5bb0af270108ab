"""The choices of players at points of a deal."""

from random import Random

import pytest

from sixth import bots
from sixth.rules.deal import Dealer
from sixth.rules.game import advance, legal
from sixth.rules.play import Game
from sixth.rules.state import State
from sixth.rules.view import awaited_seats, view
from sixth.server.features.boards.chain import BOT, RULES, SEAT
from sixth.server.features.boards.choices import own_choices


@pytest.fixture(scope="module", autouse=True)
def _ready() -> None:
    bots.get_ready()


def play(seed: int, secret: bytes = bytes(32)) -> State:
    """Play a deal to its end, at random on the seat of people."""
    rng, bot = Random(seed), bots.make(BOT)
    game = Game(RULES, dealer=Dealer(secret, ("",) * RULES.seats))
    state = game.state
    while not state.over:
        seat = awaited_seats(view(state, None))[0]
        action = rng.choice(legal(state, seat)) if seat == SEAT else bot.act(view(state, seat))
        _, state = advance(state, seat, action)
    return state


def test_players_with_the_same_choices_before_are_at_the_same_point_with_the_same_cards() -> None:
    games = [play(seed) for seed in range(12)]
    at: dict[str, set[object]] = {}
    for state in games:
        choices = own_choices(state)
        assert len([each for each in choices if each.card is not None]) == 10
        for each in choices:
            seen = [event for event in state.history if getattr(event, "turn", 99) < each.turn]
            at.setdefault(each.point, set()).add(tuple(map(repr, seen)))
    assert all(len(each) == 1 for each in at.values())
    firsts = {own_choices(state)[0].point for state in games}
    assert firsts == {""}


def test_no_two_points_have_one_name() -> None:
    points = [each.point for state in (play(1), play(2)) for each in own_choices(state)]
    paths = {
        tuple(one.name for one in own_choices(state)[:at])
        for state in (play(1), play(2))
        for at in range(len(own_choices(state)))
    }
    assert len(set(points)) == len(paths)
