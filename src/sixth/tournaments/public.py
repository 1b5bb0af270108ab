"""What everybody may see of a tournament, as JSON: no hash of a token, no seed, no deal."""

from fractions import Fraction
from typing import Final

from sixth.rules.codec import Json
from sixth.tournaments.codec import plan_to_json
from sixth.tournaments.pairing import has_next_round, is_knock_out_next
from sixth.tournaments.scores.ranking import Reason
from sixth.tournaments.standings import standings, team_standings
from sixth.tournaments.state import Result, Round, Tournament

_DIGITS: Final = 4
"""The digits after the point of points and relative heads."""


def public_json(tournament: Tournament) -> dict[str, Json]:
    """Return what everybody may see.

    `rounds` are those that have begun. `next` is the number and the stage of the round to come, null after
    the last one; its `tables`, if they are drawn, are the host's alone until it begins, unless rounds follow
    one another by themselves: then people learn in the pause where they sit next.
    """
    return {
        "version": tournament.version,
        "plan": plan_to_json(tournament.plan),
        "opened_at": tournament.opened_at,
        "ended_at": tournament.ended_at,
        "players": [
            {
                "id": player,
                "name": each.name,
                "team": each.team,
                "kind": each.kind,
                "run_by": each.run_by,
                "active": each.active,
                "since": each.since,
            }
            for player, each in tournament.players.items()
        ],
        "rounds": [round_json(each, has_games=not tournament.is_held(each)) for each in tournament.begun],
        "next": _next(tournament),
        "standings": standings_json(tournament),
        "teams": teams_json(tournament),
    }


def standings_json(tournament: Tournament) -> list[dict[str, Json]]:
    """Return the standings, the first place first."""
    return [
        {
            "place": each.place,
            "player": each.player,
            "points": number(each.points),
            "relative": number(each.relative),
            "heads": each.heads,
            "rounds": each.rounds,
            "reached": each.reached,
            "choices": number(each.choices),
            "reason": reason_json(each.reason),
        }
        for each in standings(tournament)
    ]


def teams_json(tournament: Tournament) -> list[dict[str, Json]]:
    """Return the standings of teams, none without teams."""
    return [
        {
            "place": each.place,
            "team": each.team,
            "players": each.players,
            "points": number(each.points),
            "relative": number(each.relative),
            "heads": each.heads,
            "choices": number(each.choices),
            "reason": reason_json(each.reason),
        }
        for each in (team_standings(tournament) if tournament.plan.team_size else ())
    ]


def round_json(round: Round, *, has_games: bool) -> dict[str, Json]:
    """Return a round with its tables, from 1 on, what is known of their results, and the ids of their games.

    Without `has_games` these are left out, as nobody may read the games yet.
    """
    return {
        "number": round.number,
        "stage": round.stage,
        "began_at": round.began_at,
        "tables": [
            {
                "players": table,
                "result": result_json(
                    round.results.get(number), round.played.get(number, "") if has_games else ""
                ),
            }
            for number, table in enumerate(round.tables, 1)
        ],
    }


def result_json(result: Result | None, game: str) -> dict[str, Json] | None:
    """Return what is known of a result, None for nothing; `game` is "" unless its record can be read."""
    if result is None:
        return None
    return {
        "heads": result.heads,
        "by": result.by,
        "confirmed_by": result.confirmed_by,
        "holds": result.holds,
        "game": game,
        "costs": result.costs,
        "contradictions": [{"heads": each.heads, "by": each.by} for each in result.contradictions],
    }


def reason_json(reason: Reason | None) -> dict[str, Json] | None:
    """Return the reason of a place, None for the first and for equal ones."""
    if reason is None:
        return None
    return {
        "criterion": reason.criterion,
        "own": number(reason.own),
        "other": number(reason.other),
        "round": reason.round,
    }


def number(value: Fraction | int) -> float | int:
    """Return a number as JSON has it: a whole one as such, else rounded to four digits."""
    return value.numerator if value.denominator == 1 else round(float(value), _DIGITS)


def _next(tournament: Tournament) -> dict[str, Json] | None:
    if tournament.ended_at or not has_next_round(tournament):
        return None
    stage = "knock-out" if is_knock_out_next(tournament) else "rounds"
    drawn, is_shown = tournament.drawn, tournament.plan.pause_seconds > 0
    return {
        "number": tournament.next_number,
        "stage": stage,
        "drawn": drawn is not None,
        "tables": drawn.tables if drawn is not None and is_shown else None,
    }
