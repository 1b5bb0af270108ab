"""What the table page shows at one moment, ready for the templates: no rules and no wording left to them."""

from datetime import date
from functools import cached_property
from typing import NamedTuple

from sixth.rules.events import Action, Laid, Placed, Public, Revealed, Take
from sixth.rules.view import View
from sixth.server.table.asks import Asks, asks_of
from sixth.server.table.daily import GAME
from sixth.server.table.view import TableView
from sixth.server.web.text.daily import daily_title
from sixth.server.web.text.labels import game_title, game_titles
from sixth.server.web.text.narration import names_of, narrate
from sixth.server.web.text.prompt import prompt_text, tab_text, waiting_text
from sixth.server.web.text.why import why_text
from sixth.server.web.views.cards import Card, ShownRow, cards_of, hand_slots, shown_row
from sixth.server.web.views.hints import Hints, Worth, hints, worth
from sixth.server.web.views.players import Player, players_of, progress_text
from sixth.server.web.views.preview import Preview, previews
from sixth.server.web.views.turn import (
    Event,
    Played,
    TakenRow,
    event_of,
    last_turn,
    move_of,
    played_in,
    rows_taken,
)


class LogLine(NamedTuple):
    """A line of what happened, and the `seat` whose doing it was, if it was that of one."""

    text: str
    seat: int | None


class Frame:
    """One picture of a table for one viewer: what `seen` sees, each part worked out when it is asked for."""

    def __init__(self, seen: TableView, **instead: object) -> None:
        """Make the picture of what `seen` sees; `instead` are parts that are given rather than worked out."""
        self.seen = seen
        # A part that stands here is not worked out.
        self.__dict__.update(instead)

    def replace(self, **instead: object) -> "Frame":
        """Return a picture with these parts instead of its own."""
        return Frame(self.seen, **instead)

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
        return progress_text(self.seen)

    @cached_property
    def players(self) -> tuple[Player, ...]:
        """Who sits at the table."""
        return players_of(self.seen)

    @cached_property
    def rows(self) -> tuple[ShownRow, ...]:
        """The rows, with what the viewer may decide about them."""
        view = self.view
        if view is None:
            return ()
        placed = {event.card: event.seat for event in self.last_events if isinstance(event, Placed)}
        rows = [shown_row(view.rules, index, row, self._cards, placed) for index, row in enumerate(view.rows)]
        least = min([row.heads for row in rows], default=0)
        for action in self.decide:
            if isinstance(action, Take):
                row = rows[action.row]
                cheapest = action.end is None and row.heads == least
                rows[action.row] = row._replace(decide=(*row.decide, action.end), cheapest=cheapest)
        for danger in self.hints.dangers if self.hints else ():
            rows[danger.row - 1] = rows[danger.row - 1]._replace(danger=danger)
        # Once all is over the rows are as they lie, and the table of heads tells all.
        for each in () if view.over else self.taken:
            rows[each.row - 1] = rows[each.row - 1]._replace(taken=(self.names[each.seat], each.heads))
        return tuple(rows)

    @cached_property
    def decide(self) -> tuple[Action, ...]:
        """What the viewer may do now, if they decide for themselves."""
        return self.view.legal if self.view and self.asks != "back" else ()

    @cached_property
    def why(self) -> str:
        """Why a row was taken in the last turn, or which of those to be taken costs least."""
        return why_text(self.seen, self.asks, self.taken)

    @cached_property
    def played(self) -> tuple[tuple[Played, str], ...]:
        """The cards of the turn that is being placed, or was placed last, and who played them."""
        cards = played_in(self.view, self.last_events) if self.view else ()
        return tuple([(each, self.names[each.seat]) for each in cards])

    @cached_property
    def last_events(self) -> tuple[Public, ...]:
        """What happened in the turn that is being placed, or was placed last."""
        return last_turn(self.view) if self.view else ()

    @cached_property
    def taken(self) -> tuple[TakenRow, ...]:
        """The rows that were taken in that turn."""
        return rows_taken(self.seen.rules.heads_of, self.last_events)

    @cached_property
    def last_turn(self) -> tuple[LogLine, ...]:
        """What happened in that turn, in sentences."""
        told = [LogLine(narrate(event, self.seen), doer(event)) for event in self.last_events]
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
