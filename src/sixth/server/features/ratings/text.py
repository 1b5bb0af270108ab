"""What ratings say to people: a number, its interval as a drawing, and what a game changed and why."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from sixth.i18n import gettext as _
from sixth.server.features.ratings.changes import SeatRating
from sixth.server.features.ratings.rating import (
    SETTLED_AFTER,
    Pool,
    RatedPlayer,
    Rating,
    bot_ratings,
    pool_of,
)
from sixth.server.parts import PartDrawing, TablePart
from sixth.server.table.view import TableView
from sixth.server.web.text.narration import names_of
from sixth.server.web.views.axes import Axis
from sixth.text import some_names

_SCALE: Final = Axis(300, 2500, 3, 97)
"""The ratings of a list lie on one scale, so that they can be compared."""


class ShownRating(NamedTuple):
    """A rating as pages show it: a number, the drawing of its interval, and how far it is from settled."""

    points: int
    games: int
    drawn: PartDrawing
    settling: str


def shown_rating(rating: Rating, pool: Pool | None) -> ShownRating:
    """Return a rating of a pool, or of a named game if that is None, as pages show it."""
    return ShownRating(rating.points, rating.games, interval_drawing(rating), settling_text(rating, pool))


def settling_text(rating: Rating, pool: Pool | None) -> str:
    """Return how far a rating of a pool, or of a named game, is from being settled; "" once it is."""
    if not rating.is_provisional:
        return ""
    if pool is None or rating.games >= SETTLED_AFTER[pool]:
        return _("not settled yet")
    return _("not settled yet: {count} of some {all} games").format(
        count=rating.games, all=SETTLED_AFTER[pool]
    )


def interval_drawing(rating: Rating, scale: Axis = _SCALE, before: Rating | None = None) -> PartDrawing:
    """Return the interval of a rating with the rating in it, perhaps with a mark where it was `before`."""
    low, high = _ends(rating)
    mark = f"M{scale.at(before.points)} 3v6" if before else ""
    left, right, at = (min(100.0, max(0.0, scale.at(each))) for each in (low, high, rating.points))
    label = _("between {low} and {high} (95 %)").format(low=low, high=high)
    return {"label": label, "paths": [f"M{left} 2v8M{left} 6H{right}M{right} 2v8{mark}", f"M{at} 6h0"]}


def result_part(table: TableView, seat: int, result: SeatRating) -> TablePart:
    """Return what an ended game has changed for the rating at a seat, or why it has changed nothing."""
    if result.change is None:
        return {"kind": "rating", "name": _("Rating"), "text": _unchanged_text(table, seat, result)}
    before, after = result.change.before, result.change.after
    text = f"{before.points} → {after.points} ({_change_text(before, after)})"
    settling = settling_text(after, pool_of(table.rules.seats))
    small = [_placed_text(names_of(table), seat, result.players), settling[:1].upper() + settling[1:]]
    ends = (*_ends(before), *_ends(after))
    drawn = interval_drawing(after, Axis(min(ends), max(ends), 3, 97), before)
    return {
        "kind": "rating",
        "name": _("Rating"),
        "text": text,
        "drawn": drawn,
        "small": [each for each in small if each],
    }


def week_text(rating: Rating, before: Rating) -> str:
    """Return a settled rating with its change since that `before` a week."""
    if rating.points == before.points:
        return str(rating.points)
    change = _change_text(before, rating)
    return _("{points}, {change} this week").format(points=rating.points, change=change)


def _change_text(before: Rating, after: Rating) -> str:
    return f"{after.points - before.points:+d}".replace("-", "\N{MINUS SIGN}")


def _ends(rating: Rating) -> tuple[int, int]:
    return rating.points - rating.uncertainty, rating.points + rating.uncertainty


def _placed_text(names: Sequence[str], seat: int, players: Sequence[RatedPlayer]) -> str:
    """Return above and below whom a player came, among those with ratings."""
    fixed, own = bot_ratings()[pool_of(len(players))], players[seat].place
    others = [
        (each.place - own, names[at])
        for at, each in enumerate(players)
        if at != seat and (each.person or each.bot in fixed)
    ]
    above = some_names([name for ahead, name in others if ahead > 0])
    below = some_names([name for ahead, name in others if ahead < 0])
    level = some_names([name for ahead, name in others if ahead == 0])
    if above and below:
        text = _("Above {above}, below {below}.").format(above=above, below=below)
    elif above:
        text = _("Above {names}.").format(names=above)
    else:
        text = _("Below {names}.").format(names=below) if below else ""
    return " ".join(filter(None, (text, level and _("Level with {names}.").format(names=level))))


def _unchanged_text(table: TableView, seat: int, result: SeatRating) -> str:
    """Return why an ended game has changed nothing for a seat."""
    if table.view is None or not table.view.winners:
        return _("unchanged, as the game was abandoned.")
    if table.again or table.practice:
        return _("unchanged, as these cards were known before.")
    own = next((seats for seats in result.people if seat in seats), ())
    if len(own) > 1:
        return _("unchanged, as you had two seats.")
    if not own:
        return _("only with a name that you keep before the game begins.")
    fixed = bot_ratings()[pool_of(table.rules.seats)]
    bots = sum(who is not None and who.kind in fixed for who in table.sitters)
    if not result.players and bots + sum(len(seats) == 1 for seats in result.people) < 2:
        return _("unchanged, as nobody else here has one.")
    return _("unchanged, as everybody left the game.")
