"""The pace of a table: what is chosen when it is set up, and the clocks that its page shows."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from sixth.i18n import duration_text, ngettext, time_left_text
from sixth.i18n import gettext as _
from sixth.rules.game import Refusal
from sixth.server.table.clock import MOST_MISSED, awaited
from sixth.server.table.config import LONGEST_TURN_S, TableConfig, checked
from sixth.server.table.view import TableView
from sixth.server.web.forms.models import PaceForm

OWN: Final = "own"

_DAY: Final = 86_400

_PACES: Final[Mapping[str, tuple[int, int]]] = {
    "none": (0, 0),
    "brisk": (20, 60),
    "calm": (45, 120),
    "day": (_DAY, 0),
    "days": (3 * _DAY, 0),
}
"""Seconds for a turn, and in reserve for the game."""

_UNITS: Final[Mapping[str, int]] = {"s": 1, "min": 60, "h": 3_600, "d": _DAY}

_OWN_FIELDS: Final = ("pace", "turn_time", "turn_unit", "bank_time", "bank_unit")

_MARKS: Final = (30, 10, 5)
"""Seconds left at which one is told."""


def paces() -> dict[str, str]:
    """The paces to choose from."""
    return {
        "none": _("No clock"),
        "brisk": _("Brisk: 20 seconds a turn, 60 in reserve"),
        "calm": _("Calm: 45 seconds a turn, 120 in reserve"),
        "day": _("Slow: one day a turn"),
        "days": _("Slow: three days a turn"),
        OWN: _("Own times"),
    }


def units() -> dict[str, str]:
    """The units of own times."""
    return {"s": _("seconds"), "min": _("minutes"), "h": _("hours"), "d": _("days")}


def at_zero() -> str:
    """What happens when somebody's time is up."""
    return _(
        "When somebody's time is up, a bot plays that turn; after three turns in a row it keeps the seat "
        "until they come back. The host may give everybody more time once a turn."
    )


def pace_form(config: TableConfig) -> dict[str, Any]:
    """The fields that give the pace of this house."""
    seconds = (config.turn_seconds, config.bank_seconds)
    named = next((name for name, each in _PACES.items() if each == seconds), None)
    if named is not None:
        return {"pace": named}
    turn, bank = map(_in_units, seconds)
    return dict(zip(_OWN_FIELDS, (OWN, *turn, *bank), strict=True))


def _in_units(seconds: int) -> tuple[str, str]:
    """A time as a number and the largest unit of which it is a multiple."""
    unit = next(unit for unit, length in reversed(list(_UNITS.items())) if seconds % length == 0)
    return (str(seconds // _UNITS[unit]), unit) if seconds else ("", "s")


def pace_of(form: PaceForm, config: TableConfig) -> TableConfig:
    """The same house with the pace that was chosen.

    Raises:
        Refusal: there is no such pace, or an own time is no number or out of bounds.
    """
    if form.pace == OWN:
        turn = _seconds(form.turn_time, form.turn_unit, needed=True)
        bank = _seconds(form.bank_time, form.bank_unit, needed=False)
    elif form.pace in _PACES:
        turn, bank = _PACES[form.pace]
    else:
        raise Refusal("clock", "There is no such pace.")
    return checked(replace(config, turn_seconds=turn, bank_seconds=bank))


def _seconds(text: str, unit: str, *, needed: bool) -> int:
    text = text.strip()
    if not text and not needed:
        return 0
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0
    if unit not in _UNITS or (needed and not number):
        raise Refusal("clock", "Give the time for a turn as a whole number.")
    # What is far too much is refused as such, not as a number that is none.
    return min(number * _UNITS[unit], LONGEST_TURN_S + 1)


# ------------------------------------------------------------------ at the table


@dataclass(frozen=True, slots=True)
class Time:
    """What somebody has left at `now`, in milliseconds: in all, of that in reserve; and of how much."""

    now: int
    left: int
    bank: int
    turn: int
    most_bank: int

    @property
    def in_reserve(self) -> bool:
        """Whether the time of the turn itself is up."""
        return self.left <= self.bank

    @property
    def text(self) -> str:
        """What is left, of the turn or else of the reserve."""
        return time_left_text((self.left if self.in_reserve else self.left - self.bank) / 1000)


@dataclass(frozen=True, slots=True)
class Pace:
    """The clocks of a table for one reader.

    `rule` says the pace in words, `times` are those of the seats that the game waits for, `own` the reader's,
    `pause` what is left until the next round begins by itself. `may_extend` is whether the reader may give
    more time. `marks` are what to say when so many seconds are left, `missed` a word on turns missed, or "".
    """

    rule: str
    zero: str
    times: tuple[Time | None, ...]
    own: Time | None
    pause: Time | None
    may_extend: bool
    marks: Mapping[int, str]
    missed: str


def pace(seen: TableView, now: int) -> Pace | None:
    """What there is to show of the clocks at `now` (milliseconds since 1970), or None without a clock."""
    if not seen.config.turn_seconds:
        return None
    times = tuple(_time(seen, seat, now) for seat in range(seen.rules.seats))
    clock = seen.clock
    turn = seen.config.turn_seconds * 1000
    pause = None
    if clock and clock.pause is not None and seen.between_rounds:
        pause = Time(now, max(0, clock.pause - now), 0, turn, 0)
    may = clock is not None and not clock.extended and seen.seat is not None and seen.seat == seen.host
    return Pace(
        rule=rule_text(seen.config),
        zero=at_zero(),
        times=times,
        own=times[seen.seat] if seen.seat is not None else None,
        pause=pause,
        may_extend=may and (pause is not None or any(times)),
        marks={
            mark: ngettext("{count} second left.", "{count} seconds left.", mark).format(count=mark)
            for mark in _MARKS
        },
        missed=_missed(seen),
    )


def rule_text(config: TableConfig) -> str:
    """The pace in a few words; "" without a clock."""
    if not config.turn_seconds:
        return ""
    turn = duration_text(config.turn_seconds)
    if not config.bank_seconds:
        return _("{turn} a turn").format(turn=turn)
    return _("{turn} a turn, {bank} in reserve").format(turn=turn, bank=duration_text(config.bank_seconds))


def _time(seen: TableView, seat: int, now: int) -> Time | None:
    clock, view, who = seen.clock, seen.view, seen.sitters[seat]
    if clock is None or view is None or view.over or who is None or not who.human:
        return None
    until, bank = clock.until[seat], clock.banks[seat]
    if until is None or seat not in awaited(view) or seen.stand_ins[seat] is not None:
        return None
    left = max(0, until + bank - now)
    return Time(now, left, min(bank, left), seen.config.turn_seconds * 1000, seen.config.bank_seconds * 1000)


def _missed(seen: TableView) -> str:
    more = MOST_MISSED - seen.missed
    if not 0 < seen.missed < MOST_MISSED or seen.seat is None or seen.stand_ins[seen.seat] is not None:
        return ""
    said = ngettext(
        "A bot played for you, as your time was up. Once more in a row, and it keeps your seat.",
        "A bot played for you, as your time was up. {count} times more in a row, and it keeps your seat.",
        more,
    )
    return said.format(count=more)
