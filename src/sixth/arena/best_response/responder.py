"""A search that knows its opponents, as a process: `python -m sixth.arena.best_response.responder N FILE`.

It tries N playouts. All others are the policy in FILE, which nearly always does what it thinks best; where
that is empty they are anybody.
"""

import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

from sixth.arena.players.serve import serve_bot
from sixth.bots.belief import POLICY, OpponentType
from sixth.bots.search import SearchBot, settings_for
from sixth.rules.events import Action
from sixth.rules.view import View
from sixth.sim.policy import weights
from sixth.sim.policy.presets import all_players

_INVERSE_TEMPERATURE: Final = 2.0
"""It leaves little to luck. At a higher one hardly any hidden hands seem possible, and it plays worse."""


class Responder:
    """Searches; draws by what it sees alone, so that it does not matter in which process it is asked."""

    def __init__(self, playouts: int, file: str) -> None:
        # Heads are what is counted, not wins.
        settings = replace(settings_for(playouts), win=0.0)
        self._settings = (
            replace(settings, opponent_types=(OpponentType(POLICY, _INVERSE_TEMPERATURE, 1.0),))
            if file
            else settings
        )
        self._players = all_players(weights.load(Path(file) if file else weights.SHIPPED))

    def act(self, view: View) -> Action:
        """Return what a search of this view finds best, always the same for the same view."""
        rng = Random(repr((view.hand, view.history)))
        return SearchBot(self._settings, self._players, rng).act(view)


if __name__ == "__main__":
    serve_bot(Responder(int(sys.argv[1]), sys.argv[2]))
