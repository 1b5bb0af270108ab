"""What each part of a table's page follows from: the values by which a part made before is found again.

For `{% memo %}`. All of it must be named here, as a part that is found is not looked at again.
"""

from sixth.rules.events import Placed, Take
from sixth.server.web.frame import Frame
from sixth.server.web.memo import Same


def players(f: Frame) -> tuple[object, ...]:
    """Of the list of players."""
    look, view = f.look, f.look.view
    who = (look.id, look.seat, Same(look.sitters), Same(look.stand_ins), Same(look.ready), f.asks == "begin")
    if view is None:
        return who
    at = (view.phase, view.actor, view.has_chosen, view.seats_in, view.winners, look.between_rounds)
    return (*who, *at, Same(look.rules), Same(view.history), Same(view.piles), Same(view.totals))


def player(f: Frame, seat: int) -> object:
    """Of one of them."""
    look, view = f.look, f.look.view
    if f.altered:
        return f.players[seat]
    who = (look.id if view is None else "", f.asks == "begin", look.seat == seat, Same(look.sitters[seat]))
    here = (*who, Same(look.stand_ins[seat]), look.ready[seat])
    if view is None:
        return here
    last = Same(view.history[-1]) if view.history else None
    at = (view.phase, view.actor == seat, view.has_chosen[seat], seat in view.seats_in, seat in view.winners)
    heads = (view.totals[seat], Same(look.rules), Same(view.piles[seat]), look.between_rounds)
    return (*here, last if isinstance(last and last.value, Placed) else None, *at, *heads)


def rows(f: Frame) -> tuple[object, ...]:
    """Of the rows."""
    look, view = f.look, f.look.view
    if view is None:
        return ()
    decide = tuple(action for action in f.decide if isinstance(action, Take))
    at = (f.asks, view.round, view.turn) if f.asks in ("take", "side") else ()
    taken = () if view.over else f.taken
    return (look.id, Same(look.rules), Same(view.rows), at, decide, taken, f.helps and f.helps.dangers)


def stage(f: Frame) -> tuple[object, ...]:
    """Of what lies between the rows and the hand."""
    look, view = f.look, f.look.view
    if view is None:
        return ()
    at = (view.round, view.phase, look.between_rounds, look.seat is not None and view.hand != ())
    return (look.seat, f.names, Same(look.rules), Same(view.history), Same(view.pending), view.seats_in, *at)


def hand(f: Frame) -> tuple[object, ...]:
    """Of the own hand, whose cards leave it at the very moment when they are shown.

    Where they would go follows from the rows, and is told while cards are chosen.
    """
    look, view = f.look, f.look.view
    if view is None:
        return ()
    at = (view.round, view.turn, f.asks, view.chosen, view.open_deck == (), view.over)
    own = view.counts[look.seat] if look.seat is not None else None
    rows = Same(view.rows) if view.phase == "choose" else None
    return (look.id, look.seat, Same(look.rules), Same(view.hand), rows, own, *at)


def told(f: Frame) -> tuple[object, ...]:
    """Of what happened last, of what the host lets the page tell, and of the hands that everybody sees."""
    look, view = f.look, f.look.view
    if view is None:
        return ()
    helps = (view.hand, Same(view.rows), Same(view.pending), Same(view.piles), Same(view.open_deck))
    helped = (*helps, view.phase, look.between_rounds) if look.house.helps else ()
    seen = (Same(look.rules), Same(view.history), view.seats_in, Same(view.open_hands))
    return (look.id, look.seat, f.names, *seen, helped, f.asks == "back", look.seat == look.host)
