"""Tournaments in words: forms, rounds, points, and why somebody has a place."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

from sixth import fast
from sixth.i18n import duration_text, gettext as _, ngettext, number_text as decimal_text
from sixth.server.features.tournaments.pages.forms import CLOCKS_S, CUTS, PAUSES_S, TEAM_SIZES, form_name
from sixth.server.web.text.labels import game_title
from sixth.tournaments.plan import LEAST_AT_TABLE, MOST_AT_TABLE, Plan
from sixth.tournaments.state import Round, Tournament

_PARTS: Final[Mapping[Fraction, str]] = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 5): "⅕",
    Fraction(2, 5): "⅖",
    Fraction(3, 5): "⅗",
    Fraction(4, 5): "⅘",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
}

_SEMI_FINAL, _QUARTER_FINAL = 2, 4
"""Tables of a semi-final, and of a quarter-final at most."""


@lru_cache(maxsize=4096)
def number_text(value: Fraction | float) -> str:
    """Return points as people write them: "4", "4½", "2 5/12"."""
    exact = Fraction(value).limit_denominator(720)
    whole, part = divmod(abs(exact), 1)
    sign = "−" if exact < 0 else ""
    if not part:
        return f"{sign}{whole}"
    if part in _PARTS:
        return f"{sign}{whole or ''}{_PARTS[part]}"
    return f"{sign}{f'{whole} ' if whole else ''}{part}"


def signed_text(value: Fraction | float) -> str:
    """Return a difference: "+14", "−3½", "0"."""
    return f"+{number_text(value)}" if value > 0 else number_text(value)


def cost_text(heads: Fraction | float) -> str:
    """Return what choices cost, in heads: "1.25"."""
    return decimal_text(float(heads), digits=2)


def figure_title(plan: Plan) -> str:
    """Return the title of the figures that decide first."""
    return _("Own choices") if plan.order[0] == "choices" else _("Points")


def points_text(points: Fraction | float) -> str:
    """Return points with their unit."""
    return ngettext("{points} point", "{points} points", 1 if points == 1 else 2).format(
        points=number_text(points)
    )


def reason_text(criterion: str, name: str, values: tuple[Fraction | float, Fraction | float]) -> str:
    """Return why somebody stands behind `name`: by which criterion, with the values of both."""
    first, second = map(_FIGURES.get(criterion, number_text), values)
    return _reason(criterion).format(name=name, first=first, second=second)


def _reason(criterion: str) -> str:
    match criterion:
        case "points":
            return _("{name} has more points: {first} to {second}.")
        case "relative":
            return _("{name} has better relative heads: {first} to {second}.")
        case "heads":
            return _("{name} has fewer heads: {first} to {second}.")
        case "choices":
            return _("{name} chose better: {first} to {second} heads lost.")
        case "rounds":
            return _("{name} has played more rounds.")
        case "direct":
            return _("{name} was better where both played: {first} to {second}.")
        case "lot":
            return _("{name} is ahead by lot alone.")
        case "round":
            return _("{name} has come further.")
        case "before":
            return _("{name} stood higher before.")
        case "ladder":
            return _("{name} is higher on the ladder.")
    raise KeyError(criterion)


_FIGURES: Final[Mapping[str, Callable[[Fraction | float], str]]] = {
    "relative": signed_text,
    "choices": cost_text,
}


def round_title(tournament: Tournament, round: Round) -> str:
    """Return the name of a round: "Round 2 of 5", "Semi-final"."""
    if round.stage == "rounds":
        count = max(tournament.plan.rounds, round.number)
        return _("Round {round} of {rounds}").format(round=round.number, rounds=count)
    if round.stage == "final" or len(round.tables) == 1:
        return _("Final")
    if len(round.tables) <= _SEMI_FINAL:
        return _("Semi-final")
    if len(round.tables) <= _QUARTER_FINAL:
        return _("Quarter-final")
    number = round.number - tournament.plan.rounds
    return _("Knock-out, round {round}").format(round=number)


def plan_facts(plan: Plan) -> Sequence[str]:
    """Return what a plan is, in a few words each."""
    form = next(label for name, label, _about in form_choices() if name == form_name(plan))
    facts = [game_title(plan.rules), form]
    if plan.rounds:
        facts.append(ngettext("{count} round", "{count} rounds", plan.rounds).format(count=plan.rounds))
    if plan.rounds and plan.cut:
        facts.append(_("then a knock-out of {count}").format(count=plan.cut))
    if plan.team_size:
        facts.append(_("teams of {count}").format(count=plan.team_size))
    if plan.duplicate:
        facts.append(_("same deals for all"))
    if plan.place == "online":
        facts.append(_("{turn} a turn").format(turn=duration_text(plan.turn_seconds)))
    return facts


# ------------------------------------------------------------------ choices of the form


def form_choices() -> Sequence[tuple[str, str, str]]:
    """Return the forms: value, label, and a sentence about each."""
    return (
        ("lot", _("Rounds by lot"), _("New people at each table.")),
        ("swiss", _("Swiss"), _("Those with equal points meet.")),
        ("knock-out", _("Knock-out"), _("The best of each table go on.")),
        ("league", _("League"), _("The first go up a table, the last go down.")),
    )


def place_labels() -> Mapping[str, str]:
    """Return the places to play."""
    return {"online": _("On screens"), "hall": _("At real tables, with cards")}


def table_sizes() -> Mapping[int, str]:
    """Return the usual sizes of a table."""
    return {size: str(size) for size in range(LEAST_AT_TABLE, MOST_AT_TABLE + 1)}


def cut_labels() -> Mapping[int, str]:
    """Return how many players may go on into a knock-out."""
    return {
        count: ngettext("{count} player", "{count} players", count).format(count=count) if count else _("No")
        for count in CUTS
    }


def team_labels() -> Mapping[int, str]:
    """Return the sizes of teams."""
    return {size: _("teams of {count}").format(count=size) if size else _("No") for size in TEAM_SIZES}


def clock_labels() -> Mapping[object, str]:
    """Return the times for a turn; "" is that of the form."""
    return {"": _("Default"), **{seconds: duration_text(seconds) for seconds in CLOCKS_S}}


def pause_labels() -> Mapping[int, str]:
    """Return when the next round begins."""
    by_itself = {
        seconds: _("by itself after {time}").format(time=duration_text(seconds))
        for seconds in PAUSES_S
        if seconds
    }
    return {0: _("when the host starts it"), **by_itself}


def order_labels() -> Mapping[str, str]:
    """Return the orders of the standings."""
    labels = {
        "points": _("points, then relative heads"),
        "direct": _("points, then direct meeting"),
        "heads": _("The fewest heads"),
    }
    judged = {"choices": _("Own choices: the coach judges every card; luck counts least")}
    return labels | judged if fast.INSTALLED else labels
