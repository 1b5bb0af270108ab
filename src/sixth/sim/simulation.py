"""The entry to the simulation: `Sim` plays any number of rounds of its rules."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Literal, get_args

import numpy as np

from sixth.rules.options import Rules
from sixth.sim.engine import choices, rounds
from sixth.sim.engine.checks import check_count, check_deal, check_takes
from sixth.sim.engine.custom_policy import Policy
from sixth.sim.engine.layout import LANES, Bytes, plan, scratch
from sixth.sim.engine.trace import FIELDS, Deal, Trace
from sixth.sim.errors import SimError

RowChoice = Literal["cheapest", "random"]
"""How a card without a place chooses its row: that of fewest heads (the first of several), or any.

Of two places equally close, `cheapest` goes where fewer heads are taken (right if equal), `random` to either.
"""

MAX_ROUNDS: Final = 2**48
"""Rounds of a seed are numbered below this."""

TAKES: Final[tuple[RowChoice, ...]] = get_args(RowChoice)
"""The names of these choices."""

_CODES: Final = {"cheapest": choices.CHEAPEST, "random": choices.RANDOM}
_CHUNK_ROUNDS: Final = int(LANES) * 16
"""Rounds a thread plays before it takes more: under a millisecond, so that all end at about the same time."""


class Sim:
    """Rounds of `rules`, each on its own: how a game of several rounds ends is not its concern.

    The same seed gives the same rounds, whatever the number of threads and however they are cut into calls:
    round n of a seed is the same round, with `first=n` too. In a draft everybody picks at random. Methods
    raise `SimError` where a number is out of range.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._plan = plan(rules)
        self.turns = int(self._plan.turns)
        """Cards that each seat plays in a round."""

    def random_rounds(
        self, count: int, *, seed: int, take: RowChoice = "cheapest", threads: int = 1, first: int = 0
    ) -> Bytes:
        """Play `count` rounds from number `first` on with random cards; return the heads taken.

        The array is uint8, rounds × seats: element [n, s] is of round `first` + n and seat s.

        Raises:
            SimError: there is no such choice of rows.
        """
        extra = (_code(take),)
        return self._played(rounds.random_rounds, extra, count, seed=seed, threads=threads, first=first)

    def policy_rounds(
        self, count: int, policy: Policy, *, seed: int, threads: int = 1, first: int = 0
    ) -> Bytes:
        """Play rounds in which `policy` decides; return the heads taken.

        The array is uint8, rounds × seats: element [n, s] is of round `first` + n and seat s. The deals are
        those of `random_rounds` with the same numbers.
        """
        return self._played(policy.kernel, (), count, seed=seed, threads=threads, first=first)

    def deals(self, count: int, *, seed: int, first: int = 0) -> Deal:
        """Return the deals, and the order of play, of `random_rounds` with the same numbers."""
        _check_numbers(count, seed, first)
        rows = np.empty((count, self.rules.rows), dtype=np.uint8)
        plays = np.empty((count, self.turns, self.rules.seats), dtype=np.uint8)
        cards, _ = scratch()
        rounds.deals(rows, plays, self._plan, np.uint64(seed), np.uint64(first), cards)
        return Deal(rows, plays)

    def play(
        self, deal: Deal, *, take: RowChoice | Bytes = "cheapest", seed: int = 0, first: int = 0
    ) -> Trace:
        """Play prepared cards; return a trace of every card, whose arrays count rounds as `deal` does.

        `take` may be an array of prepared decisions, rounds × turns × seats, uint8: the row to take in case
        the seat's card has no place, plus `LEFT` to lay it at the left end in case two are equally close.
        `seed` and `first` serve `take="random"`, which then decides as in `random_rounds`.

        Raises:
            SimError: an array has the wrong shape or type, or holds what the rules do not have.
        """
        rows, plays = check_deal(self.rules, self.turns, deal)
        count = len(rows)
        _check_numbers(count, seed, first)
        if isinstance(take, np.ndarray):
            code, takes = choices.PREPARED, check_takes(self.rules, plays.shape, take)
        else:
            code, takes = _code(take), np.empty((0, 0, 0), dtype=np.uint8)
        heads = np.empty((self.rules.seats, count), dtype=np.uint8)
        placed = np.empty((int(FIELDS), *plays.shape), dtype=np.uint8)
        cards, board = scratch()
        prepared = rounds.Prepared(rows, plays, takes, code)
        portion = rounds.Portion(np.uint64(seed), np.uint64(first), np.uint64(0), np.uint64(count))
        rounds.prepared_rounds(heads, placed, self._plan, prepared, portion, cards, board)
        fields = ("seat", "card", "row", "left", "why", "taken", "heads")
        return Trace(**dict(zip(fields, placed, strict=True)), totals=heads.T)

    def _played(
        self,
        kernel: Callable[..., Any],
        extra: tuple[Any, ...],
        count: int,
        *,
        seed: int,
        threads: int,
        first: int,
    ) -> Bytes:
        _check_numbers(count, seed, first)
        check_count("threads", threads, 1, 1024)
        heads = np.empty((self.rules.seats, count), dtype=np.uint8)
        chunks = iter(range(0, count, _CHUNK_ROUNDS))

        def work(_: int) -> None:
            memory = scratch()
            for begin in chunks:  # one iterator for all threads: each takes the next chunk that nobody has
                end = min(begin + _CHUNK_ROUNDS, count)
                portion = rounds.Portion(np.uint64(seed), np.uint64(first), np.uint64(begin), np.uint64(end))
                kernel(heads, self._plan, portion, *extra, *memory)

        if threads == 1 or count <= _CHUNK_ROUNDS:
            work(0)
        else:
            with ThreadPoolExecutor(threads) as pool:
                try:
                    list(pool.map(work, range(threads)))
                finally:  # after Ctrl-C nobody begins another chunk
                    for _ in chunks:
                        pass
        return heads.T


def _code(take: object) -> np.uint8:
    if not isinstance(take, str) or take not in _CODES:
        raise SimError(f"take is {' or '.join(TAKES)}, not {take!r}.")
    return _CODES[take]


def _check_numbers(count: int, seed: int, first: int) -> None:
    check_count("count", count, 0, MAX_ROUNDS)
    check_count("first", first, 0, MAX_ROUNDS - count)
    check_count("seed", seed, 0, 2**64 - 1)
