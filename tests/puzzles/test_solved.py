"""Solved endings: each is proved again, a naive choice loses, and all of a mix is right."""

from itertools import islice
from random import Random

import pytest

from sixth import bots
from sixth.coach.account import ExactAnswer
from sixth.coach.positions import asked_view
from sixth.coach.proofs import Proof, prove
from sixth.puzzles import SOLVED_GAMES, Puzzle, shipped
from sixth.puzzles.making import from_bots, puzzle_of
from sixth.puzzles.solved import CARDS, LEAST_LOSS, LEAST_TEMPTED, replies_of, solved_of, tempts
from sixth.puzzles.text import best_text, cost_text, verdict_text
from sixth.rules.events import Choose
from sixth.rules.options import Rules
from sixth.rules.view import View, sample, view
from sixth.sim.solver import solve
from tests.sim.solver.brute_force import after, endings

SOLVED = tuple(each for each in shipped() if each.proved)
SAMPLE = SOLVED[::4]
"""Those that are proved again: all of them take a minute."""


def test_some_seventy_ship_of_both_games_with_mixes_and_all_sizes() -> None:
    assert 60 <= len(SOLVED) <= 80
    assert {each.game for each in SOLVED} == set(SOLVED_GAMES)
    assert {len(each.view.hand) for each in SOLVED} == set(CARDS)
    assert sum(len(right(each)) > 1 for each in SOLVED) >= 15
    assert len({each.difficulty for each in SOLVED}) >= 4


def right(puzzle: Puzzle) -> list[ExactAnswer]:
    return [each for each in puzzle.exact if each.is_best]


def test_only_solved_endings_are_proved_and_other_puzzles_have_hidden_cards() -> None:
    for puzzle in shipped():
        assert (puzzle.theme == "solved") == puzzle.proved == bool(puzzle.other_hand)
        if puzzle.view.rules.seats == 2 and not puzzle.proved:
            assert prove(puzzle.view) is None


def test_all_cards_are_known_to_both() -> None:
    for puzzle in SOLVED:
        view_of, (game, seats) = puzzle.view, (puzzle.game, puzzle.view.rules.seats)
        assert (game in SOLVED_GAMES, seats, view_of.phase) == (True, 2, "choose")
        assert len(puzzle.other_hand) == len(view_of.hand)
        assert all(
            sample(view_of, Random(seed)).hands[1 - (view_of.seat or 0)] == puzzle.other_hand
            for seed in (1, 2)
        )


def test_an_answer_is_part_of_best_play_or_clearly_wrong() -> None:
    for puzzle in SOLVED:
        assert sum(puzzle.mix) == pytest.approx(1, abs=1e-3)
        for each in puzzle.exact:
            assert each.is_best == (each.chance > 0) == puzzle.is_right(each.answer)
            assert each.is_best or each.loss >= LEAST_LOSS
        assert puzzle.is_right(puzzle.best)
        assert not puzzle.is_right(puzzle.lead.answer)


def test_the_nearest_card_clearly_loses() -> None:
    for puzzle in SOLVED:
        naive = bots.make("nearest", seed=5).act(puzzle.view)
        assert next(each.loss for each in puzzle.answers if each.answer == naive) >= LEAST_TEMPTED
        assert tempts(puzzle)


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle.name)
def test_proved_again_a_puzzle_has_the_same_losses(puzzle: Puzzle) -> None:
    proof = prove(puzzle.view)
    assert proof is not None
    assert [each.answer for each in proof] == [each.answer for each in puzzle.answers]
    assert [each.loss for each in proof] == [each.loss for each in puzzle.answers]
    assert all(each.ci == (each.loss, each.loss) for each in puzzle.answers)
    assert replies_of(puzzle.view) == puzzle.replies


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle.name)
def test_no_reply_gains_against_the_mix(puzzle: Puzzle) -> None:
    """The mix gives away no more than the value of the position, whatever the other plays."""
    seat = puzzle.view.seat or 0
    state = sample(puzzle.view, Random(0))
    sign = 1 if seat == 0 else -1
    best = sign * solve(state, has_answers=False, has_line=False).value

    def heads(card: int, other: int) -> float:
        then = after(state, *((card, other) if seat == 0 else (other, card)))
        paid = [
            state.rules.heads_in(new) - state.rules.heads_in(old)
            for old, new in zip(state.piles, then.piles, strict=True)
        ]
        return sign * (paid[0] - paid[1] + solve(then, has_answers=False, has_line=False).value)

    for other in puzzle.other_hand:
        played = [(each.answer.card, each.chance) for each in puzzle.exact if each.chance > 0]  # type: ignore[union-attr]
        assert sum(chance * heads(card, other) for card, chance in played) <= best + 0.02


def test_what_is_said_of_a_mix_names_all_of_it() -> None:
    mixed = next(each for each in SOLVED if len(right(each)) == 2)
    for each in mixed.exact:
        said = verdict_text(mixed, each.answer), cost_text(mixed, each.answer)
        if each.is_best:
            assert said == ("Right!", f"Proved: best is a mix, {best_text(mixed)}.")
        else:
            assert said[0] == "Not the best."
            assert said[1].startswith("That costs exactly ")
    assert " of 10, " in best_text(mixed)


def test_reasons_name_the_reply_that_hurts_most() -> None:
    for puzzle in SOLVED:
        for answer, (reply, _tenths) in zip(puzzle.view.legal, puzzle.replies, strict=True):
            assert isinstance(answer, Choose)
            assert reply in puzzle.other_hand
            assert str(puzzle.hints(answer)[0]).startswith(f"Their {reply} hurts {answer.card} most: ")
            assert puzzle.hints(answer)[0] in puzzle.reasons(answer)


# ------------------------------------------------------------------ making


def position(*, cards: int) -> View:
    return asked_view(next(endings(Rules(2, deck="tactical", hand=7), cards, 1, 31)), 0)


def proof_with(view_of: View, *losses: float) -> Proof:
    """Return a proof of which the answers without a loss are equally likely."""
    share = 1 / losses.count(0)
    return tuple(
        ExactAnswer(answer, loss, 0.0 if loss else share)
        for answer, loss in zip(view_of.legal, losses, strict=True)
    )


def test_a_position_is_no_puzzle_if_its_answers_are_not_clear() -> None:
    four = position(cards=4)
    assert solved_of("tactical", four, proof_with(four, 0, 1, 2, 3)) is not None
    # Right and wrong are too close, too few are wrong, and the mix leaves a right one out.
    assert solved_of("tactical", four, proof_with(four, 0, 0.3, 2, 3)) is None
    assert solved_of("tactical", four, proof_with(four, 0, 0, 0, 3)) is None
    left_out = (*proof_with(four, 0, 1, 2, 3)[:3], ExactAnswer(four.legal[3], 0.0, 0.0))
    assert solved_of("tactical", four, left_out) is None
    three = position(cards=3)
    assert solved_of("tactical", three, proof_with(three, 0, 1, 2)) is None


def test_where_all_cards_are_known_playouts_make_no_puzzle() -> None:
    for cards in (2, 3, 4):
        for state in endings(Rules(2, deck="tactical", hand=6), cards, 4, 32):
            puzzle = puzzle_of("tactical", view(state, 0))
            assert puzzle is None or puzzle.proved


def test_a_shipped_one_is_made_again_of_its_position() -> None:
    for puzzle in SOLVED[::36]:
        made = puzzle_of(puzzle.game, puzzle.view, seed=3)
        assert made is not None
        assert made == puzzle_of(puzzle.game, puzzle.view, seed=3)
        assert (made.answers, made.replies, made.theme) == (puzzle.answers, puzzle.replies, "solved")


def test_the_same_seed_makes_the_same_solved_endings() -> None:
    one, other = (list(islice(from_bots(SOLVED_GAMES, seed=9, only_solved=True), 3)) for _ in range(2))
    assert one == other
    assert all(each is None or (each.proved and tempts(each)) for each in one)
