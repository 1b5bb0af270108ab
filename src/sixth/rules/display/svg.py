"""SVG pictures of views, for notebooks and pages. They read only the view, so they show no hidden card.

A picture has its own background, so it is readable on light and dark pages. It has no ids, styles or
scripts, so a page can hold many pictures without any effect on the page or on each other.
"""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from sixth.rules.display import text

if TYPE_CHECKING:
    from sixth.rules.view import View

# Sizes in units of the picture, which are pixels unless the picture is scaled.
CARD_WIDTH: Final = 40
CARD_HEIGHT: Final = 50
HEAD_SIZE: Final = 9
GAP: Final = 5
MARGIN: Final = 14
LABEL_WIDTH: Final = 24
COST_WIDTH: Final = 96
LINE_HEIGHT: Final = 20
SEAT_WIDTH: Final = 220
MAX_NAME_CHARS: Final = 24
"""The longest name, in characters, that fits beside the next seat."""

FELT: Final = "#2f5a4d"
LANE: Final = "#3a6658"
INK: Final = "#fdf8ec"
FELT_LINE: Final = "#8fb0a2"
MARK: Final = "#ffe08a"
FULL: Final = "#ffd28a"
CARD: Final = "#fffdf6"
CARD_LINE: Final = "#cbbfa8"
HEADS_INK: Final = {0: "#3f3a30", 1: "#3f3a30", 2: "#14507c", 3: "#7a4a00", 5: "#a32315", 7: "#5b1586"}
TINT: Final = {0: CARD, 1: "#f1ebdd", 2: "#dcebf5", 3: "#fbe3b0", 5: "#a32315", 7: "#5b1586"}
"""The colour of the lower part of a card, by its heads."""

_HEAD: Final = (
    "M2 1C-1 8 2 12.5 7 13c.5 5.5 2.2 10 5 10s4.5-4.5 5-10c5-.5 8-5 5-12 0 4.5-3 6.5-6.5 6.5h-7C5 7.5 2 5.5 2"
    " 1zm7.3 11.3a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.6zm5.4 0a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.6z"
)
"""The outline of a horned head, in a square of 24."""

_LINES_OF_HEADS: Final = {0: (), 1: (1,), 2: (2,), 3: (3,), 5: (2, 3), 7: (3, 4)}


def view_svg(view: "View", names: Sequence[str] = ()) -> str:
    """Return the board as an SVG document: rows, cards to be placed, the hand, seats and their heads.

    `names` are the names of the seats; without them the picture shows the numbers of the seats. The `desc`
    element has the whole board as text, for screen readers.
    """
    wide_rows = LABEL_WIDTH + text.slots(view) * (CARD_WIDTH + GAP) + COST_WIDTH
    width = 2 * MARGIN + max(wide_rows, 10 * (CARD_WIDTH + GAP) - GAP)  # a hand of ten fits on one line
    parts = [
        _text(MARGIN, MARGIN + 12, text.title(view.rules), size=15, bold=True),
        _text(MARGIN, MARGIN + 30, text.standing(view)),
    ]
    y = MARGIN + 40
    for number, row in enumerate(view.rows, 1):
        parts.append(_row(view, number, row, y, width))
        y += CARD_HEIGHT + 3 * GAP
    seats = {card: str(seat) for card, seat in view.pending}
    for label, cards, notes in (
        ("Open deck", view.open_deck, {}),
        ("To be placed, by seat", tuple(seats), seats),
        ("Hand", view.hand, {}),
    ):
        if cards:
            parts += _cards(view, label, cards, notes, y=y, width=width)
            y += LINE_HEIGHT + _lines(cards, width) * (CARD_HEIGHT + GAP) + (14 if notes else 3)
    per_line = (width - 2 * MARGIN) // SEAT_WIDTH
    for seat in range(view.rules.seats):
        line, column = divmod(seat, per_line)
        parts += _seat(view, names, seat, MARGIN + column * SEAT_WIDTH, y + line * 2 * LINE_HEIGHT)
    height = y + -(-view.rules.seats // per_line) * 2 * LINE_HEIGHT + MARGIN - GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="img" font-family="system-ui, sans-serif">\n'
        f"<title>{escape(text.title(view.rules))}: {escape(text.standing(view))}</title>\n"
        f"<desc>{escape(text.view_text(view, names))}</desc>\n"
        f'<rect width="{width}" height="{height}" rx="10" fill="{FELT}"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _row(view: "View", number: int, row: Sequence[int], y: int, width: int) -> str:
    free = range(len(row), min(view.rules.row_limit, text.slots(view)))
    full = len(row) >= view.rules.row_limit
    left = MARGIN + LABEL_WIDTH
    parts = [
        f'<rect x="{MARGIN}" y="{y}" width="{width - 2 * MARGIN}" height="{CARD_HEIGHT + 2 * GAP}" rx="7"'
        f' fill="{LANE}"/>',
        _text(MARGIN + 8, y + 35, str(number)),
        *(
            f'<rect x="{left + place * (CARD_WIDTH + GAP)}" y="{y + GAP}" width="{CARD_WIDTH}"'
            f' height="{CARD_HEIGHT}" rx="5" fill="none" stroke="{FELT_LINE}" stroke-dasharray="3 3"/>'
            for place in free
        ),
        *(
            _card(card, view.rules.heads_of[card], left + place * (CARD_WIDTH + GAP), y + GAP)
            for place, card in enumerate(row)
        ),
        _text(
            width - MARGIN - COST_WIDTH + 4, y + 35, text.row_cost(view.rules, row), ink=FULL if full else INK
        ),
    ]
    return "\n".join(parts)


def _per_line(width: int) -> int:
    return (width - 2 * MARGIN + GAP) // (CARD_WIDTH + GAP)


def _lines(cards: Sequence[int], width: int) -> int:
    return -(-len(cards) // _per_line(width))


def _cards(
    view: "View", label: str, cards: Sequence[int], notes: Mapping[int, str], *, y: int, width: int
) -> Iterable[str]:
    """Yield the elements of a label and the cards under it, in lines; a note stands below its card."""
    yield _text(MARGIN, y + 14, label)
    for index, card in enumerate(cards):
        line, column = divmod(index, _per_line(width))
        x, top = MARGIN + column * (CARD_WIDTH + GAP), y + LINE_HEIGHT + line * (CARD_HEIGHT + GAP)
        yield _card(card, view.rules.heads_of[card], x, top, is_choice=card == view.chosen)
        if card in notes:
            yield _text(x + CARD_WIDTH / 2, top + CARD_HEIGHT + 13, notes[card], middle=True)


def _seat(view: "View", names: Sequence[str], seat: int, x: int, y: int) -> Iterable[str]:
    name = text.seat_name(names, seat)
    name = name if len(name) <= MAX_NAME_CHARS else name[: MAX_NAME_CHARS - 1] + "…"
    yield _text(x, y + 14, name, bold=True, ink=MARK if seat in view.to_act else INK)
    yield _text(x, y + 30, text.seat_note(view, seat), size=12)


def _card(card: int, heads: int, x: float, y: float, *, is_choice: bool = False) -> str:
    """Return the element of a card with its number and heads; `is_choice` marks the card of this turn."""
    ink, on_ink = HEADS_INK[heads], CARD
    ground = ink if heads == 7 else CARD
    edge = MARK if is_choice else ink if heads == 7 else CARD_LINE
    outline = f'width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="5"'
    lower = 25 if heads == 5 else 31
    parts = [
        f'<g transform="translate({x:g} {y:g})"><title>{card}, {text.count_of(heads, "head")}</title>',
        f'<rect {outline} fill="{ground}"/>',
        f'<path d="M0 {lower}h{CARD_WIDTH}V45a5 5 0 0 1-5 5H5a5 5 0 0 1-5-5z" fill="{TINT[heads]}"/>',
        f'<rect {outline} fill="none" stroke="{edge}" stroke-width="{3 if is_choice else 1}"/>',
        _text(
            CARD_WIDTH / 2, 20 if heads in (5, 7) else 23, str(card),
            size=17 if heads in (5, 7) or card > 99 else 19, bold=True, middle=True,
            ink=on_ink if heads == 7 else ink,
        ),
        *_heads(_LINES_OF_HEADS[heads], on_ink if heads in (5, 7) else ink),
        "</g>",
    ]  # fmt: skip
    return "".join(parts)


def _heads(lines: Sequence[int], ink: str) -> Iterable[str]:
    """Yield the heads of a card; `lines` has the number of heads in each line."""
    scale = HEAD_SIZE / 24
    for line, count in enumerate(lines):
        y = 27 + line * (HEAD_SIZE + 2) if len(lines) > 1 else 36
        for place in range(count):
            x = CARD_WIDTH / 2 + (place - count / 2) * (HEAD_SIZE + 1)
            yield f'<path transform="translate({x:g} {y}) scale({scale:.3f})" fill="{ink}" d="{_HEAD}"/>'


def _text(
    x: float, y: float, text: str, *, size: int = 13, bold: bool = False, middle: bool = False, ink: str = INK
) -> str:
    weight = ' font-weight="700"' if bold else ""
    anchor = ' text-anchor="middle"' if middle else ""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}"{weight}{anchor} fill="{ink}">{escape(text)}</text>'
