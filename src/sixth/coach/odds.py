"""The odds of winning a game of several rounds, from the standing between two rounds.

They assume that all seats follow the policy from then on. Games are put together from a pool of a few
thousand such rounds, from the standing until the rules end the game.
"""

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sixth.bots.bot import heads_hurt
from sixth.bots.kernel_answers import thread_block
from sixth.coach.account import Estimate, RoundOdds, stored_odds
from sixth.coach.lanes import ROUNDS, play_rounds
from sixth.coach.reference import OWN, model
from sixth.quantiles import error_of
from sixth.rules.events import GameEnded, RoundEnded
from sixth.rules.options import End, Rules
from sixth.rules.record import Record

_SAMPLES: Final = 16
"""Independent samples, each a block of rounds; their spread gives the intervals."""
_GAMES: Final = 512
"""Games of each sample."""
_LONGEST: Final = 400
"""Rounds after which a game ends as it stands: where heads are rare, some games would never end."""

Heads = NDArray[np.int64]
Doubles = NDArray[np.float64]
Flags = NDArray[np.bool_]


class InterimStanding(NamedTuple):
    """The standing between two rounds: totals by seat, the seats still in, and the rounds played."""

    totals: tuple[int, ...]
    seats_in: tuple[int, ...]
    rounds: int


def round_odds(
    record: Record, seat: int, *, rounds: Collection[int] | None = None, seed: int = 0
) -> dict[int, RoundOdds]:
    """Return the odds of `seat` before and after each round of a finished game, by number of the round.

    `rounds` limits the result to these rounds. A game of one round has no odds, and neither has a round after
    `seat` was out.
    """
    standings = list(_standings(record))
    if len(standings) < 3:
        return {}

    def wins(number: int) -> Doubles:
        """Return the share of games that the seat wins after `number` rounds, by sample."""
        if number < len(standings) - 1:
            return shares(record.rules, standings[number], seed=seed)[:, seat]
        last = record.events[-1]
        assert isinstance(last, GameEnded)
        return np.full(_SAMPLES, 1 / len(last.winners) if seat in last.winners else 0.0)

    odds = {}
    for number, standing in enumerate(standings[:-1], 1):
        if seat in standing.seats_in and (rounds is None or number in rounds):
            before, after = wins(number - 1), wins(number)
            odds[number] = RoundOdds(_odds(before), _odds(after), _odds(after - before, least=-1.0))
    return odds


def _odds(wins: Doubles, *, least: float = 0.0) -> Estimate:
    value, margin = float(wins.mean()), error_of(wins).margin
    ends = stored_odds(max(least, value - margin)), stored_odds(min(1.0, value + margin))
    return Estimate(stored_odds(value), ends)


def _standings(record: Record) -> Iterator[InterimStanding]:
    seats_in = tuple(range(record.rules.seats))
    yield InterimStanding((0,) * record.rules.seats, seats_in, 0)
    for event in record.events:
        if isinstance(event, RoundEnded):
            seats_in = tuple(seat for seat in seats_in if seat not in event.out)
            yield InterimStanding(event.totals, seats_in, event.round)


@lru_cache(maxsize=8)
def shares(rules: Rules, standing: InterimStanding, *, seed: int) -> Doubles:
    """Return the share of games that each seat wins: samples × seats.

    The result is cached, for the rounds before and after a standing, and read-only.
    """
    totals = np.tile(np.array(standing.totals, dtype=np.int64), (_SAMPLES * _GAMES, 1))
    alive = np.zeros(totals.shape, dtype=np.bool_)
    alive[:, standing.seats_in] = True
    wins = np.zeros(totals.shape)
    # All standings use the same rounds, so that the difference of two odds is more precise than either.
    rng = np.random.default_rng(seed)
    playing = np.arange(len(totals))
    for number in range(standing.rounds + 1, standing.rounds + _LONGEST + 1):
        indices = rng.integers(ROUNDS, size=len(totals))
        before = alive.copy()
        for players in np.unique(alive[playing].sum(axis=1)):
            here = playing[before[playing].sum(axis=1) == players]
            seats = np.nonzero(before[here])[1].reshape(len(here), -1)
            heads = rounds_of_equals(rules, int(players), seed)[here // _GAMES, indices[here]]
            totals[here[:, None], seats] += heads
        over = _over(rules.end, totals, alive, number)
        ends = playing if number == standing.rounds + _LONGEST else playing[over[playing]]
        rest = np.where(alive[ends].any(axis=1, keepdims=True), alive[ends], before[ends])
        ranks = np.where(rest, rules.sign * totals[ends], np.iinfo(np.int64).max)
        best = ranks == ranks.min(axis=1)[:, None]
        wins[ends] = best / best.sum(axis=1)[:, None]
        playing = np.setdiff1d(playing, ends)
        if not len(playing):
            break
    means: Doubles = wins.reshape(_SAMPLES, _GAMES, -1).mean(axis=1)
    # All seats follow the policy, so seats with equal totals have the same odds.
    for total in {standing.totals[seat] for seat in standing.seats_in}:
        equals = [seat for seat in standing.seats_in if standing.totals[seat] == total]
        means[:, equals] = means[:, equals].mean(axis=1, keepdims=True)
    means.flags.writeable = False
    return means


def _over(end: End, totals: Heads, alive: Flags, number: int) -> Flags:
    """Return which games are over after round `number`, and clear `alive` of the seats that go out."""
    if end.kind == "rounds":
        return np.full(len(totals), number >= end.count)
    if end.kind == "score":
        over: NDArray[np.bool_] = totals.max(axis=1) >= end.count
        return over
    alive &= totals <= end.count
    last: NDArray[np.bool_] = alive.sum(axis=1) <= 1
    return last


@lru_cache(maxsize=64)
def rounds_of_equals(rules: Rules, players: int, seed: int) -> Heads:
    """Return the heads of rounds in which `players` seats follow the policy: samples × rounds × seats."""
    policy, who = model().players[:1], np.zeros(16, dtype=np.uint64)
    thread_block().inverse_temperature[:] = np.float32(OWN if heads_hurt(rules) else -OWN)
    blocks = np.empty((_SAMPLES, ROUNDS, players), dtype=np.int64)
    rng = np.random.default_rng((seed, players))
    for sample in range(_SAMPLES):
        heads = play_rounds(rules, players, policy, who, luck=np.uint64(rng.integers(2**53)))
        # The first pick of a draft moves from round to round, and no other seat has an advantage.
        blocks[sample] = rng.permuted(heads, axis=1)
    return blocks
