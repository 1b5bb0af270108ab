"""Requests to push services, with short time limits and only to addresses that are allowed."""

import asyncio
import socket
from collections.abc import Mapping, Sequence
from functools import cache
from ssl import SSLContext, create_default_context
from typing import Final

from sixth.server.features.reminders.endpoints import Endpoint, are_public

_TIMEOUT_S: Final = 10.0
"""Seconds for a whole request."""

_MAX_ADDRESSES: Final = 2
"""Addresses that are tried: most services have one of IPv4 and one of IPv6, and a network may lack either."""

_MAX_WAIT_S: Final = 3600
"""The longest wait that a push service may ask for, in seconds."""


class UnsentError(Exception):
    """No answer came, or the name of the push service leads into the own network."""


async def send(endpoint: Endpoint, body: bytes, headers: Mapping[str, str]) -> tuple[int, int]:
    """Send a message; return the status of the answer and the seconds to wait before a retry (0 for unknown).

    It follows no redirect, uses no proxy, and reads only the head of the answer.

    Raises:
        UnsentError: there is no answer.
    """
    import httpx2

    try:
        async with asyncio.timeout(_TIMEOUT_S):
            addresses = await _addresses(endpoint)
            async with httpx2.AsyncClient(
                verify=_certificates(), trust_env=False, timeout=_TIMEOUT_S
            ) as client:
                for more, address in enumerate(addresses, 1 - len(addresses)):
                    # The name is looked up only once, so the address that was checked is the one in use.
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
                    return answer.status_code, _wait_s(answer.headers.get("retry-after", ""))
    except (OSError, TimeoutError, httpx2.HTTPError, httpx2.InvalidURL) as error:
        raise UnsentError(type(error).__name__) from error
    raise UnsentError("no address")


async def _addresses(endpoint: Endpoint) -> Sequence[str]:
    """Return the addresses of a push service, best first."""
    loop = asyncio.get_running_loop()
    infos = await loop.getaddrinfo(endpoint.host, endpoint.port, type=socket.SOCK_STREAM)
    addresses = tuple(dict.fromkeys(str(each[4][0]) for each in infos))
    if not (endpoint.private or are_public(addresses)):
        raise UnsentError("a private address")
    return addresses[:_MAX_ADDRESSES]


@cache
def _certificates() -> SSLContext:
    """Return the certificates to trust: those of the system, or of `SSL_CERT_FILE`."""
    return create_default_context()


def _wait_s(text: str) -> int:
    return min(int(text), _MAX_WAIT_S) if text.isascii() and text.isdigit() and len(text) < 9 else 0
