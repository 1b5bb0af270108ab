"""What one reader sees of a tournament: a person at a table, the host, or an onlooker. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Final, NamedTuple

from sixth.i18n import and_list, gettext as _, ngettext
from sixth.server.features.tournaments.field.comparison import fields_in
from sixth.server.features.tournaments.pages.score_pad import pad_fragment
from sixth.server.features.tournaments.pages.shared_view import SharedView
from sixth.server.features.tournaments.pages.standings import StandingLine
from sixth.server.features.tournaments.pages.tables import TableLine, Who, who_is
from sixth.tournaments.decide import last_of_host
from sixth.tournaments.events import Player
from sixth.tournaments.luck import luck_text

_FEW: Final = 3
"""Missing results that are announced."""


class OwnTable(NamedTuple):
    """The reader's table in the last round, and their seat there, from 1."""

    table: TableLine
    seat: int
    may_confirm: bool


@dataclass(frozen=True)
class TournamentView(SharedView):
    """What one reader sees of a tournament; templates call it `t`."""

    # ---------------------------------------------------------- the host

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
    def luck(self) -> str:
        """How much of the evening is luck, before it begins."""
        return (
            luck_text(self.tournament.plan, len(self.tournament.active)) if self.stage == "gathering" else ""
        )

    @property
    def begin_label(self) -> str:
        """The label of the button that begins the next round."""
        return _("Begin round {round}").format(round=self.tournament.next_number)

    @property
    def may_undo(self) -> bool:
        """Whether the host may have something to undo."""
        return last_of_host(self.tournament) is not None

    @cached_property
    def entry(self) -> TableLine | None:
        """The table whose result the host enters."""
        if self.reader.table is None or not self.is_host:
            return None
        number, table = self.reader.table
        round = next((each for each in self.tournament.begun if each.number == number), None)
        if round is None or not 1 <= table <= len(round.tables):
            return None
        return self.table(round, table)

    @cached_property
    def swap(self) -> Who | None:
        """The player who is to change places."""
        drawn = self.last.tables if self.last is not None and self.stage == "drawn" else ()
        if not self.is_host or not any(self.reader.swapped in table for table in drawn):
            return None
        return who_is(self.tournament, self.reader.swapped)

    @property
    def renamed(self) -> Who | None:
        """The player to whom the host gives another name."""
        player = self.reader.renamed
        is_known = self.is_host and player in self.tournament.players
        return who_is(self.tournament, player) if is_known else None

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
        number = last.table_of(me)
        if not number:
            return None
        table = self.tables[number - 1]
        may_confirm = table.state == "entered" and table.entries[0].by != me
        return OwnTable(table, last.tables[number - 1].index(me) + 1, may_confirm)

    @property
    def pad_fragment(self) -> str:
        """The fragment that sets the score pad up for the reader's table; "" for games it cannot count."""
        if self.own is None or self.last is None:
            return ""
        return pad_fragment(self.tournament, self.code, self.last, self.own.table.number)

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

    @cached_property
    def _own_line(self) -> StandingLine | None:
        return next((each for each in self.standings if each.who.id == self.reader.player), None)

    @property
    def own_fields(self) -> Sequence[int]:
        """The rounds in which others had the reader's cards, and what they did with them is shown."""
        return fields_in(self.tournament).get(self.reader.player or "", ())

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
        return f"{self.rank} · {line.total}" if line else ""

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
            count = len(self.last.missing) if self.last else 0
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
