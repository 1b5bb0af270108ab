"""A network of GiovanniGatti/take6 as a bot of the arena, for `bench/outsiders.py`.

    git clone https://github.com/GiovanniGatti/take6
    python bench/adapters/gatti.py take6/trained-anns/4-players-standard

It needs numpy alone, no Sixth and no TensorFlow: it reads the weights from the pickled state, and does with
them what `human_against_machines.py` of that repository does. Hand, rows, cards seen, scores and rules go
through three layers of 256 units, and a card is drawn from the softmax of the logits. The networks are for
tables of two, four or five. A card that fits nowhere takes the row of fewest heads and, of equal ones, that
with the highest card.
"""

import argparse
import pickle
import sys
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from views import answer_views, heads

_LAYERS = ("fc_1", "fc_2", "fc_3", "fc_out")
_INPUTS = 104 + 4 * 104 + 104 + 10 + 1
_PLACES = 10


class _Weights(pickle.Unpickler):
    """An unpickler of arrays alone: of whatever else is in a state it makes an empty object."""

    def find_class(self, module: str, name: str) -> Any:
        if module.partition(".")[0] == "numpy" or (module, name) == ("collections", "OrderedDict"):
            return super().find_class(module, name)
        return type(name, (), {"__init__": lambda self, *_: None, "__setstate__": lambda self, _: None})


def layers(path: Path) -> list[tuple[Any, Any]]:
    """Return the weights and biases of the layers in a state of a policy."""
    try:
        with path.open("rb") as file:
            state = _Weights(file).load()
        weights = {"/".join(name.split("/")[-2:]): array for name, array in state["weights"].items()}
        found = [(weights[f"{layer}/kernel"], weights[f"{layer}/bias"]) for layer in _LAYERS]
    except OSError as error:
        raise SystemExit(f"The weights cannot be read: {error}.") from error
    except Exception as error:
        raise SystemExit(f"{path} is no state of a network of take6: {error!r}.") from error
    if found[0][0].shape[0] != _INPUTS or found[-1][0].shape[1] != _PLACES:
        raise SystemExit(f"{path} is a network of other inputs or answers than take6 has.")
    return found


def inputs(view: dict[str, Any]) -> Any:
    """Return what its network sees: hand, rows, cards seen so far, scores (the own first), and the rules."""
    hand, rows, seen = np.zeros(104), np.zeros((4, 104)), np.zeros(104)
    hand[[card - 1 for card in view["hand"]]] = 1
    for number, row in enumerate(view["rows"]):
        rows[number, [card - 1 for card in row]] = 1
        seen[[card - 1 for card in row]] = 1
    for event in view["history"]:
        seen[[card - 1 for card in event.get("cards", ()) if card is not None]] = 1
    for pile in view["piles"]:
        seen[[card - 1 for card in pile]] = 1
    own = view["seat"]
    scores = [heads(pile) / 66 for pile in view["piles"]]
    others = [score for seat, score in enumerate(scores) if seat != own]
    padded = np.array([scores[own], *others, *[-1.0] * (10 - len(scores))])
    expert = float(view["rules"]["deck"] != "full")
    return np.concatenate((hand, rows.ravel(), seen, np.minimum(padded, 1.0), [expert]))


def answer(network: list[tuple[Any, Any]], view: dict[str, Any], rng: Any) -> dict[str, Any]:
    """Return the network's action, one of those allowed in `view`."""
    legal: list[dict[str, Any]] = view["legal"]
    if "choose" not in legal[0]:
        rows = view["rows"]
        return min(legal, key=lambda action: (heads(rows[action["take"]]), -rows[action["take"]][-1]))
    values = inputs(view)
    for number, (kernel, bias) in enumerate(network):
        values = values @ kernel + bias
        if number < len(network) - 1:
            values = np.maximum(values, 0.0)
    # Its hand is a row of ten places, ascending; cards that were played leave the first places empty.
    values = values[-len(view["hand"]) :]
    chances = np.exp(values - values.max())
    return {"choose": int(rng.choice(sorted(view["hand"]), p=chances / chances.sum()))}


def main() -> None:
    """Answer each view on standard input."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("weights", type=Path, help="a file of its folder trained-anns")
    network, rng = layers(parser.parse_args().weights), np.random.default_rng()
    answer_views(partial(answer, network, rng=rng), sys.stdout)


if __name__ == "__main__":
    main()
