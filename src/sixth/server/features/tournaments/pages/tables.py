"""The tables of a round as pages show them: who sits there, what was entered, whether it holds. Pure."""

from typing import Literal, NamedTuple

from sixth.rules.record import HUMAN
from sixth.tournaments.events import Player
from sixth.tournaments.state import Round, Tournament

TableStage = Literal["open", "entered", "differs", "held"]
"""Nothing was entered; one player has; two have, differently; the result holds."""


class Who(NamedTuple):
    """A player as pages name them."""

    id: Player
    name: str
    team: str
    is_bot: bool
    active: bool


class SeatLine(NamedTuple):
    """A seat of a table: its player, the heads that hold (None for none), whether the reader sits there."""

    id: Player
    name: str
    is_bot: bool
    heads: int | None
    is_me: bool


class Entry(NamedTuple):
    """Heads by seat, and the player who has entered them, with their name."""

    by: str
    name: str
    heads: tuple[int, ...]


class TableLine(NamedTuple):
    """A table of a round; `game` is the id of its game, "" where there is no replay, or none yet.

    `entries` are what was entered and does not hold alone: one that waits, or several that differ.
    """

    round: int
    number: int
    seats: tuple[SeatLine, ...]
    state: TableStage
    entries: tuple[Entry, ...]
    game: str


def who_is(tournament: Tournament, player: Player) -> Who:
    """Return a player as pages name them."""
    entrant = tournament.players[player]
    return Who(player, entrant.name, entrant.team, entrant.kind != HUMAN, entrant.active)


def table_line(tournament: Tournament, round: Round, number: int, *, me: Player | None) -> TableLine:
    """Return a table of a round as a reader sees it who is the player `me`, or None."""
    result = round.results.get(number)
    held = result.heads if result is not None and result.holds else None
    stage: TableStage = "open"
    entries: tuple[Entry, ...] = ()
    if result is not None:
        claims = [(result.by, result.heads)] if not result.holds or result.contradictions else []
        claims += [(each.by, each.heads) for each in result.contradictions]
        entries = tuple(Entry(by, _name_of(tournament, by), heads) for by, heads in claims)
        stage = "held" if result.holds else "differs" if result.contradictions else "entered"
    seats = tuple(
        SeatLine(
            player,
            tournament.players[player].name,
            tournament.players[player].kind != HUMAN,
            held[seat] if held else None,
            player == me,
        )
        for seat, player in enumerate(round.tables[number - 1])
    )
    game = "" if tournament.is_held(round) else round.played.get(number, "")
    return TableLine(round.number, number, seats, stage, entries, game)


def _name_of(tournament: Tournament, by: Player) -> str:
    entrant = tournament.players.get(by)
    return entrant.name if entrant else by
