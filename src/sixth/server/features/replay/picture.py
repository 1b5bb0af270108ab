"""The result of a game as a picture to share, with the game, places and totals but no names."""

from functools import cache
from html import escape
from importlib.resources import files
from itertools import accumulate, pairwise, starmap
from typing import Final, NamedTuple

from sixth.rules.display.standings import Standing, standings
from sixth.rules.view import View
from sixth.server.web.templating.colours import token_value
from sixth.server.web.views.axes import Axis

WIDTH: Final = 1200
HEIGHT: Final = 630
"""Pixels, the size that other sites expect of pictures with links."""

_LEFT, _TOP, _BARS, _TOTALS = 400, 60, 600, 1140
_MAX_LINE: Final = 102.0

_FAMILY: Final = "DejaVu Sans"
_CAPITAL: Final = 0.729
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
    ranking = standings(view)
    height = min(_MAX_LINE, (HEIGHT - 2 * _TOP) / len(ranking))
    top = (HEIGHT - height * len(ranking)) / 2
    lines = "".join(
        _line(view, each, top + height * at, height, mine=each.seat == seat)
        for at, each in enumerate(ranking)
    )
    font = f'font-family="{_FAMILY}, sans-serif" font-weight="bold"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" {font}>'
        f'<path fill="{token_value("felt")}" d="M0 0H{WIDTH}V{HEIGHT}H0z"/>'
        f"{_card()}{_caption(caption)}{lines}</svg>"
    )


def _caption(caption: Caption) -> str:
    middle, ink, soft = (_LEFT - 20) / 2, token_value("felt-ink"), token_value("felt-soft")
    return (
        _text(caption.title, middle, 84, _fit(caption.title, 42), ink)
        + _text(caption.own, middle, 540, _fit(caption.own, 42), token_value("felt-focus"))
        + _text(caption.about, middle, 590, _fit(caption.about, 26), soft)
    )


def _fit(text: str, size: float) -> float:
    """Return the font size at which a text fits beside the lines; a letter is mostly 0.64 of it wide."""
    return min(size, (_LEFT - 60) / (0.64 * max(1, len(text))))


def _text(text: str, x: float, y: float, size: float, colour: str, *, middle: bool = True) -> str:
    """Return a text on the line `y`, with its middle or its end at `x`."""
    anchor = "middle" if middle else "end"
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" fill="{colour}" text-anchor="{anchor}">'
        f"{escape(text)}</text>"
    )


def _card() -> str:
    """Return the card with most heads, the emblem of the game."""
    head, ink, paper = token_value("head"), token_value("heads-7"), token_value("card")
    heads = "".join(
        f'<path fill="{paper}" fill-rule="evenodd" transform="translate({x} {y}) scale(1.7)" d="{head}"/>'
        for x, y in ((33, 190), (79, 190), (125, 190), (10, 236), (56, 236), (102, 236), (148, 236))
    )
    return (
        f'<g transform="translate(90 132) rotate(-6 100 170)"><rect width="202" height="330" rx="26" '
        f'fill="{paper}"/><rect x="9" y="9" width="184" height="312" rx="19" fill="{ink}"/>'
        f'<g transform="translate(2 20)">{heads}</g>{_number(55, 101, 72, 84, paper, middle=True)}</g>'
    )


def _line(view: View, each: Standing, top: float, height: float, *, mine: bool) -> str:
    """Return the line of a player: place, mark, a bar with a part for each round, and the total."""
    gap, middle = height * 0.06, top + height / 2
    ink, own, size = token_value("felt-ink"), token_value(f"seat-{each.seat}"), height * 0.4
    rim = f' stroke="{token_value("felt-focus")}" stroke-width="5"' if mine else ""
    radius = height * 0.3
    scale = radius * 1.3 / 24
    shape = (
        f'<circle cx="{_LEFT + 120}" cy="{middle:.1f}" r="{radius:.1f}" fill="{own}" stroke="{ink}" '
        f'stroke-width="3"/><path fill="{ink}" fill-rule="evenodd" transform="translate('
        f'{_LEFT + 120 - 12 * scale:.1f} {middle - 12 * scale:.1f}) scale({scale:.3f})" '
        f'd="{token_value(f"shape-{each.seat}")}"/>'
    )
    return (
        f'<rect x="{_LEFT}" y="{top + gap:.1f}" width="{WIDTH - _LEFT - 30}" height="{height - 2 * gap:.1f}" '
        f'rx="{height * 0.16:.1f}" fill="{token_value("lane")}"{rim}/>'
        f"{_number(each.place, _LEFT + 45, middle - size / 2, size, ink, middle=True)}{shape}"
        f"{_bar(view, each, middle, height * 0.16)}"
        f"{_number(each.total, _TOTALS, middle - size / 2, size, ink)}"
    )


def _bar(view: View, each: Standing, middle: float, half: float) -> str:
    """Return the bar of a player, with the heads of each round after those of the last."""
    end, colours = view.rules.end, (token_value("felt-focus"), token_value("felt-ink"))
    axis = Axis(0, max(*view.totals, 1 if end.kind == "rounds" else end.count), _BARS, _TOTALS - 120)
    totals = accumulate((heads[each.seat] for heads in view.past), initial=0)
    bars = enumerate(starmap(axis.bar, pairwise(totals)))
    return "".join(
        f'<rect x="{x}" y="{middle - half:.1f}" width="{width}" height="{2 * half:.1f}" '
        f'fill="{colours[number % 2]}"/>'
        for number, (x, width) in bars
    )


def _number(number: int, x: float, top: float, height: float, colour: str, *, middle: bool = False) -> str:
    """Return a number of this height, with its end or its middle at `x`."""
    return _text(str(number), x, top + height, height / _CAPITAL, colour, middle=middle)
