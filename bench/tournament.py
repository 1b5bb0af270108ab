"""How long tournaments take to work out: JSON lines on stdout, in milliseconds of processor of one core.

    python bench/tournament.py core [--people 300] [--rounds 5] [--repeat 5]

`core`: for rounds by lot, Swiss and duplicate, a cut and a league: the fold of the whole log, one decision on
a result, the tables of the last round, the standings after the last round, what everybody may see, with the
standings in it, as JSON, and the check of the file. Results are entered by two people of each table in
a hall, and by the site otherwise. The least of the repetitions counts.
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any, Final

from sixth.rules.codec import dumps
from sixth.rules.games import GAMES
from sixth.tournaments import file
from sixth.tournaments.commands import Begin, Confirm, Context, Join, Report, TournamentCommand
from sixth.tournaments.decide import decide
from sixth.tournaments.events import Drawn, Opened, TournamentEvent
from sixth.tournaments.fold import evolve, fold
from sixth.tournaments.pairing import draw, has_next_round
from sixth.tournaments.plan import Plan
from sixth.tournaments.public import public_json
from sixth.tournaments.standings import standings
from sixth.tournaments.state import Tournament

AT: Final = "2026-11-28T20:00:00+00:00"
HOST: Final = Context(proof="host", host=True, at=AT)
SITE: Final = Context(site=True, at=AT)

FORMS: Final[dict[str, dict[str, Any]]] = {
    "lot": {"place": "hall"},
    "swiss": {"seating": "swiss"},
    "duplicate": {"duplicate": True},
    "league": {"seating": "league"},
    "cut": {"cut": 64},
}


class Played:
    """A tournament that was played to its end, and its log."""

    def __init__(self, plan: Plan, people: int) -> None:
        self.log: list[TournamentEvent] = [Opened(plan, "seed", "host", AT)]
        self.now: Tournament = fold(self.log)
        rng = Random(1)
        for number in range(people):
            self.send(Join(f"P{number}"), Context(proof=f"p{number}", at=AT, new_player=f"p{number}"))
        while has_next_round(self.now):
            self.send(Begin(), HOST)
            round = self.now.rounds[-1]
            for number, table in enumerate(round.tables, 1):
                heads = (rng.randrange(66, 75), *[rng.randrange(66) for _ in table[1:]])
                if plan.place == "online":
                    self.send(Report(round.number, number, heads, game=f"{number}"), SITE)
                    continue
                one, other = [Context(proof=player, at=AT) for player in table[:2]]
                self.send(Report(round.number, number, heads), one)
                self.send(Confirm(round.number, number), other)

    def send(self, command: TournamentCommand, sender: Context) -> None:
        """Carry out a command."""
        for event in decide(self.now, command, sender):
            self.log.append(event)
            self.now = evolve(self.now, event)


def core(people: int, rounds: int, repeat: int) -> Iterator[dict[str, Any]]:
    """Yield a line for each figure of each form."""
    rules = GAMES["classic"].replace(seats=4)
    for form, fields in FORMS.items():
        played = Played(Plan(name="Bench", rules=rules, rounds=rounds, **fields), people)
        now, log = played.now, played.log
        lines = list(file.lines(log))
        last = now.rounds[-1]
        before = fold(log[: log.index(Drawn(last.number, last.tables))])
        result = Report(last.number, 1, tuple(each + 1 for each in last.results[1].heads))
        measured: dict[str, Callable[[], object]] = {
            "fold": partial(fold, log),
            "decide": partial(decide, now, result, HOST),
            "draw": partial(draw, before, "seed"),
            "standings": partial(standings, now),
            "public": partial(_encoded, now),
            "file": partial(file.read, lines),
        }
        for name, act in measured.items():
            yield {
                "bench": f"tournament.core.{form}.{name}",
                "value": round(1000 * min(_seconds(act) for _ in range(repeat)), 2),
                "unit": "ms",
                "note": f"{people} people, {len(now.rounds)} rounds, {len(log)} events",
            }


def _encoded(now: Tournament) -> bytes:
    return dumps(public_json(now)).encode()


def _seconds(act: Callable[[], object]) -> float:
    begin = time.process_time()
    act()
    return time.process_time() - begin


def main() -> None:
    """Run the bench of the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("part", choices=["core"])
    parser.add_argument("--people", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--repeat", type=int, default=5)
    asked = parser.parse_args()
    for line in core(asked.people, asked.rounds, asked.repeat):
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
