"""How much of a round's result is the luck of its deal, all hands known: JSON lines on stdout.

    python bench/deal_luck.py bound [--deals N]
    python bench/deal_luck.py bots [--deals N] [--bots A,B,…]

`bound`: each deal is played again and again by the policy, or by the mixed players that the coach takes for
the others. What stays the same is all that any value of a deal could ever explain, so this is how narrow an
interval might become by correcting for it: 1 is as wide as before. `bots`: the same for bots of the arena,
corrected by what the policy takes on average in 1,024 rounds of the same deal.

Figures are given for the heads of a seat and for the difference of two, in single rounds and in duplicate
deals, which are played in every rotation of the seats. There all have had the same luck with the deal, so a
difference needs no correction. docs/decisions/022 has the figures.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import sixth
from sixth import bots
from sixth.bots.bot import heads_hurt
from sixth.bots.kernel_answers import thread_block
from sixth.bots.observation import plan_of
from sixth.coach.reference import OWN, model, one_round
from sixth.rules.options import Rules
from sixth.rules.play import Game
from sixth.sim.engine.lanes import deal_round, lay
from sixth.sim.engine.layout import LANES, SCORE
from sixth.sim.search.playouts import Lineup, Moment, play_on, see

GAMES: Final = int(LANES)
PLAYS: Final = 32
"""How often a deal is played for the bound."""
TABLES: Final = (
    ("classic", 2), ("classic", 4), ("classic", 6), ("classic", 10), ("tactical", 4),
    ("both-ends", 4), ("elimination", 4), ("halves", 4), ("kids", 4),
)  # fmt: skip

Heads = NDArray[np.float64]


def rules_of(name: str, seats: int) -> Rules:
    """Return the rules of one round of a named game."""
    return one_round(sixth.games[name].replace(seats=seats), seats)


def dealt(rules: Rules, first: int) -> NDArray[np.uint16]:
    """Return 1,024 deals as kernels read them, from this number on: strips × deals."""
    plan, b = plan_of(rules, rules.seats), thread_block()
    deal_round(b.cards, plan, np.uint64(5), np.uint64(first))
    strips = int(plan.turns) * rules.seats + rules.rows
    return b.cards.reshape(-1, GAMES)[:strips].copy()


def played(rules: Rules, cards: NDArray[np.uint16], *, mixed: bool, seed: int) -> Heads:
    """Play 1,024 deals (strips × deals); return the heads, seats × deals."""
    plan, b, seats = plan_of(rules, rules.seats), thread_block(), rules.seats
    rng = np.random.default_rng(seed)
    sign = np.float32(1.0 if heads_hurt(rules) else -1.0)
    seating = model().strangers(seats, GAMES, sign, rng)
    if not mixed:
        for seat in range(seats):
            seating.assign(seat, np.float32(OWN) * sign)
    who, inverse_temperatures = seating.draw()
    b.cards.reshape(-1, GAMES)[: len(cards)] = cards
    b.inverse_temperature.reshape(-1, GAMES)[:seats] = inverse_temperatures
    b.streams[:] = np.arange(GAMES, dtype=np.uint64)
    b.seen[:] = 0
    lay(b.board, b.cards, plan)
    for row in range(rules.rows):
        see(b, (plan.turns * plan.seats + np.uint64(row)) * LANES)
    luck = np.uint64(rng.integers(2**53))
    play_on(b, Lineup(model().players, who), plan, luck, LANES, Moment(np.uint64(0)), plan.turns)
    return b.board[int(SCORE) : int(SCORE) + seats * GAMES].reshape(seats, GAMES).astype(np.float64)


def say(bench: str, **figures: object) -> None:
    """Print a line."""
    sys.stdout.write(json.dumps({"bench": bench, **figures}) + "\n")
    sys.stdout.flush()


# ------------------------------------------------------------------ the bound


def least_width(values: Heads) -> float:
    """Return the width of an interval without what the deals explain; `values` are deals × plays."""
    within = values.var(axis=1, ddof=1).mean()
    between = max(0.0, values.mean(axis=1).var(ddof=1) - within / values.shape[1])
    return round(float((within / (within + between)) ** 0.5), 3)


def bound(deals: int) -> None:
    """Say for each game and table how narrow intervals could become at best."""
    for name, seats in TABLES:
        rules = rules_of(name, seats)
        for mixed in (False, True):
            blocks = []
            for number in range(-(-deals * PLAYS // GAMES)):
                cards = dealt(rules, number * GAMES)[:, : GAMES // PLAYS].repeat(PLAYS, axis=1)
                blocks.append(played(rules, cards, mixed=mixed, seed=number).reshape(seats, -1, PLAYS))
            heads = np.concatenate(blocks, axis=1)
            others = np.roll(heads, -1, axis=0)
            say(
                f"deal.{name}.{seats}.{'mixed' if mixed else 'policy'}",
                deals=heads.shape[1],
                heads=least_width(heads[0]),
                difference=least_width(heads[0] - others[0]),
                duplicate_heads=least_width(rotated(heads)),
            )


def rotated(heads: Heads) -> Heads:
    """Return the mean over the rotations of the seats, each of which is another play of the deal."""
    turned: Heads = np.mean([np.roll(each, seat, axis=-1) for seat, each in enumerate(heads)], axis=0)
    return turned


# ------------------------------------------------------------------ bots


def of_bots(deals: int, names: Sequence[str]) -> None:
    """Say by how much narrower intervals become for these bots, in single rounds and duplicate deals."""
    seats = len(names)
    rules = rules_of("classic", seats)
    plan = plan_of(rules, seats)
    heads, luck = np.empty((2, deals, seats, seats))  # deals × rotations × bots
    for deal in range(deals):
        state = Game(rules, seed=f"deal {deal}").state
        strips: list[Any] = [hand[turn] for turn in range(int(plan.turns)) for hand in state.hands]
        strips += [row[0] for row in state.rows]
        cards = np.array([plan.keys[card - 1] for card in strips], dtype=np.uint16)
        value = played(rules, cards[:, None].repeat(GAMES, axis=1), mixed=False, seed=deal).mean(axis=1)
        for rotation in range(seats):
            game = Game(rules, seed=f"deal {deal}")
            at = [(bot + rotation) % seats for bot in range(seats)]
            sat = {
                seat: bots.make(names[bot], seed=f"{deal} {rotation} {seat}") for bot, seat in enumerate(at)
            }
            game.play([sat[seat] for seat in range(seats)])
            heads[deal, rotation] = [game.totals[seat] for seat in at]
            luck[deal, rotation] = [value[seat] for seat in at]
    luck -= luck.mean()
    for bot, name in enumerate(names):
        other = (bot + 1) % seats
        say(
            f"deal.bots.{name}",
            deals=deals,
            heads=corrected(heads[:, 0, bot], luck[:, 0, bot]),
            difference=corrected(heads[:, 0, bot] - heads[:, 0, other], luck[:, 0, bot] - luck[:, 0, other]),
            duplicate_heads=corrected(heads[:, :, bot].mean(axis=1), luck[:, :, bot].mean(axis=1)),
        )


def corrected(heads: Heads, luck: Heads) -> float:
    """Return how wide an interval becomes when the luck is taken away."""
    return round(float((heads - luck).std(ddof=1) / heads.std(ddof=1)), 3)


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=("bound", "bots"))
    parser.add_argument("--deals", type=int, default=1_000)
    parser.add_argument("--bots", default="careful,montecarlo,policy,search")
    asked = parser.parse_args()
    if asked.what == "bound":
        bound(asked.deals)
    else:
        of_bots(asked.deals, asked.bots.split(","))


if __name__ == "__main__":
    main()
