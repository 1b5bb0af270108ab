"""One round by the rules beside the same round by the simulation, card by card."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

import numpy as np
from hypothesis import strategies as st

from sixth.rules.board import Row
from sixth.rules.events import Action, Choose, Deal as Dealing, Event, Flip, Lay, Pick, Placed, Take
from sixth.rules.fold import evolve
from sixth.rules.game import advance
from sixth.rules.options import Rules
from sixth.rules.state import State, start
from sixth.rules.view import View, view
from sixth.sim import LEFT, WHYS, Deal, Trace
from sixth.sim.engine.layout import Bytes
from tests.rules.strategies import ONE_ROUND, all_rules, seeds


class Card(NamedTuple):
    """What became of one card, and how the rows lie after it."""

    seat: int
    card: int
    row: int
    left: bool
    why: str
    taken: int
    heads: int
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Case:
    """Rounds to be played by both: the cards, and which rows are taken."""

    rules: Rules
    deal: Deal
    takes: Bytes


@st.composite
def cases(draw: st.DrawFn, *, rounds: int = 2) -> Case:
    """Any rules that the simulation plays, with deals, orders of play and decisions."""
    rules = draw(all_rules()).replace(end=ONE_ROUND)
    rng = Random(draw(seeds()))
    turns = sum(rules.parts(rules.seats))
    shape = rounds, turns, rules.seats
    need = turns * rules.seats + rules.rows
    cards = np.array(
        [rng.sample(range(1, rules.deck_size(rules.seats) + 1), need) for _ in range(rounds)], dtype=np.uint8
    )
    if rules.drafts:
        cards[:, : rules.rows].sort(axis=1)
    takes = [rng.randrange(rules.rows) + rng.choice((0, LEFT)) for _ in range(rounds * turns * rules.seats)]
    return Case(
        rules,
        Deal(cards[:, : rules.rows], cards[:, rules.rows :].reshape(shape)),
        np.array(takes, dtype=np.uint8).reshape(shape),
    )


def by_rules(case: Case, number: int) -> tuple[list[Card], tuple[int, ...]]:
    """Round `number` of the case played by `sixth.rules`: its cards and the heads by seat."""
    rules = case.rules
    plays: list[list[int]] = case.deal.plays[number].tolist()
    takes: list[list[int]] = case.takes[number].tolist()
    state = start(rules)
    told: list[Card] = []
    while not state.over:
        events, after = advance(state, *_next(state, plays, takes, case.deal.rows[number].tolist()))
        told += _told(state, events)
        state = after
    return told, state.totals


def _next(state: State, plays: list[list[int]], takes: list[list[int]], rows: list[int]) -> tuple[Any, Any]:
    if state.phase == "lay":
        return None, Lay(0)
    if state.phase == "pick":
        assert state.actor is not None
        return state.actor, Pick(plays[len(state.hands[state.actor])][state.actor])
    if state.open_deck:
        return None, Dealing(())
    if state.phase == "deal":
        parts = state.rules.parts(state.rules.seats)
        begin, end = (0, parts[0]) if state.part == 0 else (parts[0], sum(parts))
        cards = [turn[seat] for seat in range(state.rules.seats) for turn in plays[begin:end]]
        return None, Dealing((*cards, *(rows if state.part == 0 else ())))
    if state.phase == "flip":
        return None, Flip()
    if state.phase == "choose":
        seat = state.to_act[0]
        return seat, Choose(plays[state.turn - 1][seat])
    assert state.phase == "take"
    assert state.actor is not None
    take = takes[state.turn - 1][state.actor]
    if state.places():
        side = "left" if take >= LEFT else "right"
        return state.actor, next(Take(row, end) for row, end in state.places() if end == side)
    return state.actor, Take(take % LEFT)


def _told(state: State, events: tuple[Event, ...]) -> Iterator[Card]:
    for event in events:
        state = evolve(state, event)
        if isinstance(event, Placed):
            heads = sum(state.rules.heads_of[card] for card in event.taken)
            yield Card(
                event.seat,
                event.card,
                event.row,
                event.end == "left",
                event.why,
                len(event.taken),
                heads,
                state.rows,
            )


def played_out(state: State, second_half: tuple[int, ...], answer: Callable[[View], Action]) -> State:
    """Return the end of the round by the rules, where each seat gives this answer to what it sees."""
    while not state.over:
        if state.phase == "flip":
            _, state = advance(state, None, Flip())
        elif state.phase == "deal":
            _, state = advance(state, None, Dealing(second_half))
        else:
            seat = state.to_act[0]
            _, state = advance(state, seat, answer(view(state, seat)))
    return state


def by_sim(rules: Rules, deal: Deal, trace: Trace, number: int) -> tuple[list[Card], tuple[int, ...]]:
    """The same of a round that the simulation played; the rows are laid again from what it tells."""
    rows: list[Row] = [(card,) for card in deal.rows[number].tolist()]
    fields = (trace.seat, trace.card, trace.row, trace.left, trace.why, trace.taken, trace.heads)
    told = []
    for seat, card, row, left, why, taken, heads in zip(
        *(field[number].ravel().tolist() for field in fields), strict=True
    ):
        if taken:
            rows[row] = (card,)
        else:
            rows[row] = (card, *rows[row]) if left else (*rows[row], card)
        told.append(Card(seat, card, row, bool(left), WHYS[why], taken, heads, tuple(rows)))
    return told, tuple(trace.totals[number].tolist())


def assert_same(sim: Any, case: Case) -> None:
    """Demand that `sim` (the room `sixth.sim`, or a copy of it) plays the case as the rules do."""
    trace = sim.Sim(case.rules).play(case.deal, take=case.takes)
    for number in range(len(case.takes)):
        ours, heads = by_sim(case.rules, case.deal, trace, number)
        theirs, totals = by_rules(case, number)
        for mine, right in zip(ours, theirs, strict=True):
            assert mine == right
        assert heads == totals
