"""The coach in a terminal: the account of each round as bars, and the decisions that cost most."""

from collections.abc import Iterator
from contextlib import ExitStack

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from sixth.coach import CannotReviewError, Review, RoundReview, review, review_to_json, rounds_of
from sixth.coach.plot import plot, plot_format
from sixth.coach.positions import Position, check
from sixth.coach.text import (
    answer_text,
    cost_text,
    costliest,
    hindsight_text,
    interval_text,
    odds_text,
    shown_terms,
    signed,
    summary,
    term_names,
    where_text,
)
from sixth.console import write_line
from sixth.errors import Refused
from sixth.i18n import gettext as _
from sixth.i18n import number_text, translate
from sixth.narration import Narrator
from sixth.progress import bar
from sixth.rules.codec import dumps
from sixth.rules.record import HUMAN, Record
from sixth.terminal.drawn import DrawnPage
from sixth.terminal.files import shown, written_whole
from sixth.terminal.labels import rules_text
from sixth.terminal.replay import records
from sixth.terminal.waiting import get_ready
from sixth.text import printable

_MOST = 3
"""Decisions that are shown of a game and seat."""
_LONGEST = 30
"""Characters of a bar, one for each head."""


def coach(
    name: str, *, seat: int | None, bots: bool, playouts: int, seed: int, json: bool, picture: str | None
) -> None:
    """Review the games of the file `name`: of `seat`, or of all who are people, and with `bots` of all.

    Raises:
        Refused: the file cannot be read, or there is nothing to review.
        UsageProblem: the picture has a name of no format.
    """
    form = plot_format(picture) if picture is not None else None
    console = Console(markup=False, highlight=False, emoji=False)
    drawn: list[tuple[str, Review]] = []
    with ExitStack() as stack:
        file = stack.enter_context(written_whole(picture)) if picture is not None else None
        for record in records(name):
            for number in reviewed_seats(record, seat, bots=bots, file=shown(name)):
                found = _reviewed(record, number, playouts=playouts, seed=seed)
                title = _title(record, number)
                drawn.append((title, found))
                if json:
                    write_line(dumps(review_to_json(found)))
                else:
                    _Account(record, found, console).show(title)
        if file is not None and form is not None:
            file.write(plot(drawn, form))


def reviewed_seats(record: Record, seat: int | None, *, bots: bool, file: str) -> list[int]:
    """Return the seats to review: `seat`, or all of people, and with `bots` all.

    Raises:
        Refused: there are none, or `seat` is none of them.
    """
    game = printable(record.game)
    people = [number for number, each in enumerate(record.seats) if bots or each.kind == HUMAN]
    if seat is None:
        if not people:
            wrong = _("{file}: nobody but bots played game {game}; --bots reviews them all the same.")
            raise Refused(wrong.format(file=file, game=game))
        asked = people
    else:
        asked = [seat]
    for number in asked:
        try:
            check(record, number)
        except CannotReviewError as error:
            wrong = _("{file}, game {game}: {what}")
            raise Refused(wrong.format(file=file, game=game, what=translate(error.sentence))) from error
        if number not in people:
            wrong = _("{file}, game {game}: seat {seat} was a bot’s ({bot}); --bots reviews it all the same.")
            bot = printable(record.seats[number].kind)
            raise Refused(wrong.format(file=file, game=game, seat=number, bot=bot))
    return asked


def _reviewed(record: Record, seat: int, *, playouts: int, seed: int) -> Review:
    get_ready(["search"], lambda _line: None)
    steps = sum(len(each.positions) for each in rounds_of(record, seat))
    with bar(_("Looking at seat {seat}").format(seat=seat), steps) as step:

        def tell(_done: int, _steps: int) -> None:
            step()

        return review(record, seat, playouts=playouts, seed=seed, progress=tell)


def _title(record: Record, seat: int) -> str:
    said = _("Game {game}, seat {seat}: {name}")
    name = printable(record.seats[seat].name)
    return said.format(game=printable(record.game), seat=seat, name=name)


class _Account:
    """Shows the review of one seat."""

    def __init__(self, record: Record, found: Review, console: Console) -> None:
        self._record, self._found, self._console = record, found, console
        self._page = DrawnPage(console)
        self._positions = {each.number: each.positions for each in rounds_of(record, found.seat)}
        self._full = "█" if console.encoding.startswith("utf") else "#"
        self._saved = "░" if console.encoding.startswith("utf") else "-"

    def show(self, title: str) -> None:
        self._page.heading(title)
        self._page.say(rules_text(self._record.rules))
        if any(each.par_estimated for each in self._found.rounds):
            self._page.say(_("Par for these rules is only an estimate from a few rounds."))
        self._page.say()
        for each in self._found.rounds:
            self._page.say(_("Round {number}: {summary}").format(number=each.round, summary=summary(each)))
            self._console.print(self._bars(each))
            if each.odds:
                self._page.say(odds_text(each.odds))
        self._page.say(
            _("Bad luck with the others’ cards is 0 on average only if they play as the coach believes.")
        )
        self._page.say()
        for each, at in costliest(self._found, _MOST):
            self._decision(each, at)

    def _bars(self, each: RoundReview) -> Table:
        """Return the terms as bars: full where heads were lost, faint where they were saved."""
        par, *terms = shown_terms(each)
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        for number in range(4):
            table.add_column(justify="right" if number in (1, 2) else "left")
        table.add_row("  " + _("par"), number_text(par, digits=1), "", "")
        for name, term, ends in zip(
            term_names(), terms, (each.deal_ci, each.own_ci, each.others_ci), strict=True
        ):
            length = min(_LONGEST, round(abs(term)))
            table.add_row(
                f"  {name}",
                signed(term),
                f"({interval_text(ends)})",
                Text((self._full if term > 0 else self._saved) * length),
            )
        table.add_row("  " + _("result"), str(each.heads), "", "")
        return table

    def _decision(self, each: RoundReview, at: int) -> None:
        decision, position = each.decisions[at], self._positions[each.round][at]
        self._page.heading(where_text(each, decision))
        self._page.say(cost_text(decision))
        for line in self._table(position):
            self._page.say(line)
        values = Table(box=box.SIMPLE, pad_edge=False)
        values.add_column(_("answer"), justify="right")
        values.add_column(_("heads to be expected"), justify="right")
        values.add_column(_("95 % interval"), justify="right")
        values.add_column("")
        marks = {decision.answer: _("played"), decision.best: _("best")}
        for one in sorted(decision.answers, key=lambda one: each.sign * one.value):
            values.add_row(
                answer_text(one.answer),
                number_text(one.value, digits=1),
                interval_text(one.ci),
                marks.get(one.answer, ""),
            )
        self._console.print(values)
        for reason in decision.reasons:
            self._page.say(translate(reason))
        if decision.hindsight:
            said = _("Not judged, since nobody could know it: {what}")
            self._page.say(said.format(what=hindsight_text(decision.hindsight)))
        self._page.say()

    def _table(self, position: Position) -> Iterator[str]:
        """Show the rows and the hand as the seat saw them; yield what there is to say besides."""
        view = position.view
        if view.rows:
            self._page.rows(view.rules, view.rows)
        if view.open_deck:
            self._page.hand(view.rules, _("Open deck"), view.open_deck)
        narrator = Narrator(view.rules, [seat.name for seat in self._record.seats])
        if view.pending:
            cards = ", ".join(narrator.card_of(who, card) for card, who in view.pending)
            yield _("Still to be placed: {cards}").format(cards=cards)
        if view.hand:
            self._page.hand(view.rules, narrator.hand_of(self._found.seat), view.hand)
