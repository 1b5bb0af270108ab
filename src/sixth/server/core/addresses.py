"""Where requests come from, as far as it matters how many do from the same place."""

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

EVERYBODY: Final = "*"
"""Instead of addresses: any of them."""

_HOME_BITS: Final = 64
"""Bits of an IPv6 address that a house is given; whoever has one address there has all of them."""


@dataclass(frozen=True, slots=True)
class Network:
    """A network from which requests come: its `name`, and whether no limit by address holds there.

    `address` is the one in it from which this request came.
    """

    name: str
    address: str = ""
    unlimited: bool = False


def network_of(host: str) -> str:
    """By what an address is counted: itself, or its network where that is IPv6; "" for what is none."""
    address = _read(host)
    if isinstance(address, IPv6Address):
        return str(ip_network((int(address), _HOME_BITS), strict=False))
    return str(address or "")


def is_among(host: str, networks: Iterable[str]) -> bool:
    """Return whether an address is one of these, or in a network of them."""
    address = _read(host)
    return any(
        network == EVERYBODY or (address is not None and address in ip_network(network))
        for network in networks
    )


def _read(host: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
