"""What each part of a table's page follows from: the values by which a part made before is found again.

For `{% part %}`. All of it must be named here, as a part that is found is not looked at again.
"""

from sixth.rules.events import Take
from sixth.server.web.templating.memo import IdentityKey
from sixth.server.web.views.table import Frame


def rows(f: Frame) -> tuple[object, ...]:
    """Of the rows."""
    seen, view = f.seen, f.seen.view
    if view is None:
        return ()
    decide = tuple([action for action in f.decide if isinstance(action, Take)])
    taken = () if view.over else f.taken
    return (IdentityKey(seen.rules), IdentityKey(view.rows), decide, taken, helps(f))


def stage(f: Frame) -> tuple[object, ...]:
    """Of what lies between the rows and the hand."""
    view = f.seen.view
    if view is None:
        return ()
    # Of the hand it shows only that there is one.
    at = (view.round, len(view.history), view.phase, view.hand != ())
    return (f.event, f.pending, () if f.pending else f.news, *at)


def held(f: Frame) -> tuple[object, ...]:
    """Of the own hand, whose cards leave it at the very moment when they are shown."""
    seen, view = f.seen, f.seen.view
    if view is None:
        return ()
    at = (seen.games, view.round, view.turn, f.asks, view.chosen, view.open_deck == (), view.over)
    own = view.counts[seen.seat] if seen.seat is not None else None
    return (
        seen.id,
        seen.seat,
        IdentityKey(seen.rules),
        IdentityKey(view.hand),
        view.phase == "choose",
        own,
        *at,
    )


def aims(f: Frame) -> tuple[object, ...]:
    """Of where the cards of the hand would go, which is told while cards are chosen."""
    view = f.seen.view
    if view is None or view.phase != "choose":
        return ()
    return IdentityKey(view.rules), IdentityKey(view.hand), IdentityKey(view.rows)


def last(f: Frame) -> tuple[object, ...]:
    """Of what happened in the last turn."""
    # Which is sooner compared than all that is said of it.
    return f.seen.id, IdentityKey(f.seen.rules), f.seen.seat, f.names, f.last_events


def helps(f: Frame) -> tuple[object, ...]:
    """Of what the host lets the page tell."""
    seen, view = f.seen, f.seen.view
    if view is None or not seen.config.helps or seen.seat is None:
        return ()
    cards = (
        IdentityKey(view.rows),
        IdentityKey(view.pending),
        IdentityKey(view.piles),
        IdentityKey(view.open_deck),
        IdentityKey(view.open_hands),
    )
    return (IdentityKey(seen.rules), view.seats_in, view.hand, *cards, view.phase, seen.between_rounds)


def hands(f: Frame) -> tuple[object, ...]:
    """Of the hands that everybody sees."""
    view = f.seen.view
    return (f.names, IdentityKey(view.open_hands)) if view and view.open_hands else ()


def stay(f: Frame) -> tuple[object, ...]:
    """Of how to leave."""
    seen = f.seen
    return seen.id, seen.seat is None, f.asks == "back", seen.games > 0, seen.seat == seen.host
