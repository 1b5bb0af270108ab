"""Files of puzzles: a head line, then a line of JSON for each puzzle; compressed if the name ends in .gz."""

import gzip
from collections.abc import Iterable, Iterator
from functools import cache, partial
from os import PathLike
from pathlib import Path
from typing import IO, Final

from sixth.coach.codec import READERS, json_of
from sixth.files import open_atomic
from sixth.puzzles.puzzle import LEVELS, Puzzle
from sixth.rules.codec import Json, Malformed, dumps, list_of, loads, object_reader, one_of
from sixth.rules.events import Pick
from sixth.rules.games import GAMES
from sixth.rules.sentence import SentenceError
from sixth.rules.view import View
from sixth.rules.view_json import view_from_json, view_to_json

FORMAT: Final = "sixth-puzzles/2"
"""The name and version of the format of a file."""

SHIPPED: Final = Path(__file__).with_name("shipped.jsonl.gz")

_MAX_LINE: Final = 1 << 17


class PuzzleFileError(SentenceError):
    """A file of puzzles that is damaged or has another format."""


def puzzle_to_json(puzzle: Puzzle) -> dict[str, Json]:
    """Return the puzzle as a JSON object."""
    return {
        "game": puzzle.game,
        "view": view_to_json(puzzle.view),
        "answers": json_of(puzzle.answers),
        "theme": puzzle.theme,
        "found_by": list(puzzle.found_by),
    } | {name: json_of(each) for name in _OF_SOLVED if (each := getattr(puzzle, name))}


def puzzle_from_json(value: Json) -> Puzzle:
    """Return the puzzle of a JSON object that `puzzle_to_json` made, or raise `Malformed`."""
    puzzle: Puzzle = _read_puzzle(value)
    if tuple(each.answer for each in puzzle.answers) != puzzle.view.legal or len(puzzle.answers) < 2:
        raise Malformed("wrong-answers", "an answer for each that is allowed, two at least")
    if any(len(each) not in (0, len(puzzle.answers)) for each in (puzzle.mix, puzzle.replies)):
        raise Malformed("wrong-mix", "a chance and a reply for each answer")
    hand = () if puzzle.proved or isinstance(puzzle.best, Pick) else puzzle.view.hand
    if any(tuple(card for card, *_rest in each.outlook) != hand for each in puzzle.answers):
        raise Malformed("wrong-outlook", "an outlook on each card of the hand")
    return puzzle


_OF_SOLVED: Final = ("mix", "replies")
"""The fields that only solved endings have."""

_read_puzzle: Final = object_reader(
    Puzzle,
    optional=_OF_SOLVED,
    of=READERS | {View: view_from_json},
    game=partial(one_of, tuple(GAMES)),
    found_by=partial(list_of, partial(one_of, LEVELS)),
)


# ------------------------------------------------------------------ files


def read_puzzles(path: str | PathLike[str]) -> tuple[Puzzle, ...]:
    """Return the puzzles of a file.

    Raises:
        PuzzleFileError: the file is damaged or has another format.
        OSError: the file cannot be read.
    """
    try:
        with gzip.open(path) if Path(path).suffix == ".gz" else Path(path).open("rb") as file:
            return tuple(_read(file))
    except (EOFError, gzip.BadGzipFile) as error:
        raise PuzzleFileError("damaged", "The file of puzzles is damaged: it cannot be unpacked.") from error


def _read(file: IO[bytes] | gzip.GzipFile) -> Iterator[Puzzle]:
    for at, line in enumerate(iter(lambda: file.readline(_MAX_LINE), b""), 1):
        try:
            value = loads(line.decode())
            if at > 1:
                yield puzzle_from_json(value)
            elif value != {"puzzles": FORMAT}:
                raise Malformed("format", "another form")
        except (UnicodeDecodeError, Malformed) as error:
            if at > 1:
                raise PuzzleFileError(
                    "damaged", "Line {number} of the file of puzzles is damaged.", number=at
                ) from error
            raise PuzzleFileError(
                "wrong-format",
                "This is no file of puzzles that this version reads: its first line is not {line}.",
                line=dumps({"puzzles": FORMAT}),
            ) from error


def write_puzzles(path: str | PathLike[str], puzzles: Iterable[Puzzle]) -> None:
    """Write the puzzles to a file, whole or not at all, and replace the file if it exists.

    Raises:
        OSError: the file cannot be written.
    """
    with open_atomic(Path(path)) as file:
        file.write(puzzles_to_bytes(puzzles, name=path))


def puzzles_to_bytes(puzzles: Iterable[Puzzle], *, name: str | PathLike[str]) -> bytes:
    """Return what a file of this name holds for the puzzles: one in .gz is compressed."""
    lines = [dumps({"puzzles": FORMAT}), *(dumps(puzzle_to_json(each)) for each in puzzles)]
    data = "".join(f"{line}\n" for line in lines).encode()
    # Without a time in its head the same puzzles give the same file.
    return gzip.compress(data, 9, mtime=0) if Path(name).suffix == ".gz" else data


@cache
def shipped() -> tuple[Puzzle, ...]:
    """Return the puzzles that come with Sixth."""
    return read_puzzles(SHIPPED)
