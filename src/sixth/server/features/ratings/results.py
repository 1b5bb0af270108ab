"""The end of a rated game: its players by seat, each with the place that counts. Pure."""

from collections.abc import Sequence

from sixth.rules.display.standings import places
from sixth.rules.record import HUMAN
from sixth.server.features.ratings.rating import RatedPlayer
from sixth.server.store.game_ends import GameEnd
from sixth.server.table.events import OUTSIDE


def rated_players(end: GameEnd) -> Sequence[RatedPlayer]:
    """Return the players of a game, people without their ids; () if it counts for nobody.

    A player who did not come back to the game after leaving, or running out of time too often, has the last
    place. Where nobody else is left, the game counts for nobody.
    """
    kinds = [each.kind for each in end.seats]
    bots = ["" if kind == HUMAN else kind for kind in kinds]
    if not (end.rated and end.game) or end.known or end.daily or OUTSIDE in kinds:
        return ()
    if end.deserted and not any(bots):
        return ()
    ranks = places([(each.left, 0 if each.left else each.place) for each in end.seats])
    return [RatedPlayer(place, bot=bot) for place, bot in zip(ranks, bots, strict=True)]
