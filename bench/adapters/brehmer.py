"""An agent of johannbrehmer/rl-6-nimmt as a bot of the arena, for `bench/outsiders.py`.

    git clone https://github.com/johannbrehmer/rl-6-nimmt
    python -m venv outside && outside/bin/pip install torch 'numpy<2' numba matplotlib gym multi-elo
    outside/bin/python bench/adapters/brehmer.py rl-6-nimmt [--agent mcts] [--weights FILE] [--seconds S]

It needs no Sixth, and none of that program is kept here. An agent sees what it sees in its own environment:
its hand and the rows, at each of its turns. There a card that fits nowhere takes the cheapest row, the first
of equal ones, so that is what is answered here, too. The repository has no weights: an agent that learns is
untrained unless `--weights` names a state that `torch.save` wrote. `--seconds` lets a search play as many
rounds as fit in the time, but ten for each of its cards at least, instead of its own at most 100.
"""

import argparse
import sys
from functools import partial
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any

from views import answer_views, heads

_ROW_LIMIT = 6
"""Places of a row in a state; the sixth card takes the row."""


def adapted(folder: Path) -> Any:
    """Import the agents of the clone in `folder`; return their module."""
    if not (folder / "rl_6_nimmt").is_dir():
        raise SystemExit(f"{folder} is no clone of rl-6-nimmt.")
    import numpy as np

    # The program is of 2020 and uses names that numpy has since dropped.
    for name, kind in (("int", int), ("float", float), ("bool", bool)):
        if name not in np.__dict__:
            setattr(np, name, kind)
    sys.path.insert(0, str(folder.resolve()))
    try:
        return import_module("rl_6_nimmt.agents")
    except ImportError as error:
        raise SystemExit(f"rl-6-nimmt lacks a package: {error}.") from error


def made(agents: Any, name: str, weights: Path | None) -> Any:
    """Return the agent called `name`, with the weights of a file."""
    import torch

    torch.set_num_threads(1)
    if name not in agents.AGENTS:
        raise SystemExit(f"rl-6-nimmt has no agent {name!r}; it has {', '.join(agents.AGENTS)}.")
    agent = agents.AGENTS[name]()
    if weights is not None:
        agent.load_state_dict(torch.load(weights, weights_only=True))
    agent.eval()
    return agent


def limit_time(agent: Any, seconds: float) -> None:
    """Let a search play as many rounds for a move as it is likely to end in `seconds`."""
    if not hasattr(agent, "_compute_n_mc"):
        raise SystemExit("Only an agent that searches takes --seconds.")
    search, cost = agent._mcts, 1e-3

    def rounds(cards: int) -> int:
        return max(10 * cards, int(seconds / (cost * cards)))

    def timed(legal: list[int], state: Any) -> Any:
        nonlocal cost
        number, begin = rounds(len(legal)), perf_counter()
        found = search(legal, state)
        # A round takes as long as it has cards to play.
        cost = (cost + (perf_counter() - begin) / (number * len(legal))) / 2
        return found

    agent._compute_n_mc, agent._mcts = rounds, timed


def state_of(view: dict[str, Any]) -> list[int]:
    """Return the state of its environment: hand, players, the rows' sizes, ends, heads and cards."""
    rows = [[card - 1 for card in row] for row in view["rows"]]
    hand = [card - 1 for card in view["hand"]]
    padded = [row + [-1] * (_ROW_LIMIT - len(row)) for row in rows]
    return [
        *hand,
        *[-1] * (10 - len(hand)),
        view["rules"]["seats"],
        *(len(row) for row in rows),
        *(row[-1] for row in rows),
        *(heads(row) for row in view["rows"]),
        *(card for row in padded for card in row),
    ]


def answer(agent: Any, view: dict[str, Any]) -> dict[str, Any]:
    """Return the agent's action, one of those allowed in `view`."""
    legal: list[dict[str, Any]] = view["legal"]
    rules = view["rules"]
    if (rules["deck"], rules["hand"], rules["rows"], rules["row_limit"]) != ("full", 10, 4, 5):
        raise SystemExit("rl-6-nimmt plays classic only: 104 cards, hands of ten, four rows.")
    if "choose" not in legal[0]:
        return min(legal, key=lambda action: heads(view["rows"][action["take"]]))
    import torch

    state = torch.tensor(state_of(view), dtype=torch.float)
    cards = [action["choose"] - 1 for action in legal]
    while True:
        try:
            with torch.no_grad():
                card, _info = agent(state, legal_actions=cards)
        except IndexError:
            # A search fails where chance has left one of its cards untried: once in some 4,000 first moves.
            continue
        return {"choose": int(card) + 1}


def main() -> None:
    """Answer each view on standard input."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="a clone of the repository")
    parser.add_argument("--agent", default="mcts", help="the name of an agent; mcts is its MCS")
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--seconds", type=float)
    asked = parser.parse_args()
    answers, sys.stdout = sys.stdout, sys.stderr
    agent = made(adapted(asked.folder), asked.agent, asked.weights)
    if asked.seconds is not None:
        limit_time(agent, asked.seconds)
    answer_views(partial(answer, agent), answers)


if __name__ == "__main__":
    main()
