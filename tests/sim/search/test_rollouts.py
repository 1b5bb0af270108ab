"""Rollouts come to what the rules say, and their utility is what plain Python says."""

from math import exp, sqrt

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from sixth.bots.kernel_answers import ONE_PLAYER, answer_codes
from sixth.bots.observation import observe, stakes_of
from sixth.bots.policy import PolicyBot
from sixth.rules.events import Action
from sixth.rules.game import advance
from sixth.rules.options import Rules
from sixth.rules.state import State
from sixth.sim.engine.layout import CARD_SHIFT, LANES, SCORE, Keys, plan
from sixth.sim.policy.block import block
from sixth.sim.search.playouts import Lineup
from sixth.sim.search.rollouts import Playouts, Stakes, roll_out_answers, utility
from tests.rules.strategies import ONE_ROUND, seeds
from tests.sim.beside import played_out
from tests.sim.drafts import players
from tests.sim.search.test_determinization import decision_of, drawn, one_round, state_of

CERTAIN = 2.0**30
"""At this inverse temperature noise changes nothing: everybody gives the answer of the highest logit."""


def played_on(state: State, seat: int, action: Action, world: Keys, bot: PolicyBot) -> State:
    """The end of the round by the rules, if `seat` does this and all then do what the bot does."""
    _, state = advance(state, seat, action)
    seats = state.rules.seats
    later = (world >> CARD_SHIFT).reshape(-1, seats)[state.rules.parts(seats)[0] :]
    return played_out(state, tuple(later.T.ravel().tolist()), bot.act)


@given(rules=one_round(), seed=seeds(), number=st.integers(0, 1000))
@settings(max_examples=50)
def test_an_answer_comes_to_what_the_rules_say(rules: Rules, seed: int, number: int) -> None:
    decision = decision_of(rules, seed, number)
    if decision is None:
        return
    seen, player = decision.seen, players(seed)[0]
    setup, observation = observe(seen)
    world = drawn(observation, 1, seed % 1000)
    codes = answer_codes(seen)
    results = np.zeros((len(codes), 2))
    scales = np.full((rules.seats, 1), CERTAIN if rules.goal == "fewest" else -CERTAIN, dtype=np.float32)
    lineup = Lineup(player.reshape(1, -1), ONE_PLAYER)
    playouts = Playouts(codes, world, scales, np.uint64(0), np.uint64(1), np.uint64(seed))
    roll_out_answers(block(), lineup, setup, observation, stakes_of(seen, win=0.0), playouts, results)
    sign = 1 if rules.goal == "fewest" else -1
    state = state_of(world[:, 0], decision)
    ends = [played_on(state, decision.seat, each, world[:, 0], PolicyBot(player)) for each in seen.legal]
    assert results[:, 0].tolist() == [-sign * end.totals[decision.seat] for end in ends]
    assert results[:, 1].tolist() == [end.totals[decision.seat] ** 2 for end in ends]


def test_later_worlds_and_the_rest_of_a_block_change_nothing() -> None:
    decision = decision_of(Rules(seats=4, end=ONE_ROUND), 5, 9)
    assert decision is not None
    seen, player = decision.seen, players(1)
    setup, observation = observe(seen)
    worlds, codes = drawn(observation, 300), answer_codes(seen)
    scales = np.ones((4, 300), dtype=np.float32)

    def tried(first: int, number: int) -> list[float]:
        results = np.zeros((len(codes), 2))
        lineup = Lineup(player, ONE_PLAYER)
        playouts = Playouts(codes, worlds, scales, np.uint64(first), np.uint64(number), np.uint64(7))
        roll_out_answers(block(), lineup, setup, observation, stakes_of(seen, win=0.0), playouts, results)
        found: list[float] = results[:, 0].tolist()
        return found

    whole = tried(0, 100)
    parts = [tried(0, 37), tried(37, 63)]
    assert whole == [sum(each) for each in zip(*parts, strict=True)]


# ------------------------------------------------------------------ what heads are worth


def expected(stakes: Stakes, heads: list[int], seat: int) -> float:
    """As the documentation of `Stakes` says."""
    sign, win = float(stakes.sign), float(stakes.win)
    totals = [float(total) + now for total, now in zip(stakes.totals, heads, strict=True)]
    value = -sign * heads[seat]
    costs = [sign * total for total in totals]
    if stakes.ends or max(totals) >= stakes.limit:
        return value + (win / costs.count(min(costs)) if costs[seat] == min(costs) else 0.0)
    rounds = max((float(stakes.limit) - max(totals)) / float(stakes.pace), 0.5)
    scale = float(stakes.spread) * sqrt(rounds)
    return value + win / sum(exp((costs[seat] - cost) / scale) for cost in costs)


@given(
    heads=st.lists(st.tuples(st.integers(0, 60), st.integers(0, 66)), min_size=2, max_size=6),
    sign=st.sampled_from([1.0, -1.0]),
    ends=st.booleans(),
    limit=st.sampled_from([30.0, 66.0, 1e9]),
    win=st.sampled_from([0.0, 3.0, 10.0]),
)
def test_the_end_of_a_round_is_worth_what_plain_python_says(
    heads: list[tuple[int, int]], sign: float, ends: bool, limit: float, win: float
) -> None:
    now, totals = [each for each, _ in heads], np.array([before for _, before in heads], dtype=np.float64)
    stakes = Stakes(
        totals, np.float64(sign), np.bool_(ends), np.float64(limit), np.float64(win), np.float64(6.0),
        np.float64(18.0),
    )  # fmt: skip
    setup = plan(Rules(seats=len(heads)))
    b = block()
    scores = b.board[int(SCORE) : int(SCORE) + len(heads) * int(LANES)].reshape(len(heads), -1)
    scores[:, 3] = now
    for seat in range(len(heads)):
        found = utility(b.board, stakes, setup, np.uint64(seat), np.uint64(3))
        assert found == pytest.approx(expected(stakes, now, seat))


def test_a_lead_is_worth_more_the_nearer_the_end() -> None:
    def of(before: tuple[float, float]) -> float:
        stakes = Stakes(
            np.array(before), np.float64(1), np.bool_(False), np.float64(66), np.float64(10.0),
            np.float64(6), np.float64(18),
        )  # fmt: skip
        return utility(block().board, stakes, plan(Rules(seats=2)), np.uint64(0), np.uint64(0))

    chances = [of((0, 0)), of((0, 5)), of((55, 60)), of((5, 66))]
    assert chances[0] == 5.0
    assert chances == sorted(chances)
    assert of((5, 66)) == 10.0
    assert of((66, 5)) == 0.0
