"""The neural networks of a player, evaluated one answer at a time.

`sim.policy.network` says in which order a neural network holds its numbers.
"""

from collections.abc import Iterable, Sequence
from typing import Final

HIDDEN: Final = 32
"""Units of the first hidden layer."""
DEEPER: Final = 16
"""Units of the second hidden layer."""


def parameters(inputs: int) -> int:
    """Return how many numbers a neural network of so many inputs has."""
    return inputs * HIDDEN + HIDDEN + HIDDEN * DEEPER + DEEPER + DEEPER + 1


class Network:
    """A neural network with two hidden layers of rectified units and one output, a logit."""

    def __init__(self, numbers: Iterable[float], inputs: int) -> None:
        rest = [*numbers]
        self._first = _layer(rest, inputs, HIDDEN)
        self._second = _layer(rest, HIDDEN, DEEPER)
        self._third, self._bias = rest[:DEEPER], rest[DEEPER]

    def logit(self, features: Sequence[float]) -> float:
        """Return the output for these inputs."""
        logit = self._bias
        for weight, value in zip(
            self._third, _rectified(self._second, _rectified(self._first, features)), strict=True
        ):
            logit += weight * value
        return logit


def _layer(numbers: list[float], inputs: int, units: int) -> tuple[list[list[float]], list[float]]:
    """Take the weights of a layer from the beginning of `numbers`: a list for each input, and the biases."""
    rows = [numbers[at : at + units] for at in range(0, inputs * units, units)]
    end = inputs * units + units
    bias = numbers[end - units : end]
    del numbers[:end]
    return rows, bias


def _rectified(layer: tuple[list[list[float]], list[float]], inputs: Sequence[float]) -> list[float]:
    rows, sums = layer
    for value, row in zip(inputs, rows, strict=True):
        if value:
            sums = [total + value * weight for total, weight in zip(sums, row, strict=True)]
    return [max(total, 0.0) for total in sums]
