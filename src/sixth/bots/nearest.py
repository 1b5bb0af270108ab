"""The nearest bot, a beginner's rule of thumb: stay close to a row with room."""

from collections.abc import Iterable

from sixth.bots.bot import heads_hurt
from sixth.rules.board import Place, Row, places
from sixth.rules.events import Action, Choose, Pick, Take
from sixth.rules.options import Rules
from sixth.rules.view import View


class NearestBot:
    """A bot that plays the card closest to a row that is not full, and takes the row with the fewest heads.

    Where the most heads win, it plays to full rows, and takes the row with the most heads.
    """

    def act(self, view: View) -> Action:
        """Return the action with the least `_preference`."""
        return min(view.legal, key=lambda action: _preference(view, action))


def _preference(view: View, action: Action) -> tuple[int, int]:
    """Return the sort key of an action: lower is better, and of equal actions `min` returns the first."""
    rules = view.rules
    match action:
        case Choose(card):
            return _distance(rules, view.rows, card)
        case Take(row, end):
            heads = rules.heads_in(view.rows[row])
            free = end is not None and len(view.rows[row]) < rules.row_limit
            cost = 0 if free else heads
            return cost if heads_hurt(rules) else -cost, row
        case Pick(card):
            # Before the rows are known it stays close to its own cards, and the first pick is in the middle.
            middle = (view.rules.deck_size(len(view.seats_in)) + 1) // 2
            return min(abs(card - own) for own in view.hand or (middle,)), card


def _distance(rules: Rules, rows: tuple[Row, ...], card: int) -> tuple[int, int]:
    """Return the sort key of a card: its distance to a row with room (or a full row, where heads win)."""
    candidates = places(rows, card, both=rules.both_ends)
    seeks_full = not heads_hurt(rules)
    matches = [(row, end) for row, end in candidates if (len(rows[row]) >= rules.row_limit) == seeks_full]
    if matches:
        return 0, min(_gaps(rows, matches, card))
    if candidates:
        return 2, min(_gaps(rows, candidates, card))
    # A card that is too low is second best where the most heads win, and else the last resort. The higher
    # it is, the likelier another seat with a lower card takes a row first.
    return (1 if seeks_full else 3), -card


def _gaps(rows: tuple[Row, ...], candidates: Iterable[Place], card: int) -> Iterable[int]:
    return [abs(card - rows[row][-1 if end == "right" else 0]) for row, end in candidates]
