"""The counts on the page of a game's rules: its cards by their heads, and the deal by seats."""

from collections import Counter
from dataclasses import dataclass

from sixth.rules.cards import FULL_DECK
from sixth.rules.games import GAMES
from sixth.rules.options import Rules
from sixth.server.web.views.cards import Card, cards_of


@dataclass(frozen=True, slots=True)
class CardKind:
    """The cards with one number of heads: one of them, and their count."""

    card: Card
    count: int


@dataclass(frozen=True, slots=True)
class Deal:
    """The deal for a number of seats: cards in each hand (of each half), in the deck, and hidden."""

    seats: int
    hands: tuple[int, ...]
    deck: int
    hidden: int


def card_kinds(rules: Rules) -> tuple[CardKind, ...]:
    """Return the kinds of cards, the most heads first, each with its lowest card."""
    counts = Counter(rules.heads_of[1:])
    card = cards_of(rules.heads_of)
    lowest = {heads: rules.heads_of.index(heads, 1) for heads in counts}
    return tuple(CardKind(card[lowest[heads]], counts[heads]) for heads in sorted(counts, reverse=True))


def deals(game: str) -> tuple[Deal, ...]:
    """Return the deal for each number of seats that the game allows."""
    by_seats = []
    for seats in GAMES[game].seats:
        rules = GAMES[game].replace(seats=seats)
        hands, deck = rules.parts(seats), rules.deck_size(seats)
        by_seats.append(Deal(seats, hands, deck, deck - rules.rows - seats * sum(hands)))
    assert all(each.deck <= FULL_DECK for each in by_seats)
    return tuple(by_seats)
