"""The neural networks of a player: which there are, and where each lies in the player's row of numbers."""

from dataclasses import dataclass
from itertools import accumulate
from typing import Final

import numpy as np

from sixth.sim.policy.card_features import CARD_FEATURES
from sixth.sim.policy.network import parameters
from sixth.sim.policy.pick_features import PICK_FEATURES
from sixth.sim.policy.row_features import ROW_FEATURES


@dataclass(frozen=True)
class QuestionKind:
    """A kind of question, which a player answers by a neural network of its own."""

    name: str
    features: tuple[str, ...]
    """The names of its features, in the order of its inputs."""
    start: int
    """Where its numbers begin in the player."""

    @property
    def inputs(self) -> int:
        """How many features there are."""
        return len(self.features)

    @property
    def stop(self) -> int:
        """Where the numbers of the next neural network begin."""
        return self.start + parameters(self.inputs)


_NETWORKS: Final = (
    ("card", CARD_FEATURES),
    ("row", ROW_FEATURES),
    ("pick", PICK_FEATURES),
)
"""In the order in which a player holds them."""

_STARTS: Final = accumulate((parameters(len(features)) for _, features in _NETWORKS), initial=0)

KINDS: Final = {
    name: QuestionKind(name, features, start)
    for (name, features), start in zip(_NETWORKS, _STARTS, strict=False)
}
"""Every kind of question by its name: a card to play, a row to take, a card to pick in a draft."""

CARD_NET: Final = np.uint64(KINDS["card"].stop)
"""Where, in a player, the neural network of cards ends and that of rows begins."""
PICKS: Final = np.uint64(KINDS["pick"].start)
"""Where, in a player, the neural network of picks begins."""
PLAYER: Final = np.uint64(KINDS["pick"].stop)
"""Length of a player: one row of float32 with the neural networks of cards, rows and picks."""

HEADS_PER_LOGIT: Final = 0.5
"""What neural networks are trained to say: an answer that costs so many heads more has a logit lower by 1."""
