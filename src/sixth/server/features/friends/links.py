"""Links by which somebody becomes a friend of the person who made them, each once."""

from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, delete, insert, select

from sixth.server.core.refusals import NotFound
from sixth.server.features.friends.friendships import befriend, lock_pair, relation
from sixth.server.features.friends.tables import friend_links
from sixth.server.people.device_links import link_secret
from sixth.server.people.names import keep_name
from sixth.server.people.person import Visitor, check_named, find_person
from sixth.server.store.people_schema import lock_people
from sixth.server.store.seat_rows import person_of_taker
from sixth.server.table.identity import SeatTaker, hash_token, new_id

LINK_MS: Final = 7 * 24 * 60 * 60 * 1000
"""Milliseconds for which a link of friends is good."""


class FriendLink(NamedTuple):
    """A link by which somebody becomes a friend; its secret follows from that of a browser and `number`."""

    person_id: str
    number: str
    proof: str


def make_friend_link(connection: Connection, visitor: Visitor, now: int) -> str:
    """Make a link by which another becomes a friend of a visitor, in place of any other; return its secret.

    Raises:
        Refusal: the visitor keeps no name.
    """
    check_named(visitor.person)
    person_id, number = visitor.person.id, new_id()
    secret = link_secret(visitor.secret, number)
    over = (friend_links.c.person_id == person_id) | (friend_links.c.until <= now)
    connection.execute(delete(friend_links).where(over))
    if lock_people(connection, (person_id,)):
        link = {"person_id": person_id, "number": number, "until": now + LINK_MS}
        connection.execute(insert(friend_links).values(proof=hash_token(secret), **link))
    return secret


def own_friend_link(connection: Connection, visitor: Visitor, now: int) -> str | None:
    """Return the secret of the link that this browser has made, unless it is used or too old."""
    link = _find(connection, friend_links.c.person_id == visitor.person.id, now)
    secret = link and link_secret(visitor.secret, link.number)
    return secret if link and secret and hash_token(secret) == link.proof else None


def maker_of_link(connection: Connection, secret: str, visitor: Visitor | None, now: int) -> str:
    """Return who made the link with this secret, by id, as far as it is for this visitor.

    Raises:
        NotFound: the link is used, too old, or never was, or its person has blocked the visitor.
    """
    link = _find(connection, friend_links.c.proof == hash_token(secret), now)
    if link is None or (visitor and relation(connection, link.person_id, visitor.person.id) == "blocked"):
        raise no_friend_link()
    return link.person_id


def use_friend_link(connection: Connection, secret: str, visitor: Visitor, now: int) -> str:
    """Make a visitor a friend of the person who made a link; return that person, by id.

    Raises:
        Refusal: the visitor keeps no name, or the link is not for them.
    """
    check_named(visitor.person)
    maker, own = maker_of_link(connection, secret, visitor, now), visitor.person.id
    used = delete(friend_links).where(friend_links.c.proof == hash_token(secret))
    is_blocked = not lock_pair(connection, own, maker) or relation(connection, maker, own) == "blocked"
    if is_blocked or not connection.execute(used).rowcount:
        raise no_friend_link()
    befriend(connection, own, maker, now)
    return maker


def use_friend_link_by_name(
    connection: Connection, secret: str, taker: SeatTaker, own_secret: str, name: str
) -> str:
    """Have a browser without a name keep one, and make its person a friend of the one who made a link.

    A browser without a person becomes that of a new one. Return the maker of the link, by id.

    Raises:
        Refusal: the name is taken or cannot be shown, or the link is not for them; then nothing changes.
    """
    maker_of_link(connection, secret, None, taker.at)
    person_id = person_of_taker(connection, taker)
    guest = find_person(connection, person_id)
    if guest is None:
        raise no_friend_link()
    keep_name(connection, person_id, name, guest.mark)
    person = find_person(connection, person_id) or guest
    return use_friend_link(connection, secret, Visitor(person, own_secret), taker.at)


def no_friend_link() -> NotFound:
    """Return the refusal of a link that is not good any more."""
    return NotFound("no-friend-link", "This link was used or is too old; ask for a new one.")


def _find(connection: Connection, where: Any, now: int) -> FriendLink | None:
    columns = [friend_links.c[name] for name in FriendLink._fields]
    row = connection.execute(select(*columns).where(where, friend_links.c.until > now)).first()
    return None if row is None else FriendLink(*row)
