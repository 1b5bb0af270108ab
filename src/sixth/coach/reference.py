"""The reference: the players with whom the coach measures.

Each other seat has one of `ALL_TYPES`, by its prior and by its play so far, as in a search. The own seat
follows the policy, as in a search.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from math import log
from random import Random
from typing import Final

import numpy as np

from sixth.bots.belief import ALL_TYPES, POLICY, OpponentModel
from sixth.bots.bot import heads_hurt
from sixth.bots.policy import answer_logits
from sixth.rules.events import Action
from sixth.rules.options import End, Goal, Rules
from sixth.rules.view import View
from sixth.sim.policy import weights
from sixth.sim.policy.network import Floats
from sixth.sim.policy.presets import all_players

OWN: Final = 4.0
"""The inverse temperature of the own seat in playouts, as in a search (`sixth.bots.search.Settings`)."""


@cache
def players() -> dict[str, Floats]:
    """Return the networks of the reference players, by name."""
    return all_players(weights.load())


@cache
def model() -> OpponentModel:
    """Return the opponent model of the coach, with the priors of all types."""
    return OpponentModel(players(), ALL_TYPES)


class ReferencePlayer:
    """A bot that draws its answers from the softmax of a network's logits."""

    def __init__(self, player: Floats, inverse_temperature: float, rng: Random) -> None:
        self._player, self._inverse_temperature, self._rng = player, inverse_temperature, rng

    def act(self, view: View) -> Action:
        """Return a random action of `view.legal`."""
        if len(view.legal) == 1:
            return view.legal[0]
        logits = self._inverse_temperature * answer_logits(view, self._player).astype(np.float64)
        noise = [-log(-log(self._rng.random() or 0.5)) for _ in view.legal]
        return view.legal[int((logits + noise).argmax())]


def stranger(rng: Random) -> ReferencePlayer:
    """Return a reference player of a random opponent type."""
    kind = rng.choices(ALL_TYPES, [each.prior for each in ALL_TYPES])[0]
    return ReferencePlayer(players()[kind.player], kind.inverse_temperature, rng)


def own_player(rng: Random) -> ReferencePlayer:
    """Return the reference player of the own seat in playouts."""
    return ReferencePlayer(players()[POLICY], OWN, rng)


def policy_chances(view: View) -> Sequence[float]:
    """Return the probability of each action in `view.legal` for the own seat in playouts."""
    logits = OWN * answer_logits(view, players()[POLICY]).astype(np.float64)
    chances = np.exp(logits - logits.max())
    return [float(each) for each in chances / chances.sum()]


def one_round(rules: Rules, seats: int) -> Rules:
    """Return the rules of one round with `seats` seats still in.

    Options that make no difference within a round are set to fixed values, so equal rounds have equal rules.
    """
    goal: Goal = "fewest" if heads_hurt(rules) else "most"
    return replace(rules, seats=seats, deck=rules.deck_size(seats), goal=goal, end=End("rounds", 1))
