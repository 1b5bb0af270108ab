"""The results of people in games, as values."""

from typing import Final, NamedTuple

FILE_FORMAT: Final = "sixth-person-1"
"""The format of the file that a person takes along, in its first line."""


class PersonGame(NamedTuple):
    """The result of a person in an ended game; its fields are as in `person_games`."""

    game_id: str
    seat: int
    game: str
    began_at: int
    seats: int
    rounds: int
    heads: int
    place: int


class GameTotals(NamedTuple):
    """The results of a person in all games of one name: how many, how many won, and sums."""

    game: str
    games: int
    won: int
    rounds: int
    heads: int
    places: int


class Opponent(NamedTuple):
    """An opponent: common `games`, and how many times the person had the `better` or the `worse` place.

    A friend has the `name` and `mark` that they keep, anybody else a name that they had at tables.
    """

    name: str
    mark: int | None
    games: int
    better: int
    worse: int
