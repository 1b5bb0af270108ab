"""The elements of a table that change with every card, as HTML.

Only names come from people, and those are escaped here; all else is a number or our own.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple

from markupsafe import Markup, escape

from sixth.i18n import current_language
from sixth.i18n import gettext as _
from sixth.rules.options import SEATS
from sixth.server.web.views.cards import Card, ShownRow
from sixth.server.web.views.players import Player
from sixth.server.web.views.table import Frame, LogLine
from sixth.server.web.views.turn import Played
from sixth.text import heads_text

_DECISIONS: Final = ("choose", "take", "side", "pick", "flip")

_MARKS: Final = tuple(
    [Markup(f'<i class="mark m{seat}" aria-hidden="true"></i>') for seat in range(max(SEATS))]
)


def at_least(count: int) -> str:
    """Return the classes by which style sheets know of how many parts something is made: `of3`, `of5`, …

    They could count by `:has()`, but then a browser counts again whenever anything inside changes.
    """
    return "".join([f" of{least}" for least in (2, 3, 5, 6, 7, 8, 9, 11) if count >= least])


def mark(seat: int | None) -> Markup:
    """Return the colour and shape of whoever sits there, if anybody; names say the same to the ear."""
    return Markup() if seat is None else _MARKS[seat]


def face(card: Card, owner: int | None = None) -> Markup:
    """Return what is printed on a card: the number in one corner only where the mark of its `owner` lies."""
    return _face(current_language(), card, marked=owner is not None) + mark(owner)


@cache
def _face(_language: str, card: Card, *, marked: bool) -> Markup:
    long = ' class="long"' if card.number > 99 else ""
    again = "" if marked else f' data-n="{card.number}"'
    return Markup(
        f"<b{long}{again}>{card.number}</b>"
        f'<i class="heads n{card.heads}" aria-hidden="true"></i>'
        f'<span class="only-read"> ({heads_text(card.heads)})</span>'
    )


def plain_card(card: Card, owner: int | None = None, *, new: bool = False) -> Markup:
    """Return a card that stays where it is, or that is on the page a second time.

    `owner` is the seat whose mark it bears; `new` is whether it stands out.
    """
    stands_out = " new" if new else ""
    return Markup(f'<span class="card h{card.heads}{stands_out}">{face(card, owner)}</span>')


def named_card(card: Card, at: str = "", owner: int | None = None) -> Markup:
    """Return a card that the browser knows again when it moves; `at` is the id of its place, or "".

    `owner` is the seat whose mark it bears.
    """
    place = f' id="{at}"' if at else ""
    return Markup(f'<span class="card h{card.heads} c{card.number}"{place}>{face(card, owner)}</span>')


class HandCard(NamedTuple):
    """A card of the own hand, or the gap that it left; `focus`: it is focused where another goes."""

    card: Card
    held: bool
    chosen: bool
    focus: bool


def hand_card(each: HandCard) -> Markup:
    """Return a card of the own hand, or the gap that it has left."""
    card, number = each.card, each.card.number
    if not each.held:
        return Markup(f'<span class="gap" id="h{number}" aria-hidden="true"></span>')
    pressed = ' aria-pressed="true"' if each.chosen else ""
    focused = " data-focus" if each.focus else ""
    return Markup(
        f'<button id="h{number}" class="card h{card.heads} c{number}" name="card" value="{number}"{pressed}'
        f'{focused} aria-describedby="w{number}">{face(card)}</button>'
    )


def hand_cards(frame: Frame) -> tuple[HandCard, ...]:
    """Return the own hand as it lies: cards still held, and gaps."""
    chosen = frame.view.chosen if frame.view else None
    return tuple(
        [HandCard(card, held, card.number == chosen, card == frame.focus) for card, held in frame.slots]
    )


def row_head(row: ShownRow) -> Markup:
    """Return what stands before a row: what it costs to take it, and how many cards would come to it."""
    said = _("Row {number}").format(number=row.number) + ", " + heads_text(row.heads)
    if not row.room:
        said += ", " + _("full")
    coming = ""
    if row.danger:
        said += ", " + row.danger.here
        coming = f'<small class="coming" aria-hidden="true">{row.danger.cards}</small>'
    return Markup(
        f'<span class="about" id="about{row.number}"><span class="only-read">{said}: </span>'
        f'<span class="cost" aria-hidden="true"><b>{row.heads}</b><i class="heads n1"></i></span>'
        f"{coming}</span>"
    )


def free_places(row: ShownRow) -> Markup:
    """Return the free places of a row, unless it is as good as endless."""
    places = [row.place(at) for at in _free(row)]
    return Markup("".join([f'<span class="slot" id="{at}" aria-hidden="true"></span>' for at in places]))


def _free(row: ShownRow) -> range:
    offered = sum(side is not None for side in row.decide)
    end = len(row.cards) + row.room
    return range(len(row.cards) + offered if row.shows_places else end, end)


def took(row: ShownRow, at: str = "") -> Markup:
    """Return who took a row in this turn, and what it cost them; `at` is the id of this, if it has one."""
    if row.taken is None:
        return Markup()
    name, heads = row.taken
    short = escape(_("{name} +{heads}").format(name=name, heads=heads))
    said = escape(_("{name} {heads}").format(name=name, heads=heads_text(heads)))
    place = f' id="{at}"' if at else ""
    free = at_least(len(_free(row)))
    return Markup(
        f'<span class="took{free}"{place}><span aria-hidden="true">{short}<i class="heads n1"></i></span>'
        f'<span class="only-read">{said}</span></span>'
    )


def status(player: Player) -> Markup:
    """Return what somebody is doing, as a mark and in words."""
    kind = f" {player.status}" if player.status else ""
    return Markup(f'<span class="status{kind}" id="status{player.seat}">{player.status_text}</span>')


def score(player: Player) -> Markup:
    """Return somebody's heads, with those of this round told apart."""
    heads = player.total + player.heads
    more = ""
    if player.heads:
        lately = _("this round")
        more = f' <small>+{player.heads}<span class="only-read"> {lately}</span></small>'
    return Markup(
        f'<span class="score" id="score{player.seat}"><b aria-hidden="true">{heads}</b>'
        f'<i class="heads n1" aria-hidden="true"></i><span class="only-read">{heads_text(heads)}</span>'
        f"{more}</span>"
    )


def stage(frame: Frame) -> Markup:
    """Return what lies between rows and hand: the cards of the turn, each in its place, and why it cost."""
    told = "".join([f' {name}="{value}"' for name, value in stage_data(frame).items() if value])
    skip = _("Skip")
    lift = _lift(current_language()) if frame.slots else ""
    return Markup(
        f'<div class="stage" id="stage"{told}>{line(frame)}{why(frame)}'
        f'<button type="button" id="skip" hidden>{skip}</button>{lift}</div>'
    )


def stage_data(frame: Frame) -> dict[str, str]:
    """Return what was shown last, by the attributes of the stage that say so; some are empty."""
    view = frame.view
    assert view is not None
    at = f"{view.round}.{len(view.history)}"
    return {
        "data-event": frame.event,
        "data-at": at,
        **{f"data-{name}": value for name, value in frame.move.items()},
    }


def line(frame: Frame) -> Markup:
    """Return the cards of the turn in a line; each keeps its place when it has left for its row."""
    label = _("Cards of this turn")
    cards = "".join([played(each, name) for each, name in frame.played])
    return Markup(f'<ol class="{line_class(frame)}" id="line" aria-label="{label}">{cards}</ol>')


def line_class(frame: Frame) -> str:
    """Return the class of the line, which says whether cards are still to be placed, and how many lie."""
    assert frame.view is not None
    return f"line{' pending' if frame.view.pending else ''}{at_least(len(frame.played))}"


def played(each: Played, name: str) -> Markup:
    """Return a card in its place with who played it, or where it went and what it took."""
    number, row = each.card.number, each.row
    laid, inside = "", named_card(each.card, owner=each.seat)
    if each.heads:
        short, said = f'+{each.heads}<i class="heads n1"></i>', heads_text(each.heads)
        laid, inside = " laid cost", _went(each, short, said)
    elif row:
        laid, inside = " laid", _went(each, f"→{row}", _("Row {number}").format(number=row))
    return Markup(
        f'<li class="played{laid}" id="played{number}">{inside}<small><bdi>{escape(name)}</bdi></small></li>'
    )


def _went(each: Played, short: str, said: str) -> Markup:
    number = each.card.number
    return Markup(
        f'<span class="was" id="was{number}"><b>{number}</b><i aria-hidden="true">{short}</i>'
        f'<span class="only-read">, {said}</span>{mark(each.seat)}</span>'
    )


def why(frame: Frame) -> Markup:
    """Return the line that says why somebody took a row."""
    return Markup(f'<p class="why" id="why">{escape(frame.why)}</p>')


@cache
def _lift(_language: str) -> str:
    back = _("Put it back")
    return (
        '<div id="lift" hidden><p id="where"></p><div><button type="button" id="play" class="main" hidden>'
        '</button><button type="button" id="keep" hidden></button>'
        f'<button type="button" id="unlift" hidden>{back}</button></div></div>'
    )


def aims(frame: Frame) -> Markup:
    """Return where each card of the hand would go, for whoever lifts it; empty unless cards are chosen."""
    told = {each.card: (" ".join(each.aims), each.text) for each in frame.previews}
    lines = []
    for card, held in frame.slots:
        if held:
            places, text = told.get(card.number, ("", ""))
            lines.append(f'<span id="w{card.number}" data-aims="{places}">{text}</span>')
    return Markup(f'<div id="aims" hidden>{"".join(lines)}</div>')


def heading(frame: Frame) -> Markup:
    """Return the heading: what is asked of the viewer, or whom the table waits for."""
    view = frame.view
    felt = ' class="felt"' if view and view.over else ' class="loud"' if is_loud(frame) else ""
    focus = "" if frame.asks in ("choose", "pick") else " data-focus"
    return Markup(f'<h1 id="prompt" tabindex="-1"{felt}{focus}>{prompt(frame)}</h1>')


def is_loud(frame: Frame) -> bool:
    """Return whether something is asked of the viewer that they have not done yet."""
    return frame.asks in _DECISIONS and not any(each.held and each.chosen for each in hand_cards(frame))


def prompt(frame: Frame) -> Markup:
    """Return what is asked of the viewer, and whom the table waits for, which changes most often."""
    return escape(frame.asked) + (waiting(frame) if frame.waiting else "")


def waiting(frame: Frame) -> Markup:
    """Return the end of the prompt, which says whom the table waits for."""
    return Markup(f'<span id="waiting">{escape(frame.waiting)}</span>')


def turn_of(progress: str) -> Markup:
    """Return how far the game is."""
    return Markup(f'<span id="turn">{progress}</span>')


def log(lines: Iterable[LogLine]) -> Markup:
    """Return what happened in the last turn, line by line."""
    return Markup(f'<ul id="log">{log_lines(lines)}</ul>')


def log_lines(lines: Iterable[LogLine]) -> Markup:
    """Return lines of what happened in the last turn, each with the mark of whose doing it was."""
    return Markup("".join([f"<li>{mark(each.seat)}{escape(each.text)}</li>" for each in lines]))
