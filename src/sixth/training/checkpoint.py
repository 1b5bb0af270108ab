"""Checkpoints: the state of a training as one numpy archive, which is read without pickle and checked.

The archive holds `format`, `state` (JSON: which training it is and where it stands), `players` (float32, a
row each: the player, Adam's two memories of it, the players that stages ended with, the older selves) and
`hand` (float32: no row, or the hand network and Adam's two memories of it).
"""

import json
from dataclasses import asdict
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import numpy as np

from sixth.files import open_atomic
from sixth.i18n import error_text, gettext as _, ngettext
from sixth.sim.policy.architecture import KINDS, PLAYER
from sixth.sim.policy.hand_network import HAND_NETWORK, SHAPES
from sixth.sim.policy.hand_tokens import TOKEN_FEATURES
from sixth.sim.policy.network import Floats
from sixth.training.errors import TrainingError
from sixth.training.evaluation import Score
from sixth.training.folder import path_text, write_errors
from sixth.training.state import Measurement, Memory, TrainingJob, TrainingState

NAME: Final = "checkpoint.npz"
"""The file of the folder."""

_FORMAT: Final = "sixth-training/1"
_MAX_BYTES: Final = 64 * 1024**2


def save(folder: Path, job: TrainingJob, state: TrainingState) -> None:
    """Write the checkpoint in `folder` whole, or raise `TrainingError` and leave the old one."""
    text = {
        **_identity(job),
        "stage": state.stage,
        "step": state.step,
        "finished": len(state.finished),
        "since": state.since,
        "seconds": state.seconds,
        "history": [asdict(row) for row in state.history],
    }
    memory = state.memory
    players = np.stack([memory.player, memory.mean, memory.square, *state.finished, *state.older])
    hand = np.zeros((0, HAND_NETWORK), dtype=np.float32)
    if state.hand is not None:
        hand = np.stack([state.hand.player, state.hand.mean, state.hand.square])
    path = folder / NAME
    with write_errors(path), open_atomic(path) as file:
        np.savez(file, format=np.array(_FORMAT), state=np.array(json.dumps(text)), players=players, hand=hand)


def load(folder: Path) -> "Checkpoint | None":
    """Read the checkpoint in `folder`, None if there is none, or raise `TrainingError` if it is damaged."""
    path = folder / NAME
    try:
        if not path.exists():
            return None
        if path.stat().st_size > _MAX_BYTES:
            raise _damage_error(path)
        data = BytesIO(path.read_bytes())
    except OSError as error:
        wrong = _("{file} cannot be read: {why}.")
        raise TrainingError(wrong.format(file=path_text(path), why=error_text(error))) from error
    try:
        with np.load(data, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in ("format", "state", "players", "hand")}
    except Exception as error:  # a damaged archive raises any error of its decompressors
        raise _damage_error(path) from error
    try:
        if str(arrays["format"]) != _FORMAT:
            raise _damage_error(path)
        return Checkpoint(path, json.loads(str(arrays["state"])), arrays["players"], arrays["hand"])
    except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
        raise _damage_error(path) from error


class Checkpoint:
    """A training read from a file, before the check that it is the right one."""

    def __init__(self, path: Path, text: dict[str, Any], players: Floats, hand: Floats) -> None:
        self._path = path
        self._identity = {name: text[name] for name in ("features", "steps", "seed", "recipe")}
        self.seed = int(text["seed"])
        self.steps = int(text["steps"])
        """The steps of the whole training."""
        self._state = _state(text, players, hand)

    def state(self, job: TrainingJob) -> TrainingState:
        """Return the state of `job`; raise `TrainingError` if the file is damaged or of another training."""
        identity = json.loads(json.dumps(_identity(job)))
        names = {
            "features": _("other features"),
            "steps": ngettext("{count} step", "{count} steps", self.steps).format(count=self.steps),
            "seed": _("seed {seed}").format(seed=self.seed),
            "recipe": _("another recipe"),
        }
        for name, differs in names.items():
            if identity[name] != self._identity[name]:
                wrong = _(
                    "{folder} holds a training with {differs}; ask for the same, or name another folder."
                )
                raise TrainingError(wrong.format(folder=path_text(self._path.parent), differs=differs))
        if not _fits(self._state, job):
            raise _damage_error(self._path)
        return self._state


def _identity(job: TrainingJob) -> dict[str, Any]:
    return {
        "recipe": job.recipe.as_json(),
        "features": {kind.name: kind.features for kind in KINDS.values()}
        | {"hand": TOKEN_FEATURES, "parts": SHAPES},
        "seed": job.seed,
        "steps": job.recipe.steps,
    }


def _state(text: dict[str, Any], players: Floats, hand: Floats) -> TrainingState:
    if players.dtype != np.float32 or players.ndim != 2 or players.shape[1] != int(PLAYER):
        raise ValueError("players")
    if hand.dtype != np.float32 or hand.shape not in ((0, HAND_NETWORK), (3, HAND_NETWORK)):
        raise ValueError("hand")
    if not np.isfinite(players).all() or not np.isfinite(hand).all():
        raise ValueError("players")
    player, mean, square, *others = players
    stages = int(text["finished"])
    loss, entropy, count = text["since"]
    return TrainingState(
        stage=int(text["stage"]),
        step=int(text["step"]),
        memory=Memory(player, mean, square),
        finished=tuple(others[:stages]),
        older=tuple(others[stages:]),
        hand=Memory(*hand) if len(hand) else None,
        history=tuple(_row(row) for row in text["history"]),
        since=(float(loss), float(entropy), int(count)),
        seconds=float(text["seconds"]),
    )


def _row(row: dict[str, Any]) -> Measurement:
    against = {str(name): Score(**numbers) for name, numbers in row["against"].items()}
    return Measurement(**{**row, "against": against})


def _fits(state: TrainingState, job: TrainingJob) -> bool:
    stages = job.recipe.stages
    if not 0 <= state.stage <= len(stages) or len(state.finished) != state.stage:
        return False
    started = (*stages[: state.stage], *stages[state.stage : state.stage + (state.step > 0)])
    if (state.hand is not None) != any(stage.learns == "hand" for stage in started):
        return False
    return 0 <= state.step < (stages[state.stage].steps if state.stage < len(stages) else 1)


def _damage_error(path: Path) -> TrainingError:
    wrong = _(
        "{file} is damaged, or no checkpoint of this version; remove it to begin anew,"
        " or name another folder."
    )
    return TrainingError(wrong.format(file=path_text(path)))
