"""`sixth train` as it is typed: what it says, and that every refusal is one sentence."""

import re
from pathlib import Path

import pytest
import torch

from sixth.cli.app import run
from sixth.training import checkpoint, run as train
from sixth.training.loop import begin
from tests.training.small import JOB, options


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
def test_senseless_options_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert run(["train", str(tmp_path / "new"), *words]) == 2
    assert re.fullmatch(rf"sixth: {re.escape(said)}.*\n", capsys.readouterr().err)
    assert not (tmp_path / "new").exists()


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one sentence with which it ends."""
    assert run(["train", *words]) == 1
    found = capsys.readouterr()
    assert found.out == ""
    assert re.fullmatch(r"sixth: .+\.\n", found.err), found.err
    return found.err


def test_a_folder_with_another_training_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    checkpoint.save(tmp_path, JOB, begin(JOB))
    assert "holds a training with another recipe" in refused(capsys, str(tmp_path))
    assert "holds a training with seed 5" in refused(capsys, str(tmp_path), "--seed", "6")
    assert "holds a training with 6 steps" in refused(capsys, str(tmp_path), "--steps", "7")
    (tmp_path / checkpoint.NAME).write_bytes(b"something else")
    assert "is damaged" in refused(capsys, str(tmp_path))
    assert "is no folder" in refused(capsys, str(tmp_path / checkpoint.NAME))


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a CUDA device")
def test_without_a_cuda_device_none_is_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "no CUDA device" in refused(capsys, str(tmp_path), "--device", "cuda")


def test_a_training_shows_its_progress_and_results(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    train(options(tmp_path))
    first = capsys.readouterr()
    assert [line.partition(",")[0] for line in first.err.splitlines()] == [
        "flat 0/6", "flat 2/6", "pool 4/6", "pool 6/6",
    ]  # fmt: skip
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {".lock", "checkpoint.npz", "policy.npz", "report.md", "report.svg"}
    assert first.out.startswith("Trained in ")
    assert f"The policy is {tmp_path / 'policy.npz'}" in first.out
    # It is finished: the same command has nothing left to do and says the same.
    train(options(tmp_path))
    again = capsys.readouterr()
    assert (again.out, again.err) == (first.out, "")
