"""Flat Monte Carlo, a yardstick that others measure by too: random playouts of every answer."""

from random import Random
from typing import Final

import numpy as np

from sixth.bots.draft_observation import pick_moment_of
from sixth.bots.kernel_answers import ONE_PLAYER, answers, my_block
from sixth.bots.observation import moment_of, stakes_of
from sixth.rules.events import Action
from sixth.rules.view import View
from sixth.sim.engine.layout import LANES
from sixth.sim.search.determinization import draw
from sixth.sim.search.playouts import PLAYER
from sixth.sim.search.rollouts import try_answers, try_picks

_LANES: Final = int(LANES)
_NO_PLAYERS: Final = np.zeros((0, int(PLAYER)), dtype=np.float32)


class MonteCarloBot:
    """Plays what came out best on average of `playouts` random rounds each, in hidden hands drawn evenly.

    In a playout all cards (and picks) are random, and a card without a place takes the cheapest row.
    """

    def __init__(self, playouts: int, rng: Random) -> None:
        self._playouts = playouts
        self._rng = rng

    def act(self, view: View) -> Action:
        if len(view.legal) == 1:
            return view.legal[0]
        codes = answers(view)
        results = np.zeros((len(codes), 2))
        seed = np.uint64(int(self._rng.random() * 2**53))
        stakes = stakes_of(view, win=0.0)
        care = np.zeros((len(view.seats_in), self._playouts), dtype=np.float32)
        picks = view.phase == "pick"
        if picks:
            plan, pick = pick_moment_of(view)
        else:
            plan, moment = moment_of(view)
            worlds = np.empty((len(moment.known), self._playouts), dtype=np.uint16)
            draw(worlds, moment, seed)
        step = max(1, _LANES // len(codes))
        for begin in range(0, self._playouts, step):
            first, number = np.uint64(begin), np.uint64(min(step, self._playouts - begin))
            if picks:
                try_picks(
                    my_block(), _NO_PLAYERS, ONE_PLAYER, plan, pick, stakes, care, first, number, seed, codes,
                    results,
                )  # fmt: skip
            else:
                try_answers(
                    my_block(), _NO_PLAYERS, ONE_PLAYER, plan, moment, stakes, worlds, care, first, number,
                    seed, codes, results,
                )  # fmt: skip
        return view.legal[int(results[:, 0].argmax())]
