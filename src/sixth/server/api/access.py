"""Access to the API by the token in the header `Authorization`; cookies count for nothing."""

from typing import Annotated, Any, Final

from fastapi import Depends, Path, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from sixth.rules.record import HUMAN
from sixth.server.core.addresses import Network as ClientNetwork
from sixth.server.core.limits import Limit
from sixth.server.core.refusals import Unproven
from sixth.server.core.route_limits import ROUNDS, STREAMS, TABLES, CountProof, network_of_request
from sixth.server.live.door import Sender
from sixth.server.site import Site, site_of
from sixth.server.table.events import OUTSIDE
from sixth.server.table.identity import hash_token, is_token

_REQUESTS: Final = Limit("token", 200, 10)
"""Requests with one token: a turn takes one, and a look at the table another now and then."""

_SCHEME: Final = HTTPBearer(
    auto_error=False,
    description="The token of a seat, as sitting down or opening a table gives it. A program may also make"
    " one itself (43 letters of base64url, 256 random bits) and sit down with it, as often as it likes.",
)

TOKEN_OPTIONAL: Final[dict[str, Any]] = {"security": [{}]}
"""For an operation that also answers without a token."""


async def site(request: Request) -> Site:
    """Return the site that a request was sent to."""
    return site_of(request)


async def network(request: Request) -> ClientNetwork:
    """Return the network that a request comes from, as limits count it."""
    return network_of_request(request)


AnySite = Annotated[Site, Depends(site)]
RequestNetwork = Annotated[ClientNetwork, Depends(network)]
OpensTable = Annotated[CountProof, Depends(TABLES)]
"""Counts a request under the limit of tables; the first parameter, so that nothing happens before."""
BeginsRound = Annotated[CountProof, Depends(ROUNDS)]
"""Counts a request under the limit of rounds, likewise."""
Streams = Annotated[CountProof, Depends(STREAMS)]
"""Counts a request as a stream as long as it is open, likewise."""
MAX_ID_LENGTH: Final = 40
TableId = Annotated[str, Path(max_length=MAX_ID_LENGTH, description="The table, as in its address /t/TABLE.")]
GameId = Annotated[str, Path(max_length=MAX_ID_LENGTH, description="A game that is over, by its id.")]


async def token(
    request: Request,
    site: AnySite,
    credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(_SCHEME)],
) -> str | None:
    """Return the token of a request, None where it has none.

    Raises:
        Refusal: the header has no token, or the token is used too often.
    """
    if "authorization" not in request.headers:
        return None
    text = credentials.credentials if credentials is not None else None
    if not is_token(text):
        raise Unproven(
            "bad-token", "That is no token of a seat; send it in the header Authorization, after Bearer."
        )
    site.limiter.check(_REQUESTS, hash_token(text))
    return text


Token = Annotated[str | None, Depends(token)]


async def sender(table_id: TableId, token: Token, network: RequestNetwork) -> Sender:
    """Return the holder of the token of a request, at the table of its address.

    Raises:
        Refusal: there is no token.
    """
    if token is None:
        raise Unproven(
            "no-token", "This takes the token of a seat, in the header Authorization, after Bearer."
        )
    return Sender(table_id=table_id, token=token, network=network)


Seated = Annotated[Sender, Depends(sender)]
"""The holder of the token of a request, at the table of its address."""


async def seated(request: Request) -> Sender:
    """Return the holder of the token of a request, as `sender` does, without FastAPI."""
    proof = await token(request, site_of(request), await _SCHEME(request))
    return await sender(request.path_params["table_id"], proof, network_of_request(request))


def kind_of(*, bot: bool) -> str:
    """Return the kind of a sitter: a bot from outside, or a person."""
    return OUTSIDE if bot else HUMAN
