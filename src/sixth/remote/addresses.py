"""Addresses of sites and of tables, as people type them."""

from urllib.parse import urlsplit

from sixth.i18n import gettext as _
from sixth.remote.errors import JoinError


def parse_table_url(url: str) -> tuple[str, str, str]:
    """Return the site of an address of a table, and its table or else its code; the other one is ""."""
    site, path = _split(url)
    if site and len(path) == 2 and path[0] == "t":
        return site, path[1], ""
    if site and len(path) == 1 and path[0]:
        return site, "", path[0]
    wrong = _("{url} is no address of a table, such as http://127.0.0.1:6106/t/TABLE or …/CODE.")
    raise JoinError(wrong.format(url=url))


def parse_site_url(url: str) -> str:
    """Return the site of an address, with its scheme, or raise `JoinError` if it is none."""
    site, path = _split(url)
    if site and path == [""]:
        return site
    wrong = _("{url} is no address of a site, such as http://127.0.0.1:6106.")
    raise JoinError(wrong.format(url=url))


def _split(url: str) -> tuple[str, list[str]]:
    """Return the site, "" where the address has none that speaks HTTP, and the parts of the path."""
    parts = urlsplit(url if "//" in url else f"http://{url}")
    speaks_http = parts.netloc and parts.scheme in ("http", "https")
    return f"{parts.scheme}://{parts.netloc}" if speaks_http else "", parts.path.strip("/").split("/")
