"""Checks of an address at which people find a site: what stands before the server, and what it passes on."""

from collections.abc import Iterator, Mapping
from email.utils import parsedate_to_datetime
from importlib.metadata import version
from socket import create_connection
from typing import Any, Final
from urllib.parse import urlsplit

from sixth.i18n import and_list, gettext as _, ngettext
from sixth.server.core.settings import Settings
from sixth.server.ops.doctor.answers import MANIFEST, Answer, NoAnswerError, fetch
from sixth.server.ops.doctor.finding import Finding
from sixth.server.web.middleware.health import SEEN_PATH
from sixth.text import printable

_MADE_UP: Final = ("192.0.2.1", "192.0.2.2")
"""Addresses that nobody has (RFC 5737)."""

_SLOW_S, _WRONG_S = 5, 60
"""Seconds between the clocks of two machines from which there is a warning, or an error."""

_TIMEOUT_S: Final = 3.0


def check_address(url: str) -> Iterator[Finding]:
    """Yield what a request to this address finds: the site, its proxy, its clock and its version."""
    try:
        answer = fetch(url, MANIFEST)
        seen = fetch(url, SEEN_PATH).fields
    except NoAnswerError as error:
        text = _("{address} cannot be reached: {why}.").format(address=url, why=error)
        yield Finding("address", "wrong", text)
        return
    if not answer.is_manifest:
        text = _("Something other than Sixth answers at {address} (status {status}).")
        yield Finding("address", "wrong", text.format(address=url, status=answer.status))
        return
    yield Finding("address", "ok", _("Sixth answers at {address}.").format(address=url))
    yield _check_proxy(url, seen)
    yield from _check_clock(url, answer)
    yield from _check_version(url, seen)


# ------------------------------------------------------------------ proxy


def _check_proxy(url: str, seen: Mapping[str, Any]) -> Finding:
    parts = urlsplit(url)
    address = printable(str(seen.get("address", "")))
    if not address:
        text = _("The server does not say what it sees: it is older, or its proxy hides {path}.")
        return Finding("proxy", "warning", text.format(path=SEEN_PATH))
    if not seen.get("forwarded") and parts.scheme == "http":
        text = _("No proxy is in front of the server, which sees this request come from {address}.")
        return Finding("proxy", "ok", text.format(address=address))
    return Finding("proxy", *_proxy_fault(url, seen, address))


def _proxy_fault(url: str, seen: Mapping[str, Any], address: str) -> tuple[Any, str]:
    parts = urlsplit(url)
    if not seen.get("forwarded"):
        text = _("The proxy passes on no X-Forwarded-For, so all people count as one for the limits.")
        return "wrong", text
    if not seen.get("trusted"):
        text = _(
            "The server does not believe the proxy at {address}: name that address in the setting proxies."
        )
        return "wrong", text.format(address=address)
    if seen.get("scheme") != parts.scheme:
        text = _("People come by {scheme}, but the server sees {seen}: have the proxy set X-Forwarded-Proto.")
        return "wrong", text.format(scheme=parts.scheme, seen=printable(str(seen.get("scheme"))))
    if str(seen.get("host")).lower() != parts.netloc.lower():
        text = _("People ask for the host {host}, but the server sees {seen}: have the proxy pass on Host.")
        return "wrong", text.format(host=parts.netloc, seen=printable(str(seen.get("host")), longest=100))
    if _is_fooled(url):
        text = _("The server believes any X-Forwarded-For, so people can make up their addresses.")
        return "warning", text
    text = _("Through the proxy the server sees {scheme}, the host, and the address {address}.")
    return "ok", text.format(scheme=parts.scheme, address=address)


def _is_fooled(url: str) -> bool:
    """Return whether the server takes the first address that a client makes up for that of the client.

    The last one counts where this command runs at an address of a proxy.
    """
    try:
        seen = fetch(url, SEEN_PATH, {"X-Forwarded-For": ", ".join(_MADE_UP)}).fields
    except NoAnswerError:
        return False
    return seen.get("address") == _MADE_UP[0]


# ------------------------------------------------------------------ clock and version


def _check_clock(url: str, answer: Answer) -> Iterator[Finding]:
    try:
        there = parsedate_to_datetime(answer.headers.get("date", "")).timestamp()
    except ValueError:
        return
    # The header has whole seconds, so half of one is to be expected.
    seconds = round(answer.at - there - 0.5)
    if abs(seconds) < _SLOW_S:
        text = _("The clocks of this machine and of {address} agree.").format(address=url)
        yield Finding("clock", "ok", text)
        return
    text = ngettext(
        "The clock of this machine and that of {address} differ by {count} second.",
        "The clock of this machine and that of {address} differ by {count} seconds.",
        abs(seconds),
    ).format(address=url, count=abs(seconds))
    yield Finding("clock", "wrong" if abs(seconds) > _WRONG_S else "warning", text)


def _check_version(url: str, seen: Mapping[str, Any]) -> Iterator[Finding]:
    there, here = printable(str(seen.get("version", ""))), version("sixth")
    if not there:
        return
    if there == here:
        text = _("The server at {address} is version {there}, as is this program.")
        yield Finding("version", "ok", text.format(address=url, there=there))
    else:
        text = _(
            "The server at {address} is version {there}, but this program is {here}; restart the older one."
        )
        yield Finding("version", "warning", text.format(address=url, there=there, here=here))


# ------------------------------------------------------------------ notifications


def check_push(settings: Settings) -> Finding:
    """Return whether notifications can be sent: they need HTTPS, and a way to the push services."""
    if not settings.push_hosts:
        return Finding("push", "ok", _("Notifications are turned off (push_hosts)."))
    if not settings.url.startswith("https://"):
        text = _("Notifications need https, so none are sent until the setting url has it.")
        return Finding("push", "ok", text)
    hosts = [each for each in settings.push_hosts if not each.startswith("*")]
    away = [each for each in hosts if not _is_reachable(each)]
    if away:
        text = _("Push services cannot be reached from here: {hosts}.").format(hosts=and_list(away))
        return Finding("push", "warning", text)
    text = _("Push services can be reached from here: {hosts}.")
    return Finding("push", "ok", text.format(hosts=and_list(hosts or settings.push_hosts)))


def _is_reachable(host: str) -> bool:
    name, _colon, port = host.partition(":")
    try:
        create_connection((name, int(port or 443)), timeout=_TIMEOUT_S).close()
    except OSError:
        return False
    return True
