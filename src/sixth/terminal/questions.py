"""Questions to the person at the terminal, and their answers read."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sixth.i18n import and_list, or_list
from sixth.i18n import gettext as _
from sixth.narration import Narrator
from sixth.rules.events import Action, Choose, Pick, Take
from sixth.rules.view import View
from sixth.terminal.labels import ranges_text
from sixth.terminal.pages import Page
from sixth.text import printable


def help_text() -> str:
    """Return what may be typed at any question."""
    return _("Type a number and Enter; r shows the rows, h your hand, t the totals, q leaves, ? says this.")


class Left(Exception):
    """The person left the table."""


@dataclass(frozen=True)
class Question:
    """A question for a number: its `prompt`, what each number means, a `hint`, and `why` it is asked."""

    prompt: str
    answers: Mapping[int, Action]
    hint: str
    why: str = ""

    def read(self, answer: str) -> Action | None:
        """Return what the answer means; None if it means nothing."""
        known = answer.isascii() and answer.isdigit()
        return self.answers.get(int(answer[:9])) if known else None

    def wrong(self, answer: str) -> str:
        """Return what is wrong with an answer that means nothing, and what would be right."""
        said = _("{answer} is not among them.").format(answer=repr(printable(answer))) if answer else ""
        return f"{said} {self.hint}".strip()


class Asker:
    """Asks the person until there is an answer that the rules allow."""

    def __init__(self, page: Page, narrator: Narrator, read: Callable[[str], str]) -> None:
        self._page, self._narrator, self._read = page, narrator, read

    def action(self, view: View) -> Action:
        """Return what the person decides.

        Raises:
            Left: they would rather go.
        """
        question = question_of(view)
        if question.why:
            self._page.say(question.why)
        while True:
            answer = self._answer(view, question.prompt)
            action = question.read(answer)
            if action is not None:
                return action
            self._page.say(question.wrong(answer))

    def flip(self, view: View) -> None:
        """Wait until the person turns over the top card.

        Raises:
            Left: they would rather go.
        """
        while self._answer(view, _("Enter turns over your top card:")):
            self._page.say(_("Just press Enter, or type q to leave."))

    def _answer(self, view: View, prompt: str) -> str:
        """Return what was typed, once it is not one of the words that work everywhere."""
        while True:
            answer = self._read(f"{prompt} ").strip()
            if answer.lower() in ("q", "quit", "exit"):
                raise Left
            if answer.lower() in ("?", "help"):
                self._page.say(f"{help_text()} {self._page.legend}")
            elif not show(self._page, self._narrator, view, answer):
                return answer

    def hand(self, view: View) -> None:
        """Show the person's cards."""
        show_hand(self._page, view)


def show(page: Page, narrator: Narrator, view: View, word: str) -> bool:
    """Show what the word asks for: rows, hand or totals; returns whether it is such a word."""
    match word.lower():
        case "r":
            page.rows(view.rules, view.rows)
        case "h":
            show_hand(page, view)
        case "t":
            page.scores(narrator, view)
        case _:
            return False
    return True


def show_hand(page: Page, view: View) -> None:
    """Show the cards of the seat that sees `view`."""
    if view.hand:
        page.hand(view.rules, _("Your hand"), view.hand, seat=view.seat)
    elif view.rules.flips and view.seat is not None:
        page.say(_("Cards left in your pile: {count}.").format(count=view.counts[view.seat]))
    else:
        page.say(_("Your hand is empty."))


def question_of(view: View) -> Question:
    """Return the question that `view.legal` answers."""
    first = view.legal[0]
    if isinstance(first, Choose):
        cards: dict[int, Action] = {each.card: each for each in view.legal if isinstance(each, Choose)}
        hint = _("Your cards are {cards}, so type one of them.")
        return Question(_("Your card:"), cards, hint.format(cards=and_list(map(str, cards))))
    if isinstance(first, Pick):
        deck: dict[int, Action] = {each.card: each for each in view.legal if isinstance(each, Pick)}
        hint = _("Open are {cards}, so type one of them.").format(cards=ranges_text(list(deck)))
        return Question(_("Your pick:"), deck, hint)
    takes, card = [each for each in view.legal if isinstance(each, Take)], view.pending[0][0]
    if takes[0].end is None:
        rows: dict[int, Action] = {take.row + 1: take for take in takes}
        why = _("Your {card} is too low, so you take a row of your choice.")
        if view.rules.both_ends:
            why = _("Your {card} fits in no row, so you take a row of your choice.")
        hint = _("The rows are {rows}, so type one of these numbers.").format(rows=ranges_text(list(rows)))
        return Question(_("Row to take:"), rows, hint, why.format(card=card))
    said = or_list(_place(number, take) for number, take in enumerate(takes, 1))
    why = _("Your {card} is equally close to two rows: type {places}.").format(card=card, places=said)
    hint = _("Type {places}.").format(places=said)
    return Question(_("Place:"), dict(enumerate(takes, 1)), hint, why)


def _place(number: int, take: Take) -> str:
    said = _("{number} for the right of row {row}")
    if take.end == "left":
        said = _("{number} for the left of row {row}")
    return said.format(number=number, row=take.row + 1)
