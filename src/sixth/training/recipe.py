"""Recipes: the length, opponents, rules and learning rates of a training, as data.

`docs/training.md` gives the reasons. A recipe counts in steps, never in seconds, so that everybody who
follows it with the same seed gets the same policy; `scaled` makes it shorter or longer.
"""

from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Literal

from sixth.i18n import gettext as _
from sixth.rules.options import SEATS
from sixth.sim.policy.architecture import HEADS_PER_LOGIT
from sixth.training.errors import TrainingError


@dataclass(frozen=True)
class Opponent:
    """A kind of opponent at the table of an example.

    `who` is one of `sim.players.untrained` (`random`, `cheapest`, `nearest` and others), `self` (the learner
    as it is), `older` (one of the selves kept on the way; until there is one, `self`), or the name of a stage
    before: the player that it ended with.
    """

    who: str
    share: float
    """How often a seat is one of these, out of the sum of all shares."""
    inverse_temperatures: tuple[float, ...] = (1.0,)
    """What its logits are multiplied with, each as often: 1 as it was trained, 30 nearly always its best."""


@dataclass(frozen=True)
class RuleShares:
    """The shares of the rules that examples are played by; they add up to 1."""

    home: float = 0.65
    """Share of the game that matters most: classic, four seats."""
    sizes: float = 0.0
    """Share of classic with any number of seats."""
    named: float = 0.2
    """Share of the named games, with any number of seats."""
    drawn: float = 0.15
    """Share of rules with random options."""
    seats: tuple[int, ...] = tuple(SEATS)
    """How many seats a table has that is not `home`, each entry as often."""


@dataclass(frozen=True)
class Stage:
    """A part of the training, with opponents of its own; it goes on from the player of the stage before."""

    name: str
    steps: int
    opponents: tuple[Opponent, ...]
    tables: RuleShares
    rates: tuple[float, float]
    """Adam's learning rate in the first and in the last step, and on a line between them."""
    learner: str = "self"
    """The player that plays on for the learner in its own examples: itself, or a kind of opponent."""
    inverse_temperatures: tuple[float, ...] = (1.0,)
    """Factors of the logits of the player that plays on, each as often."""
    selves: int = 0
    """The number of older selves stored on the way, as opponents for the rest of the stage."""
    learns: Literal["player", "hand"] = "player"
    """What learns: the small networks of the player, or the hand network, for which the player plays on."""


@dataclass(frozen=True)
class HandExamples:
    """The amount of examples of a step in which a hand network learns."""

    tasks: int = 8
    """How many tasks a step has; a task is a question in 1,024 games."""
    worlds: int = 3
    """In how many worlds the cards of a question are tried."""
    rivals: float = 0.6
    """What a head of the others is worth, as a share of an own one: who takes fewer than they do wins."""
    batches: int = 2
    """Each task is learnt from in so many parts, with a change of the weights after each."""
    clip: float = 3.0
    """The longest that a gradient of the loss (heads squared) may be."""


@dataclass(frozen=True)
class Recipe:
    """A whole training."""

    name: str
    stages: tuple[Stage, ...]
    examples: tuple[tuple[str, int], ...]
    """How many tasks of each kind a step has; a task is a question in 1,024 games."""
    batches: int
    """Each step's examples are learnt from in so many parts, with a change of the weights after each."""
    unit: float
    """Heads that one unit of a logit stands for; so at inverse temperature 1 an answer that costs so much
    more is played e times more seldom."""
    clip: float
    """The longest that a gradient of the loss (heads squared) may be."""
    measurements: int
    """How often the learner is measured on the way."""
    blocks: int
    """Thousands (1,024) of deals that a measurement plays in each seat, against each yardstick."""
    hands: HandExamples = HandExamples()

    @property
    def steps(self) -> int:
        """Return the steps of all stages."""
        return sum(stage.steps for stage in self.stages)

    def scaled(self, steps: int) -> "Recipe":
        """Return this recipe with so many steps in all; every stage keeps its share, and at least one."""
        count = len(self.stages)
        if steps < count:
            wrong = _("This training takes at least {count} steps, not {steps}.")
            raise TrainingError(wrong.format(count=count, steps=steps))
        shorter: list[Stage] = []
        done = plan = 0
        for number, stage in enumerate(self.stages):
            plan += stage.steps
            end = max(done + 1, round(plan * steps / self.steps))
            # Each later stage needs at least one step.
            end = min(end, steps - (count - 1 - number))
            shorter.append(replace(stage, steps=end - done))
            done = end
        return replace(self, stages=tuple(shorter))

    def as_json(self) -> dict[str, Any]:
        """Return the whole recipe as JSON, with the field names of checkpoints."""
        return asdict(self, dict_factory=lambda pairs: {_IN_JSON.get(name, name): of for name, of in pairs})


_IN_JSON: Final = {"examples": "lessons", "inverse_temperatures": "cares"}


_SOFT_TO_STRICT: Final = (0.5, 1.0, 3.0)
_STRANGERS: Final = (
    Opponent("random", 0.06),
    Opponent("cheapest", 0.08),
    Opponent("nearest", 0.05, (30.0,)),
    Opponent("roomy", 0.05, (0.1, 0.3)),
    Opponent("wary", 0.07, (0.5, 2.0, 8.0)),
    Opponent("flat", 0.22, (1.0, 8.0, 8.0)),
)

_HAND_STAGE: Final = Stage(
    # The small networks look at one card at a time. With two seats that is far too little.
    name="hand",
    steps=480,
    opponents=(
        Opponent("random", 0.04),
        Opponent("cheapest", 0.06),
        Opponent("nearest", 0.04, (30.0,)),
        Opponent("roomy", 0.04, (0.1, 0.3)),
        Opponent("wary", 0.06, (0.5, 2.0, 8.0)),
        Opponent("flat", 0.34, (1.0, 8.0, 8.0)),
        Opponent("self", 0.42, (1.0, 3.0, 8.0)),
    ),
    tables=RuleShares(home=0.0, sizes=0.7, named=0.2, drawn=0.1, seats=(2, 2, 3)),
    rates=(1.5e-3, 3e-5),
    learner="self",
    inverse_temperatures=(1.0, 3.0, 8.0),
    learns="hand",
)

DEFAULT: Final = Recipe(
    name="sixth-5",
    stages=(
        # Everybody plays at random, so the player learns flat Monte Carlo with unlimited playouts.
        Stage(
            name="flat",
            steps=120,
            opponents=(Opponent("cheapest", 1.0),),
            tables=RuleShares(),
            rates=(2e-3, 1e-4),
            learner="cheapest",
        ),
        # What is good against one opponent may be bad against another, so the table is mixed.
        Stage(
            name="pool",
            steps=1_600,
            opponents=(
                *_STRANGERS,
                Opponent("older", 0.14, _SOFT_TO_STRICT),
                Opponent("self", 0.45, _SOFT_TO_STRICT),
            ),
            tables=RuleShares(),
            rates=(1.5e-3, 5e-5),
            inverse_temperatures=(1.0, 3.0),
            selves=30,
        ),
        # What was learnt at four seats is a good beginning for the larger and the smaller tables.
        Stage(
            name="sizes",
            steps=400,
            opponents=(
                *_STRANGERS,
                Opponent("pool", 0.14, _SOFT_TO_STRICT),
                Opponent("self", 0.45, _SOFT_TO_STRICT),
            ),
            tables=RuleShares(home=0.25, sizes=0.4),
            rates=(6e-4, 3e-5),
            inverse_temperatures=(1.0, 3.0),
        ),
        _HAND_STAGE,
    ),
    # Picks first: they take longest, and no thread should wait for the last one.
    examples=(("pick", 1), ("card", 18), ("row", 2)),
    batches=32,
    unit=HEADS_PER_LOGIT,
    clip=30.0,
    measurements=30,
    blocks=2,
)
"""The recipe of `sixth train`."""

HAND: Final = replace(DEFAULT, name="sixth-5-hand", stages=(_HAND_STAGE,), measurements=6)
"""The last stage of that recipe alone: a hand network for the player that ships."""
