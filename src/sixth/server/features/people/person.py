"""People as values, with their browsers and their results in games."""

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

Shown = Literal["hidden", "friends", "public"]
"""The possible viewers of a person's page: nobody else, friends, or everybody."""

FILE_FORMAT: Final = "sixth-person-1"
"""The format of the file that a person takes along, in its first line."""

MARKS: Final = 10
"""Marks to choose from: shapes, each with its colour."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person who has played here: a guest, whose `name` is "", or one who keeps a name.

    `mark` is the number of their shape, from 0; `since` is the time of their first game (milliseconds since
    1970, UTC). Before `barred_until` they take no seat, before `muted_until` they do not chat.
    """

    id: str
    name: str
    mark: int
    shown: Shown
    since: int
    barred_until: int = 0
    muted_until: int = 0

    @property
    def named(self) -> bool:
        """Whether they keep a name."""
        return self.name != ""


_SEAT: Final = "seat-"


def seat_id(proof: str) -> str:
    """Return what stands for the person at a seat that is no person's, from the hash of its token."""
    return f"{_SEAT}{proof[:32]}"


def is_seat(person_id: str) -> bool:
    """Return whether an id stands for a seat that is no person's."""
    return person_id.startswith(_SEAT)


class PersonBrowser(NamedTuple):
    """A browser of a person, by a short name and a label: its program and system, as it called itself.

    Times are milliseconds since 1970, UTC.
    """

    name: str
    label: str
    since: int
    seen_at: int


class PersonSeen(NamedTuple):
    """A person, and when they were here last, in milliseconds since 1970, UTC."""

    person: Person
    seen_at: int


class HostAction(NamedTuple):
    """What a host did to a person, when and until when (milliseconds since 1970, UTC)."""

    at: int
    action: str
    until: int | None


class NewBrowser(NamedTuple):
    """A browser to add to a person: the hash of its secret, its label, and the time (ms since 1970, UTC)."""

    proof: str
    label: str
    at: int


class DeviceLink(NamedTuple):
    """A link that adds a device to a person `until` that time (milliseconds since 1970, UTC).

    Its secret follows from that of the browser that made it and from `number`. `other_id` is another person
    who asks to merge with this one, or None.
    """

    person_id: str
    number: str
    until: int
    other_id: str | None


class PersonGame(NamedTuple):
    """The result of a person in an ended game; its fields are as in `people_schema.person_games`."""

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


class PersonTie(NamedTuple):
    """A person who is a `friend`, `blocked`, `muted` or `reported` (`kind`), `since` then (ms since 1970)."""

    kind: str
    name: str
    since: int


class Opponent(NamedTuple):
    """An opponent: common `games`, and how many times the person had the `better` or the `worse` place.

    A friend has the `name` and `mark` that they keep, anybody else a name that they had at tables.
    """

    name: str
    mark: int | None
    games: int
    better: int
    worse: int
