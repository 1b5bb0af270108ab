"""The delivery of notifications to browsers."""

import asyncio
import logging
from typing import Final, NamedTuple

from sixth.rules.game import Refusal
from sixth.server.core.route_limits import RouteLimit
from sixth.server.features.reminders import messages
from sixth.server.features.reminders.endpoints import endpoint_of
from sixth.server.features.reminders.rows import Subscription, site_key
from sixth.server.features.reminders.sending import UnsentError, send
from sixth.server.store.sql import SqlStore

PUSHES: Final = RouteLimit("pushes", 60, 3600)
"""Requests for notifications from one address."""

MAX_AT_ONCE: Final = 20
"""Notifications that are sent at the same time."""

_RETRY_MS: Final = (60_000, 300_000, 1_800_000, 7_200_000, 21_600_000)
"""Milliseconds until a notification that could not be sent is tried again; after the last it is given up."""

_TEMPORARY: Final = (408, 425, 429)
"""Statuses below 500 with which a push service asks to send the same again later."""

_LOG: Final = logging.getLogger(__name__)


class PushOutcome(NamedTuple):
    """The answer of a push service: its status (0 for no answer), and the seconds to wait at least."""

    status: int
    wait_s: int = 0

    @property
    def is_accepted(self) -> bool:
        """Whether the push service has accepted the message."""
        return 200 <= self.status < 300

    @property
    def is_gone(self) -> bool:
        """Whether the subscription has ended; a redirect counts as its end."""
        return 300 <= self.status < 500 and self.status not in _TEMPORARY

    def retry_ms(self, tries: int) -> int | None:
        """Return the milliseconds until the next try, after `tries` earlier ones; None for no other."""
        return max(_RETRY_MS[tries], self.wait_s * 1000) if tries < len(_RETRY_MS) else None


class Delivery:
    """Sends messages to browsers through push services at `hosts`, signed with the key in `store`."""

    def __init__(self, store: SqlStore, hosts: tuple[str, ...]) -> None:
        self._store, self._hosts = store, hosts
        self._key = ""

    async def key(self) -> str:
        """Return the public key of this site, which a browser needs to subscribe."""
        return messages.public_key(await self._own_key())

    def check(self, to: Subscription) -> None:
        """Check that a message can be sent to this subscription.

        Raises:
            Refusal: it cannot.
        """
        endpoint_of(to.endpoint, self._hosts)
        messages.check_keys(to.p256dh, to.auth)

    async def send(
        self, to: Subscription, title: str, body: str, *, url: str, tag: str, ttl_s: int
    ) -> PushOutcome:
        """Send a notification that leads to `url`, in the language of the browser.

        It replaces the last one with the same tag, and waits at most `ttl_s` seconds for the browser.
        """
        try:
            endpoint = endpoint_of(to.endpoint, self._hosts)
        except Refusal:
            # The host has removed this push service from the settings.
            return PushOutcome(403)
        signed = messages.headers(
            await self._own_key(),
            origin=endpoint.origin,
            site=to.site,
            topic=messages.topic_of(tag, to.endpoint),
            now=self._store.now(),
            ttl=ttl_s,
        )
        message = {"title": title, "body": body, "lang": to.language, "tag": tag, "url": url}
        encrypted = messages.encrypt(message, to.p256dh, to.auth)
        try:
            outcome = PushOutcome(*await send(endpoint, encrypted, signed))
        except UnsentError as error:
            _LOG.warning("A push service cannot be reached: %s.", error)
            return PushOutcome(0)
        if outcome.is_gone:
            _LOG.info("A push service wants no more for a browser.", extra={"status": outcome.status})
        return outcome

    async def _own_key(self) -> str:
        if not self._key:
            self._key = await asyncio.to_thread(site_key, self._store, messages.new_key)
        return self._key
