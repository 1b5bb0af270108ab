"""What one reader sees of a tournament: a person at a table, the host, or an onlooker. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Final, Literal, NamedTuple

from sixth.i18n import and_list, gettext as _, ngettext
from sixth.server.features.tournaments.pages.standings import StandingLine
from sixth.server.features.tournaments.pages.tables import (
    Entry,
    TableLine,
    Who,
    table_line,
    who_is,
)
from sixth.server.features.tournaments.pages.text import plan_facts, points_text, round_title
from sixth.tournaments.decide import last_of_host
from sixth.tournaments.events import Player
from sixth.tournaments.pairing import has_next_round, is_knock_out_next
from sixth.tournaments.state import Round, Tournament

Stage = Literal["gathering", "drawn", "playing", "between", "over"]
"""People come; the tables of a round are drawn; it goes on; all its results are there; the end."""

_PODIUM: Final = 3

_FEW: Final = 3
"""Missing results that are announced."""


class OwnTable(NamedTuple):
    """The reader's table in the last round, and their seat there, from 1."""

    table: TableLine
    seat: int
    entries: tuple[Entry, ...]
    may_confirm: bool


class PodiumLine(NamedTuple):
    """A player among the first, with their points in words."""

    place: int
    who: Who
    points: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """Who looks: the host or not, the player that they are or None, and what the address asks for.

    `table` is a table whose result the host enters, by round and number; `swapped` is the player who is to
    change places.
    """

    is_host: bool = False
    player: Player | None = None
    table: tuple[int, int] | None = None
    swapped: Player = ""


@dataclass(frozen=True)
class TournamentView:
    """What one reader sees of the tournament with a code; templates call it `t`.

    The last round is the one that has begun last; for the host it may be one that is drawn. `games` are the
    ids of games that can be seen again, by round and table.
    """

    code: str
    tournament: Tournament
    reader: Reader
    games: Mapping[tuple[int, int], str]
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

    @property
    def people(self) -> Sequence[Who]:
        """All players, those who are there first, by name."""
        all = [who_is(self.tournament, each) for each in self.tournament.players]
        return sorted(all, key=lambda each: (not each.active, each.name.casefold()))

    @property
    def people_title(self) -> str:
        """How many players there are."""
        count = sum(each.active for each in self.tournament.players.values())
        return ngettext("{count} player", "{count} players", count).format(count=count)

    @property
    def teams(self) -> Sequence[str]:
        """The names of the teams."""
        return sorted({each.team for each in self.tournament.players.values() if each.team})

    # ---------------------------------------------------------- the last round

    @cached_property
    def tables(self) -> Sequence[TableLine]:
        """The tables of the last round."""
        return (
            ()
            if self.last is None
            else [self._table(self.last, at + 1) for at in range(len(self.last.tables))]
        )

    def _table(self, round: Round, number: int) -> TableLine:
        games = {table: game for (at, table), game in self.games.items() if at == round.number}
        return table_line(self.tournament, round, number, me=self.reader.player, games=games)

    @property
    def missing(self) -> Sequence[int]:
        """The tables of the round that goes on without a result that holds, but for those that differ."""
        return [each.number for each in self.tables if each.state in ("open", "entered")]

    @property
    def differing(self) -> Sequence[int]:
        """The tables at which two players have entered different results."""
        return [each.number for each in self.tables if len(each.entries) > 1]

    # ---------------------------------------------------------- the host

    @property
    def is_host(self) -> bool:
        """Whether the reader is the host."""
        return self.reader.is_host

    @property
    def host_title(self) -> str:
        """What is to be done, for the host."""
        title = self.round_title
        return {
            "gathering": _("You host: people come in by the code"),
            "drawn": _("{round}: drawn, not begun").format(round=title),
            "playing": title,
            "between": _("{round}: all results are in").format(round=title),
            "over": _("The end"),
        }[self.stage]

    @property
    def begin_label(self) -> str:
        """The label of the button that begins the next round."""
        last = self.last
        number = 1 if last is None else last.number + (1 if last.began_at else 0)
        return _("Begin round {round}").format(round=number)

    @property
    def may_undo(self) -> bool:
        """Whether the host may have something to undo."""
        return last_of_host(self.tournament) is not None

    @cached_property
    def entry(self) -> OwnTable | None:
        """The table whose result the host enters."""
        if self.reader.table is None or not self.is_host:
            return None
        number, table = self.reader.table
        round = next((each for each in self.tournament.rounds if each.number == number), None)
        if round is None or not round.began_at or not 1 <= table <= len(round.tables):
            return None
        line = self._table(round, table)
        return OwnTable(line, 0, line.entries, may_confirm=False)

    @property
    def swap(self) -> Who | None:
        """The player who is to change places."""
        drawn = self.last.tables if self.last is not None and self.stage == "drawn" else ()
        if not self.is_host or not any(self.reader.swapped in table for table in drawn):
            return None
        return who_is(self.tournament, self.reader.swapped)

    @property
    def repeats(self) -> str:
        """How many pairs of the drawn round meet again."""
        count = (
            sum(self._met[pair] > 0 for table in self.last.tables for pair in _pairs(table))
            if self.last
            else 0
        )
        text = ngettext("{count} pair meets again.", "{count} pairs meet again.", count)
        return text.format(count=count) if count else ""

    @cached_property
    def costs(self) -> Mapping[Player, str]:
        """What it costs to swap with each player: how many more pairs meet again."""
        if self.swap is None or self.last is None:
            return {}
        met, tables, first = self._met, self.last.tables, self.swap.id
        own = next(table for table in tables if first in table)
        costs = dict[Player, str]()
        for table in tables:
            for second in table:
                more = 0 if table == own else _swap_cost(met, own, table, first, second)
                costs[second] = _("again: {count}").format(count=f"{more:+}") if more else ""
        return costs

    @cached_property
    def _met(self) -> Counter[tuple[Player, Player]]:
        """How often pairs have met in the rounds before the last."""
        return Counter(
            pair for round in self.tournament.rounds[:-1] for table in round.tables for pair in _pairs(table)
        )

    # ---------------------------------------------------------- the reader as a player

    @property
    def me(self) -> Who | None:
        """The reader as a player."""
        return None if self.reader.player is None else who_is(self.tournament, self.reader.player)

    @cached_property
    def own(self) -> OwnTable | None:
        """The reader's table in the last round."""
        me, last = self.reader.player, self.last
        if me is None or last is None:
            return None
        for number, players in enumerate(last.tables, start=1):
            if me in players:
                line = self._table(last, number)
                may_confirm = line.state == "entered" and line.entries[0].by != me
                return OwnTable(line, players.index(me) + 1, line.entries, may_confirm)
        return None

    @property
    def goes_to(self) -> str:
        """The address of the way to the reader's table, if they play there now; "" otherwise."""
        own, me = self.own, self.me
        plays = self.stage == "playing" and self.place == "online" and me is not None and me.active
        return f"{self.path}/table" if plays and own is not None and own.table.state == "open" else ""

    @property
    def seat_key(self) -> str:
        """A name of the reader's seat in the last round, which changes with each round."""
        return "" if self.own is None else f"{self.round}-{self.own.table.number}"

    @property
    def _own_line(self) -> StandingLine | None:
        return next((each for each in self.standings if each.who.id == self.reader.player), None)

    @property
    def rank(self) -> str:
        """The reader's place, "" before the first result."""
        line = self._own_line
        if line is None:
            return ""
        return _("Place {place} of {players}").format(place=line.place, players=len(self.standings))

    @property
    def standing(self) -> str:
        """The reader's place and points, "" before the first result."""
        line = self._own_line
        return f"{self.rank} · {points_text(line.exact)}" if line else ""

    @property
    def own_result(self) -> str:
        """The result of the reader's table."""
        table = self.own.table if self.own else None
        if table is None or table.state != "held":
            return ""
        heads = and_list([f"{each.name} {each.heads}" for each in table.seats])
        return _("Your table: {result}").format(result=heads)

    @property
    def next(self) -> str:
        """What comes next."""
        if self.stage == "playing":
            count = len(self.missing) + len(self.differing)
            text = ngettext("{count} table still plays.", "{count} tables still play.", count)
            return text.format(count=count)
        if not self.has_next:
            return _("That was the last round.")
        if self.round and self.tournament.plan.pause_seconds:
            return _("The next round begins by itself.")
        return _("The next round begins when the host starts it.")

    @property
    def news(self) -> str:
        """The sentence that is announced when it changes."""
        own, title = self.own, self.round_title
        if self.stage == "over":
            return self.winners
        if self.is_host and self.stage == "playing":
            return " ".join([f"{title}.", *self._to_do()])
        if self.is_host and self.stage == "between":
            return self.host_title
        if own is not None and self.stage in ("drawn", "playing") and own.table.state != "held":
            seat = _("Table {table}, seat {seat}").format(table=own.table.number, seat=own.seat)
            differs = (
                [_("Results that differ:"), f"{own.table.number}."] if own.table.state == "differs" else []
            )
            return " ".join([f"{title}: {seat}.", *differs])
        return title

    def _to_do(self) -> Iterable[str]:
        """Yield what the host should know: results that differ, and the last ones that are missing."""
        if self.differing:
            yield _("Results that differ:")
            yield f"{and_list([str(each) for each in self.differing])}."
        if 0 < (count := len(self.missing)) <= _FEW:
            text = ngettext("{count} result is missing.", "{count} results are missing.", count)
            yield text.format(count=count)

    # ---------------------------------------------------------- the end

    @property
    def podium(self) -> Sequence[PodiumLine]:
        """The first players."""
        return [
            PodiumLine(each.place, each.who, points_text(each.exact))
            for each in self.standings
            if each.place <= _PODIUM
        ]

    @property
    def winners(self) -> str:
        """Who has won."""
        first = [each.who for each in self.standings if each.place == 1]
        if not first:
            return _("It ended without a result.")
        names = [_("{name} (bot)").format(name=each.name) if each.is_bot else each.name for each in first]
        return ngettext("{names} has won.", "{names} have won.", len(names)).format(names=and_list(names))

    def share(self, address: str) -> str:
        """Return the text with which the result is shared."""
        lines = [f"{each.place}. {each.who.name} · {each.points}" for each in self.podium]
        return "\n".join([self.name, *lines, address])


def _pairs(table: Sequence[Player]) -> Iterable[tuple[Player, Player]]:
    return combinations(sorted(table), 2)


def _swap_cost(
    met: Counter[tuple[Player, Player]], own: Sequence[Player], other: Sequence[Player], *swapped: Player
) -> int:
    """Return how many more pairs meet again if two players of two tables change places."""
    first, second = swapped

    def repeats(player: Player, table: Sequence[Player]) -> int:
        return sum(met[min(player, each), max(player, each)] > 0 for each in table if each not in swapped)

    before = repeats(first, own) + repeats(second, other)
    return repeats(first, other) + repeats(second, own) - before
