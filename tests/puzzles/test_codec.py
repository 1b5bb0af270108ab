"""Files of puzzles: reading, writing, and errors of damaged files."""

import gzip
import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from sixth.puzzles import read_puzzles, write_puzzles
from sixth.puzzles.codec import FORMAT, SHIPPED, PuzzleFileError, puzzle_from_json, puzzle_to_json
from sixth.rules.codec import Malformed

with gzip.open(SHIPPED) as file:
    # To read all of them takes a second, in each process that collects tests.
    FEW = tuple(puzzle_from_json(json.loads(line)) for line in islice(file, 1, 4))


@pytest.mark.parametrize("name", ["few.jsonl", "few.jsonl.gz"])
def test_what_is_written_is_read_and_the_same_puzzles_are_the_same_file(tmp_path: Path, name: str) -> None:
    write_puzzles(tmp_path / name, FEW)
    assert read_puzzles(tmp_path / name) == FEW
    first = (tmp_path / name).read_bytes()
    write_puzzles(tmp_path / name, read_puzzles(tmp_path / name))
    assert (tmp_path / name).read_bytes() == first


def lines_of(*lines: Any) -> bytes:
    return "".join(f"{json.dumps(line)}\n" for line in lines).encode()


HEAD, LINE = {"puzzles": FORMAT}, puzzle_to_json(FEW[0])


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("a.jsonl", lines_of({"puzzles": "sixth-puzzles/1"}), "wrong-format"),
        ("a.jsonl", lines_of(LINE), "wrong-format"),
        ("a.jsonl", b"\xff\n", "wrong-format"),
        ("a.jsonl", lines_of(HEAD, LINE)[:-40], "damaged"),
        ("a.jsonl", lines_of(HEAD, LINE | {"theme": "luck"}), "damaged"),
        ("a.jsonl", lines_of(HEAD, LINE | {"game": "chess"}), "damaged"),
        ("a.jsonl", lines_of(HEAD, LINE | {"answers": []}), "damaged"),
        ("a.jsonl", lines_of(HEAD, LINE | {"more": 1}), "damaged"),
        (
            "a.jsonl",
            lines_of(HEAD, LINE | {"answers": [each | {"outlook": []} for each in LINE["answers"]]}),
            "damaged",
        ),
        ("a.jsonl", lines_of(HEAD, LINE | {"mix": [1.0]}), "damaged"),
        ("a.jsonl.gz", b"no such thing", "damaged"),
        ("a.jsonl.gz", gzip.compress(lines_of(HEAD, LINE))[:-20], "damaged"),
    ],
)
def test_a_file_that_is_damaged_or_of_another_form_is_refused(
    tmp_path: Path, name: str, content: bytes, code: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(PuzzleFileError) as error:
        read_puzzles(tmp_path / name)
    assert error.value.code == code


def test_answers_are_those_that_are_allowed() -> None:
    with pytest.raises(Malformed):
        puzzle_from_json(LINE | {"answers": LINE["answers"][::-1]})
