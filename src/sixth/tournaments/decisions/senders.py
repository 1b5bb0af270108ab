"""Who may send a command, and for whom."""

from sixth.rules.game import Forbidden, Impossible, NotNow
from sixth.tournaments.commands import Context
from sixth.tournaments.events import Player
from sixth.tournaments.state import Tournament


def check_host(context: Context, *, or_site: bool = False) -> None:
    """Check that the sender is the host, or the site where that will do.

    Raises:
        Forbidden: the sender is neither.
    """
    if not (context.host or (or_site and context.site)):
        raise Forbidden("not-host", "Only the host of the tournament can do that.")


def check_on(tournament: Tournament) -> None:
    """Check that the tournament has not ended.

    Raises:
        NotNow: it has.
    """
    if tournament.ended_at:
        raise NotNow("tournament-over", "The tournament has ended; its host can take that back.")


def check_player(tournament: Tournament, player: Player) -> None:
    """Check that there is such a player.

    Raises:
        Impossible: there is none.
    """
    if player not in tournament.players:
        raise Impossible("no-such-player", "There is no such player in this tournament.")


def sender_of(tournament: Tournament, context: Context) -> Player:
    """Return the player who sends a command.

    Raises:
        Forbidden: the sender does not play.
    """
    player = tournament.player_with(context.proof)
    if not player:
        raise Forbidden("not-playing", "You do not play in this tournament; join it first.")
    return player
