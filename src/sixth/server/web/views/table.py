"""What the table page shows at one moment, ready for the templates: no rules and no wording left to them."""

from datetime import date
from functools import cached_property
from typing import NamedTuple

from sixth.i18n import current_language
from sixth.rules.events import Action, Laid, Public, Revealed, Take
from sixth.rules.view import View
from sixth.server.table.asks import Asks, asks_of
from sixth.server.table.daily import GAME
from sixth.server.table.view import TableView
from sixth.server.web.identity_key import IdentityKey
from sixth.server.web.text.daily import daily_title
from sixth.server.web.text.labels import game_title, game_titles
from sixth.server.web.text.narration import game_event_text, names_of
from sixth.server.web.text.prompt import prompt_text, tab_text, waiting_text
from sixth.server.web.text.why import why_text
from sixth.server.web.views.cards import Card, ShownRow, cards_of, hand_slots
from sixth.server.web.views.common import Common, Player
from sixth.server.web.views.hints import Hints, Worth, hints, worth
from sixth.server.web.views.preview import Preview, previews
from sixth.server.web.views.turn import Event, Played, event_of, move_of


class LogLine(NamedTuple):
    """A line of what happened, and the `seat` whose doing it was, if it was that of one."""

    text: str
    seat: int | None


class Frame:
    """One picture of a table for one viewer: what `seen` sees, each part worked out when a page asks for it.

    A patch asks for few of its parts, so nothing here is made in vain.
    """

    def __init__(self, seen: TableView, common: Common | None = None, **instead: object) -> None:
        """Make the picture of what `seen` sees; `instead` are parts that are given rather than worked out.

        `common` is what others see as well, where it is at hand.
        """
        self.seen, self.common = seen, common or Common(seen)
        # A part that stands here is not worked out.
        self.__dict__.update(instead)

    def replace(self, **instead: object) -> "Frame":
        """Return a picture with these parts instead of its own."""
        return Frame(self.seen, self.common, **instead)

    @property
    def view(self) -> View | None:
        """The game as it is seen, if one has begun."""
        return self.seen.view

    @cached_property
    def asks(self) -> Asks:
        """What is asked of the viewer."""
        return asks_of(self.seen)

    @cached_property
    def prompt(self) -> str:
        """What is asked of the viewer, or whom the table waits for, in words."""
        return prompt_text(self.seen, self.asks)

    @cached_property
    def waiting(self) -> str:
        """Whom the table waits for: the end of the prompt, "" where that says nothing of it."""
        said = waiting_text(self.seen)
        return said if said and self.prompt.endswith(said) else ""

    @property
    def asked(self) -> str:
        """The prompt without whom the table waits for."""
        return self.prompt.removesuffix(self.waiting)

    @cached_property
    def tab(self) -> str:
        """What a tab with the page is called."""
        return f"{tab_text(self.seen, self.asks, self.prompt)} – Sixth"

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name on each seat."""
        return names_of(self.seen)

    @cached_property
    def game(self) -> str:
        """What is played."""
        return game_titles()[GAME] if self.seen.daily else game_title(self.seen.rules)

    @property
    def title(self) -> str:
        """What is played, and on which occasion."""
        day, practice = self.seen.daily, self.seen.practice
        return daily_title(date.fromisoformat(day), practice=practice) if day else self.game

    @cached_property
    def progress(self) -> str:
        """How far the game is."""
        return self.common.progress

    @cached_property
    def players(self) -> tuple[Player, ...]:
        """Who sits at the table."""
        found, seat = self.common.players, self.seen.seat
        if seat is None:
            return found
        return (*found[:seat], found[seat]._replace(you=True), *found[seat + 1 :])

    @cached_property
    def rows(self) -> tuple[ShownRow, ...]:
        """The rows, with what the viewer may decide about them."""
        rows = list(self.common.rows)
        for action in self.decide:
            if isinstance(action, Take):
                row = rows[action.row]
                cheapest = action.end is None and row.heads == min([each.heads for each in self.common.rows])
                rows[action.row] = row._replace(decide=(*row.decide, action.end), cheapest=cheapest)
        for danger in self.hints.dangers if self.hints else ():
            rows[danger.row - 1] = rows[danger.row - 1]._replace(danger=danger)
        for taken in self.own_takes:
            row, name = rows[taken], self.names[self.seen.seat or 0]
            rows[taken] = row._replace(taken=(name, row.taken[1]) if row.taken else None)
        return tuple(rows)

    @cached_property
    def rows_are_common(self) -> bool:
        """Whether the rows are the same for all who look, but for the word for the viewer's own takes."""
        return self.hints is None and not any(isinstance(action, Take) for action in self.decide)

    @property
    def own_takes(self) -> tuple[int, ...]:
        """The rows (counted from 0) that the viewer took in the last turn."""
        return tuple([row for row, (seat, _heads) in self.common.takes.items() if seat == self.seen.seat])

    @cached_property
    def decide(self) -> tuple[Action, ...]:
        """What the viewer may do now, if they decide for themselves."""
        return self.view.legal if self.view and self.asks != "back" else ()

    @cached_property
    def why(self) -> str:
        """Why a row was taken in the last turn, or which of those to be taken costs least."""
        return why_text(self.seen, self.asks, self.common.taken)

    @cached_property
    def played(self) -> tuple[tuple[Played, str], ...]:
        """The cards of the turn that is being placed, or was placed last, and who played them."""
        return tuple([(each, self.names[each.seat]) for each in self.common.played])

    @cached_property
    def last_events(self) -> tuple[Public, ...]:
        """What happened in the turn that is being placed, or was placed last."""
        return self.common.last_events

    @cached_property
    def last_turn(self) -> tuple[LogLine, ...]:
        """What happened in the turn that is being placed, or was placed last, in sentences."""
        rules, seat, names = IdentityKey(self.seen.rules), self.seen.seat, self.names
        told = [
            LogLine(game_event_text(current_language(), IdentityKey(event), rules, names, seat), doer(event))
            for event in self.last_events
        ]
        return tuple([line for line in told if line.text])

    @cached_property
    def slots(self) -> tuple[tuple[Card, bool], ...]:
        """The own hand in order, each card with whether it is still held."""
        return hand_slots(self.view, self._cards) if self.view else ()

    @cached_property
    def previews(self) -> tuple[Preview, ...]:
        """Where the cards of the hand would go."""
        return previews(self.view) if self.view else ()

    @cached_property
    def focus(self) -> Card | None:
        """The card to focus when the focused one has gone."""
        return next((card for card, held in self.slots if held), None) if self.asks == "choose" else None

    @cached_property
    def event(self) -> Event:
        """What was shown last, to be heard."""
        return event_of(self.seen)

    @cached_property
    def move(self) -> dict[str, str]:
        """Which card was placed last, and where."""
        return move_of(self.view) if self.view else {}

    @cached_property
    def hints(self) -> Hints | None:
        """What the host lets the page tell."""
        return hints(self.seen)

    @cached_property
    def worth(self) -> Worth | None:
        """What the coach tells the viewer of."""
        return worth(self.seen)

    @cached_property
    def open_deck(self) -> tuple[Card, ...]:
        """The cards that may be picked."""
        return tuple(self._cards[card] for card in self.view.open_deck) if self.view else ()

    @cached_property
    def _cards(self) -> tuple[Card, ...]:
        return cards_of(self.seen.rules.heads_of)


def doer(event: Public) -> int | None:
    """Return the seat whose doing an event was, if it was that of one."""
    return None if isinstance(event, Laid | Revealed) else event.seat
