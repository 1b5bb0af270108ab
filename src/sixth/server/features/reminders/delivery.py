"""How requests for notifications are looked after, and how a notification gets to its browser."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from sixth.rules.game import Refusal
from sixth.server.core.background import Background
from sixth.server.core.route_limits import RouteLimit
from sixth.server.features.reminders.endpoints import endpoint_of
from sixth.server.features.reminders.messages import (
    check_keys,
    encrypted,
    headers,
    new_key,
    public_key,
    topic_of,
)
from sixth.server.features.reminders.rows import Pushes, Requests, Subscription
from sixth.server.features.reminders.sending import UnsentError, send
from sixth.server.store.sql import SqlStore

PUSHES: Final = RouteLimit("pushes", 60, 3600)
"""Asked for from one address."""

MAX_REQUESTS: Final = 20_000
"""Browsers that may have asked on the whole site, of each kind of notification."""

MAX_AT_ONCE: Final = 20
"""Looked after at the same time."""

CLAIM_MS: Final = 60_000
"""For so long nobody else looks after one; all that has to be done takes much less."""

_AGAIN_MS: Final = (60_000, 300_000, 1_800_000, 7_200_000, 21_600_000)
"""Until a push service is tried again that could not be reached, each time longer; then it is left alone."""

_LONGEST_NAP_S: Final = 15.0
"""Another process may have ended, or left something to do."""

_PAUSE_S: Final = 5.0
"""Where the database is away."""

_LATER: Final = (408, 425, 429)
"""Statuses by which a push service says that it may take the same another time, beside its own faults."""

_LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer of a push service: its status, 0 for none, and for how long it wishes to be left alone."""

    status: int
    wait_s: int = 0

    @property
    def is_taken(self) -> bool:
        """Whether the message is the push service's now."""
        return 200 <= self.status < 300

    @property
    def is_gone(self) -> bool:
        """Whether the browser is to be told nothing more; also where the answer leads elsewhere."""
        return 300 <= self.status < 500 and self.status not in _LATER

    def again_ms(self, tries: int) -> int | None:
        """Return after how many milliseconds it is tried again after so many tries; None for never."""
        return max(_AGAIN_MS[tries], self.wait_s * 1000) if tries < len(_AGAIN_MS) else None


class Delivery:
    """Messages to browsers, signed with the key in `store`; push services are those at these `hosts`."""

    def __init__(self, store: SqlStore, hosts: tuple[str, ...]) -> None:
        self._pushes, self._hosts, self._now = Pushes(store), hosts, store.now
        self._key = ""

    async def key(self) -> str:
        """Return what a browser must know of this site before it asks."""
        return public_key(await self._own_key())

    def check(self, endpoint: str, p256dh: str, auth: str) -> None:
        """See that a message can be sent to what a browser gave.

        Raises:
            Refusal: it cannot.
        """
        endpoint_of(endpoint, self._hosts)
        check_keys(p256dh, auth)

    async def send(self, to: Subscription, message: Mapping[str, str], *, about: str, ttl_s: int) -> Outcome:
        """Send a message, which replaces the one before it `about` the same and waits for so many seconds."""
        try:
            endpoint = endpoint_of(to.endpoint, self._hosts)
        except Refusal:
            # The host has taken that push service out of the settings.
            return Outcome(403)
        signed = headers(
            await self._own_key(),
            origin=endpoint.origin,
            site=to.site,
            topic=topic_of(about, to.endpoint),
            now=self._now(),
            ttl=ttl_s,
        )
        try:
            outcome = Outcome(*await send(endpoint, encrypted(message, to.p256dh, to.auth), signed))
        except UnsentError as error:
            _LOG.warning("A push service cannot be reached: %s.", error)
            return Outcome(0)
        if outcome.is_gone:
            _LOG.info("A push service wants no more for a browser.", extra={"status": outcome.status})
        return outcome

    async def _own_key(self) -> str:
        if not self._key:
            self._key = await asyncio.to_thread(self._pushes.key, new_key)
        return self._key


class PushLoop(Background):
    """A loop over the requests in `kept`, all of them at each start; a subclass does the work in `once`."""

    def __init__(self, store: SqlStore, kept: Requests[Any]) -> None:
        self._alone, self._now, self._requests = not store.shared, store.now, kept
        self._woken, self._begun = asyncio.Event(), False

    async def once(self) -> None:
        """Look after all that must be by now.

        Raises:
            UnavailableError: the database does not answer.
        """
        raise NotImplementedError

    async def _run(self) -> None:
        await self._repeat(
            _PAUSE_S,
            self._send_due,
            late="Notifications are sent later",
            fault="Notifications cannot be sent",
            wake=self._woken,
        )

    async def _send_due(self) -> float:
        """Send what is due, and return for how many seconds nothing is."""
        if not self._begun:
            await asyncio.to_thread(self._requests.wake_all, self._now(), alone=self._alone)
            self._begun = True
        await self.once()
        following = await asyncio.to_thread(self._requests.next)
        return self._delay_s(following, self._now(), _LONGEST_NAP_S)
