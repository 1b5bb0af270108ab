"""Limits by address that routes declare, and the proof that a request was counted under one.

A page declares its limit in the table of routes, an operation of the API as its first dependency. Opening a
table, beginning a round and streaming news take the proof as an argument, so no route does them uncounted.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request
from starlette.types import Scope

from sixth.server.core.addresses import Network

_COUNT: Final = "sixth.count"
_PROOFS: Final = "sixth.proofs"
_NETWORK: Final = "sixth.network"


@dataclass(frozen=True, slots=True)
class RouteLimit:
    """A limit that routes count under: each network has `amount` requests in so many `seconds`.

    An amount of None is a setting of the host. FastAPI calls the limit as a dependency; it
    would call a plain function in a thread.
    """

    name: str
    amount: int | None = None
    seconds: float = 0

    async def __call__(self, request: Request) -> "CountProof":
        """Count a request and return the proof, or raise `TooOftenError` if the limit is used up."""
        request.scope[_COUNT](self)
        proofs: dict[RouteLimit, CountProof] = request.scope.setdefault(_PROOFS, {})
        return proofs.setdefault(self, CountProof(self))

    @property
    def counted_before(self) -> "CountProof":
        """The proof for what a request asked for that was counted, and that the site does later."""
        return CountProof(self)

    def proof(self, request: Request) -> "CountProof":
        """Return the proof that a request was counted; a route without this limit raises `LookupError`."""
        proof: CountProof | None = request.scope.get(_PROOFS, {}).get(self)
        if proof is None:
            raise LookupError(f"The route {request.url.path} does not count under the limit of {self.name}.")
        return proof


@dataclass(frozen=True, slots=True)
class CountProof:
    """A proof that a request was counted under a limit. Only `RouteLimit` makes one."""

    limit: RouteLimit


TABLES: Final = RouteLimit("tables")
"""Tables that are opened, each with its first game if that begins at once."""

ROUNDS: Final = RouteLimit("rounds")
"""Games and rounds that begin."""

STREAMS: Final = RouteLimit("streams")
"""Streams that are open at the same time."""

LISTINGS: Final = RouteLimit("listings", 30, 3600)
"""Tables that people of one network put into the list of open ones, which shows fifty."""

CODES: Final = RouteLimit("codes", 10, 60)
"""Codes that visitors try: among 160,000 codes, ten a minute find no table by guessing."""


def set_visitor(scope: Scope, network: Network, count: Callable[[RouteLimit], None]) -> None:
    """Store the network of a request in its scope, and the function that counts it under a limit."""
    scope[_NETWORK], scope[_COUNT] = network, count


def network_of_request(request: Request) -> Network:
    """Return the network that a request comes from."""
    network: Network = request.scope[_NETWORK]
    return network
