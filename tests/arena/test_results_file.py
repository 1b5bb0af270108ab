"""A file of finished deals: what is whole in it counts, and no file of somebody else's is touched."""

from pathlib import Path

import pytest

from sixth.arena.contest import ArenaError, Contest
from sixth.arena.deal import DealResult
from sixth.arena.results_file import open_results, seed_in
from tests.arena.tables import contest, play_deals


def keep(file: Path, results: list[DealResult], table: Contest | None = None) -> None:
    with open_results(str(file), table or contest()) as open_file:
        assert not list(open_file.results())
        for result in results:
            open_file.add(result)


def results_in(file: Path | str, table: Contest | None = None) -> list[DealResult]:
    with open_results(str(file), table or contest()) as open_file:
        return list(open_file.results())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "arena.jsonl"


def test_what_was_kept_is_there(file: Path) -> None:
    results = play_deals(contest(), 3)
    keep(file, results)
    assert results_in(file) == results
    assert len(file.read_text(encoding="utf-8").splitlines()) == 4


def test_a_line_that_was_cut_short_anywhere_is_dropped_and_the_rest_counts(file: Path) -> None:
    results = play_deals(contest(), 2)
    keep(file, results)
    whole = file.read_bytes()
    header, first, last = whole.splitlines(keepends=True)
    for length in range(len(last)):
        file.write_bytes(header + first + last[:length])
        assert results_in(file) == results[:1]
        assert file.read_bytes() == header + first
    for length in range(len(header)):
        file.write_bytes(header[:length])
        assert results_in(file) == []
        assert file.read_bytes() == header


def test_after_a_cut_deals_are_added_where_it_was(file: Path) -> None:
    results = play_deals(contest(), 2)
    keep(file, results)
    whole = file.read_bytes()
    file.write_bytes(whole[:-10])
    with open_results(str(file), contest()) as open_file:
        assert list(open_file.results()) == results[:1]
        open_file.add(results[1])
    assert file.read_bytes() == whole


def test_a_file_of_another_contest_is_refused_and_left_alone(file: Path) -> None:
    keep(file, play_deals(contest(), 1))
    before = file.read_bytes()
    with pytest.raises(ArenaError, match=r"arena\.jsonl was made with seed 7, not 8; ask for the same, or"):
        results_in(file, contest(seed=8))
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "data",
    [b"dear diary", b"dear diary\n", b"{}\n", b"[]\n", b"\xff\n", b'{"arena":"sixth-arena/2"}\n', b"{}"],
)
def test_a_file_that_is_none_of_ours_is_refused_and_left_alone(file: Path, data: bytes) -> None:
    file.write_bytes(data)
    with pytest.raises(ArenaError, match="line 1 is no line of an arena"):
        results_in(file)
    assert file.read_bytes() == data


def test_a_spoilt_line_is_refused_with_its_number(file: Path) -> None:
    keep(file, play_deals(contest(), 2))
    lines = file.read_bytes().splitlines(keepends=True)
    for line in (b"\n", b"{}\n", b"[1]\n", lines[1].replace(b'"deal":0', b'"deal":-1')):
        file.write_bytes(lines[0] + lines[1] + line + lines[2])
        with pytest.raises(ArenaError, match="line 3 is no line of an arena"):
            results_in(file)


def test_two_arenas_do_not_write_to_one_file(file: Path) -> None:
    keep(file, play_deals(contest(), 1))
    with open_results(str(file), contest()) as first:
        with (
            pytest.raises(ArenaError, match=r"Another process writes to .*; name another file\."),
            open_results(str(file), contest()),
        ):
            pass
        assert len(list(first.results())) == 1


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    for name, text in (
        (str(tmp_path), "is no file that can be read again"),
        ("/dev/null", "is no file that can be read again"),
        (str(tmp_path / "no" / "file"), "cannot be written: No such file"),
        ("", "is no name of a file"),
        ("a\0b", "is no name of a file"),
    ):
        with pytest.raises(ArenaError, match=text):
            results_in(name)


def test_the_seed_is_taken_from_the_file(file: Path, tmp_path: Path) -> None:
    assert seed_in(str(file)) is None
    assert seed_in(str(tmp_path)) is None
    assert seed_in("a\0b") is None
    keep(file, [])
    assert seed_in(str(file)) == 7
    file.write_bytes(file.read_bytes()[:-1])
    assert seed_in(str(file)) is None
