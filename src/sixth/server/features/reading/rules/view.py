"""What the page of a game's rules counts: its cards by their heads, and what is dealt."""

from collections import Counter
from dataclasses import dataclass

from sixth.rules.cards import FULL_DECK
from sixth.rules.games import GAMES
from sixth.rules.options import Rules
from sixth.server.web.views.cards import Card, cards_of


@dataclass(frozen=True, slots=True)
class CardKind:
    """All cards with so many heads: one of them, and how many there are."""

    card: Card
    count: int


@dataclass(frozen=True, slots=True)
class Deal:
    """What is dealt to so many players: cards a hand (in each half), cards of the deck, cards nobody sees."""

    seats: int
    hands: tuple[int, ...]
    deck: int
    hidden: int


def card_kinds(rules: Rules) -> tuple[CardKind, ...]:
    """Return the kinds of cards, those with most heads first, each with its lowest card."""
    counts = Counter(rules.heads_of[1:])
    card = cards_of(rules.heads_of)
    lowest = {heads: rules.heads_of.index(heads, 1) for heads in counts}
    return tuple(CardKind(card[lowest[heads]], counts[heads]) for heads in sorted(counts, reverse=True))


def deals(game: str) -> tuple[Deal, ...]:
    """Return what is dealt to each number of players that the game takes."""
    found = []
    for seats in GAMES[game].seats:
        rules = GAMES[game].replace(seats=seats)
        hands, deck = rules.parts(seats), rules.deck_size(seats)
        found.append(Deal(seats, hands, deck, deck - rules.rows - seats * sum(hands)))
    assert all(each.deck <= FULL_DECK for each in found)
    return tuple(found)
