"""A feature: a subject of the site that a host can leave out, with all that it adds, as one value."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from markupsafe import Markup
from starlette.requests import Request
from starlette.routing import BaseRoute

from sixth.server.core.settings import Settings
from sixth.server.table.state import Table
from sixth.server.table.view import TableView

if TYPE_CHECKING:
    from fastapi import APIRouter


class Way(NamedTuple):
    """A link in the header of every page: its address and its label.

    `title` is the label of its shortcut in the installed app, "" where it has none.
    """

    address: str
    label: str
    title: str = ""


LinkPlace = Literal[
    "foot-start",
    "foot-middle",
    "foot-end",
    "offline",
    "shortcut",
    "welcome",
    "own-tables",
    "games",
    "lesson",
    "rules-of-game",
    "last-game",
    "earlier-game",
    "ended-game",
    "own-game",
    "own-record",
    "table-record",
    "deal-results",
]
"""Where pages of the kernel have room for links: in the foot of every page (before the open tables, between
them and the settings, after these), on the page for want of a connection, among the shortcuts of the app; on
the first page below its heading, the tables where one has a seat and the games; at a table below the lesson
and its rules, where the name of the game is added to the address. Of links to ended games the address has
`{game}` in place of the game, and `{seat}` or `{table}`: to the last game of a table that waits for the next
one, to the earlier game with the same deals, to an ended game for those who watch it, to a game that one has
played and its record, and to the record of the game at a table. `deal-results` leads from a table with the
deal of a day to the results of that `{day}`."""


class Link(NamedTuple):
    """A link on pages of the kernel: its place there, its address and its label."""

    place: LinkPlace
    address: str
    label: str


class Fragment(NamedTuple):
    """A template that pages include at a place."""

    place: Literal["own-result", "highlights", "result-links", "play-again", "proof"]
    """At a table whose game has ended: `own-result` is below the result of a player, there and elsewhere,
    with `game_id` and `seat`; then come moments of the game, links and forms. `proof` is a check of the deals
    of `game_id`, which had those of `day` unless that is ""."""
    template: str


class HomePart(NamedTuple):
    """What a feature shows on the first page, and the tables of this browser that it shows there itself."""

    html: Markup
    tables: tuple[str, ...] = ()


TablePlace = Literal["start", "notify"]
"""Where the page of a table has room for what features show: below the form with which the host starts the
first game, and beside the button that turns notifications on."""


@dataclass(frozen=True, kw_only=True)
class Feature:
    """What a feature adds to the site.

    `routes` are pages and `api` routers of /api/v1, each with the limit that it counts under. `service`
    makes of the `Site` what they work with, which they ask the site for by its class (`Site.service`); a
    `BackgroundService` goes on as long as the site does. `home` gives a part of the first page, `way` a
    link in the header and `links` those elsewhere, both in the language in use; `fragments` are parts of
    pages that need more than a link. `at_table` gives parts of the
    page of a table for one viewer, on which scripts draw and in the text version, and `at_lobby` a part of
    the page that lists the open tables. `when_seated` hears of requests whose browser sits down at a table or
    is about to open its own to others. `when_moved` is given the `Site` and a table that this process has
    moved, as it was and as it is; it returns at once. `offered` says whether a site with these settings has
    the feature, and `needs` are the names of features without which none has it. `kept` are the addresses of
    pages that hold nothing of a table, which the app keeps for want of a connection.
    """

    name: str
    routes: Sequence[BaseRoute] = ()
    api: Sequence["APIRouter"] = ()
    service: Callable[[Any], object] | None = None
    home: Callable[[Request], Awaitable[HomePart]] | None = None
    way: Callable[[], Way] | None = None
    at_table: Callable[[Request, TableView], Awaitable[Mapping[TablePlace, Markup]]] | None = None
    at_lobby: Callable[[Request], Awaitable[Markup]] | None = None
    when_seated: Callable[[Request], Awaitable[None]] | None = None
    when_moved: Callable[[Any, Table, Table], None] | None = None
    offered: Callable[[Settings], bool] | None = None
    links: Callable[[], Sequence[Link]] | None = None
    fragments: Sequence[Fragment] = ()
    kept: Sequence[str] = ()
    needs: Sequence[str] = ()
