"""Whether an event fits a tournament: what a file is checked by, and what every decision keeps."""

from collections.abc import Sequence

from sixth.rules.game import Impossible
from sixth.rules.sentence import Sentence
from sixth.tournaments import events
from sixth.tournaments.decisions.plans import check_plan
from sixth.tournaments.events import GAME, HOST, Player, TournamentEvent
from sixth.tournaments.names import clean
from sixth.tournaments.pairing import has_next_round, next_players
from sixth.tournaments.plan import LEAST_AT_TABLE, MAX_HEADS, MAX_PLAYER_NAME_LENGTH, MOST_AT_TABLE, Plan
from sixth.tournaments.state import Tournament


def misfit(tournament: Tournament, event: TournamentEvent) -> Sentence | None:
    """Return what is wrong with an event after those of `tournament`, None if it may follow them."""
    match event:
        case events.Opened():
            return Sentence("the tournament is set up already")
        case events.Undone(number=number):
            if not any(entry.number == number for entry in tournament.events()) or number == 1:
                return Sentence("there is no event {number} to undo", {"number": number})
            return None
        case events.Renamed(player=player, name=name):
            # Deleted people get another name also after the end.
            return _stranger(tournament, player) or _bad_name(name)
    if tournament.ended_at:
        return Sentence("the tournament has ended")
    match event:
        case events.Joined(player=player, name=name):
            if not player or player in tournament.players:
                return Sentence("there is a player {player} already", {"player": player})
            return _bad_name(name)
        case events.Moved(player=player) | events.Left(player=player) | events.Returned(player=player):
            return _stranger(tournament, player)
        case events.Planned(plan=plan):
            return _bad_plan(plan)
        case events.Reported() | events.Confirmed() | events.Struck():
            return _result_misfit(tournament, event)
        case events.Drawn() | events.Swapped() | events.Began():
            return _round_misfit(tournament, event)
    return None


def _stranger(tournament: Tournament, player: Player) -> Sentence | None:
    return (
        None if player in tournament.players else Sentence("there is no player {player}", {"player": player})
    )


def _bad_plan(plan: Plan) -> Sentence | None:
    try:
        check_plan(plan)
    except Impossible as error:
        return error.sentence
    return None


def _bad_name(name: str) -> Sentence | None:
    if name and clean(name, MAX_PLAYER_NAME_LENGTH) == name:
        return None
    return Sentence("a name has 1 to {most} characters", {"most": MAX_PLAYER_NAME_LENGTH})


def _round_misfit(
    tournament: Tournament, event: events.Drawn | events.Swapped | events.Began
) -> Sentence | None:
    if event.round != tournament.next_number or not has_next_round(tournament):
        return Sentence("round {round} is not the next one", {"round": event.round})
    if isinstance(event, events.Drawn):
        return _draw_misfit(event.tables, next_players(tournament))
    if tournament.drawn is None:
        return Sentence("round {round} is not drawn", {"round": event.round})
    if isinstance(event, events.Swapped) and not (
        tournament.drawn.table_of(event.first) and tournament.drawn.table_of(event.second)
    ):
        return Sentence("both players sit at tables of the round")
    return None


def _draw_misfit(tables: events.Tables, players: Sequence[Player]) -> Sentence | None:
    if not tables or not all(LEAST_AT_TABLE <= len(table) <= MOST_AT_TABLE for table in tables):
        return Sentence(
            "tables have {least} to {most} players", {"least": LEAST_AT_TABLE, "most": MOST_AT_TABLE}
        )
    if sorted(player for table in tables for player in table) != sorted(players):
        return Sentence("the tables have everybody who plays in the round, once")
    return None


def _result_misfit(
    tournament: Tournament, event: events.Reported | events.Confirmed | events.Struck
) -> Sentence | None:
    begun = tournament.begun
    if not 1 <= event.round <= len(begun):
        return Sentence("round {round} has not begun", {"round": event.round})
    tables = begun[event.round - 1].tables
    if not 1 <= event.table <= len(tables):
        return Sentence("round {round} has tables 1 to {last}", {"round": event.round, "last": len(tables)})
    table = tables[event.table - 1]
    before = begun[event.round - 1].results.get(event.table)
    match event:
        case events.Reported(heads=heads, by=by):
            if len(heads) != len(table) or not all(0 <= each <= MAX_HEADS for each in heads):
                return Sentence("the table has {seats} players, each with heads", {"seats": len(table)})
            is_known = by in (HOST, GAME) or by in table
        case events.Confirmed(by=by):
            is_known = by in table and before is not None and any(each.by != by for each in before.claims)
        case events.Struck():
            is_known = before is not None
    return None if is_known else Sentence("nobody of the table could say that")
