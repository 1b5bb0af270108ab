"""What a host has done to a person that still holds, as the refusals that the person reads."""

from datetime import UTC, datetime
from typing import Final

from sixth.i18n import datetime_text
from sixth.rules.game import Forbidden
from sixth.server.features.people.person import Person

EVER_MS: Final = round(datetime(9999, 1, 1, tzinfo=UTC).timestamp() * 1000)
"""The time until which somebody is barred or muted for good, in milliseconds since 1970, UTC."""


def bar_of(person: Person, now: int) -> Forbidden | None:
    """Return why a person may take no seat `now` (milliseconds since 1970, UTC), None if they may."""
    if person.barred_until >= EVER_MS:
        return Forbidden("person-barred", "The host of this site has barred you for good.")
    if person.barred_until > now:
        until = _time_text(person.barred_until)
        return Forbidden("person-barred", "The host of this site has barred you until {until}.", until=until)
    return None


def mute_of(person: Person, now: int) -> Forbidden | None:
    """Return why a person may not chat `now` (milliseconds since 1970, UTC), None if they may."""
    if person.muted_until >= EVER_MS:
        return Forbidden(
            "person-muted", "The host of this site has muted you for good: you can play, but not chat."
        )
    if person.muted_until > now:
        return Forbidden(
            "person-muted",
            "The host of this site has muted you until {until}: you can play, but not chat.",
            until=_time_text(person.muted_until),
        )
    return None


def _time_text(at: int) -> str:
    return f"{datetime_text(datetime.fromtimestamp(at / 1000, UTC))} UTC"
