"""What is installed is what `locks/` says, file by file, and that is all that pyproject.toml asks for."""

import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import distribution, requires, version
from pathlib import Path
from typing import Final

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
EXTRAS = PROJECT["project"]["optional-dependencies"]
SERVER: Final = ("postgresql", "redis", "server")
LOCKED: Final = {"server": SERVER, "test": (*SERVER, "arena", "client", "dev", "docs", "envs", "ray")}
"""By lock: the extras that it holds."""

FIXED: Final = {
    "filelock": "3.20.1",  # CVE-2025-68146
    "fonttools": "4.60.2",  # CVE-2025-66034
    "h11": "0.16.0",  # CVE-2025-43859
    "jinja2": "3.1.6",  # CVE-2025-27516
    "mako": "1.2.2",  # CVE-2022-40023
    "pillow": "11.3.0",  # CVE-2025-48379
    "protobuf": "6.31.1",  # CVE-2025-4565
    "ray": "2.52.0",  # CVE-2025-62593
    "requests": "2.32.4",  # CVE-2024-47081
    "starlette": "0.49.1",  # CVE-2025-62727
    "urllib3": "2.6.0",  # CVE-2025-66418
    "werkzeug": "3.1.4",  # CVE-2025-66221
}
"""The first versions without faults that were known when this was written."""


def pins(lock: str) -> Iterator[tuple[Requirement, list[str]]]:
    """What a lock holds, each with the hashes of its files."""
    text = (ROOT / f"locks/{lock}.txt").read_text().replace("\\\n", " ")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            pin, *hashes = line.split(" --hash=")
            yield Requirement(pin), [each.strip() for each in hashes]


def pinned(lock: str) -> dict[str, list[Requirement]]:
    """The pins of a lock by the name of what is pinned: several where systems or Pythons differ."""
    found: dict[str, list[Requirement]] = {}
    for pin, _ in pins(lock):
        found.setdefault(canonicalize_name(pin.name), []).append(pin)
    return found


def exact(pin: Requirement) -> Version:
    (only,) = pin.specifier
    assert only.operator == "=="
    return Version(only.version)


@pytest.mark.parametrize("lock", LOCKED)
def test_every_file_is_known_by_its_hash_and_none_by_where_it_was_found(lock: str) -> None:
    for pin, hashes in pins(lock):
        exact(pin)
        assert hashes
        assert all(re.fullmatch("sha256:[0-9a-f]{64}", each) for each in hashes), pin
    text = (ROOT / f"locks/{lock}.txt").read_text()
    assert "://" not in text
    assert not re.search(r"^ *--(?!hash=)", text, re.MULTILINE)


@pytest.mark.parametrize("lock", LOCKED)
def test_a_lock_holds_what_is_asked_for(lock: str) -> None:
    wanted = [
        *PROJECT["project"]["dependencies"],
        *(each for extra in LOCKED[lock] for each in EXTRAS[extra]),
    ]
    wanted += PROJECT["build-system"]["requires"] if lock == "test" else []
    held = pinned(lock)
    for each in map(Requirement, wanted):
        found = held.get(canonicalize_name(each.name))
        assert found, f"{each} is not in the lock: `make lock`"
        assert all(exact(pin) in each.specifier for pin in found), f"{each} is no longer so: `make lock`"


def test_nothing_but_pytorch_and_what_stands_on_it_is_left_out() -> None:
    (left,) = set(EXTRAS) - set(LOCKED["test"])
    held = pinned("test")
    missing = {each.name for each in map(Requirement, EXTRAS[left]) if each.name not in held}
    assert missing == {"torch", "sb3-contrib"}
    needed = [
        Requirement(each) for name in ("sb3-contrib", "stable-baselines3") for each in requires(name) or ()
    ]
    more = {canonicalize_name(each.name) for each in needed if each.marker is None}
    assert more - set(held) == {"torch", "stable-baselines3"}


def test_what_is_tested_is_what_a_server_runs_with() -> None:
    server, test = ({(pin.name, exact(pin)) for pin, _ in pins(lock)} for lock in LOCKED)
    assert server <= test


def test_what_is_installed_is_what_the_lock_says() -> None:
    wrong = {
        pin.name: version(pin.name)
        for pin, _ in pins("test")
        if (pin.marker is None or pin.marker.evaluate()) and Version(version(pin.name)) != exact(pin)
    }
    assert not wrong


def test_a_server_runs_with_nothing_that_is_not_locked() -> None:
    """As the distributions themselves say what they need."""
    held, seen = pinned("server"), set[tuple[str, str]]()
    asked = [*PROJECT["project"]["dependencies"], *(each for extra in SERVER for each in EXTRAS[extra])]
    todo = [("Sixth", "", Requirement(each)) for each in asked]
    while todo:
        name, extra, each = todo.pop()
        if each.marker is None or each.marker.evaluate({"extra": extra}):
            needed = canonicalize_name(each.name)
            assert needed in held, f"{name} needs {needed}"
            for more in {"", *each.extras} - {known for of, known in seen if of == needed}:
                seen.add((needed, more))
                todo += [(needed, more, Requirement(one)) for one in distribution(needed).requires or ()]
    assert len(seen) > 30


@pytest.mark.parametrize("name", FIXED)
def test_nothing_is_used_that_is_known_to_be_faulty(name: str) -> None:
    fixed = Version(FIXED[name])
    assert all(exact(pin) >= fixed for pin in pinned("test")[name])
    asked = (Requirement(each) for extra in EXTRAS.values() for each in extra)
    for each in asked:
        if each.name == name:
            assert Version(next(bound.version for bound in each.specifier if bound.operator == ">=")) >= fixed
