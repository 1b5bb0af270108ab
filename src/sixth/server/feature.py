"""A feature: a subject of the site that a host can leave out, with all that it adds, as one value."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol, TypeVar

import sqlalchemy as sa
from markupsafe import Markup
from starlette.requests import Request
from starlette.routing import BaseRoute

from sixth.server.core.settings import Settings
from sixth.server.live.coach import Coach
from sixth.server.live.game_ends import GameEndReader
from sixth.server.live.tables import Tables
from sixth.server.parts import TablePart
from sixth.server.people.merging import Merge
from sixth.server.people.people import People
from sixth.server.store.game_ends import GameEnd
from sixth.server.store.sql import SqlStore
from sixth.server.table.state import Table
from sixth.server.table.view import TableView

Service = TypeVar("Service")


class Site(Protocol):
    """What features use of the site that a process serves, `server.site.Site`."""

    @property
    def settings(self) -> Settings:
        """The settings of the host."""

    @property
    def store(self) -> SqlStore:
        """The database."""

    @property
    def features(self) -> Sequence["Feature"]:
        """The features that the site has."""

    @property
    def tables(self) -> Tables:
        """The tables, and the door to them."""

    @property
    def people(self) -> People:
        """The people who play here."""

    @property
    def game_ends(self) -> GameEndReader:
        """The loop that passes ended games to the features."""

    @property
    def coach(self) -> Coach:
        """The coach."""

    def add(self, service: object) -> None:
        """Keep one more service of a feature."""

    def service(self, kind: type[Service]) -> Service:
        """Return the service of this class."""


LinkPlace = Literal[
    # In the header of every page.
    "header",
    # There as well, where the reader is a person: to their own page; its label is for guests.
    "reader",
    # In the foot of every page: before the open tables, between them and the settings, after the settings.
    "foot-start",
    "foot-middle",
    "foot-end",
    # On the page that stands in without a connection; a page that the installed app keeps for use without
    # one, which holds nothing of a table and needs no label; among the shortcuts of that app.
    "offline",
    "kept",
    "shortcut",
    # On the first page: below its heading, beside the tables at which one has a seat, below the games.
    "welcome",
    "own-tables",
    "games",
    # At a table, below the lesson and its rules; the name of the game is added to the second address.
    "lesson",
    "rules-of-game",
    # To ended games, where addresses have `{game}`, and may have `{seat}` or `{table}`: the last game of a
    # table that waits for the next one, and the earlier game with the same deals.
    "last-game",
    "earlier-game",
    # To an ended game for those who watched it; a game that one has played and its record; the record of a
    # game at its table.
    "ended-game",
    "own-game",
    "own-record",
    "table-record",
    # From a table with the deal of a day to the results of that `{day}`.
    "deal-results",
    # From a table with real cards, of which the fragment of the address says who sits there.
    "real-table",
]
"""The places for links on pages of the kernel."""


class Link(NamedTuple):
    """A link on pages of the kernel: its place there, its address and its label."""

    place: LinkPlace
    address: str
    label: str = ""


class Fragment(NamedTuple):
    """A template that pages include at a place."""

    place: Literal["proof", "pace", "doors", "lobby", "circles"]
    """The check of the deals of `game_id`, which had those of `day` unless that is ""; the form of the `pace`
    of a table, whose fields are `chosen`; as `doors`, the first page's buttons that lead to a game; as
    `lobby`, those of the list of open tables; as `circles`, who may see the page of a `person`."""
    template: str


class HomeLine(NamedTuple):
    """A line of the first page and of *Your page*: a label and a value, which lead to an address.

    `waits` is whether something waits there for the reader, `about` what stands below the label, `mark` the
    mark of a person before it. `table` is the table of this browser to which the line leads.
    """

    label: str
    value: str
    address: str
    waits: bool = False
    about: str = ""
    mark: int | None = None
    table: str = ""


class PlayedGame(NamedTuple):
    """A finished game of a person: their seat, the name of its rules ("" for none), and when it began.

    The time is in milliseconds since 1970, UTC. A daily deal is called "daily".
    """

    game_id: str
    seat: int
    game: str
    began_at: int


class ShownPerson(NamedTuple):
    """A person whose page is shown: to themselves (`is_own`), or to others as it is public or for friends.

    `tables` are those where they have had a seat, as long as their logs are there; `games`, oldest first,
    stay.
    """

    id: str
    is_own: bool
    tables: Collection[str]
    games: Sequence[PlayedGame]


TablePlace = Literal[
    "seat",
    "sit",
    "start",
    "own-result",
    "result",
    "highlights",
    "links",
    "again",
    "players",
    "chat",
    "notify",
    "settings",
    "record",
    "stay",
    "fair",
    "rules",
]
"""The places for features on the page of a table.

For a reader without a seat this is in place of the form for one, below it, and below what is there of a game.
Before the first game it is below all forms; after a game the viewer's own result, other sentences, moments,
links and forms; always below the players, in the chat, about the people there, and beside the button that
turns notifications on, for its script. The others are those of the site itself: the settings, the record of a
game, links, the fair deal and the rules."""

TableParts = Mapping[TablePlace, Sequence[TablePart]]


class PrivacyTopic(NamedTuple):
    """Something that the site keeps about people: what, for how long, and in which tables."""

    title: str
    what: str
    how_long: str
    tables: Sequence[sa.Table]


@dataclass(frozen=True, kw_only=True)
class Feature:
    """All that a feature adds to the site; only `name` is required."""

    name: str
    """The name by which other features need this one."""

    needs: Sequence[str] = ()
    """The features, by name, the settings of the host and the `LIBRARIES` without which this one is left out,
    too. It stands after the features that it needs."""

    routes: Sequence[BaseRoute] = ()
    """Its pages and its operations of /api/v1, each with the limit that it counts under."""

    service: Callable[[Site], object] | None = None
    """Makes the feature's service from the `Site`, which gives it out by its class (`Site.service`). A
    `BackgroundService` runs as long as the site does."""

    links: Callable[[], Sequence[Link]] | None = None
    """Returns its links at places of other pages, in the language in use."""

    fragments: Sequence[Fragment] = ()
    """Its parts of pages that a link is not enough for."""

    home: Callable[[Request], Awaitable[Sequence[HomeLine]]] | None = None
    """Returns its lines of the first page and of *Your page*: what is the reader's own."""

    at_table: Callable[[Request, TableView], Awaitable[TableParts]] | None = None
    """Returns its parts of the page of a table for one viewer, both with scripts and as text."""

    at_person: Callable[[Request, ShownPerson], Awaitable[Markup]] | None = None
    """Returns its part of the page of a person, which others may see unless it is their own."""

    export_of_person: Callable[[Request, str], Awaitable[Sequence[Mapping[str, object]]]] | None = None
    """Returns what it keeps of a person, by id, for the file that they take along.

    These are JSON objects, whose `kind` names what they are."""

    when_merged: Merge | None = None
    """Hands its rows that name a person over to another whom the person becomes."""

    privacy: Callable[[Settings], Sequence[PrivacyTopic]] | None = None
    """Returns what its tables hold, for people to read, on a site with these settings."""

    when_moved: Callable[[Site, Table, Table], None] | None = None
    """Receives the `Site` and each table that this process has moved, before and after; returns at once."""

    when_games_end: Callable[[sa.Connection, Sequence[GameEnd]], None] | None = None
    """Receives ended games in order, each once, and writes what it keeps of them to the database, in the
    transaction of the connection."""
