"""The effect of a seat's choices on the other seats: who was spared heads by what the choice cost its seat.

The rest of the turn is played once as it was and once with the best answer of the coach, with the cards that
the others really played. Later turns are not looked at.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sixth.bots.bot import heads_hurt
from sixth.coach.account import SLIP
from sixth.coach.judgement import judge
from sixth.coach.positions import Position, rounds_of
from sixth.rules.events import Action, Choose, Chose, Revealed, Take, Took
from sixth.rules.fold import evolve
from sixth.rules.game import due, legal
from sixth.rules.options import Rules
from sixth.rules.record import Record
from sixth.rules.state import State


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of a choice: what it `cost` its seat in the round by the coach, in heads, and by how many
    heads it changed the turn for each seat for the better (`spared`), against the coach's best answer.
    """

    cost: float
    spared: tuple[int, ...]


def effects(record: Record, seat: int, *, playouts: int, seed: int = 0) -> Iterator[Effect | None]:
    """Yield the effect of each decision of a seat that cost it something; None for the other decisions.

    The coach plays `playouts` times for each decision.
    """
    for each in rounds_of(record, seat):
        for position in each.positions:
            yield None if position.forced else _effect(record, seat, position, playouts, seed)


def _effect(record: Record, seat: int, position: Position, playouts: int, seed: int) -> Effect | None:
    judgement = judge(position.view, playouts=playouts, seed=seed)
    answer = position.view.legal.index(position.answer)
    cost = float((judgement.heads[:, answer] - judgement.heads[:, judgement.best]).mean())
    if cost < SLIP or position.kind == "pick" or record.rules.flips:
        return None
    real, best = (
        heads_of_turn(record, seat, position, action)
        for action in (position.answer, position.view.legal[judgement.best])
    )
    sign = _sign(record.rules)
    return Effect(cost, tuple(sign * (there - here) for here, there in zip(real, best, strict=True)))


def heads_of_turn(record: Record, seat: int, position: Position, action: Action) -> Sequence[int]:
    """Return the heads that each seat takes in the rest of a turn if `seat` answers with this action."""
    state, rest = record.state(position.events), record.events[position.events :]
    before, taken = state.piles, {}
    for event in rest:
        if isinstance(event, Revealed) and event.turn != position.turn:
            break
        if isinstance(event, Took):
            taken[event.seat] = Take(event.row, event.end)
    if isinstance(action, Choose):
        revealed = next(each for each in rest if isinstance(each, Revealed))
        cards = tuple(action.card if at == seat else each for at, each in enumerate(revealed.cards))
        state = evolve(_all_chosen(state, cards), Revealed(revealed.turn, cards))
    elif isinstance(action, Take):
        state = evolve(state, Took(seat, action.row, action.end))
    while state.phase in ("place", "take"):
        placed = due(state)
        if placed is not None:
            state = evolve(state, placed)
            continue
        assert state.actor is not None
        take = _take(state, taken.get(state.actor))
        state = evolve(state, Took(state.actor, take.row, take.end))
    heads_in = record.rules.heads_in
    return [heads_in(after[len(had) :]) for had, after in zip(before, state.piles, strict=True)]


def _all_chosen(state: State, cards: Sequence[int | None]) -> State:
    for seat, card in enumerate(cards):
        if card is not None:
            state = evolve(state, Chose(seat, card))
    return state


def _take(state: State, real: Take | None) -> Take:
    """Return the row that the acting seat really took in this turn, else one with the fewest heads."""
    assert state.actor is not None
    actions = [each for each in legal(state, state.actor) if isinstance(each, Take)]
    if real in actions:
        return real
    heads = state.rules.heads_in
    sign = _sign(state.rules)
    return min(actions, key=lambda take: sign * heads(state.rows[take.row]))


def _sign(rules: Rules) -> int:
    """Return the factor that makes fewer heads better."""
    return 1 if heads_hurt(rules) else -1
