"""Who is who: what makes a seat's token, a table's name and a person's name."""

import hashlib
import hmac
import re
import secrets
import unicodedata
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from typing import Final, Literal, TypeGuard

from sixth.rules.game import Forbidden, Impossible
from sixth.server.table.events import MAX_NAME_LENGTH, MAX_TEXT_LENGTH
from sixth.server.table.lookalikes import look_alike
from sixth.server.table.state import Table
from sixth.server.table.view import TableView, table_view

Role = Literal["player", "watcher", "screen"]
"""As what somebody listens to the news of a table."""

# No vowels and no look-alikes: no words come out by accident, and it can be read aloud.
_LETTERS: Final = "bcdfghjkmnpqrstvwxyz23456789"
_ID_LENGTH: Final = 14
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")

_JOINERS: Final = "\u200c\u200d"
_BLANKS: Final = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Letters, marks and symbols to Unicode, nothing to the eye."""

OWN_SEAT: Final = ("You", "Du", "Kamu", "Toi", "Tu")
"""What people read at their own seat, in all languages; nobody else at a table is called so."""


def new_id() -> str:
    """Return a name for a table or a game that nobody can guess (67 bits)."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_ID_LENGTH))


def derived_id(text: str) -> str:
    """Return the name of a table that follows from `text`, and tells nothing of it."""
    number, letters = int.from_bytes(hashlib.sha256(text.encode()).digest()), ""
    for _ in range(_ID_LENGTH):
        number, at = divmod(number, len(_LETTERS))
        letters += _LETTERS[at]
    return letters


def new_token() -> str:
    """Return what proves a seat; only its hash is kept."""
    return secrets.token_urlsafe(32)


def token_at(token: str, table: str) -> str:
    """Return the token by which whoever holds another one, for many tables, proves their seat at this one."""
    made = hmac.digest(token.encode(), table.encode(), "sha256")
    return urlsafe_b64encode(made).decode().rstrip("=")


def is_token(text: str | None) -> TypeGuard[str]:
    """Return whether this may be a token of ours: as long, of the same letters."""
    return text is not None and _TOKEN.fullmatch(text) is not None


def hashed(token: str) -> str:
    """Return the hash under which a token is kept. The token is random, so no slow hash is needed."""
    return hashlib.sha256(token.encode()).hexdigest()


def seat_of(table: Table, token: str | None) -> int | None:
    """Return the seat that `token` proves, or None."""
    return seat_of_proof(table, hashed(token)) if token else None


def seat_of_proof(table: Table, proof: str) -> int | None:
    """Return the seat whose token has this hash, or None."""
    for seat, each in enumerate(table.seats):
        if each.token is not None and hmac.compare_digest(each.token, proof):
            return seat
    return None


@dataclass(frozen=True, slots=True)
class Audience:
    """Whoever holds a token, of which `proof` is kept, "" for none.

    As a `screen` they are shown what a spectator sees, for all in the room.
    """

    proof: str
    screen: bool = False

    @classmethod
    def of(cls, token: str | None, *, screen: bool = False) -> "Audience":
        """Whoever holds this token, if any."""
        return cls(hashed(token) if token else "", screen)

    def view(self, table: Table) -> TableView:
        """Return what they may see of the table, if they may look at it."""
        claim = None if self.screen else table.claim_of(self.proof)
        return table_view(table, self.seat(table), barred=self.barred(table), claim=claim)

    def seat(self, table: Table) -> int | None:
        """Return the seat that they hold; a screen holds none."""
        return None if self.screen else seat_of_proof(table, self.proof)

    def barred(self, table: Table) -> bool:
        """Return whether the host had them leave."""
        return not self.screen and self.proof != "" and self.proof in table.barred

    def role(self, table: Table) -> Role:
        """As what they listen to its news."""
        if self.screen:
            return "screen"
        return "watcher" if self.seat(table) is None else "player"

    def may_look(self, table: Table) -> bool:
        """Return whether they may look at the table at all."""
        return table.shown_to(seat_of_proof(table, self.proof))

    def check(self, table: Table) -> None:
        """See that they may look at the table.

        Raises:
            Forbidden: they may not.
        """
        if not self.may_look(table):
            raise Forbidden("private", "This table is private.")


def clean_name(name: str) -> str:
    """Return a person's name as it is shown: no control characters, single spaces, not too long.

    Raises:
        Refusal: nothing is left to be seen, it is too long, or it looks like "You".
    """
    cleaned = _printable(name).strip(_JOINERS)
    if not _can_be_seen(cleaned):
        raise Impossible("name-empty", "Enter a name, so that the others know who you are.")
    if len(cleaned) > MAX_NAME_LENGTH:
        raise Impossible("name-long", "That name is too long; {most} letters at most.", most=MAX_NAME_LENGTH)
    if any(look_alike(cleaned, own) for own in OWN_SEAT):
        raise Impossible("name-own", "That is what people read at their own seat; choose another name.")
    return cleaned


def clean_text(text: str) -> str:
    """Return a seat's own text for the shuffles.

    Raises:
        Refusal: it is too long.
    """
    cleaned = _printable(text)
    if len(cleaned) > MAX_TEXT_LENGTH:
        raise Impossible("text-long", "That text is too long; {most} letters at most.", most=MAX_TEXT_LENGTH)
    return cleaned


def clean_words(words: str, most: int) -> str:
    """Return what somebody says to the others.

    Raises:
        Refusal: nothing is left to be seen, or it is too long.
    """
    cleaned = _printable(words).strip(_JOINERS)
    if not _can_be_seen(cleaned):
        raise Impossible("words-empty", "Write a message first.")
    if len(cleaned) > most:
        raise Impossible("text-long", "That text is too long; {most} letters at most.", most=most)
    return cleaned


def _can_be_seen(text: str) -> bool:
    return any(unicodedata.category(char)[0] in "LNPS" for char in text)


def _printable(text: str) -> str:
    # Unicode category C: controls, direction marks and lone surrogates, which could upset a page or a log.
    # Joiners (in Cf) are let through: some scripts and emoji need them.
    kept = (char if char in _JOINERS or not _is_hidden(char) else " " for char in text)
    return " ".join(unicodedata.normalize("NFC", "".join(kept)).split())


def _is_hidden(char: str) -> bool:
    return char in _BLANKS or unicodedata.category(char)[0] == "C"
