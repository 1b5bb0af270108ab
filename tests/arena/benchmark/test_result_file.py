"""Checked results: what was changed, or does not follow from its records, is refused in one sentence."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from sixth.arena.benchmark.definition import Benchmark
from sixth.arena.benchmark.result_file import _digest, _digest_of, check, records_beside
from sixth.arena.contest import ArenaError
from tests.arena.benchmark.small import SMALL, copy_result, games_in, refused


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a file of the result of the small benchmark."""
    return copy_result(tmp_path)


def sign(file: Path, **changes: object) -> None:
    """Change the file, and give it the digests that belong to it now, as somebody who cheats would."""
    found = json.loads(file.read_text()) | changes | {"records": _digest(records_beside(file))}
    del found["digest"]
    file.write_text(json.dumps(found | {"digest": _digest_of(found)}))


def test_a_result_follows_from_its_records(file: Path) -> None:
    found = check(file, SMALL)
    assert found == json.loads(file.read_text())
    assert found["whole"]
    assert {*found["versions"]} == {"python", "sixth", "numpy", "numba"}
    assert {*found["weights"]} == {"policy.npz", "flat.npz"}


@pytest.mark.parametrize("change", [{"shares": 9.0}, {"bot": "champion"}, {"versions": {}}, {"share": 0.5}])
def test_an_edited_file_is_refused(file: Path, change: dict[str, object]) -> None:
    file.write_text(json.dumps(json.loads(file.read_text()) | change))
    with pytest.raises(ArenaError, match=refused("was changed after it was written")):
        check(file, SMALL)


def test_edited_records_are_refused(file: Path) -> None:
    records = records_beside(file)
    records.write_bytes(records.read_bytes().replace(b"nearest", b"careful", 1))
    with pytest.raises(ArenaError, match=refused("was changed after it was written")):
        check(file, SMALL)


def _other_card(games: list[list[bytes]]) -> None:
    at = next(number for number, line in enumerate(games[0]) if b'"chose"' in line)
    line = json.loads(games[0][at])
    games[0][at] = (
        json.dumps({**line, "card": line["card"] % 104 + 1}, separators=(",", ":")).encode() + b"\n"
    )


def _other_deal(games: list[list[bytes]]) -> None:
    games[0], games[3] = games[3], games[0]


def _one_missing(games: list[list[bytes]]) -> None:
    del games[-1]


def _one_more(games: list[list[bytes]]) -> None:
    games.append(games[-1])


def _no_records(games: list[list[bytes]]) -> None:
    games[:] = [[b"my notes\n"]]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (_other_card, "line "),
        (_other_deal, "game 1 is not the one that the benchmark deals to nearest"),
        (_one_missing, "ends before the benchmark does"),
        (_one_more, "has more games than the benchmark"),
        (_no_records, "line 1"),
    ],
)
def test_records_with_other_games_are_refused_even_with_fitting_digests(
    file: Path, change: Callable[[list[list[bytes]]], None], sentence: str
) -> None:
    games = games_in(records_beside(file))
    change(games)
    records_beside(file).write_bytes(b"".join(line for game in games for line in game))
    sign(file)
    with pytest.raises(ArenaError, match=refused(sentence)):
        check(file, SMALL)


@pytest.mark.parametrize("change", [{"shares": 9.0}, {"shares_ci": None}, {"parts": []}, {"whole": False}])
def test_figures_that_do_not_follow_are_refused_even_with_a_fitting_digest(
    file: Path, change: dict[str, object]
) -> None:
    sign(file, **change)
    with pytest.raises(ArenaError, match=refused("do not follow from its records")):
        check(file, SMALL)


def test_what_is_no_result_is_refused(file: Path, tmp_path: Path) -> None:
    other = Benchmark("small/1", SMALL.parts[:1], 5)
    with pytest.raises(ArenaError, match=refused("was played by another definition of small/1")):
        check(file, other)
    with pytest.raises(ArenaError, match=refused("cannot be read")):
        check(tmp_path / "none", SMALL)
    for text in ("", "[]", "{}", '{"benchmark":"small/2"}'):
        file.write_text(text)
        with pytest.raises(ArenaError, match=refused("is no result of the benchmark small/1")):
            check(file, SMALL)


def test_a_result_without_its_records_is_refused(file: Path) -> None:
    records_beside(file).unlink()
    with pytest.raises(ArenaError, match=refused("cannot be read")):
        check(file, SMALL)
