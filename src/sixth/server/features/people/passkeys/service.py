"""The passkeys of the people of a site: adding, removing, and signing in with one."""

import asyncio
import hmac
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeVar

from sixth.rules.game import Impossible, NotNow
from sixth.server.core.refusals import NotFound
from sixth.server.core.wall_clock import Now
from sixth.server.feature import Merge
from sixth.server.features.people.passkeys import ceremonies
from sixth.server.features.people.passkeys.ceremonies import (
    TIMEOUT_MS,
    PasskeyKey,
    RelyingParty,
    WrongAnswerError,
)
from sixth.server.features.people.passkeys.rows import Passkey, PasskeyRows
from sixth.server.features.people.person import NewBrowser, Person
from sixth.server.features.people.service import Visitor, check_named, check_signed_out
from sixth.server.store.sql import SqlStore
from sixth.server.table.identity import clean_text, hash_token

MAX_PASSKEYS: Final = 10
"""Passkeys of one person."""

MAX_NAME_LENGTH: Final = 40
"""Letters of the name of a passkey; the rest is cut off."""

_Result = TypeVar("_Result")


class Passkeys:
    """The passkeys of the people of a site.

    A ceremony has two steps. In the first a browser is asked with a challenge that follows from a `secret`,
    which the browser keeps; in the second it brings its answer and that secret, once.
    """

    def __init__(self, store: SqlStore, now: Now, merges: Sequence[Merge]) -> None:
        self._rows, self._now = PasskeyRows(store, merges), now

    async def of_person(self, person: Person) -> Sequence[Passkey]:
        """Return the passkeys of a person, oldest first."""
        return await asyncio.to_thread(self._rows.of_person, person.id)

    async def rename(self, person: Person, credential_id: str, name: str) -> None:
        """Give a passkey of a person another name; "" leaves it without one."""
        name = clean_text(name)[:MAX_NAME_LENGTH]
        await asyncio.to_thread(self._rows.rename, person.id, credential_id, name)

    async def remove(self, person: Person, credential_id: str) -> None:
        """Remove a passkey of a person."""
        await asyncio.to_thread(self._rows.remove, person.id, credential_id)

    # -------------------------------------------------------------- a new one

    async def ask_new(self, party: RelyingParty, person: Person, secret: str) -> str:
        """Return the options with which a browser makes a passkey for a person, as JSON.

        Raises:
            NotNow: the person keeps no name, or has as many passkeys as they may.
        """
        known = await self._known(person)
        challenge = await self._keep_challenge(secret, person.id)
        return await asyncio.to_thread(ceremonies.creation_options, party, person, challenge, known)

    async def add(
        self, party: RelyingParty, person: Person, secret: str | None, *, answer: str, name: str
    ) -> None:
        """Add the passkey that a browser has made to a person, with a name.

        Raises:
            Refusal: the answer is late, given before, for another browser, person, ceremony or site, or
                malformed; or see `ask_new`.
        """
        await self._known(person)
        challenge = await self._take_challenge(secret, person.id)
        key = await _checked(ceremonies.check_new, answer, party, challenge)
        name = clean_text(name)[:MAX_NAME_LENGTH]
        if not await asyncio.to_thread(self._rows.add, key, person.id, name, self._now()):
            raise NotNow("passkey-known", "That passkey is in use here already.")

    async def _known(self, person: Person) -> Sequence[str]:
        check_named(person)
        known = [each.credential_id for each in await self.of_person(person)]
        if len(known) >= MAX_PASSKEYS:
            raise NotNow("passkeys-full", "You have {most} passkeys; remove one first.", most=MAX_PASSKEYS)
        return known

    # -------------------------------------------------------------- signing in

    async def ask(self, party: RelyingParty, secret: str) -> str:
        """Return the options with which a browser signs in with any of its passkeys, as JSON."""
        challenge = await self._keep_challenge(secret, None)
        return await asyncio.to_thread(ceremonies.request_options, party, challenge)

    async def sign_in(
        self,
        party: RelyingParty,
        visitor: Visitor | None,
        secret: str | None,
        *,
        answer: str,
        browser: NewBrowser,
    ) -> None:
        """Sign the browser of a visitor in, as `browser`, with a passkey; a guest's games come along.

        Raises:
            Refusal: the answer is late, given before, for another browser, ceremony or site, malformed, or
                by an unknown passkey; or the browser is that of somebody who keeps a name.
        """
        check_signed_out(visitor)
        challenge = await self._take_challenge(secret, None)
        key = await asyncio.to_thread(self._rows.find, await _checked(ceremonies.credential_id, answer))
        if key is None:
            raise _no_passkey()
        count = await _checked(ceremonies.check_answer, answer, party, challenge, key)
        before = visitor.person if visitor else None
        if not await asyncio.to_thread(self._rows.use, key, count, browser, before):
            raise _no_passkey()

    # -------------------------------------------------------------- challenges

    async def _keep_challenge(self, secret: str, person_id: str | None) -> bytes:
        """Return the challenge for a browser with this secret, which is kept until its answer."""
        now = self._now()
        keep = partial(self._rows.keep_challenge, until=now + TIMEOUT_MS, now=now)
        await asyncio.to_thread(keep, hash_token(secret), person_id)
        return _challenge(secret, person_id)

    async def _take_challenge(self, secret: str | None, person_id: str | None) -> bytes:
        """Return the challenge that a browser with this secret was asked, once."""
        if secret is None or not await asyncio.to_thread(
            self._rows.take_challenge, hash_token(secret), person_id, self._now()
        ):
            raise NotNow("passkey-late", "That took too long, or was sent twice; try again.")
        return _challenge(secret, person_id)


def _challenge(secret: str, person_id: str | None) -> bytes:
    """Return the challenge that follows from the secret of a browser.

    It asks to add a passkey to a person or, with None, to sign in.
    """
    purpose = "sign in" if person_id is None else f"add to {person_id}"
    return hmac.digest(secret.encode(), purpose.encode(), "sha256")


async def _checked(
    check: Callable[..., _Result], *values: str | bytes | RelyingParty | PasskeyKey
) -> _Result:
    try:
        return await asyncio.to_thread(check, *values)
    except WrongAnswerError as error:
        raise Impossible("passkey-wrong", "That passkey does not fit, so nothing was changed.") from error


def _no_passkey() -> NotFound:
    return NotFound("no-passkey", "This site does not know that passkey; it may have been removed here.")
