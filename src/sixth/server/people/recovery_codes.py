"""Recovery codes, by each of which a person who has lost all devices signs in once."""

import hmac
from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from sixth.rules.game import Impossible
from sixth.server.core.refusals import NotFound
from sixth.server.people.browsers import NewBrowser, add_browser
from sixth.server.people.merging import Merge
from sixth.server.people.person import Visitor, check_named, check_signed_out
from sixth.server.people.tables import person_codes
from sixth.server.store.people_schema import lock_people
from sixth.server.table.identity import derive_id, hash_token

CODES: Final = 8
"""Recovery codes that a person has at a time."""

ENDING: Final = 4
"""Last letters of a code that show that it is kept."""

CODES_SHOWN_MS: Final = 15 * 60 * 1000
"""Milliseconds for which the browser that made recovery codes shows them."""


class RecoveryCodes(NamedTuple):
    """The recovery codes of a person: when they were made (ms since 1970, 0 for never), how many are unused.

    `kept_at` is when the person showed that they have kept them, 0 for not yet. `codes` are the codes
    themselves, for a short time and in the browser that made them; else ().
    """

    made_at: int
    unused: int
    kept_at: int = 0
    codes: Sequence[str] = ()

    @property
    def asked(self) -> int:
        """The number, from 1, of the code whose end shows that they are kept."""
        return self.made_at % (len(self.codes) or 1) + 1


def make_codes(connection: Connection, visitor: Visitor, now: int) -> None:
    """Make new recovery codes for a person who keeps a name; the old ones are worth nothing then.

    Raises:
        Refusal: the person keeps no name.
    """
    check_named(visitor.person)
    person_id = visitor.person.id
    connection.execute(delete(person_codes).where(person_codes.c.person_id == person_id))
    proofs = [hash_token(code) for code in _derive(visitor.secret, now)]
    rows = [{"proof": proof, "person_id": person_id, "made_at": now} for proof in proofs]
    if lock_people(connection, (person_id,)):
        connection.execute(insert(person_codes), rows)


def codes_of(connection: Connection, visitor: Visitor, now: int) -> RecoveryCodes:
    """Return the recovery codes of a person, as this browser may see them."""
    own = person_codes.c.person_id == visitor.person.id
    rows = connection.execute(select(person_codes).where(own)).all()
    if not rows:
        return RecoveryCodes(0, 0)
    made_at, proofs = rows[0].made_at, {row.proof for row in rows}
    known = RecoveryCodes(made_at, len(proofs), rows[0].kept_at or 0)
    if now - made_at > CODES_SHOWN_MS:
        return known
    codes = [code for code in _derive(visitor.secret, made_at) if hash_token(code) in proofs]
    return known._replace(codes=codes)


def note_kept(connection: Connection, visitor: Visitor, ending: str, now: int) -> None:
    """Note that a person has kept their recovery codes, of one of which they have typed the last letters.

    Raises:
        Impossible: these are not the last letters of the code that is asked for.
    """
    codes = codes_of(connection, visitor, now)
    typed = _letters(ending)
    if not codes.codes or len(typed) < ENDING or not codes.codes[codes.asked - 1].endswith(typed):
        raise Impossible("codes-differ", "That is not the end of this code. Look at your copy again.")
    own = person_codes.c.person_id == visitor.person.id
    connection.execute(update(person_codes).where(own).values(kept_at=now))


def use_code(
    connection: Connection,
    proof: str,
    visitor: Visitor | None,
    browser: NewBrowser,
    merges: Sequence[Merge],
) -> None:
    """Sign the browser of a visitor in, as `browser`, as the person whose code has this hash.

    Raises:
        Refusal: no person has that code, or the browser is that of somebody who keeps a name.
    """
    check_signed_out(visitor)
    same = person_codes.c.proof == proof
    person = connection.scalar(select(person_codes.c.person_id).where(same).with_for_update())
    if person is None:
        raise NotFound("no-recovery", "No code like that is in use; each works once.")
    connection.execute(delete(person_codes).where(same))
    add_browser(connection, browser, person, visitor.person if visitor else None, merges)


def proof_of(text: str) -> str:
    """Return the hash of a recovery code that somebody has typed."""
    return hash_token(_letters(text))


def _letters(text: str) -> str:
    return "".join(char for char in text.lower() if char.isalnum())


def _derive(secret: str, made_at: int) -> Sequence[str]:
    """Return the codes that a browser with this secret made at that time."""
    codes = (f"code {made_at} {number}" for number in range(CODES))
    return [derive_id(hmac.digest(secret.encode(), code.encode(), "sha256").hex()) for code in codes]
