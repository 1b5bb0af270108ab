"""The result of a game as a picture to share: the game, places, totals and who is a bot, but no names."""

from datetime import datetime
from functools import cache
from importlib.resources import files
from itertools import accumulate, pairwise, starmap
from typing import Final

from sixth.i18n import date_text, gettext as _
from sixth.rules.display.standings import standings
from sixth.rules.record import HUMAN
from sixth.rules.view import view as view_of
from sixth.server.live.archive import EndedGame
from sixth.server.web.templating.colours import token_value
from sixth.server.web.templating.environment import ENVIRONMENT
from sixth.server.web.text.labels import ended_title
from sixth.server.web.text.result import place_of_text
from sixth.server.web.views.axes import Axis

WIDTH: Final = 1200
HEIGHT: Final = 630
"""Pixels, the size that other sites expect of pictures with links."""

_MARGIN: Final = 60
_MAX_LANE: Final = 102.0
"""The height of a player's line."""

_BARS: Final = (600, 1020)
"""The place of the bars in a line."""

_CAPTION_WIDTH: Final = 340

_FAMILY: Final = "DejaVu Sans"
_DIGIT: Final = 0.729
"""The height of a digit, as a part of the font's size."""


@cache
def font_file() -> str:
    """Return the path of the font, with the letters of Latin scripts; a server may have no fonts."""
    return str(files("sixth.server.features.replay").joinpath("fonts/DejaVuSans-Bold.ttf"))


def result_svg(game: EndedGame, seat: int | None, site: str) -> str:
    """Return the result of a game as an SVG that names `site`; `seat` stands out unless it is None."""
    view = view_of(game.end, None)
    ranking, end = standings(view), view.rules.end
    lane = min(_MAX_LANE, (HEIGHT - 2 * _MARGIN) / len(ranking))
    top = (HEIGHT - lane * len(ranking)) / 2
    axis = Axis(0, max(*view.totals, 1 if end.kind == "rounds" else end.count), *_BARS)
    lines = []
    for at, each in enumerate(ranking):
        # The heads of each round come after those of the last.
        totals = accumulate((heads[each.seat] for heads in view.past), initial=0)
        rounds = list(starmap(axis.bar, pairwise(totals)))
        middle = top + lane * (at + 0.5)
        bot = game.record.seats[each.seat].kind != HUMAN
        line = {"standing": each, "middle": middle, "mine": each.seat == seat, "rounds": rounds, "bot": bot}
        lines.append(line)
    started, place = game.record.started, next((each.place for each in ranking if each.seat == seat), None)
    title, own = ended_title(game), "" if place is None else place_of_text(place, len(ranking))
    day = date_text(datetime.fromisoformat(started).date(), "medium") if started else ""
    about = " · ".join(filter(None, (day, site)))
    return ENVIRONMENT.get_template("replay/templates/picture.svg").render(
        width=WIDTH,
        height=HEIGHT,
        family=_FAMILY,
        digit=_DIGIT,
        token=token_value,
        caption=(
            (title, 84, _fit(title, 42), "felt-ink"),
            (own, 540, _fit(own, 42), "felt-focus"),
            (about, 590, _fit(about, 26), "felt-soft"),
        ),
        lane=lane,
        lines=lines,
        bot=_("bot"),
    )


def _fit(text: str, size: float) -> float:
    """Return the font size at which a text fits beside the lines; a letter is mostly 0.64 of it wide."""
    return min(size, _CAPTION_WIDTH / (0.64 * max(1, len(text))))
