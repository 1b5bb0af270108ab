"""Results of the players of one deal or one board, and a result beside them. Pure."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple


class Results(NamedTuple):
    """How many players took which number of heads, the fewest first."""

    counts: Mapping[int, int]

    @property
    def players(self) -> int:
        """The number of players."""
        return sum(self.counts.values())

    def more(self, heads: int) -> int:
        """Return how many players took more heads than these."""
        return sum(count for each, count in self.counts.items() if each > heads)

    def same(self, heads: int) -> int:
        """Return how many players took exactly these heads."""
        return self.counts.get(heads, 0)

    def including(self, heads: int) -> "Results":
        """Return the results with one more player with these heads."""
        counts = {**self.counts, heads: self.same(heads) + 1}
        return Results(dict(sorted(counts.items())))

    def without(self, heads: int) -> "Results":
        """Return the results without one player with these heads."""
        return Results({each: count - (each == heads) for each, count in self.counts.items()})

    @property
    def mean(self) -> float | None:
        """The mean heads; None without players."""
        total = sum(each * count for each, count in self.counts.items())
        return total / self.players if self.players else None

    def ahead(self, heads: int) -> float | None:
        """Return the share of the players that these heads are ahead of; who is level counts half."""
        return (self.more(heads) + self.same(heads) / 2) / self.players if self.players else None


class DealScore(NamedTuple):
    """A finished deal: the own heads, and the mean of all others, None if nobody else has finished it."""

    heads: int
    others: float | None

    @property
    def score(self) -> float:
        """The mean of the others minus the own heads."""
        return 0.0 if self.others is None else self.others - self.heads


def board_score(deals: Iterable[DealScore]) -> float:
    """Return the sum of the scores of some deals."""
    return sum(each.score for each in deals)
