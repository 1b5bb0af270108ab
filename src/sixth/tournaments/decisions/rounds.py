"""Decisions on rounds: they are drawn, changed and begun, and the tournament ends."""

from collections import Counter
from collections.abc import Sequence

from sixth.rules.game import Impossible, NotNow
from sixth.tournaments.commands import Begin, Context, Draw, End, Swap
from sixth.tournaments.decisions.senders import check_host
from sixth.tournaments.events import Began, Drawn, Ended, Player, Swapped, TournamentEvent
from sixth.tournaments.pairing import (
    depends_on_results,
    draw as draw_tables,
    has_next_round,
    is_knock_out_next,
    next_players,
)
from sixth.tournaments.state import Round, Tournament


def draw(tournament: Tournament, command: Draw, context: Context) -> Sequence[TournamentEvent]:
    """Decide the tables of the next round."""
    check_host(context, or_site=True)
    check_next(tournament)
    if depends_on_results(tournament):
        _check_results(tournament, is_sure=False)
    return [_drawn(tournament)]


def swap(tournament: Tournament, command: Swap, context: Context) -> Sequence[TournamentEvent]:
    """Decide that two players of the drawn round change places."""
    check_host(context)
    round = drawn_round(tournament)
    check_seated(round, command.first, command.second)
    if command.first == command.second:
        return []
    return [Swapped(round.number, command.first, command.second)]


def begin(tournament: Tournament, command: Begin, context: Context) -> Sequence[TournamentEvent]:
    """Decide that the next round begins, drawn now if it is not."""
    check_host(context, or_site=True)
    check_next(tournament)
    _check_results(tournament, is_sure=command.sure and not is_knock_out_next(tournament))
    drawn = tournament.drawn
    began = Began(tournament.next_number, context.at)
    if drawn is None:
        return [_drawn(tournament), began]
    seated = {player for table in drawn.tables for player in table}
    if seated != set(next_players(tournament)):
        if context.host:
            raise NotNow(
                "draw-outdated",
                "Since the tables were drawn people have come or gone, or results have changed;"
                " draw them again.",
            )
        return [_drawn(tournament), began]
    return [began]


def end(tournament: Tournament, command: End, context: Context) -> Sequence[TournamentEvent]:
    """Decide that the tournament ends now."""
    check_host(context, or_site=True)
    return [Ended(context.at)]


def drawn_round(tournament: Tournament) -> Round:
    """Return the round that is drawn.

    Raises:
        NotNow: none is.
    """
    if tournament.drawn is None:
        raise NotNow("no-drawn-round", "No tables are drawn; draw the next round first.")
    return tournament.drawn


def check_seated(round: Round, first: Player, second: Player) -> None:
    """Check that two players sit at tables of a round.

    Raises:
        Impossible: one of them does not.
    """
    if not (round.table_of(first) and round.table_of(second)):
        raise Impossible("not-seated", "Both players must sit at tables of the drawn round.")


def _drawn(tournament: Tournament) -> Drawn:
    number = tournament.next_number
    # A second draw of the same round has another version, and other tables.
    seed = f"{tournament.seed} {number} {tournament.version}"
    return Drawn(number, draw_tables(tournament, seed))


def check_next(tournament: Tournament) -> None:
    """Check that there is a next round, for which teams are complete enough.

    Raises:
        NotNow: there is none, or somebody lacks a team.
    """
    if not has_next_round(tournament):
        raise NotNow("no-next-round", "All rounds of this tournament have begun.")
    size = tournament.plan.team_size
    if size and not tournament.begun:
        _check_teams(tournament, size)


def _check_teams(tournament: Tournament, size: int) -> None:
    """Check that everybody has a team with room for them; teams of fewer play with fewer."""
    members = Counter(tournament.players[player].team for player in tournament.active)
    if members[""]:
        lonely = next(each for each in tournament.players.values() if each.active and not each.team)
        raise NotNow("player-without-team", "{name} has no team yet.", name=lonely.name)
    for team, count in members.items():
        if count > size:
            raise NotNow(
                "team-too-large",
                "The team {team} has {count} members, and {size} may play.",
                team=team,
                count=count,
                size=size,
            )


def _check_results(tournament: Tournament, *, is_sure: bool) -> None:
    current = tournament.current
    if current is None or current.is_complete or is_sure:
        return
    raise NotNow(
        "results-missing",
        "Round {round} still lacks the result of {count} tables; the first is table {table}.",
        round=current.number,
        count=len(current.missing),
        table=current.missing[0],
    )
