"""The warm-up of bots, before anybody waits for them: the first use of a kernel compiles it.

After an installation this takes a minute or two. The machine code is cached, and loading it takes seconds.
"""

from collections.abc import Iterable
from threading import Event, Lock
from typing import Final

from sixth import fast
from sixth.bots.registry import compiled, make
from sixth.rules.games import GAMES
from sixth.rules.play import Game
from sixth.rules.view import View

_WARM_UP_BOTS: Final = ("montecarlo:1", "policy", "search:1")
"""The bots that use all kernels; `expert` uses those of `search`, and `champion` also those of the solver."""

_READY: Final = Event()
_ONE_AT_A_TIME: Final = Lock()


def get_ready() -> None:
    """Let the bots make each kind of decision once, so that all kernels are compiled and loaded."""
    with _ONE_AT_A_TIME:
        if _READY.is_set():
            return
        if fast.INSTALLED:
            for view in _decisions():
                for name in _WARM_UP_BOTS:
                    make(name, seed=1).act(view)
            make("champion", seed=1).act(_ending())
        _READY.set()


def is_ready(names: Iterable[str]) -> bool:
    """Return whether the bots `names` can answer without compiling or loading kernels first."""
    return _READY.is_set() or not any(compiled(name) for name in names)


def _decisions() -> list[View]:
    """Return views of all kinds of decisions: choices and rows with hidden and open hands, and a pick."""
    views: dict[tuple[str, str], View] = {}
    for name in ("classic", "logic"):
        game = Game(GAMES[name].replace(seats=3), seed=1)
        while game.state.round < 2 and not game.over:
            for seat in game.to_act:
                view = game.view(seat)
                if len(view.legal) > 1:
                    # The last view of a kind has the longest history.
                    views[name, view.phase] = view
                game.act(seat, view.legal[0])
    return list(views.values())


def _ending() -> View:
    """Return a view in which two seats know all cards."""
    game = Game(GAMES["tactical"].replace(seats=2), seed=1)
    while game.state.turn < game.state.rules.hand - 1 or game.state.phase != "choose":
        for seat in game.to_act:
            game.act(seat, game.view(seat).legal[0])
    return game.view(0)
