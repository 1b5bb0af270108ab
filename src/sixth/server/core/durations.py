"""Ages as hosts write them: 90d, 12w or 36h."""

import re
from datetime import timedelta
from typing import Final

_UNITS: Final = {"h": "hours", "d": "days", "w": "weeks"}

_LONGEST: Final = timedelta(days=36_525)


def parse_age(text: str) -> timedelta | None:
    """Return the age that a text such as 90d, 12w or 36h stands for; None if it is none."""
    match = re.fullmatch(r"([0-9]{1,6})([hdw])", text)
    return min(_LONGEST, timedelta(**{_UNITS[match[2]]: int(match[1])})) if match else None
