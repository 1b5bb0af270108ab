"""One request to a push service: short, to an address that may be asked, wherever its name leads then."""

import asyncio
import socket
from collections.abc import Mapping, Sequence
from functools import cache
from ssl import SSLContext, create_default_context
from typing import Final

from sixth.server.features.reminders.endpoints import Endpoint, are_public

_TIMEOUT_S: Final = 10.0
"""For all of it."""

_MAX_ADDRESSES: Final = 2
"""That are tried; most services have two kinds, of which not every network reaches both."""

_MAX_WAIT_S: Final = 3600
"""However long a push service wishes to be left alone."""


class UnsentError(Exception):
    """No answer came, or the name of the push service leads into one's own network."""


async def send(endpoint: Endpoint, body: bytes, headers: Mapping[str, str]) -> tuple[int, int]:
    """Send this; returns the status, and after how many seconds it may be tried again (0 if nobody says).

    No redirect is followed, no proxy asked, and nothing is read of the answer but its head.

    Raises:
        UnsentError: there is no answer.
    """
    import httpx2

    try:
        async with asyncio.timeout(_TIMEOUT_S):
            addresses = await _addresses(endpoint)
            async with httpx2.AsyncClient(verify=_trusted(), trust_env=False, timeout=_TIMEOUT_S) as client:
                for more, address in enumerate(addresses, 1 - len(addresses)):
                    # The name was looked up once: what it leads to meanwhile makes no difference.
                    url = httpx2.URL(f"{endpoint.origin}{endpoint.path}").copy_with(host=address)
                    request = client.build_request(
                        "POST",
                        url,
                        content=body,
                        headers={**headers, "Host": endpoint.authority},
                        extensions={"sni_hostname": endpoint.host},
                    )
                    try:
                        answer = await client.send(request, stream=True)
                    except httpx2.ConnectError:
                        if more < 0:
                            continue
                        raise
                    await answer.aclose()
                    return answer.status_code, _wait(answer.headers.get("retry-after", ""))
    except (OSError, TimeoutError, httpx2.HTTPError, httpx2.InvalidURL) as error:
        raise UnsentError(type(error).__name__) from error
    raise UnsentError("no address")


async def _addresses(endpoint: Endpoint) -> Sequence[str]:
    """Where the push service is, best first."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(endpoint.host, endpoint.port, type=socket.SOCK_STREAM)
    addresses = tuple(dict.fromkeys(str(each[4][0]) for each in found))
    if not (endpoint.private or are_public(addresses)):
        raise UnsentError("a private address")
    return addresses[:_MAX_ADDRESSES]


@cache
def _trusted() -> SSLContext:
    """Whom to believe who they are: as the system says, or `SSL_CERT_FILE`."""
    return create_default_context()


def _wait(said: str) -> int:
    return min(int(said), _MAX_WAIT_S) if said.isascii() and said.isdigit() and len(said) < 9 else 0
