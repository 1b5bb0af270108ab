"""The hand network in PyTorch: the same numbers as the kernel in `sim.policy.hand_network`."""

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from sixth.sim.policy.hand_network import HEADS, LAYERS, SHAPES, WIDTH
from sixth.sim.policy.network import Floats

_WIDTH, _HEADS = int(WIDTH), int(HEADS)


def fresh_hand(rng: np.random.Generator) -> Floats:
    """Return a hand network that has learnt nothing: its last layer is 0, the others are random."""
    parts = []
    for name, shape in SHAPES.items():
        part = np.zeros(shape)
        if "gain" in name:
            part[:] = 1
        elif "bias" not in name and name != "answer":
            part[:] = rng.uniform(-1.0, 1.0, shape) / shape[0] ** 0.5
        parts.append(part.ravel())
    return np.concatenate(parts).astype(np.float32)


def hand_logits(net: Tensor, cards: Tensor, rows: Tensor, pairs: Tensor) -> Tensor:
    """Return the logit of each card, (questions, cards), from tokens as `hand_tokens.Tokens` has them."""
    sizes = [int(np.prod(shape)) for shape in SHAPES.values()]
    part = {
        name: numbers.view(shape)
        for (name, shape), numbers in zip(SHAPES.items(), torch.split(net, sizes), strict=True)
    }
    held = cards.shape[1]

    def linear(name: str, x: Tensor, layer: str = "") -> Tensor:
        bias, weights = part[f"{name} bias{layer}"], part[f"{name}{layer}"]
        return torch.addmm(bias, x.flatten(0, -2), weights).view(*x.shape[:-1], -1)

    def normal(name: str, x: Tensor, layer: str = "") -> Tensor:
        return functional.layer_norm(x, (_WIDTH,), part[f"{name} gain{layer}"], part[f"{name} bias{layer}"])

    x = torch.cat([linear("card", cards), linear("row", rows)], dim=1)
    for number in range(LAYERS):
        layer = f" {number}"
        # What the last layer says of rows is not used.
        asked = x.shape[1] if number < LAYERS - 1 else held
        wide = linear("attend", normal("first", x, layer), layer)
        query, key, value = wide.view(*wide.shape[:2], 3, _HEADS, -1).permute(2, 0, 3, 1, 4)
        scores = query[:, :, :asked] @ key.transpose(-1, -2) / query.shape[-1] ** 0.5
        scores = scores + (pairs[:, :asked] @ part[f"pair{layer}"]).permute(0, 3, 1, 2)
        mixed = (scores.softmax(-1) @ value).transpose(1, 2).flatten(2)
        x = x[:, :asked] + linear("merge", mixed, layer)
        inner = torch.relu(linear("up", normal("second", x, layer), layer))
        x = x + linear("down", inner, layer)
    return 10 * cards[..., -1] + (normal("last", x) @ part["answer"]).squeeze(-1)
