"""How far a tournament is: its round that goes on, and whether all results of that are there. Pure."""

from sixth.tournaments.state import Round, Tournament


def current_round(tournament: Tournament) -> Round | None:
    """Return the round that has begun last; None before the first."""
    return next((each for each in reversed(tournament.rounds) if each.began_at), None)


def is_complete(tournament: Tournament) -> bool:
    """Return whether all results of the round that began last are there."""
    round = current_round(tournament)
    return round is not None and round.is_complete


def is_drawn(tournament: Tournament) -> bool:
    """Return whether the tables of a round are drawn that has not begun."""
    return bool(tournament.rounds) and not tournament.rounds[-1].began_at


def goes_on_at(before: Tournament, after: Tournament, now: int) -> tuple[int | None, bool]:
    """Return when the site goes on with a tournament by itself, None for not, and whether it is as `before`.

    Where rounds follow one another, the site draws the next one as soon as all results are there, and begins
    it after the pause. The host may do either before. Times are milliseconds since 1970, UTC.
    """
    pause = after.plan.pause_seconds
    if after.ended_at or not pause or not is_complete(after):
        return None, False
    was_waiting = before.plan.pause_seconds == pause and is_complete(before)
    if is_drawn(after):
        return now + 1000 * pause, was_waiting and is_drawn(before)
    return now, was_waiting and not is_drawn(before)
