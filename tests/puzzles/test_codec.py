"""Files of puzzles: what is written is read, and what is damaged is told in a sentence."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from sixth.puzzles import read_puzzles, shipped, write_puzzles
from sixth.puzzles.codec import FORMAT, PuzzleFileError, puzzle_from_json, puzzle_to_json
from sixth.rules.codec import Malformed

FEW = shipped()[:3]


@pytest.mark.parametrize("name", ["few.jsonl", "few.jsonl.gz"])
def test_what_is_written_is_read_and_the_same_puzzles_are_the_same_file(tmp_path: Path, name: str) -> None:
    write_puzzles(tmp_path / name, FEW)
    assert read_puzzles(tmp_path / name) == FEW
    first = (tmp_path / name).read_bytes()
    write_puzzles(tmp_path / name, read_puzzles(tmp_path / name))
    assert (tmp_path / name).read_bytes() == first


def _packed(*lines: Any) -> bytes:
    return "".join(f"{json.dumps(line)}\n" for line in lines).encode()


HEAD, LINE = {"puzzles": FORMAT}, puzzle_to_json(FEW[0])


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("a.jsonl", _packed({"puzzles": "sixth-puzzles/1"}), "wrong-format"),
        ("a.jsonl", _packed(LINE), "wrong-format"),
        ("a.jsonl", b"\xff\n", "wrong-format"),
        ("a.jsonl", _packed(HEAD, LINE)[:-40], "damaged"),
        ("a.jsonl", _packed(HEAD, LINE | {"theme": "luck"}), "damaged"),
        ("a.jsonl", _packed(HEAD, LINE | {"game": "chess"}), "damaged"),
        ("a.jsonl", _packed(HEAD, LINE | {"answers": []}), "damaged"),
        ("a.jsonl", _packed(HEAD, LINE | {"more": 1}), "damaged"),
        (
            "a.jsonl",
            _packed(HEAD, LINE | {"answers": [each | {"outlook": []} for each in LINE["answers"]]}),
            "damaged",
        ),
        ("a.jsonl.gz", b"no such thing", "damaged"),
        ("a.jsonl.gz", gzip.compress(_packed(HEAD, LINE))[:-20], "damaged"),
    ],
)
def test_a_file_that_is_damaged_or_of_another_form_is_refused(
    tmp_path: Path, name: str, content: bytes, code: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(PuzzleFileError) as refused:
        read_puzzles(tmp_path / name)
    assert refused.value.code == code


def test_answers_are_those_that_are_allowed() -> None:
    with pytest.raises(Malformed):
        puzzle_from_json(LINE | {"answers": LINE["answers"][::-1]})
