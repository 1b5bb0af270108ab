"""What an event changes on an open page of a table: a few elements, instead of the page again.

A patch is HTML whose elements at the top say what becomes of those on the page (`static/table/patch.js`):

- an element with an `id` takes the place of the one with that id,
- what is inside `<p-add to="…">` is put at the end of the element with that id,
- `<p-set to="…" …>` gives the element with that id its other attributes, and takes away those that are empty,
- `<p-cut to="…">` removes the element with that id,
- `<title>` is the title.

What is not on the page is passed over, so that big screens, which have fewer elements, get the same patches.
Of what happens for every card, `small` names what it changes; of all else the whole table is sent. That the
page at one version and the patches to another make the page at that other is a law that tests hold
(`tests/server/web/test_patches.py`).
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from markupsafe import escape

from sixth.rules.events import Chose, Placed, Revealed, Took
from sixth.rules.view import View
from sixth.server.table.clock import awaited
from sixth.server.table.events import Clocked, Confirmed, Extended, Readied, TableEvent, TimedOut
from sixth.server.table.state import Step
from sixth.server.web import elements
from sixth.server.web.templating.environment import render
from sixth.server.web.text.announcements import Announcement, announcement
from sixth.server.web.text.narration import narrate
from sixth.server.web.views.cards import ShownRow
from sixth.server.web.views.clock import clocks
from sixth.server.web.views.common import Common
from sixth.server.web.views.result import onward
from sixth.server.web.views.table import Frame, LogLine

_SMALL: Final = (Chose, Confirmed, Revealed, Took, Placed, Clocked, TimedOut, Extended, Readied)
"""What happens in a turn, or while people look at a result: its patches are small."""

_DECIDES: Final = ("take", "side")


def is_small(before: Common, after: Common, came: Sequence[Step]) -> bool:
    """Return whether what `came` between two pictures is told by a few elements."""
    then, now = before.seen.view, after.seen.view
    if then is None or now is None or not came:
        return False
    if now.rules.flips:
        # Cards come from piles, which are small and always shown whole.
        return False
    # What is missed for longer is seen as it stands now.
    near = (now.round, now.part) == (then.round, then.part) and now.turn - then.turn <= 1
    return near and all(isinstance(event, _SMALL) for event, _ in came)


class Alike(NamedTuple):
    """What is the same for all who look on while something happens in a turn: pieces of patches.

    `stage` and the words are as a spectator has them, and so are those of everybody whom it does not concern.
    `watching` is the whole message for spectators, and for players who only wait; `choosing` that for players
    who have yet to choose, while others do.
    """

    players: str
    rows: str
    stage: str
    log: str
    announced: str
    watching: bytes
    choosing: bytes


_ALIKE: Final[WeakKeyDictionary[Common, dict[int, Alike]]] = WeakKeyDictionary()
"""By what all see now, and the version that they saw before. That picture itself must not be held: it would
hold the one before it, and so on back to the first."""


def alike(before: Common, after: Common, came: Sequence[Step], now: int) -> Alike:
    """Return what is the same for all who have seen `before` and see `after` now, made once."""
    made, version = _ALIKE.setdefault(after, {}), before.seen.version
    if version not in made:
        made[version] = _made_alike(before, after, came, now)
    return made[version]


def _made_alike(before: Common, after: Common, came: Sequence[Step], now: int) -> Alike:
    then, looking_on = Frame(before.seen, before), Frame(after.seen, after)
    players = "".join((*_players(before, after), *_times(after, now)))
    said = announced(_told(looking_on, came))
    pieces = Alike(players, rows="", stage="", log="", announced=said, watching=b"", choosing=b"")
    if _is_played(came):
        rows = zip(before.rows, after.rows, strict=True)
        pieces = pieces._replace(
            rows="".join([html for was, row in rows if was != row for html in _row(was, row)]),
            stage=_stage(looking_on, came),
            log=_log(looking_on, came),
        )
    versions = after.seen.version, before.seen.version
    watching = "".join(small(then, looking_on, came, pieces, now=now))
    return pieces._replace(watching=message(watching, *versions), choosing=message(players + said, *versions))


def _is_played(came: Sequence[Step]) -> bool:
    """Whether cards were turned over or placed."""
    return any(isinstance(event, Revealed | Placed) for event, _ in came)


def told_alike(before: Common, after: Common, came: Sequence[Step], seat: int | None, pieces: Alike) -> bytes:
    """Return what tells this seat, or a spectator, what `came`, if others are told the very same; else b"".

    It follows from what everybody may see.
    """
    then, now, seen = before.seen.view, after.seen.view, after.seen
    if then is None or now is None or seen.config.helps or seen.config.turn_seconds:
        return b""
    if seat is None:
        return pieces.watching
    plays = seen.stand_ins[seat] is None and seat in now.seats_in and not now.open_hands
    if not plays or any(_is_of(event, seat) for event, _ in came):
        return b""
    if then.phase == now.phase == "choose" and then.turn == now.turn:
        return pieces.watching if then.has_chosen[seat] else pieces.choosing
    told = any(seat in (each.seat, *(each.filled or ())[:1]) for each in after.taken)
    waits = "choose" not in (then.phase, now.phase) and seat not in (*awaited(then), *awaited(now))
    return pieces.watching if waits and not told and _goes_on(then, now) else b""


def small(
    before: Frame,
    after: Frame,
    came: Sequence[Step],
    pieces: Alike,
    *,
    asked: Sequence[Announcement] = (),
    now: int,
    screen: bool = False,
) -> Iterator[str]:
    """Give what changes with what happens in a turn, for whoever looks at it, on a big `screen` perhaps.

    It is announced together with what the viewer is `asked` now. `now` is in milliseconds since 1970.
    """
    mine = _concerns(after, came)
    yield pieces.players
    if after.asks != before.asks:
        yield f'<p-set to="table" data-asks="{after.asks}"></p-set>'
    if _heads(after) != _heads(before):
        yield elements.heading(after)
    elif after.waiting != before.waiting:
        yield elements.waiting(after)
    if after.tab != before.tab:
        yield f"<title>{escape(after.tab)}</title>"
    played = _is_played(came)
    if played:
        yield from _rows(before, after, pieces)
        yield _stage(after, came) if mine else pieces.stage
        yield _why(before, after)
    if goes_on := onward(after.seen, now):
        yield render("table/onward.html", f=after, seen=after.seen, view=after.view, onward=goes_on)
    if screen:
        return
    if times := clocks(after.seen, now):
        yield render("table/clock.html", clocks=times, view=after.view, seen=after.seen)
    if played:
        yield _log(after, came) if mine else pieces.log
        yield from _besides(after)
    if before.asks in _DECIDES or after.asks in _DECIDES:
        yield _part("table/take.html", after)
    if after.seen.seat is not None:
        yield from _hand(before, after, played=played)
    yield announced([*_told(after, came), *asked]) if mine or asked else pieces.announced


def _heads(frame: Frame) -> tuple[object, ...]:
    """Return what the heading is made of, without those whom the table waits for."""
    return frame.asked, frame.asks, elements.is_loud(frame), bool(frame.waiting)


def _concerns(after: Frame, came: Sequence[Step]) -> bool:
    """Return whether the viewer is told of what happened in other words than those who look on."""
    seat = after.seen.seat
    return seat is not None and any(_is_of(event, seat) for event, _ in came)


def _is_of(event: TableEvent, seat: int) -> bool:
    match event:
        case (
            Chose(seat=who)
            | Confirmed(seat=who)
            | Took(seat=who)
            | Placed(seat=who)
            | TimedOut(seat=who)
            | Readied(seat=who)
        ):
            return who == seat
        case Clocked() | Extended():
            return False
    return True


def _hand(before: Frame, after: Frame, *, played: bool) -> Iterator[str]:
    """The own hand, of which a card was chosen or played, and where its cards would go."""
    then, now = before.view, after.view
    assert then is not None
    assert now is not None
    if played:
        old, new = elements.hand_cards(before), elements.hand_cards(after)
        if len(old) != len(new):
            yield f'<div id="held">{_part("table/hand.html", after)}</div>'
        else:
            known = {each.card: each for each in old}
            yield from [elements.hand_card(each) for each in new if known.get(each.card) != each]
            yield from elements.closed_up(old, new)
            if then.turn != now.turn and new:
                yield elements.turn_field(now.turn)
    elif then.chosen != now.chosen:
        changed = then.chosen, now.chosen
        yield from [elements.hand_card(it) for it in elements.hand_cards(after) if it.card.number in changed]
    if "choose" in (then.phase, now.phase) and played:
        # While cards are placed nothing is told of those in the hand.
        yield elements.aims(after)


def _times(after: Common, now: int) -> Iterator[str]:
    """What the players have left to think, whatever happened; whose page it is has it elsewhere."""
    if times := clocks(after.seen, now):
        for player in after.players:
            yield render("table/time.html", clocks=times, player=player)


def _told(after: Frame, came: Sequence[Step]) -> list[Announcement]:
    """What is announced of what happened in a turn, in which nobody comes or goes."""
    return [announcement(event, after.seen) for event, _ in came]


def _besides(after: Frame) -> Iterator[str]:
    """What the page tells besides: what the host allows, and hands that lie open."""
    if after.hints:
        yield _part("table/coach.html", after)
        yield _part("table/hints.html", after)
    if after.view and after.view.open_hands:
        yield _part("table/open_hands.html", after)


def _part(template: str, frame: Frame) -> str:
    return render(template, f=frame, seen=frame.seen, view=frame.view)


def _players(before: Common, after: Common) -> Iterator[str]:
    """What the players do, what they have, how far the game is."""
    for then, now in zip(before.players, after.players, strict=True):
        if (then.status, then.status_text) != (now.status, now.status_text):
            yield elements.status(now)
        if (then.total, then.heads) != (now.total, now.heads):
            yield elements.score(now)
    if before.progress != after.progress:
        yield elements.turn_of(after.progress)


def _rows(before: Frame, after: Frame, pieces: Alike) -> Iterator[str]:
    """The rows, where a card was put or one was taken."""
    if not (before.rows_are_common and after.rows_are_common):
        yield render("table/rows.html", f=after)
        return
    yield pieces.rows
    for row in after.own_takes:
        if after.rows[row] != before.rows[row]:
            yield elements.took(after.rows[row], f"took{row + 1}")


def _row(then: ShownRow, now: ShownRow) -> Iterator[str]:
    at = len(then.cards)
    if then.cards == now.cards and now.taken is None and not now.owners:
        # The next turn begins: what it says of the last one goes.
        if then.taken:
            yield f'<p-cut to="took{now.number}"></p-cut>'
        for at, owner in enumerate(then.owners):
            if owner is not None:
                yield elements.named_card(now.cards[at], now.place(at))
    elif _is_one_more(then, now):
        # The place keeps its id, so that the next card finds its own.
        yield elements.named_card(now.cards[-1], now.place(at), now.owner(at))
        yield elements.row_head(now)
    else:
        yield render("table/row.html", row=now)


def _is_one_more(then: ShownRow, now: ShownRow) -> bool:
    """Whether a card came to the end of a row, into a place that was shown, and all else is as it was."""
    plain = then.taken is None and now.taken is None and then.shows_places and now.room > 0
    alike = all(now.owner(at) == then.owner(at) for at in range(len(then.cards)))
    return plain and alike and now.cards[:-1] == then.cards


def _goes_on(then: View, now: View) -> bool:
    """Whether cards were placed, more wait for it, and nobody decided anything."""
    left = len(now.pending)
    return left > 0 and then.pending[-left:] == now.pending and "take" not in (then.phase, now.phase)


def _stage(after: Frame, came: Sequence[Step]) -> str:
    """What lies between the rows and the hand: all of it, or the cards that have left it."""
    if any(isinstance(event, Revealed) for event, _ in came):
        return elements.stage(after)
    told = "".join([f' {name}="{value}"' for name, value in elements.stage_data(after).items()])
    line = f'<p-set to="line" class="{elements.line_class(after)}"></p-set>'
    placed = {event.card for event, _ in came if isinstance(event, Placed)}
    left = [elements.played(each, name) for each, name in after.played if each.card.number in placed]
    return f'<p-set to="stage"{told}></p-set>{line}{"".join(left)}'


def _why(before: Frame, after: Frame) -> str:
    """Why a row was taken, which is not told to all alike."""
    return elements.why(after) if after.why != before.why else ""


def _log(after: Frame, came: Sequence[Step]) -> str:
    """What happened in the turn, in sentences: from its beginning on, or one or two more."""
    if any(isinstance(event, Revealed) for event, _ in came):
        return f'<p-set to="last" hidden=""></p-set>{elements.log(after.last_turn)}'
    placed = [event for event, _ in came if isinstance(event, Placed)]
    lines = elements.log_lines(LogLine(narrate(event, after.seen), event.seat) for event in placed)
    return f'<p-add to="log">{lines}</p-add>' if lines else ""


def message(patch: str, version: int | None = None, before: int | None = None) -> bytes:
    """Return a patch as a server-sent event: the version to which it leads, and from which if it must be.

    The end of a line is a space to it.
    """
    number = "" if version is None else f"id: {version}\n"
    number += "" if before is None else f"from: {before}\n"
    return "{}data: {}\n\n".format(number, patch.replace("\r", " ").replace("\n", " ")).encode()


def announced(told: Sequence[Announcement]) -> str:
    """Return the patch that announces sentences, each with how much detail one must wish to hear it."""
    said = " ".join(
        [f'<span data-detail="{each.detail}">{escape(each.text)}</span>' for each in told if each.text]
    )
    if not said:
        return ""
    return f'<p-add to="say"><p>{said}</p></p-add>'
