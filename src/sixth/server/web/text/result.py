"""Sentences about the result of a round or a game."""

from collections.abc import Sequence

from sixth.i18n import gettext as _
from sixth.server.table.tally import CostlyRow
from sixth.text import heads_text


def own_text(title: str, place: int, seats: int, total: int) -> str:
    """Return a result as a text to share, without names."""
    return _("{game}: {place} of {count}, {heads}").format(
        game=title, place=place_text(place), count=seats, heads=heads_text(total)
    )


def place_of_text(place: int, seats: int) -> str:
    """Return a place among so many: "3rd of 4"."""
    return _("{place} of {count}").format(place=place_text(place), count=seats)


def place_text(place: int) -> str:
    """Return a place from 1 to 10 in words: "3rd"."""
    places = (
        *(_("1st"), _("2nd"), _("3rd"), _("4th"), _("5th")),
        *(_("6th"), _("7th"), _("8th"), _("9th"), _("10th")),
    )
    return places[place - 1]


def comfort_text(take: CostlyRow, place: int) -> str:
    """Return which place somebody would have had without one row."""
    return _("Without one row ({heads}, round {round}) you'd have come {place}.").format(
        heads=heads_text(take.heads), round=take.round, place=place_text(place)
    )


def best_round_text(round: int, heads: int) -> str:
    """Return a player's best round, as a link to the replay."""
    return _("Best round: {round}, with {heads}").format(round=round, heads=heads_text(heads))


def dearest_take_text(take: CostlyRow) -> str:
    """Return the row that cost somebody most, for a link to where it is table again."""
    return _("Costliest card: {card}, {heads} in round {round}").format(
        card=take.card, heads=heads_text(take.heads), round=take.round
    )


def take_text(take: CostlyRow, names: Sequence[str]) -> str:
    """Return a take of a game that has ended, for a link to where it is table again."""
    heads = heads_text(take.heads)
    return _("Round {round}: {name} takes {heads} with {card}").format(
        round=take.round, name=names[take.seat], heads=heads, card=take.card
    )
