"""The check of the header `Host`, which stands before everything else."""

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from sixth.i18n import gettext as _
from sixth.i18n import language_for_header, using_language
from sixth.server.core.hosts import is_host
from sixth.server.core.problems import refused
from sixth.server.web.middleware.security import HEADERS


class HostMiddleware:
    """ASGI middleware that refuses each request whose header `Host` is missing, repeated or no host.

    Pages, links and pictures contain the host, so no address is served before it is checked.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it with status 400."""
        if scope["type"] == "http":
            headers = Headers(scope=scope)
            hosts = headers.getlist("host")
            with using_language(language_for_header(headers.get("accept-language", ""))):
                code, sentence = _refusal(hosts)
            if code:
                await refused(scope, code, sentence, 400, dict(HEADERS))(scope, receive, send)
                return
        await self.app(scope, receive, send)


def _refusal(hosts: list[str]) -> tuple[str, str]:
    """Return the code and the sentence with which these hosts are refused; two empty ones if they are not."""
    if len(hosts) != 1:
        return "one-host", _("That request names no host, or several; it must name one.")
    if not is_host(hosts[0]):
        return "bad-host", _("The host of that request must be a name or an address, perhaps with a port.")
    return "", ""
