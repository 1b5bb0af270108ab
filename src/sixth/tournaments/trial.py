"""A trial of a plan: a tournament with results drawn by lot, to see its rounds and who meets whom."""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Final

from sixth.tournaments.commands import Begin, Context, Join, Report
from sixth.tournaments.decide import decide
from sixth.tournaments.decisions.plans import check_plan
from sixth.tournaments.events import Opened
from sixth.tournaments.fold import evolve, opened
from sixth.tournaments.pairing import has_next_round
from sixth.tournaments.plan import Plan
from sixth.tournaments.state import Round, Stage, Tournament

_AT: Final = "2000-01-01T00:00:00+00:00"
_SITE: Final = Context(site=True, at=_AT)


@dataclass(frozen=True, slots=True)
class TrialRound:
    """A round of a trial: the sizes of its tables."""

    number: int
    stage: Stage
    sizes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Trial:
    """What a plan comes to: its rounds, and in `meetings` how many pairs meet once, twice, and so on."""

    rounds: tuple[TrialRound, ...]
    meetings: tuple[int, ...]


def trial(plan: Plan, people: int, *, seed: str) -> Trial:
    """Try a plan with so many people.

    Raises:
        Refusal: it cannot be played.
    """
    check_plan(plan)
    rng = Random(seed)
    now = opened(Opened(plan, seed, "", _AT))
    for number in range(people):
        team = f"T{number // plan.team_size}" if plan.team_size else ""
        sender = Context(proof=f"p{number}", new_player=f"p{number}", at=_AT)
        now = _after(now, Join(f"P{number}", team), sender)
    while has_next_round(now):
        now = _after(now, Begin(), _SITE)
        round = now.rounds[-1]
        for number, table in enumerate(round.tables, 1):
            heads = tuple(rng.sample(range(1_000), len(table)))
            now = _after(now, Report(round.number, number, heads, game="trial"), _SITE)
    rounds = tuple(TrialRound(each.number, each.stage, tuple(map(len, each.tables))) for each in now.rounds)
    return Trial(rounds, _meetings(now.rounds))


def _after(now: Tournament, command: Begin | Join | Report, sender: Context) -> Tournament:
    for event in decide(now, command, sender):
        now = evolve(now, event)
    return now


def _meetings(rounds: tuple[Round, ...]) -> tuple[int, ...]:
    """Return how many pairs meet once, twice, and so on."""
    tables = [sorted(table) for round in rounds for table in round.tables]
    times = Counter(Counter(pair for table in tables for pair in combinations(table, 2)).values())
    return tuple(times[number] for number in range(1, max(times, default=0) + 1))
