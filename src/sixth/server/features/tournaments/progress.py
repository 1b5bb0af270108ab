"""How far a tournament is, and when the site goes on with it by itself. Pure."""

from sixth.tournaments.commands import Begin, Draw, End, TournamentCommand
from sixth.tournaments.pairing import has_next_round
from sixth.tournaments.state import Tournament


def is_complete(tournament: Tournament) -> bool:
    """Return whether all results of the round that began last are there, judged where choices count."""
    current = tournament.current
    if current is None or not current.is_complete:
        return False
    return all(number != current.number for number, _table in tournament.unjudged)


def draws_itself(tournament: Tournament) -> bool:
    """Return whether the site draws the next round now, as rounds follow one another by themselves."""
    follows = tournament.plan.pause_seconds > 0 and not tournament.ended_at and has_next_round(tournament)
    return follows and is_complete(tournament) and tournament.drawn is None


def next_step(tournament: Tournament) -> TournamentCommand:
    """Return what the site does next where rounds follow one another by themselves."""
    if draws_itself(tournament):
        return Draw()
    return Begin() if has_next_round(tournament) else End()


def goes_on_at(before: Tournament, after: Tournament, now: int) -> tuple[int | None, bool]:
    """Return when the site goes on with a tournament by itself, None for not, and whether it is as `before`.

    Where rounds follow one another, the site draws the next one as soon as all results are there, and begins
    it after the pause; after that of the last round it ends the tournament. The host may do so before. Times
    are milliseconds since 1970, UTC.
    """
    pause = after.plan.pause_seconds
    if after.ended_at or not pause or not is_complete(after):
        return None, False
    if draws_itself(after):
        return now, draws_itself(before)
    waited = before.plan.pause_seconds == pause and is_complete(before) and not draws_itself(before)
    return now + 1000 * pause, waited and before.ended_at == ""
