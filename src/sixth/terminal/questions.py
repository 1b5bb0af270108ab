"""Questions to the person at the terminal, and the reading of their answers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sixth.i18n import and_list, gettext as _, or_list
from sixth.narration import Narrator
from sixth.rules.events import Action, Choose, Pick, Take
from sixth.rules.view import View
from sixth.terminal.labels import ranges_text
from sixth.terminal.pages import Page
from sixth.text import printable


def help_text() -> str:
    """Return the sentence that lists what the person can type at any question."""
    return _("Type a number and Enter; r shows the rows, h your hand, t the totals, q leaves, ? says this.")


class Quit(Exception):
    """The wish of the person to leave the table."""


@dataclass(frozen=True)
class NumberQuestion:
    """A question for a number: its prompt, the action of each number, a hint after mistakes, the reason."""

    prompt: str
    answers: Mapping[int, Action]
    hint: str
    why: str = ""

    def read(self, answer: str) -> Action | None:
        """Return the action of an answer; None if it has none."""
        is_number = answer.isascii() and answer.isdigit()
        return self.answers.get(int(answer[:9])) if is_number else None

    def correction(self, answer: str) -> str:
        """Return the text after an answer without an action: the mistake, and the possible answers."""
        mistake = _("{answer} is not among them.").format(answer=repr(printable(answer))) if answer else ""
        return f"{mistake} {self.hint}".strip()


class Prompter:
    """Prompts for the person's actions, repeated until an answer is one that the rules allow, or `Quit`."""

    def __init__(self, page: Page, narrator: Narrator, read: Callable[[str], str]) -> None:
        self._page, self._narrator, self._read = page, narrator, read

    def action(self, view: View) -> Action:
        """Return the action that the person chooses."""
        question = question_of(view)
        if question.why:
            self._page.say(question.why)
        while True:
            answer = self._answer(view, question.prompt)
            action = question.read(answer)
            if action is not None:
                return action
            self._page.say(question.correction(answer))

    def flip(self, view: View) -> None:
        """Wait until the person turns over the top card."""
        while self._answer(view, _("Enter turns over your top card:")):
            self._page.say(_("Just press Enter, or type q to leave."))

    def _answer(self, view: View, prompt: str) -> str:
        """Return the next line that is not a word such as `r` or `help`, which work everywhere."""
        while True:
            answer = self._read(f"{prompt} ").strip()
            if answer.lower() in ("q", "quit", "exit"):
                raise Quit
            if answer.lower() in ("?", "help"):
                self._page.say(f"{help_text()} {self._page.legend}")
            elif not show(self._page, self._narrator, view, answer):
                return answer


def show(page: Page, narrator: Narrator, view: View, word: str) -> bool:
    """Show the rows, the hand or the totals for r, h or t; return whether `word` is one of these."""
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


def question_of(view: View) -> NumberQuestion:
    """Return the question whose answers are `view.legal`, which holds at least one action."""
    first = view.legal[0]
    cards: dict[int, Action] = {each.card: each for each in view.legal if isinstance(each, Choose | Pick)}
    if isinstance(first, Choose):
        hint = _("Your cards are {cards}, so type one of them.")
        return NumberQuestion(_("Your card:"), cards, hint.format(cards=and_list(map(str, cards))))
    if isinstance(first, Pick):
        hint = _("Open are {cards}, so type one of them.").format(cards=ranges_text(list(cards)))
        return NumberQuestion(_("Your pick:"), cards, hint)
    takes, card = [each for each in view.legal if isinstance(each, Take)], view.pending[0][0]
    if takes[0].end is None:
        rows: dict[int, Action] = {take.row + 1: take for take in takes}
        why = _("Your {card} is too low, so you take a row of your choice.")
        if view.rules.both_ends:
            why = _("Your {card} fits in no row, so you take a row of your choice.")
        hint = _("The rows are {rows}, so type one of these numbers.").format(rows=ranges_text(list(rows)))
        return NumberQuestion(_("Row to take:"), rows, hint, why.format(card=card))
    places = or_list(_place_text(number, take) for number, take in enumerate(takes, 1))
    why = _("Your {card} is equally close to two rows: type {places}.").format(card=card, places=places)
    hint = _("Type {places}.").format(places=places)
    return NumberQuestion(_("Place:"), dict(enumerate(takes, 1)), hint, why)


def _place_text(number: int, take: Take) -> str:
    template = _("{number} for the right of row {row}")
    if take.end == "left":
        template = _("{number} for the left of row {row}")
    return template.format(number=number, row=take.row + 1)
