"""To which addresses a word may be sent: those of known push services, and nothing inside one's own network.

A browser says where to send to, so whoever forges a browser does: without this, anybody could have the server
send requests to whatever it can reach.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final

from sixth.rules.game import Impossible
from sixth.server.core.settings import DEFAULT_SETTINGS

_MAX_LENGTH: Final = 1_000
"""Characters of an address; those of today's browsers have some two or three hundred."""

# Nothing in it can be read in two ways: no user, no escapes in the host, no spaces, no fragment.
_URL: Final = re.compile(
    r"https://(?P<host>[a-z0-9.-]+)(?::(?P<port>[0-9]{1,5}))?(?P<path>/[A-Za-z0-9._~!$&'()*+,;=:@%/?-]*)"
)

_HTTPS_PORT: Final = 443


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An address at a push service; `private` says that it may be in one's own network."""

    host: str
    port: int
    path: str
    private: bool

    @property
    def authority(self) -> str:
        """The host, with its port where that is another than usual."""
        return self.host if self.port == _HTTPS_PORT else f"{self.host}:{self.port}"

    @property
    def origin(self) -> str:
        """What the push service is called where a message is signed for it."""
        return f"https://{self.authority}"


def endpoint_of(url: str, hosts: Sequence[str]) -> Endpoint:
    """Return the endpoint at this address, if it is at one of these hosts.

    Raises:
        Refusal: it is not, or is no address of a push service at all.
    """
    found = _URL.fullmatch(url) if len(url) <= _MAX_LENGTH else None
    if found is not None:
        port = int(found["port"] or _HTTPS_PORT)
        endpoint = Endpoint(found["host"], port, found["path"], private=False)
        named = endpoint.authority in hosts
        if named or any(_is_below(endpoint.authority, each) for each in hosts):
            # Whoever runs the site and names a host knows where it is.
            private = named and endpoint.authority not in DEFAULT_SETTINGS.push_hosts
            return Endpoint(endpoint.host, port, endpoint.path, private)
    raise Impossible("push-service", "This site sends no notifications by way of that push service.")


def _is_below(authority: str, pattern: str) -> bool:
    return pattern.startswith("*.") and authority.endswith(pattern[1:]) and authority != pattern[1:]


def are_public(addresses: Iterable[str]) -> bool:
    """Return whether all of these addresses, of which there are some, can be reached by anybody."""
    found = [ip_address(each.partition("%")[0]) for each in addresses]
    found = [getattr(each, "ipv4_mapped", None) or each for each in found]
    return bool(found) and all(each.is_global and not each.is_multicast for each in found)
