"""The pace of a table as form fields."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from sixth.rules.game import Impossible
from sixth.server.table.config import LONGEST_TURN_S, TableConfig, check_config
from sixth.server.web.forms.models import PaceForm
from sixth.server.web.text.pace import OWN

_DAY_S: Final = 86_400

_PACES_S: Final[Mapping[str, tuple[int, int]]] = {
    "none": (0, 0),
    "brisk": (20, 60),
    "calm": (45, 120),
    "day": (_DAY_S, 0),
    "days": (3 * _DAY_S, 0),
}
"""Seconds for each turn, and seconds in reserve for the game."""

_UNITS_S: Final[Mapping[str, int]] = {"s": 1, "min": 60, "h": 3_600, "d": _DAY_S}

_OWN_FIELDS: Final = ("pace", "turn_time", "turn_unit", "bank_time", "bank_unit")


def pace_fields(config: TableConfig) -> dict[str, Any]:
    """Return the form fields for the pace of this table."""
    seconds = (config.turn_seconds, config.bank_seconds)
    name = next((name for name, each in _PACES_S.items() if each == seconds), None)
    if name is not None:
        return {"pace": name}
    turn, bank = map(_in_units, seconds)
    return dict(zip(_OWN_FIELDS, (OWN, *turn, *bank), strict=True))


def _in_units(seconds: int) -> tuple[str, str]:
    """Return seconds as a number and the largest unit that divides them."""
    unit = next(unit for unit, length in reversed(list(_UNITS_S.items())) if seconds % length == 0)
    return (str(seconds // _UNITS_S[unit]), unit) if seconds else ("", "s")


def pace_of(form: PaceForm, config: TableConfig) -> TableConfig:
    """Return the config with the pace of the form.

    Raises:
        Refusal: there is no such pace, or a custom time is no number or out of bounds.
    """
    if form.pace == OWN:
        turn = _seconds(form.turn_time, form.turn_unit, required=True)
        bank = _seconds(form.bank_time, form.bank_unit, required=False)
    elif form.pace in _PACES_S:
        turn, bank = _PACES_S[form.pace]
    else:
        raise Impossible("clock", "There is no such pace.")
    return check_config(replace(config, turn_seconds=turn, bank_seconds=bank))


def _seconds(text: str, unit: str, *, required: bool) -> int:
    text = text.strip()
    if not text and not required:
        return 0
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0
    if unit not in _UNITS_S or (required and not number):
        raise Impossible("clock", "Give the time for a turn as a whole number.")
    # A number that is far too large is refused as too long, not as no number.
    return min(number * _UNITS_S[unit], LONGEST_TURN_S + 1)
