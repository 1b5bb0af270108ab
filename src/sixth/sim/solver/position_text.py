"""Positions as text: rows, then the hand of each seat, as in "12 14/37/43 55/58 | 3 20 | 5 17"."""

from typing import Final

from sixth.rules.fold import with_fields
from sixth.rules.options import Rules, shown
from sixth.rules.sentence import SentenceError
from sixth.rules.state import State, start

SEPARATOR: Final = "|"
"""The character between the rows and the hands, without which a text is no position."""


class PositionError(SentenceError, ValueError):
    """A text that is no position by these rules; `sentence` says what is wrong."""


def position_text(state: State) -> str:
    """Return the rows of a state, from left to right, and its hands as text."""
    rows = "/".join(" ".join(map(str, row)) for row in state.rows)
    return f" {SEPARATOR} ".join([rows, *(" ".join(map(str, hand)) for hand in state.hands)])


def state_from_text(rules: Rules, text: str) -> State:
    """Return the state at the beginning of a turn that `text` shows, in a round in which nobody has taken.

    Raises:
        PositionError: the text is no position by these rules.
    """
    rows_text, *hand_texts = text.split(SEPARATOR)
    rows = tuple(map(_cards, rows_text.split("/")))
    hands = tuple(tuple(sorted(_cards(each))) for each in hand_texts)
    if len(hands) != rules.seats:
        raise PositionError(
            "wrong-hands",
            "A position has the rows and {seats} hands, with | between them, not {given} hands.",
            seats=rules.seats, given=len(hands),
        )  # fmt: skip
    if len(rows) != rules.rows:
        raise PositionError(
            "wrong-rows", "A position has {rows} rows, with / between them, not {given}.",
            rows=rules.rows, given=len(rows),
        )  # fmt: skip
    _check(rules, rows, hands)
    before = start(rules)
    return with_fields(
        before,
        hands=hands,
        rows=rows,
        phase="choose",
        round=1,
        part=len(rules.parts(rules.seats)),
        turn=max(1, sum(rules.parts(rules.seats)) - len(hands[0]) + 1),
    )


def _cards(text: str) -> tuple[int, ...]:
    words = text.split()
    for word in words:
        if not (word.isascii() and word.isdigit() and len(word) <= 3):
            raise PositionError("no-card", "{word} is no card.", word=shown(word))
    return tuple(map(int, words))


def _check(rules: Rules, rows: tuple[tuple[int, ...], ...], hands: tuple[tuple[int, ...], ...]) -> None:
    cards = [card for cards in (*rows, *hands) for card in cards]
    size = rules.deck_size(rules.seats)
    for card in cards:
        if not 1 <= card <= size:
            raise PositionError(
                "not-in-deck", "The cards are 1 to {size}, so {card} is none.", size=size, card=card
            )
        if cards.count(card) > 1:
            raise PositionError("twice", "Card {card} is there twice.", card=card)
    for row in rows:
        if not row or len(row) > rules.row_limit or list(row) != sorted(row):
            raise PositionError(
                "wrong-row", "A row has 1 to {limit} cards in ascending order, not {row}.",
                limit=rules.row_limit, row=" ".join(map(str, row)) or "-",
            )  # fmt: skip
    most = rules.parts(rules.seats)[-1]
    if len(set(map(len, hands))) != 1 or not 1 <= len(hands[0]) <= most:
        raise PositionError(
            "unequal-hands", "All hands have equally many cards, from 1 to {most}.", most=most
        )
