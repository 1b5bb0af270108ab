"""`sixth train` as it is typed: what it says, and that every refusal is one sentence."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from sixth.training import checkpoint, run as train
from sixth.training.loop import begin
from tests.training.small import JOB, SMALL, options


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--steps", "0"], "--steps takes a whole number of at least 1, not 0"),
        (["--threads", "-1"], "--threads takes a whole number of at least 1, not -1"),
        (["--minutes", "0"], "--minutes takes a number above 0, not 0"),
        (["--minutes", "nan"], "--minutes takes a number above 0, not nan"),
        (["--minutes", "1", "--steps", "2"], "--minutes and --steps both say how long it takes"),
        (["--seed", "-1"], "--seed takes a whole number from 0 to 9223372036854775807, not -1"),
        (["--device", "tpu"], "--device takes auto, cpu or cuda, not 'tpu'"),
    ],
)
def test_senseless_options_are_refused(tmp_path: Path, run: Any, words: list[str], said: str) -> None:
    run("train", str(tmp_path / "new"), *words).refuses(2, f"sixth: {said}")
    assert not (tmp_path / "new").exists()


def test_a_folder_with_another_training_is_refused(tmp_path: Path, run: Any) -> None:
    checkpoint.save(tmp_path, JOB, begin(JOB))
    run("train", str(tmp_path)).refuses(1, "holds a training with another recipe")
    run("train", str(tmp_path), "--seed", "6").refuses(1, "holds a training with seed 5")
    run("train", str(tmp_path), "--steps", "7").refuses(1, "holds a training with 6 steps")
    (tmp_path / checkpoint.NAME).write_bytes(b"something else")
    run("train", str(tmp_path)).refuses(1, "is damaged")
    run("train", str(tmp_path / checkpoint.NAME)).refuses(1, "is no folder")


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a CUDA device")
def test_without_a_cuda_device_none_is_used(tmp_path: Path, run: Any) -> None:
    run("train", str(tmp_path), "--device", "cuda").refuses(1, "no CUDA device")


def test_a_training_shows_its_progress_and_results(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    short = tuple(replace(stage, steps=1, selves=1) for stage in SMALL.stages)
    asked = replace(options(tmp_path), recipe=replace(SMALL, stages=short))
    train(asked)
    first = capsys.readouterr()
    assert [line.partition(",")[0] for line in first.err.splitlines()] == ["flat 0/2", "flat 1/2", "pool 2/2"]
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {".lock", "checkpoint.npz", "policy.npz", "report.md", "report.svg"}
    assert first.out.startswith("Trained in ")
    assert f"The policy is {tmp_path / 'policy.npz'}" in first.out
    # It is finished: the same command has nothing left to do and says the same.
    train(asked)
    again = capsys.readouterr()
    assert (again.out, again.err) == (first.out, "")
