"""The locks: installed packages match `locks/` file by file, and the locks match `pyproject.toml`."""

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
SERVER: Final = ("fast", "postgresql", "server")
LOCKED: Final = {
    "server": SERVER,
    "test": (*SERVER, "arena", "client", "data", "dev", "docs", "envs", "mcp", "ray"),
}
"""Extras in each lock."""

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
"""The first versions without the faults named here."""


def pins(lock: str) -> Iterator[tuple[Requirement, list[str]]]:
    """Return the pins of a lock, each with the hashes of its files."""
    text = (ROOT / f"locks/{lock}.txt").read_text().replace("\\\n", " ")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            pin, *hashes = line.split(" --hash=")
            yield Requirement(pin), [each.strip() for each in hashes]


def pins_by_name(lock: str) -> dict[str, list[Requirement]]:
    """Return the pins of a lock by name: several where systems or Pythons differ."""
    by_name: dict[str, list[Requirement]] = {}
    for pin, _ in pins(lock):
        by_name.setdefault(canonicalize_name(pin.name), []).append(pin)
    return by_name


def exact(pin: Requirement) -> Version:
    (only,) = pin.specifier
    assert only.operator == "=="
    return Version(only.version)


@pytest.mark.parametrize("lock", LOCKED)
def test_every_file_has_a_hash_and_none_an_address(lock: str) -> None:
    for pin, hashes in pins(lock):
        exact(pin)
        assert hashes
        assert all(re.fullmatch("sha256:[0-9a-f]{64}", each) for each in hashes), pin
    text = (ROOT / f"locks/{lock}.txt").read_text()
    assert "://" not in text
    assert not re.search(r"^ *--(?!hash=)", text, re.MULTILINE)


@pytest.mark.parametrize("lock", LOCKED)
def test_a_lock_has_every_requirement(lock: str) -> None:
    requirements = [
        *PROJECT["project"]["dependencies"],
        *(each for extra in LOCKED[lock] for each in EXTRAS[extra]),
    ]
    requirements += PROJECT["build-system"]["requires"] if lock == "test" else []
    locked = pins_by_name(lock)
    for each in map(Requirement, requirements):
        if each.name == "sixth":
            assert {*each.extras} <= {*LOCKED["test"]}
            continue
        matches = locked.get(canonicalize_name(each.name))
        assert matches, f"{each} is not in the lock: `make lock`"
        assert all(exact(pin) in each.specifier for pin in matches), (
            f"{each} differs in the lock: `make lock`"
        )


def test_only_pytorch_and_packages_that_need_it_are_not_locked() -> None:
    (unlocked,) = set(EXTRAS) - set(LOCKED["test"])
    locked = pins_by_name("test")
    missing = {
        each.name for each in map(Requirement, EXTRAS[unlocked]) if each.name not in {*locked, "sixth"}
    }
    assert missing == {"torch", "sb3-contrib"}
    requirements = [
        Requirement(each) for name in ("sb3-contrib", "stable-baselines3") for each in requires(name) or ()
    ]
    more = {canonicalize_name(each.name) for each in requirements if each.marker is None}
    assert more - set(locked) == {"torch", "stable-baselines3"}


def test_the_test_lock_includes_the_server_lock() -> None:
    server, test = ({(pin.name, exact(pin)) for pin, _ in pins(lock)} for lock in LOCKED)
    assert server <= test


def test_installed_versions_match_the_lock() -> None:
    wrong = {
        pin.name: version(pin.name)
        for pin, _ in pins("test")
        if (pin.marker is None or pin.marker.evaluate()) and Version(version(pin.name)) != exact(pin)
    }
    assert not wrong


def test_every_package_of_a_server_is_locked() -> None:
    """The requirements are those of the installed distributions."""
    locked, visited = pins_by_name("server"), set[tuple[str, str]]()
    direct = [*PROJECT["project"]["dependencies"], *(each for extra in SERVER for each in EXTRAS[extra])]
    todo = [("Sixth", "", Requirement(each)) for each in direct]
    while todo:
        name, extra, each = todo.pop()
        if each.name != "sixth" and (each.marker is None or each.marker.evaluate({"extra": extra})):
            package = canonicalize_name(each.name)
            assert package in locked, f"{name} needs {package}"
            for more in {"", *each.extras} - {other for of, other in visited if of == package}:
                visited.add((package, more))
                todo += [(package, more, Requirement(one)) for one in distribution(package).requires or ()]
    assert len(visited) > 30


@pytest.mark.parametrize("name", FIXED)
def test_no_version_with_a_known_fault_is_used(name: str) -> None:
    fixed = Version(FIXED[name])
    assert all(exact(pin) >= fixed for pin in pins_by_name("test")[name])
    requirements = (Requirement(each) for extra in EXTRAS.values() for each in extra)
    for each in requirements:
        if each.name == name:
            assert Version(next(bound.version for bound in each.specifier if bound.operator == ">=")) >= fixed
