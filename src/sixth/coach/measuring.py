"""How par is measured, and how much better than the policy the coach plays on.

Par is what the policy would take less what the coach gains on it. The first is played by the thousand in
lanes; the second is seen in few rounds, for it is a sum of small differences between answers in the same
worlds, and not of results.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sixth.bots.bot import heads_hurt
from sixth.bots.kernel_answers import thread_block
from sixth.coach.account import Kind, stored
from sixth.coach.intervals import Error, error_of, total
from sixth.coach.judgement import judge
from sixth.coach.lanes import ROUNDS, play_rounds
from sixth.coach.reference import OWN, model, own_player, policy_chances, stranger
from sixth.rules.options import Rules
from sixth.rules.play import Game
from sixth.rules.view import View

_ORDER: Final[tuple[Kind, ...]] = ("pick", "choose", "take")

MOST_SAVED: Final = 0.9
"""The largest share; with 1 no answer would cost anything."""


@dataclass(frozen=True)
class Baseline:
    """Figures of a game with so many seats, in heads with the sign of a loss.

    `par` is what the coach itself would lose in a round, `error` how far that may be off. `saved` is which
    share of the losses to come, should the policy play on, the coach is expected to save after the first
    decision of a round.
    """

    par: float
    error: Error
    saved: float
    estimated: bool = False

    def share(self, rules: Rules, kind: Kind, turn: int) -> float:
        """Return the same after any decision: it shrinks evenly, and after the last one there is nothing."""
        turns = sum(rules.parts(rules.seats))
        done = turn - 1 + (turns if rules.drafts and kind != "pick" else 0)
        last = (2 if rules.drafts else 1) * turns - 2
        return self.saved * max(0.0, 1 - done / last) if last > 0 else 0.0


@dataclass(frozen=True)
class Step:
    """A decision of the coach, in losses.

    `ahead` is what is still to come if the policy answers and plays on, `gain` by how much less that is with
    the answer of the coach. It counts for `weight` decisions.
    """

    kind: Kind
    turn: int
    ahead: float
    gain: float
    weight: float = 1.0


@dataclass(frozen=True)
class PlayedRound:
    """A round in which the own seat played as the coach would, and what it lost in it.

    `begins` says whether something was to be expected before the first step: not where cards are turned over.
    """

    steps: tuple[Step, ...]
    result: float
    begins: bool = True

    @property
    def gain(self) -> float:
        """All that was gained on the policy."""
        return sum(step.weight * step.gain for step in self.steps)

    @property
    def luck(self) -> float | None:
        """By how much more was lost than had to be expected: 0 on average if the expectations are right."""
        return self.result - self.steps[0].ahead + self.gain if self.begins and self.steps else None


@dataclass(frozen=True)
class Measured:
    """What was seen of a game with so many seats.

    `policy` are what the policy lost, each the mean of a block of rounds (`policy_losses`).
    """

    policy: NDArray[np.float64]
    rounds: Sequence[PlayedRound]

    def baseline(self, *, estimated: bool = False) -> Baseline:
        """Return the figures that follow."""
        lost = float(self.policy.mean())
        gained = np.array([each.gain for each in self.rounds])
        gain, first = bounded(float(gained.mean()) / lost) * lost if lost else 0.0, 0.0
        if all(each.begins and each.steps for each in self.rounds):
            first = sum(each.steps[0].weight * each.steps[0].gain for each in self.rounds) / len(gained)
        return Baseline(
            stored(lost - gain),
            total([error_of(self.policy), error_of(gained)]),
            round(bounded((gain - first) / (lost - first)), 4) if lost != first else 0.0,
            estimated,
        )


def bounded(share: float) -> float:
    """Return a share of losses that may be saved: so few rounds may seem to save all or more."""
    return min(max(share, -MOST_SAVED), MOST_SAVED)


def policy_losses(rules: Rules, *, blocks: int, seed: int) -> NDArray[np.float64]:
    """Return what the policy loses in a round among the reference: the means of `blocks` of 1,024 rounds.

    Who the others are is drawn for a block, how strictly they follow their player for each round.
    """
    return np.array([_block(rules, seed, number) for number in range(blocks)])


def _block(rules: Rules, seed: int, number: int) -> float:
    rng = np.random.default_rng([seed, number])
    seats = rules.seats
    sign = np.float32(1.0 if heads_hurt(rules) else -1.0)
    seat = number % seats
    seating = model().strangers(seats, ROUNDS, sign, rng)
    seating.assign(seat, np.float32(OWN) * sign)
    who, inverse_temperatures = seating.draw()
    thread_block().inverse_temperature.reshape(-1, ROUNDS)[:seats] = inverse_temperatures
    luck = np.uint64(rng.integers(2**53))
    heads = play_rounds(rules, seats, model().players, who, luck=luck, first=number * ROUNDS)
    return float(sign) * float(heads[:, seat].mean())


def play_round(
    rules: Rules, *, playouts: int, measuring: int | None = None, judged: float = 1.0, seed: str
) -> PlayedRound:
    """Play a round among the reference, the own seat as the coach would; see `judge` for the numbers.

    With `judged` below 1 only so large a share of its decisions, drawn by chance, is judged. Each then counts
    for as many more, and elsewhere the policy answers.
    """
    rng = Random(seed)
    seat = rng.randrange(rules.seats)
    players = [stranger(rng) for _ in range(rules.seats)]
    players[seat] = own_player(rng)
    game = Game(rules, seed=seed)
    sign = 1.0 if heads_hurt(rules) else -1.0
    steps: list[Step] = []
    picks = 0
    while not game.over:
        for asked in game.to_act:
            seen = game.view(asked)
            if asked != seat:
                game.act(asked, players[asked].act(seen))
                continue
            kind = kind_of(seen)
            picks += kind == "pick"
            first = not steps and not rules.flips
            action = seen.legal[0]
            if judged < 1 and rng.random() > judged:
                action = players[seat].act(seen)
            elif len(seen.legal) > 1 or first:
                found = judge(seen, playouts=playouts, measuring=measuring)
                means = found.heads.mean(axis=0)
                action = seen.legal[found.best]
                ahead = float(np.dot(policy_chances(seen), means)) - sign * seen.round_heads[seat]
                gain = ahead + sign * seen.round_heads[seat] - float(means[found.best])
                turn = picks if kind == "pick" else seen.turn
                steps.append(Step(kind, turn, ahead, gain, 1 / judged))
            game.act(asked, action)
    return PlayedRound(tuple(steps), sign * game.totals[seat], begins=not rules.flips)


def measure(
    rules: Rules,
    *,
    blocks: int,
    rounds: int,
    playouts: int,
    seed: int,
    measuring: int | None = None,
    judged: float = 1.0,
) -> Measured:
    """Look at `blocks` of rounds of the policy and at `rounds` of the coach, among the reference."""
    return Measured(
        policy_losses(rules, blocks=blocks, seed=seed),
        [
            play_round(
                rules, playouts=playouts, measuring=measuring, judged=judged, seed=f"{seed} round {number}"
            )
            for number in range(rounds)
        ],
    )


def kind_of(view: View) -> Kind:
    """Return what the view's seat is asked."""
    return next(kind for kind in _ORDER if kind == view.phase)
