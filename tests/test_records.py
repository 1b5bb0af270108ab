"""Records in files: writing, reading, and the refusal of changed ones."""

from pathlib import Path

import pytest

import sixth


def play_game(seed: int) -> sixth.Game:
    game = sixth.Game(sixth.games["classic"].replace(seats=2, end=sixth.End("rounds", 1)), seed=seed)
    game.play([sixth.bots.make("random", seed=seed)] * 2)
    return game


def test_records_survive_writing_and_reading(tmp_path: Path) -> None:
    records = [play_game(1).as_record(), play_game(2).as_record()]
    file = tmp_path / "games.jsonl"
    sixth.write_records(file, records)
    assert list(sixth.read_records(file)) == list(sixth.read_records(str(file))) == records
    assert file.read_bytes() == (play_game(1).record() + play_game(2).record()).encode()


def test_lines_in_memory_read_like_a_file() -> None:
    game = play_game(3)
    lines = game.record().splitlines()
    (record,) = sixth.read_records(lines)
    assert record == game.as_record()
    assert sixth.verify(record).fair
    with pytest.raises(sixth.RecordError, match="line 31: "):
        list(sixth.read_records(lines[:30]))
    (unfinished,) = sixth.read_records(lines[:2], unfinished=True)
    assert unfinished.events == record.events[:1]


def test_a_changed_or_missing_file_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "changed.jsonl"
    file.write_text(play_game(4).record().replace('"turn":3', '"turn":4'))
    with pytest.raises(sixth.RecordError):
        list(sixth.read_records(file))
    with pytest.raises(FileNotFoundError):
        list(sixth.read_records(tmp_path / "missing.jsonl"))
