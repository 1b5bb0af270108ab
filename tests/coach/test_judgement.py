"""Judgements: they know neither hidden cards nor later events."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import sixth
from sixth.bots.belief import ALL_TYPES, POLICY
from sixth.coach import rounds_of
from sixth.coach.judgement import judge, judge_opened
from sixth.coach.reference import OWN, players
from sixth.quantiles import error_of
from sixth.rules.events import Choose, Deal
from sixth.rules.game import advance
from sixth.rules.options import End
from sixth.rules.record import Record
from sixth.rules.state import State, start
from sixth.rules.view import sample, view
from tests.bots.exact import Policy, Solver, decisions, posterior
from tests.bots.test_search import GAMES, utility
from tests.coach.games import FEW

ONE_ROUND = End("rounds", 1)


def play_out(state: State, rng: Random, choices: Sequence[dict[int, Choose]] = ()) -> Record:
    """Return the record of a game from `state`: first turns by `choices`, and the rest at random."""
    cards = (*(card for hand in state.hands for card in hand), *(row[0] for row in state.rows))
    events, now = advance(start(state.rules), None, Deal(cards))
    events_so_far = [*events]
    while not now.over:
        for seat in now.to_act:
            seat_view = view(now, seat)
            action = rng.choice(seat_view.legal)
            if now.phase == "choose" and now.turn <= len(choices):
                action = choices[now.turn - 1][seat]
            elif now.phase == "take" and now.turn <= len(choices):
                action = seat_view.legal[0]
            events, now = advance(now, seat, action)
            events_so_far += events
    return Record("drawn", state.rules, sixth.Game(state.rules).seats, None, tuple(events_so_far))


@given(
    st.sampled_from(["classic", "tactical", "both-ends"]), st.integers(2, 3), st.integers(0, 999), st.data()
)
@settings(max_examples=10, deadline=None)
def test_no_judgement_changes_with_cards_that_were_hidden_or_came_later(
    name: str, seats: int, seed: int, data: st.DataObject
) -> None:
    rules = sixth.games[name].replace(seats=seats, end=ONE_ROUND)
    rng = Random(seed)
    first = sixth.Game(rules, seed=seed).state
    turn = data.draw(st.integers(1, 9), label="turn")
    # What is played before that turn is played in the other game, too; then other hands are dealt.
    choices = [{seat: Choose(first.hands[seat][at]) for seat in range(seats)} for at in range(turn - 1)]
    other_state = sample(view(first, 0), rng)
    past = [
        {choices[at][seat].card for at in range(turn - 1)} | (set(first.hands[0]) if seat == 0 else set())
        for seat in range(seats)
    ]
    free = [card for hand in other_state.hands for card in hand if not any(card in cards for cards in past)]
    unseen = (card for card in view(other_state, 0).unseen() if card not in free)
    free += [card for card in unseen if not any(card in one for one in past)]
    rng.shuffle(free)
    hands = [first.hands[0]]
    for seat in range(1, seats):
        new = [free.pop() for _ in range(len(first.hands[seat]) - len(past[seat]))]
        hands.append(tuple(sorted([*past[seat], *new])))
    other = replace(first, hands=tuple(hands))
    one, another = (judgements(play_out(state, rng, choices), turn) for state in (first, other))
    assert len(one) >= turn
    assert one == another


def judgements(record: Record, turn: int) -> list[tuple[int, bytes]]:
    """Return the judgements of the first seat up to its choice of a turn."""
    (round_,) = rounds_of(record, 0)
    return [
        (judgement.best, judgement.heads.tobytes())
        for position in round_.positions
        if (position.turn, position.kind) <= (turn, "choose")
        for judgement in [judge(position.view, playouts=FEW)]
    ]


def test_what_open_hands_do_to_a_choice_is_0_on_average() -> None:
    """Over the hands that the others may hold, before anybody has played."""
    board, rng = sixth.Game(sixth.games["classic"].replace(seats=3), seed=3).view(0), Random(1)
    judgement = judge(board, playouts=12_000)
    answer = (judgement.best + 5) % len(board.legal)
    gap = judgement.heads[:, answer] - judgement.heads[:, judgement.best]
    gaps = []
    for seed in range(100):
        hands = sample(board, rng).hands
        open_losses = judge_opened(board, hands, answer, judgement.best, playouts=256, seed=seed)
        assert open_losses is not None
        gaps.append(open_losses.mean())
    error = np.sqrt(np.var(gaps) / len(gaps) + gap.var() / len(gap))
    assert abs(np.mean(gaps) - gap.mean()) <= 3 * error
    # Not because it is nothing: hands do make a difference.
    assert np.std(gaps) > 2 * error


def test_every_answer_meets_the_same_worlds_and_luck() -> None:
    """So a difference of two answers is surer than either."""
    apart, together = 0.0, 0.0
    for seed in range(4):
        judgement = judge(
            sixth.Game(sixth.games["classic"].replace(seats=4), seed=seed).view(0), playouts=4_000
        )
        gaps = judgement.heads - judgement.heads[:, [judgement.best]]
        apart += judgement.heads.var(axis=0).mean() + judgement.heads[:, judgement.best].var()
        together += gaps.var(axis=0).mean()
    assert together < 0.9 * apart


# ------------------------------------------------------------------ endings worked out exactly


@pytest.mark.parametrize(
    ("name", "seed"), [("classic", 0), ("classic", 1), ("both ends", 0), ("most heads", 0), ("draft", 0)]
)
def test_intervals_hold_the_values_of_endings_that_were_worked_out_exactly(name: str, seed: int) -> None:
    """By plain enumeration of hidden hands, of who the others are, and of what they play."""
    rules = GAMES[name]
    of = {player: Policy(floats) for player, floats in players().items()}
    kinds = [(of[each.player], each.inverse_temperature) for each in ALL_TYPES]
    prior = sum(each.prior for each in ALL_TYPES)
    beliefs = [each.prior / prior for each in ALL_TYPES]
    comparisons = 0
    for decision in decisions(rules, seed):
        if decision.seat != 0 or (decision.seen.turn == 1 and decision.seen.phase == "choose"):
            continue  # what takes long
        particles = posterior(decision, kinds, beliefs, (of[POLICY], OWN))
        exact = -np.array(Solver(0, utility(0, 0.0)).values(particles))
        heads = judge(decision.seen, playouts=60_000).heads
        for answer, value in enumerate(exact):
            # Five tests of several answers each: intervals of 99.9 %, about, so that none fails by chance.
            assert abs(heads[:, answer].mean() - value) <= 1.7 * error_of(heads[:, answer]).margin + 0.01
            comparisons += 1
    assert comparisons >= 2


@pytest.mark.parametrize("playouts", [1, 64, 5_000])
def test_any_number_of_playouts_will_do(playouts: int) -> None:
    board = sixth.Game(sixth.games["classic"].replace(seats=2), seed=1).view(0)
    judgement = judge(board, playouts=playouts)
    assert judgement.heads.shape[0] >= 3
    assert judgement.heads.shape[1] == len(board.legal)
    assert 0 <= judgement.best < len(board.legal)


def test_fewer_playouts_to_measure_find_the_same_answer() -> None:
    board = sixth.Game(sixth.games["classic"].replace(seats=3), seed=3).view(0)
    whole, part = judge(board, playouts=600), judge(board, playouts=600, measuring=100)
    assert part.best == whole.best
    assert part.heads.shape[1] == whole.heads.shape[1]
