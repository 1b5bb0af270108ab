"""A player: the answers to a view that its neural networks rate highest."""

from collections.abc import Iterator

from sixth.policy.cards import card_features
from sixth.policy.network import Network, parameters
from sixth.policy.picks import pick_features
from sixth.policy.rows import row_features, row_price
from sixth.policy.table import table_of
from sixth.policy.weights import KINDS, Numbers
from sixth.rules.events import Choose, Pick, Take
from sixth.rules.view import View


class Player:
    """The neural networks of cards, rows and picks."""

    def __init__(self, numbers: Numbers) -> None:
        """`numbers` is as `weights.read` gives it."""
        self._card, self._row, self._pick = _networks(numbers)

    def logits(self, view: View) -> list[float]:
        """Return the logit of each action in `view.legal`; a higher one means fewer heads to expect."""
        actions = view.legal
        if view.phase == "pick":
            own = sorted(view.open_hands[view.seat]) if view.seat is not None else []
            free, seats = sorted(view.open_deck), len(view.seats_in)
            return [
                self._pick.logit(pick_features(view.rules, seats, own, free, action.card))
                for action in actions
                if isinstance(action, Pick)
            ]
        table = table_of(view)
        if view.phase == "take":
            (card, _), *later = view.pending
            coming = sorted(other for other, _ in later)
            rows = [action.row for action in actions if isinstance(action, Take)]
            cheapest = min(row_price(table, card, row) for row in rows)
            return [self._row.logit(row_features(table, card, row, cheapest, coming)) for row in rows]
        return [
            self._card.logit(card_features(table, action.card))
            for action in actions
            if isinstance(action, Choose)
        ]


def _networks(numbers: Numbers) -> Iterator[Network]:
    start = 0
    for features in KINDS:
        inputs = len(features._fields)
        yield Network(numbers[start : start + parameters(inputs)], inputs)
        start += parameters(inputs)
