"""The rules of a game, the seating and the observation, as kernels read them: one array of numbers.

The names here (phases, fields, rewards, bots) are those of `sixth.envs`, which takes them from here.

A kernel that is given many values or arrays compiles for minutes and spends its time on passing them on, so
there are two arrays only: this one, `t` (int32), and that of a game, `g` (`sixth.sim.environment.game`).
"""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from sixth.rules.options import EndKind, Rules

Ints: TypeAlias = NDArray[np.int32]
Whole: TypeAlias = int | np.int64

SEATS: Final = 0
ROWS: Final = 1
LIMIT: Final = 2
"""Cards that a row holds before the next one takes it."""
BOTH: Final = 3
"""1 where cards may go to either end of a row."""
FLIP: Final = 4
"""1 where cards are flipped."""
DRAFT: Final = 5
"""1 where hands are picked in a draft."""
HALVES: Final = 6
"""1 where the deck is dealt in two halves."""
TACTICAL: Final = 7
"""1 where the deck is as large as what is dealt."""
DECK: Final = 8
"""Cards in the deck of the first round."""
HAND: Final = 9
END: Final = 10
"""An index of `END_KINDS`."""
END_COUNT: Final = 11
"""The limit, or the number of rounds."""
MOST: Final = 12
"""1 where the most heads win."""
HURT: Final = 13
"""1 where heads bring a seat nearer to losing."""
MAX_ROUNDS: Final = 14
"""After how many rounds a game is cut."""
ME: Final = 15
"""The learner's seat."""
REWARD: Final = 16
"""An index of `REWARDS`."""
ILLEGAL: Final = 17
"""The reward of an action that is not allowed."""
OFFSETS: Final = 18
"""The indices in an observation at which its fields begin, in the order of `FIELDS`; -1 for a field that the
rules leave out."""
FIELDS: Final = (
    "phase",
    "clock",
    "hand",
    "unseen",
    "rows",
    "pending",
    "counts",
    "heads",
    "totals",
    "playing",
    "open",
    "hands",
)
"""The names of the fields of an observation, in their order."""
AT_PHASE, AT_CLOCK, AT_HAND, AT_UNSEEN, AT_ROWS, AT_PENDING = range(OFFSETS, OFFSETS + 6)
AT_COUNTS, AT_HEADS, AT_TOTALS, AT_PLAYING, AT_OPEN, AT_HANDS = range(OFFSETS + 6, OFFSETS + 12)
CARDS: Final = 30
"""The action of card 1."""
TAKES: Final = 31
"""The action of row 0."""
LEFTS: Final = 32
"""The action of the left end of row 0."""
OPPONENTS: Final = 33
"""By seat: an index of `BOTS`, or `LEARNER`."""
HEADS_OF: Final = 43
"""By number of card: its heads."""
LENGTH: Final = 43 + 105

END_KINDS: Final[tuple[EndKind, ...]] = get_args(EndKind)
Reward = Literal["heads", "place", "win"]
"""How a game is rewarded; see `sixth.envs.rewards.Rewards`."""
REWARDS: Final[tuple[Reward, ...]] = get_args(Reward)
PHASES: Final = ("choose", "take", "pick", "wait")
"""What the viewer is to do, in the order of field `phase`."""
WAIT: Final = 0
"""The action of a seat that has nothing to decide."""
HIGHEST: Final = 255
"""The highest number in an observation: higher rounds and totals are shown as this one."""
BOTS: Final = ("random", "nearest", "careful")
LEARNER: Final = -1


def setup(
    rules: Rules,
    *,
    seat: int,
    opponents: Sequence[str],
    hurt: bool,
    reward: str,
    illegal: int,
    max_rounds: int,
    fields: Mapping[str, int],
    actions: tuple[int, int, int],
) -> Ints:
    """Return `t` (int32, `LENGTH`): a learner at `seat`, with `opponents` at the other seats in their order.

    `hurt` says whether heads are to be avoided, `illegal` is the reward of an action that is not allowed.
    `fields` has the index in an observation at which each field of `FIELDS` begins that there is, `actions`
    the numbers of card 1, row 0 and the left end of row 0.
    """
    t = np.zeros(LENGTH, dtype=np.int32)
    t[:OFFSETS] = (
        rules.seats,
        rules.rows,
        rules.row_limit,
        rules.both_ends,
        rules.flips,
        rules.drafts,
        rules.deal == "halves",
        rules.deck == "tactical",
        rules.deck_size(rules.seats),
        rules.hand,
        END_KINDS.index(rules.end.kind),
        rules.end.count,
        rules.goal == "most",
        hurt,
        max_rounds,
        seat,
        REWARDS.index(reward),
        illegal,
    )
    t[OFFSETS:CARDS] = [fields.get(name, -1) for name in FIELDS]
    t[CARDS:OPPONENTS] = actions
    codes = [BOTS.index(name) for name in opponents]
    t[OPPONENTS : OPPONENTS + rules.seats] = [*codes[:seat], LEARNER, *codes[seat:]]
    t[HEADS_OF:] = rules.heads_of
    return t
