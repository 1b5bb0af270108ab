"""How long ago something was, as a host writes it."""

import re
from datetime import timedelta
from typing import Final

_UNITS: Final = {"h": "hours", "d": "days", "w": "weeks"}

_LONGEST: Final = timedelta(days=36_525)


def age(said: str) -> timedelta | None:
    """Return how long 90d, 12w or 36h is; None for what says nothing of the kind."""
    found = re.fullmatch(r"([0-9]{1,6})([hdw])", said)
    return min(_LONGEST, timedelta(**{_UNITS[found[2]]: int(found[1])})) if found else None
