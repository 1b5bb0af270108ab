"""What a site asks of a plan and of names, beside what the tournament itself decides."""

from dataclasses import replace

from sixth.rules.game import Impossible, NotNow
from sixth.server.features.tournaments.seating import config_of
from sixth.server.table.bounds import check_rules
from sixth.server.table.config import check_config, check_rated
from sixth.server.table.identity import clean_message, clean_name
from sixth.tournaments.commands import Change, Enter, Join, Rename, Report, TournamentCommand
from sixth.tournaments.decide import check_plan, rules_of
from sixth.tournaments.plan import LEAST_AT_TABLE, MAX_NAME_LENGTH, MOST_AT_TABLE, Plan
from sixth.tournaments.state import Tournament


def checked_plan(plan: Plan) -> Plan:
    """Return a plan whose name can be shown.

    Raises:
        Refusal: it has no name, or its tables could not be opened.
    """
    plan = replace(plan, name=clean_message(plan.name, MAX_NAME_LENGTH))
    check_plan(plan)
    if plan.place != "online":
        return plan
    if plan.rated and plan.duplicate:
        raise Impossible(
            "rated-duplicate",
            "A duplicate cannot be rated, as somebody may pass on the deals that others still have to play.",
        )
    for size in range(LEAST_AT_TABLE, MOST_AT_TABLE + 1):
        check_rules(rules_of(plan, size))
    check_rated(check_config(config_of(plan)), plan.rules)
    return plan


def check_agreed(tournament: Tournament, plan: Plan) -> None:
    """Check that all who have joined agree to what the new plan of their tournament counts for.

    Raises:
        NotNow: it is rated, and was not as they joined.
    """
    if plan.rated and not tournament.plan.rated and tournament.players:
        raise NotNow("tournament-rated", "It can become rated only before anybody has joined.")


def cleaned(command: TournamentCommand) -> TournamentCommand:
    """Return a command whose names can be shown and whose plan can be played, or raise a refusal."""
    match command:
        case Join() | Enter() | Rename():
            team = clean_name(command.team) if command.team else ""
            return replace(command, name=clean_name(command.name), team=team)
        case Report():
            # Games are reported by the site alone.
            return replace(command, game="")
        case Change():
            return replace(command, plan=checked_plan(command.plan))
        case _:
            return command
