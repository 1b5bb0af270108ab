"""A table at one moment for pages that the server draws, ready for the templates."""

from collections.abc import Collection, Sequence
from datetime import date
from functools import cached_property

from sixth.rules.events import Event, GameEnded, Revealed, RoundEnded
from sixth.server.feature import TableParts, TablePlace
from sixth.server.parts import TablePart
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
        parts: Sequence[TableParts] = (),
        muted: Collection[str] = (),
    ) -> None:
        self.table, self.view, self._parts, self.muted = table, table.view, parts, muted

    def parts_at(self, place: TablePlace) -> list[TablePart]:
        """Return the parts of features at this place."""
        return [part for parts in self._parts for part in parts.get(place, ())]

    @property
    def parts(self) -> TableParts:
        """The parts of features by place."""
        return {place: self.parts_at(place) for parts in self._parts for place in parts}

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

    @property
    def waits(self) -> bool:
        """Whether the viewer waits for others."""
        view, seat = self.view, self.table.seat
        done = seat is not None and (view.has_chosen[seat] if view else self.table.ready[seat])
        return self.asks == "wait" or (self.asks in ("choose", "begin") and done)

    @property
    def rows(self) -> list[RowPicture]:
        """The rows during a round."""
        rules, view = self.table.rules, self.view
        if view is None or view.over or self.table.between_rounds:
            return []
        return [row_picture(rules, at, row, self.cards, {}) for at, row in enumerate(view.rows)]

    @property
    def events(self) -> list[str]:
        """The events of the current turn, or of the last one with its result, in sentences."""
        table, view = self.table, self.view
        if view is None:
            return []
        begins = [at for at, event in enumerate(view.history) if isinstance(event, Revealed)]
        last: list[Event] = [*view.history[begins[-1] if begins else -2 * table.rules.seats :]]
        if view.past and (table.between_rounds or view.over):
            last.append(RoundEnded(len(view.past), view.past[-1], view.totals, view.out_now))
        if view.winners:
            last.append(GameEnded(view.totals, view.winners))
        return [text for event in last if (text := narrate(event, table))]

    @cached_property
    def hints(self) -> Hints | None:
        """The hints, if the host allows them."""
        return hints(self.table)

    @cached_property
    def worth(self) -> dict[str, int] | None:
        """The turn or round that the coach judges for the viewer."""
        return worth(self.table)

    @property
    def cards(self) -> tuple[CardPicture, ...]:
        """All cards of the game, by number."""
        return cards_of(self.table.rules.heads_of)
