"""Which plans are possible, and what of a plan may change once a round has begun."""

from collections.abc import Mapping
from typing import Final, get_args

from sixth.rules.game import Impossible, NotNow
from sixth.rules.options import Rules, RulesError
from sixth.rules.sentence import Sentence
from sixth.tournaments.names import clean
from sixth.tournaments.plan import (
    LEAST_AT_TABLE,
    MAX_NAME_LENGTH,
    MAX_PLAYERS,
    MAX_ROUNDS,
    MOST_AT_TABLE,
    Criterion,
    Place,
    Plan,
    Seating,
)
from sixth.tournaments.state import Tournament

MAX_POINTS: Final = 1_000
MAX_TEAM_SIZE: Final = 4
MIN_TURN_SECONDS: Final = 5
MAX_TURN_SECONDS: Final = 14 * 24 * 3600
MAX_PAUSE_SECONDS: Final = 14 * 24 * 3600

_FIXED: Final[Mapping[str, Sentence]] = {
    "rules": Sentence("the game"),
    "place": Sentence("where it is played"),
    "seating": Sentence("the form"),
    "points": Sentence("the points for places"),
    "order": Sentence("the order of the standings"),
    "team_size": Sentence("the size of teams"),
    "duplicate": Sentence("whether all have the same cards"),
    "rated": Sentence("whether it is rated"),
}
"""What of a plan cannot change once a round has begun: what results already rest on."""


def rules_of(plan: Plan, size: int) -> Rules:
    """Return the rules of a table of a size."""
    return plan.rules.replace(seats=size)


def check_plan(plan: Plan) -> None:
    """Check that a plan is possible.

    Raises:
        Impossible: it is not.
    """
    if not clean(plan.name, MAX_NAME_LENGTH):
        raise Impossible(
            "tournament-name",
            "The name of a tournament has 1 to {most} characters.",
            most=MAX_NAME_LENGTH,
        )
    _check_choices(plan)
    _check_rules(plan)
    _check_number("rounds", plan.rounds, 0, MAX_ROUNDS)
    _check_number("team_size", plan.team_size, 0, MAX_TEAM_SIZE)
    _check_number("go_on", plan.go_on, 1, LEAST_AT_TABLE - 1)
    _check_number("turn_seconds", plan.turn_seconds, MIN_TURN_SECONDS, MAX_TURN_SECONDS)
    _check_number("pause_seconds", plan.pause_seconds, 0, MAX_PAUSE_SECONDS)
    _check_number("cut", plan.cut, 0, MAX_PLAYERS)
    _check_form(plan)
    _check_points(plan)


def _check_choices(plan: Plan) -> None:
    for name, kind in (("place", Place), ("seating", Seating)):
        if getattr(plan, name) not in get_args(kind):
            raise Impossible("no-such-form", "There is no {name} of this kind.", name=name)
    order = plan.order
    if not order or len(set(order)) < len(order) or not set(order) <= set(get_args(Criterion)):
        raise Impossible("tournament-order", "The order of the standings names each criterion at most once.")


def _check_number(name: str, value: object, least: int, most: int) -> None:
    # bool is a subclass of int, but no count.
    if type(value) is not int or not least <= value <= most:
        raise Impossible(
            "plan-out-of-range",
            "{field} takes a whole number from {least} to {most}.",
            field=name,
            least=least,
            most=most,
        )


def _check_rules(plan: Plan) -> None:
    if not LEAST_AT_TABLE <= plan.rules.seats <= MOST_AT_TABLE:
        raise Impossible(
            "tournament-seats",
            "Tables of a tournament have {least} to {most} seats.",
            least=LEAST_AT_TABLE,
            most=MOST_AT_TABLE,
        )
    for size in range(LEAST_AT_TABLE, MOST_AT_TABLE + 1):
        try:
            rules_of(plan, size)
        except RulesError as error:
            raise Impossible(
                "undealable-rules",
                "Tables may have {least} to {most} players, and these rules cannot be dealt to {size}: {why}",
                least=LEAST_AT_TABLE,
                most=MOST_AT_TABLE,
                size=size,
                why=error.sentence,
            ) from error


def _check_form(plan: Plan) -> None:
    if plan.team_size == 1:
        raise Impossible("team-of-one", "A team has two to four members.")
    if plan.rounds == 0 and plan.cut:
        raise Impossible(
            "cut-without-rounds", "A cut needs rounds before it; without them all begin in the knock-out."
        )
    if 0 < plan.cut < LEAST_AT_TABLE:
        raise Impossible(
            "cut-too-small", "At least {least} players go on into a knock-out.", least=LEAST_AT_TABLE
        )
    if plan.team_size and (plan.cut or plan.rounds == 0):
        raise Impossible("teams-in-knock-out", "A knock-out is played one by one; teams play rounds only.")
    if plan.duplicate and plan.place == "hall":
        raise Impossible("duplicate-in-hall", "The same cards for all tables need tables of the site.")
    if plan.is_judged and plan.place == "hall":
        raise Impossible("choices-in-hall", "The coach judges only games at tables of the site.")
    if plan.is_judged and (plan.seating != "lot" or plan.cut or plan.rounds == 0):
        raise Impossible("choices-form", "Own choices decide rounds by lot, no league, Swiss or knock-out.")
    if plan.rated and plan.place == "hall":
        raise Impossible("rated-in-hall", "Only games at tables of the site are rated.")


def _check_points(plan: Plan) -> None:
    points = plan.points
    if not 1 <= len(points) <= MOST_AT_TABLE or not all(
        type(each) is int and 0 <= each <= MAX_POINTS for each in points
    ):
        raise Impossible(
            "points-out-of-range",
            "Points are whole numbers from 0 to {most}, for at most {places} places.",
            most=MAX_POINTS,
            places=MOST_AT_TABLE,
        )
    if list(points) != sorted(points, reverse=True) or not points[0]:
        raise Impossible("points-order", "A better place gives no fewer points, and the first place some.")


def check_change(tournament: Tournament, plan: Plan) -> None:
    """Check that the plan of a tournament may become this one now.

    Raises:
        Refusal: the plan is impossible, or rounds that have begun rest on what would change.
    """
    check_plan(plan)
    before, begun = tournament.plan, tournament.begun
    if not begun:
        return
    for name, what in _FIXED.items():
        if getattr(before, name) != getattr(plan, name):
            raise NotNow("plan-fixed", "After the first round has begun, {what} cannot change.", what=what)
    if begun[-1].stage != "rounds":
        if (before.rounds, before.cut, before.go_on) != (plan.rounds, plan.cut, plan.go_on):
            raise NotNow(
                "knock-out-fixed", "The knock-out has begun; its rounds and who goes on cannot change."
            )
    elif plan.rounds < len(begun):
        raise NotNow(
            "rounds-begun",
            "{count} rounds have begun already; there cannot be fewer.",
            count=len(begun),
        )
