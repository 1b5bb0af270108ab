"""A table at one moment for pages that the server draws, ready for the templates."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from functools import cached_property

from markupsafe import Markup

from sixth.rules.events import Action, Flipped, Laid, Placed, Public, Revealed, Take
from sixth.server.feature import TablePlace
from sixth.server.protocol.asks import Asks, asks_of
from sixth.server.table.view import TableView
from sixth.server.web.text.labels import daily_title, game_title, game_titles
from sixth.server.web.text.narration import narrate
from sixth.server.web.text.prompt import prompt_text, tab_text
from sixth.server.web.views.cards import CardPicture, RowPicture, cards_of, row_picture
from sixth.server.web.views.hints import Hints, hints, worth
from sixth.server.web.views.players import PlayerRow, player_of, progress_text


class Frame:
    """A picture of a table for one viewer, whose parts are worked out when first used.

    The viewer sees no chat of people who are `muted`, by id.
    """

    def __init__(
        self,
        table: TableView,
        parts: Sequence[Mapping[TablePlace, Markup]] = (),
        muted: Collection[str] = (),
    ) -> None:
        self.table, self.view, self._parts, self.muted = table, table.view, parts, muted

    def part(self, place: TablePlace) -> Markup:
        """Return what features show at this place."""
        return Markup().join(parts.get(place, "") for parts in self._parts)

    @cached_property
    def asks(self) -> Asks:
        """What the table asks of the viewer, in one word."""
        return asks_of(self.table)

    @cached_property
    def prompt(self) -> str:
        """What the table asks of the viewer, or whom it waits for, in a sentence."""
        return prompt_text(self.table, self.asks)

    @cached_property
    def tab(self) -> str:
        """The title of the page."""
        return f"{tab_text(self.table, self.asks, self.prompt)} – Sixth"

    @cached_property
    def game(self) -> str:
        """The name of the game."""
        return game_titles()["classic"] if self.table.daily else game_title(self.table.rules)

    @property
    def title(self) -> str:
        """The name of the game, or the day of a daily deal."""
        day, practice = self.table.daily, self.table.practice
        return daily_title(date.fromisoformat(day), practice=practice) if day else self.game

    @cached_property
    def progress(self) -> str:
        """The progress of the game in words."""
        return progress_text(self.table)

    @cached_property
    def players(self) -> tuple[PlayerRow, ...]:
        """The players by seat."""
        return tuple([player_of(self.table, seat) for seat in range(len(self.table.sitters))])

    @cached_property
    def rows(self) -> tuple[RowPicture, ...]:
        """The rows, with the choices of the viewer."""
        view = self.view
        if view is None:
            return ()
        placed = {event.card: event.seat for event in self.last_events if isinstance(event, Placed)}
        rows = [
            row_picture(view.rules, index, row, self._cards, placed) for index, row in enumerate(view.rows)
        ]
        least = min([row.heads for row in rows], default=0)
        for action in self.decide:
            if isinstance(action, Take):
                row = rows[action.row]
                cheapest = action.end is None and row.heads == least
                rows[action.row] = row._replace(decide=(*row.decide, action.end), cheapest=cheapest)
        return tuple(rows)

    @cached_property
    def decide(self) -> tuple[Action, ...]:
        """The legal actions of the viewer, unless a bot decides for them."""
        return self.view.legal if self.view and self.asks != "back" else ()

    @cached_property
    def last_events(self) -> tuple[Public, ...]:
        """The events of the current turn, or of the last one."""
        if self.view is None:
            return ()
        history, seats = self.view.history, len(self.view.seats_in)
        begins = [at for at, event in enumerate(history) if isinstance(event, Revealed)]
        if begins:
            return history[begins[-1] :]
        placed = [at for at, event in enumerate(history) if isinstance(event, Flipped | Placed)]
        return history[placed[-2 * seats] :] if len(placed) >= 2 * seats else history[-8:]

    @cached_property
    def last_turn(self) -> list[tuple[str, int | None]]:
        """The events of that turn in sentences, each with the seat that acted, if it was one seat."""
        seats = [None if isinstance(each, Laid | Revealed) else each.seat for each in self.last_events]
        texts = [narrate(event, self.table) for event in self.last_events]
        return [(text, seat) for text, seat in zip(texts, seats, strict=True) if text]

    @cached_property
    def hand(self) -> tuple[CardPicture, ...]:
        """The viewer's own cards."""
        return tuple(self._cards[card] for card in self.view.hand) if self.view else ()

    @cached_property
    def hints(self) -> Hints | None:
        """The hints, if the host allows them."""
        return hints(self.table)

    @cached_property
    def worth(self) -> dict[str, int] | None:
        """The turn or round that the coach judges for the viewer."""
        return worth(self.table)

    @cached_property
    def open_deck(self) -> tuple[CardPicture, ...]:
        """The cards that may be picked."""
        return tuple(self._cards[card] for card in self.view.open_deck) if self.view else ()

    @cached_property
    def _cards(self) -> tuple[CardPicture, ...]:
        return cards_of(self.table.rules.heads_of)
