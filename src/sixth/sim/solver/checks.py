"""Which positions can be solved, and the errors of those that cannot."""

from random import Random
from typing import Final

from sixth.rules.sentence import SentenceError
from sixth.rules.state import State
from sixth.rules.view import View, sample
from sixth.sim.solver.matrix import MAX_CHOICES

SEATS: Final = 2


class SolverError(SentenceError, ValueError):
    """A position that cannot be solved, or not in the time that there is; `sentence` says why."""


def known_state(position: State | View) -> State:
    """Return the state of a position in which all cards are known.

    Raises:
        SolverError: there are more seats than two, nothing is to be chosen, cards are hidden, or a hand has
            more cards than the solver can take.
    """
    rules = position.rules
    if rules.seats != SEATS:
        raise SolverError(
            "not-two-seats", "A position of two seats can be solved, not one of {seats}.", seats=rules.seats
        )
    check_open(position)
    state = sample(position, Random(0)) if isinstance(position, View) else position
    cards = max(map(len, state.hands))
    if cards > MAX_CHOICES:
        raise SolverError(
            "too-many-cards",
            "A hand has {cards} cards, and positions of at most {most} can be solved; take a later position.",
            cards=cards, most=MAX_CHOICES,
        )  # fmt: skip
    return state


def check_open(position: State | View) -> None:
    """Raise `SolverError` unless somebody has to choose a card or a row and all cards are known."""
    if position.rules.flips:
        raise SolverError(
            "flips", "With play=flip nobody knows the cards to come, so there is nothing to solve."
        )
    if position.phase == "pick":
        raise SolverError("draft", "A draft cannot be solved; the cards can, once they are picked.")
    if position.phase not in ("choose", "take"):
        raise SolverError("no-choice", "Nobody has to choose a card or a row in this position.")
    hidden = _count_hidden(position)
    if hidden:
        raise SolverError("hidden", "Not all cards are known: {count} are hidden.", count=hidden)


def _count_hidden(position: State | View) -> int:
    rules, seats = position.rules, len(position.seats_in)
    later = seats * sum(rules.parts(seats)[position.part :])
    if isinstance(position, State) or rules.drafts:
        return later
    unseen = len(position.unseen())
    others = sum(count for seat, count in enumerate(position.counts) if seat != position.seat)
    return unseen if position.seat is None or later or unseen > others else 0


def check_last_round(state: State) -> None:
    """Raise `SolverError` unless the game ends with this round, whatever happens."""
    end = state.rules.end
    heads = map(state.rules.heads_in, state.piles)
    highest = max(total + now for total, now in zip(state.totals, heads, strict=True))
    if (end.kind == "rounds" and state.round >= end.count) or (end.kind == "score" and highest >= end.count):
        return
    raise SolverError(
        "not-the-last-round",
        "The chance to win is known only where the game ends with this round; here it may go on.",
    )
