"""The networks of a player in PyTorch: the same numbers as the kernels of `sim.policy`, and how they learn.

What is learnt is the flat player itself, one row of numbers as the kernels read it; each network is a view of
its part. So nothing has to be copied or turned between the two, and a new network is a new slice.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.optim.adam import adam

from sixth.sim.policy.architecture import KINDS, PLAYER, QuestionKind
from sixth.sim.policy.network import DEEPER, HIDDEN, Floats
from sixth.training.examples import Examples
from sixth.training.recipe import Recipe, Stage
from sixth.training.state import Memory


def logits(player: Tensor, kind: QuestionKind, x: Tensor) -> Tensor:
    """Return the logit of each answer, (answers,), from features `x`, (…, inputs)."""
    hidden, deeper = int(HIDDEN), int(DEEPER)
    net = player[kind.start : kind.stop]
    sizes = (kind.inputs * hidden, hidden, hidden * deeper, deeper, deeper, 1)
    first, first_bias, second, second_bias, last, last_bias = torch.split(net, list(sizes))
    x = torch.relu(torch.addmm(first_bias, x.reshape(-1, kind.inputs), first.view(kind.inputs, hidden)))
    x = torch.relu(torch.addmm(second_bias, x, second.view(hidden, deeper)))
    # All answers have this bias in common, so nothing can be learnt of it; and what rounding leaves of its
    # gradient, Adam would take for something. (Not addmv, which makes one answer of none.)
    return x @ last + last_bias.detach()


def fresh(rng: np.random.Generator) -> Floats:
    """Return an untrained player that prefers no answer: its last layers are 0, the others random."""
    hidden, deeper = int(HIDDEN), int(DEEPER)
    player = np.zeros(int(PLAYER), dtype=np.float32)
    for kind in KINDS.values():
        at = kind.start
        for inputs, units in ((kind.inputs, hidden), (hidden, deeper)):
            size = (inputs + 1) * units
            player[at : at + size] = rng.uniform(-1.0, 1.0, size) / inputs**0.5
            at += size
    return player


@dataclass(frozen=True)
class _Questions:
    """Questions of one kind with any number of answers; all answers form one array."""

    kind: QuestionKind
    x: Floats
    """The features of each answer, (answers, inputs)."""
    worse: Floats
    """What each answer cost beyond the mean of its question, (answers,)."""
    sign: Floats
    """The sign of each answer's examples, (answers,)."""
    question: NDArray[np.int64]
    """The number of each answer's question, (answers,)."""
    size: Floats
    """The number of answers of each question, (questions,)."""


class Weights:
    """Weights that Adam changes; `changes` counts the earlier ones."""

    def __init__(self, memory: Memory, stage: Stage, *, clip: float, device: str, changes: int) -> None:
        self._rates, self._clip, self._device = stage.rates, clip, device
        self.numbers = torch.nn.Parameter(self.tensor(memory.player))
        self._mean, self._square = self.tensor(memory.mean), self.tensor(memory.square)
        self._changes = torch.tensor(float(changes))
        self._rate = stage.rates[0]

    def tensor(self, numbers: NDArray[Any]) -> Tensor:
        """Return a copy of an array on the device."""
        # A copy in PyTorch's own memory, which is always aligned alike: sums of numpy's, which is not, may be
        # rounded another way in another process.
        return torch.tensor(numbers, device=self._device)

    def memory(self) -> Memory:
        """Return a copy of the weights and of Adam's moments."""
        parts = (self.numbers, self._mean, self._square)
        return Memory(*(part.detach().cpu().numpy().copy() for part in parts))

    def set_rate(self, progress: float) -> None:
        """Set the learning rate to that of a point of the stage, 0 … 1."""
        first, last = self._rates
        self._rate = first + (last - first) * progress

    def change(self, loss: Tensor) -> None:
        """Change the weights a little, so that the loss falls."""
        (gradient,) = torch.autograd.grad(loss, [self.numbers])
        self.numbers.grad = gradient
        torch.nn.utils.clip_grad_norm_([self.numbers], self._clip)
        # The function and not the class, which imports PyTorch's compiler: seconds in every process.
        with torch.no_grad():
            adam(
                [self.numbers], [gradient], [self._mean], [self._square], [], [self._changes],
                lr=self._rate, beta1=0.9, beta2=0.999, eps=1e-8,
                weight_decay=0.0, amsgrad=False, maximize=False,
            )  # fmt: skip


class Learner:
    """The learner in one stage of a recipe; `changes` counts the earlier updates of its weights."""

    def __init__(
        self, memory: Memory, stage: Stage, recipe: Recipe, *, device: str, changes: int = 0
    ) -> None:
        self._recipe, self._device = recipe, device
        self._weights = Weights(memory, stage, clip=recipe.clip, device=device, changes=changes)
        self._tensor = self._weights.tensor

    def memory(self) -> Memory:
        """Return a copy of the player and of Adam's moments."""
        return self._weights.memory()

    def learn(self, examples: Sequence[Examples], *, progress: float) -> tuple[float, float]:
        """Change the weights a little after each batch of the examples; return mean loss and entropy.

        `progress` is the share of the stage that is over, 0 … 1. The loss is in heads squared, the entropy
        in nats, both means over the questions.
        """
        self._weights.set_rate(progress)
        batches = self._recipe.batches
        with one_thread():
            sums = np.array([self._change(_batch(examples, batch, batches)) for batch in range(batches)])
        loss, entropy, count = sums.sum(axis=0)
        return float(loss / max(count, 1)), float(entropy / max(count, 1))

    def _change(self, parts: Sequence[_Questions]) -> tuple[float, float, int]:
        """Change the weights once; return the sums of loss and entropy, and the number of questions."""
        loss, entropy = torch.zeros((2,), device=self._device)
        count = sum(len(part.size) for part in parts)
        if not count:
            return 0.0, 0.0, 0
        for part in parts:
            question, size = self._tensor(part.question), self._tensor(part.size)
            outputs = logits(self._weights.numbers, part.kind, self._tensor(part.x))
            # A logit foretells what its answer saves, beside the others'. What all of them cost alike is left
            # out: it tells nothing and would only be noise.
            mean = outputs.new_zeros(len(part.size)).index_add(0, question, outputs) / size
            savings = self._recipe.unit * (outputs - mean[question])
            loss = loss + ((savings + self._tensor(part.worse)).square() / size[question]).sum()
            entropy += _entropy(self._tensor(part.sign) * outputs.detach(), question, len(part.size))
        self._weights.change(loss / count)
        return loss.item(), entropy.item(), count


@contextmanager
def one_thread() -> Iterator[None]:
    """Have sums taken in the order of one thread, so that weights do not depend on their number."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


def _batch(examples: Sequence[Examples], batch: int, batches: int) -> list[_Questions]:
    """Take every `batches`-th question from number `batch` on, by kind."""
    batches_by_kind = []
    for kind in KINDS.values():
        parts = [
            (part.x[batch::batches], part.cost[batch::batches], part.sign)
            for part in examples
            if part.kind == kind.name and len(part.cost) > batch
        ]
        if not parts:
            continue
        sizes = np.concatenate([np.full(len(cost), cost.shape[1]) for _, cost, _ in parts])
        batches_by_kind.append(
            _Questions(
                kind,
                x=np.concatenate([x.reshape(-1, kind.inputs) for x, _, _ in parts]),
                worse=np.concatenate([(cost - cost.mean(1, keepdims=True)).ravel() for _, cost, _ in parts]),
                sign=np.concatenate([np.full(cost.size, sign, dtype=np.float32) for _, cost, sign in parts]),
                question=np.repeat(np.arange(len(sizes)), sizes),
                size=sizes.astype(np.float32),
            )
        )
    return batches_by_kind


def _entropy(outputs: Tensor, question: Tensor, questions: int) -> Tensor:
    """Return the sum of the entropies of all questions' softmaxes, in nats."""
    top = outputs.new_full((questions,), -torch.inf).scatter_reduce(0, question, outputs, "amax")
    above = outputs - top[question]
    weight = above.exp()
    total, mean = (
        outputs.new_zeros(questions).index_add(0, question, values) for values in (weight, weight * above)
    )
    return (total.log() - mean / total).sum()
