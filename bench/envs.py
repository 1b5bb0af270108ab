"""How many decisions a second the environments play, observations built: `python bench/envs.py`.

Beside them, in the same run, card games of PettingZoo, OpenSpiel and Pgx, and EnvPool's CartPole, where
these are installed (`pip install 'pettingzoo[classic]' pgx envpool`); what is missing is said. They are other
games, so this tells the order of magnitude and nothing finer.

A decision is an action of a seat that had a choice, with the observation before it; the lowest action that is
allowed is taken everywhere. All run on one core. Counted are seconds of processor time, the best of several
runs in turns, as a busy machine would else decide.
"""

import importlib
import os
import time
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import gymnasium
import numba
import numpy as np
from rules import play as play_rules, report

import sixth.envs
from sixth.envs.parallel import TableParallelEnv
from sixth.envs.table import TableEnv, env
from sixth.rules.options import End

RUNS: Final = 7
TABLES: Final = 1024
CLASSIC: Final = sixth.games["classic"].replace(seats=4)

Job = Callable[[], int]
"""Plays for some milliseconds and returns how many decisions it took."""


@numba.njit
def lowest(masks: Any) -> Any:
    """Return each table's lowest action that is allowed; Pgx's are chosen by compiled code, too."""
    actions = np.empty(len(masks), dtype=np.int64)
    for table in range(len(masks)):
        action = 0
        while not masks[table, action]:
            action += 1
        actions[table] = action
    return actions


def vector(*opponents: str) -> Job:
    """Return a job of the vector environment."""
    envs: Any = gymnasium.make_vec("Sixth-v0", TABLES, "vector_entry_point", opponents=opponents)
    seen = envs.reset(seed=1)[0]

    def job() -> int:
        nonlocal seen
        for _ in range(20):
            seen = envs.step(lowest(seen["action_mask"]))[0]
        return 20 * TABLES

    return job


def one_seat() -> Any:
    """Return Gymnasium's environment of one seat."""
    return gymnasium.make("Sixth-v0", opponents=["nearest"] * 3, end="rounds:1")


def seat(one: Any) -> int:
    """Play Gymnasium's environment of one seat."""
    decisions = 0
    for seed in range(5):
        seen, done = one.reset(seed=seed)[0], False
        while not done:
            seen, _, done, _, _ = one.step(seen["action_mask"].argmax())
            decisions += 1
    return decisions


def parallel(table: TableParallelEnv) -> int:
    """Play PettingZoo's environment in which all act at once; who waits does not count."""
    decisions = 0
    seen = table.reset(seed=1)[0]
    while table.agents:
        actions = {agent: int(seen[agent]["action_mask"].argmax()) for agent in table.agents}
        decisions += sum(action > 0 for action in actions.values())
        seen = table.step(actions)[0]
    return decisions


def in_turn(table: Any, seed: int = 1) -> int:
    """Play an AEC environment of PettingZoo to its end."""
    decisions = 0
    table.reset(seed=seed)
    for _ in table.agent_iter():
        seen, _, ended, cut, info = table.last()
        if ended or cut:
            table.step(None)
            continue
        mask = seen.get("action_mask") if isinstance(seen, dict) else None
        table.step(int((info["action_mask"] if mask is None else mask).argmax()))
        decisions += 1
    return decisions


def plain() -> int:
    """Play the plain rules, every choice from a View: what PettingZoo's environments stand on."""
    state = play_rules(CLASSIC.replace(end=End("rounds", 5)), views=True)
    return 40 * state.round


def spiel(name: str, games: int) -> Job:
    """Return a job of an OpenSpiel game, with a tensor for every decision."""
    pyspiel = importlib.import_module("pyspiel")
    importlib.import_module("open_spiel.python.games")
    importlib.import_module("sixth.envs.openspiel")
    game, rng = pyspiel.load_game(name), np.random.default_rng(1)
    tensor = (
        "observation_tensor" if game.get_type().provides_observation_tensor else "information_state_tensor"
    )

    def job() -> int:
        decisions = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.legal_actions()
                    state.apply_action(outcomes[int(rng.random() * len(outcomes))])
                    continue
                together = state.is_simultaneous_node()
                seats = range(game.num_players()) if together else [state.current_player()]
                for player in seats:
                    np.asarray(getattr(state, tensor)(player), np.float32)
                actions = [state.legal_actions(player)[0] for player in seats]
                (state.apply_actions if together else state.apply_action)(actions if together else actions[0])
                decisions += len(actions)
        return decisions

    return job


def pgx(name: str) -> Job:
    """Return a job of a Pgx game, compiled and in batches as large as ours."""
    jax, library = importlib.import_module("jax"), importlib.import_module("pgx")
    game = library.make(name)
    step = jax.jit(
        jax.vmap(importlib.import_module("pgx.experimental.wrappers").auto_reset(game.step, game.init))
    )
    keys = jax.random.split(jax.random.PRNGKey(1), TABLES)
    state = jax.jit(jax.vmap(game.init))(keys)

    def job() -> int:
        nonlocal state
        for _ in range(20):
            state = step(state, state.legal_action_mask.argmax(axis=1), keys)
        state.observation.block_until_ready()
        return 20 * TABLES

    return job


def envpool() -> Job:
    """Return a job of EnvPool's CartPole, with one thread."""
    envs = importlib.import_module("envpool").make_gymnasium("CartPole-v1", num_envs=TABLES, num_threads=1)
    envs.reset()
    actions = np.zeros(TABLES, dtype=np.int64)

    def job() -> int:
        for _ in range(20):
            envs.step(actions)
        return 20 * TABLES

    return job


def pettingzoo(name: str, **options: Any) -> Job:
    """Return a job of a card game of PettingZoo."""
    table = importlib.import_module(f"pettingzoo.classic.{name}").env(**options)
    return lambda: sum(in_turn(table, seed) for seed in range(3))


OURS: Final[dict[str, tuple[Callable[[], Job], str]]] = {
    "envs.vector.nearest": (lambda: vector(*["nearest"] * 3), "vector environment, one seat of four"),
    "envs.vector.careful": (lambda: vector(*["careful"] * 3), "the same against three careful"),
    "envs.vector.random": (lambda: vector(*["random"] * 3), "the same against three random"),
    "envs.seat": (lambda: partial(seat, one_seat()), "Gymnasium, one seat against three nearest"),
    "envs.parallel": (
        lambda: partial(parallel, TableParallelEnv(end="rounds:5")),
        "PettingZoo, parallel, all four seats counted",
    ),
    "envs.aec": (lambda: partial(in_turn, TableEnv(end="rounds:5")), "PettingZoo, in turn, without wrappers"),
    "envs.aec.wrapped": (lambda: partial(in_turn, env(end="rounds:5")), "the same in the library's wrappers"),
    "envs.openspiel": (lambda: spiel("sixth", 2), "OpenSpiel, all four seats counted, tensors"),
    "rules.views": (
        lambda: plain,
        "the plain rules with a View a decision, no observations; rows not counted",
    ),
}
PEERS: Final[dict[str, tuple[Callable[[], Job], str]]] = {
    "pettingzoo.hanabi": (lambda: pettingzoo("hanabi_v5", players=4), "PettingZoo's Hanabi"),
    "pettingzoo.leduc": (lambda: pettingzoo("leduc_holdem_v4"), "PettingZoo's Leduc hold'em"),
    "pettingzoo.texas": (lambda: pettingzoo("texas_holdem_v4"), "PettingZoo's Texas hold'em"),
    "openspiel.hearts": (lambda: spiel("hearts", 2), "OpenSpiel's hearts (C++), driven from Python, tensors"),
    "openspiel.kuhn": (lambda: spiel("python_kuhn_poker", 20), "OpenSpiel's Kuhn poker in Python, tensors"),
    "pgx.leduc": (lambda: pgx("leduc_holdem"), "Pgx's Leduc hold'em, 1,024 at once"),
    "pgx.kuhn": (lambda: pgx("kuhn_poker"), "Pgx's Kuhn poker, 1,024 at once"),
    "envpool.cartpole": (envpool, "EnvPool's CartPole (no card game), 1,024 at once"),
}


def main() -> None:
    """Measure and print."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    warnings.simplefilter("ignore")
    jobs: dict[str, Job] = {}
    for name, (made, _) in (OURS | PEERS).items():
        try:
            jobs[name] = made()
            jobs[name]()  # compile
        except Exception as error:
            jobs.pop(name, None)
            print(f"# {name} is missing: {type(error).__name__}: {str(error).splitlines()[0]}")
    best = dict.fromkeys(jobs, 0.0)
    for _ in range(RUNS):
        for name, job in jobs.items():
            begin = time.process_time()
            decisions = job()
            best[name] = max(best[name], decisions / (time.process_time() - begin))
    for name, rate in best.items():
        report(name, rate, "decisions/s", f"{(OURS | PEERS)[name][1]}; best of {RUNS}")


if __name__ == "__main__":
    main()
