"""The API: an application below /api/v1, described in OpenAPI by its code."""

from collections.abc import Sequence
from copy import copy
from importlib.metadata import version
from typing import Any, Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute

from sixth.rules.game import Refusal
from sixth.rules.options import RulesError
from sixth.server.api import errors
from sixth.server.api.answers import page_schemas
from sixth.server.api.routes import commands, lists, seats, tables
from sixth.server.core.errors import NoTableError, UnavailableError
from sixth.server.site import Site

PREFIX: Final = "/api/v1"

_ROUTERS: Final = (lists.router, tables.router, seats.router, seats.play_router, *commands.routers)

_ABOUT: Final = """To sit down or open a table gives you the token of that seat; send it in the header
Authorization, after Bearer. A command is meant for a game, a round and a turn, so that it changes nothing to
send it twice. A command that is refused is answered with a problem (RFC 9457), whose code is stable, and with
Retry-After where waiting helps. Times are in UTC."""


_REFUSED: Final = (Refusal, RulesError, NoTableError, UnavailableError)


class _Api(FastAPI):
    """An application whose document has schemas that no operation returns, too: those of a table's page."""

    def openapi(self) -> dict[str, Any]:
        """Return the document."""
        if self.openapi_schema is None:
            self.openapi_schema = super().openapi()
            self.openapi_schema["components"]["schemas"] |= page_schemas()
        return self.openapi_schema


def create_api(site: Site, routes: Sequence[BaseRoute] = ()) -> FastAPI:
    """Return the API to a site, with the `routes` of its features."""
    routes = [*(route for each in _ROUTERS for route in each.routes), *routes]
    api = _Api(
        routes=[*routes, *_heads(routes)],
        title="Sixth",
        version=version("sixth"),
        description=_ABOUT,
        openapi_url="/openapi.json",
        # These pages load scripts from other hosts; /api is a page of our own.
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        servers=[{"url": PREFIX}],
        root_path_in_servers=False,
        separate_input_output_schemas=False,
        # Asking OpenTelemetry at each request whether somebody listens takes a tenth of a command.
        telemetry={"tracing": False, "metrics": False, "logs": False},
        exception_handlers={
            **dict.fromkeys(_REFUSED, errors.answer_refusal),
            RequestValidationError: errors.answer_invalid,
            HTTPException: errors.answer_http_error,
            Exception: errors.answer_broken,
        },
    )
    api.state.site = site
    return api


def _heads(routes: Sequence[BaseRoute]) -> list[APIRoute]:
    """Return routes by which each operation that answers GET answers HEAD, too, as FastAPI adds none."""
    heads = [copy(each) for each in routes if isinstance(each, APIRoute) and "GET" in (each.methods or ())]
    for each in heads:
        each.methods, each.include_in_schema = {"HEAD"}, False
    return heads
