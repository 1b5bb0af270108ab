"""The own hand as it lies: cards still held, and the gaps of those that were played."""

from sixth.rules.events import Revealed
from sixth.rules.view import View
from sixth.server.web.views.cards import Card


def hand_slots(view: View, cards: tuple[Card, ...]) -> tuple[tuple[Card, bool], ...]:
    """Return the own hand in order, a gap where the card of this turn lay, those of earlier turns at the end.

    So no card moves under the finger during a turn, the hand closes up after it, and is as large as it was.
    """
    if view.seat is None or view.rules.flips or not view.hand:
        return ()
    earlier = sum(view.rules.parts(len(view.seats_in))[: view.part - 1]) if view.part else 0
    shown = [event.cards[view.seat] for event in view.history if isinstance(event, Revealed)]
    played = [card for card in shown[earlier:] if card is not None]
    now = played[-1:] if len(shown) == view.turn else []
    return tuple(
        [(cards[card], card not in now) for card in sorted([*view.hand, *now])]
        + [(cards[card], False) for card in played if card not in now]
    )
