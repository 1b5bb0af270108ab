"""Whose turn it is: networks and tables take turns, and what has just been played goes before older games."""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import Final

from sixth.server.features.reviews.rows import Turns, Waiting

TURN_S: Final = 15.0
"""Seconds after which a review lets others go on, once it has finished a round."""

HEAD_START_S: Final = 120.0
"""So much longer a review counts as waiting if somebody at the table asked for it right after the game."""


def in_turn(waiting: Iterable[Waiting], turns: Turns, now: int) -> Sequence[Waiting]:
    """Sort reviews by when each has its turn: those that are worked on, then the next one, and so on.

    The first review of each network and table has waited since it was asked for or since that network or
    table had a turn, if that was later. One that has others of its network or table before it waits for
    their turns, too.
    """

    def since(each: Waiting, rank: int, *whose: str) -> float:
        waits = (
            now + rank * TURN_S * 1000 if rank else max(each.asked_at, *(turns.get(who, 0) for who in whose))
        )
        return waits - HEAD_START_S * 1000 * each.just_ended

    asked = sorted(
        waiting, key=lambda each: (not each.taken, not each.just_ended, each.asked_at, each.subject)
    )
    at_table = _ranks(asked, [each.table for each in asked])
    among_own = _ranks(asked, [(each.network, each.table) for each in asked])
    here = sorted(asked, key=lambda each: (not each.taken, since(each, among_own[each], each.table)))
    in_network = _ranks(here, [each.network for each in here])

    def turn(each: Waiting) -> tuple[bool, float]:
        rank = max(in_network[each], at_table[each])
        return not each.taken, since(each, rank, each.table, each.network)

    return sorted(here, key=turn)


def _ranks(ordered: Sequence[Waiting], groups: Sequence[Hashable]) -> dict[Waiting, int]:
    """Return how many of the same group come before each."""
    seen: Counter[Hashable] = Counter()
    ranks = {}
    for each, group in zip(ordered, groups, strict=True):
        ranks[each] = seen[group]
        seen[group] += 1
    return ranks
