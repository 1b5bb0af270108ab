"""Contests and bots of their own for the tests of the arena."""

import os
import select
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import sixth
from sixth.arena.contest import Contest, Entrant, entrants_from
from sixth.arena.deal import ContestTable, DealResult
from sixth.arena.players.player import InternalBot, Player
from sixth.rules.view import View


def contest(names: str = "careful,nearest,random", *, game: str = "classic", **options: Any) -> Contest:
    """Return a contest of these bots, by default with seed 7."""
    entrants = options.pop("entrants", None) or entrants_from(names)
    changes = options.pop("changes", {})
    rules = sixth.games[game].replace(seats=options.pop("seats", len(entrants)), **changes)
    return Contest(game, rules, entrants, **{"seed": 7, **options})


def without_times(result: DealResult) -> tuple[Any, ...]:
    """What of a result is the same every time."""
    return result.deal, result.heads, result.places, result.faults


def table_of(contest: Contest, **players: Player) -> ContestTable:
    """A table of the contest in this process, where some bots are players of our own, by name."""

    def player(bot: int) -> Player:
        name = contest.entrants[bot].name
        return players.get(name) or InternalBot(lambda seed: sixth.bots.make(name, seed=seed))

    return ContestTable(contest, player)


def play_deals(contest: Contest, deals: int) -> list[DealResult]:
    """Return the results of the first deals of a contest, played in this process."""
    table = table_of(contest)
    return [table.play(deal) for deal in range(deals)]


class Acting:
    """A bot that does what a function says."""

    def __init__(self, act: Callable[[View], Any]) -> None:
        self._act = act

    def act(self, view: View) -> Any:
        return self._act(view)


def player_of(act: Callable[[View], Any]) -> Player:
    """A player in this process that does what a function says."""
    return InternalBot(lambda seed: Acting(act))


class Lifeline:
    """Knows when every process that holds the other end has gone."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "lifeline"
        os.mkfifo(self._file)
        self._end = os.open(self._file, os.O_RDONLY | os.O_NONBLOCK)
        # Without a first end of the other kind nobody would ever seem gone, should all be killed too early.
        os.close(os.open(self._file, os.O_WRONLY))

    @property
    def hold(self) -> str:
        """Python that holds it, and hands it on to every process that it starts with `close_fds=False`."""
        return (
            f"import os; held = os.open({str(self._file)!r}, os.O_WRONLY); os.set_inheritable(held, True)\n"
        )

    def has_ended(self) -> bool:
        """Wait until nobody holds it; whether that was soon. What was written to it is dropped."""
        while select.select([self._end], [], [], 20)[0]:
            if not os.read(self._end, 65_536):
                os.close(self._end)
                return True
        return False


def script(folder: Path, name: str, text: str) -> Entrant:
    """A bot in a process of its own: Python that reads views from standard input."""
    file = folder / f"{name}.py"
    file.write_text(f"import json, os, signal, subprocess, sys, time\n{text}", encoding="utf-8")
    return Entrant(name, (sys.executable, str(file)))


ANSWERS = """
def answer(view, action=None):
    print(json.dumps(action or view["legal"][0]), flush=True)
for number, line in enumerate(sys.stdin):
    view = json.loads(line)
"""
"""The beginning of a bot's loop; `number` counts the views that it has read."""
