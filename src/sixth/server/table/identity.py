"""Identities: tokens of seats and who takes them, names of tables, and the names of people."""

import hashlib
import hmac
import re
import secrets
import unicodedata
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeGuard

from sixth.rules.game import Forbidden, Impossible
from sixth.server.table.events import MAX_NAME_LENGTH, MAX_TEXT_LENGTH
from sixth.server.table.lookalikes import look_alike
from sixth.server.table.state import Table
from sixth.server.table.view import TableView, table_view

Role = Literal["player", "watcher", "screen"]
"""The role of a listener to a table."""

# No vowels, so that no words come out by accident, and no letters that look or sound alike.
_LETTERS: Final = "bcdfghjkmnpqrstvwxyz23456789"
_ID_LENGTH: Final = 14
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")

_JOINERS: Final = "\u200c\u200d"
_BLANKS: Final = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Characters that are letters, marks or symbols to Unicode, and invisible."""

OWN_SEAT: Final = ("You", "Du", "Kamu", "Toi", "Tu")
"""The words at the reader's own seat, in all languages, which are no names of people."""

SOMEBODY: Final = "Somebody"
"""The name of deleted people, in logs and records."""

SOMEBODY_IN: Final = {
    "en": SOMEBODY,
    "de": "Jemand",
    "fr": "Quelqu\u2019un",
    "id": "Seseorang",
    "it": "Qualcuno",
}
"""The same word in each language; it is no name of other people."""


def new_id() -> str:
    """Return a new name for a table or a game, which cannot be guessed (67 bits)."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_ID_LENGTH))


def derive_id(text: str) -> str:
    """Return the name of a table that follows from `text` and does not reveal it."""
    number, letters = int.from_bytes(hashlib.sha256(text.encode()).digest()), ""
    for _ in range(_ID_LENGTH):
        number, at = divmod(number, len(_LETTERS))
        letters += _LETTERS[at]
    return letters


def new_token() -> str:
    """Return a new token, which proves a seat; only its hash is kept."""
    return secrets.token_urlsafe(32)


def derive_token(token: str, table: str) -> str:
    """Return the token of one table that follows from a token for many tables."""
    digest = hmac.digest(token.encode(), table.encode(), "sha256")
    return urlsafe_b64encode(digest).decode().rstrip("=")


def is_token(text: str | None) -> TypeGuard[str]:
    """Return whether the text has the form of a token: its length and its characters."""
    return text is not None and _TOKEN.fullmatch(text) is not None


class SeatTaker(NamedTuple):
    """A browser that takes a seat: the hash of its secret, its label, and the time (ms since 1970, UTC).

    A browser without a person becomes that of a new guest, with this id and this mark. The mark of a person
    who keeps a name (`named`) is also that of the seat.
    """

    browser: str
    label: str
    at: int
    guest: str
    mark: int
    named: bool = False


def chosen_mark(taker: SeatTaker | None) -> int | None:
    """Return the mark that the person of a browser has chosen; None for a guest and for no browser."""
    return taker.mark if taker and taker.named else None


def hash_token(token: str) -> str:
    """Return the hash that is kept of a token. Tokens are random, so the hash need not be slow."""
    return hashlib.sha256(token.encode()).hexdigest()


def seat_of(table: Table, token: str | None) -> int | None:
    """Return the seat that `token` proves, or None."""
    return seat_of_proof(table, hash_token(token)) if token else None


def seat_of_proof(table: Table, proof: str) -> int | None:
    """Return the seat whose token has this hash, or None."""
    for seat, each in enumerate(table.seats):
        if each.token is not None and hmac.compare_digest(each.token, proof):
            return seat
    return None


@dataclass(frozen=True, slots=True)
class Audience:
    """Viewers by the hash of a token (`proof`), "" for none; a `screen` shows a room what spectators see."""

    proof: str
    screen: bool = False

    @classmethod
    def of(cls, token: str | None, *, screen: bool = False) -> "Audience":
        """Return the audience that holds this token, or none."""
        return cls(hash_token(token) if token else "", screen)

    def view(self, table: Table) -> TableView:
        """Return their view of the table, which `check` has to allow."""
        claim = None if self.screen else table.claim_of(self.proof)
        return table_view(table, self.seat(table), barred=self.barred(table), claim=claim)

    def seat(self, table: Table) -> int | None:
        """Return their seat, or None; a screen has none."""
        return None if self.screen else seat_of_proof(table, self.proof)

    def barred(self, table: Table) -> bool:
        """Return whether the host removed them."""
        return not self.screen and self.proof != "" and self.proof in table.barred

    def role(self, table: Table) -> Role:
        """Return their role as a listener."""
        if self.screen:
            return "screen"
        return "watcher" if self.seat(table) is None else "player"

    def may_look(self, table: Table) -> bool:
        """Return whether they may see the table."""
        return table.is_visible_to(seat_of_proof(table, self.proof))

    def check(self, table: Table) -> None:
        """Raise `Forbidden` if they may not see the table."""
        if not self.may_look(table):
            raise Forbidden("private", "This table is private.")


def clean_name(name: str) -> str:
    """Return a person's name for display: without control characters, with single spaces.

    Raises:
        Refusal: nothing visible remains, the name is too long, or it looks like "You" or "Somebody".
    """
    cleaned = _printable(name).strip(_JOINERS)
    if not _is_visible(cleaned):
        raise Impossible("name-empty", "Enter a name, so that the others know who you are.")
    if len(cleaned) > MAX_NAME_LENGTH:
        raise Impossible("name-long", "That name is too long; {most} letters at most.", most=MAX_NAME_LENGTH)
    if any(look_alike(cleaned, own) for own in OWN_SEAT):
        raise Impossible("name-own", "That is what people read at their own seat; choose another name.")
    if any(look_alike(cleaned, somebody) for somebody in SOMEBODY_IN.values()):
        raise Impossible("name-somebody", "Deleted people have that name; choose another.")
    return cleaned


def clean_text(text: str) -> str:
    """Return a text for the shuffles without control characters, or raise a refusal if it is too long."""
    cleaned = _printable(text)
    if len(cleaned) > MAX_TEXT_LENGTH:
        raise Impossible("text-long", "That text is too long; {most} letters at most.", most=MAX_TEXT_LENGTH)
    return cleaned


def clean_message(text: str, most: int) -> str:
    """Return a chat message without control characters, or refuse one that is empty or longer than `most`."""
    cleaned = _printable(text).strip(_JOINERS)
    if not _is_visible(cleaned):
        raise Impossible("words-empty", "Write a message first.")
    if len(cleaned) > most:
        raise Impossible("text-long", "That text is too long; {most} letters at most.", most=most)
    return cleaned


def _is_visible(text: str) -> bool:
    return any(unicodedata.category(char)[0] in "LNPS" for char in text)


def _printable(text: str) -> str:
    # Unicode category C: controls, direction marks and lone surrogates, which could upset a page or a log.
    # Joiners (in Cf) are let through: some scripts and emoji need them.
    characters = (char if char in _JOINERS or not _is_hidden(char) else " " for char in text)
    return " ".join(unicodedata.normalize("NFC", "".join(characters)).split())


def _is_hidden(char: str) -> bool:
    return char in _BLANKS or unicodedata.category(char)[0] == "C"
