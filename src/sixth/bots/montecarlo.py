"""The bot of flat Monte Carlo: random playouts of every answer, a common baseline."""

from random import Random
from typing import Any, Final

import numpy as np

from sixth.bots.draft_observation import observe_draft
from sixth.bots.kernel_answers import ONE_PLAYER, answer_codes, thread_block
from sixth.bots.observation import observe, stakes_of
from sixth.rules.events import Action
from sixth.rules.view import View
from sixth.sim.engine.layout import LANES, Plan
from sixth.sim.policy.architecture import PLAYER
from sixth.sim.search.determinization import Observation, draw
from sixth.sim.search.drafts import DraftObservation
from sixth.sim.search.playouts import Lineup
from sixth.sim.search.rollouts import NO_WORLDS, Playouts, roll_out_answers, roll_out_picks

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
        results = np.zeros((len(codes), 2))
        seed = np.uint64(int(self._rng.random() * 2**53))
        stakes = stakes_of(view, win=0.0)
        inverse_temperatures = np.zeros((len(view.seats_in), self._playouts), dtype=np.float32)
        kernel: Any
        plan: Plan
        observation: Observation | DraftObservation
        if view.phase == "pick":
            kernel, worlds = roll_out_picks, NO_WORLDS
            plan, observation = observe_draft(view)
        else:
            kernel = roll_out_answers
            plan, observation = observe(view)
            worlds = np.empty((len(observation.known), self._playouts), dtype=np.uint16)
            draw(worlds, observation, seed)
        step = max(1, _LANES // len(codes))
        for begin in range(0, self._playouts, step):
            first, number = np.uint64(begin), np.uint64(min(step, self._playouts - begin))
            playouts = Playouts(codes, worlds, inverse_temperatures, first, number, seed)
            kernel(thread_block(), _RANDOM, plan, observation, stakes, playouts, results)
        return view.legal[int(results[:, 0].argmax())]
