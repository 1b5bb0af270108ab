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
from sixth.server.web.text.prompt import progress_text, prompt_text, tab_text


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

    @property
    def waits(self) -> bool:
        """Whether the viewer waits for others."""
        view, seat = self.view, self.table.seat
        done = seat is not None and (view.has_chosen[seat] if view else self.table.ready[seat])
        return self.asks == "wait" or (self.asks in ("choose", "begin") and done)

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

    @property
    def worth(self) -> dict[str, int] | None:
        """The turn, or the round (`turn` 0), that the coach can judge for the viewer; None for neither."""
        table, view = self.table, self.view
        if view is None or not table.is_coached or not table.config.helps or view.over:
            return None
        if table.between_rounds:
            return {"round": view.round, "turn": 0}
        return {"round": view.round, "turn": view.turn - 1} if view.turn > 1 else None
