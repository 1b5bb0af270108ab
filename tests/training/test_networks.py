"""PyTorch and the kernels say the same of the same features, so what is learnt is what plays."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest
import torch

import sixth
from sixth.bots.kernel_answers import thread_block
from sixth.bots.observation import plan_of
from sixth.bots.policy import answer_logits
from sixth.rules.play import Game
from sixth.rules.view import View
from sixth.sim.engine.layout import LANES
from sixth.sim.policy.architecture import KINDS, PLAYER, QuestionKind
from sixth.sim.policy.block import block, hand_of
from sixth.sim.policy.network import ANSWER, INPUTS, TILE, WORK, Floats, evaluate
from sixth.sim.search import examples as kernels, playouts
from sixth.sim.search.playouts import Lineup, Moment, play_on
from sixth.training.examples import PLACES, Examples, ExampleTask, TaskSeating, askable, make_examples
from sixth.training.networks import Learner, fresh, logits
from sixth.training.recipe import RuleShares
from sixth.training.sampling import draw_rules
from sixth.training.state import Memory
from tests.training.small import SMALL

_TILE = int(TILE)


def any_player(seed: int) -> Floats:
    return np.random.default_rng(seed).normal(0, 0.3, int(PLAYER)).astype(np.float32)


def by_torch(player: Floats, kind: QuestionKind, x: Floats) -> Floats:
    found: Floats = logits(torch.from_numpy(player), kind, torch.from_numpy(x)).numpy()
    return found.reshape(x.shape[:-1])


def assert_close(one: Floats, other: Floats) -> None:
    """The same but for rounding."""
    np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_pytorch_and_kernels_give_the_same_logits(kind: QuestionKind) -> None:
    player = any_player(1)
    x = np.random.default_rng(2).uniform(-1, 2, (_TILE, kind.inputs)).astype(np.float32)
    work = np.zeros(int(WORK), dtype=np.float32)
    work[int(INPUTS) : int(INPUTS) + x.size] = x.T.ravel()
    evaluate(work, player[kind.start : kind.stop], np.uint64(kind.inputs))
    ours = work[int(ANSWER) : int(ANSWER) + _TILE]
    assert_close(by_torch(player, kind, x), ours)


@pytest.mark.parametrize("seed", range(4))
def test_cards_have_the_same_logits_in_examples_and_in_play(seed: int) -> None:
    rng = np.random.default_rng(seed)
    turns: list[int] = []
    while not turns:
        rules = draw_rules(rng, RuleShares(home=0.1, sizes=0.1, named=0.4, drawn=0.4))
        turns = askable("card", rules)
    turn = turns[int(rng.integers(len(turns)))]
    player = any_player(seed)
    seating = TaskSeating(player[None], np.zeros(PLACES, dtype=np.uint64), np.zeros(PLACES))
    task = ExampleTask(kind="card", rules=rules, turn=turn, seating=seating, seed=9, game=0)
    examples = make_examples(task)
    plan, b, at = plan_of(rules, rules.seats), block(), np.uint64(turn)
    kernels.begin(b, plan, np.uint64(9), np.uint64(0))
    who = np.zeros(PLACES, dtype=np.uint64)
    zero = np.uint64(0)
    play_on(b, Lineup(player[None], who), plan, np.uint64(9), LANES, Moment(zero), at)
    cards = examples.cost.shape[1]
    ours = np.empty((1, cards * _TILE), dtype=np.float32)
    playouts.card_logits(b, player[None], ours, plan, hand_of(plan, zero, at), zero)
    assert_close(by_torch(player, KINDS["card"], examples.x[:_TILE]), ours.reshape(cards, _TILE).T)


def views(name: str) -> Iterator[View]:
    """Real choices of a game between random bots."""
    game = Game(sixth.games[name].replace(seats=3), seed=3)
    bots = [sixth.bots.make("random", seed=seat) for seat in range(3)]
    while not game.over:
        for seat in game.to_act:
            view = game.view(seat)
            if len(view.legal) > 1:
                yield view
            game.act(seat, bots[seat].act(view))


@pytest.mark.parametrize(
    ("name", "phases"),
    [
        ("both-ends", {"choose": "card", "take": "row"}),
        ("logic", {"pick": "pick", "choose": "card", "take": "row"}),
    ],
)
def test_a_bot_has_the_logits_of_the_training(name: str, phases: dict[str, str]) -> None:
    player, work, seen = any_player(4), thread_block().work, set()
    for view in islice(views(name), 150):
        value = answer_logits(view, player)[-1:]
        # The features of the last answer stay behind in the block; rows are looked at side by side.
        kind = KINDS[phases[view.phase]]
        start = int(INPUTS) + (len(view.legal) - 1 if view.phase == "take" else 0)
        x = work[start : start + kind.inputs * _TILE : _TILE].copy()
        assert_close(by_torch(player, kind, x[None]), value)
        seen.add(view.phase)
    assert seen == set(phases)


def test_a_fresh_player_gives_all_answers_the_same_logit() -> None:
    player = fresh(np.random.default_rng(0))
    for kind in KINDS.values():
        x = np.random.default_rng(1).uniform(0, 1, (50, kind.inputs)).astype(np.float32)
        assert (by_torch(player, kind, x) == 0).all()


def test_the_loss_is_the_distance_of_logits_from_relative_costs() -> None:
    rng = np.random.default_rng(5)
    all_examples = [
        Examples(
            kind,
            x=rng.uniform(0, 1, (questions, answers, KINDS[kind].inputs)).astype(np.float32),
            cost=rng.integers(0, 20, (questions, answers)).astype(np.float32),
            sign=sign,
        )
        for kind, questions, answers, sign in (
            ("card", 9, 3, 1), ("row", 5, 4, -1), ("card", 2, 7, -1), ("row", 0, 4, 1),
        )
    ]  # fmt: skip
    player = any_player(6)
    losses: list[float] = []
    entropies: list[float] = []
    for examples in all_examples:
        found = by_torch(player, KINDS[examples.kind], examples.x).astype(np.float64)
        foretold = 0.5 * (found - found.mean(1, keepdims=True))
        losses += [*((foretold + examples.cost - examples.cost.mean(1, keepdims=True)) ** 2).mean(1)]
        chance = np.exp(examples.sign * found)
        chance /= chance.sum(1, keepdims=True)
        entropies += [*-(chance * np.log(chance)).sum(1)]
    stage = replace(SMALL.stages[0], rates=(0.0, 0.0))
    learner = Learner(Memory.of(player), stage, replace(SMALL, batches=4, unit=0.5), device="cpu")
    loss, entropy = learner.learn(all_examples, progress=0.0)
    assert loss == pytest.approx(np.mean(losses), rel=1e-4)
    assert entropy == pytest.approx(np.mean(entropies), rel=1e-4)
    # Without a rate it learns nothing.
    assert (learner.memory().player == player).all()


def test_the_memory_layout_of_examples_makes_no_difference() -> None:
    rng = np.random.default_rng(8)
    kind, shape = KINDS["card"], (512, 10)
    x = rng.uniform(0, 1, (*shape, kind.inputs)).astype(np.float32)
    cost = rng.integers(0, 20, shape).astype(np.float32)
    found = []
    for shift in range(4):
        room = np.zeros(x.size + 4, dtype=np.float32)
        moved = room[shift : shift + x.size].reshape(x.shape)
        moved[:] = x
        stage = replace(SMALL.stages[0], rates=(1e-2, 1e-2))
        learner = Learner(Memory.of(any_player(9)), stage, SMALL, device="cpu")
        learner.learn([Examples("card", moved, cost, 1)], progress=0.0)
        found.append(learner.memory().player)
    assert all((one == found[0]).all() for one in found)
