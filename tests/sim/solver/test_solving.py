"""Solutions against plain recursion over the rules, their strategies against best responses, and refusals."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from sixth.rules.events import Choose
from sixth.rules.game import advance, legal
from sixth.rules.games import GAMES
from sixth.rules.options import End, Rules
from sixth.rules.play import Game
from sixth.rules.state import State
from sixth.rules.view import view
from sixth.sim.solver import SolverError, solve
from tests.sim.solver.brute_force import RULES, after, endings, last_round, value

QUICK = {"has_answers": False, "has_line": False}


def payoff(state: State) -> float:
    """Return the value of a solution as a payoff of seat 0."""
    return -state.rules.sign * solve(state, **QUICK).value  # type: ignore[arg-type]


@pytest.mark.parametrize("rules", RULES, ids=repr)
def test_values_are_those_of_plain_recursion(rules: Rules) -> None:
    for cards, count in ((1, 8), (2, 16), (3, 4)):
        for state in endings(rules, cards, count, 1):
            assert payoff(state) == pytest.approx(value(state), abs=1e-7), (state.rows, state.hands)


@pytest.mark.parametrize("rules", RULES, ids=repr)
def test_chances_to_win_are_those_of_plain_recursion(rules: Rules) -> None:
    for cards, count in ((2, 8), (3, 3)):
        for state in endings(last_round(rules), cards, count, 2):
            chance = (1 + value(state, "win")) / 2
            assert solve(state, utility="win").value == pytest.approx(chance, abs=1e-7)


@pytest.mark.parametrize("rules", RULES, ids=repr)
def test_no_card_gains_against_the_other_seats_strategy(rules: Rules) -> None:
    for state in endings(rules, 4, 2, 3):
        matrix = matrix_of(state)
        for has_answers in (True, False):
            done = solve(state, has_answers=has_answers, has_line=False)
            x, y = (np.array(list(each.values())) for each in done.strategies)
            best = -rules.sign * done.value
            assert (matrix @ y).max() <= best + 1e-9
            assert (x @ matrix).min() >= best - 1e-9


def matrix_of(state: State) -> np.ndarray:
    """Return the payoffs of all pairs of cards, each from a search of its own."""
    rows = []
    for one in state.hands[0]:
        row = []
        for other in state.hands[1]:
            then = after(state, one, other)
            row.append(paid_between(state, then) + payoff(then))
        rows.append(row)
    return np.array(rows)


def paid_between(state: State, then: State) -> float:
    heads = [
        state.rules.heads_in(new) - state.rules.heads_in(old)
        for old, new in zip(state.piles, then.piles, strict=True)
    ]
    return state.rules.sign * (heads[1] - heads[0])


@pytest.mark.parametrize("rules", RULES[:5], ids=repr)
def test_losses_are_not_negative_and_played_cards_lose_nothing(rules: Rules) -> None:
    for state in endings(rules, 4, 3, 4):
        done = solve(state)
        for strategy, losses in zip(done.strategies, done.answers, strict=True):
            assert min(losses.values()) == pytest.approx(0, abs=1e-9)
            assert all(losses[card] <= 1e-9 for card, chance in strategy.items() if chance > 1e-9)


@pytest.mark.parametrize("rules", RULES, ids=repr)
def test_the_line_is_legal_and_ends_with_the_round(rules: Rules) -> None:
    for state in endings(rules, 3, 2, 5):
        now = state
        for seat, action in solve(state).line:
            assert action in legal(now, seat)
            now = advance(now, seat, action)[1]
        assert now.phase in ("deal", "lay", "over")
        assert not any(now.hands)


def middles(rules: Rules, cards: int) -> list[State]:
    """Return positions in which a row is to be taken, or an end to be chosen."""
    found = []
    for state in endings(rules, cards, 12, 6):
        for one in state.hands[0]:
            for other in state.hands[1]:
                then = after(state, one, other)
                if then.phase == "take":
                    found.append(then)
    return found[:6]


@pytest.mark.parametrize("rules", [RULES[0], RULES[2], RULES[3], RULES[4]], ids=repr)
def test_a_position_may_be_that_of_a_row_to_take(rules: Rules) -> None:
    assert middles(rules, 3)
    for state in middles(rules, 3):
        done = solve(state)
        seat = state.actor or 0
        assert -rules.sign * done.value == pytest.approx(value(state), abs=1e-7)
        assert list(done.answers[seat]) == list(legal(state, seat))
        assert not done.strategies[1 - seat]
        worths = [
            paid_between(state, advance(state, seat, action)[1]) + value(advance(state, seat, action)[1])
            for action in legal(state, seat)
        ]
        best = max(worths) if seat == 0 else min(worths)
        losses = [abs(best - worth) for worth in worths]
        assert list(done.answers[seat].values()) == pytest.approx(losses, abs=1e-7)


def test_a_place_equally_close_to_two_rows_is_chosen() -> None:
    state = next(endings(RULES[2], 2, 1, 7))
    tie = replace(
        state,
        rows=((10,), (14, 30), (40,), (50,)),
        hands=((12, 60), (13, 61)),
        piles=((), ()),
        chosen=(None, None),
    )
    assert payoff(tie) == pytest.approx(value(tie), abs=1e-9)
    assert {action for _seat, action in solve(after(tie, 12, 61)).line[:1]} <= set(
        legal(after(tie, 12, 61), 0)
    )


def test_a_view_is_enough_where_the_other_hand_follows_from_it() -> None:
    state = next(endings(RULES[0], 4, 1, 8))
    for seat in range(2):
        assert solve(view(state, seat), **QUICK).value == solve(state, **QUICK).value  # type: ignore[arg-type]


def test_the_same_position_has_the_same_solution() -> None:
    state = next(endings(RULES[0], 5, 1, 9))
    assert solve(state) == solve(state)


# ------------------------------------------------------------------ refusals


def refusal(state: object, **limits: object) -> SolverError:
    with pytest.raises(SolverError) as error:
        solve(state, **limits)  # type: ignore[arg-type]
    return error.value


def test_hidden_cards_are_counted() -> None:
    game = Game(Rules(2, hand=3), seed=1)
    assert str(refusal(game.view(0))) == "Not all cards are known: 97 are hidden."
    assert refusal(Game(RULES[0], seed=1).view(None)).code == "hidden"
    assert str(refusal(Game(RULES[-1], seed=1).state)) == "Not all cards are known: 10 are hidden."


def test_what_cannot_be_solved_is_refused_in_a_sentence() -> None:
    assert refusal(Game(Rules(3), seed=1).state).code == "not-two-seats"
    assert refusal(Game(GAMES["kids"].replace(seats=2), seed=1).state).code == "flips"
    assert refusal(Game(GAMES["logic"].replace(seats=2), seed=1).state).code == "draft"
    assert refusal(Game(Rules(2, deck=26, hand=11), seed=1).state).code == "too-many-cards"
    over = Game(Rules(2, hand=1, end=End("rounds", 1)), seed=1)
    rng = Random(1)
    while not over.over:
        for seat in over.to_act:
            over.act(seat, rng.choice(over.view(seat).legal))
    assert refusal(over.state).code == "no-choice"
    assert refusal(Game(Rules(2, hand=3), seed=1).state, utility="win").code == "not-the-last-round"


def test_too_little_time_is_told_before_or_after() -> None:
    state = Game(Rules(2, deck="tactical"), seed=1).state
    before = refusal(state, seconds=1)
    assert before.code == "too-long"
    assert "10 cards" in str(before)
    assert refusal(next(endings(Rules(2, deck="tactical"), 8, 1, 1)), seconds=0.7).code == "too-long"


def test_a_limit_of_positions_is_the_same_everywhere() -> None:
    state = next(endings(RULES[0], 6, 1, 10))
    needed = solve(state, **QUICK).positions  # type: ignore[arg-type]
    assert refusal(state, seconds=None, max_positions=needed - 1, **QUICK).code == "too-many-positions"
    assert solve(state, seconds=None, max_positions=needed, **QUICK).positions == needed  # type: ignore[arg-type]


def test_the_hand_of_a_choice_does_not_matter_to_a_position() -> None:
    state = next(endings(RULES[0], 3, 1, 11))
    chosen = advance(state, 0, Choose(state.hands[0][0]))[1]
    assert solve(chosen) == solve(state)
