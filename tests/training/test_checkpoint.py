"""A checkpoint that is damaged, of another training, or none at all is refused in one sentence."""

import json
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from sixth.sim.policy.architecture import PLAYER
from sixth.training import TrainingError, checkpoint
from sixth.training.evaluation import Score
from sixth.training.folder import own_folder
from sixth.training.loop import begin
from sixth.training.state import Measurement, TrainingState
from tests.damage import damaged_files
from tests.training.small import JOB, SMALL


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a checkpoint."""
    checkpoint.save(tmp_path, JOB, with_history())
    return tmp_path


def with_history() -> TrainingState:
    """A state in the second stage, with something in each of its fields."""
    state = begin(JOB)
    rows = (
        Measurement("flat", 0, 0.5, None, None, {"random": Score(12.5, 0.1, 12.25, 0.25)}),
        Measurement("pool", 2, 9.5, -0.125, 1.5, {}),
    )
    player = state.memory.player
    return replace(
        state, stage=1, step=1, finished=(player + 1,), older=(player + 2, player + 3), history=rows,
        since=(0.1, 0.2, 3), seconds=12.25,
    )  # fmt: skip


def load(folder: Path) -> TrainingState | None:
    kept = checkpoint.load(folder)
    return None if kept is None else kept.state(JOB)


def refused(folder: Path) -> str:
    """The one sentence that loading ends with."""
    with pytest.raises(TrainingError) as caught:
        load(folder)
    text = str(caught.value)
    assert text.endswith(".")
    assert "\n" not in text
    return text


def test_a_checkpoint_restores_the_whole_state(folder: Path) -> None:
    found, state = load(folder), with_history()
    assert found is not None
    assert found.history == state.history
    assert (found.since, found.seconds) == (state.since, state.seconds)
    for ours, theirs in zip(found.older, state.older, strict=True):
        assert (ours == theirs).all()


def test_a_checkpoint_is_a_row_for_each_player_and_a_recipe_with_its_old_names(folder: Path) -> None:
    with np.load(folder / checkpoint.NAME) as archive:
        assert archive["players"].shape == (6, int(PLAYER))
        recipe = json.loads(str(archive["state"]))["recipe"]
    assert list(recipe) == [
        "name", "stages", "lessons", "batches", "unit", "clip", "measurements", "blocks", "hands",
    ]  # fmt: skip
    stage = recipe["stages"][1]
    assert list(stage) == [
        "name",
        "steps",
        "opponents",
        "tables",
        "rates",
        "learner",
        "cares",
        "selves",
        "learns",
    ]
    assert stage["opponents"][0] == {"who": "flat", "share": 1.0, "cares": [30.0]}


def test_a_folder_without_a_checkpoint_holds_no_training(tmp_path: Path) -> None:
    assert checkpoint.load(tmp_path) is None
    assert checkpoint.load(tmp_path / "nowhere") is None


def test_a_damaged_file_is_refused_or_reads_unchanged(folder: Path) -> None:
    path = folder / checkpoint.NAME
    for text in damaged_files(path.read_bytes(), Random(1), flips=200):
        path.write_bytes(text)
        try:
            found = load(folder)
        except TrainingError as error:
            assert "\n" not in str(error)  # noqa: PT017 - either is right
        else:
            assert found is not None
            assert (found.memory.player == with_history().memory.player).all()


def _changed(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    path = folder / checkpoint.NAME
    with np.load(path) as archive:
        found = dict(archive)
    found["state"] = json.loads(str(found["state"]))
    change(found)
    found["state"] = np.array(json.dumps(found["state"]))
    np.savez(path, **found)


CHANGES: dict[str, Callable[[dict[str, Any]], object]] = {
    "another format": lambda found: found.update(format=np.array("sixth-training/0")),
    "other numbers": lambda found: found.update(players=found["players"].astype(np.float64)),
    "shorter players": lambda found: found.update(players=found["players"][:, :-1]),
    "no memory": lambda found: found.update(players=found["players"][:2]),
    "not finite": lambda found: found["players"].fill(np.nan),
    "no stage": lambda found: found["state"].pop("stage"),
    "another stage": lambda found: found["state"].update(stage=0),
    "too many steps": lambda found: found["state"].update(step=SMALL.steps),
    "fewer steps than none": lambda found: found["state"].update(step=-1),
    "short sums": lambda found: found["state"].update(since=[1]),
    "half a row": lambda found: found["state"].update(history=[{"stage": "flat"}]),
    "no object": lambda found: found.update(state=[]),
    "other features": lambda found: found["state"].update(features={}),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_inconsistent_checkpoints_are_refused(
    folder: Path, change: Callable[[dict[str, Any]], object]
) -> None:
    _changed(folder, change)
    assert "name another folder" in refused(folder)


def test_a_checkpoint_with_a_pickle_is_refused(folder: Path) -> None:
    none = np.array([])
    np.savez(folder / checkpoint.NAME, format=np.array([{}], dtype=object), state=none, players=none)
    assert "damaged" in refused(folder)


@contextmanager
def small_disk() -> Iterator[None]:
    """No file may be larger than a kilobyte while the block lasts."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_checkpoint_that_cannot_be_written_leaves_the_old_one(folder: Path) -> None:
    before = (folder / checkpoint.NAME).read_bytes()
    with small_disk(), pytest.raises(TrainingError, match="cannot be written: File too large"):
        checkpoint.save(folder, JOB, begin(JOB))
    assert [path.name for path in folder.iterdir()] == [checkpoint.NAME]
    assert (folder / checkpoint.NAME).read_bytes() == before
    found = load(folder)
    assert found is not None
    assert found.stage == 1


def test_two_trainings_do_not_share_a_folder(tmp_path: Path) -> None:
    with (
        own_folder(tmp_path),
        pytest.raises(TrainingError, match="Another process trains"),
        own_folder(tmp_path),
    ):
        pass
    with own_folder(tmp_path):
        pass


@pytest.mark.parametrize("name", ["file/folder", "nul\0"])
def test_impossible_folders_are_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(TrainingError, match="no folder"), own_folder(tmp_path / name):
        pass
