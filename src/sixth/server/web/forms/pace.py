"""The pace of a table as a form gives it."""

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
"""Seconds for a turn, and in reserve for the game."""

_UNITS_S: Final[Mapping[str, int]] = {"s": 1, "min": 60, "h": 3_600, "d": _DAY_S}

_OWN_FIELDS: Final = ("pace", "turn_time", "turn_unit", "bank_time", "bank_unit")


def pace_fields(config: TableConfig) -> dict[str, Any]:
    """Return the fields of the form that give the pace of this table."""
    seconds = (config.turn_seconds, config.bank_seconds)
    named = next((name for name, each in _PACES_S.items() if each == seconds), None)
    if named is not None:
        return {"pace": named}
    turn, bank = map(_in_units, seconds)
    return dict(zip(_OWN_FIELDS, (OWN, *turn, *bank), strict=True))


def _in_units(seconds: int) -> tuple[str, str]:
    """Return a time as a number and the largest unit of which it is a multiple."""
    unit = next(unit for unit, length in reversed(list(_UNITS_S.items())) if seconds % length == 0)
    return (str(seconds // _UNITS_S[unit]), unit) if seconds else ("", "s")


def pace_of(form: PaceForm, config: TableConfig) -> TableConfig:
    """Return the config with the pace that was chosen.

    Raises:
        Refusal: there is no such pace, or an own time is no number or out of bounds.
    """
    if form.pace == OWN:
        turn = _seconds(form.turn_time, form.turn_unit, needed=True)
        bank = _seconds(form.bank_time, form.bank_unit, needed=False)
    elif form.pace in _PACES_S:
        turn, bank = _PACES_S[form.pace]
    else:
        raise Impossible("clock", "There is no such pace.")
    return check_config(replace(config, turn_seconds=turn, bank_seconds=bank))


def _seconds(text: str, unit: str, *, needed: bool) -> int:
    text = text.strip()
    if not text and not needed:
        return 0
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0
    if unit not in _UNITS_S or (needed and not number):
        raise Impossible("clock", "Give the time for a turn as a whole number.")
    # What is far too much is refused as such, not as a number that is none.
    return min(number * _UNITS_S[unit], LONGEST_TURN_S + 1)
