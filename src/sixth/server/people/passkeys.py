"""The passkeys of people: adding, removing, and signing in with one.

A ceremony has two steps. In the first a browser is asked with a challenge that follows from a `secret`, which
the browser keeps; in the second it brings its answer and that secret, once.
"""

import asyncio
import hmac
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy import Connection, delete, insert, select, update

from sixth.rules.game import Impossible, NotNow
from sixth.server.core.refusals import NotFound
from sixth.server.people import passkey_ceremonies as ceremonies
from sixth.server.people.browsers import NewBrowser, add_browser
from sixth.server.people.merging import Merge
from sixth.server.people.passkey_ceremonies import (
    TIMEOUT_MS,
    PasskeyKey,
    RelyingParty,
    WrongAnswerError,
)
from sixth.server.people.people import People
from sixth.server.people.person import Person, Visitor, check_named, check_signed_out
from sixth.server.people.tables import passkey_challenges, person_passkeys
from sixth.server.store.people_schema import lock_people
from sixth.server.store.schema import insert_new
from sixth.server.table.identity import clean_text, hash_token

MAX_PASSKEYS: Final = 10
"""Passkeys of one person."""

MAX_NAME_LENGTH: Final = 40
"""Letters of the name of a passkey; the rest is cut off."""

_Result = TypeVar("_Result")


class Passkey(NamedTuple):
    """A passkey on the page of its person: its id and name, and when it was made and last used.

    Times are milliseconds since 1970, UTC; `used_at` is None before the first use.
    """

    credential_id: str
    name: str
    since: int
    used_at: int | None


# ------------------------------------------------------------------ a new one


async def ask_new(people: People, party: RelyingParty, person: Person, secret: str) -> str:
    """Return the options with which a browser makes a passkey for a person, as JSON.

    Raises:
        NotNow: the person keeps no name, or has as many passkeys as they may.
    """
    known = await _known(people, person)
    challenge = await _ask(people, secret, person.id)
    return await asyncio.to_thread(ceremonies.creation_options, party, person, challenge, known)


async def add(
    people: People, party: RelyingParty, person: Person, secret: str | None, *, answer: str, name: str
) -> None:
    """Add the passkey that a browser has made to a person, with a name.

    Raises:
        Refusal: the answer is late, given before, for another browser, person, ceremony or site, or
            malformed; or see `ask_new`.
    """
    await _known(people, person)
    challenge = await _answered(people, secret, person.id)
    key = await _checked(ceremonies.check_new, answer, party, challenge)
    await people.write(person.id, add_passkey, key, person.id, name, people.now())


async def _known(people: People, person: Person) -> Sequence[str]:
    check_named(person)
    known = [each.credential_id for each in await people.read(passkeys_of, person.id)]
    if len(known) >= MAX_PASSKEYS:
        raise NotNow("passkeys-full", "You have {most} passkeys; remove one first.", most=MAX_PASSKEYS)
    return known


# ------------------------------------------------------------------ signing in


async def ask(people: People, party: RelyingParty, secret: str) -> str:
    """Return the options with which a browser signs in with any of its passkeys, as JSON."""
    challenge = await _ask(people, secret, None)
    return await asyncio.to_thread(ceremonies.request_options, party, challenge)


async def sign_in(
    people: People,
    party: RelyingParty,
    visitor: Visitor | None,
    secret: str | None,
    *,
    answer: str,
    browser: NewBrowser,
) -> None:
    """Sign the browser of a visitor in, as `browser`, with a passkey; a guest's games come along.

    Raises:
        Refusal: the answer is late, given before, for another browser, ceremony or site, malformed, or by an
            unknown passkey; or the browser is that of somebody who keeps a name.
    """
    check_signed_out(visitor)
    challenge = await _answered(people, secret, None)
    key = await people.read(find_key, await _checked(ceremonies.credential_id, answer))
    if key is None:
        raise _no_passkey()
    count = await _checked(ceremonies.check_answer, answer, party, challenge, key)
    before = visitor.person if visitor else None
    await people.write(key.credential_id, use_passkey, key, count, browser, before, merges=people.merges)


async def _ask(people: People, secret: str, person_id: str | None) -> bytes:
    """Return the challenge for a browser with this secret, which is kept until its answer."""
    proof, now = hash_token(secret), people.now()
    await people.write(proof, keep_challenge, proof, person_id, until=now + TIMEOUT_MS, now=now)
    return _challenge(secret, person_id)


async def _answered(people: People, secret: str | None, person_id: str | None) -> bytes:
    """Return the challenge that a browser with this secret was asked, once."""
    if secret is not None:
        proof = hash_token(secret)
        if await people.write(proof, take_challenge, proof, person_id, people.now()):
            return _challenge(secret, person_id)
    raise NotNow("passkey-late", "That took too long, or was sent twice; try again.")


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


# ------------------------------------------------------------------ rows


def passkeys_of(connection: Connection, person_id: str) -> Sequence[Passkey]:
    """Return the passkeys of a person, oldest first."""
    columns = [person_passkeys.c[name] for name in Passkey._fields]
    query = select(*columns).where(person_passkeys.c.person_id == person_id)
    return [Passkey(*row) for row in connection.execute(query.order_by(person_passkeys.c.since))]


def find_key(connection: Connection, credential_id: str) -> PasskeyKey | None:
    """Return the key of the passkey with this id."""
    columns = [person_passkeys.c[name] for name in PasskeyKey._fields]
    query = select(*columns).where(person_passkeys.c.credential_id == credential_id)
    row = connection.execute(query).first()
    return None if row is None else PasskeyKey(*row)


def add_passkey(connection: Connection, key: PasskeyKey, person_id: str, name: str, now: int) -> None:
    """Add a passkey to a person, unless the person is deleted.

    Raises:
        NotNow: a passkey with that id exists.
    """
    same = person_passkeys.c.credential_id == key.credential_id
    if not lock_people(connection, (person_id,)):
        return
    if connection.execute(select(person_passkeys.c.since).where(same)).first() is not None:
        raise NotNow("passkey-known", "That passkey is in use here already.")
    values = {"person_id": person_id, "name": clean_text(name)[:MAX_NAME_LENGTH], "since": now}
    insert_new(connection, person_passkeys, **key._asdict(), **values)


def rename_passkey(connection: Connection, person_id: str, credential_id: str, name: str) -> None:
    """Give a passkey of a person another name; "" leaves it without one."""
    change = update(person_passkeys).where(_is(person_id, credential_id))
    connection.execute(change.values(name=clean_text(name)[:MAX_NAME_LENGTH]))


def remove_passkey(connection: Connection, person_id: str, credential_id: str) -> None:
    """Remove a passkey of a person."""
    connection.execute(delete(person_passkeys).where(_is(person_id, credential_id)))


def use_passkey(
    connection: Connection,
    key: PasskeyKey,
    sign_count: int,
    browser: NewBrowser,
    before: Person | None,
    *,
    merges: Sequence[Merge],
) -> None:
    """Sign a browser in as the person of a passkey, with the guest that it was `before`.

    `sign_count` is the new count of the passkey.

    Raises:
        NotFound: the passkey was removed, or used by another browser since its `key` was read.
    """
    this = person_passkeys.c.credential_id == key.credential_id
    unchanged = this & (person_passkeys.c.sign_count == key.sign_count)
    used = update(person_passkeys).where(unchanged).values(sign_count=sign_count, used_at=browser.at)
    if not connection.execute(used).rowcount:
        raise _no_passkey()
    person = connection.scalar(select(person_passkeys.c.person_id).where(this))
    add_browser(connection, browser, str(person), before, merges)


def keep_challenge(
    connection: Connection, proof: str, person_id: str | None, *, until: int, now: int
) -> None:
    """Keep a challenge to a browser whose secret has this hash, and delete those that are too old."""
    connection.execute(delete(passkey_challenges).where(passkey_challenges.c.until <= now))
    values = {"proof": proof, "person_id": person_id, "until": until}
    if person_id is None or lock_people(connection, (person_id,)):
        connection.execute(insert(passkey_challenges).values(**values))


def take_challenge(connection: Connection, proof: str, person_id: str | None, now: int) -> bool:
    """Delete a challenge; return whether it was there, not too old, and for that person.

    With None for the person, it has to be one to sign in.
    """
    this = passkey_challenges.c.proof == proof
    row = connection.execute(select(passkey_challenges).where(this).with_for_update()).first()
    connection.execute(delete(passkey_challenges).where(this))
    return row is not None and row.person_id == person_id and row.until > now


def _is(person_id: str, credential_id: str) -> Any:
    return (person_passkeys.c.credential_id == credential_id) & (person_passkeys.c.person_id == person_id)
