"""The standings as pages show them: each place with its reason and the rounds that made it. Pure."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from sixth.i18n import gettext as _
from sixth.server.features.tournaments.field.comparison import fields_in
from sixth.server.features.tournaments.pages.tables import Who, who_is
from sixth.server.features.tournaments.pages.text import (
    cost_text,
    figure_title,
    number_text,
    points_text,
    reason_text,
)
from sixth.text import heads_text
from sixth.tournaments.standings import Standing, TeamStanding, standings, team_standings
from sixth.tournaments.state import Round, Tournament

_MAX_BEST: Final = 3
"""Games that were equally good and are shown."""


class StandingLine(NamedTuple):
    """A line of the standings; `rounds` has what each round came to, `fields` those in which others had the
    same cards and everybody may see what they did with them.

    `points` are the figures that decide first: where own choices do, what they cost. `total` has their unit.
    """

    place: int
    who: Who
    points: str
    heads: int
    reason: str
    rounds: tuple[str, ...]
    total: str
    fields: Sequence[int]


class BestGame(NamedTuple):
    """The best game at a table of the site: whose it was, in words, and the address of its replay."""

    text: str
    replay: str


class TeamLine(NamedTuple):
    """A line of the standings of teams."""

    place: int
    name: str
    points: str


def standing_lines(tournament: Tournament) -> Sequence[StandingLine]:
    """Return the standings, () before the first result."""
    if not _has_results(tournament):
        return ()
    rounds, fields = _rounds_of(tournament), fields_in(tournament)
    lines = list[StandingLine]()
    before = ""
    for each in standings(tournament):
        who = who_is(tournament, each.player)
        reason = each.reason
        lines.append(
            StandingLine(
                each.place,
                who,
                _figure(tournament, each),
                each.heads,
                reason_text(reason.criterion, before, (reason.other, reason.own))
                if reason and before
                else "",
                tuple(rounds.get(each.player, ())),
                _total(tournament, each),
                fields.get(each.player, ()),
            )
        )
        before = who.name
    return lines


def best_games(tournament: Tournament) -> Sequence[BestGame]:
    """Return the games that somebody ended best of all, as far as there are replays."""
    sign = tournament.plan.rules.sign
    games = [
        (sign * heads, round, number, seat)
        for round in tournament.begun
        if not tournament.is_held(round)
        for number in round.played
        if number in round.results
        for seat, heads in enumerate(round.results[number].heads)
    ]
    best = min([each[0] for each in games], default=0)
    return [_best(tournament, round, number, seat) for heads, round, number, seat in games if heads == best][
        :_MAX_BEST
    ]


def _best(tournament: Tournament, round: Round, number: int, seat: int) -> BestGame:
    text = _("{name}: {heads}, round {round}").format(
        name=tournament.players[round.tables[number - 1][seat]].name,
        heads=heads_text(round.results[number].heads[seat]),
        round=round.number,
    )
    return BestGame(text, f"/g/{round.played[number]}?seat={seat}")


def team_lines(tournament: Tournament) -> Sequence[TeamLine]:
    """Return the standings of teams, () without teams or before the first result."""
    if not tournament.plan.team_size or not _has_results(tournament):
        return ()
    return [TeamLine(each.place, each.team, _figure(tournament, each)) for each in team_standings(tournament)]


def _figure(tournament: Tournament, standing: Standing | TeamStanding) -> str:
    if tournament.plan.order[0] == "choices":
        return cost_text(standing.choices)
    return number_text(standing.points)


def _total(tournament: Tournament, standing: Standing) -> str:
    if tournament.plan.order[0] == "choices":
        return f"{figure_title(tournament.plan)} {cost_text(standing.choices)}"
    return points_text(standing.points)


def _has_results(tournament: Tournament) -> bool:
    return any(any(round.holding()) for round in tournament.rounds)


def _rounds_of(tournament: Tournament) -> dict[str, list[str]]:
    """Return, for each player, what each of their rounds came to."""
    texts: dict[str, list[str]] = {}
    for round in tournament.rounds:
        for players, all_heads in round.holding():
            for player, heads in zip(players, all_heads, strict=True):
                text = _("Round {number}: {summary}").format(number=round.number, summary=heads_text(heads))
                texts.setdefault(player, []).append(text)
    return texts
