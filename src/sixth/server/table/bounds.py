"""How much a table can hold. All that happens at it is kept, and read again as a whole: so there is an end.

Pure. The rules of the game know no such bound; a file may hold a longer game than a server lets people begin.
"""

from collections.abc import Sequence
from typing import Final

from sixth.rules.events import Chose, Dealt, Laid
from sixth.rules.game import Forbidden, NotNow
from sixth.rules.options import Rules, RulesError
from sixth.server.table.events import (
    Began,
    Clocked,
    Kicked,
    Left,
    Own,
    Readied,
    StoodIn,
    TableEvent,
    TimedOut,
)
from sixth.server.table.state import Table

MAX_EVENTS: Final = 20_000
"""Events of one table, but for the last round, which is played to its end: an evening of many games."""

MAX_GAME_EVENTS: Final = MAX_EVENTS // 2
"""Events of a game of a fixed number of rounds; no game begins where there is not as much room left."""

_EVENTS_A_CARD, _EVENTS_A_PICK = 5, 2
"""At most: it is chosen, placed, and takes a row, with notes of the clocks; in a draft it was picked, too."""

_EVENTS_BESIDE: Final = 40
"""Of a round, beside those of its cards: dealing, revealing, counting."""

_ALWAYS: Final = (Left, Kicked, StoodIn, Clocked, TimedOut)
"""The table's own events that bring a round nearer to its end, or take somebody away."""


def round_events(rules: Rules) -> int:
    """Return the most events that one round by these rules makes, if nobody changes their mind."""
    cards = rules.seats * sum(rules.parts(rules.seats))
    return (_EVENTS_A_CARD + _EVENTS_A_PICK * rules.drafts) * cards + _EVENTS_BESIDE


def most_rounds(rules: Rules) -> int:
    """Return how many rounds a game by these rules can have at a table."""
    return MAX_GAME_EVENTS // round_events(rules)


def check_rules(rules: Rules) -> None:
    """Check that a table can hold a game by these rules.

    Raises:
        RulesError: it has more rounds than a table can hold, or needs more until a total is so high.
    """
    rounds, end = most_rounds(rules), rules.end
    if end.kind == "rounds" and end.count > rounds:
        raise RulesError(
            "too-many-rounds",
            "With these options a game here can have {most} rounds at most, not {count}.",
            most=rounds,
            count=end.count,
        )
    most = rounds * rules.heads_in(range(1, rules.deck_size(rules.seats) + 1))
    if end.kind != "rounds" and end.count > most:
        raise RulesError(
            "limit-too-high",
            "A limit of {count} takes more than the {rounds} rounds that a game can have here; choose {most}"
            " or less.",
            count=end.count,
            rounds=rounds,
            most=most,
        )


def room_for_round(table: Table) -> bool:
    """Return whether this table has room for one more round."""
    return table.version + round_events(table.rules) <= MAX_EVENTS


def room_for_game(table: Table) -> bool:
    """Return whether this table has room for one more game."""
    return table.version + MAX_GAME_EVENTS <= MAX_EVENTS


def check_room(table: Table, events: Sequence[TableEvent]) -> None:
    """Check that the table has room for what is about to happen at it; a round that goes on always has.

    Raises:
        Refusal: it is full.
    """
    needed = _needed(table, events)
    if needed and table.version + needed > MAX_EVENTS:
        raise NotNow(
            "table-full",
            "This table has reached its limit. Please open a new one to keep playing.",
        )


def check_only_game(table: Table, events: Sequence[TableEvent]) -> None:
    """Check that nothing happens but its game at a table that has one game only.

    Raises:
        Refusal: something else would.
    """
    if table.has_one_game and any(isinstance(event, Own) for event in events):
        raise Forbidden(
            "daily-only", "The daily deal is one game for one person; close the page, and it waits for you."
        )


def _needed(table: Table, events: Sequence[TableEvent]) -> int:
    """The room there must be for these events to happen; 0 if they happen in any case."""
    # Nobody is ready for what there is no room for.
    if any(isinstance(event, Began) or _is_ready_for_game(table, event) for event in events):
        return MAX_GAME_EVENTS
    if table.between_rounds and any(isinstance(event, Dealt | Laid | Readied) for event in events):
        return round_events(table.rules)
    return sum(_is_extra(table, event) for event in events)


def _is_ready_for_game(table: Table, event: TableEvent) -> bool:
    return isinstance(event, Readied) and table.state is not None and not table.playing


def _is_extra(table: Table, event: TableEvent) -> bool:
    """Whether the game would go on without it."""
    if isinstance(event, Chose):
        return table.state is not None and table.state.chosen[event.seat] is not None
    return isinstance(event, Own) and not isinstance(event, _ALWAYS)
