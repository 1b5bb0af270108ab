"""Whether a policy that mixes is harder to beat: JSON lines on stdout, one a temperature.

    python bench/mixing.py [--deals 28] [--first 4] [--playouts 1000] [--strict] [--mixed 4,2,1] [--against 0]

The policy draws its answers from the softmax of its logits at each of these inverse temperatures, or always
gives the best one (`--strict`). Three such policies play with a fourth one, then in each seat in turn with a
search in its place, on the same deals. `known` is what a search gains that knows exactly how the others play,
`unknown` that of a search which takes them for any opponent type, as the bots do: heads a round, with 95 %
intervals by deal. What both gain is the price of not looking ahead; only the rest is exploitation. With
`--against` the policy also plays so many deals among three `montecarlo`. docs/decisions/036 has the figures.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import replace
from math import inf
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import sixth
from sixth import bots
from sixth.arena.statistics import intervals
from sixth.bots.belief import POLICY, OpponentType
from sixth.bots.bot import Bot
from sixth.bots.policy import answer_logits
from sixth.bots.search import SearchBot, settings_for
from sixth.rules.events import Action, RoundEnded
from sixth.rules.options import End, Rules
from sixth.rules.play import Game
from sixth.rules.view import View
from sixth.sim.policy import weights
from sixth.sim.policy.presets import all_players

RULES: Final[Rules] = sixth.games["classic"].replace(seats=4, end=End("rounds", 1))
ALMOST_STRICT: Final = 2.0
"""The highest inverse temperature that a search assumes: with a higher one few hidden hands seem possible."""
PLAYER: Final = weights.load()
PLAYERS: Final = all_players(PLAYER)


class MixingPolicy:
    """The policy with its small networks, which draws its answers; its luck follows from the view."""

    def __init__(self, inverse_temperature: float, key: str) -> None:
        self._inverse_temperature, self._key = inverse_temperature, key

    def act(self, view: View) -> Action:
        """Return a draw from the softmax of the logits, or the answer with the highest one."""
        if len(view.legal) == 1:
            return view.legal[0]
        logits = answer_logits(view, PLAYER).astype(np.float64)
        if self._inverse_temperature < inf:
            text = repr((self._key, view.seat, view.hand, view.history))
            noise = np.random.default_rng(list(text.encode())).gumbel(size=len(logits))
            logits = self._inverse_temperature * logits + noise
        return view.legal[int(logits.argmax())]


class Responder:
    """A search for few heads, whose luck follows from the view; it may know how the others play."""

    def __init__(self, playouts: int, known: float | None) -> None:
        settings = replace(settings_for(playouts), win=0.0)
        if known is not None:
            settings = replace(settings, opponent_types=(OpponentType(POLICY, known, 1.0),))
        self._settings = settings

    def act(self, view: View) -> Action:
        """Return the best action of the search."""
        return SearchBot(self._settings, PLAYERS, Random(repr((view.hand, view.history)))).act(view)


def heads(players: Sequence[Bot], deal: str) -> tuple[Sequence[int], Sequence[int]]:
    """Return the heads of every seat in one round, and who won it."""
    game = Game(RULES, seed=deal)
    game.play(list(players))
    (ended,) = (event for event in game.events if isinstance(event, RoundEnded))
    return ended.heads, game.winners


def with_interval(values: NDArray[np.float64]) -> dict[str, Any]:
    """Return the mean of values by deal, with its interval."""
    (interval,) = intervals(values[:, None])
    return {
        "mean": round(float(values.mean()), 3),
        "ci": interval and [round(bound, 3) for bound in interval],
    }


def measure(inverse_temperature: float, deals: range, playouts: int, against: int) -> dict[str, Any]:
    """Measure the policy at one inverse temperature."""
    searches = {"known": min(inverse_temperature, ALMOST_STRICT), "unknown": None}
    alone, gains = [], {name: [] for name in searches}  # type: ignore[var-annotated]
    for deal in deals:
        policies = [MixingPolicy(inverse_temperature, f"{deal} {seat}") for seat in range(4)]
        alone.append(np.mean(heads(policies, f"exploit{deal}")[0]))
        for name, known in searches.items():
            taken = []
            for seat in range(4):
                players: list[Bot] = [*policies]
                players[seat] = Responder(playouts, known)
                taken.append(heads(players, f"exploit{deal}")[0][seat])
            gains[name].append(alone[-1] - np.mean(taken))
    row = {"alone": with_interval(np.array(alone))}
    row |= {name: with_interval(np.array(gain)) for name, gain in gains.items()}
    if against:
        row |= among(inverse_temperature, against)
    return row


def among(inverse_temperature: float, deals: int) -> dict[str, Any]:
    """Return the heads and wins of the policy among three `montecarlo`."""
    results = []
    for deal in range(deals):
        sums = np.zeros(2)
        for seat in range(4):
            players = [bots.make("montecarlo", seed=f"mcpair {deal} {other}") for other in range(4)]
            players[seat] = MixingPolicy(inverse_temperature, f"{deal} {seat}")
            taken, winners = heads(players, f"mcpair {deal}")
            sums += taken[seat], (seat in winners) / len(winners)
        results.append(sums / 4)
    took, wins = np.array(results).T
    return {"heads": with_interval(took), "wins": with_interval(wins)}


def main() -> None:
    """Measure the policy at each inverse temperature that was asked for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--deals", type=int, default=28)
    parser.add_argument("--first", type=int, default=4)
    parser.add_argument("--playouts", type=int, default=1000)
    parser.add_argument("--strict", action="store_true")
    parser.add_argument("--mixed", default="")
    parser.add_argument("--against", type=int, default=0)
    asked = parser.parse_args()
    deals = range(asked.first, asked.first + asked.deals)
    for text in ["inf"] * asked.strict + [part for part in asked.mixed.split(",") if part]:
        row = measure(float(text), deals, asked.playouts, asked.against)
        settings = {"inverse_temperature": text, "deals": asked.deals, "playouts": asked.playouts}
        print(json.dumps(settings | row), flush=True)


if __name__ == "__main__":
    main()
