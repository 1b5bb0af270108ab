"""Hypothesis strategies: rules that can be played, and states of games played at random."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any, get_args

from hypothesis import assume, strategies as st

import sixth
from sixth.rules.cards import FULL_DECK
from sixth.rules.deal import Dealer, secret_from_seed
from sixth.rules.events import Abandon, Action, Event, Step
from sixth.rules.fold import evolve, fold
from sixth.rules.game import advance, legal
from sixth.rules.options import End, EndKind, Rules, RulesError
from sixth.rules.record import Record, Seat
from sixth.rules.state import State, start

ONE_ROUND = End("rounds", 1)


@dataclass(frozen=True)
class Move:
    """One action of a seat (None: the dealer), the states before and after it, and its events."""

    before: State
    seat: int | None
    action: Action | Step
    events: tuple[Event, ...]
    after: State


# ------------------------------------------------------------------ rules


@st.composite
def _game_ends(draw: st.DrawFn) -> End:
    kind: EndKind = draw(st.sampled_from(get_args(EndKind)))
    maximum = 3 if kind == "rounds" else 40
    return End(kind, draw(st.integers(1, maximum)))


@st.composite
def _decks(draw: st.DrawFn, options: dict[str, Any]) -> Any:
    seats, hand, rows = options["seats"], options["hand"], options["rows"]
    exact = hand * seats + rows
    decks: list[Any] = ["full"]
    minimum = 2 * seats + rows if options["deal"] == "halves" else exact
    if exact <= FULL_DECK:
        decks.append("tactical")
    if options["deal"] == "draft":
        shrinks = options["end"].kind == "elimination" and seats > 2
        decks = ["tactical"] if shrinks else ["tactical", exact]
        return draw(st.sampled_from(decks))
    return draw(st.one_of(st.sampled_from(decks), st.integers(minimum, FULL_DECK)))


WAYS = [(deal, play) for deal in ("random", "draft", "halves") for play in ("simultaneous", "flip")]
WAYS.remove(("draft", "flip"))


@st.composite
def combined_rules(draw: st.DrawFn, *, deal: str | None = None, play: str | None = None) -> Rules:
    """Rules of any combination of options that can be played, on small decks and big ones."""
    ways = [way for way in WAYS if deal in (None, way[0]) and play in (None, way[1])]
    deal, play = draw(st.sampled_from(ways))
    seats = draw(st.integers(2, 10))
    rows = draw(st.integers(1, 7))
    hand = 10 if deal == "halves" else draw(st.integers(1, min(12, (FULL_DECK - rows) // seats)))
    options: dict[str, Any] = {
        "seats": seats,
        "hand": hand,
        "rows": rows,
        "row_limit": draw(st.integers(1, 7)),
        "deal": deal,
        "play": play,
        "ends": draw(st.sampled_from(["right", "both"])),
        "heads": draw(st.sampled_from(["classic", "light"])),
        "goal": draw(st.sampled_from(["fewest", "most"])),
        "end": ONE_ROUND if deal == "halves" else draw(_game_ends()),
    }
    options["deck"] = draw(_decks(options))
    try:
        return Rules(**options)
    except RulesError:
        # The only clash left is that no total could grow, for lack of cards.
        return Rules(**{**options, "end": ONE_ROUND})


@st.composite
def named_rules(draw: st.DrawFn) -> Rules:
    """The rules of one of the named games."""
    game = sixth.games[draw(st.sampled_from(sorted(sixth.games)))]
    return game.replace(seats=draw(st.sampled_from(game.seats)))


def all_rules() -> st.SearchStrategy[Rules]:
    """Named games and combinations."""
    return st.one_of(named_rules(), combined_rules())


# ------------------------------------------------------------------ games


def moves(rules: Rules, seed: int) -> Iterator[Move]:
    """Yield the moves of a random game, in which seats act in random order and may choose again."""
    rng = Random(seed)
    dealer = Dealer(secret_from_seed(seed), tuple(f"text {seat}" for seat in range(rules.seats)))
    state = start(rules)
    while not state.over:
        step = dealer.step(state)
        seat: int | None = None
        action: Action | Step
        if step is None:
            changes_mind = state.phase == "choose" and rng.random() < 0.1
            seat = rng.choice(state.seats_in if changes_mind else state.to_act)
            action = rng.choice(legal(state, seat))
        else:
            action = step
        events, after = advance(state, seat, action)
        yield Move(state, seat, action, events, after)
        state = after


def random_game(rules: Rules, seed: int, *, rounds: int = 30) -> Record:
    """Return the record of a random game, which is abandoned if it has not ended after `rounds` rounds."""
    events: list[Event] = []
    for move in moves(rules, seed):
        events += move.events
        if len(move.after.past) >= rounds and not move.after.over:
            events += advance(move.after, None, Abandon("long enough"))[0]
            break
    seats = tuple(Seat(f"Seat {number}", "random") for number in range(rules.seats))
    return Record(f"g{seed}", rules, seats, None, tuple(events))


def seeds() -> st.SearchStrategy[int]:
    """Seeds of random games."""
    return st.integers(0, 2**32)


@st.composite
def games(draw: st.DrawFn) -> Record:
    """A whole game of any rules."""
    return random_game(draw(all_rules()), draw(seeds()))


@st.composite
def any_move(draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None) -> Move:
    """Any move of the first 201 moves of a random game."""
    game_rules = draw(all_rules() if rules is None else rules)
    stop = draw(st.integers(0, 200))
    return list(islice(moves(game_rules, draw(seeds())), stop + 1))[-1]


@st.composite
def moments(
    draw: st.DrawFn,
    rules: st.SearchStrategy[Rules] | None = None,
    condition: Callable[[State], bool] | None = None,
) -> State:
    """Any state of a game that fulfils `condition`, also in the middle of placing and counting."""
    if condition is None:
        move = draw(any_move(rules))
        return fold(move.before, move.events[: draw(st.integers(0, len(move.events)))])
    game_rules = draw(all_rules() if rules is None else rules)
    states: list[State] = []
    for move in islice(moves(game_rules, draw(seeds())), 80):
        state = move.before
        for event in move.events:
            state = evolve(state, event)
            if condition(state):
                states.append(state)
    assume(states)
    return draw(st.sampled_from(states))


def audiences(state: State) -> tuple[int | None, ...]:
    """Return everybody to whom a state is shown: a spectator (None) and each seat."""
    return (None, *range(state.rules.seats))


def cards_in_play(state: State) -> list[int]:
    """Return every card that lies anywhere but in the stock."""
    lists = [*state.rows, *state.piles, *state.hands, state.open_deck, [card for card, _ in state.pending]]
    return [card for cards in lists for card in cards]


def swap_cards(state: State, one: tuple[int, int], other: tuple[int, int] | int) -> State:
    """Return the state with the hidden cards `one` (seat, index) and `other` (or an undealt card) swapped."""
    hands = [list(hand) for hand in state.hands]
    chosen = list(state.chosen)
    seat, index = one
    own = hands[seat][index]
    if isinstance(other, int):
        new = {seat: (own, other)}
        hands[seat][index] = other
    else:
        opposite = hands[other[0]][other[1]]
        new = {seat: (own, opposite), other[0]: (opposite, own)}
        hands[seat][index], hands[other[0]][other[1]] = opposite, own
    for place, (before, after) in new.items():
        if chosen[place] == before:
            chosen[place] = after
    sorted_hands = hands if state.rules.flips else [sorted(hand) for hand in hands]
    return replace(state, hands=tuple(map(tuple, sorted_hands)), chosen=tuple(chosen))
