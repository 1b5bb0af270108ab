"""What all readers see of a tournament: how far it is, its last round, and its end. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, NamedTuple

from sixth.i18n import and_list, gettext as _, ngettext
from sixth.server.features.tournaments.pages.standings import (
    BestGame,
    StandingLine,
    TeamLine,
    best_games,
    team_lines,
)
from sixth.server.features.tournaments.pages.tables import TableLine, Who, table_line, who_is
from sixth.server.features.tournaments.pages.text import figure_title, plan_facts, round_title
from sixth.tournaments.events import Player
from sixth.tournaments.pairing import has_next_round, is_knock_out_next
from sixth.tournaments.state import Round, Tournament

Stage = Literal["gathering", "drawn", "playing", "between", "over"]
"""People come; the tables of a round are drawn; it goes on; all its results are there; the end."""

_PODIUM: Final = 3


class PodiumLine(NamedTuple):
    """A player among the first, with their points in words."""

    place: int
    who: Who
    points: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """Who looks: the host or not, the player that they are or None, and what the address asks for.

    `table` is a table whose result the host enters, by round and number; `swapped` is the player who is to
    change places, `renamed` the one who is to have another name.
    """

    is_host: bool = False
    player: Player | None = None
    table: tuple[int, int] | None = None
    swapped: Player = ""
    renamed: Player = ""


@dataclass(frozen=True)
class SharedView:
    """What one reader sees of the tournament with a code; without what is the reader's own.

    The last round is the one that has begun last; for the host it may be one that is drawn.
    """

    code: str
    tournament: Tournament
    reader: Reader
    standings: Sequence[StandingLine]

    # ---------------------------------------------------------- the tournament

    @property
    def path(self) -> str:
        """The path of its page."""
        return f"/tournaments/{self.code}"

    @property
    def name(self) -> str:
        """Its name."""
        return self.tournament.plan.name

    @property
    def version(self) -> int:
        """The number of its events."""
        return self.tournament.version

    @property
    def place(self) -> str:
        """Where people play: "online" or "hall"."""
        return self.tournament.plan.place

    @property
    def team_size(self) -> int:
        """The size of teams; 0 without teams."""
        return self.tournament.plan.team_size

    @property
    def facts(self) -> Sequence[str]:
        """What its plan is, in a few words each."""
        return plan_facts(self.tournament.plan)

    @property
    def figure_title(self) -> str:
        """The title of the figures that decide first."""
        return figure_title(self.tournament.plan)

    @cached_property
    def stage(self) -> Stage:
        """How far it is."""
        last = self.last
        if self.tournament.ended_at:
            return "over"
        if last is None:
            return "gathering"
        if not last.began_at:
            return "drawn"
        return "between" if last.is_complete else "playing"

    @cached_property
    def last(self) -> Round | None:
        """The last round."""
        rounds = self.tournament.rounds if self.is_host else self.tournament.begun
        return rounds[-1] if rounds else None

    @property
    def round(self) -> int:
        """The number of that round; 0 before the first."""
        return self.last.number if self.last else 0

    @property
    def round_title(self) -> str:
        """The name of that round, "" before the first."""
        return round_title(self.tournament, self.last) if self.last else ""

    @property
    def has_next(self) -> bool:
        """Whether a round may still begin."""
        return not self.tournament.ended_at and has_next_round(self.tournament)

    @property
    def may_join(self) -> bool:
        """Whether people may still join: until the last round before a knock-out has begun."""
        return self.has_next and not (self.tournament.begun and is_knock_out_next(self.tournament))

    @cached_property
    def people(self) -> Sequence[Who]:
        """All players, those who are there first, by name."""
        people = [who_is(self.tournament, each) for each in self.tournament.players]
        return sorted(people, key=lambda each: (not each.active, each.name.casefold()))

    @property
    def people_title(self) -> str:
        """How many players there are."""
        count = len(self.tournament.active)
        return ngettext("{count} player", "{count} players", count).format(count=count)

    @property
    def teams(self) -> Sequence[str]:
        """The names of the teams."""
        return sorted({each.team for each in self.tournament.players.values() if each.team})

    # ---------------------------------------------------------- the last round

    @cached_property
    def rounds(self) -> Sequence[tuple[int, Sequence[TableLine]]]:
        """The rounds that are shown, the last first, with their tables.

        The host can correct each of them; all others see the earlier ones once it is over.
        """
        if self.last is None or not (self.is_host or self.stage == "over"):
            return [(self.round, self.tables)] if self.tables else []
        return [(each.number, self._tables_of(each)) for each in reversed(self.tournament.begun)]

    @cached_property
    def tables(self) -> Sequence[TableLine]:
        """The tables of the last round."""
        return () if self.last is None else self._tables_of(self.last)

    def _tables_of(self, round: Round) -> Sequence[TableLine]:
        return [self.table(round, number) for number in range(1, len(round.tables) + 1)]

    def table(self, round: Round, number: int) -> TableLine:
        """Return a table of a round."""
        return table_line(self.tournament, round, number, me=self.reader.player)

    @property
    def missing(self) -> Sequence[int]:
        """The tables of the round that goes on without a result that holds, but for those that differ."""
        return [each.number for each in self.tables if each.state in ("open", "entered")]

    @property
    def differing(self) -> Sequence[int]:
        """The tables at which two players have entered different results."""
        return [each.number for each in self.tables if len(each.entries) > 1]

    @property
    def is_host(self) -> bool:
        """Whether the reader is the host."""
        return self.reader.is_host

    # ---------------------------------------------------------- the end

    @property
    def podium(self) -> Sequence[PodiumLine]:
        """The first players."""
        return [
            PodiumLine(each.place, each.who, each.total) for each in self.standings if each.place <= _PODIUM
        ]

    @property
    def winners(self) -> str:
        """Who has won."""
        first = [each.who for each in self.standings if each.place == 1]
        if not first:
            return _("It ended without a result.")
        names = [_("{name} (bot)").format(name=each.name) if each.is_bot else each.name for each in first]
        return ngettext("{names} has won.", "{names} have won.", len(names)).format(names=and_list(names))

    @property
    def best_games(self) -> Sequence[BestGame]:
        """The best games, at the end."""
        return best_games(self.tournament) if self.stage == "over" else ()

    @cached_property
    def team_lines(self) -> Sequence[TeamLine]:
        """The standings of teams."""
        return team_lines(self.tournament)

    def share(self, address: str) -> str:
        """Return the text with which the result is shared."""
        lines = [f"{each.place}. {each.who.name} · {each.points}" for each in self.podium]
        return "\n".join([self.name, *lines, address])
