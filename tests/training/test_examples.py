"""What an answer costs in an example is, on average over all luck, what it costs by the rules in Python."""

from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from sixth.rules.events import Action, Choose, Deal, Take
from sixth.rules.game import advance, legal
from sixth.rules.options import End, Rules
from sixth.rules.state import State, start
from sixth.sim import Sim
from sixth.sim.policy.presets import at_random
from sixth.training.examples import (
    GAMES,
    PLACES,
    Examples,
    ExampleTask,
    MatchTask,
    TaskSeating,
    make_examples,
    play_match,
)

SEED = 3
TINY = Rules(seats=2, deck=16, hand=2, rows=3, row_limit=2, end=End("rounds", 1))
ALL_RANDOM = TaskSeating(at_random()[None], np.zeros(PLACES, dtype=np.uint64), np.zeros(PLACES))


def examples(kind: str, rules: Rules = TINY) -> Examples:
    """The first question of a round between random players."""
    return make_examples(ExampleTask(kind=kind, rules=rules, turn=0, seating=ALL_RANDOM, seed=SEED, game=0))


def rounds(rules: Rules = TINY) -> Iterator[tuple[State, list[int]]]:
    """The rounds of the examples: where the first card is to be chosen, and the hand of seat 0."""
    deals = Sim(rules).deals(GAMES, seed=SEED)
    for rows, plays in zip(deals.rows.tolist(), deals.plays.tolist(), strict=True):
        cards = [turn[seat] for seat in range(rules.seats) for turn in plays]
        yield advance(start(rules), None, Deal((*cards, *rows)))[1], [turn[0] for turn in plays]


def ways(state: State, first: int, row: int | None = None) -> Iterator[tuple[float, int, bool]]:
    """All ways in which the round can end for seat 0 if it plays `first` and everybody else is random.

    Of each: how likely it is, the heads, and whether seat 0 was asked for a row then, where it takes `row`.
    """
    if state.over:
        yield 1.0, state.totals[0], False
        return
    seat = state.to_act[0]
    actions: Sequence[Action] = legal(state, seat)
    asked = False
    if seat == 0 and state.turn == 1:
        if state.phase == "choose":
            actions = [Choose(first)]
        else:
            asked = True
            actions = actions if row is None else [Take(row)]
    for action in actions:
        for chance, heads, later in ways(advance(state, seat, action)[1], first, row):
            yield chance / len(actions), heads, asked or later


def assert_mean(found: np.ndarray, expected: np.ndarray) -> None:
    """What was found differs from what was expected by luck alone: 4.5 standard errors, over many answers."""
    differences = (found - expected).ravel()
    error = differences.std() / differences.size**0.5
    assert abs(differences.mean()) < 4.5 * error


@pytest.mark.parametrize("rules", [TINY, TINY.replace(heads="light", ends="both")], ids=["classic", "light"])
def test_a_card_costs_what_the_rules_say(rules: Rules) -> None:
    costs = examples("card", rules).cost
    expected = np.zeros_like(costs)
    for number, (state, hand) in enumerate(rounds(rules)):
        for place, card in enumerate(hand):
            found = list(ways(state, card))
            assert costs[number, place] in {heads for _, heads, _ in found}
            expected[number, place] = sum(chance * heads for chance, heads, _ in found)
    assert_mean(costs, expected)
    assert_mean(costs[:, 0] - costs[:, 1], expected[:, 0] - expected[:, 1])


def test_a_row_costs_what_the_rules_say() -> None:
    found = examples("row")
    asked, costs = np.zeros(GAMES), np.zeros((GAMES, TINY.rows))
    for number, (state, hand) in enumerate(rounds()):
        for row in range(TINY.rows):
            for chance, heads, was_asked in ways(state, min(hand), row):
                if was_asked:
                    costs[number, row] += chance * heads
                    asked[number] += chance / TINY.rows
    # How often it is asked is left to luck, and what it costs then.
    spread = np.sqrt((asked * (1 - asked)).sum())
    assert abs(len(found.cost) - asked.sum()) < 4.5 * spread
    means = costs.sum(axis=0) / asked.sum()
    errors = found.cost.std(axis=0) / len(found.cost) ** 0.5
    assert (abs(found.cost.mean(axis=0) - means) < 4.5 * errors).all()


def test_examples_know_rules_in_which_many_heads_are_good() -> None:
    assert examples("card").sign == 1
    assert examples("card", TINY.replace(goal="most")).sign == -1


def test_examples_depend_on_their_task_alone() -> None:
    one, other = examples("card"), examples("card")
    examples("row")
    again = examples("card")
    for later in (other, again):
        assert (one.x == later.x).all()
        assert (one.cost == later.cost).all()


def test_read_only_arrays_are_accepted() -> None:
    player = at_random()[None]
    player.flags.writeable = False
    seating = TaskSeating(player, ALL_RANDOM.who, ALL_RANDOM.inverse_temperature)
    task = ExampleTask(kind="card", rules=TINY, turn=0, seating=seating, seed=SEED, game=0)
    assert (make_examples(task).cost == examples("card").cost).all()


def test_a_match_between_random_players_is_what_the_rules_say() -> None:
    heads = play_match(MatchTask(rules=TINY, seating=ALL_RANDOM, seat=1, seed=SEED, game=0))
    assert heads.shape == (GAMES, TINY.seats)
    expected = np.zeros(GAMES)
    for number, (state, hand) in enumerate(rounds()):
        for card in hand:
            expected[number] += sum(chance * heads for chance, heads, _ in ways(state, card)) / len(hand)
    # Seat 1 is measured, so it comes first and seat 0 last.
    assert_mean(heads[:, 1], expected)
