"""Examples for the pages of rules, played by the rules themselves, so that no picture can be wrong."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from sixth.narration import Narrator
from sixth.rules.board import Row
from sixth.rules.events import Choose, Deal, Event, Flip, Lay, Pick, Placed, RoundEnded, Take
from sixth.rules.fold import evolve
from sixth.rules.game import advance
from sixth.rules.games import GAMES
from sixth.rules.options import End
from sixth.rules.state import State, start
from sixth.server.web.views.cards import CardPicture, cards_of

NAMES: Final = ("Ana", "Bo", "Cy", "Dora")
"""The players of the examples."""

_FIRST: Final = ((12,), (37,), (43,), (58,))


class Example(NamedTuple):
    """A turn in a picture: the rows before, the cards that are played, the narration, the rows after.

    `new` has the numbers of the cards that are played.
    """

    before: tuple[tuple[CardPicture, ...], ...]
    played: tuple[tuple[str, CardPicture], ...]
    sentences: tuple[str, ...]
    after: tuple[tuple[CardPicture, ...], ...]
    new: tuple[int, ...]


def turn(game: str, rows: Sequence[Row], cards: Sequence[int], takes: Iterable[Take] = ()) -> Example:
    """Return the turn in which these cards are played, by the seats in order, onto these rows."""
    rules = GAMES[game].replace(
        seats=len(cards), hand=1, rows=len(rows), deck="full", deal="random", end=End("rounds", 1)
    )
    state = advance(start(rules), None, Deal((*cards, *(row[-1] for row in rows))))[1]
    state = replace(state, rows=tuple(rows))
    rows_after, sentences = state.rows, []
    narrator = Narrator(rules, NAMES)
    for event, after in _events(state, cards, iter(takes)):
        if isinstance(event, Placed):
            rows_after = after.rows
            sentences += narrator.lines(event)
    card = cards_of(rules.heads_of)
    # Cards are placed lowest first, or by seat where they are turned over one by one.
    order = range(len(cards)) if rules.flips else sorted(range(len(cards)), key=lambda seat: cards[seat])
    return Example(
        before=tuple(tuple(card[each] for each in row) for row in rows),
        played=tuple((NAMES[seat], card[cards[seat]]) for seat in order),
        sentences=tuple(sentences),
        after=tuple(tuple(card[each] for each in row) for row in rows_after),
        new=tuple(cards),
    )


def _events(state: State, cards: Sequence[int], takes: Iterator[Take]) -> Iterator[tuple[Event, State]]:
    """Yield the events until the turn is over, each with the state after it."""
    moves: Iterator[tuple[int, Choose]] = iter((seat, Choose(card)) for seat, card in enumerate(cards))
    while True:
        if state.phase == "take" and state.actor is not None:
            events, _ = advance(state, state.actor, next(takes))
        elif state.phase == "flip":
            events, _ = advance(state, None, Flip())
        else:
            events, _ = advance(state, *next(moves))
        for event in events:
            if isinstance(event, RoundEnded):
                return
            state = evolve(state, event)
            yield event, state


def first_turns(game: str) -> tuple[Example, ...]:
    """Return three turns of four players, one after the other."""
    one = turn(game, _FIRST, (14, 15, 44, 61))
    two = turn(game, _rows(one), (21, 26, 30, 36))
    three = turn(game, _rows(two), (3, 9, 68, 83), [Take(1)])
    return one, two, three


def _rows(example: Example) -> tuple[Row, ...]:
    return tuple(tuple(card.number for card in row) for row in example.after)


def one_by_one() -> tuple[Example, ...]:
    """Return turns in which each card is placed as soon as it is turned over."""
    rows = ((8,), (24, 31, 33, 40, 47), (52, 55), (69,), (88,))
    one = turn("kids", rows, (90, 71))
    return one, turn("kids", _rows(one), (50, 5), [Take(2)])


def traps(game: str) -> tuple[Example, Example]:
    """Return two surprising turns: the closest row is full; a lower card takes the row that looked safe."""
    closest = turn(game, ((38, 41), (31, 33, 36, 39, 42), (57,), (80,)), (45, 84))
    disappearing = turn(game, ((60, 61), (44, 46, 51, 53, 57), (72,), (88,)), (62, 29), [Take(0)])
    return closest, disappearing


def both_ends() -> tuple[Example, ...]:
    """Return turns to the left, between two equal places, to the left of a full row, and inside every row."""
    return (
        turn("both-ends", ((11,), (15,), (58,), (90,)), (10, 60)),
        turn("both-ends", ((20,), (30,), (60,), (85,)), (25, 87), [Take(1, "left")]),
        turn("both-ends", ((10,), (40, 44, 47, 49, 53), (70,), (90,)), (38, 72)),
        turn("both-ends", ((20, 70), (35, 62), (10, 58), (44, 81)), (50, 84), [Take(1)]),
    )


def draft() -> dict[str, Any]:
    """Return a draft in which two players pick five cards each, and four are left for the rows.

    It has the open `deck`, the `hands` with their names, and the `rows` that remain.
    """
    rules = GAMES["logic"].replace(seats=2, hand=5)
    state = advance(start(rules), None, Lay(0))[1]
    card = cards_of(rules.heads_of)
    deck = tuple(card[each] for each in state.open_deck)
    for each in (14, 13, 1, 2, 9, 8, 5, 12, 6, 4):
        state = advance(state, state.to_act[0], Pick(each))[1]
    state = advance(state, None, Deal(()))[1]
    hands = zip(NAMES, state.hands, strict=False)
    return {
        "deck": deck,
        "hands": [(name, [card[each] for each in hand]) for name, hand in hands],
        "rows": [[card[each] for each in row] for row in state.rows],
    }


def costs(game: str) -> list[dict[str, Any]]:
    """Return the `cards` of two rows, and the `heads` that they cost in this game."""
    rules = GAMES[game].replace(seats=4)
    card = cards_of(rules.heads_of)
    rows = ((33, 42, 50, 57, 64), (69, 72, 81))
    return [{"cards": [card[each] for each in row], "heads": rules.heads_in(row)} for row in rows]
