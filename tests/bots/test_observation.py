"""Observations of kernels: the view undone, turn by turn, gives the actual game."""

from dataclasses import replace

import numpy as np
from hypothesis import given, settings, strategies as st

import sixth
from sixth.bots.observation import observe, stakes_of
from sixth.rules.board import Row
from sixth.rules.events import Flipped, Placed, Revealed
from sixth.rules.options import End, Rules
from sixth.rules.state import State
from sixth.rules.view import view
from sixth.sim.engine.layout import CARD_SHIFT, HEADS_MASK, HEADS_SHIFT, SEAT_MASK
from sixth.sim.search.playouts import NOBODY
from sixth.sim.search.rollouts import Stakes
from tests.rules.strategies import combined_rules, moves, named_rules, seeds
from tests.sim.drafts import words


def turns(rules: Rules, seed: int, stop: int) -> tuple[list[State], State]:
    """Return the states at the begin of each turn of the round, and the current state of a random game.

    The game stops at a decision of a seat after `stop` moves or more.
    """
    begins: list[State] = []
    for number, move in enumerate(moves(rules, seed)):
        state = move.before
        if state.phase in ("lay", "deal") and state.part != 1:
            begins = []
        if state.phase == "choose" and not any(state.chosen):
            begins.append(state)
        if state.phase == "flip" and state.actor == state.seats_in[0]:
            begins.append(state)
        if number >= stop and state.phase in ("choose", "take"):
            return begins, state
    return [], state


def tables_of(rules: Rules, rows: tuple[Row, ...]) -> list[list[int]]:
    heads = [sum(rules.heads_of[card] for card in row) for row in rows]
    return [[row[-1] for row in rows], [row[0] for row in rows], [len(row) for row in rows], heads]


def visible_cards(state: State) -> tuple[int, int]:
    cards = [card for row in (*state.rows, *state.piles) for card in row]
    return words([*cards, *(card for card, _ in state.pending)])


def turn_cards_after(begin: State, state: State) -> list[int | None]:
    """Return the card of each seat in the turn after the state `begin`, as far as it is known."""
    history = state.history[len(begin.history) :]
    cards = next((event.cards for event in history if isinstance(event, Revealed)), None)
    if cards is not None:
        return [cards[seat] for seat in state.seats_in]
    card_of = {event.seat: event.card for event in reversed(history) if isinstance(event, Flipped)}
    return [card_of.get(seat) for seat in state.seats_in]


elimination_rules = st.builds(
    lambda seats, limit: sixth.games["elimination"].replace(
        seats=seats, hand=3, end=End("elimination", limit)
    ),
    st.integers(3, 6),
    st.integers(1, 5),
)


@given(
    rules=st.one_of(
        named_rules(),
        elimination_rules,
        *(combined_rules(deal=deal) for deal in ("random", "draft", "halves")),
    ),
    seed=seeds(),
    stop=st.integers(0, 120),
)
@settings(max_examples=200)
def test_a_moment_is_what_the_game_was_turn_by_turn(rules: Rules, seed: int, stop: int) -> None:
    begins, state = turns(rules, seed, stop)
    if not begins:
        return
    is_taking = state.phase == "take"
    for seat in state.to_act:
        board = view(state, seat)
        plan, observation = observe(board)
        players, now = len(state.seats_in), len(begins) - 1
        assert [plan.seats, plan.rows, plan.limit] == [players, rules.rows, min(rules.row_limit, 105)]
        assert [plan.both, plan.flip, len(plan.keys)] == [
            rules.both_ends, rules.flips, rules.deck_size(players),
        ]  # fmt: skip
        assert [observation.seat, observation.turn] == [state.seats_in.index(seat), now]
        assert observation.heads.tolist() == [board.round_heads[each] for each in state.seats_in]
        # The tables, before each turn and now.
        states = [*begins[:now], state]
        assert observation.tables.tolist() == [tables_of(rules, each.rows) for each in states]
        assert observation.seen.tolist() == [list(visible_cards(each)) for each in states]
        # The cards, in a strip for each seat of each turn.
        assert np.isin(observation.known[observation.known > 0] & ~SEAT_MASK, plan.keys).all()
        strips = (observation.known >> CARD_SHIFT).reshape(-1, players).tolist()
        assert len(strips) == sum(rules.parts(players))
        turn_cards: list[list[int | None]] = [turn_cards_after(each, state) for each in begins[:now]]
        assert strips[:now] == [[card or 0 for card in turn] for turn in turn_cards]
        if is_taking:
            placed = sum(isinstance(event, Placed) for event in state.history) - now * players
            assert observation.place == placed
            this = turn_cards_after(begins[now], state)
            # Those that were flipped stand by seat, others in the order in which they are placed.
            cards = [card for card in this if card is not None]
            assert strips[now] == [card or 0 for card in this] if rules.flips else sorted(cards)
            if not rules.flips:
                seats = (observation.known[now * players : (now + 1) * players] & SEAT_MASK).tolist()
                assert [this[each] for each in seats] == strips[now]
        else:
            assert observation.place == NOBODY
        first = now + is_taking
        for number, other in enumerate(state.seats_in):
            cards = [turn[number] for turn in strips[first:] if turn[number]]
            is_open = rules.drafts or (other == seat and not rules.flips)
            assert cards == (list(state.hands[other]) if is_open else [])
        assert sorted((observation.hidden >> CARD_SHIFT).tolist()) == list(board.unseen())
        heads = (plan.keys >> HEADS_SHIFT) & HEADS_MASK
        assert heads.tolist() == list(rules.heads_of[1 : len(heads) + 1])


# ------------------------------------------------------------------ what is at stake


def midway(end: End, *, past: int, totals: tuple[int, ...], goal: str = "fewest") -> Stakes:
    """The stakes of seat 0 in the round after `past` ended ones."""
    rules = Rules(seats=4, end=end).replace(goal="most" if goal == "most" else "fewest")
    state = sixth.Game(rules, seed=1).state
    later = replace(state, round=past + 1, past=((0,) * 4,) * past, totals=totals)
    return stakes_of(view(later, 0), win=3.0)


def test_a_game_with_a_limit_ends_when_it_is_reached() -> None:
    stakes = midway(End("score", 66), past=2, totals=(10, 20, 65, 0))
    assert stakes.totals.tolist() == [10, 20, 65, 0]
    assert [stakes.sign, stakes.ends, stakes.limit, stakes.win] == [1, False, 66, 3]


def test_who_is_out_when_the_limit_is_passed_is_out_one_head_later() -> None:
    assert midway(End("elimination", 66), past=2, totals=(10, 20, 65, 0)).limit == 67


def test_the_last_round_of_several_ends_the_game_and_others_do_not() -> None:
    assert [midway(End("rounds", 3), past=past, totals=(0,) * 4).ends for past in (0, 1, 2)] == [0, 0, 1]
    far, near = (midway(End("rounds", 9), past=past, totals=(30, 5, 0, 0)) for past in (1, 7))
    # The end is as far off as a limit that the seat with the most heads would reach then.
    assert far.limit - 30 == 7 * (near.limit - 30)
    assert near.limit - 30 == near.pace


def test_where_most_heads_win_the_sign_is_turned() -> None:
    assert midway(End("score", 66), past=0, totals=(0,) * 4, goal="most").sign == -1


def test_nobody_wants_heads_where_they_put_one_out_though_most_win_among_those_out_together() -> None:
    assert midway(End("elimination", 66), past=2, totals=(10, 20, 65, 0), goal="most").sign == 1


def test_seats_that_are_out_are_not_counted() -> None:
    rules = sixth.games["elimination"].replace(seats=4)
    state = replace(sixth.Game(rules, seed=1).state, seats_in=(0, 2, 3), totals=(10, 99, 30, 40))
    assert stakes_of(view(state, 2), win=3.0).totals.tolist() == [10, 30, 40]
