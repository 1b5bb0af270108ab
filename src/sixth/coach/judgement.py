"""Judgements: the value of each answer of a decision, from the view of the seat alone.

A `View` has no field for hidden cards of others, so a judgement has no hindsight.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from math import ceil
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sixth.bots.kernel_answers import answer_codes, roll_out, utility_sign
from sixth.bots.observation import observe_decision, stakes_of
from sixth.coach.positions import Position, in_cents, rounds_of
from sixth.coach.reference import OWN, model, policy_chances
from sixth.rules.codec import dumps
from sixth.rules.record import Record
from sixth.rules.view import View
from sixth.rules.view_json import view_to_json
from sixth.sim.engine.layout import LANES
from sixth.sim.search.determinization import Observation
from sixth.sim.search.drafts import DraftObservation
from sixth.sim.search.playouts import Lineup
from sixth.sim.search.rollouts import NO_WORLDS, Playouts

PLAYOUTS: Final = 12_288
"""The default number of playouts of a decision, all answers together; docs/coach.md gives the reason."""

OWN_PLAYOUTS: Final = 1_000
"""Playouts of a decision, all answers together, where a tournament counts own choices."""

_OWN_SAMPLES: Final = 2
_SAMPLES: Final = range(3, 9)
"""Independent samples in each half; more if a sample had more playouts than the kernels take at once."""
_STAGES: Final = 3
"""Stages of the search for the best answer."""
_SAMPLE_PLAYOUTS: Final = 256
"""The least playouts of a sample, if there are enough samples: fewer are not worth drawing its worlds."""
_OPENED_SAMPLES: Final = 8
"""Samples of a judgement with open hands."""
_WORLDS: Final = 128
"""Worlds of each sample, whatever the number of playouts, so that all samples are alike."""


@dataclass(frozen=True)
class Judgement:
    """The expected heads of each action in `view.legal`, in independent samples of worlds.

    `heads` is samples × answers: the heads of the whole round with the sign of a loss, if the seat follows
    the policy after the answer. All answers have the same worlds and the same luck. `best` is the index of
    the answer that was best in other worlds.
    """

    heads: NDArray[np.float64]
    best: int


def judge(view: View, *, playouts: int = PLAYOUTS, seed: int = 0, measuring: int | None = None) -> Judgement:
    """Return the values of all actions in `view.legal`; the same view and seed give the same values.

    Half of the playouts select the best answer, and the other half measures all answers in other worlds,
    because the best of noisy figures looks better than it is. Each half has independent samples, whose
    spread gives the intervals. A sample does not depend on their number, so more playouts narrow an interval
    around the same value.

    `measuring` is the number of playouts that measure (None: half of `playouts`). Few are enough where only
    the mean over many decisions counts, since the expected figures stay the same.
    """
    half = max(1, playouts // 2)
    rng = np.random.default_rng(seed_of(view, seed))
    samples = _samples_of(half)
    best = _best(view, samples, half // samples, rng)
    last = half if measuring is None else measuring
    samples, every = _samples_of(last), np.arange(len(view.legal))
    return Judgement(sampled(view, samples, max(1, last // samples // len(every)), every, rng), best)


@lru_cache(maxsize=1024)
def judge_once(view: View, playouts: int, seed: int) -> Judgement:
    """Return the judgement of a view as `judge` does, and remember it."""
    return judge(view, playouts=playouts, seed=seed)


def _samples_of(half: int) -> int:
    """Return the number of samples into which `half` playouts are divided."""
    samples = min(max(half // _SAMPLE_PLAYOUTS, _SAMPLES[0]), _SAMPLES[-1])
    return max(samples, ceil(half / int(LANES)))


def judge_opened(
    view: View, hands: tuple[tuple[int, ...], ...], given: int, best: int, *, playouts: int, seed: int = 0
) -> NDArray[np.float64] | None:
    """Return how many heads more answer `given` costs than `best` if the others hold `hands`, by sample.

    `given` and `best` are indices of `view.legal`. This is no judgement, since the seat does not know the
    hands. The choices of the others are drawn as the seat's opponent model expects them of these hands.
    Returns None if cards of the round are not dealt yet, in a flip game and for picks.
    """
    open_view = replace(view, open_hands=hands)
    if len(view.rules.parts(len(view.seats_in))) > 1 or view.rules.flips or view.phase == "pick":
        return None
    rng = np.random.default_rng(seed_of(open_view, seed))
    number = max(1, min(playouts // (2 * _OPENED_SAMPLES), int(LANES) // 2))
    heads = sampled(open_view, _OPENED_SAMPLES, number, np.array([given, best]), rng)
    gaps: NDArray[np.float64] = heads[:, 0] - heads[:, 1]
    return gaps


def _best(view: View, samples: int, playouts: int, rng: np.random.Generator) -> int:
    """Return the index of the best answer, with `playouts` playouts of all answers together in each sample.

    After each of the three stages only the better half of the answers stays, so that the best answers get
    more worlds.
    """
    rest = np.arange(len(view.legal))
    sums = np.zeros(len(rest))
    for stage in range(_STAGES):
        if len(rest) == 1:
            break
        number = max(1, playouts // len(rest))
        losses = sampled(view, (samples + stage) // _STAGES, number, rest, rng)
        sums[rest] += number * losses.sum(axis=0)
        rest = rest[np.argsort(sums[rest], kind="stable")]
        rest = rest[: max(2, (len(rest) + 1) // 2)]
    return int(rest[0])


def seed_of(view: View, seed: int) -> int:
    """Return a seed that is derived from a view and another seed."""
    hasher = blake2b(f"{seed} {dumps(view_to_json(view))}".encode(), digest_size=7)
    return int.from_bytes(hasher.digest(), "big")


def sampled(
    view: View, samples: int, number: int, answers: NDArray[np.intp], rng: np.random.Generator
) -> NDArray[np.float64]:
    """Return the mean loss in heads of `answers`, which are indices of `view.legal`: samples × answers.

    Each sample has `number` playouts of each answer in new worlds.

    The opponent types are stratified over the samples: each seat has each type about as often as is likely.
    So the mean of the samples is at least as precise as their spread indicates.
    """
    players, sign, codes = model().players, utility_sign(view), answer_codes(view)[answers]
    stakes = stakes_of(view, win=0.0)
    plan, observation = observe_decision(view)
    if isinstance(observation, Observation) and observation.known.all():
        # Cards that nobody holds are out of the game.
        observation = observation._replace(hidden=observation.hidden[:0])
    spread = np.array([rng.permutation(samples) for _ in range(int(plan.seats))])
    losses = np.empty((samples, len(codes)))
    for sample in range(samples):
        luck = np.uint64(rng.integers(2**53))
        if isinstance(observation, DraftObservation):
            seating = model().strangers(int(plan.seats), _WORLDS, sign, rng)
            worlds = NO_WORLDS
        else:
            players_by = (spread[:, sample] + rng.random(len(spread))) / samples
            worlds, seating = model().determinize(
                plan, observation, pool=_WORLDS, worlds=_WORLDS, sign=sign, seed=luck, players_by=players_by
            )
        seating.assign(int(observation.seat), np.float32(OWN) * sign)
        who, inverse_temperatures = seating.draw()
        playouts = Playouts(codes, worlds, inverse_temperatures, np.uint64(0), np.uint64(number), luck)
        losses[sample] = -roll_out(Lineup(players, who), plan, observation, stakes, playouts) / number
    return losses


# ------------------------------------------------------------------ own choices of a tournament


def own_cost(record: Record, seat: int) -> float:
    """Return the heads that the choices of a seat cost in the ended rounds of a game, with two decimals.

    A choice is compared with what the policy would have answered on average, so that the sum has no part of
    the luck with the cards (docs/decisions/032). All figures follow from the record: the worlds of a position
    are drawn from its view.
    """
    return in_cents([cost_of(each.positions) for each in rounds_of(record, seat)])


def cost_of(positions: Iterable[Position]) -> float:
    """Return the heads that choices cost, fewer than none if they are better than those of the policy."""
    return float(sum(_against(each) for each in positions if not each.forced))


def heads_by_answer(view: View) -> NDArray[np.float64]:
    """Return the expected heads of each action in `view.legal`, as a loss: samples × answers."""
    every = np.arange(len(view.legal))
    number = max(1, OWN_PLAYOUTS // _OWN_SAMPLES // len(every))
    return sampled(view, _OWN_SAMPLES, number, every, np.random.default_rng(seed_of(view, 0)))


def against_policy(view: View, heads: NDArray[np.float64], given: int) -> NDArray[np.float64]:
    """Return what the action of index `given` cost against what the policy would answer, by sample."""
    against: NDArray[np.float64] = heads[:, given] - heads @ np.array(policy_chances(view))
    return against


def _against(position: Position) -> float:
    view = position.view
    return float(against_policy(view, heads_by_answer(view), view.legal.index(position.answer)).mean())
