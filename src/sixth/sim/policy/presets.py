"""Players that others may be like: the trained ones, and some that nobody trained.

Those are rules of thumb: neural networks whose few weights are set by hand. A player is float32, `PLAYER`.
"""

from typing import Final

import numpy as np

from sixth.sim.policy.architecture import KINDS, PLAYER, QuestionKind
from sixth.sim.policy.network import DEEPER, HIDDEN, Floats
from sixth.sim.policy.weights import FLAT, load

_STEEP = 60.0
"""How much the logit falls for each unit by which an answer is worse."""
_TOP = 8.0
"""What the best answer gets; more than everything that is taken off, for nothing below 0 passes a unit."""


_CARD_WEIGHTS: Final = {
    "nearest": {"gap": -1.0, "full": -2.0, "low": -3.0, "number": 0.03},
    "roomy": {"gap": -1.0, "full": -2.0, "room": 1.0, "low": -1.0, "number": 0.03},
    "wary": {"pain": -1.0, "sting": -0.7, "gap": -0.03, "low": -0.1},
}
"""What the features of a card to play weigh: `nearest` plays the card closest above a row that is not full,
`roomy` rather goes where the row still holds many cards, `wary` plays the card likely to cost least this
turn, of several such the closest one."""


def untrained() -> dict[str, Floats]:
    """Return all players that nobody trained, by the names that recipes and reports call them."""
    players = {"random": at_random(), "cheapest": _cheapest()}
    for name, weights in _CARD_WEIGHTS.items():
        players[name] = _cheapest()
        _set(players[name], KINDS["card"], weights)
    return players


def all_players(policy: Floats) -> dict[str, Floats]:
    """Return all players that a search knows, by name, `policy` among them; may raise `WeightsError`."""
    return {**untrained(), "flat": load(FLAT), "policy": policy}


def at_random() -> Floats:
    """Return a player that gives all answers the same logit."""
    return np.zeros(int(PLAYER), dtype=np.float32)


def _cheapest() -> Floats:
    """Return a player that plays any card, takes the cheapest row, and picks from the middle of the deck."""
    player = at_random()
    _set(player, KINDS["row"], {"more": -1.0})
    _pick_the_middle(player)
    return player


def _pick_the_middle(player: Floats) -> None:
    """Let one unit of the first layer measure how far a card lies above the middle, and one how far below."""
    kind = KINDS["pick"]
    net = player[kind.start : kind.stop]
    hidden, deeper = int(HIDDEN), int(DEEPER)
    number, bias = kind.features.index("number") * hidden, kind.inputs * hidden
    net[number], net[number + 1] = 1.0, -1.0
    net[bias], net[bias + 1] = -0.5, 0.5
    second = bias + hidden
    net[second] = net[second + deeper] = -1.0
    net[second + hidden * deeper] = _TOP
    net[second + hidden * deeper + deeper] = _STEEP


def _set(player: Floats, kind: QuestionKind, weights: dict[str, float]) -> None:
    """Let one unit of each layer pass on the weighted sum of these features."""
    net = player[kind.start : kind.stop]
    hidden, deeper = int(HIDDEN), int(DEEPER)
    for name, weight in weights.items():
        net[kind.features.index(name) * hidden] = weight
    bias = kind.inputs * hidden
    net[bias] = _TOP
    second = bias + hidden
    net[second] = 1.0
    net[second + hidden * deeper + deeper] = _STEEP
