"""The odds of winning a game of several rounds, from the standing between two of them.

They are those among equals: from there on everybody plays by the policy. A few thousand rounds are played so,
and games are put together from them, from the standing to the end; each goes on until the rules end it.
"""

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sixth.bots.bot import heads_hurt
from sixth.bots.kernel_answers import thread_block
from sixth.coach.account import Estimate, RoundOdds, stored_odds
from sixth.coach.intervals import error_of
from sixth.coach.lanes import ROUNDS, play_rounds
from sixth.coach.reference import OWN, model
from sixth.rules.events import GameEnded, RoundEnded
from sixth.rules.options import End, Rules
from sixth.rules.record import Record

_SAMPLES: Final = 16
"""Independent samples, each a block of rounds; their spread says how sure the odds are."""
_GAMES: Final = 512
"""Games of each sample."""
_LONGEST: Final = 400
"""Rounds after which a game is counted as it stands: where heads are rare, some would never end."""

Heads = NDArray[np.int64]
Doubles = NDArray[np.float64]
Flags = NDArray[np.bool_]


class Standing(NamedTuple):
    """How a game stands between two rounds: totals by seat, who is in, and the rounds that were played."""

    totals: tuple[int, ...]
    seats_in: tuple[int, ...]
    rounds: int


def round_odds(
    record: Record, seat: int, *, rounds: Collection[int] | None = None, seed: int = 0
) -> dict[int, RoundOdds]:
    """Return what each round of a game that is over did to the odds of `seat`, by number of the round.

    `rounds` limits the work to these. A game of one round has no odds, nor has a round after `seat` was out.
    """
    standings = list(_standings(record))
    if len(standings) < 3:
        return {}

    def won(number: int) -> Doubles:
        """Return the share of the games that the seat wins after so many rounds, in each sample."""
        if number < len(standings) - 1:
            return shares(record.rules, standings[number], seed=seed)[:, seat]
        last = record.events[-1]
        assert isinstance(last, GameEnded)
        return np.full(_SAMPLES, 1 / len(last.winners) if seat in last.winners else 0.0)

    found = {}
    for number, standing in enumerate(standings[:-1], 1):
        if seat in standing.seats_in and (rounds is None or number in rounds):
            before, after = won(number - 1), won(number)
            found[number] = RoundOdds(_odds(before), _odds(after), _odds(after - before, least=-1.0))
    return found


def _odds(won: Doubles, *, least: float = 0.0) -> Estimate:
    value, margin = float(won.mean()), error_of(won).margin
    ends = stored_odds(max(least, value - margin)), stored_odds(min(1.0, value + margin))
    return Estimate(stored_odds(value), ends)


def _standings(record: Record) -> Iterator[Standing]:
    seats_in = tuple(range(record.rules.seats))
    yield Standing((0,) * record.rules.seats, seats_in, 0)
    for event in record.events:
        if isinstance(event, RoundEnded):
            seats_in = tuple(seat for seat in seats_in if seat not in event.out)
            yield Standing(event.totals, seats_in, event.round)


@lru_cache(maxsize=8)
def shares(rules: Rules, standing: Standing, *, seed: int) -> Doubles:
    """Return how much of the games each seat wins, in each sample: samples × seats.

    The round before a standing and the round after it both ask, so the result is kept and read-only.
    """
    totals = np.tile(np.array(standing.totals, dtype=np.int64), (_SAMPLES * _GAMES, 1))
    alive = np.zeros(totals.shape, dtype=np.bool_)
    alive[:, standing.seats_in] = True
    won = np.zeros(totals.shape)
    # The same games go on from each standing, so that a difference of two is surer than either.
    rng = np.random.default_rng(seed)
    playing = np.arange(len(totals))
    for number in range(standing.rounds + 1, standing.rounds + _LONGEST + 1):
        drawn = rng.integers(ROUNDS, size=len(totals))
        before = alive.copy()
        for players in np.unique(alive[playing].sum(axis=1)):
            here = playing[before[playing].sum(axis=1) == players]
            seats = np.nonzero(before[here])[1].reshape(len(here), -1)
            heads = rounds_of_equals(rules, int(players), seed)[here // _GAMES, drawn[here]]
            totals[here[:, None], seats] += heads
        over = _over(rules.end, totals, alive, number)
        ended = playing if number == standing.rounds + _LONGEST else playing[over[playing]]
        left = np.where(alive[ended].any(axis=1, keepdims=True), alive[ended], before[ended])
        ranked = np.where(left, rules.sign * totals[ended], np.iinfo(np.int64).max)
        best = ranked == ranked.min(axis=1)[:, None]
        won[ended] = best / best.sum(axis=1)[:, None]
        playing = np.setdiff1d(playing, ended)
        if not len(playing):
            break
    found: Doubles = won.reshape(_SAMPLES, _GAMES, -1).mean(axis=1)
    # Among equals, seats that stand alike have the same odds.
    for total in {standing.totals[seat] for seat in standing.seats_in}:
        alike = [seat for seat in standing.seats_in if standing.totals[seat] == total]
        found[:, alike] = found[:, alike].mean(axis=1, keepdims=True)
    found.flags.writeable = False
    return found


def _over(end: End, totals: Heads, alive: Flags, number: int) -> Flags:
    """Return which games are over after round `number`; who goes out is no longer `alive`."""
    if end.kind == "rounds":
        return np.full(len(totals), number >= end.count)
    if end.kind == "score":
        found: NDArray[np.bool_] = totals.max(axis=1) >= end.count
        return found
    alive &= totals <= end.count
    last: NDArray[np.bool_] = alive.sum(axis=1) <= 1
    return last


@lru_cache(maxsize=64)
def rounds_of_equals(rules: Rules, players: int, seed: int) -> Heads:
    """Return the heads of rounds in which `players` seats follow the policy: samples × rounds × seats."""
    policy, who = model().players[:1], np.zeros(16, dtype=np.uint64)
    thread_block().inverse_temperature[:] = np.float32(OWN if heads_hurt(rules) else -OWN)
    found = np.empty((_SAMPLES, ROUNDS, players), dtype=np.int64)
    rng = np.random.default_rng((seed, players))
    for sample in range(_SAMPLES):
        heads = play_rounds(rules, players, policy, who, luck=np.uint64(rng.integers(2**53)))
        # Who picks first in a draft changes from round to round, and nobody else is better off than others.
        found[sample] = rng.permuted(heads, axis=1)
    return found
