"""What is told of the result of a round or a game."""

from collections.abc import Sequence

from sixth.i18n import gettext as _
from sixth.server.table.tally import Take
from sixth.text import heads_text


def dearest_text(take: tuple[int, int, int] | None, names: Sequence[str], me: int | None) -> str:
    """Return the story of a round in one line: what cost most, given as its heads, seat and card."""
    if take is None:
        return _("Nobody took a row.")
    heads, seat, card = take
    if seat == me:
        return _("You took {heads} with your {card}.").format(heads=heads_text(heads), card=card)
    return _("{name} took {heads} with {card}.").format(name=names[seat], heads=heads_text(heads), card=card)


def own_text(place: int, seats: int, total: int) -> str:
    """Return what somebody says of their own result when they share it: nobody's name, nor theirs."""
    return _("Place {place} of {seats} with {heads}").format(
        place=place, seats=seats, heads=heads_text(total)
    )


def take_text(take: Take, names: Sequence[str], me: int | None) -> str:
    """Return a take of a game that has ended, for a link to where it is seen again."""
    heads = heads_text(take.heads)
    if take.seat == me:
        return _("Round {round}: you take {heads} with {card}").format(
            round=take.round, heads=heads, card=take.card
        )
    return _("Round {round}: {name} takes {heads} with {card}").format(
        round=take.round, name=names[take.seat], heads=heads, card=take.card
    )
