"""Lengths of time: ages as hosts write them (90d, 12w or 36h), and days in a row."""

import re
from collections.abc import Collection
from datetime import date, timedelta
from itertools import count
from typing import Final

_UNITS: Final = {"h": "hours", "d": "days", "w": "weeks"}

_LONGEST: Final = timedelta(days=36_525)


def parse_age(text: str) -> timedelta | None:
    """Return the age that a text such as 90d, 12w or 36h stands for; None if it is none."""
    match = re.fullmatch(r"([0-9]{1,6})([hdw])", text)
    return min(_LONGEST, timedelta(**{_UNITS[match[2]]: int(match[1])})) if match else None


def days_in_row(days: Collection[date], today: date) -> int:
    """Return how many of these days are in a row up to today.

    Today is not over, so if it is not among them, the row up to yesterday still counts.
    """
    last = today if today in days else today - timedelta(days=1)
    return next(length for length in count() if last - timedelta(days=length) not in days)
