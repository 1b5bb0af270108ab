"""The result of a game as a picture to share: places, colours, shapes and totals, and nobody's name.

Figures are drawn as lines, since a server may have no font at all.
"""

from typing import Final

from sixth.rules.display.standings import Standing, standings
from sixth.rules.view import View
from sixth.server.web.templating.colours import drawn

WIDTH: Final = 1200
HEIGHT: Final = 630
"""As sites that show links wish a picture to be."""

_LEFT, _TOP, _BARS, _TOTALS = 400, 60, 600, 1140
_MAX_LINE: Final = 102.0

_FIGURE_HEIGHT: Final = 32
_FIGURE_WIDTH: Final = 25
_FIGURES: Final = (
    "M10 2C4.5 2 2 8 2 16S4.5 30 10 30S18 24 18 16S15.5 2 10 2z",
    "M4 8L11 2V30",
    "M3 9C3 4 6 2 10 2C14.5 2 17 5 17 9C17 15 8 20 3 30H18",
    "M3 3H17L9 13C14 13 18 16 18 21.5C18 27 14.5 30 10 30C6 30 3.5 28 2.5 25",
    "M13 30V2L2 21H18",
    "M16 2H5L4 14C6 12.5 8 12 10 12C15 12 18 15.5 18 21C18 26.5 14.5 30 9.5 30C6 30 3.5 28.5 2.5 26",
    "M15 3C8 5 2 12 2 21C2 26.5 5.5 30 10 30C14.5 30 18 26.5 18 21.5C18 16.5 14.5 13.5 10.5 13.5"
    "C6 13.5 2.5 16.5 2 21",
    "M2 2H18L8 30",
    "M10 2C6 2 3.5 5 3.5 8.5C3.5 12.5 6 15 10 15C14 15 16.5 12.5 16.5 8.5C16.5 5 14 2 10 2z"
    "M10 15C5 15 2 18 2 22.5C2 27 5 30 10 30C15 30 18 27 18 22.5C18 18 15 15 10 15z",
    "M5 29C12 27 18 20 18 11C18 5.5 14.5 2 10 2C5.5 2 2 5.5 2 10.5C2 15.5 5.5 18.5 9.5 18.5"
    "C14 18.5 17.5 15.5 18 11",
)


def result_svg(view: View, seat: int | None) -> str:
    """Return the result of a game as an SVG, in which `seat` stands out if it is one."""
    found = standings(view)
    line = min(_MAX_LINE, (HEIGHT - 2 * _TOP) / len(found))
    top = (HEIGHT - line * len(found)) / 2
    lines = "".join(
        _line(view, each, top + line * at, line, mine=each.seat == seat) for at, each in enumerate(found)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}"><path fill="{drawn("felt")}" d="M0 0H{WIDTH}V{HEIGHT}H0z"/>'
        f"{_card()}{lines}</svg>"
    )


def _card() -> str:
    """The card with most heads, as the game's own sign."""
    head, ink, paper = drawn("head"), drawn("heads-7"), drawn("card")
    heads = "".join(
        f'<path fill="{paper}" fill-rule="evenodd" transform="translate({x} {y}) scale(1.7)" d="{head}"/>'
        for x, y in ((33, 190), (79, 190), (125, 190), (10, 236), (56, 236), (102, 236), (148, 236))
    )
    return (
        f'<g transform="translate(78 138) rotate(-6 100 170)"><rect width="202" height="330" rx="26" '
        f'fill="{paper}"/><rect x="9" y="9" width="184" height="312" rx="19" fill="{ink}"/>'
        f'<g transform="translate(2 20)">{heads}</g>{_number(55, 101, 60, 110, paper, middle=True)}</g>'
    )


def _line(view: View, each: Standing, top: float, height: float, *, mine: bool) -> str:
    """One player: place, mark, a bar with a part for each round, and the total."""
    gap, middle = height * 0.06, top + height / 2
    ink, own, size = drawn("felt-ink"), drawn(f"seat-{each.seat}"), height * 0.4
    rim = f' stroke="{drawn("felt-focus")}" stroke-width="5"' if mine else ""
    radius = height * 0.3
    scale = radius * 1.3 / 24
    shape = (
        f'<circle cx="{_LEFT + 120}" cy="{middle:.1f}" r="{radius:.1f}" fill="{own}" stroke="{ink}" '
        f'stroke-width="3"/><path fill="{ink}" fill-rule="evenodd" transform="translate('
        f'{_LEFT + 120 - 12 * scale:.1f} {middle - 12 * scale:.1f}) scale({scale:.3f})" '
        f'd="{drawn(f"shape-{each.seat}")}"/>'
    )
    return (
        f'<rect x="{_LEFT}" y="{top + gap:.1f}" width="{WIDTH - _LEFT - 30}" height="{height - 2 * gap:.1f}" '
        f'rx="{height * 0.16:.1f}" fill="{drawn("lane")}"{rim}/>'
        f"{_number(each.place, _LEFT + 45, middle - size / 2, size, ink, middle=True)}{shape}"
        f"{_bar(view, each, middle, height * 0.16)}"
        f"{_number(each.total, _TOTALS, middle - size / 2, size, ink)}"
    )


def _bar(view: View, each: Standing, middle: float, half: float) -> str:
    """The heads of each round, one after the other; as long as all of them may become."""
    end, width = view.rules.end, _TOTALS - 120 - _BARS
    most = max(*view.totals, 1 if end.kind == "rounds" else end.count)
    colours, at, parts = (drawn("felt-focus"), drawn("felt-ink")), float(_BARS), []
    for number, heads in enumerate(heads[each.seat] for heads in view.past):
        length = width * heads / most
        parts.append(
            f'<rect x="{at:.1f}" y="{middle - half:.1f}" width="{length:.1f}" height="{2 * half:.1f}" '
            f'fill="{colours[number % 2]}"/>'
        )
        at += length
    return "".join(parts)


def _number(number: int, x: float, top: float, height: float, colour: str, *, middle: bool = False) -> str:
    """A number that ends at `x`, or has its middle there."""
    scale = height / _FIGURE_HEIGHT
    text = str(abs(number))
    width = (_FIGURE_WIDTH * len(text) - 5) * scale
    left = x - (width / 2 if middle else width)
    figures = "".join(
        f'<path transform="translate({_FIGURE_WIDTH * at} 0)" d="{_FIGURES[int(figure)]}"/>'
        for at, figure in enumerate(text)
    )
    return (
        f'<g fill="none" stroke="{colour}" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round" '
        f'transform="translate({left:.1f} {top:.1f}) scale({scale:.3f})">{figures}</g>'
    )
