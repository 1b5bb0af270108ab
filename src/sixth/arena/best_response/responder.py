"""A search that knows its opponents, as a process: `python -m sixth.arena.best_response.responder N FILE`.

It uses N playouts. All others follow the policy in FILE almost strictly; if FILE is empty, they may be of any
type.
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
"""It is almost strict. With a higher one hardly any hidden hands seem possible, and the search is worse."""


class Responder:
    """A search bot whose randomness follows from the view alone, so that it is the same in any process."""

    def __init__(self, playouts: int, file: str) -> None:
        # The result counts heads, not wins.
        settings = replace(settings_for(playouts), win=0.0)
        self._settings = (
            replace(settings, opponent_types=(OpponentType(POLICY, _INVERSE_TEMPERATURE, 1.0),))
            if file
            else settings
        )
        self._players = all_players(weights.load(Path(file) if file else weights.SHIPPED))

    def act(self, view: View) -> Action:
        """Return the best action of a search, which is always the same for the same view."""
        rng = Random(repr((view.hand, view.history)))
        return SearchBot(self._settings, self._players, rng).act(view)


if __name__ == "__main__":
    serve_bot(Responder(int(sys.argv[1]), sys.argv[2]))
