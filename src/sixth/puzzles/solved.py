"""Solved endings: puzzles of two seats in which every card is known, so that the answer is proved."""

from random import Random
from typing import Final

from sixth import bots
from sixth.coach.account import ExactAnswer
from sixth.coach.proofs import PROVED_CARDS, Proof
from sixth.puzzles.puzzle import LEVELS, AnswerLoss, Puzzle
from sixth.puzzles.replies import Reply
from sixth.rules.events import Choose
from sixth.rules.game import advance
from sixth.rules.state import State
from sixth.rules.view import View, sample
from sixth.sim.solver import solve

CARDS: Final = range(4, PROVED_CARDS + 1)
"""Cards in each hand; fewer leave little to find."""
LEAST_LOSS: Final = 0.5
"""The least loss of an answer that is not right, in heads."""
LEAST_TEMPTED: Final = 1.0
"""The least loss of the naive choice, in heads: of the card that the bot `nearest` plays."""

_LEAST_CHANCE: Final = 0.08
"""The least chance of an answer in a mix; a smaller one is hardly worth telling."""


def solved_of(game: str, view: View, proof: Proof, *, seed: int = 0) -> Puzzle | None:
    """Return the puzzle of a position with a proof, or None if it makes no good puzzle.

    Each answer is right and part of best play, or clearly wrong, and answers that are a head apart have
    different reasons.
    """
    if view.phase != "choose" or len(view.hand) not in CARDS or not _is_clear(proof):
        return None
    actions = [bots.make(level, seed=seed).act(view) for level in LEVELS]
    right = {each.answer for each in proof if each.is_best}
    puzzle = Puzzle(
        game,
        view,
        tuple(AnswerLoss(each.answer, each.loss, (each.loss, each.loss)) for each in proof),
        "solved",
        tuple(level for level, action in zip(LEVELS, actions, strict=True) if action in right),
        mix=tuple(each.chance for each in proof),
        replies=replies_of(view),
    )
    return puzzle if _tells_apart(puzzle) else None


def tempts(puzzle: Puzzle) -> bool:
    """Return whether the naive choice, the card nearest to a row, clearly loses."""
    naive = bots.make("nearest", seed=0).act(puzzle.view)
    return next(each.loss for each in puzzle.answers if each.answer == naive) >= LEAST_TEMPTED


def replies_of(view: View) -> tuple[Reply, ...]:
    """Return the card of the other seat that hurts each card of the hand most, and what follows.

    This is in tenths of a head how much more the seat then takes than the other one until the end of the
    round, if both play on perfectly.
    """
    # All cards are known, so every sample is the same state.
    state, seat = sample(view, Random(0)), view.seat
    assert seat is not None
    replies = []
    for card in state.hands[seat]:
        heads = {other: _heads_after(state, seat, card, other) for other in state.hands[1 - seat]}
        worst = max(heads, key=lambda other: (round(state.rules.sign * heads[other], 6), -other))
        # Many values are halves of a tenth, but for what the processor rounds.
        replies.append((worst, round(round(10 * heads[worst], 6))))
    return tuple(replies)


def _heads_after(state: State, seat: int, card: int, other: int) -> float:
    """Return how many more heads `seat` takes than the other one after both have played these cards."""
    then = advance(advance(state, seat, Choose(card))[1], 1 - seat, Choose(other))[1]
    paid = [
        state.rules.heads_in(after) - state.rules.heads_in(before)
        for before, after in zip(state.piles, then.piles, strict=True)
    ]
    value = solve(then, has_answers=False, has_line=False, seconds=None).value
    return paid[seat] - paid[1 - seat] + (value if seat == 0 else -value)


def _is_clear(proof: Proof) -> bool:
    """Return whether each answer is part of best play or clearly wrong, and at least two are wrong."""

    def is_clear(each: ExactAnswer) -> bool:
        return each.chance >= _LEAST_CHANCE if each.is_best else each.loss >= LEAST_LOSS

    return all(map(is_clear, proof)) and sum(not each.is_best for each in proof) > 1


def _tells_apart(puzzle: Puzzle) -> bool:
    """Return whether no two answers that are more than a head apart have the same reasons."""
    return not any(
        one.loss - other.loss > 1 and puzzle.facts(one.answer) == puzzle.facts(other.answer)
        for one in puzzle.answers
        for other in puzzle.answers
    )
