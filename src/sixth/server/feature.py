"""A feature: a subject of the site that a host can leave out, with all that it adds, as one value."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup
from starlette.requests import Request
from starlette.routing import BaseRoute

from sixth.server.core.settings import Settings

if TYPE_CHECKING:
    from fastapi import APIRouter


class Way(NamedTuple):
    """A link in the header of every page: its address and its label.

    `title` is the label of its shortcut in the installed app, "" where it has none.
    """

    address: str
    label: str
    title: str = ""


class HomePart(NamedTuple):
    """What a feature shows on the first page, and the tables of this browser that it shows there itself."""

    html: Markup
    tables: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Feature:
    """What a feature adds to the site.

    `routes` are pages and `api` routers of /api/v1, each with the limit that it counts under. `service`
    makes of the `Site` what they work with, which they ask the site for by its class (`Site.service`); a
    `BackgroundService` goes on as long as the site does. `home` gives a part of the first page, `way` a
    link in the header, in the language in use. `when_seated` hears of requests whose browser sits down at a
    table or is about to open its own to others. `offered` says whether a site with these settings has the
    feature.
    """

    name: str
    routes: Sequence[BaseRoute] = ()
    api: Sequence["APIRouter"] = ()
    service: Callable[[Any], object] | None = None
    home: Callable[[Request], Awaitable[HomePart]] | None = None
    way: Callable[[], Way] | None = None
    when_seated: Callable[[Request], Awaitable[None]] | None = None
    offered: Callable[[Settings], bool] | None = None
