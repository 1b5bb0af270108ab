"""Limits by address that are declared with a route, and the proof that a request was counted under one.

A page declares its limit in the table of routes, an operation of the API as its first dependency. Setting up
a table, beginning a round and streaming news take the proof as an argument, so no route does it uncounted.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request
from starlette.types import Scope

from sixth.server.core.addresses import Network

_COUNT: Final = "sixth.count"
_COUNTED: Final = "sixth.counted"
_NETWORK: Final = "sixth.network"


@dataclass(frozen=True, slots=True)
class RouteLimit:
    """A limit that routes count under: each network may ask `amount` times in so many `seconds`.

    An amount of None is a setting of the host. FastAPI calls it as a dependency.
    """

    name: str
    amount: int | None = None
    seconds: float = 0

    async def __call__(self, request: Request) -> "Counted":
        """Count a request, and return the proof of it.

        Raises:
            TooOftenError: its network has used this limit up.
        """
        await request.scope[_COUNT](self)
        counted: dict[RouteLimit, Counted] = request.scope.setdefault(_COUNTED, {})
        return counted.setdefault(self, Counted(self))

    def counted(self, request: Request) -> "Counted":
        """Return the proof that a request was counted.

        Raises:
            LookupError: its route does not declare this limit.
        """
        found: Counted | None = request.scope.get(_COUNTED, {}).get(self)
        if found is None:
            raise LookupError(f"The route {request.url.path} does not count under the limit of {self.name}.")
        return found


@dataclass(frozen=True, slots=True)
class Counted:
    """Proof that a request was counted under a limit. Only `RouteLimit` makes one."""

    limit: RouteLimit


TABLES: Final = RouteLimit("tables")
"""Tables that are set up, with the first game there if it begins at once."""

ROUNDS: Final = RouteLimit("rounds")
"""Games and rounds that begin."""

STREAMS: Final = RouteLimit("streams")
"""Streams that are open at the same time."""

CODES: Final = RouteLimit("codes", 10, 60)
"""Codes that are tried: with 160,000 codes nobody finds a table by guessing."""


def set_visitor(scope: Scope, network: Network, count: Callable[[RouteLimit], Awaitable[None]]) -> None:
    """Note from which network a request comes, and what counts it under the limit of its route."""
    scope[_NETWORK], scope[_COUNT] = network, count


def network_of_request(request: Request) -> Network:
    """Return the network that a request comes from."""
    found: Network = request.scope[_NETWORK]
    return found
