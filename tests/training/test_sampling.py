"""What a step asks is drawn as the recipe says, from the seed and the step alone."""

from collections import Counter

import numpy as np
import pytest

from sixth.bots.observation import plan_of
from sixth.rules.games import GAMES as NAMED, name_of
from sixth.sim.policy.architecture import KINDS
from sixth.sim.policy.presets import at_random, untrained
from sixth.training import TrainingError
from sixth.training.examples import GAMES, askable
from sixth.training.recipe import DEFAULT, RuleShares
from sixth.training.sampling import HOME, Pool, draw_rules, example_tasks
from tests.training.small import SMALL

RNG_SEED = 4


def pool() -> Pool:
    return Pool(at_random() + 1, {**untrained(), "flat": at_random() + 2}, [])


def test_a_step_has_the_tasks_of_the_recipe_each_with_games_of_its_own() -> None:
    (stage,) = (stage for stage in DEFAULT.stages if stage.name == "pool")
    tasks = [
        task
        for step in (0, 1, 2)
        for task in example_tasks(DEFAULT, stage, pool(), seed=1, stage_number=1, step=step)
    ]
    assert Counter(task.kind for task in tasks) == {kind: 3 * count for kind, count in DEFAULT.examples}
    games = [task.game for task in tasks]
    assert games == list(range(0, len(games) * GAMES, GAMES))
    for task in tasks:
        assert task.turn in askable(task.kind, task.rules)
        assert task.seating.who[0] == 0
        assert task.seating.who.max() < len(task.seating.players)


def test_the_same_step_has_the_same_tasks() -> None:
    stage = SMALL.stages[1]
    for step in range(5):
        one, other = (
            example_tasks(SMALL, stage, pool(), seed=2, stage_number=1, step=step) for _ in range(2)
        )
        assert [(a.rules, a.turn, a.game) for a in one] == [(a.rules, a.turn, a.game) for a in other]
        assert all((a.seating.players == b.seating.players).all() for a, b in zip(one, other, strict=True))


def test_rules_follow_their_shares_and_cover_every_option() -> None:
    rng = np.random.default_rng(RNG_SEED)
    drawn = [draw_rules(rng, RuleShares(home=0.4, sizes=0.2, named=0.2, drawn=0.2)) for _ in range(2000)]
    assert 0.38 < sum(rules == HOME for rules in drawn) / len(drawn) < 0.48
    assert 0.58 < sum(name_of(rules) == "classic" for rules in drawn) / len(drawn) < 0.7
    assert {rules.seats for rules in drawn} == set(range(2, 11))
    assert {name_of(rules) for rules in drawn} >= set(NAMED)
    for option in ("ends", "heads", "goal"):
        assert len({getattr(rules, option) for rules in drawn}) == 2
    for rules in drawn:
        assert plan_of(rules, rules.seats).turns >= 1


def test_opponents_follow_their_shares() -> None:
    (stage,) = (stage for stage in DEFAULT.stages if stage.name == "pool")
    rng = np.random.default_rng(RNG_SEED)
    seats: Counter[float] = Counter()
    for _ in range(1000):
        seating = pool().draw_seating(rng, stage, 4)
        for seat in range(1, 4):
            seats[float(seating.players[seating.who[seat], 0])] += 1
    shares = {opponent.who: opponent.share for opponent in stage.opponents}
    total = sum(shares.values())
    assert seats[0.0] / 3000 == pytest.approx((shares["random"] + shares["cheapest"]) / total, abs=0.05)
    assert seats[2.0] / 3000 == pytest.approx(shares["flat"] / total, abs=0.05)
    assert seats[1.0] / 3000 == pytest.approx((shares["self"] + shares["older"]) / total, abs=0.05)


@pytest.mark.parametrize("recipe", [DEFAULT, SMALL], ids=lambda recipe: recipe.name)
def test_a_recipe_names_only_existing_players(recipe: type(DEFAULT)) -> None:  # type: ignore[valid-type]
    known = {*untrained(), "self", "older"}
    for stage in recipe.stages:
        assert {opponent.who for opponent in stage.opponents} <= known
        known.add(stage.name)
    assert {kind for kind, _ in recipe.examples} <= set(KINDS)


@pytest.mark.parametrize("steps", [4, 5, 100, 123_457])
def test_a_scaled_recipe_has_the_given_number_of_steps(steps: int) -> None:
    shorter = DEFAULT.scaled(steps)
    assert shorter.steps == steps
    assert all(stage.steps >= 1 for stage in shorter.stages)
    assert shorter == DEFAULT.scaled(shorter.steps)


def test_a_recipe_cannot_have_fewer_steps_than_stages() -> None:
    assert DEFAULT.scaled(DEFAULT.steps) == DEFAULT
    with pytest.raises(TrainingError, match="at least 4 steps, not 2"):
        DEFAULT.scaled(2)
