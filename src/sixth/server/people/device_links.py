"""Links by which a person adds a device, or another who keeps a name, too, asks to become that person."""

import hmac
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from sixth.server.core.refusals import NotFound
from sixth.server.people.browsers import NewBrowser, add_browser
from sixth.server.people.merging import Merge, move_person
from sixth.server.people.person import Person, Visitor, check_named, find_person
from sixth.server.people.tables import person_links
from sixth.server.store.people_schema import lock_people
from sixth.server.table.identity import derive_id, hash_token, new_id

LINK_MS: Final = 10 * 60 * 1000
"""Milliseconds for which a link for another device is good."""


class DeviceLink(NamedTuple):
    """A link that adds a device to a person `until` that time (milliseconds since 1970, UTC).

    Its secret follows from that of the browser that made it and from `number`. `other_id` is another person
    who asks to merge with this one, or None.
    """

    person_id: str
    number: str
    until: int
    other_id: str | None


def link_secret(secret: str, number: str) -> str:
    """Return the secret of a link that follows from that of a browser: two names as `new_id` makes them."""
    halves = (hmac.digest(secret.encode(), f"link {number} {half}".encode(), "sha256") for half in range(2))
    return "-".join(derive_id(each.hex()) for each in halves)


def make_link(connection: Connection, visitor: Visitor, now: int) -> str:
    """Make a link that adds one device to a person who keeps a name, in place of any other of theirs.

    Return the secret of the link.

    Raises:
        Refusal: the person keeps no name.
    """
    check_named(visitor.person)
    link = DeviceLink(visitor.person.id, new_id(), now + LINK_MS, None)
    secret = link_secret(visitor.secret, link.number)
    over = (person_links.c.person_id == link.person_id) | (person_links.c.until <= now)
    connection.execute(delete(person_links).where(over))
    if lock_people(connection, (link.person_id,)):
        connection.execute(insert(person_links).values(proof=hash_token(secret), **link._asdict()))
    return secret


def own_link(connection: Connection, visitor: Visitor, now: int) -> str | None:
    """Return the secret of the link that this browser has made, unless it is used or too old."""
    link = _find(connection, person_links.c.person_id == visitor.person.id, now)
    if link is None or link.other_id is not None:
        return None
    secret = link_secret(visitor.secret, link.number)
    # Another browser of the person may have made it.
    return secret if _find(connection, person_links.c.proof == hash_token(secret), now) else None


def person_asking(connection: Connection, person_id: str, now: int) -> Person | None:
    """Return the other person who asks to merge with this person, None for nobody."""
    link = _find(connection, person_links.c.person_id == person_id, now)
    return find_person(connection, link.other_id) if link and link.other_id else None


def end_link(connection: Connection, person_id: str) -> None:
    """End the link of a person, and the request made by it."""
    connection.execute(delete(person_links).where(person_links.c.person_id == person_id))


def owner_of_link(
    connection: Connection, link: str, visitor: Visitor | None, now: int
) -> tuple[Person, bool]:
    """Return the person whose device a link adds, and whether a visitor asks to become that person.

    Raises:
        NotFound: the link is used, too old, or never was.
    """
    row = _find(connection, person_links.c.proof == hash_token(link), now)
    person = find_person(connection, row.person_id) if row else None
    if row is None or person is None:
        raise _no_link()
    return person, visitor is not None and row.other_id == visitor.person.id


def use_link(
    connection: Connection,
    proof: str,
    visitor: Visitor | None,
    browser: NewBrowser,
    merges: Sequence[Merge],
) -> Person | None:
    """Sign the browser of a visitor in, as `browser`, as the person of the link with this hash.

    Return that person. A guest's seats and games come along. A visitor who keeps a name asks to merge with
    that person instead, which the person has to allow; then, and if they are that person already, return
    None.

    Raises:
        NotFound: the link is used, too old, or never was.
    """
    before = visitor.person if visitor else None
    this = (person_links.c.proof == proof) & (person_links.c.until > browser.at)
    row = connection.execute(select(person_links).where(this).with_for_update()).first()
    owner = find_person(connection, row.person_id) if row else None
    if row is None or owner is None:
        raise _no_link()
    if before is not None and before.id == owner.id:
        return None
    if row.other_id is not None and (before is None or row.other_id != before.id):
        raise _no_link()
    if before is not None and before.named:
        asking = {"other_id": before.id, "until": browser.at + LINK_MS}
        connection.execute(update(person_links).where(this).values(asking))
        return None
    connection.execute(delete(person_links).where(this))
    add_browser(connection, browser, owner.id, before, merges)
    return owner


def merge_people(
    connection: Connection, person_id: str, other_id: str, now: int, merges: Sequence[Merge]
) -> None:
    """Merge another person, who has asked for it, into this person, whose name stays.

    Raises:
        NotFound: the other has not asked, or too long ago.
    """
    this = (person_links.c.person_id == person_id) & (person_links.c.other_id == other_id)
    asked = select(person_links.c.proof).where(this, person_links.c.until > now).with_for_update()
    if connection.scalar(asked) is None:
        raise _no_link()
    connection.execute(delete(person_links).where(this))
    move_person(connection, other_id, person_id, merges)


def _find(connection: Connection, where: Any, now: int) -> DeviceLink | None:
    columns = [person_links.c[name] for name in DeviceLink._fields]
    row = connection.execute(select(*columns).where(where, person_links.c.until > now)).first()
    return None if row is None else DeviceLink(*row)


def _no_link() -> NotFound:
    return NotFound("no-link", "This link was used or is too old; make a new one on your other device.")
