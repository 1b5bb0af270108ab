"""Files of results: JSON lines from which an interrupted arena goes on.

The first line is the contest, and each other line is one deal. A line is written as soon as its deal is done.
A line that a kill has cut short is dropped, and its deal is played again.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from sixth.arena.contest import ArenaError, Contest, contest_from_json, contest_to_json, difference
from sixth.arena.deal import DealResult, result_from_json, result_to_json
from sixth.files import lock
from sixth.i18n import error_text, gettext as _, translate
from sixth.rules.codec import Json, Malformed, dumps, loads
from sixth.rules.options import RulesError
from sixth.rules.sentence import Sentence, sentence
from sixth.text import printable

FORMAT: Final = "sixth-arena/1"


class ResultsFile:
    """An open file of the results of `contest`."""

    def __init__(self, file: IO[bytes], name: str, contest: Contest) -> None:
        self._file, self._name, self._contest = file, name, contest
        self._header = _line({"arena": FORMAT, **contest_to_json(contest)})

    def results(self) -> Iterator[DealResult]:
        """Yield the results in the file; `add` may be called after them. Another file raises `ArenaError`."""
        end = 0
        for number, line in enumerate(self._file, 1):
            if not line.endswith(b"\n"):
                # A first line that begins as the header was cut short by a kill; else the file is not ours.
                if number == 1 and not self._header.startswith(line):
                    raise _line_error(self._name, 1, Sentence("the settings of an arena"))
                break
            value = _loads(line, self._name, number)
            if number == 1:
                _check(value, self._name, self._contest)
            else:
                try:
                    yield result_from_json(value, seats=self._contest.seats)
                except Malformed as error:
                    raise _line_error(self._name, number, error.sentence) from error
            end += len(line)
        self._file.truncate(end)
        if not end:
            self._write(self._header)

    def add(self, result: DealResult) -> None:
        """Write the result of a deal at once, so that it survives this process; may raise `ArenaError`."""
        self._write(_line(result_to_json(result)))

    def _write(self, line: bytes) -> None:
        try:
            self._file.write(line)
            self._file.flush()
        except OSError as error:
            raise _unwritable(self._name, error) from error


@contextmanager
def open_results(name: str, contest: Contest) -> Iterator[ResultsFile]:
    """Open the file of results called `name`, or create it; raise `ArenaError` if that is impossible."""
    if not name or "\0" in name:
        raise ArenaError(_("{file} is no name of a file.").format(file=_shown(name)))
    path = Path(name)
    try:
        if path.exists() and not path.is_file():
            wrong = _("{file} is no file that can be read again; name another.")
            raise ArenaError(wrong.format(file=_shown(name)))
        # In this mode all writes go to the end.
        file = path.open("a+b")
    except OSError as error:
        raise _unwritable(name, error) from error
    with file:
        lock_results(file, name)
        file.seek(0)
        yield ResultsFile(file, name, contest)


def lock_results(file: IO[bytes], name: str) -> None:
    """Lock the file called `name` for this process; raise `ArenaError` if another one writes it."""
    try:
        lock(file)
    except BlockingIOError as error:
        wrong = _("Another process writes to {file}; name another file.")
        raise ArenaError(wrong.format(file=_shown(name))) from error


def seed_in(name: str) -> int | None:
    """Return the seed of the contest in the file of results `name`, or None if there is no such file."""
    try:
        with Path(name).open("rb") as file:
            line = file.readline()
    except (OSError, ValueError):
        return None
    if not line.endswith(b"\n"):
        return None
    seed = _loads(line, name, 1).get("seed")
    return seed if type(seed) is int else None


def _line(value: Json) -> bytes:
    return dumps(value).encode() + b"\n"


def _check(value: dict[str, Json], name: str, contest: Contest) -> None:
    if value.pop("arena", None) != FORMAT:
        raise _line_error(name, 1, sentence("an object with {entry}", entry=f'"arena":"{FORMAT}"'))
    try:
        file_contest = contest_from_json(value)
    except (Malformed, RulesError) as error:
        raise _line_error(name, 1, error.sentence) from error
    differs = difference(file_contest, contest)
    if differs:
        wrong = _("{file} was made with {differs}; ask for the same, or name another file.")
        raise ArenaError(wrong.format(file=_shown(name), differs=differs))


def _loads(line: bytes, name: str, number: int) -> dict[str, Json]:
    try:
        value = loads(line.decode())
    except (UnicodeDecodeError, Malformed) as error:
        raise _line_error(name, number, Sentence("one JSON object")) from error
    if type(value) is not dict:
        raise _line_error(name, number, Sentence("one JSON object"))
    return value


def _line_error(name: str, number: int, expectation: Sentence) -> ArenaError:
    wrong = _("{file}, line {line} is no line of an arena, which takes {wanted}.")
    return ArenaError(wrong.format(file=_shown(name), line=number, wanted=translate(expectation)))


def _unwritable(name: str, error: OSError) -> ArenaError:
    return ArenaError(_("{file} cannot be written: {why}.").format(file=_shown(name), why=error_text(error)))


def _shown(name: str) -> str:
    return printable(name, longest=200) or _("The file without a name")
