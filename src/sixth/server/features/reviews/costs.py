"""What a person's choices cost by the coach, over their reviewed games. Pure.

Choices of one game are alike, so intervals come from games: that of a ratio of two sums (Cochran, Sampling
Techniques, 6.4), with Student's distribution for so many games.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import hypot
from typing import Final, Literal, NamedTuple

from sixth.coach.account import Review
from sixth.quantiles import student
from sixth.server.feature import PlayedGame

MIN_GAMES: Final = 5
"""Fewer games say too little for any interval."""

LATEST: Final = 10
"""The latest games, which are compared with those before."""


class ChoicesCost(NamedTuple):
    """The cost of the choices of a seat in one game: how many real `choices` it had, and their `loss`.

    The loss is in heads, and may be below 0 by chance: it was measured in other deals than those in which the
    coach chose its own answer.
    """

    choices: int
    loss: float


class MeanCost(NamedTuple):
    """The mean loss of a choice, in heads, over so many reviewed games, with its 95 % interval."""

    games: int
    mean: float
    low: float
    high: float


class CostSummary(NamedTuple):
    """The costs of a person: over all reviewed games, by the name of the game, and over time.

    A mean is None for fewer than `MIN_GAMES`; named games without one are left out, and all if there is one
    name only. `trend` says whether the `latest` choices clearly cost less or more than those `before`.
    """

    games: int
    mean: MeanCost | None
    by_name: Mapping[str, MeanCost]
    latest: MeanCost | None
    before: MeanCost | None
    trend: Literal["", "less", "more"]


Costs = Mapping[tuple[str, int], ChoicesCost]
"""The costs by game and seat, of those that have a review."""


def cost_of(review: Review) -> ChoicesCost:
    """Return the cost of the choices of a reviewed seat; a forced answer is no choice."""
    decisions = [each for round in review.rounds for each in round.decisions if each.verdict != "forced"]
    return ChoicesCost(len(decisions), sum(each.cost.value for each in decisions))


def summary_of(games: Sequence[PlayedGame], costs: Costs) -> CostSummary:
    """Return the summary of a person's games, oldest first."""
    reviewed = [
        (game, cost) for game in games if (cost := costs.get((game.game_id, game.seat))) and cost.choices
    ]
    by_name: dict[str, list[ChoicesCost]] = defaultdict(list)
    for game, cost in reviewed:
        by_name[game.game].append(cost)
    means = {name: mean for name, each in by_name.items() if (mean := mean_of(each))}
    values = [cost for _, cost in reviewed]
    latest, before = mean_of(values[-LATEST:]), mean_of(values[:-LATEST])
    is_long = latest is not None and before is not None
    return CostSummary(
        len(reviewed),
        mean_of(values),
        dict(sorted(means.items(), key=lambda item: -item[1].games)) if len(by_name) > 1 else {},
        latest if is_long else None,
        before,
        _trend(latest, before) if latest and before else "",
    )


def mean_of(costs: Sequence[ChoicesCost]) -> MeanCost | None:
    """Return the mean loss of a choice; None with too few games."""
    games, choices = len(costs), sum(each.choices for each in costs)
    if games < MIN_GAMES:
        return None
    mean = sum(each.loss for each in costs) / choices
    spread = sum((each.loss - mean * each.choices) ** 2 for each in costs)
    half = (spread * games / (games - 1)) ** 0.5 / choices * student(games - 1)
    return MeanCost(games, mean, mean - half, mean + half)


def _trend(latest: MeanCost, before: MeanCost) -> Literal["", "less", "more"]:
    margin = hypot(latest.high - latest.mean, before.high - before.mean)
    change = latest.mean - before.mean
    return "" if abs(change) <= margin else "less" if change < 0 else "more"
