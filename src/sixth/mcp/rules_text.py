"""The rules of a named game in sentences, for readers who do not know the base game."""

from collections import defaultdict

from sixth.differences import differences
from sixth.i18n import gettext as _
from sixth.rules.cards import FULL_DECK
from sixth.rules.options import Rules
from sixth.server.web.text.rules import rules_texts


def whole_rules(rules: Rules) -> list[str]:
    """Return the turn, the deal, the end and the differences from the base game, in sentences."""
    return [*_turn(rules), *rules_texts(rules), *(each.about for each in differences(rules) if each.about)]


def cards_by_heads(rules: Rules) -> dict[str, list[int]]:
    """Return the cards of the box by the number of their heads, which is text as keys in JSON are."""
    cards = defaultdict(list)
    for card in range(1, FULL_DECK + 1):
        cards[str(rules.heads_of[card])].append(card)
    return dict(cards)


def _turn(rules: Rules) -> list[str]:
    """Return a turn in the sentences of the page of rules."""
    turn = _(
        "Everybody chooses a card from their hand, in secret and at the same time. You may change your choice"
        " until the last player has chosen. Then all cards are shown and placed, the lowest first, by these"
        " rules:"
    )
    if rules.flips:
        turn = _("Players take turns. In your turn, turn over the top card of your pile and place it:")
    placing = _placing_at_both_ends() if rules.both_ends else _placing()
    taken = _(
        "Cards that you have taken lie beside you until they are counted; they never come back into a hand."
    )
    return [turn, *placing, taken]


def _placing() -> list[str]:
    return [
        _("A card goes to the end of a row whose last card is lower."),
        _("If there are several such rows, it goes where the last card is closest."),
        _(
            "A row holds five cards. If your card would be the sixth, you take the five, and your card starts"
            " a new row."
        ),
        _(
            "If your card is lower than the last card of every row, you take a row of your choice, and your"
            " card starts a new one there."
        ),
    ]


def _placing_at_both_ends() -> list[str]:
    return [
        _(
            "A card goes to the right of a row whose last card is lower, or to the left of a row whose first"
            " card is higher, but never between two cards."
        ),
        _(
            "Of all these places it takes the one with the smallest difference. If two are equally close, you"
            " choose."
        ),
        _(
            "A row holds five cards. If your card must go to a full one, at either end, you take the five,"
            " and your card starts a new row there."
        ),
        _(
            "If your card fits in no row, you take a row of your choice, and your card starts a new one"
            " there."
        ),
    ]
