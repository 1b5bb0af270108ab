"""The order of reviews: networks and tables take turns, and games that have just ended go before others."""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import Final

from sixth.server.features.reviews.rows import LastWorked, PendingReview

TURN_S: Final = 15.0
"""Seconds after which a review lets others go on when it has finished a round."""

HEAD_START_S: Final = 120.0
"""Seconds by which a review counts as older if a player requested it right after the game."""


def in_turn(waiting: Iterable[PendingReview], turns: LastWorked, now: int) -> Sequence[PendingReview]:
    """Sort reviews by their turns: first those that a process works on, then the next one, and so on.

    The first review of each network and table has waited since its request, or since the last turn of the
    network or table if that was later. A review behind others of its network or table waits for their turns,
    too.
    """

    def since(each: PendingReview, rank: int, *groups: str) -> float:
        """Return the time from which a review counts as waiting, in milliseconds since 1970."""
        if rank:
            at = now + rank * TURN_S * 1000
        else:
            at = max(each.asked_at, *(turns.get(group, 0) for group in groups))
        return at - HEAD_START_S * 1000 * each.just_ended

    by_request = sorted(
        waiting, key=lambda each: (not each.taken, not each.just_ended, each.asked_at, each.subject)
    )
    at_table = _ranks(by_request, [each.table for each in by_request])
    among_own = _ranks(by_request, [(each.network, each.table) for each in by_request])
    by_table = sorted(by_request, key=lambda each: (not each.taken, since(each, among_own[each], each.table)))
    in_network = _ranks(by_table, [each.network for each in by_table])

    def turn(each: PendingReview) -> tuple[bool, float]:
        rank = max(in_network[each], at_table[each])
        return not each.taken, since(each, rank, each.table, each.network)

    return sorted(by_table, key=turn)


def _ranks(ordered: Sequence[PendingReview], groups: Sequence[Hashable]) -> dict[PendingReview, int]:
    """Return how many reviews of the same group come before each review."""
    sizes: Counter[Hashable] = Counter()
    ranks = {}
    for each, group in zip(ordered, groups, strict=True):
        ranks[each] = sizes[group]
        sizes[group] += 1
    return ranks
