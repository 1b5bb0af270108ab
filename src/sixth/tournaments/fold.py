"""The fold: what each event changes. It refuses nothing."""

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from typing import Any

from sixth.tournaments import events
from sixth.tournaments.events import GAME, HOST, Opened, Player, TournamentEvent, Undone
from sixth.tournaments.state import Claim, Entrant, LogEntry, Result, Round, Stage, Tournament, lot_of


def fold(log: Iterable[TournamentEvent]) -> Tournament:
    """Return the tournament after the events of a log, whose first is `Opened`."""
    first, *others = log
    if not isinstance(first, Opened):
        raise TypeError("the first event of a tournament is Opened")
    return reduce(evolve, others, opened(first))


def opened(event: Opened) -> Tournament:
    """Return the tournament that was set up."""
    return Tournament(event.plan, event.seed, event.host, event.at, log=LogEntry(1, event, None))


def evolve(tournament: Tournament, event: TournamentEvent) -> Tournament:
    """Return the tournament after one more event."""
    version = tournament.version + 1
    if isinstance(event, Undone):
        return replace(_without(tournament, event.number), version=version)
    after = _after(tournament, event)
    return replace(after, version=version, log=LogEntry(version, event, tournament.log))


def _without(tournament: Tournament, number: int) -> Tournament:
    """Return the tournament as if the event with this number had not been."""
    entries = [entry for entry in tournament.events() if entry.number != number]
    first = entries.pop().event
    if not isinstance(first, Opened):
        return tournament
    before = opened(first)
    for entry in reversed(entries):
        before = replace(_after(before, entry.event), log=LogEntry(entry.number, entry.event, before.log))
    return before


def _after(tournament: Tournament, event: TournamentEvent) -> Tournament:  # noqa: C901, PLR0912 - one case an event
    match event:
        case events.Joined(player, name, proof, team, kind, run_by):
            since = tournament.next_number
            entrant = Entrant(name, proof, team, kind, run_by, lot_of(tournament.seed, player), since)
            return tournament.with_player(player, entrant)
        case events.Renamed(player, name, team):
            return _changed(tournament, player, name=name, team=team)
        case events.Moved(player, proof):
            return _changed(tournament, player, proof=proof)
        case events.Left(player):
            return _changed(tournament, player, active=False)
        case events.Returned(player):
            return _changed(tournament, player, active=True)
        case events.Planned(plan):
            # Tables that are drawn are those of the plan before.
            return replace(tournament, plan=plan, rounds=tournament.begun)
        case events.Drawn(round=number, tables=tables):
            if number != tournament.next_number:
                return tournament
            return tournament.with_round(Round(number, _stage(tournament, number, len(tables)), tables))
        case events.Swapped(first=first, second=second):
            if tournament.drawn is None:
                return tournament
            return tournament.with_round(_swapped(tournament.drawn, first, second))
        case events.Began(at=at):
            if tournament.drawn is None:
                return tournament
            return tournament.with_round(replace(tournament.drawn, began_at=at))
        case events.Ended(at=at):
            return replace(tournament, ended_at=at)
        case events.Reported() | events.Confirmed() | events.Struck() | events.Judged():
            return _with_result(tournament, event)
    return tournament


def _changed(tournament: Tournament, player: Player, **changes: Any) -> Tournament:
    before = tournament.players.get(player)
    return tournament if before is None else tournament.with_player(player, replace(before, **changes))


def _stage(tournament: Tournament, number: int, tables: int) -> Stage:
    if number <= tournament.plan.rounds:
        return "rounds"
    return "final" if tables == 1 else "knock-out"


def _swapped(round: Round, first: Player, second: Player) -> Round:
    places = {first: second, second: first}
    tables = tuple(tuple(places.get(player, player) for player in table) for table in round.tables)
    return replace(round, tables=tables)


def _with_result(
    tournament: Tournament, event: events.Reported | events.Confirmed | events.Struck | events.Judged
) -> Tournament:
    if not 1 <= event.round <= len(tournament.rounds):
        return tournament
    round = tournament.rounds[event.round - 1]
    if not 1 <= event.table <= len(round.tables):
        return tournament
    if isinstance(event, events.Reported) and event.by == GAME:
        round = replace(round, played={**round.played, event.table: event.game})
        if tournament.ended_at:
            # The standings stay as they were at the end; only the deals are no longer secret.
            return tournament.with_round(round)
    results = {number: each for number, each in round.results.items() if number != event.table}
    after = _result(round.results.get(event.table), event)
    if after is not None:
        results[event.table] = after
    return tournament.with_round(replace(round, results=results))


def _result(
    before: Result | None, event: events.Reported | events.Confirmed | events.Struck | events.Judged
) -> Result | None:
    """Return what is known of a result after an event."""
    match event:
        case events.Reported(heads=heads, by=by) if by in (HOST, GAME):
            return Result(heads, by, holds=True)
        case events.Reported(heads=heads, by=by):
            return _claimed(before, Claim(heads, by))
        case events.Confirmed(by=by) if before is not None:
            other = next((claim for claim in reversed(before.claims) if claim.by != by), None)
            return before if other is None else _claimed(before, Claim(other.heads, by))
        case events.Judged(costs=costs, stood_in=stood_in) if before is not None:
            return replace(before, costs=costs, stood_in=stood_in)
        case events.Confirmed():
            return before
    return None


def _claimed(before: Result | None, claim: Claim) -> Result:
    """Return what is known of a result after a player has entered heads."""
    if before is None:
        return Result(claim.heads, claim.by, holds=False)
    others = tuple([each for each in before.claims if each.by != claim.by])
    for other in others:
        if other.heads == claim.heads:
            return Result(claim.heads, other.by, holds=True, confirmed_by=claim.by)
    if not before.holds:
        return Result(claim.heads, claim.by, holds=False, contradictions=others)
    if before.heads == claim.heads:
        return replace(before, contradictions=others)
    return replace(before, contradictions=(*others, claim))
