"""Places in a game in words."""

from sixth.i18n import gettext as _


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
