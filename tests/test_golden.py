"""The golden records: games that are read, checked and written the same for as long as the rules stand."""

from pathlib import Path

import pytest

import sixth
from sixth.rules.events import GameEnded, Placed, RoundEnded
from sixth.rules.games import name_of
from sixth.rules.record import Record, read
from sixth.rules.verify import verify
from tests.golden.make import texts
from tests.referee import check

FOLDER = Path(__file__).parent / "golden"
FILES = sorted(FOLDER.glob("*.sixth.jsonl"))
LARGEST = 150_000


def records(path: Path) -> list[Record]:
    with path.open("rb") as file:
        return list(read(file))


def every_record() -> list[Record]:
    return [record for path in FILES for record in records(path)]


@pytest.mark.parametrize("name", sixth.games)
def test_a_named_game_has_a_golden_record_of_exactly_its_rules(name: str) -> None:
    assert any(name_of(record.rules) == name for record in records(FOLDER / f"{name}.sixth.jsonl"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
class TestAGoldenRecord:
    """Promises that each file keeps."""

    def test_is_read_and_written_again_byte_for_byte(self, path: Path) -> None:
        assert "".join(record.text() for record in records(path)).encode() == path.read_bytes()

    def test_is_fair(self, path: Path) -> None:
        for record in records(path):
            verdict = verify(record)
            assert verdict.fair
            assert verdict.deals > 0

    def test_passes_the_independent_referee_with_the_same_result(self, path: Path) -> None:
        verdicts = check(path.read_text(encoding="utf-8").splitlines())
        ends = [record.events[-1] for record in records(path)]
        assert [GameEnded(verdict.totals, verdict.winners) for verdict in verdicts] == ends

    def test_is_what_the_same_choices_give_today(self, path: Path) -> None:
        # Only the rules can confirm a record that was made by other means.
        text = path.read_text(encoding="utf-8")
        assert texts().get(path.name, text) == text

    def test_is_small(self, path: Path) -> None:
        assert path.stat().st_size < LARGEST


def test_every_golden_record_that_is_made_is_stored() -> None:
    assert set(texts()) <= {path.name for path in FILES}


def test_every_reason_to_place_a_card_is_in_some_golden_record() -> None:
    placed = [event for record in every_record() for event in record.events if isinstance(event, Placed)]
    assert {(event.why, event.end) for event in placed} == {
        ("fits", "right"),
        ("fits", "left"),
        ("full", "right"),
        ("full", "left"),
        ("low", "right"),
        ("choice", "right"),
        ("choice", "left"),
    }
    assert {bool(event.taken) for event in placed if event.why == "choice"} == {True, False}


def test_a_tie_for_the_last_place_in_elimination_excludes_earlier_losers() -> None:
    (record,) = records(FOLDER / "all-out-at-once.sixth.jsonl")
    outs = [event.out for event in record.events if isinstance(event, RoundEnded) and event.out]
    assert outs == [(1, 2), (4,), (0, 3)]
    assert record.events[-1] == GameEnded((29, 34, 29, 32, 29), (0,))
