"""The tasks of a step: rules, opponents and turns, drawn from the seed and the number of the step alone.

A training can therefore continue without a stored state of a random generator.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from sixth.bots.observation import plan_of
from sixth.rules.games import GAMES as NAMED
from sixth.rules.options import End, Rules, RulesError
from sixth.sim.policy.network import Floats
from sixth.training.examples import GAMES, PLACES, ExampleTask, TaskSeating, askable
from sixth.training.recipe import HandExamples, Opponent, Recipe, RuleShares, Stage

HOME: Final = NAMED["classic"].replace(seats=4)

_HANDS: Final = range(4, 16)
_ROWS: Final = range(2, 9)
_LIMITS: Final = range(3, 8)
_ONE_ROUND: Final = End("rounds", 1)


class Pool:
    """The players that a stage draws its opponents from."""

    def __init__(self, learner: Floats, named: Mapping[str, Floats], older: Sequence[Floats]) -> None:
        self._learner, self._named, self._older = learner, named, older

    def draw_seating(self, rng: np.random.Generator, stage: Stage, seats: int) -> TaskSeating:
        """Seat the learner at seat 0 and drawn opponents at the others."""
        mine = self._learner if stage.learner == "self" else self._named[stage.learner]
        players = [mine]
        who = np.zeros(PLACES, dtype=np.uint64)
        inverse_temperature = np.full(PLACES, rng.choice(stage.inverse_temperatures))
        shares = np.array([opponent.share for opponent in stage.opponents])
        for seat in range(1, seats):
            opponent = stage.opponents[rng.choice(len(shares), p=shares / shares.sum())]
            player = self._one(rng, opponent)
            inverse_temperature[seat] = rng.choice(opponent.inverse_temperatures)
            if player is not mine:
                who[seat] = len(players)
                players.append(player)
        return TaskSeating(np.stack(players), who, inverse_temperature)

    def _one(self, rng: np.random.Generator, opponent: Opponent) -> Floats:
        if opponent.who == "self" or (opponent.who == "older" and not self._older):
            return self._learner
        if opponent.who == "older":
            return self._older[int(rng.integers(len(self._older)))]
        return self._named[opponent.who]


def example_tasks(
    recipe: Recipe, stage: Stage, pool: Pool, *, seed: int, stage_number: int, step: int
) -> list[ExampleTask]:
    """Return the tasks of step `step`, counted through all stages; every step has games of its own."""
    rng = np.random.default_rng((seed, stage_number, step))
    of_hands = stage.learns == "hand"
    examples = (("card", recipe.hands.tasks),) if of_hands else recipe.examples
    hands = recipe.hands if of_hands else HandExamples(worlds=1, rivals=0.0)
    plan = [(kind, place, count) for kind, count in examples for place in range(count)]
    tasks = []
    for index, (kind, place, count) in enumerate(plan):
        rules = _draw_askable_rules(rng, stage.tables, kind)
        turns = askable(kind, rules)
        # The questions of a kind are spread over the round, so that no step is all beginnings or all ends.
        turn = turns[int((place + rng.random()) / count * len(turns))]
        seating = pool.draw_seating(rng, stage, rules.seats)
        game = (step * len(plan) + index) * GAMES
        tasks.append(
            ExampleTask(
                kind=kind,
                rules=rules,
                turn=turn,
                seating=seating,
                seed=seed,
                game=game,
                worlds=hands.worlds,
                rivals=hands.rivals,
            )
        )
    return tasks


def _draw_askable_rules(rng: np.random.Generator, tables: RuleShares, kind: str) -> Rules:
    """Draw rules in which a question of this kind can occur."""
    while True:
        rules = draw_rules(rng, tables)
        if kind == "pick":
            try:
                rules = replace(rules, deck="tactical", deal="draft", play="simultaneous", end=_ONE_ROUND)
            except RulesError:
                continue
        if askable(kind, rules):
            return rules


def draw_rules(rng: np.random.Generator, tables: RuleShares) -> Rules:
    """Draw rules with the shares of `tables`; only options that matter within a round differ."""
    kind = rng.choice(4, p=(tables.home, tables.sizes, tables.named, tables.drawn))
    games = list(NAMED.values())
    while True:
        try:
            match kind:
                case 0:
                    rules = HOME
                case 1:
                    rules = HOME.replace(seats=_one_of(rng, tables.seats))
                case 2:
                    rules = games[rng.integers(len(games))].replace(seats=_one_of(rng, tables.seats))
                case _:
                    rules = _random_rules(rng, tables.seats)
            plan_of(rules, rules.seats)
        except RulesError:
            continue
        return rules


def _random_rules(rng: np.random.Generator, tables: Sequence[int]) -> Rules:
    seats, hand, rows = _one_of(rng, tables), _one_of(rng, _HANDS), _one_of(rng, _ROWS)
    need = seats * hand + rows
    choices: dict[str, tuple[Any, ...]] = {
        "deck": ("full", need, need + _one_of(rng, range(1, 40))),
        "ends": ("right", "right", "both"),
        "heads": ("classic", "classic", "light"),
        "goal": ("fewest", "fewest", "fewest", "most"),
    }
    options = {name: values[rng.integers(len(values))] for name, values in choices.items()}
    return Rules(
        seats=seats, hand=hand, rows=rows, row_limit=_one_of(rng, _LIMITS), end=_ONE_ROUND, **options
    )


def _one_of(rng: np.random.Generator, values: Sequence[int]) -> int:
    return values[int(rng.integers(len(values)))]
