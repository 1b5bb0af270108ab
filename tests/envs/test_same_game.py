"""The same game in the rules, PettingZoo, Gymnasium, the vector environment and OpenSpiel, card for card."""

import pytest
from hypothesis import given, settings, strategies as st

import sixth
from sixth.envs.options import Reward
from sixth.rules.options import End, Goal
from tests.envs.games import Match, play
from tests.rules.strategies import all_rules


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """Any rules, with bots that leave nothing to chance."""
    rules = draw(all_rules())
    others = rules.seats - 1
    bots = draw(st.lists(st.sampled_from(["nearest", "careful"]), min_size=others, max_size=others))
    seat, seed = draw(st.integers(0, others)), draw(st.integers(0, 2**62))
    return Match(rules, tuple(bots), seat, seed, draw(st.sampled_from(["heads", "place", "win"])))


@given(matches())
@settings(max_examples=40)
def test_all_libraries_play_the_same_game(match: Match) -> None:
    state, everywhere = play(match)
    assert everywhere.single.rules == everywhere.parallel.rules == state.rules
    assert len({round(paid, 9) for paid in everywhere.paid.values()}) == 1
    assert everywhere.spiel.is_terminal()
    assert not everywhere.aec.agents or all(everywhere.aec.terminations.values()) == state.over
    assert not everywhere.parallel.agents
    assert everywhere.last[:2] == [state.over, not state.over]


@pytest.mark.parametrize(
    ("reward", "game", "goal"),
    [("heads", "classic", "fewest"), ("place", "classic", "most"), ("win", "kids", "most")],
)
def test_rewards_are_what_the_docs_say(reward: Reward, game: str, goal: Goal) -> None:
    rules = sixth.games[game].replace(seats=3, goal=goal, end=End("rounds", 2))
    for seed in range(5):
        state, everywhere = play(Match(rules, ("nearest", "careful"), 1, seed, reward))
        totals, mine = state.totals, state.totals[1]
        sign = 1 if goal == "most" else -1
        behind = sum((total - mine) * sign < 0 for total in totals)
        ahead = sum((total - mine) * sign > 0 for total in totals)
        expected = {
            "heads": sign * mine,
            "place": (behind - ahead) / 2,
            "win": (1 in state.winners) / len(state.winners),
        }
        assert everywhere.paid["vector"] == pytest.approx(expected[reward])


def test_the_last_one_in_is_first_and_the_first_one_out_is_last() -> None:
    rules = sixth.games["elimination"].replace(seats=4, end=End("elimination", 20))
    for seed in range(5):
        state, everywhere = play(Match(rules, ("nearest", "careful", "nearest"), 0, seed, "place", 100))
        assert state.over
        assert (everywhere.paid["single"] == 1) == (state.winners == (0,))
