"""Draw the picture that chats show with a link: src/sixth/server/web/static/unfold.png.

    python -m scripts.unfold

It says nothing of who plays and has no words but the name of the site, so one picture does for every table
and every language. It has the size that chats expect (1200 × 630 pixels).
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from resvg_py import svg_to_bytes

from sixth.rules.cards import HEADS
from sixth.server.features.replay.picture import HEIGHT, WIDTH, font_file
from sixth.server.web.templating.colours import token_value

STATIC: Final = Path(__file__).parents[1] / "src" / "sixth" / "server" / "web" / "static"
FILE: Final = STATIC / "unfold.png"

ROWS: Final = ((3, 8, 19, 22, 41), (12, 30), (55, 57, 66), (70, 77, 88, 104))
CARD_WIDTH, CARD_HEIGHT, STEP, LANE, LEFT = 100, 124, 116, 142, 590


def draw() -> str:
    """Return the picture as SVG: the name of the site, and rows as on a table."""
    head = (STATIC / "icon.svg").read_text().partition(' d="')[2].partition('"')[0]
    text = f'font-family="DejaVu Sans" font-weight="bold" fill="{token_value("felt-ink")}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">'
        f'<rect width="100%" height="100%" fill="{token_value("felt")}"/>'
        f'<g transform="translate(86 96) scale(9)" fill="{token_value("felt-ink")}">'
        f'<path fill-rule="evenodd" d="{head}"/></g>'
        f'<text x="80" y="440" font-size="124" {text}>Sixth</text>'
        f'<text x="84" y="520" font-size="50" {text}>6 nimmt!</text>{"".join(cards())}</svg>'
    )


def cards() -> Iterator[str]:
    """Yield each card of the rows as SVG, and the free place that takes a row."""
    for number, row in enumerate(ROWS):
        top = 40 + LANE * number
        for place in range(5):
            left = LEFT + STEP * place
            if place < len(row):
                yield from card(row[place], left, top)
            else:
                yield box(left, top, f'fill="none" stroke="{token_value("felt-line")}" stroke-width="3"')


def card(number: int, left: int, top: int) -> Iterator[str]:
    """Yield a card with its number and its heads."""
    yield box(left, top, f'fill="{token_value("card")}"')
    count = HEADS["classic"][number]
    colour = token_value(f"heads-{count}")
    middle = left + CARD_WIDTH / 2
    style = f'text-anchor="middle" font-family="DejaVu Sans" font-weight="bold" fill="{colour}"'
    yield f'<text x="{middle}" y="{top + 72}" font-size="44" {style}>{number}</text>'
    for at in range(count):
        centre = middle + 12 * (at - (count - 1) / 2)
        yield f'<circle cx="{centre}" cy="{top + 98}" r="4.5" fill="{colour}"/>'


def box(left: int, top: int, style: str) -> str:
    """Return the outline of a card as SVG."""
    return f'<rect x="{left}" y="{top}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="12" {style}/>'


if __name__ == "__main__":
    FILE.write_bytes(bytes(svg_to_bytes(svg_string=draw(), skip_system_fonts=True, font_files=[font_file()])))
