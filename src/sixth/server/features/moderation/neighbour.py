"""Others as values: the people at a table, and those whose chat somebody does not see."""

from typing import NamedTuple


class Neighbour(NamedTuple):
    """Another at a table: their `short` name there, their id, and whether one has muted them."""

    short: str
    person_id: str
    muted: bool


class OtherPerson(NamedTuple):
    """Another person, by id and by the name that is known of them."""

    id: str
    name: str
