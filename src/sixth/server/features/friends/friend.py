"""Friends as values: who they are, who asks to be one, their links and invitations."""

from typing import NamedTuple


class Acquaintance(NamedTuple):
    """A person with a name to whom another has a tie.

    They were here last at `seen_at` (milliseconds since 1970, UTC); `shown` says who may see their page.
    """

    id: str
    name: str
    mark: int
    shown: str
    seen_at: int


class Friend(NamedTuple):
    """A friend: whether a page shows their results, whether they are `here` now, and their open `table`."""

    id: str
    name: str
    mark: int
    has_page: bool
    here: bool
    table: str | None


class FriendLink(NamedTuple):
    """A link by which somebody becomes a friend; its secret follows from that of a browser and `number`."""

    person_id: str
    number: str
    proof: str


class Invitation(NamedTuple):
    """An invitation to a table by the friend with this name and mark."""

    name: str
    mark: int
    table_id: str


class Companion(NamedTuple):
    """Another person at a table who keeps a name: their `name` and `short` name there, and their id.

    `asked` is whether the viewer has asked them to be friends.
    """

    short: str
    person_id: str
    asked: bool
    name: str = ""
