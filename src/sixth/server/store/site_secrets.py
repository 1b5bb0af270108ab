"""The secrets of a site in its database, each made once for all of its processes."""

import hashlib
import hmac
from collections.abc import Callable
from secrets import token_hex

import sqlalchemy as sa

from sixth.server.store.schema import insert_new, secrets


def shared_secret(connection: sa.Connection, name: str, make: Callable[[], str]) -> str:
    """Return a secret of this site, the same in all of its processes; the first call makes it."""
    query = sa.select(secrets.c.value).where(secrets.c.name == name)
    secret = connection.scalar(query)
    if secret is None:
        insert_new(connection, secrets, name=name, value=make())
        secret = connection.scalar(query)
    return str(secret)


def keyed_hash(connection: sa.Connection, name: str, text: str) -> str:
    """Return the hash of a text in hexadecimal, whose key is the secret of this site with this name."""
    key = shared_secret(connection, name, token_hex)
    return hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest()
