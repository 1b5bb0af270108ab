"""Whether an event fits a tournament: what a file is checked by, and what every decision keeps."""

from sixth.rules.game import NotNow, Refusal
from sixth.rules.sentence import Sentence
from sixth.tournaments import events
from sixth.tournaments.decisions.people import check_name
from sixth.tournaments.decisions.plans import check_plan
from sixth.tournaments.decisions.results import check_heads, check_judged, table_of
from sixth.tournaments.decisions.rounds import check_next, check_seated, drawn_round
from sixth.tournaments.decisions.senders import check_on, check_player
from sixth.tournaments.events import GAME, HOST, TournamentEvent
from sixth.tournaments.pairing import next_players
from sixth.tournaments.plan import LEAST_AT_TABLE, MOST_AT_TABLE
from sixth.tournaments.state import Tournament


def misfit(tournament: Tournament, event: TournamentEvent) -> Sentence | None:  # noqa: C901, PLR0912 - one case an event
    """Return what is wrong with an event after those of `tournament`, None if it may follow them."""
    try:
        # Deleted people get another name also after the end, and the last games are played and judged.
        is_of_game = isinstance(event, events.Reported) and event.by == GAME
        if not (is_of_game or isinstance(event, events.Undone | events.Renamed | events.Judged)):
            check_on(tournament)
        match event:
            case events.Drawn() | events.Swapped() | events.Began():
                _check_round(tournament, event)
            case events.Reported() | events.Confirmed() | events.Struck():
                _check_result(tournament, event)
            case events.Judged(round=number, table=table, costs=costs, stood_in=stood_in):
                check_judged(tournament, table_of(tournament, number, table)[0], table, costs, stood_in)
            case events.Joined(player=player, name=name):
                check_name(name)
                if not player or player in tournament.players:
                    raise _wrong()
            case events.Renamed(player=player, name=name):
                check_name(name)
                check_player(tournament, player)
            case events.Moved(player=player) | events.Left(player=player) | events.Returned(player=player):
                check_player(tournament, player)
            case events.Planned(plan=plan):
                check_plan(plan)
            case events.Undone(number=number):
                if number == 1 or not any(entry.number == number for entry in tournament.events()):
                    raise _wrong()
            case events.Opened():
                raise _wrong()
    except Refusal as refusal:
        return refusal.sentence
    return None


def _wrong() -> NotNow:
    return NotNow("no-such-step", "This does not fit what was before.")


def _check_round(tournament: Tournament, event: events.Drawn | events.Swapped | events.Began) -> None:
    check_next(tournament)
    if event.round != tournament.next_number:
        raise _wrong()
    match event:
        case events.Drawn(tables=tables):
            if not all(LEAST_AT_TABLE <= len(table) <= MOST_AT_TABLE for table in tables):
                raise _wrong()
            if sorted(player for table in tables for player in table) != sorted(next_players(tournament)):
                raise _wrong()
        case events.Swapped(first=first, second=second):
            check_seated(drawn_round(tournament), first, second)
        case events.Began():
            drawn_round(tournament)


def _check_result(tournament: Tournament, event: events.Reported | events.Confirmed | events.Struck) -> None:
    round, before = table_of(tournament, event.round, event.table)
    players = round.tables[event.table - 1]
    match event:
        case events.Reported(heads=heads, by=by):
            check_heads(round, event.table, heads)
            fits = by in (HOST, GAME) or by in players
        case events.Confirmed(by=by):
            fits = by in players and before is not None and any(each.by != by for each in before.claims)
        case events.Struck():
            fits = before is not None
    if not fits:
        raise _wrong()
