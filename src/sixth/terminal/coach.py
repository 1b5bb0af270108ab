"""The coach in a terminal: bars for the account of each round, and the costliest decisions."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Final

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from sixth.coach import (
    CannotReviewError,
    Decision,
    Review,
    RoundReview,
    review,
    review_to_json,
    rounds_of,
    text,
)
from sixth.coach.positions import Position, check
from sixth.console import new_console, write_line
from sixth.errors import CommandError
from sixth.i18n import gettext as _, number_text, percent_text, translate
from sixth.narration import Narrator
from sixth.plots import plot_format
from sixth.progress import bar
from sixth.rules.codec import dumps
from sixth.rules.record import HUMAN, Record
from sixth.terminal.coach_plot import plot
from sixth.terminal.files import display_name, open_output
from sixth.terminal.labels import rules_text
from sixth.terminal.readiness import get_ready
from sixth.terminal.replay import records
from sixth.terminal.rich_page import RichPage
from sixth.text import printable

_MAX_DECISIONS: Final = 3
"""Decisions that the review of a seat shows."""
_MAX_BAR_LENGTH: Final = 30
"""Characters of a bar, one for each head."""


def coach(
    file: str, *, seat: int | None, bots: bool, playouts: int, seed: int, json: bool, picture: str | None
) -> None:
    """Review the games of `file` for `seat`, or else for all people, with `bots` for all seats."""
    form = plot_format(picture) if picture is not None else None
    console = new_console()
    reviews: list[tuple[str, Review]] = []
    with ExitStack() as stack:
        image = stack.enter_context(open_output(picture)) if picture is not None else None
        for record in records(file):
            for number in seats_to_review(record, seat, bots=bots, file=display_name(file)):
                result = _review(record, number, playouts=playouts, seed=seed)
                template, name = _("Game {game}, seat {seat}: {name}"), printable(record.seats[number].name)
                title = template.format(game=printable(record.game), seat=number, name=name)
                reviews.append((title, result))
                if json:
                    write_line(dumps(review_to_json(result)))
                else:
                    _Account(record, result, console).show(title)
        if image is not None and form is not None:
            image.write(plot(reviews, form))


def seats_to_review(record: Record, seat: int | None, *, bots: bool, file: str) -> list[int]:
    """Return the seats to review, `seat` or else those of people (`bots`: all), or raise `CommandError`."""
    game = printable(record.game)
    people = [number for number, each in enumerate(record.seats) if bots or each.kind == HUMAN]
    if seat is None:
        if not people:
            wrong = _("{file}: nobody but bots played game {game}; --bots reviews them all the same.")
            raise CommandError(wrong.format(file=file, game=game))
        seats = people
    else:
        seats = [seat]
    for number in seats:
        try:
            check(record, number)
        except CannotReviewError as error:
            wrong = _("{file}, game {game}: {what}")
            raise CommandError(wrong.format(file=file, game=game, what=translate(error.sentence))) from error
        if number not in people:
            wrong = _("{file}, game {game}: seat {seat} was a bot’s ({bot}); --bots reviews it all the same.")
            bot = printable(record.seats[number].kind)
            raise CommandError(wrong.format(file=file, game=game, seat=number, bot=bot))
    return seats


def _review(record: Record, seat: int, *, playouts: int, seed: int) -> Review:
    get_ready(["search"], lambda _line: None)
    steps = sum(len(each.positions) for each in rounds_of(record, seat))
    with bar(_("Looking at seat {seat}").format(seat=seat), steps) as step:
        return review(record, seat, playouts=playouts, seed=seed, progress=lambda _done, _all: step())


class _Account:
    """The review of one seat on a page."""

    def __init__(self, record: Record, result: Review, console: Console) -> None:
        self._record, self._review, self._console = record, result, console
        self._page = RichPage(console)
        self._positions = {each.number: each.positions for each in rounds_of(record, result.seat)}
        self._lost_mark = "█" if console.encoding.startswith("utf") else "#"
        self._saved_mark = "░" if console.encoding.startswith("utf") else "-"

    def show(self, title: str) -> None:
        self._page.heading(title)
        self._page.say(rules_text(self._record.rules))
        if any(each.par_estimated for each in self._review.rounds):
            self._page.say(_("Par for these rules is only an estimate from a few rounds."))
        self._page.say()
        for each in self._review.rounds:
            title = _("Round {number}: {summary}")
            self._page.say(title.format(number=each.round, summary=text.summary(each)))
            self._console.print(self._bars(each))
            if each.odds:
                self._page.say(text.odds_text(each.odds))
        self._page.say(
            _("Bad luck with the others’ cards is 0 on average only if they play as the coach believes.")
        )
        self._page.say()
        for each, at in text.costliest(self._review, _MAX_DECISIONS):
            self._show_decision(each, at)

    def _bars(self, each: RoundReview) -> Table:
        """Return the terms with their bars: dark for heads lost, light for heads saved."""
        par, *terms = text.shown_terms(each)
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        for number in range(4):
            table.add_column(justify="right" if number in (1, 2) else "left")
        table.add_row("  " + _("par"), number_text(par, digits=1), "", "")
        for name, term, ends in zip(
            text.term_names(), terms, (each.deal_ci, each.own_ci, each.others_ci), strict=True
        ):
            length = min(_MAX_BAR_LENGTH, round(abs(term)))
            table.add_row(
                f"  {name}",
                text.signed(term),
                f"({text.interval_text(ends)})",
                Text((self._lost_mark if term > 0 else self._saved_mark) * length),
            )
        table.add_row("  " + _("result"), str(each.heads), "", "")
        return table

    def _show_decision(self, each: RoundReview, at: int) -> None:
        decision, position = each.decisions[at], self._positions[each.round][at]
        self._page.heading(text.where_text(each, decision))
        self._page.say(text.cost_text(decision))
        for line in self._table(position):
            self._page.say(line)
        if decision.proved:
            self._page.say(text.proof_text(decision.exact))
        self._console.print(_exact(decision) if decision.proved else _values(each, decision))
        for reason in decision.reasons:
            self._page.say(translate(reason))
        if decision.hindsight:
            template = _("Not judged, since nobody could know it: {what}")
            self._page.say(template.format(what=text.hindsight_text(decision.hindsight)))
        self._page.say()

    def _table(self, position: Position) -> Iterator[str]:
        """Show the rows and the hand as the seat saw them; yield the lines besides."""
        view = position.view
        if view.rows:
            self._page.rows(view.rules, view.rows)
        if view.open_deck:
            self._page.hand(view.rules, _("Open deck"), view.open_deck)
        narrator = Narrator(view.rules, [seat.name for seat in self._record.seats])
        if view.pending:
            cards = ", ".join(narrator.card_of(seat, card) for card, seat in view.pending)
            yield _("Still to be placed: {cards}").format(cards=cards)
        if view.hand:
            self._page.hand(view.rules, narrator.hand_of(self._review.seat), view.hand)


def _values(each: RoundReview, decision: Decision) -> Table:
    """Return the expected heads after each answer, the best one first."""
    values = Table(box=box.SIMPLE, pad_edge=False)
    values.add_column(_("answer"), justify="right")
    values.add_column(_("heads to be expected"), justify="right")
    values.add_column(_("95 % interval"), justify="right")
    values.add_column("")
    marks = {decision.answer: _("played"), decision.best: _("best")}
    for one in sorted(decision.answers, key=lambda one: each.sign * one.value):
        values.add_row(
            text.answer_text(one.answer),
            number_text(one.value, digits=1),
            text.interval_text(one.ci),
            marks.get(one.answer, ""),
        )
    return values


def _exact(decision: Decision) -> Table:
    """Return the exact loss of each answer, and how often best play has it, the best one first."""
    values = Table(box=box.SIMPLE, pad_edge=False)
    values.add_column(_("answer"), justify="right")
    values.add_column(_("loses"), justify="right")
    values.add_column(_("how often"), justify="right")
    values.add_column("")
    for one in sorted(decision.exact, key=lambda one: (one.loss, -one.chance)):
        mark = _("played") if one.answer == decision.answer else _("best") if one.is_best else ""
        loss, chance = number_text(one.loss, digits=text.EXACT_DIGITS), percent_text(one.chance)
        values.add_row(text.answer_text(one.answer), loss, chance, mark)
    return values
