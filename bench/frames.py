"""What it takes to show all at a table what happened, early and late in a game: `python bench/frames.py`.

Four people play classic at random. Each thing that one does is shown to all four, frame by frame as they get
it, in the first rounds and after many. A line of JSON a figure; the best of several runs, as the others only
say what else the machine was doing.
"""

import gc
import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

import sixth
from sixth.rules.deal import secret_from_seed
from sixth.rules.game import legal
from sixth.rules.options import End
from sixth.rules.record import HUMAN
from sixth.server.service import autoplay
from sixth.server.service.bot_pool import BotPool
from sixth.server.service.tables import Tables
from sixth.server.store.sql import SqlStore
from sixth.server.table import commands
from sixth.server.table.events import Began, Opened, Sat, TableEvent
from sixth.server.table.identity import Audience, hashed, new_token
from sixth.server.table.state import Step, Table, begun, fold, steps
from sixth.server.web.routes.tables import shows_of
from sixth.server.web.stream import Stream, pictures

SEATS = 4
RUNS = 7
ROUNDS, LATER = 4, 60
"""Rounds that are shown in one run; the game is so long when the later ones begin."""


class Game:
    """A game at a table, and the steps that each thing done in it has led to."""

    def __init__(self, name: str) -> None:
        rules = sixth.games["classic"].replace(seats=SEATS, end=End("rounds", LATER + ROUNDS))
        self.tokens = [new_token() for _ in range(SEATS)]
        sat = [Sat(seat, f"Person {seat}", HUMAN, hashed(token)) for seat, token in enumerate(self.tokens)]
        self.table = fold(name, (Opened(rules, secret_from_seed(1).hex()), *sat))
        self.came: list[list[Step]] = []
        self._rng = Random(1)
        began = Began("a-game", "2026-01-01T00:00:00+00:00", secret_from_seed(2).hex())
        self._do(commands.begin(self.table, 0, game=1, bots=(), began=began))

    def play(self, rounds: int) -> list[list[Step]]:
        """Play so many rounds; the steps that each thing done has led to."""
        self.came = []
        last = begun(self.table).round + rounds
        while not begun(self.table).over:
            state = begun(self.table)
            if self.table.between_rounds:
                if state.round + 1 == last:
                    break
                self._do(commands.next_round(self.table, game=self.table.games, round=state.round + 1))
                continue
            seat = state.to_act[0]
            action = self._rng.choice(legal(state, seat))
            self._do(commands.act(self.table, seat, action, round=state.round, turn=state.turn))
        return self.came

    def _do(self, events: Sequence[TableEvent]) -> None:
        came = []
        while True:
            came += steps(self.table, events)
            self.table = came[-1][1]
            if not autoplay.moves_by_itself(self.table):
                break
            events = commands.dealers_turn(self.table)
        self.came.append(came)


def shown(tables: Tables, before: Table, tokens: Sequence[str], came: Sequence[Sequence[Step]]) -> list[str]:
    """All messages that the four get of it."""
    shows = shows_of(tables, "http://here/t/a-table", local=False)
    streams = [Stream(tables, before, Audience.of(token), before.version, shows) for token in tokens]
    return [
        stream.message(table, told) for each in came for stream in streams for table, told in pictures(each)
    ]


def report(name: str, value: float, unit: str, **more: object) -> None:
    """A figure as a line of JSON."""
    print(json.dumps({"bench": name, "value": round(value, 3), "unit": unit, **more}), flush=True)


def main() -> None:
    """Show the first rounds, and those after many."""
    # As in a server.
    gc.disable()
    with TemporaryDirectory() as folder:
        store = SqlStore(f"sqlite:///{Path(folder) / 'sixth.sqlite3'}")
        tables = Tables(store, BotPool(1))
        took: dict[str, list[float]] = {}
        for run in range(RUNS):
            # At a table of its own, so that nothing of an earlier run is at hand.
            game = Game(f"table-{run}")
            for name in ("first", "later"):
                before, came = game.table, game.play(ROUNDS)
                began = perf_counter()
                messages = shown(tables, before, game.tokens, came)
                took.setdefault(name, []).append((perf_counter() - began) / len(messages))
                if run == 0:
                    size = sum(map(len, messages)) / len(messages) / 1024
                    report(f"frames.{name}.size", size, "KB a frame")
                    report(f"frames.{name}.count", len(messages) / len(came), "frames a thing done")
                game.play(LATER - ROUNDS)
        for name, times in took.items():
            report(f"frames.{name}", 1000 * min(times), "ms a frame")
        report("frames.later.ratio", min(took["later"]) / min(took["first"]), "of the first", after=LATER)
        store.close()


if __name__ == "__main__":
    main()
