"""The standings as pages show them: each place with its reason and the rounds that made it. Pure."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from sixth.i18n import gettext as _
from sixth.server.features.tournaments.pages.tables import Who, who_is
from sixth.server.features.tournaments.pages.text import number_text, reason_text
from sixth.text import heads_text
from sixth.tournaments.standings import standings, team_standings
from sixth.tournaments.state import Tournament


class StandingLine(NamedTuple):
    """A line of the standings; `rounds` has what each round came to."""

    place: int
    who: Who
    points: str
    heads: int
    reason: str
    rounds: tuple[str, ...]
    exact: Fraction | float


class TeamLine(NamedTuple):
    """A line of the standings of teams."""

    place: int
    name: str
    points: str


def standing_lines(tournament: Tournament) -> Sequence[StandingLine]:
    """Return the standings, () before the first result."""
    if not _has_results(tournament):
        return ()
    rounds = _rounds_of(tournament)
    lines = list[StandingLine]()
    before = ""
    for each in standings(tournament):
        who = who_is(tournament, each.player)
        reason = each.reason
        lines.append(
            StandingLine(
                each.place,
                who,
                number_text(each.points),
                each.heads,
                reason_text(reason.criterion, before, (reason.other, reason.own))
                if reason and before
                else "",
                tuple(rounds.get(each.player, ())),
                each.points,
            )
        )
        before = who.name
    return lines


def team_lines(tournament: Tournament) -> Sequence[TeamLine]:
    """Return the standings of teams, () without teams or before the first result."""
    if not tournament.plan.team_size or not _has_results(tournament):
        return ()
    return [TeamLine(each.place, each.team, number_text(each.points)) for each in team_standings(tournament)]


def _has_results(tournament: Tournament) -> bool:
    return any(result.holds for round in tournament.rounds for result in round.results.values())


def _rounds_of(tournament: Tournament) -> dict[str, list[str]]:
    """Return, for each player, what each of their rounds came to."""
    texts: dict[str, list[str]] = {}
    for round in tournament.rounds:
        for number, result in round.results.items():
            if not result.holds:
                continue
            for player, heads in zip(round.tables[number - 1], result.heads, strict=True):
                text = _("Round {number}: {summary}").format(number=round.number, summary=heads_text(heads))
                texts.setdefault(player, []).append(text)
    return texts
