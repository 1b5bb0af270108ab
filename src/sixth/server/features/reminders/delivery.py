"""The delivery of notifications to browsers, and the loop over the requests for them."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from sixth.rules.game import Refusal
from sixth.server.core.background import Background
from sixth.server.core.refusals import Busy
from sixth.server.core.route_limits import RouteLimit
from sixth.server.features.reminders import messages
from sixth.server.features.reminders.endpoints import endpoint_of
from sixth.server.features.reminders.rows import Pushes, Requests, Subscription
from sixth.server.features.reminders.sending import UnsentError, send
from sixth.server.store.sql import SqlStore

PUSHES: Final = RouteLimit("pushes", 60, 3600)
"""Requests for notifications from one address."""

MAX_REQUESTS: Final = 20_000
"""Requests on the whole site, of each kind of notification."""

MAX_AT_ONCE: Final = 20
"""Requests that are handled at the same time."""

CLAIM_MS: Final = 60_000
"""Milliseconds for which no other process handles a request; to handle one takes much less."""

_RETRY_MS: Final = (60_000, 300_000, 1_800_000, 7_200_000, 21_600_000)
"""Milliseconds until a notification that could not be sent is tried again; after the last it is given up."""

_LONGEST_NAP_S: Final = 15.0
"""Seconds: another process may have ended, or left something to do."""

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
        self._pushes, self._hosts, self._now = Pushes(store), hosts, store.now
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
        self, to: Subscription, message: Mapping[str, str], *, about: str, ttl_s: int
    ) -> PushOutcome:
        """Send a message, which replaces the last one `about` the same and waits at most `ttl_s` seconds."""
        try:
            endpoint = endpoint_of(to.endpoint, self._hosts)
        except Refusal:
            # The host has removed this push service from the settings.
            return PushOutcome(403)
        signed = messages.headers(
            await self._own_key(),
            origin=endpoint.origin,
            site=to.site,
            topic=messages.topic_of(about, to.endpoint),
            now=self._now(),
            ttl=ttl_s,
        )
        body = messages.encrypt(message, to.p256dh, to.auth)
        try:
            outcome = PushOutcome(*await send(endpoint, body, signed))
        except UnsentError as error:
            _LOG.warning("A push service cannot be reached: %s.", error)
            return PushOutcome(0)
        if outcome.is_gone:
            _LOG.info("A push service wants no more for a browser.", extra={"status": outcome.status})
        return outcome

    async def _own_key(self) -> str:
        if not self._key:
            self._key = await asyncio.to_thread(self._pushes.key, messages.new_key)
        return self._key


class PushLoop(Background):
    """A loop over `requests`, all of which it handles when it starts; subclasses write `_send_due`."""

    interval_s = 5.0
    late, fault = "Notifications are sent later", "Notifications cannot be sent"

    def __init__(self, store: SqlStore, requests: Requests[Any]) -> None:
        self._alone, self._now, self._requests = not store.shared, store.now, requests
        self._started = False

    async def once(self) -> float:
        """Send the notifications that are due, and return the seconds until the next one."""
        if not self._started:
            await asyncio.to_thread(self._requests.wake_all, self._now(), alone=self._alone)
            self._started = True
        await self._send_due()
        following = await asyncio.to_thread(self._requests.next)
        return self._delay_s(following, self._now(), _LONGEST_NAP_S)

    async def _send_due(self) -> None:
        raise NotImplementedError

    async def _keep(self, request: Subscription) -> None:
        """Keep a request, and have it handled.

        Raises:
            Refusal: the site has `MAX_REQUESTS` already.
        """
        if not await asyncio.to_thread(self._requests.keep, request, MAX_REQUESTS):
            raise Busy("busy", "Too many people want notifications right now; please try again in a while.")
        self._wake.set()

    async def _claim(self, now: int) -> Sequence[Any]:
        """Claim some of the requests that are due at `now`."""
        return await asyncio.to_thread(self._requests.claim, now, now + CLAIM_MS, MAX_AT_ONCE)
