"""The page of a day's deal."""

from datetime import date
from typing import NamedTuple

from sixth.server.service.daily import Daily, Field, Played
from sixth.server.table.daily import Chain


class DailyPage(NamedTuple):
    """What the page of a day shows; `field` is None as long as it would tell what a try could still need."""

    day: date
    number: int
    is_today: bool
    seconds_left: int
    begins: date
    anchor: str
    played: Played | None
    field: Field | None


def daily_page(
    chain: Chain, day: date, played: Played | None, field: Field | None, daily: Daily
) -> DailyPage:
    """Return what the page of `day` shows to whoever has `played` it, or not yet."""
    return DailyPage(
        day=day,
        number=chain.number(day),
        is_today=day == daily.today,
        seconds_left=daily.seconds_left,
        begins=chain.begins,
        anchor=chain.anchor,
        played=played,
        field=field,
    )
