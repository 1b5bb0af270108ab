"""A tournament that tests play: its log, and the commands of host, players and site."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

import pytest

from sixth.rules.game import Refusal
from sixth.rules.games import GAMES
from sixth.tournaments.commands import Begin, Confirm, Context, Join, Report, TournamentCommand
from sixth.tournaments.decide import decide
from sixth.tournaments.events import Opened, Player, TournamentEvent
from sixth.tournaments.fold import evolve, fold
from sixth.tournaments.pairing import has_next_round
from sixth.tournaments.plan import Plan
from sixth.tournaments.state import Tournament

RULES: Final = GAMES["classic"].replace(seats=4)
AT: Final = "2026-11-28T20:00:00+00:00"
HOST: Final = Context(proof="host", host=True, at=AT)
SITE: Final = Context(site=True, at=AT)


def plan_of(**fields: Any) -> Plan:
    return Plan(**{"name": "Evening", "rules": RULES, "place": "hall", **fields})


def player(name: str) -> Context:
    """Return the sender whose name, token and id are all `name`."""
    return Context(proof=name, at=AT, new_player=name)


class Evening:
    """A tournament, and the log that it is the fold of."""

    def __init__(self, *names: str, seed: str = "seed", **fields: Any) -> None:
        self.log: list[TournamentEvent] = [Opened(plan_of(**fields), seed, "host", AT)]
        self.now: Tournament = fold(self.log)
        for name in names:
            self.send(Join(name), player(name))

    def send(self, command: TournamentCommand, sender: Context = HOST) -> tuple[TournamentEvent, ...]:
        events = decide(self.now, command, sender)
        self.add(*events)
        return events

    def add(self, *events: TournamentEvent) -> None:
        for event in events:
            self.log.append(event)
            self.now = evolve(self.now, event)

    def refused(self, command: TournamentCommand, sender: Context = HOST) -> str:
        """Return the code with which a command is refused; it changes nothing."""
        before = self.now
        with pytest.raises(Refusal) as refused:
            decide(self.now, command, sender)
        assert self.now is before
        assert str(refused.value).endswith((".", "?"))
        return refused.value.code

    def tables(self) -> list[tuple[Player, ...]]:
        assert self.now.current is not None
        return list(self.now.current.tables)

    def play_round(self, heads: Sequence[Sequence[int]] | Random) -> None:
        """Begin the next round, and have the host enter the heads of each table, drawn if by a `Random`."""
        self.send(Begin())
        for number, table in enumerate(self.tables(), 1):
            drawn = drawn_heads(heads, len(table)) if isinstance(heads, Random) else heads[number - 1]
            self.send(Report(len(self.now.rounds), number, tuple(drawn)))

    def play(self, seed: int = 1) -> None:
        """Play all rounds to come with drawn results, entered by two players of each table in a hall."""
        rng = Random(seed)
        while has_next_round(self.now):
            self.send(Begin())
            round = len(self.now.rounds)
            for number, table in enumerate(self.tables(), 1):
                heads = drawn_heads(rng, len(table))
                if self.now.plan.place == "online":
                    self.send(Report(round, number, heads, game=f"{round}-{number}"), SITE)
                else:
                    self.send(Report(round, number, heads), player(table[0]))
                    self.send(Confirm(round, number), player(table[1]))


def drawn_heads(rng: Random, seats: int) -> tuple[int, ...]:
    """Return heads with which a game to 66 may end."""
    heads = [rng.randrange(66) for _ in range(seats)]
    heads[rng.randrange(seats)] = rng.randrange(66, 75)
    return tuple(heads)


def names(count: int) -> list[str]:
    return [f"P{number:03}" for number in range(count)]
