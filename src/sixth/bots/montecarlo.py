"""The bot of flat Monte Carlo: random playouts of every answer, a common baseline."""

from random import Random
from typing import Final

import numpy as np

from sixth.bots.kernel_answers import ONE_PLAYER, answer_codes, roll_out
from sixth.bots.observation import observe_decision, stakes_of
from sixth.rules.events import Action
from sixth.rules.view import View
from sixth.sim.engine.layout import LANES
from sixth.sim.policy.architecture import PLAYER
from sixth.sim.search.determinization import Observation, draw
from sixth.sim.search.playouts import Lineup
from sixth.sim.search.rollouts import NO_WORLDS, Playouts

_LANES: Final = int(LANES)
_RANDOM: Final = Lineup(np.zeros((0, int(PLAYER)), dtype=np.float32), ONE_PLAYER)


class MonteCarloBot:
    """A bot that gives the answer with the best mean over `playouts` random rounds, in uniform worlds.

    In a playout all cards (and picks) are random, and a card without a place takes the cheapest row.
    """

    def __init__(self, playouts: int, rng: Random) -> None:
        self._playouts = playouts
        self._rng = rng

    def act(self, view: View) -> Action:
        """Return the action with the best mean over the random playouts."""
        if len(view.legal) == 1:
            return view.legal[0]
        codes = answer_codes(view)
        sums = np.zeros(len(codes))
        seed = np.uint64(int(self._rng.random() * 2**53))
        stakes = stakes_of(view, win=0.0)
        inverse_temperatures = np.zeros((len(view.seats_in), self._playouts), dtype=np.float32)
        worlds = NO_WORLDS
        plan, observation = observe_decision(view)
        if isinstance(observation, Observation):
            worlds = np.empty((len(observation.known), self._playouts), dtype=np.uint16)
            draw(worlds, observation, seed)
        step = max(1, _LANES // len(codes))
        for begin in range(0, self._playouts, step):
            first, number = np.uint64(begin), np.uint64(min(step, self._playouts - begin))
            playouts = Playouts(codes, worlds, inverse_temperatures, first, number, seed)
            sums += roll_out(_RANDOM, plan, observation, stakes, playouts)
        return view.legal[int(sums.argmax())]
