"""The result of a game as a picture to share, with the game, places and totals but no names."""

from functools import cache
from importlib.resources import files
from itertools import accumulate, pairwise, starmap
from typing import Final, NamedTuple

from sixth.rules.display.standings import standings
from sixth.rules.view import View
from sixth.server.web.templating.colours import token_value
from sixth.server.web.templating.environment import ENVIRONMENT
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


class Caption(NamedTuple):
    """The texts of the picture: the game; the own place or ""; the day and the site."""

    title: str
    own: str
    about: str


@cache
def font_file() -> str:
    """Return the path of the font, with the letters of Latin scripts; a server may have no fonts."""
    return str(files("sixth.server.features.replay").joinpath("fonts/DejaVuSans-Bold.ttf"))


def result_svg(view: View, seat: int | None, caption: Caption) -> str:
    """Return the result of a game as an SVG with a caption, in which `seat` stands out unless it is None."""
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
        lines.append({"standing": each, "middle": middle, "mine": each.seat == seat, "rounds": rounds})
    return ENVIRONMENT.get_template("replay/templates/picture.svg").render(
        width=WIDTH,
        height=HEIGHT,
        family=_FAMILY,
        digit=_DIGIT,
        token=token_value,
        caption=(
            (caption.title, 84, _fit(caption.title, 42), "felt-ink"),
            (caption.own, 540, _fit(caption.own, 42), "felt-focus"),
            (caption.about, 590, _fit(caption.about, 26), "felt-soft"),
        ),
        lane=lane,
        lines=lines,
    )


def _fit(text: str, size: float) -> float:
    """Return the font size at which a text fits beside the lines; a letter is mostly 0.64 of it wide."""
    return min(size, _CAPTION_WIDTH / (0.64 * max(1, len(text))))
