"""IP addresses of requests, and the networks that they are counted by."""

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

ANY_ADDRESS: Final = "*"
"""Stands in a list of networks for all addresses."""

_HOME_BITS: Final = 64
"""Bits of the prefix that a provider gives to a household; all IPv6 addresses below it are one visitor's."""


@dataclass(frozen=True, slots=True)
class Network:
    """A network that requests come from: its `name`, and whether it is exempt from limits by address.

    `address` is the address within it that this request came from.
    """

    name: str
    address: str = ""
    unlimited: bool = False


def network_of(host: str) -> str:
    """Return what an address counts as: an IPv4 address itself, the network of an IPv6 one, else ""."""
    address = _parse(host)
    if isinstance(address, IPv6Address):
        return str(ip_network((int(address), _HOME_BITS), strict=False))
    return str(address or "")


def is_among(host: str, networks: Iterable[str]) -> bool:
    """Return whether an address is one of `networks`, or lies within one of them."""
    address = _parse(host)
    return any(
        network == ANY_ADDRESS or (address is not None and address in ip_network(network))
        for network in networks
    )


def _parse(host: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
