"""Addresses to which notifications may be sent: those of known push services, outside the own network.

A browser gives the address. Without this check, a forged one could have the server send requests to any
machine that it can reach.
"""

import re
from collections.abc import Iterable, Sequence
from ipaddress import ip_address
from typing import Final, NamedTuple

from sixth.rules.game import Impossible
from sixth.server.core.settings import DEFAULT_SETTINGS

_MAX_LENGTH: Final = 1_000
"""Characters of an address; those of today's browsers have some two or three hundred."""

# Such an address has one meaning: no user, no escapes in the host, no spaces, no fragment.
_URL: Final = re.compile(
    r"https://(?P<host>[a-z0-9.-]+)(?::(?P<port>[0-9]{1,5}))?(?P<path>/[A-Za-z0-9._~!$&'()*+,;=:@%/?-]*)"
)

_HTTPS_PORT: Final = 443


class Endpoint(NamedTuple):
    """An address at a push service; `private` is whether it may be in the server's own network."""

    host: str
    port: int
    path: str
    private: bool

    @property
    def authority(self) -> str:
        """The host, with its port unless that is the usual one."""
        return self.host if self.port == _HTTPS_PORT else f"{self.host}:{self.port}"

    @property
    def origin(self) -> str:
        """The name of the push service in the signature of a message."""
        return f"https://{self.authority}"


def endpoint_of(url: str, hosts: Sequence[str]) -> Endpoint:
    """Return the endpoint at this address, which must be at one of these hosts.

    Raises:
        Refusal: it is at another host, or is not the address of a push service.
    """
    match = _URL.fullmatch(url) if len(url) <= _MAX_LENGTH else None
    if match is not None:
        port = int(match["port"] or _HTTPS_PORT)
        endpoint = Endpoint(match["host"], port, match["path"], private=False)
        listed = endpoint.authority in hosts
        if listed or any(_is_below(endpoint.authority, each) for each in hosts):
            # A host that is in the settings of this site may be in its own network.
            private = listed and endpoint.authority not in DEFAULT_SETTINGS.push_hosts
            return Endpoint(endpoint.host, port, endpoint.path, private)
    raise Impossible("push-service", "This site sends no notifications by way of that push service.")


def _is_below(authority: str, pattern: str) -> bool:
    return pattern.startswith("*.") and authority.endswith(pattern[1:]) and authority != pattern[1:]


def are_public(addresses: Iterable[str]) -> bool:
    """Return whether all of these addresses are public; False for no address."""
    parsed = [ip_address(each.partition("%")[0]) for each in addresses]
    parsed = [getattr(each, "ipv4_mapped", None) or each for each in parsed]
    return bool(parsed) and all(each.is_global and not each.is_multicast for each in parsed)
