"""Records in files: what is written is read again, and what was changed is refused."""

from pathlib import Path

import pytest

import sixth


def played(seed: int) -> sixth.Game:
    game = sixth.Game(sixth.games["classic"].replace(seats=2, end=sixth.End("rounds", 1)), seed=seed)
    game.play([sixth.bots.make("random", seed=seed)] * 2)
    return game


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    records = [played(1).as_record(), played(2).as_record()]
    file = tmp_path / "games.jsonl"
    sixth.write_records(file, records)
    assert list(sixth.read_records(file)) == list(sixth.read_records(str(file))) == records
    assert file.read_bytes() == (played(1).record() + played(2).record()).encode()


def test_lines_are_read_as_a_file_is() -> None:
    game = played(3)
    lines = game.record().splitlines()
    (record,) = sixth.read_records(lines)
    assert record == game.as_record()
    assert sixth.verify(record).fair
    with pytest.raises(sixth.RecordError, match="line 31: "):
        list(sixth.read_records(lines[:30]))
    (begun,) = sixth.read_records(lines[:2], unfinished=True)
    assert begun.events == record.events[:1]


def test_a_file_that_was_changed_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "changed.jsonl"
    file.write_text(played(4).record().replace('"turn":3', '"turn":4'))
    with pytest.raises(sixth.RecordError):
        list(sixth.read_records(file))
    with pytest.raises(FileNotFoundError):
        list(sixth.read_records(tmp_path / "missing.jsonl"))
