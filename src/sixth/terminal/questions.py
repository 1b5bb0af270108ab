"""Questions to the person at the terminal, and their answers read."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from sixth.i18n import and_list, or_list
from sixth.i18n import gettext as _
from sixth.narration import Narrator
from sixth.rules.events import Action, Choose, Pick, Take
from sixth.rules.view import View
from sixth.terminal.labels import ranges_text
from sixth.terminal.pages import Page
from sixth.text import printable

_T = TypeVar("_T")


def help_text() -> str:
    """Return what may be typed at any question."""
    return _("Type a number and Enter; r shows the rows, h your hand, t the totals, q leaves, ? says this.")


class Left(Exception):
    """The person left the table."""


class Asker:
    """Asks the person until there is an answer that the rules allow."""

    def __init__(self, page: Page, narrator: Narrator, read: Callable[[str], str]) -> None:
        self._page, self._narrator, self._read = page, narrator, read

    def action(self, view: View) -> Action:
        """Return what the person decides.

        Raises:
            Left: they would rather go.
        """
        first = view.legal[0]
        if isinstance(first, Choose):
            by_card = {action.card: action for action in view.legal if isinstance(action, Choose)}
            hint = _("Your cards are {cards}, so type one of them.")
            hint = hint.format(cards=and_list(map(str, by_card)))
            return self._number(view, _("Your card:"), by_card, hint)
        if isinstance(first, Pick):
            open_cards = {action.card: action for action in view.legal if isinstance(action, Pick)}
            hint = _("Open are {cards}, so type one of them.").format(cards=ranges_text(list(open_cards)))
            return self._number(view, _("Your pick:"), open_cards, hint)
        return self._row(view, [action for action in view.legal if isinstance(action, Take)])

    def flip(self, view: View) -> None:
        """Wait until the person turns over the top card.

        Raises:
            Left: they would rather go.
        """
        while self._answer(view, _("Enter turns over your top card:")):
            self._page.say(_("Just press Enter, or type q to leave."))

    def _row(self, view: View, takes: list[Take]) -> Action:
        card = view.pending[0][0]
        if takes[0].end is None:
            rows = {take.row + 1: take for take in takes}
            why = _("Your {card} is too low, so you take a row of your choice.")
            if view.rules.both_ends:
                why = _("Your {card} lies within every row, so you take a row of your choice.")
            self._page.say(why.format(card=card))
            hint = _("The rows are {rows}, so type one of these numbers.").format(
                rows=ranges_text(list(rows))
            )
            return self._number(view, _("Row to take:"), rows, hint)
        ends = dict(enumerate(takes, 1))
        said = or_list(_place(number, take) for number, take in ends.items())
        self._page.say(
            _("Your {card} is equally close to two rows: type {places}.").format(card=card, places=said)
        )
        return self._number(view, _("Place:"), ends, _("Type {places}.").format(places=said))

    def _number(self, view: View, prompt: str, known: Mapping[int, _T], hint: str) -> _T:
        while True:
            answer = self._answer(view, prompt)
            if answer.isascii() and answer.isdigit() and int(answer[:9]) in known:
                return known[int(answer[:9])]
            said = _("{answer} is not among them.").format(answer=repr(printable(answer))) if answer else ""
            self._page.say(f"{said} {hint}".strip())

    def _answer(self, view: View, prompt: str) -> str:
        """Return what was typed, once it is not one of the words that work everywhere."""
        while True:
            answer = self._read(f"{prompt} ").strip()
            match answer.lower():
                case "q" | "quit" | "exit":
                    raise Left
                case "?" | "help":
                    self._page.say(f"{help_text()} {self._page.legend}")
                case "r":
                    self._page.rows(view.rules, view.rows)
                case "h":
                    self.hand(view)
                case "t":
                    self._page.scores(self._narrator, view)
                case _:
                    return answer

    def hand(self, view: View) -> None:
        """Show the person's cards."""
        if view.hand:
            self._page.hand(view.rules, _("Your hand"), view.hand, seat=view.seat)
        elif view.rules.flips and view.seat is not None:
            self._page.say(_("Cards left in your pile: {count}.").format(count=view.counts[view.seat]))
        else:
            self._page.say(_("Your hand is empty."))


def _place(number: int, take: Take) -> str:
    said = _("{number} for the right of row {row}")
    if take.end == "left":
        said = _("{number} for the left of row {row}")
    return said.format(number=number, row=take.row + 1)
