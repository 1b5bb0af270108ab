"""Lists, numbers, dates and durations as Unicode's CLDR says that a language writes them.

The data are in cldr.json, which scripts/cldr.py takes from Babel; tests hold each function to Babel's
own.
"""

import json
import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal, TypeAlias

Length: TypeAlias = Literal["long", "short"]

_UNITS: Final = (
    ("year", 365 * 86_400),
    ("month", 30 * 86_400),
    ("week", 7 * 86_400),
    ("day", 86_400),
    ("hour", 3_600),
    ("minute", 60),
    ("second", 1),
)
"""Units of time, and their seconds."""

_NEXT_UNIT_FROM: Final = 0.85
"""The share of a unit from which an age is given in it: 21 hours are a day."""

_FIELD: Final = re.compile(r"y+|M+|d+|H+|m+|s+")


@cache
def _all() -> Mapping[str, Mapping[str, Any]]:
    text = files(__package__).joinpath("cldr.json").read_text("utf-8")
    data: Mapping[str, Mapping[str, Any]] = json.loads(text)
    return data


def list_text(words: Sequence[str], style: Literal["and", "or"], code: str) -> str:
    """Return words as one phrase in the language `code`."""
    if len(words) < 2:
        return "".join(words)
    patterns = _all()[code][style]
    if len(words) == 2:
        return _filled(patterns["2"], *words)
    text = _filled(patterns["start"], *words[:2])
    for word in words[2:-1]:
        text = _filled(patterns["middle"], text, word)
    return _filled(patterns["end"], text, words[-1])


def _filled(pattern: str, *values: str) -> str:
    return pattern.format(*values)


def decimal_text(number: float | Decimal, digits: int, code: str) -> str:
    """Return a number with `digits` decimal places, a half to the even neighbour, and its thousands apart."""
    value = number if isinstance(number, Decimal) else Decimal(str(number))
    sign = "-" if value.is_signed() else ""
    if value.is_infinite():
        return f"{sign}∞"
    data = _all()[code]
    whole, _, fraction = f"{abs(value).quantize(Decimal(1).scaleb(-digits)):,f}".partition(".")
    whole = whole.replace(",", data["group"])
    return f"{sign}{whole}{data['decimal']}{fraction}" if digits else f"{sign}{whole}"


def percent_text(share: float, digits: int, code: str) -> str:
    """Return a share of 1 as a percentage with `digits` decimal places."""
    suffix: str = _all()[code]["percent"]
    return decimal_text(Decimal(str(share)).scaleb(2), digits, code) + suffix


def date_text(day: date, length: Literal["medium", "long"], code: str) -> str:
    """Return a day."""
    return _moment(_all()[code][length], datetime(day.year, day.month, day.day), code)  # noqa: DTZ001


def datetime_text(moment: datetime, code: str) -> str:
    """Return a day with its time, to the second."""
    data = _all()[code]
    time = _moment(data["time"], moment, code)
    text: str = data["datetime"].replace("{0}", time).replace("{1}", date_text(moment, "medium", code))
    return text


def _moment(pattern: str, moment: datetime, code: str) -> str:
    numbers = {
        "y": moment.year,
        "M": moment.month,
        "d": moment.day,
        "H": moment.hour,
        "m": moment.minute,
        "s": moment.second,
    }

    def value(field: re.Match[str]) -> str:
        name = field[0]
        if name in ("MMM", "MMMM"):
            month: str = _all()[code][name][moment.month - 1]
            return month
        return f"{numbers[name[0]]:0{len(name)}}"

    return _FIELD.sub(value, pattern)


def unit_text(count: int, unit: str, length: Length, code: str) -> str:
    """Return a count of units of time: "20 seconds"; short: "20 sec"."""
    return _counted(_all()[code]["units"][length][unit], count, decimal_text(count, 0, code), code)


def duration_text(seconds: int, code: str, *, least: str, next_unit_from: float) -> str:
    """Return a duration in one unit: `least`, or the largest that it is at least `next_unit_from` times."""
    count, unit = _in_unit(seconds, least, next_unit_from)
    return _counted(_all()[code]["units"]["long"][unit], count, str(count), code)


def age_text(seconds: int, code: str) -> str:
    """Return an age in one unit: "3 hours ago"."""
    count, unit = _in_unit(seconds, "second", _NEXT_UNIT_FROM)
    return _counted(_all()[code]["past"][unit], count, str(count), code)


def _in_unit(seconds: int, least: str, next_unit_from: float) -> tuple[int, str]:
    for unit, unit_s in _UNITS:
        value = seconds / unit_s
        if value >= next_unit_from or unit == least:
            return round(max(1, value) if unit == least and value > 0 else value), unit
    raise ValueError(least)


def _counted(patterns: Mapping[str, str], count: int, number: str, code: str) -> str:
    form = "one" if count in _all()[code]["one"] and "one" in patterns else "other"
    return patterns[form].replace("{0}", number)
