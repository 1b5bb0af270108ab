"""The forms of tournaments, and the plans and commands that they stand for."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

from pydantic import Field

from sixth.rules.game import Impossible
from sixth.server.web.forms.models import OptionsForm, StrictForm
from sixth.server.web.forms.options import option_fields, rules_of
from sixth.tournaments import commands
from sixth.tournaments.commands import TournamentCommand
from sixth.tournaments.plan import MOST_AT_TABLE, ORDERS, Place, Plan

Form = Literal["lot", "swiss", "knock-out", "league"]
"""The form of a tournament as its host chooses it."""

_DAY_S: Final = 86_400

CLOCKS_S: Final = (30, 60, 120, 300, _DAY_S, 3 * _DAY_S)
"""Seconds of a turn to choose from."""

PAUSES_S: Final = (0, 60, 180, 300, 600, _DAY_S)
"""Seconds between rounds to choose from; 0 has the host begin each."""

CUTS: Final = (0, 4, 5, 8, 12, 16, 32, 64)
"""Players who go on into the knock-out to choose from."""

TEAM_SIZES: Final = (0, 2, 3, 4)

_MAX_TYPED: Final = 20_000


class PlanForm(OptionsForm):
    """The form of a plan; a field that is left empty has its default."""

    name: str = Field("", max_length=_MAX_TYPED)
    game: str = Field("classic", max_length=40)
    seats: int = 4
    length: str = Field("usual", max_length=40)
    place: Place = "online"
    form: Form = "lot"
    rounds: str = Field("5", max_length=40)
    cut: int = 0
    go_on: int = 1
    points: str = Field("5 3 2 1", max_length=100)
    order: Literal["points", "direct", "heads", "choices"] = "points"
    team_size: int = 0
    duplicate: bool = False
    turn_seconds: int | None = None
    pause_seconds: int = 0
    outside: bool = False
    rated: bool = False

    def plan(self) -> Plan:
        """Return the plan.

        Raises:
            Refusal: a number is no whole number, or there is no such game.
            RulesError: the rules cannot be dealt.
        """
        is_league, is_knock_out = self.form == "league", self.form == "knock-out"
        clock = self.turn_seconds
        if clock is None:
            clock = _DAY_S if is_league else 60
        return Plan(
            name=self.name,
            rules=rules_of(self),
            place=self.place,
            seating="lot" if is_knock_out else self.form,  # type: ignore[arg-type]
            rounds=0 if is_knock_out else whole(self.rounds),
            cut=0 if is_knock_out else self.cut,
            go_on=self.go_on,
            points=numbers(self.points),
            order=ORDERS[self.order],
            team_size=self.team_size,
            duplicate=self.duplicate,
            turn_seconds=clock,
            pause_seconds=self.pause_seconds,
            outside=self.outside,
            rated=self.rated,
        )


def form_of_plan(plan: Plan) -> PlanForm:
    """Return the form that shows a plan."""
    order = next((name for name, each in ORDERS.items() if each == plan.order), "points")
    return PlanForm(
        **option_fields(plan.rules),
        name=plan.name,
        place=plan.place,
        form=form_name(plan),
        rounds=str(plan.rounds or 5),
        cut=plan.cut,
        go_on=plan.go_on,
        points=" ".join(map(str, plan.points)),
        order=order,  # type: ignore[arg-type]
        team_size=plan.team_size,
        duplicate=plan.duplicate,
        turn_seconds=plan.turn_seconds,
        pause_seconds=plan.pause_seconds,
        outside=plan.outside,
        rated=plan.rated,
    )


def form_name(plan: Plan) -> Form:
    """Return the form of a tournament with this plan."""
    return plan.seating if plan.rounds else "knock-out"


def whole(text: str) -> int:
    """Return a number that somebody has typed.

    Raises:
        Impossible: it is no whole number.
    """
    text = text.strip()
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise Impossible("no-number", "Give a whole number.")
    return int(text)


def numbers(text: str) -> tuple[int, ...]:
    """Return numbers that somebody has typed, with spaces, commas or dashes between."""
    return tuple(whole(each) for each in re.split(r"[\s,;/–-]+", text.strip()) if each)


# ------------------------------------------------------------------ commands

_Id = Field("", max_length=40)


class CodeForm(StrictForm):
    """The form to come in by a code."""

    code: str = Field("", max_length=100)
    name: str = Field("", max_length=_MAX_TYPED)


class NameForm(StrictForm):
    """A name, and the team that one plays for; `player` is for the host."""

    name: str = Field("", max_length=_MAX_TYPED)
    team: str = Field("", max_length=_MAX_TYPED)
    player: str = _Id


class PlayerForm(StrictForm):
    """A player whom the host means; "" is oneself."""

    player: str = _Id


class SwapForm(StrictForm):
    """Two players who change places."""

    first: str = _Id
    second: str = _Id


class TableForm(StrictForm):
    """A table of a round."""

    round: int = Field(ge=1, le=1_000)
    table: int = Field(ge=1, le=1_000)


class HeadsForm(TableForm):
    """The heads of a table, a field a seat; those after the last seat stay empty.

    `sure` confirms heads that were asked about.
    """

    sure: bool = False

    heads1: str = Field("", max_length=40)
    heads2: str = Field("", max_length=40)
    heads3: str = Field("", max_length=40)
    heads4: str = Field("", max_length=40)
    heads5: str = Field("", max_length=40)
    heads6: str = Field("", max_length=40)

    def heads(self) -> tuple[int, ...]:
        """Return the heads, without those of fields that are empty."""
        fields = [getattr(self, f"heads{seat}") for seat in range(1, MOST_AT_TABLE + 1)]
        return tuple(whole(each) for each in fields if each)


class EmptyForm(StrictForm):
    """A button alone."""


class SureForm(StrictForm):
    """A button that may be about what was asked about."""

    sure: bool = False


COMMANDS: Final[Mapping[str, tuple[type[StrictForm], Callable[[Any], TournamentCommand]]]] = {
    "leave": (PlayerForm, lambda form: commands.Leave(form.player)),
    "return": (PlayerForm, lambda form: commands.Return(form.player)),
    "report": (
        HeadsForm,
        lambda form: commands.Report(form.round, form.table, form.heads(), sure=form.sure),
    ),
    "confirm": (TableForm, lambda form: commands.Confirm(form.round, form.table)),
    "enter": (NameForm, lambda form: commands.Enter(form.name, form.team)),
    "rename": (NameForm, lambda form: commands.Rename(form.player, form.name, form.team)),
    "draw": (EmptyForm, lambda _form: commands.Draw()),
    "swap": (SwapForm, lambda form: commands.Swap(form.first, form.second)),
    "begin": (SureForm, lambda form: commands.Begin(form.sure)),
    "strike": (TableForm, lambda form: commands.Strike(form.round, form.table)),
    "undo": (EmptyForm, lambda _form: commands.Undo()),
    "end": (EmptyForm, lambda _form: commands.End()),
}
"""The forms that are a command each, by the last part of their address."""
