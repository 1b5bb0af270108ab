"""The syntax of hosts in URLs and in the header `Host`."""

import re
from ipaddress import IPv4Address, IPv6Address
from typing import Final

MAX_HOST_LENGTH: Final = 255
"""Characters of a host with its port, at most; no name in the DNS is longer."""

_HOST: Final = re.compile(
    r"(?:\[(?P<ipv6>[0-9A-Fa-f:.]+)\]|(?P<name>[\w.-]+))(?::(?P<port>[0-9]{1,5}))?", re.ASCII
)
_LABEL: Final = re.compile(r"\w(?:[\w-]{0,61}\w)?", re.ASCII)
_MAX_PORT: Final = 65_535


def is_host(text: str) -> bool:
    """Return whether `text` is a host: a name, an IPv4 or an [IPv6] address, with or without a port."""
    match = _HOST.fullmatch(text) if len(text) <= MAX_HOST_LENGTH else None
    if match is None or int(match["port"] or 0) > _MAX_PORT:
        return False
    if match["ipv6"] is not None:
        return _is_address(IPv6Address, match["ipv6"])
    labels = match["name"].removesuffix(".").split(".")
    if labels[-1].isdigit():
        return _is_address(IPv4Address, match["name"])
    return all(map(_LABEL.fullmatch, labels))


def _is_address(kind: type[IPv4Address | IPv6Address], text: str) -> bool:
    try:
        kind(text)
    except ValueError:
        return False
    return True
