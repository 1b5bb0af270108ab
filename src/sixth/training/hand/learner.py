"""The learner of a hand network: least squares of what each card of a hand saves beside the others."""

from collections.abc import Sequence

import numpy as np

from sixth.training.hand.examples import HandQuestions
from sixth.training.hand.network import hand_logits
from sixth.training.networks import Weights, one_thread
from sixth.training.recipe import Recipe, Stage
from sixth.training.state import Memory


class HandLearner:
    """The learner of a hand network in one stage of a recipe; `steps` counts its earlier steps."""

    def __init__(self, memory: Memory, stage: Stage, recipe: Recipe, *, device: str, steps: int = 0) -> None:
        amount = recipe.hands
        self._batches, self._unit = amount.batches, recipe.unit
        changes = steps * amount.tasks * amount.batches
        self._weights = Weights(memory, stage, clip=amount.clip, device=device, changes=changes)

    def memory(self) -> Memory:
        """Return a copy of the hand network and of Adam's moments."""
        return self._weights.memory()

    def learn(self, examples: Sequence[HandQuestions], *, progress: float) -> tuple[float, float]:
        """Change the weights a little after each batch of the examples; see `networks.Learner.learn`."""
        self._weights.set_rate(progress)
        with one_thread():
            sums = np.array(
                [self._change(part, batch) for part in examples for batch in range(self._batches)]
            )
        loss, entropy = sums.mean(axis=0)
        return float(loss), float(entropy)

    def _change(self, part: HandQuestions, batch: int) -> tuple[float, float]:
        """Change the weights once; return the mean loss and entropy of the questions."""
        tokens = [self._weights.tensor(numbers[batch :: self._batches]) for numbers in part.tokens]
        cost = self._weights.tensor(part.cost[batch :: self._batches])
        outputs = hand_logits(self._weights.numbers, *tokens)
        # As with single answers, what all cards cost alike is left out.
        savings = self._unit * (outputs - outputs.mean(1, keepdim=True))
        loss = (savings + cost - cost.mean(1, keepdim=True)).square().mean()
        self._weights.change(loss)
        logs = (part.sign * outputs.detach()).log_softmax(1)
        return loss.item(), -(logs.exp() * logs).sum(1).mean().item()
