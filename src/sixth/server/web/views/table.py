"""What the pages that the server draws show of a table at one moment, ready for the templates."""

from collections.abc import Mapping, Sequence
from datetime import date
from functools import cached_property
from typing import NamedTuple

from markupsafe import Markup

from sixth.rules.events import Action, Flipped, Laid, Placed, Public, Revealed, Take
from sixth.rules.view import View
from sixth.server.feature import TablePlace
from sixth.server.table.asks import Asks, asks_of
from sixth.server.table.view import TableView
from sixth.server.web.text.labels import game_title, game_titles
from sixth.server.web.text.narration import narrate
from sixth.server.web.text.prompt import prompt_text, tab_text
from sixth.server.web.text.titles import daily_title
from sixth.server.web.views.cards import Card, ShownRow, cards_of, shown_row
from sixth.server.web.views.hints import Hints, Worth, hints, worth
from sixth.server.web.views.players import Player, players_of, progress_text


class LogLine(NamedTuple):
    """A line of what happened, and the `seat` whose doing it was, if it was that of one."""

    text: str
    seat: int | None


class Frame:
    """One picture of a table for one viewer: what `seen` sees, each part worked out when it is asked for."""

    def __init__(self, seen: TableView, parts: Sequence[Mapping[TablePlace, Markup]] = ()) -> None:
        """Make the picture of what `seen` sees, with the `parts` that features show there."""
        self.seen, self._parts = seen, parts

    def part(self, place: TablePlace) -> Markup:
        """Return what features show at this place."""
        return Markup().join(parts.get(place, "") for parts in self._parts)

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
    def tab(self) -> str:
        """What a tab with the page is called."""
        return f"{tab_text(self.seen, self.asks, self.prompt)} – Sixth"

    @cached_property
    def game(self) -> str:
        """What is played."""
        return game_titles()["classic"] if self.seen.daily else game_title(self.seen.rules)

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
        return tuple(rows)

    @cached_property
    def decide(self) -> tuple[Action, ...]:
        """What the viewer may do now, if they decide for themselves."""
        return self.view.legal if self.view and self.asks != "back" else ()

    @cached_property
    def last_events(self) -> tuple[Public, ...]:
        """What happened in the turn that is being placed, or was placed last."""
        return events_of_turn(self.view) if self.view else ()

    @cached_property
    def last_turn(self) -> tuple[LogLine, ...]:
        """What happened in that turn, in sentences."""
        told = [LogLine(narrate(event, self.seen), doer(event)) for event in self.last_events]
        return tuple([line for line in told if line.text])

    @cached_property
    def hand(self) -> tuple[Card, ...]:
        """The viewer's own cards."""
        return tuple(self._cards[card] for card in self.view.hand) if self.view else ()

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


def events_of_turn(view: View) -> tuple[Public, ...]:
    """Return the events of the turn that is being placed, or was placed last."""
    history = view.history
    begins = [at for at, event in enumerate(history) if isinstance(event, Revealed)]
    if begins:
        return history[begins[-1] :]
    placed = [at for at, event in enumerate(history) if isinstance(event, Flipped | Placed)]
    return (
        history[placed[-2 * len(view.seats_in)] :] if len(placed) >= 2 * len(view.seats_in) else history[-8:]
    )
