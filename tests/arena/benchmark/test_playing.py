"""Playing the benchmark: the same result in any number of processes, and after a stop."""

from pathlib import Path

import pytest

from sixth.arena.benchmark.playing import play_benchmark
from sixth.arena.benchmark.result_file import records_beside
from sixth.arena.contest import ArenaError, Entrant
from sixth.files import lock
from tests.arena.benchmark.small import BOT, SMALL, copy_result, games_in, refused, write_result
from tests.arena.tables import ANSWERS, script


def test_any_number_of_processes_writes_the_same_records(tmp_path: Path) -> None:
    of_one = records_beside(copy_result(tmp_path))
    records = tmp_path / "of three"
    results = play_benchmark(SMALL, BOT, 1, workers=3, records=records)
    assert [len(deals) for deals in results.values()] == [5] * 4
    assert records.read_bytes() == of_one.read_bytes()


@pytest.mark.parametrize("cut", [-1, -300, 20_000, 40])
def test_a_benchmark_that_was_killed_goes_on_to_the_same_end(tmp_path: Path, cut: int) -> None:
    file = copy_result(tmp_path)
    records = records_beside(file)
    whole, result = records.read_bytes(), file.read_bytes()
    records.write_bytes(whole[:cut])
    file.unlink()
    assert write_result(tmp_path).read_bytes() == result
    assert records.read_bytes() == whole


def test_records_of_another_bot_are_not_continued(tmp_path: Path) -> None:
    copy_result(tmp_path)
    with pytest.raises(ArenaError, match=refused("game 1 is not the one that")):
        write_result(tmp_path, Entrant("careful"))


def test_another_file_is_not_overwritten(tmp_path: Path) -> None:
    records = tmp_path / "notes"
    records.write_text("my notes\n")
    with pytest.raises(ArenaError, match=refused("has no records of a benchmark")):
        play_benchmark(SMALL, BOT, 1, workers=1, records=records)
    assert records.read_text() == "my notes\n"
    with pytest.raises(ArenaError, match=refused("cannot be written")):
        play_benchmark(SMALL, BOT, 1, workers=1, records=tmp_path / "none" / "x")


def test_two_benchmarks_do_not_write_to_one_file(tmp_path: Path) -> None:
    records = tmp_path / "records"
    with records.open("ab") as file:
        lock(file)
        with pytest.raises(ArenaError, match=refused("Another process writes to")):
            play_benchmark(SMALL, BOT, 1, workers=1, records=records)
    assert records.read_bytes() == b""


def test_a_bot_that_fails_has_no_result(tmp_path: Path) -> None:
    failing = script(tmp_path, "failing", ANSWERS + "    answer(view, {'choose': 1000})")
    records = tmp_path / "records"
    with pytest.raises(ArenaError, match=refused("failing failed, so there is no result")):
        play_benchmark(SMALL, failing, 1, workers=1, records=records)
    assert records.read_bytes() == b""
    with pytest.raises(ArenaError):
        play_benchmark(SMALL, Entrant("x", ("/no/such/program",)), 1, workers=1, records=None)


def test_a_bot_in_another_process_is_recorded_as_one(tmp_path: Path) -> None:
    first = script(tmp_path, "first", ANSWERS + "    answer(view)")
    records = tmp_path / "records"
    play_benchmark(SMALL, first, 0.2, workers=1, records=records)
    assert b'{"name":"first","kind":"outside"}' in games_in(records)[0][0]
