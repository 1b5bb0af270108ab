"""A judgement knows what the seat knew: neither hidden cards nor what came later."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sixth
from sixth.coach import Decision, review
from sixth.coach.judgement import judge
from sixth.rules.events import Choose, Deal
from sixth.rules.game import advance
from sixth.rules.options import End
from sixth.rules.record import Record
from sixth.rules.state import State, start
from sixth.rules.view import sample, view
from tests.coach.games import FEW

ONE_ROUND = End("rounds", 1)


def played(state: State, rng: Random, choices: Sequence[dict[int, Choose]] = ()) -> Record:
    """Deal `state` is the beginning of; the first turns as `choices` say, and the rest at random."""
    cards = (*(card for hand in state.hands for card in hand), *(row[0] for row in state.rows))
    events, now = advance(start(state.rules), None, Deal(cards))
    found = [*events]
    while not now.over:
        for seat in now.to_act:
            asked = view(now, seat)
            action = rng.choice(asked.legal)
            if now.phase == "choose" and now.turn <= len(choices):
                action = choices[now.turn - 1][seat]
            elif now.phase == "take" and now.turn <= len(choices):
                action = asked.legal[0]
            events, now = advance(now, seat, action)
            found += events
    return Record("drawn", state.rules, sixth.Game(state.rules).seats, None, tuple(found))


def judged(decision: Decision) -> tuple[object, ...]:
    return decision.turn, decision.kind, decision.best, decision.answers


@given(
    st.sampled_from(["classic", "tactical", "both-ends"]), st.integers(2, 3), st.integers(0, 999), st.data()
)
@settings(max_examples=12, deadline=None)
def test_no_judgement_changes_with_cards_that_were_hidden_or_came_later(
    name: str, seats: int, seed: int, data: st.DataObject
) -> None:
    rules = sixth.games[name].replace(seats=seats, end=ONE_ROUND)
    rng = Random(seed)
    first = sixth.Game(rules, seed=seed).state
    turn = data.draw(st.integers(1, 9), label="turn")
    # What is played before that turn is played in the other game, too; then other hands are dealt.
    choices = [{seat: Choose(first.hands[seat][at]) for seat in range(seats)} for at in range(turn - 1)]
    shown = sample(view(first, 0), rng)
    kept = [
        {choices[at][seat].card for at in range(turn - 1)} | (set(first.hands[0]) if seat == 0 else set())
        for seat in range(seats)
    ]
    free = [card for hand in shown.hands for card in hand if not any(card in cards for cards in kept)]
    free += [
        card for card in view(shown, 0).unseen() if card not in free and not any(card in one for one in kept)
    ]
    rng.shuffle(free)
    hands = tuple(
        first.hands[0]
        if seat == 0
        else tuple(
            sorted([*kept[seat], *(free.pop() for _ in range(len(first.hands[seat]) - len(kept[seat])))])
        )
        for seat in range(seats)
    )
    other = replace(first, hands=hands)
    reviews = [review(played(state, rng, choices), 0, playouts=FEW) for state in (first, other)]
    one, another = (
        [judged(each) for each in found.rounds[0].decisions if each.kind == "choose" and each.turn <= turn]
        for found in reviews
    )
    assert len(one) == turn
    assert one == another


def test_every_answer_meets_the_same_worlds_and_luck() -> None:
    """Two answers that lead to the same are worth the same, to the last digit."""
    rules = sixth.games["classic"].replace(seats=2, end=ONE_ROUND)
    state = sixth.Game(rules, seed=1).state
    # The first row costs as much as the second, and so on; whichever is taken the rest is as before.
    seen = view(replace(state, hands=((1, 2, 3, 4), (5, 6, 7, 8))), 0)
    found = judge(seen, playouts=600)
    spread = (found.heads - found.heads[:, [0]]).std()
    assert spread < found.heads.std() + 5


@pytest.mark.parametrize("playouts", [1, 64, 5_000])
def test_any_number_of_playouts_will_do(playouts: int) -> None:
    seen = sixth.Game(sixth.games["classic"].replace(seats=2), seed=1).view(0)
    found = judge(seen, playouts=playouts)
    assert found.heads.shape[0] >= 3
    assert found.heads.shape[1] == len(seen.legal)
    assert 0 <= found.best < len(seen.legal)
