"""Bots made ready before anybody waits for them: the first use of a kernel compiles it, which takes long.

That is up to a minute after an installation. The machine code is kept; from then on loading it takes seconds.
"""

from collections.abc import Iterable
from threading import Event, Lock
from typing import Final

from sixth.bots.registry import compiled, make
from sixth.rules.games import GAMES
from sixth.rules.play import Game
from sixth.rules.view import View

_MADE: Final = ("montecarlo:1", "policy", "search:1")
"""All kernels are in one of them, as `expert` and `champion` only search longer."""

_READY: Final = Event()
_ONE_AT_A_TIME: Final = Lock()


def get_ready() -> None:
    """Have the bots decide each kind of thing once, so that nothing is left to be compiled or loaded.

    Raises:
        ValueError: the policy of this package cannot be read (`sixth.sim.policy.weights.WeightsError`).
    """
    with _ONE_AT_A_TIME:
        if _READY.is_set():
            return
        for view in _decisions():
            for name in _MADE:
                make(name, seed=1).act(view)
        _READY.set()


def is_ready(names: Iterable[str]) -> bool:
    """Return whether all these bots would answer without compiling anything first."""
    return _READY.is_set() or not any(compiled(name) for name in names)


def _decisions() -> list[View]:
    """A card to choose and a row to take, where hands are hidden and where they are not; a card to pick."""
    found: dict[tuple[str, str], View] = {}
    for name in ("classic", "logic"):
        game = Game(GAMES[name].replace(seats=3), seed=1)
        while game.state.round < 2 and not game.over:
            for seat in game.to_act:
                view = game.view(seat)
                if len(view.legal) > 1:
                    # The last one of a kind has the longest history.
                    found[name, view.phase] = view
                game.act(seat, view.legal[0])
    return list(found.values())
