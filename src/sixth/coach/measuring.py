"""Measurements of par, and of the share of heads that the coach saves against the policy.

Par is the heads of the policy less the gain of the coach. The heads of the policy come from thousands of
rounds in lanes. A few rounds are enough for the gain, which is a sum of small differences between answers in
the same worlds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, cast

import numpy as np
from numpy.typing import NDArray

from sixth.bots.bot import heads_hurt
from sixth.bots.kernel_answers import thread_block
from sixth.coach.account import Kind, stored
from sixth.coach.judgement import judge
from sixth.coach.lanes import ROUNDS, play_rounds
from sixth.coach.reference import OWN, model, own_player, policy_chances, stranger
from sixth.quantiles import Error, error_of, total
from sixth.rules.options import Rules
from sixth.rules.play import Game

MOST_SAVED: Final = 0.9
"""The largest share of heads saved; with 1 no answer would cost anything."""


@dataclass(frozen=True)
class Baseline:
    """The figures of a game with a number of seats, in heads with the sign of a loss.

    `par` is the mean loss of the coach in a round, `error` its error. `saved` is the share of the losses
    still to come under the policy that the coach is expected to save after the first decision of a round.
    """

    par: float
    error: Error
    saved: float
    estimated: bool = False

    def share(self, rules: Rules, kind: Kind, turn: int) -> float:
        """Return the share saved after any decision: it falls linearly to 0 after the last decision."""
        turns = sum(rules.parts(rules.seats))
        past = turn - 1 + (turns if rules.drafts and kind != "pick" else 0)
        last = (2 if rules.drafts else 1) * turns - 2
        return self.saved * max(0.0, 1 - past / last) if last > 0 else 0.0


@dataclass(frozen=True)
class CoachStep:
    """A decision of the coach, in losses.

    `ahead` is the expected loss still to come if the policy answers and plays on, `gain` the reduction of it
    by the answer of the coach. The decision counts for `weight` decisions.
    """

    kind: Kind
    turn: int
    ahead: float
    gain: float
    weight: float = 1.0


@dataclass(frozen=True)
class PlayedRound:
    """A round in which one seat followed the coach, with its `steps` and its loss, `result`.

    `begins` says whether the first step comes before any card is placed, which it does not in a flip game.
    """

    steps: tuple[CoachStep, ...]
    result: float
    begins: bool = True

    @property
    def gain(self) -> float:
        """The gain of all steps against the policy."""
        return sum(step.weight * step.gain for step in self.steps)

    @property
    def luck(self) -> float | None:
        """The loss beyond the expected one; its mean is 0 if expectations are right. None without any."""
        return self.result - self.steps[0].ahead + self.gain if self.begins and self.steps else None


@dataclass(frozen=True)
class Measurements:
    """The measurements of a game with a number of seats.

    `policy` has the losses of the policy, each the mean of a block of rounds (`policy_losses`).
    """

    policy: NDArray[np.float64]
    rounds: Sequence[PlayedRound]

    def baseline(self, *, estimated: bool = False) -> Baseline:
        """Return the baseline that follows from the measurements."""
        loss = float(self.policy.mean())
        gains = np.array([each.gain for each in self.rounds])
        gain, first = clamp_share(float(gains.mean()) / loss) * loss if loss else 0.0, 0.0
        if all(each.begins and each.steps for each in self.rounds):
            first = sum(each.steps[0].weight * each.steps[0].gain for each in self.rounds) / len(gains)
        return Baseline(
            stored(loss - gain),
            total([error_of(self.policy), error_of(gains)]),
            round(clamp_share((gain - first) / (loss - first)), 4) if loss != first else 0.0,
            estimated,
        )


def clamp_share(share: float) -> float:
    """Return `share` limited to -`MOST_SAVED` to `MOST_SAVED`, as few rounds may seem to save more."""
    return min(max(share, -MOST_SAVED), MOST_SAVED)


def policy_losses(rules: Rules, *, blocks: int, seed: int) -> NDArray[np.float64]:
    """Return the loss of the policy in a round against the reference: the means of `blocks` blocks of rounds.

    The opponent types are drawn for each block, their inverse temperatures for each round.
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
    """Play a round in which one seat follows the coach against the reference; `judge` explains the numbers.

    If `judged` is below 1, only this share of the decisions, drawn at random, is judged, with a weight of
    1 / `judged`; the policy answers the rest.
    """
    rng = Random(seed)
    seat = rng.randrange(rules.seats)
    players = [stranger(rng) for _ in range(rules.seats)]
    players[seat] = own_player(rng)
    game = Game(rules, seed=seed)
    sign = 1.0 if heads_hurt(rules) else -1.0
    steps: list[CoachStep] = []
    picks = 0
    while not game.over:
        for player_seat in game.to_act:
            view = game.view(player_seat)
            if player_seat != seat:
                game.act(player_seat, players[player_seat].act(view))
                continue
            kind = cast(Kind, view.phase)
            picks += kind == "pick"
            first = not steps and not rules.flips
            action = view.legal[0]
            if judged < 1 and rng.random() > judged:
                action = players[seat].act(view)
            elif len(view.legal) > 1 or first:
                judgement = judge(view, playouts=playouts, measuring=measuring)
                means = judgement.heads.mean(axis=0)
                action = view.legal[judgement.best]
                ahead = float(np.dot(policy_chances(view), means)) - sign * view.round_heads[seat]
                gain = ahead + sign * view.round_heads[seat] - float(means[judgement.best])
                turn = picks if kind == "pick" else view.turn
                steps.append(CoachStep(kind, turn, ahead, gain, 1 / judged))
            game.act(player_seat, action)
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
) -> Measurements:
    """Measure `blocks` blocks of the policy and `rounds` rounds of the coach, against the reference."""
    return Measurements(
        policy_losses(rules, blocks=blocks, seed=seed),
        [
            play_round(
                rules, playouts=playouts, measuring=measuring, judged=judged, seed=f"{seed} round {number}"
            )
            for number in range(rounds)
        ],
    )
