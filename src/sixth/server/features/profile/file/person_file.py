"""The file that a person takes along from a site (`export`), read line by line. Pure.

It comes from anybody, so every value is checked. Lines of other kinds, such as devices, are JSON objects,
and nothing more is asked of them.
"""

from codecs import BOM_UTF8
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any, Final, NamedTuple

from sixth.rules.codec import Json, Malformed, boolean, integer, loads, read_object, text
from sixth.rules.game import Impossible
from sixth.rules.games import GAMES
from sixth.rules.option_text import option_from_text
from sixth.rules.options import RulesError
from sixth.server.features.profile.game import FILE_FORMAT, PersonGame

_MAX_LINE_LENGTH: Final = 10_000
_MAX_LINES: Final = 100_000
_MAX_ID_LENGTH: Final = 40
_MAX_SEATS: Final = 10
_MAX_ROUNDS: Final = 10_000
_MAX_HEADS: Final = 1_000_000
_MAX_TIME: Final = 8_640_000_000_000_000
"""Milliseconds since 1970: the last time that JavaScript knows."""


class FileRating(NamedTuple):
    """A rating in a file: the number of seats, such as "3-5", and the rating after so many games."""

    seats: str
    points: int
    uncertainty: int
    games: int


class FilePuzzle(NamedTuple):
    """A daily puzzle in a file: the day (YYYY-MM-DD), the level, how many tries, whether it was solved.

    `answer` is the name of the first answer.
    """

    day: str
    level: int
    tries: int
    solved: bool
    answer: str


class PersonFile(NamedTuple):
    """What a file holds of a person: the name ("" for a guest), the time of the first game, and the rest."""

    name: str
    since: int
    games: Sequence[PersonGame]
    ratings: Sequence[FileRating]
    puzzles: Sequence[FilePuzzle]


def read_person_file(body: bytes) -> PersonFile:
    """Return what a file holds.

    Raises:
        Impossible: it is no such file, or a line is wrong; the sentence names the line.
    """
    lines = body.removeprefix(BOM_UTF8).splitlines()
    try:
        person = _members(_PERSON, _line(lines[0] if lines else b""))
    except Malformed as error:
        raise Impossible(
            "file-other", "This file is not from “Download everything” of a Sixth site."
        ) from error
    if len(lines) > _MAX_LINES:
        raise Impossible("file-long", "The file has too many lines; {most} are allowed.", most=_MAX_LINES)
    read: Mapping[str, list[Any]] = {kind: [] for kind in _READERS}
    for number, line in enumerate(lines[1:], 2):
        try:
            value = _line(line)
            if reader := _READERS.get(value["kind"]):
                read[value["kind"]].append(reader(value))
        except Malformed as error:
            raise Impossible(
                "file-line",
                "Line {line} of the file is wrong (expected: {wanted}).",
                line=number,
                wanted=error.sentence,
            ) from error
    return PersonFile(person["name"], person["since"], read["game"], read["rating"], read["puzzle"])


def _line(line: bytes) -> dict[str, Json]:
    """Return the JSON object of a line, which has a kind."""
    try:
        value = loads(line.decode()) if len(line) <= _MAX_LINE_LENGTH else None
    except UnicodeDecodeError as error:
        raise Malformed("not-utf-8", "text in UTF-8") from error
    if type(value) is not dict or type(value.get("kind")) is not str:
        raise Malformed("no-kind", "one JSON object with a kind")
    return value


# ------------------------------------------------------------------ kinds of lines


def _from_to(least: int, most: int, value: Json) -> int:
    if not least <= integer(value) <= most:
        raise Malformed("not-within", "a whole number from {least} to {most}", least=least, most=most)
    return int(value)


def _text_up_to(most: int, value: Json) -> str:
    if len(text(value)) > most:
        raise Malformed("text-long", "a string of up to {most} letters", most=most)
    return str(value)


def _id(value: Json) -> str:
    name = _text_up_to(_MAX_ID_LENGTH, value)
    if not name or not name.isascii() or not name.isalnum():
        raise Malformed("no-id", "a name of letters and digits")
    return name


def _game_name(value: Json) -> str:
    """Return the name of a game, perhaps with its end, or "" for one that this version does not know."""
    name = _text_up_to(_MAX_ID_LENGTH, value)
    game, space, end = name.partition(" ")
    try:
        known = game in GAMES and (not space or option_from_text("end", end) is not None)
    except RulesError:
        known = False
    return name if known or name in ("daily", "board") else ""


def _day(value: Json) -> str:
    day = _text_up_to(10, value)
    try:
        return date.fromisoformat(day).isoformat()
    except ValueError as error:
        raise Malformed("no-day", "a date such as 2027-01-31") from error


def _format(value: Json) -> str:
    if value != FILE_FORMAT:
        raise Malformed("file-format", "the string {allowed}", allowed=FILE_FORMAT)
    return FILE_FORMAT


_count = partial(_from_to, 0, _MAX_HEADS)
_time = partial(_from_to, 0, _MAX_TIME)

_GAME: Final[dict[str, Callable[[Json], Any]]] = {
    "game_id": _id,
    "seat": partial(_from_to, 0, _MAX_SEATS - 1),
    "game": _game_name,
    "began_at": _time,
    "seats": partial(_from_to, 2, _MAX_SEATS),
    "rounds": partial(_from_to, 0, _MAX_ROUNDS),
    "heads": _count,
    "place": partial(_from_to, 1, _MAX_SEATS),
}

_RATING: Final[dict[str, Callable[[Json], Any]]] = {
    "seats": partial(_text_up_to, 10),
    "points": partial(_from_to, -_MAX_HEADS, _MAX_HEADS),
    "uncertainty": _count,
    "games": _count,
}

_PUZZLE: Final[dict[str, Callable[[Json], Any]]] = {
    "day": _day,
    "level": partial(_from_to, 1, 10),
    "tries": partial(_from_to, 1, _MAX_HEADS),
    "solved": boolean,
    "answer": partial(_text_up_to, 20),
}

_PERSON: Final[dict[str, Callable[[Json], Any]]] = {
    "format": _format,
    "id": _id,
    "name": partial(_text_up_to, 1_000),
    "mark": _count,
    "shown": partial(_text_up_to, 20),
    "since": _time,
}


def _members(readers: dict[str, Callable[[Json], Any]], value: dict[str, Json]) -> dict[str, Any]:
    members = read_object(value, {"kind": text, **readers})
    del members["kind"]
    return members


def _game(value: dict[str, Json]) -> PersonGame:
    game = PersonGame(**_members(_GAME, value))
    if game.seat >= game.seats or game.place > game.seats:
        raise Malformed("no-such-seat", "a seat and a place of the {seats} seats", seats=game.seats)
    return game


_READERS: Final[Mapping[str, Callable[[dict[str, Json]], Any]]] = {
    "game": _game,
    "rating": lambda value: FileRating(**_members(_RATING, value)),
    "puzzle": lambda value: FilePuzzle(**_members(_PUZZLE, value)),
}
