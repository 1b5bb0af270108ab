"""What a table can hold: a log that is kept and read as a whole, one daily deal, bots that exist. Pure.

The rules of the game have no such limits: a record may hold a longer game than people can begin on a server.
"""

from collections.abc import Collection, Sequence
from typing import Final

from sixth.rules.events import Chose, Dealt, Laid
from sixth.rules.game import Forbidden, Impossible, NotNow
from sixth.rules.options import Rules, RulesError
from sixth.rules.record import HUMAN
from sixth.server.table import events
from sixth.server.table.events import OUTSIDE, Arranged, Opened, OwnEvent, Renamed, Sat, TableEvent
from sixth.server.table.state import Table

MAX_EVENTS: Final = 20_000
"""Events of one table, enough for an evening of many games; a round that has begun may exceed it."""

ROOM_FOR_GAME: Final = MAX_EVENTS // 2
"""A game begins only where so much room is left."""

_CHANGES, _RETURNS = 500, 500
"""Events of a game beside those of its rounds, at least: of changed choices, and of people who come back."""

MAX_GAME_EVENTS: Final = ROOM_FOR_GAME - _CHANGES - _RETURNS
"""Events of the rounds of a game with a fixed number of them."""

_EVENTS_PER_CARD, _EVENTS_PER_PICK = 5, 2
"""At most: a card is chosen, placed and takes a row, and clocks are set; in a draft it is picked first."""

_OTHER_ROUND_EVENTS: Final = 40
"""Events of a round that belong to no card: dealing, revealing, counting."""

_ALWAYS: Final = (
    *(events.Left, events.Kicked, events.StoodIn, events.Renamed),
    *(events.Clocked, events.TimedOut),
)
"""The table's own events that bring a round nearer to its end, or take somebody away."""


def round_events(rules: Rules) -> int:
    """Return the largest number of events in a round by these rules, if nobody changes a choice."""
    cards = rules.seats * sum(rules.parts(rules.seats))
    return (_EVENTS_PER_CARD + _EVENTS_PER_PICK * rules.drafts) * cards + _OTHER_ROUND_EVENTS


def max_rounds(rules: Rules) -> int:
    """Return the largest number of rounds that a game by these rules can have at a table."""
    return MAX_GAME_EVENTS // round_events(rules)


def check_rules(rules: Rules) -> None:
    """Check that a table can hold a game by these rules.

    Raises:
        RulesError: the game has more rounds than a table can hold, or needs more to reach its limit of heads.
    """
    rounds, end = max_rounds(rules), rules.end
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
    """Return whether the table has room for one more round."""
    return table.version + round_events(table.rules) <= MAX_EVENTS


def room_for_game(table: Table) -> bool:
    """Return whether the table has room for one more game."""
    return table.version + ROOM_FOR_GAME <= MAX_EVENTS


def check_room(table: Table, events: Sequence[TableEvent]) -> None:
    """Raise a refusal if the table has no room for these events; a round that goes on always has."""
    room = _room_for(table, events)
    if room and table.version + room > MAX_EVENTS:
        raise NotNow(
            "table-full",
            "This table has reached its limit. Please open a new one to keep playing.",
        )


def check_only_game(table: Table, events: Sequence[TableEvent]) -> None:
    """Raise a refusal if the table is for one game only, and an event does not belong to it."""
    own = [event for event in events if isinstance(event, OwnEvent) and not isinstance(event, Renamed)]
    if table.has_one_game and own:
        raise Forbidden(
            "daily-only", "The daily deal is one game for one person; close the page, and it waits for you."
        )


def check_bots(events: Sequence[TableEvent], bots: Collection[str]) -> None:
    """Raise a refusal if one of these events names a bot that is not among `bots`."""
    for event in events:
        match event:
            case Opened(config=config) | Arranged(config=config):
                check_bot(config.stand_in, bots)
            case Sat(kind=kind) if kind not in (HUMAN, OUTSIDE):
                check_bot(kind, bots)
            case _:
                pass


def check_bot(kind: str, bots: Collection[str]) -> None:
    """Raise a refusal if this kind is not among `bots`."""
    if kind not in bots:
        raise Impossible("no-bot", "There is no bot of that name; the bots are {bots}.", bots=", ".join(bots))


def _room_for(table: Table, changes: Sequence[TableEvent]) -> int:
    """Return how many events must still fit before these may happen; 0 if they always may."""
    # Being ready for a game or a round needs room for all of it.
    is_readied = any(isinstance(event, events.Readied) for event in changes)
    game_is_over = table.state is not None and not table.playing
    if any(isinstance(event, events.Began) for event in changes) or (is_readied and game_is_over):
        return ROOM_FOR_GAME
    if table.between_rounds and (is_readied or any(isinstance(event, Dealt | Laid) for event in changes)):
        return round_events(table.rules)
    extra = [event for event in changes if _is_extra(table, event)]
    if not extra or not table.playing:
        return len(extra)
    # No changes of one player, however many, take the end of the game away from the others.
    returns = all(isinstance(event, events.Returned) for event in extra)
    remaining_rounds = max(1, max_rounds(table.rules) - len(table.state.past if table.state else ()))
    rest_of_game = remaining_rounds * round_events(table.rules)
    return len(extra) + rest_of_game + (0 if returns else _RETURNS)


def _is_extra(table: Table, event: TableEvent) -> bool:
    """Return whether the game would go on without this event."""
    if isinstance(event, Chose):
        return table.state is not None and table.state.chosen[event.seat] is not None
    return isinstance(event, OwnEvent) and not isinstance(event, _ALWAYS)
