"""A beginner's rule of thumb as a bot: stay close to a row that has room."""

from collections.abc import Iterable

from sixth.bots.bot import heads_hurt
from sixth.rules.board import Place, Row, places
from sixth.rules.events import Action, Choose, Pick, Take
from sixth.rules.options import Rules
from sixth.rules.view import View


class NearestBot:
    """Plays the card closest to a row that is not full, and takes the row with the fewest heads.

    Where heads are wanted it does the opposite with rows: it looks for full ones and takes the dearest.
    """

    def act(self, view: View) -> Action:
        """Return the card closest above a row with room, or the cheapest row."""
        return min(view.legal, key=lambda action: _preference(view, action))


def _preference(view: View, action: Action) -> tuple[int, int]:
    """Return what to compare an action by: lower is better; of two equal actions `min` keeps the first."""
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
            # The rows are not known yet, so it stays close to its own cards; the first lies in the middle.
            middle = (view.rules.deck_size(len(view.seats_in)) + 1) // 2
            return min(abs(card - own) for own in view.hand or (middle,)), card


def _distance(rules: Rules, rows: tuple[Row, ...], card: int) -> tuple[int, int]:
    """Return how far from a row of the wanted kind `card` would lie; cards with no such row come last."""
    found = places(rows, card, both=rules.both_ends)
    full_wanted = not heads_hurt(rules)
    wanted = [(row, end) for row, end in found if (len(rows[row]) >= rules.row_limit) == full_wanted]
    if wanted:
        return 0, min(_gaps(rows, wanted, card))
    if found:
        return 2, min(_gaps(rows, found, card))
    # It takes a row of choice: second best where heads are wanted, and else the last resort. The higher the
    # card, the sooner somebody with a lower one takes a row first.
    return (1 if full_wanted else 3), -card


def _gaps(rows: tuple[Row, ...], found: Iterable[Place], card: int) -> Iterable[int]:
    return [abs(card - rows[row][-1 if end == "right" else 0]) for row, end in found]
