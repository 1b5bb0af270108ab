"""The networks of a player: which there are, and where each lies in the flat row of numbers."""

from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from sixth.sim.policy.card_features import CARD_FEATURES
from sixth.sim.policy.network import parameters
from sixth.sim.policy.row_features import ROW_FEATURES
from sixth.sim.search.drafts import PICK_FEATURES
from sixth.sim.search.playouts import PLAYER


@dataclass(frozen=True)
class Kind:
    """A question that a player answers by a network of its own."""

    name: str
    features: tuple[str, ...]
    """What it is told of each answer, by name."""
    start: int
    """Where its network begins in the player."""

    @property
    def inputs(self) -> int:
        """How many features there are."""
        return len(self.features)

    @property
    def stop(self) -> int:
        """Where the next one begins."""
        return self.start + parameters(self.inputs)


_NETWORKS: Final = (
    ("card", CARD_FEATURES),
    ("row", ROW_FEATURES),
    ("pick", PICK_FEATURES),
)
"""In the order in which a player holds them."""

_STARTS: Final = accumulate((parameters(len(features)) for _, features in _NETWORKS), initial=0)

KINDS: Final = {
    name: Kind(name, tuple(text.partition(":")[0] for text in features), start)
    for (name, features), start in zip(_NETWORKS, _STARTS, strict=False)
}
"""By name."""

assert max(kind.stop for kind in KINDS.values()) == PLAYER
