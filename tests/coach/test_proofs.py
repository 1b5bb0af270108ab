"""Proved decisions: exact losses where every card is known, and an interval everywhere else."""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from scipy.optimize import linprog

import sixth
from sixth.coach import ExactAnswer, Review, review, review_from_json, review_to_json, rounds_of
from sixth.coach.jobs import advice_for
from sixth.coach.judgement import judge_once
from sixth.coach.positions import Position, asked_view
from sixth.coach.proofs import PROVED_CARDS, prove
from sixth.coach.reviewing import worth
from sixth.coach.text import advice_text, answer_text, answers_text, mix_text, proof_text
from sixth.rules.events import Choose
from sixth.rules.options import Rules
from sixth.rules.state import State
from tests.coach.games import FEW, recorded
from tests.sim.solver.brute_force import RULES, after, endings, game_value, value

TACTICAL = Rules(2, deck="tactical", hand=6)


@cache
def game_review() -> Review:
    return review(recorded("tactical", seats=2), 1, playouts=FEW)


def positions() -> Iterator[Position]:
    for each in rounds_of(recorded("tactical", seats=2), 1):
        yield from each.positions


def brute_losses(state: State, seat: int) -> list[float]:
    """Return the loss of each card against the optimal strategies of the other seat that punish it most.

    All payoffs are from plain recursion over the rules; a linear program finds the strategies.
    """
    heads = [state.rules.heads_in(pile) for pile in state.piles]
    sign = state.rules.sign * (1 if seat == 0 else -1)

    def payoff(one: int, other: int) -> float:
        then = after(state, *((one, other) if seat == 0 else (other, one)))
        paid = [state.rules.heads_in(pile) - before for pile, before in zip(then.piles, heads, strict=True)]
        own = value(then) if seat == 0 else -value(then)
        return sign * (paid[1] - paid[0]) + own

    matrix = np.array([[payoff(one, other) for other in state.hands[1 - seat]] for one in state.hands[seat]])
    best = game_value(matrix)
    losses = []
    for row in matrix:
        least = linprog(
            row,
            A_ub=matrix,
            b_ub=np.full(len(matrix), best + 1e-9),
            A_eq=np.ones((1, matrix.shape[1])),
            b_eq=[1],
            bounds=[(0, None)] * matrix.shape[1],
        )
        losses.append(best - least.fun)
    return losses


@pytest.mark.parametrize("rules", [RULES[0], RULES[2], RULES[4], RULES[9], RULES[10]], ids=repr)
def test_losses_are_those_of_plain_recursion_over_the_rules(rules: Rules) -> None:
    for cards, count in ((2, 4), (3, 2)):
        for state in endings(rules, cards, count, 21):
            for seat in range(2):
                proof = prove(asked_view(state, seat))
                assert proof is not None
                assert [each.answer for each in proof] == [Choose(card) for card in state.hands[seat]]
                losses = brute_losses(state, seat)
                assert [each.loss for each in proof] == pytest.approx(losses, abs=1 / 256)
                assert [each.is_best for each in proof] == [loss < 1e-6 for loss in losses]
                assert sum(each.chance for each in proof) == pytest.approx(1, abs=1e-3)
                assert all(each.is_best for each in proof if each.chance)


def test_few_known_cards_are_proved_and_nothing_else() -> None:
    for position, decision in zip(positions(), game_review().rounds[0].decisions, strict=True):
        view = position.view
        assert decision.proved == (len(view.hand) <= PROVED_CARDS and not position.forced)
        if decision.proved:
            assert decision.loss_ci == (decision.loss, decision.loss)
            assert decision.hindsight is None
            assert {each.answer for each in decision.exact} == set(view.legal)
            given = next(each for each in decision.exact if each.answer == decision.answer)
            assert given.loss == decision.loss
            assert (decision.verdict == "best") == given.is_best == (decision.best == decision.answer)
            assert next(each for each in decision.exact if each.answer == decision.best).is_best
        else:
            assert decision.played_out is None


@pytest.mark.parametrize(
    "rules",
    [Rules(2, hand=4), Rules(3, deck="tactical", hand=4), Rules(2, deck="tactical", hand=7)],
    ids=["hidden cards", "three seats", "too many cards"],
)
def test_nothing_is_proved_with_hidden_cards_more_seats_or_many_cards(rules: Rules) -> None:
    game = sixth.Game(rules, seed=1)
    assert all(prove(game.view(seat)) is None for seat in range(rules.seats))


def test_a_proof_follows_from_what_the_seat_knows() -> None:
    """Another hand of the other seat would change the view, where it is known; a hidden one has no proof."""
    state = next(endings(TACTICAL, 4, 1, 22))
    view = asked_view(state, 0)
    assert len(view.unseen()) == len(state.hands[1])
    hidden = replace(view, rules=view.rules.replace(deck=104))
    assert len(hidden.unseen()) > len(state.hands[1])
    assert prove(hidden) is None


def test_a_second_deal_that_is_still_to_come_is_not_known() -> None:
    game = sixth.Game(RULES[10], seed=1)
    first = next(iter(game.to_act))
    while len(game.view(first).hand) > 2:
        for seat in game.to_act:
            game.act(seat, game.view(seat).legal[0])
    assert game.state.part == 1
    assert prove(game.view(game.to_act[0])) is None


def test_a_proof_that_takes_too_long_leaves_the_interval() -> None:
    view = asked_view(next(endings(TACTICAL, 6, 1, 23)), 0)
    assert prove(view, max_positions=3) is None
    assert prove(view) is not None


def test_a_decision_without_a_proof_in_time_is_judged_by_playouts() -> None:
    position = next(each for each in positions() if len(each.view.hand) == PROVED_CARDS)
    judgement = judge_once(position.view, FEW, 0)
    decision = worth(position, judgement, proof=prove(position.view, max_positions=3))
    assert not decision.proved
    assert decision.loss_ci[0] < decision.loss < decision.loss_ci[1]
    assert worth(position, judgement, proof=prove(position.view)).proved


def test_the_account_counts_the_loss_by_playouts() -> None:
    (each,) = game_review().rounds
    assert each.own == sum(decision.cost.value for decision in each.decisions)
    assert each.own != sum(decision.loss for decision in each.decisions)


def test_a_proved_decision_comes_back_from_its_json() -> None:
    document = json.loads(json.dumps(review_to_json(game_review())))
    decisions = document["rounds"][0]["decisions"]
    assert [each.get("proved", False) for each in decisions] == [
        each.proved for each in game_review().rounds[0].decisions
    ]
    assert any(each.get("proved") for each in decisions)
    assert review_to_json(review_from_json(document)) == document


def test_advice_is_what_is_proved() -> None:
    for position in positions():
        if (proof := prove(position.view)) is not None:
            advice = advice_for(position.view)
            assert advice.exact == proof
            assert next(each for each in proof if each.answer == advice.best).is_best
            assert advice_text(advice) == proof_text(proof)
            assert advice_text(advice).startswith("Proved: ")


def test_a_mix_is_told_in_tenths() -> None:
    def exact(*chances: float) -> tuple[ExactAnswer, ...]:
        return tuple(ExactAnswer(Choose(10 + at), 0.0, chance) for at, chance in enumerate(chances))

    assert mix_text(exact(0.38, 0.62)) == "11 in 6 of 10, 10 in 4"
    assert mix_text(exact(0.333, 0.334, 0.333)) == "11 in 4 of 10, 10 in 3, 12 in 3"
    assert mix_text(exact(0.99, 0.01)) == "10 in 9 of 10, 11 in 1"
    assert proof_text(exact(0.38, 0.62)) == "Proved: best is a mix, 11 in 6 of 10, 10 in 4."
    assert proof_text(exact(1.0, 0.0)) == "Proved: 10 and 11 are equally good."
    assert proof_text((ExactAnswer(Choose(5), 0.0, 1.0), ExactAnswer(Choose(6), 1.25, 0.0))) == (
        "Proved: 5 is best."
    )


def test_comments_say_exact_losses() -> None:
    decisions = [each for each in game_review().rounds[0].decisions if each.proved]
    decision = next(each for each in decisions if each.loss and each.kind == "choose")
    given, best = answer_text(decision.answer), answer_text(decision.best)
    assert answers_text([decision]) == f"{given}: exactly {decision.loss:.2f} heads worse than {best}."
    decision = next(each for each in decisions if not each.loss)
    assert answers_text([decision]).endswith(": proved best.")
