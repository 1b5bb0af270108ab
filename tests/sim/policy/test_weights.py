"""A player comes back from its file as it was, and what is no such file is refused in one sentence."""

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from sixth.sim.policy.architecture import PLAYER
from sixth.sim.policy.hand_network import HAND_NETWORK
from sixth.sim.policy.weights import WeightsError, load, load_policy, save
from tests.damage import damaged_files

PLAYED = np.random.default_rng(1).normal(size=int(PLAYER)).astype(np.float32)
HAND = np.random.default_rng(2).normal(size=HAND_NETWORK).astype(np.float32)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A player's file."""
    path = tmp_path / "policy.npz"
    save(path, PLAYED, note="a test")
    return path


def refused(path: Path) -> str:
    """The one sentence that loading ends with."""
    with pytest.raises(WeightsError) as caught:
        load_policy(path)
    text = str(caught.value)
    assert text.endswith(".")
    assert "\n" not in text
    return text


def test_a_player_comes_back_as_it_was(file: Path) -> None:
    assert (load(file) == PLAYED).all()
    assert [path.name for path in file.parent.iterdir()] == ["policy.npz"]


def test_a_hand_network_comes_back_in_half_precision(tmp_path: Path) -> None:
    path = tmp_path / "policy.npz"
    save(path, PLAYED, note="a test", hand=HAND)
    policy = load_policy(path)
    assert policy.hand is not None
    assert policy.hand.dtype == np.float32
    assert (policy.hand == HAND.astype(np.float16)).all()
    assert (policy.player == PLAYED).all()
    assert path.stat().st_size < 300_000


def test_a_policy_needs_no_hand_network(file: Path) -> None:
    assert load_policy(file).hand is None


HAND_CHANGES: dict[str, tuple[dict[str, Any], str]] = {
    "other features": ({"hand features": np.array(["low"])}, "other features"),
    "shorter": ({"hand": HAND[:-1].astype(np.float16)}, "other features"),
    "other numbers": ({"hand": HAND}, "other features"),
    "not finite": ({"hand": np.full(HAND_NETWORK, np.nan, dtype=np.float16)}, "not finite"),
}


@pytest.mark.parametrize(("change", "said"), HAND_CHANGES.values(), ids=HAND_CHANGES)
def test_a_hand_network_of_another_version_is_refused(
    tmp_path: Path, change: dict[str, Any], said: str
) -> None:
    path = tmp_path / "policy.npz"
    save(path, PLAYED, note="a test", hand=HAND)
    with np.load(path) as archive:
        found = dict(archive)
    np.savez(path, **{**found, **change})
    assert said in refused(path)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert "cannot be read" in refused(tmp_path / "nowhere.npz")
    assert "cannot be read" in refused(tmp_path)


def test_a_file_that_is_too_large_is_not_even_read(tmp_path: Path) -> None:
    path = tmp_path / "large.npz"
    path.write_bytes(bytes(1_000_001))
    assert "larger than a policy is" in refused(path)


CHANGES: dict[str, tuple[dict[str, Any], str]] = {
    "another format": ({"format": np.array("sixth-policy/0")}, "format sixth-policy/"),
    "other features": ({"features": np.array(["low"])}, "other features"),
    "shorter": ({"player": PLAYED[:-1]}, "other features"),
    "other numbers": ({"player": PLAYED.astype(np.float64)}, "other features"),
    "not finite": ({"player": np.full_like(PLAYED, np.inf)}, "not finite"),
    "pickled": ({"player": np.array([{}], dtype=object)}, "is not a policy"),
}


@pytest.mark.parametrize(("change", "said"), CHANGES.values(), ids=CHANGES)
def test_what_is_no_player_of_this_version_is_refused(file: Path, change: dict[str, Any], said: str) -> None:
    with np.load(file) as archive:
        found = dict(archive)
    np.savez(file, **{**found, **change})
    assert said in refused(file)


def test_a_file_with_any_byte_changed_or_cut_off_is_refused_or_read_as_it_was(file: Path) -> None:
    for text in damaged_files(file.read_bytes(), Random(1), flips=300):
        file.write_bytes(text)
        try:
            found = load(file)
        except WeightsError as error:
            assert "\n" not in str(error)  # noqa: PT017 - either is right
        else:
            assert (found == PLAYED).all()
