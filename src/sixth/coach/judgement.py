"""What each answer of a decision is worth, from what the seat saw alone.

A judgement takes a `View`, which has no place for another's hidden card, so there is no hindsight in it.
"""

from dataclasses import dataclass, replace
from hashlib import blake2b
from math import ceil
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sixth.bots.draft_observation import observe_draft
from sixth.bots.kernel_answers import answer_codes, thread_block, utility_sign
from sixth.bots.observation import observe, stakes_of
from sixth.coach.reference import OWN, model
from sixth.rules.codec import dumps
from sixth.rules.view import View
from sixth.rules.view_json import view_to_json
from sixth.sim.engine.layout import LANES
from sixth.sim.search.playouts import Lineup
from sixth.sim.search.rollouts import NO_WORLDS, Playouts, roll_out_answers, roll_out_picks

PLAYOUTS: Final = 12_288
"""Playouts of a decision, all answers together, if not said; docs/coach.md says why so many."""
LEAST_PLAYOUTS: Final = 64

_SAMPLES: Final = range(3, 9)
"""Independent samples in each half; more where there are more playouts than kernels take at once."""
_STAGES: Final = 3
"""Of the search for the best answer."""
_SAMPLE_PLAYOUTS: Final = 256
"""Playouts below which a sample is not worth its worlds, if there are enough samples."""
_OPENED_SAMPLES: Final = 8
"""Samples where hands are open."""
_WORLDS: Final = 128
"""Worlds of each of them. That is no matter of the playouts, so that all samples are alike."""


@dataclass(frozen=True)
class Judgement:
    """The expected heads of each of `view.legal`, in independent samples of worlds.

    `heads` is samples × answers: heads of the whole round with the sign of a loss, if the seat plays on by
    the policy. Every answer meets the same worlds and the same luck. `best` is the index of the answer that
    was best in other worlds.
    """

    heads: NDArray[np.float64]
    best: int


def judge(view: View, *, playouts: int = PLAYOUTS, seed: int = 0, measuring: int | None = None) -> Judgement:
    """Work out what each of `view.legal` is worth; the same view and seed give the same.

    Half the worlds say which answer is best, and the other half by how much: the best of noisy figures looks
    better than it is. Each half is made of independent samples, whose means show how sure the figures are. A
    sample does not depend on how many there are, so more playouts narrow an interval around the same value.

    `measuring` says how many playouts measure, if not as many as the half that finds. Where only the mean
    over many decisions counts, few will do: the expected figures stay the same.
    """
    half = max(1, playouts // 2)
    rng = np.random.default_rng(seed_of(view, seed))
    samples = _samples_of(half)
    best = _best(view, samples, half // samples, rng)
    last = half if measuring is None else measuring
    samples, every = _samples_of(last), np.arange(len(view.legal))
    return Judgement(sampled(view, samples, max(1, last // samples // len(every)), every, rng), best)


def _samples_of(half: int) -> int:
    """Return into how many samples so many playouts are divided."""
    samples = min(max(half // _SAMPLE_PLAYOUTS, _SAMPLES[0]), _SAMPLES[-1])
    return max(samples, ceil(half / int(LANES)))


def judge_opened(
    view: View, hands: tuple[tuple[int, ...], ...], given: int, best: int, *, playouts: int, seed: int = 0
) -> NDArray[np.float64] | None:
    """Return by how much more answer `given` costs than `best` where the others hold `hands`, by sample.

    This is no judgement: it knows what the seat could not. What the others choose is drawn all the same, as
    the seat believes that players of those hands would. None where cards that nobody holds yet come later on.
    """
    opened = replace(view, open_hands=hands)
    if len(view.rules.parts(len(view.seats_in))) > 1 or view.rules.flips or view.phase == "pick":
        return None
    rng = np.random.default_rng(seed_of(opened, seed))
    number = max(1, min(playouts // (2 * _OPENED_SAMPLES), int(LANES) // 2))
    found = sampled(opened, _OPENED_SAMPLES, number, np.array([given, best]), rng)
    gaps: NDArray[np.float64] = found[:, 0] - found[:, 1]
    return gaps


def _best(view: View, samples: int, playouts: int, rng: np.random.Generator) -> int:
    """Return the index of the best answer, with `playouts` of all answers together in each sample.

    In each of three stages only the better half of the answers goes on, so that those at the top meet more
    worlds.
    """
    left = np.arange(len(view.legal))
    sums = np.zeros(len(left))
    for stage in range(_STAGES):
        if len(left) == 1:
            break
        number = max(1, playouts // len(left))
        found = sampled(view, (samples + stage) // _STAGES, number, left, rng)
        sums[left] += number * found.sum(axis=0)
        left = left[np.argsort(sums[left], kind="stable")]
        left = left[: max(2, (len(left) + 1) // 2)]
    return int(left[0])


def seed_of(view: View, seed: int) -> int:
    """Return a seed that follows from a view and from another seed."""
    seen = blake2b(f"{seed} {dumps(view_to_json(view))}".encode(), digest_size=7)
    return int.from_bytes(seen.digest(), "big")


def sampled(
    view: View, samples: int, number: int, answers: NDArray[np.intp], rng: np.random.Generator
) -> NDArray[np.float64]:
    """Return the mean loss of `answers`, which are indices of `view.legal`: samples × answers.

    Each sample is made of `number` playouts of each answer in fresh worlds.

    Who the others are is spread over the samples: among all of them each seat is about as often each player
    as is likely. That makes the mean of the samples surer than their spread says, never less sure.
    """
    players, sign, codes = model().players, utility_sign(view), answer_codes(view)[answers]
    stakes = stakes_of(view, win=0.0)
    picks = view.phase == "pick"
    observed: Any = observe_draft(view) if picks else observe(view)
    kernel: Any = roll_out_picks if picks else roll_out_answers
    plan, observation = observed
    if not picks and observation.known.all():
        # Cards that nobody holds are as good as out of the game.
        observation = observation._replace(hidden=observation.hidden[:0])
    spread = np.array([rng.permutation(samples) for _ in range(int(plan.seats))])
    found = np.empty((samples, len(codes)))
    for sample in range(samples):
        luck = np.uint64(rng.integers(2**53))
        if picks:
            seating = model().strangers(int(plan.seats), _WORLDS, sign, rng)
            worlds = NO_WORLDS
        else:
            players_by = (spread[:, sample] + rng.random(len(spread))) / samples
            worlds, seating = model().determinize(
                plan, observation, drawn=_WORLDS, worlds=_WORLDS, sign=sign, seed=luck, players_by=players_by
            )
        seating.assign(int(observation.seat), np.float32(OWN) * sign)
        who, inverse_temperatures = seating.draw()
        results = np.zeros((len(codes), 2))
        playouts = Playouts(codes, worlds, inverse_temperatures, np.uint64(0), np.uint64(number), luck)
        kernel(thread_block(), Lineup(players, who), plan, observation, stakes, playouts, results)
        found[sample] = -results[:, 0] / number
    return found
