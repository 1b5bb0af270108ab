"""Decisions on results: they are entered, confirmed, contradicted, and taken back."""

from collections.abc import Sequence

from sixth.rules.game import Forbidden, Impossible, NotNow
from sixth.tournaments.commands import Confirm, Context, Judge, Report, Strike
from sixth.tournaments.decisions.plans import rules_of
from sixth.tournaments.decisions.senders import check_host, sender_of
from sixth.tournaments.events import (
    GAME,
    HOST,
    Confirmed,
    Judged,
    Player,
    Reported,
    Struck,
    TournamentEvent,
)
from sixth.tournaments.plan import MAX_HEADS
from sixth.tournaments.possible import impossible
from sixth.tournaments.state import Claim, Result, Round, Tournament


def report(tournament: Tournament, command: Report, context: Context) -> Sequence[TournamentEvent]:
    """Decide that heads are entered for a table; those of a game also after the end."""
    round, before = table_of(tournament, command.round, command.table)
    heads = tuple(command.heads)
    by = GAME if context.site else HOST if context.host else ""
    if not by:
        by = _player_at(tournament, round, command.table, context)
    check_heads(round, command.table, heads)
    if not (command.sure or context.site):
        _check_possible(tournament, heads)
    if by == GAME:
        # The host may have corrected it since.
        is_known = round.played.get(command.table) == command.game
        return [] if is_known else [Reported(round.number, command.table, heads, by, command.game)]
    if by == HOST:
        same = before is not None and (before.heads, before.by, before.holds) == (heads, by, True)
        settled = before is not None and not before.contradictions
        return [] if same and settled else [Reported(round.number, command.table, heads, by)]
    if before is not None:
        if before.holds and before.heads == heads and all(each.by != by for each in before.contradictions):
            return []
        if Claim(heads, by) in before.claims:
            return []
    return [Reported(round.number, command.table, heads, by)]


def confirm(tournament: Tournament, command: Confirm, context: Context) -> Sequence[TournamentEvent]:
    """Decide that a player confirms what another one of their table has entered."""
    round, before = table_of(tournament, command.round, command.table)
    player = _player_at(tournament, round, command.table, context)
    if before is None:
        raise NotNow("nothing-to-confirm", "Somebody else of the table must enter its result first.")
    own = [each for each in before.claims if each.by == player]
    options = {each.heads for each in before.claims if each.by != player}
    if before.holds:
        options.add(before.heads)
        if options == {before.heads}:
            return [Reported(round.number, command.table, before.heads, player)] if own else []
    if not options:
        raise NotNow("nothing-to-confirm", "Somebody else of the table must enter its result first.")
    if len(options) > 1:
        raise NotNow(
            "results-contradict", "Two results of this table contradict each other; enter the right one."
        )
    return [Confirmed(round.number, command.table, player)]


def strike(tournament: Tournament, command: Strike, context: Context) -> Sequence[TournamentEvent]:
    """Decide that the host takes a result back."""
    check_host(context)
    round, before = table_of(tournament, command.round, command.table)
    if before is None:
        raise NotNow("no-result", "Table {table} has no result.", table=command.table)
    return [Struck(round.number, command.table)]


def judge(tournament: Tournament, command: Judge, context: Context) -> Sequence[TournamentEvent]:
    """Decide what the choices at a table cost."""
    if not context.site:
        raise Forbidden("not-site", "Only the site judges the choices of games.")
    round, before = table_of(tournament, command.round, command.table)
    costs = tuple([None if each is None else float(each) for each in command.costs])
    check_judged(tournament, round, command.table, costs, command.stood_in)
    if before is not None and before.costs == costs:
        return []
    return [Judged(round.number, command.table, costs, command.stood_in)]


def check_judged(
    tournament: Tournament,
    round: Round,
    table: int,
    costs: tuple[float | None, ...],
    stood_in: tuple[int, ...],
) -> None:
    """Check that the choices at a table are judged, and that there is a result to which the costs belong.

    Raises:
        Refusal: they are not, or there is none.
    """
    if not tournament.plan.is_judged:
        raise NotNow("not-judged", "In this tournament choices are not judged.")
    before = round.results.get(table)
    if before is None or not before.holds:
        raise NotNow("no-result", "Table {table} has no result.", table=table)
    if len(costs) != len(round.tables[table - 1]) or not all(
        each is None or -MAX_HEADS <= each <= MAX_HEADS for each in costs
    ):
        raise Impossible("wrong-costs", "The costs of choices are heads, for each seat of the table.")
    if not set(stood_in) <= set(range(len(costs))):
        raise Impossible("wrong-costs", "Bots choose for seats of the table.")


def table_of(tournament: Tournament, number: int, table: int) -> tuple[Round, Result | None]:
    """Return a round that has begun, and what is known of the result of one of its tables.

    Raises:
        Impossible: there is no such round or table.
    """
    if not 1 <= number <= len(tournament.begun):
        raise Impossible("no-such-round", "Round {round} has not begun.", round=number)
    round = tournament.rounds[number - 1]
    if not 1 <= table <= len(round.tables):
        raise Impossible(
            "no-such-table", "Round {round} has tables 1 to {last}.", round=number, last=len(round.tables)
        )
    return round, round.results.get(table)


def _player_at(tournament: Tournament, round: Round, table: int, context: Context) -> Player:
    """Return the sender, who sits at a table of the round that is played now."""
    player = sender_of(tournament, context)
    if player not in round.tables[table - 1]:
        raise Forbidden("not-at-table", "Only those who sit at table {table} enter its result.", table=table)
    if tournament.plan.place == "online":
        raise Forbidden(
            "result-of-game", "The site enters the results of its games; the host can correct them."
        )
    if round.number != len(tournament.begun):
        raise NotNow(
            "round-over", "Round {round} is over; the host can correct its results.", round=round.number
        )
    before = round.results.get(table)
    if before is not None and before.by in (HOST, GAME):
        raise NotNow("result-of-host", "The host has entered this result; ask the host to correct it.")
    return player


def check_heads(round: Round, table: int, heads: tuple[int, ...]) -> None:
    """Check that there are heads for each player of a table.

    Raises:
        Impossible: there are not.
    """
    seats = len(round.tables[table - 1])
    if len(heads) != seats:
        raise Impossible(
            "heads-missing", "Table {table} has {seats} players; enter the heads of each.",
            table=table, seats=seats,
        )  # fmt: skip
    if not all(type(each) is int and 0 <= each <= MAX_HEADS for each in heads):
        raise Impossible("heads-out-of-range", "Heads are whole numbers from 0 to {most}.", most=MAX_HEADS)


def _check_possible(tournament: Tournament, heads: tuple[int, ...]) -> None:
    why = impossible(heads, rules_of(tournament.plan, len(heads)))
    if why is not None:
        raise Impossible("impossible-heads", "{why} Is that right?", why=why)
