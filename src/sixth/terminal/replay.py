"""Records in a terminal: a check, a narrative, the table after one event, or JSON."""

from collections.abc import Iterator
from datetime import datetime

from sixth.console import new_console, write_line
from sixth.errors import CommandError
from sixth.i18n import datetime_text, gettext as _, ngettext, translate
from sixth.narration import Narrator, bots_among
from sixth.rules.codec import dumps
from sixth.rules.events import Chose, Placed
from sixth.rules.fold import evolve
from sixth.rules.record import Record, RecordError, read
from sixth.rules.state import State, start
from sixth.rules.verify import verify
from sixth.rules.view import view
from sixth.terminal.files import display_name, open_input
from sixth.terminal.labels import rules_text
from sixth.terminal.pages import Page
from sixth.terminal.rich_page import RichPage
from sixth.text import printable


def records(name: str, *, unfinished: bool = False) -> Iterator[Record]:
    """Yield the games of a file, checked as they are read; raise `CommandError` at what is wrong.

    `unfinished` allows the last game to stop before its end.
    """
    with open_input(name) as file:
        try:
            yield from read(file, unfinished=unfinished)
        except RecordError as error:
            wrong = _("{file}, line {line}: {what}")
            raise CommandError(
                wrong.format(file=display_name(name), line=error.line, what=translate(error.sentence))
            ) from error


def replay_json(name: str) -> None:
    """Print a line of JSON for each game."""
    for record in records(name):
        state = record.state()
        line = {
            "game": record.game,
            "rounds": len(state.past),
            "totals": state.totals,
            "winners": state.winners,
            "events": len(record.events),
        }
        write_line(dumps(line))


def verify_file(name: str, *, json: bool) -> bool:
    """Print for each game whether its deals were fair; return whether all of them were."""
    all_fair = True
    for record in records(name):
        verdict = verify(record)
        all_fair &= verdict.fair
        if json:
            line = {"game": verdict.game, "fair": verdict.fair, "deals": verdict.deals}
            write_line(dumps(line if verdict.fair else line | {"why": verdict.unfair}))
        else:
            deals = ngettext("{count} deal", "{count} deals", verdict.deals).format(count=verdict.deals)
            game, template = printable(verdict.game), _("{game}: fair ({deals}).")
            if verdict.why is not None:
                template = _("{game}: not fair: {why} ({deals}).")
            why = translate(verdict.why) if verdict.why is not None else ""
            write_line(template.format(game=game, why=why, deals=deals))
    return all_fair


def replay(name: str, *, at: int | None, seat: int | None) -> None:
    """Show each game in sentences and rows.

    With `at`, show only the table after that event; with `seat` (from 0), only what that seat may know.
    """
    page = RichPage(new_console())
    for record in records(name):
        _Replay(record, page, seat, display_name(name)).show(at)


class _Replay:
    """The replay of one game on a page."""

    def __init__(self, record: Record, page: Page, seat: int | None, file: str) -> None:
        seats = len(record.seats)
        if seat is not None and not 0 <= seat < seats:
            raise CommandError(
                _("{file}: game {game} has seats 0 to {last}, so --seat cannot be {seat}.").format(
                    file=file, game=printable(record.game), last=seats - 1, seat=seat
                )
            )
        self._record, self._page, self._seat, self._file = record, page, seat, file
        self._knows = range(seats) if seat is None else (seat,)
        names, bots = [each.name for each in record.seats], bots_among(record.seats)
        self._narrator = Narrator(record.rules, names, knows=self._knows, bots=bots)

    def show(self, at: int | None) -> None:
        events = len(self._record.events)
        if at is not None and not 0 <= at <= events:
            raise CommandError(
                _("{file}: game {game} has {events} events, so --at cannot be {at}.").format(
                    file=self._file, game=printable(self._record.game), events=events, at=at
                )
            )
        self._show_head()
        if at is None:
            self._narrate()
        else:
            self._show_table(at)
        self._page.say()

    def _show_head(self) -> None:
        record = self._record
        template = _("Game {game}: {rules}")
        self._page.heading(template.format(game=printable(record.game), rules=rules_text(record.rules)))
        for number, seat in enumerate(record.seats):
            template = _("Seat {number}: {name} ({kind})")
            name, kind = printable(seat.name), printable(seat.kind)
            self._page.say(template.format(number=number, name=name, kind=kind))
        if record.started is not None:
            moment = datetime_text(datetime.fromisoformat(record.started))
            self._page.say(_("Started {moment}").format(moment=moment))

    def _narrate(self) -> None:
        state = start(self._record.rules)
        for event in self._record.events:
            before, state = state, evolve(state, event)
            if isinstance(event, Chose):
                continue  # the reveal shows all choices together
            self._page.tell(self._narrator, event)
            ends_turn = state.turn != before.turn or state.phase in ("deal", "score")
            if isinstance(event, Placed) and ends_turn:
                self._page.rows(state.rules, state.rows)

    def _show_table(self, at: int) -> None:
        state = self._record.state(at)
        if at:
            self._page.say(_("After event {number}:").format(number=at))
            for line in self._narrator.lines(self._record.events[at - 1]):
                self._page.say(line)
        table = view(state, self._seat)
        if not table.round:
            self._page.say(_("Nothing has been dealt yet."))
            return
        template = _("Round {round}, turn {turn}") if table.rows else _("Round {round}, draft")
        self._page.heading(template.format(round=table.round, turn=table.turn))
        if table.open_deck:
            self._page.hand(table.rules, _("Open deck"), table.open_deck)
        self._page.rows(table.rules, table.rows)
        if table.pending:
            cards = ", ".join(self._narrator.card_of(seat, card) for card, seat in table.pending)
            self._page.say(_("Still to be placed: {cards}").format(cards=cards))
        self._page.scores(self._narrator, table)
        self._show_hands(state)

    def _show_hands(self, state: State) -> None:
        rules = state.rules
        for seat, hand in enumerate(state.hands):
            if not hand:
                continue
            if rules.flips:
                cards = ngettext("{count} card", "{count} cards", len(hand)).format(count=len(hand))
                name = self._narrator.name_of(seat)
                self._page.say(_("{name}'s pile: {cards}").format(name=name, cards=cards))
            elif seat in self._knows or rules.drafts:
                self._page.hand(rules, self._narrator.hand_of(seat), hand, seat=seat)
            choice = state.chosen[seat]
            if choice is not None and seat in self._knows:
                template = _("{name}'s choice: {card}")
                self._page.say(template.format(name=self._narrator.name_of(seat), card=choice))
