"""The counts on the page of a game's rules: its cards by their heads, and the deal by seats."""

from collections import Counter
from collections.abc import Mapping

from sixth.rules.cards import FULL_DECK
from sixth.rules.games import GAMES
from sixth.rules.options import Rules
from sixth.server.web.views.cards import cards_of


def card_kinds(rules: Rules) -> list[Mapping[str, object]]:
    """Return the kinds of cards by their heads, the most heads first: the lowest `card` and the `count`."""
    counts = Counter(rules.heads_of[1:])
    card = cards_of(rules.heads_of)
    lowest = {heads: rules.heads_of.index(heads, 1) for heads in counts}
    kinds = sorted(counts.items(), reverse=True)
    return [{"card": card[lowest[heads]], "count": count} for heads, count in kinds]


def deals(game: str) -> list[Mapping[str, object]]:
    """Return the deal for each number of `seats` that the game allows.

    `hands` are the cards in each hand (of each half), `deck` those in the deck, `hidden` those that are not
    dealt.
    """
    by_seats: list[Mapping[str, object]] = []
    for seats in GAMES[game].seats:
        rules = GAMES[game].replace(seats=seats)
        hands, deck = rules.parts(seats), rules.deck_size(seats)
        assert deck <= FULL_DECK
        hidden = deck - rules.rows - seats * sum(hands)
        by_seats.append({"seats": seats, "hands": hands, "deck": deck, "hidden": hidden})
    return by_seats
