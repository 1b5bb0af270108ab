"""The one place that says what people may do in a tournament, and what follows from it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from sixth.tournaments import commands
from sixth.tournaments.commands import Context, TournamentCommand
from sixth.tournaments.decisions import people, results, rounds
from sixth.tournaments.decisions.plans import check_change, check_plan, rules_of
from sixth.tournaments.decisions.senders import check_host, check_on
from sixth.tournaments.decisions.undo import last_of_host, undo
from sixth.tournaments.events import Planned, TournamentEvent
from sixth.tournaments.state import Tournament

__all__ = ["Context", "check_plan", "decide", "last_of_host", "rules_of"]


def decide(
    tournament: Tournament, command: TournamentCommand, context: Context
) -> tuple[TournamentEvent, ...]:
    """Return the events of a command, none where it changes nothing.

    Raises:
        Refusal: the command is not possible, not allowed now, or not for this sender.
    """
    # The last games are judged also after the end, and some go on until then.
    is_of_games = context.site and isinstance(command, commands.Report | commands.Judge)
    if not (is_of_games or isinstance(command, commands.Undo)):
        check_on(tournament)
    return tuple(_DECISIONS[type(command)](tournament, command, context))


def _change(tournament: Tournament, command: commands.Change, context: Context) -> Sequence[TournamentEvent]:
    check_host(context)
    if command.plan == tournament.plan:
        return []
    check_change(tournament, command.plan)
    return [Planned(command.plan)]


_DECISIONS: Final[Mapping[type, Callable[[Tournament, Any, Context], Sequence[TournamentEvent]]]] = {
    commands.Join: people.join,
    commands.Leave: people.leave,
    commands.Return: people.come_back,
    commands.Move: people.move,
    commands.Enter: people.enter,
    commands.Rename: people.rename,
    commands.Report: results.report,
    commands.Confirm: results.confirm,
    commands.Strike: results.strike,
    commands.Judge: results.judge,
    commands.Change: _change,
    commands.Draw: rounds.draw,
    commands.Swap: rounds.swap,
    commands.Begin: rounds.begin,
    commands.End: rounds.end,
    commands.Undo: undo,
}
