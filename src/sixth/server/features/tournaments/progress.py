"""How far a tournament is: its round that goes on, and whether all results of that are there. Pure."""

from sixth.tournaments.state import Round, Tournament


def current_round(tournament: Tournament) -> Round | None:
    """Return the round that has begun last; None before the first."""
    return next((each for each in reversed(tournament.rounds) if each.began_at), None)


def is_complete(tournament: Tournament) -> bool:
    """Return whether all results of the round that began last are there."""
    round = current_round(tournament)
    return round is not None and round.is_complete
