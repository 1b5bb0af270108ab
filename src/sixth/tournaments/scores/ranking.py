"""Orders by criteria, one after the other, with the reason why each stands behind the one before."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Generic, Literal, TypeVar

from sixth.tournaments.events import Player
from sixth.tournaments.plan import Criterion, Plan
from sixth.tournaments.state import Round

Who = TypeVar("Who", bound=Hashable)
Value = int | Fraction

Ground = Criterion | Literal["rounds", "round", "before", "ladder"]
"""What puts one behind another: a criterion of the plan; the number of rounds played; the round of the
knock-out that they reached; the place before a round of the knock-out; the table of a league's next round."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why somebody stands behind the one before: what they have, and what the one before has.

    `round` is the round of the knock-out that decides, 0 for all rounds.
    """

    criterion: Ground
    own: Value
    other: Value
    round: int = 0


@dataclass(frozen=True)
class Measure(Generic[Who]):
    """A criterion: the `values` of a group, of which more is better, and the text-free value to show."""

    criterion: Ground
    values: Callable[[Sequence[Who]], Mapping[Who, Value]]
    shown: Callable[[Value], Value] = lambda value: value
    round: int = 0


@dataclass(frozen=True, slots=True)
class Ranked(Generic[Who]):
    """Somebody in an order: whether they are equal to the one before, else why they stand behind."""

    who: Who
    equal: bool
    reason: Reason | None


def rank(group: Sequence[Who], measures: Sequence[Measure[Who]]) -> list[Ranked[Who]]:
    """Return a group in the order of measures; who is equal in all of them keeps the order given."""
    if len(group) < 2 or not measures:
        return [Ranked(who, at > 0, None) for at, who in enumerate(group)]
    measure, rest = measures[0], measures[1:]
    values = measure.values(group)
    parts: dict[Value, list[Who]] = {}
    for who in group:
        parts.setdefault(values[who], []).append(who)
    ranked: list[Ranked[Who]] = []
    last: Value | None = None
    for value in sorted(parts, reverse=True):
        first, *others = rank(parts[value], rest)
        if last is not None:
            shown = Reason(measure.criterion, measure.shown(value), measure.shown(last), measure.round)
            first = Ranked(first.who, equal=False, reason=shown)
        ranked += [first, *others]
        last = value
    return ranked


def fixed(
    criterion: Ground,
    values: Mapping[Who, Value],
    shown: Callable[[Value], Value] = lambda value: value,
    round: int = 0,
) -> Measure[Who]:
    """Return the measure whose values do not depend on the group; who has none has 0."""
    return Measure(criterion, lambda group: {who: values.get(who, 0) for who in group}, shown, round)


def direct(plan: Plan, rounds: Iterable[Round], side: Callable[[Player], Who]) -> Measure[Who]:
    """Return the measure of the results where members of the group met: those won less those lost.

    `side` returns for whom a player plays: themselves, or their team.
    """
    tables: list[tuple[tuple[Who, ...], tuple[int, ...]]] = []

    def values(group: Sequence[Who]) -> Mapping[Who, Value]:
        if not tables:
            for round in rounds:
                tables.extend((tuple(map(side, players)), heads) for players, heads in round.holding())
        won: dict[Who, Value] = dict.fromkeys(group, 0)
        for sides, heads in tables:
            met = [(who, own) for who, own in zip(sides, heads, strict=True) if who in won]
            for (one, own), (other, others) in combinations(met, 2):
                if one != other and own != others:
                    better = plan.rules.sign * (others - own) > 0
                    won[one] += 1 if better else -1
                    won[other] += -1 if better else 1
        return won

    return Measure("direct", values)
