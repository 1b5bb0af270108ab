"""What can be known of the hidden hands: a table of two pools of opponents, a row each guess.

    python bench/beliefs.py [--rounds 60] [--seed 1]

One seat has the policy, with three others at the table: `mixed` are `montecarlo`, `careful` and
`montecarlo:1000`, `policy` three more of the policy. Before each of its cards from the second on a guess says
of every unseen card how likely each of the others holds it: `even`, as if nobody had played yet; `types`, as
the champion guesses, which takes the others for any opponent type; `told`, the same with ten times as many
worlds for one that knows that all follow the policy strictly. Printed is the mean squared error (Brier score)
as a share of that of `even`: 1 tells nothing, 0 all. docs/decisions/037 has the figures.
"""

import argparse
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

import sixth
from sixth import bots
from sixth.bots.belief import POLICY, OpponentModel, OpponentType
from sixth.bots.bot import Bot
from sixth.bots.observation import observe
from sixth.bots.search import settings_for
from sixth.rules.events import Action, Revealed
from sixth.rules.options import End, Rules
from sixth.rules.play import Game
from sixth.rules.view import View
from sixth.sim.engine.layout import CARD_SHIFT
from sixth.sim.policy import weights
from sixth.sim.policy.presets import all_players

SEATS: Final = 4
RULES: Final[Rules] = sixth.games["classic"].replace(seats=SEATS, end=End("rounds", 1))
POOLS: Final = {"mixed": ("montecarlo", "careful", "montecarlo:1000"), "policy": ("policy",) * 3}
STRICT: Final = 8.0
CHAMPION: Final = settings_for(10_000)


class Watcher:
    """The policy, which keeps the views in which it chose a card."""

    def __init__(self) -> None:
        self.views: list[View] = []
        self._bot = bots.make("policy")

    def act(self, view: View) -> Action:
        """Return the policy's action."""
        if view.phase == "choose":
            self.views.append(view)
        return self._bot.act(view)


def rounds(
    others: Sequence[str], count: int, seed: int
) -> Iterator[tuple[Sequence[View], NDArray[np.int64]]]:
    """Yield the views of seat 0 in each round, and the cards played: turns × seats."""
    for number in range(count):
        watcher = Watcher()
        names = [*others[number % 3 :], *others[: number % 3]]
        players: list[Bot] = [bots.make(name, seed=f"{seed} {number} {name}") for name in names]
        game = Game(RULES, seed=f"beliefs {seed} {number}")
        game.play([watcher, *players])
        turns = [event.cards for event in game.events if isinstance(event, Revealed)]
        yield watcher.views, np.array(turns, dtype=np.int64)


def guess(model: OpponentModel, view: View, pool: int, seed: int) -> NDArray[np.float64]:
    """Return how likely each other seat holds each unseen card: seats × cards."""
    plan, observation = observe(view)
    worlds, _ = model.determinize(
        plan, observation, pool=pool, worlds=CHAMPION.worlds, sign=np.float32(1), seed=np.uint64(seed)
    )
    cards = (worlds >> CARD_SHIFT).reshape(-1, SEATS, worlds.shape[1])[int(observation.turn) :]
    return np.stack(
        [
            (cards[:, seat, None] == np.array(view.unseen())[:, None]).any(0).mean(1)
            for seat in range(1, SEATS)
        ]
    )


def errors(
    others: Sequence[str], models: dict[str, tuple[OpponentModel, int]], count: int, seed: int
) -> None:
    """Print the error of each model in each turn, as a share of that of `even`."""
    sums = {name: np.zeros(RULES.hand) for name in ("even", *models)}
    for views, played in rounds(others, count, seed):
        for turn, view in enumerate(views):
            if turn == 0:
                continue
            unseen = np.array(view.unseen())
            held = np.stack([np.isin(unseen, played[turn:, seat]) for seat in range(1, SEATS)])
            sums["even"][turn] += ((held - held.mean()) ** 2).sum()
            for name, (model, pool) in models.items():
                sums[name][turn] += ((held - guess(model, view, pool, turn)) ** 2).sum()
    for name in models:
        shares = sums[name][1:] / sums["even"][1:]
        print(
            f"| {name} | {' | '.join(f'{share:.3f}' for share in shares)} | {shares.mean():.3f} |", flush=True
        )


def main() -> None:
    """Print a table for each pool."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    players = all_players(weights.load(weights.SHIPPED))
    types = OpponentModel(players, CHAMPION.opponent_types), CHAMPION.pool
    told = OpponentModel(players, (OpponentType(POLICY, STRICT, 1.0),)), 10 * CHAMPION.pool
    for pool, others in POOLS.items():
        turns = " | ".join(f"turn {turn}" for turn in range(2, 11))
        print(f"\nAgainst {pool}, {asked.rounds} rounds:\n\n| | {turns} | mean |\n|---|{'---:|' * 10}")
        models = {"types": types} | ({"told": told} if pool == "policy" else {})
        errors(others, models, asked.rounds, asked.seed)


if __name__ == "__main__":
    main()
