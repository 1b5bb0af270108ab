"""The decision to undo what the host did last."""

from collections.abc import Sequence
from itertools import takewhile

from sixth.rules.game import NotNow
from sixth.tournaments import events
from sixth.tournaments.commands import Context, Undo
from sixth.tournaments.decisions.people import check_free
from sixth.tournaments.decisions.plans import check_change
from sixth.tournaments.decisions.senders import check_host
from sixth.tournaments.events import HOST, TournamentEvent, Undone
from sixth.tournaments.fold import evolve
from sixth.tournaments.state import LogEntry, Tournament


def undo(tournament: Tournament, command: Undo, context: Context) -> Sequence[TournamentEvent]:
    """Decide that what the host did last is undone."""
    check_host(context)
    entry = last_of_host(tournament)
    if entry is None:
        raise NotNow("nothing-to-undo", "There is nothing to undo.")
    undone = Undone(entry.number)
    _check_nothing_rests(tournament, entry)
    after = evolve(tournament, undone)
    match entry.event:
        case events.Planned():
            check_change(tournament, after.plan)
        case events.Renamed(player=player):
            check_free(after, after.players[player].name, player)
    return [undone]


def last_of_host(tournament: Tournament) -> LogEntry | None:
    """Return the last thing that the host did, or the site for them, and that was not undone."""
    return next((entry for entry in tournament.events() if _is_of_host(entry.event)), None)


def _is_of_host(event: TournamentEvent) -> bool:
    match event:
        case (
            events.Joined(by=by)
            | events.Renamed(by=by)
            | events.Left(by=by)
            | events.Returned(by=by)
            | events.Reported(by=by)
        ):
            return by == HOST
    return isinstance(
        event, events.Planned | events.Drawn | events.Swapped | events.Began | events.Struck | events.Ended
    )


def _check_nothing_rests(tournament: Tournament, entry: LogEntry) -> None:
    """Check that nothing of what came later rests on an event."""
    since = takewhile(lambda each: each.number != entry.number, tournament.events())
    later = [each.event for each in since]
    match entry.event:
        case events.Began(round=number):
            if tournament.rounds[number - 1].results:
                raise NotNow("undo-too-late", "Round {round} has results, so its begin stays.", round=number)
        case events.Struck(round=number, table=table):
            if any(
                isinstance(each, events.Reported | events.Confirmed)
                and (each.round, each.table) == (number, table)
                for each in later
            ):
                raise NotNow(
                    "undo-too-late",
                    "Table {table} has another result since; enter what is right.",
                    table=table,
                )
        case events.Joined(player=player):
            if any(isinstance(each, events.Moved) and each.player == player for each in later):
                raise NotNow("undo-too-late", "This player plays in a browser of their own by now.")
        case events.Ended():
            held = next((each for each in tournament.begun if tournament.is_held(each)), None)
            if held is not None:
                raise NotNow(
                    "undo-too-late",
                    "Tables of round {round} still play its deals; the end stays until they have.",
                    round=held.number,
                )
