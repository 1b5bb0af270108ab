"""The part of *Your page* on passkeys."""

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Final, NamedTuple

from starlette.requests import Request

from sixth.server.features.profile.view import day_text
from sixth.server.people.passkey_ceremonies import RelyingParty, relying_party
from sixth.server.people.passkeys import MAX_NAME_LENGTH, Passkey, passkeys_of
from sixth.server.people.person import Person
from sixth.server.web.request import site_url
from sixth.server.web.session import label_of, people_of

_INSTALLED: Final = find_spec("webauthn") is not None


class PasskeyLine(NamedTuple):
    """A passkey, the day on which it was made, and that on which it was last used, or ""."""

    passkey: Passkey
    made: str
    used: str


class PasskeysPart(NamedTuple):
    """The part on passkeys: the `origin` where they work, those of the person, and the name for a new one."""

    origin: str
    lines: Sequence[PasskeyLine]
    name: str
    name_length: int = MAX_NAME_LENGTH


def party_of(request: Request) -> RelyingParty | None:
    """Return the site as passkeys know it; None where browsers allow none, or without the extra `server`."""
    return relying_party(site_url(request)) if _INSTALLED else None


async def passkeys_part(request: Request, person: Person | None = None) -> PasskeysPart | None:
    """Return the part on passkeys, with those of a person; None where browsers allow none."""
    party = party_of(request)
    if party is None:
        return None
    passkeys = await people_of(request).read(passkeys_of, person.id) if person else ()
    lines = [
        PasskeyLine(each, day_text(each.since), day_text(each.used_at) if each.used_at else "")
        for each in passkeys
    ]
    return PasskeysPart(party.origin, lines, label_of(request)[:MAX_NAME_LENGTH])
