"""The turn that is being placed, or was placed last: who played what, where it went, who took a row, why."""

from typing import Literal, NamedTuple

from sixth.rules.events import Flipped, Placed, Public, Revealed
from sixth.rules.view import View
from sixth.server.table.view import TableView
from sixth.server.web.views.cards import Card, cards_of

Event = Literal["", "shown", "placed", "taken", "taken-by-you", "counted"]


class Played(NamedTuple):
    """A card that was played in the turn, the row (counted from 1) in which it lies, and the heads it took.

    The row is 0 as long as it waits to be placed.
    """

    card: Card
    seat: int
    row: int = 0
    heads: int = 0


class TakenRow(NamedTuple):
    """A row (counted from 1) that was taken: by whom, with which card, at which cost.

    It was taken by choice if no place `fits` the card. `filled` is who put which card on it before, in the
    same turn, and by that left no room.
    """

    row: int
    seat: int
    card: int
    heads: int
    fits: bool
    filled: tuple[int, int] | None


def event_of(seen: TableView) -> Event:
    """Return what was shown last, in a word by which a page with sounds tells it apart."""
    view = seen.view
    if view is None:
        return ""
    if view.over or seen.between_rounds:
        return "counted"
    match view.history[-1:]:
        case (Placed(seat=seat, taken=taken),):
            return "placed" if not taken else "taken-by-you" if seat == seen.seat else "taken"
        case (Revealed() | Flipped(),):
            return "shown"
    return ""


def move_of(view: View) -> dict[str, str]:
    """Return which card was placed last, and where, for whoever lets it move; empty words if none was.

    One that was too low came to no end of a row.
    """
    match view.history[-1:]:
        case (Placed() as placed,):
            return {
                "card": str(placed.card),
                "row": str(placed.row + 1),
                "end": placed.end if placed.why != "low" else "",
                "seat": str(placed.seat),
            }
    return dict.fromkeys(("card", "row", "end", "seat"), "")


def last_turn(view: View) -> tuple[Public, ...]:
    """Return the events of the turn that is being placed, or was placed last."""
    history = view.history
    begins = [at for at, event in enumerate(history) if isinstance(event, Revealed)]
    if begins:
        return history[begins[-1] :]
    placed = [at for at, event in enumerate(history) if isinstance(event, Flipped | Placed)]
    return (
        history[placed[-2 * len(view.seats_in)] :] if len(placed) >= 2 * len(view.seats_in) else history[-8:]
    )


def played_in(view: View, events: tuple[Public, ...]) -> tuple[Played, ...]:
    """Return the cards of a turn in the order in which they are placed; of flipped cards only the last."""
    cards, placed = cards_of(view.rules.heads_of), {}
    shown: list[tuple[int, int]] = []
    for event in events:
        match event:
            case Revealed(cards=chosen):
                shown = sorted((card, seat) for seat, card in enumerate(chosen) if card is not None)
            case Flipped(seat=seat, card=card):
                shown = [(card, seat)]
            case Placed(card=card):
                placed[card] = event
    return tuple([_played(view, cards[card], seat, placed.get(card)) for card, seat in shown])


def _played(view: View, card: Card, seat: int, placed: Placed | None) -> Played:
    if placed is None:
        return Played(card, seat)
    return Played(card, seat, placed.row + 1, sum([view.rules.heads_of[each] for each in placed.taken]))


def rows_taken(heads_of: tuple[int, ...], events: tuple[Public, ...]) -> tuple[TakenRow, ...]:
    """Return the rows that were taken in a turn, in order."""
    found: list[TakenRow] = []
    before: dict[int, tuple[int, int]] = {}
    for event in events:
        if not isinstance(event, Placed):
            continue
        if event.taken:
            fits = event.why != "low"
            heads = sum([heads_of[card] for card in event.taken])
            filled = before.get(event.row) if fits else None
            found.append(TakenRow(event.row + 1, event.seat, event.card, heads, fits, filled))
        before[event.row] = event.seat, event.card
    return tuple(found)
