"""Refused forms, which come back as they were filled in, with the error beside its field.

The answer to a form redirects to a page (`sixth.server.web.form_answers`), so a refused form travels there in
a cookie of that page. The page reads it once and trusts nothing in it; no address contains it.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import blake2s
from typing import Final
from urllib.parse import quote

from pydantic import TypeAdapter

FIELDS: Final = {
    "name-empty": "name",
    "name-long": "name",
    "name-own": "name",
    "name-somebody": "name",
    "name-taken": "name",
    "text-long": "text",
    "words-empty": "text",
    "no-code": "code",
    "no-tournament": "code",
    "name-in-use": "name",
    "player-name": "name",
    "tournament-name": "name",
    "no-team": "team",
    "team-fixed": "team",
    "team-full": "team",
    "impossible-heads": "sure",
    "results-missing": "sure",
    "codes-differ": "ending",
    "seats-taken": "seats",
    "clock": "turn_time",
}
"""The field at fault, by code of a refusal."""

_MAX_FIELD_LENGTH: Final = 300
"""Letters of a field that the cookie keeps."""

_MAX_SENTENCE_LENGTH: Final = 1000
"""Letters of the sentence; ours are shorter, except for the names and cards in them."""

_MAX_COOKIE_LENGTH: Final = 3000
"""Letters of the value; no browser keeps more than 4096 with the name and the path."""

_COOKIE_AGE_S: Final = 60


@dataclass(frozen=True, slots=True)
class RefusedForm:
    """A form that was refused, as it was filled in.

    `form` is the last part of its address, `wrong` the name of the field at fault or "", `why` the error.
    """

    form: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    wrong: str = ""
    why: str = ""

    def value(self, form: str, name: str, usual: str = "") -> str:
        """Return the text of a field, or `usual` if another form, or none, was refused."""
        return self.fields.get(name, usual) if form == self.form else usual

    def error_in(self, form: str, name: str) -> str:
        """Return the error in this field of that form, or ""."""
        return self.why if (form, name) == (self.form, self.wrong) else ""

    def error(self, name: str) -> str:
        """Return the error in this field on a page with one form, or ""."""
        return self.why if name == self.wrong else ""

    @property
    def note(self) -> str:
        """The sentence for the top of the page, or "" if it stands beside its field."""
        return "" if self.wrong else self.why

    def as_cookie(self) -> str:
        """Return the value of the cookie; long fields are cut, and all are left out if they are too many."""
        fields = {name: value[:_MAX_FIELD_LENGTH] for name, value in self.fields.items() if value}
        short = replace(self, fields=fields, why=self.why[:_MAX_SENTENCE_LENGTH])
        text = _encoded(short)
        return text if len(text) <= _MAX_COOKIE_LENGTH else _encoded(replace(short, fields={}))


NOT_REFUSED: Final = RefusedForm()
"""No form was refused."""

_JSON: Final = TypeAdapter(RefusedForm)


def _encoded(refused: RefusedForm) -> str:
    return urlsafe_b64encode(_JSON.dump_json(refused)).decode().rstrip("=")


def from_cookie(value: str) -> RefusedForm:
    """Return the refused form in the value of a cookie; `NOT_REFUSED` if it is invalid."""
    if not value or len(value) > _MAX_COOKIE_LENGTH:
        return NOT_REFUSED
    try:
        return _JSON.validate_json(urlsafe_b64decode(value + "=" * (-len(value) % 4)))
    except ValueError:
        return NOT_REFUSED


def cookie_name(page: str) -> str:
    """Return the name of the cookie for the page at this path; cookies of its parent pages are sent along."""
    return f"sixth-refused-{blake2s(page.encode(), digest_size=4).hexdigest()}"


def cookie_header(page: str, refused: RefusedForm, *, secure: bool) -> str:
    """Return the header that sets the cookie for the page at this path; `NOT_REFUSED` deletes the cookie."""
    is_refused = refused is not NOT_REFUSED
    value, age = (refused.as_cookie(), _COOKIE_AGE_S) if is_refused else ("", 0)
    marks = f"Path={quote(page)}; Max-Age={age}; HttpOnly; SameSite=Lax{'; Secure' if secure else ''}"
    return f"{cookie_name(page)}={value}; {marks}"


def page_of_form(path: str) -> str | None:
    """Return the path of the page whose form is sent to `path`, or None."""
    match path.split("/"):
        case ["", "t", _, "house"] | ["", "g", _, "coach"] | ["", "join" | "daily" | "boards" | "settings"]:
            return path
        case ["", "tournaments"] | ["", "tournaments", "new"] | ["", "tournaments", _, "change"]:
            return path
        case ["", "t" | "g" | "tournaments" as kind, name, *_]:
            return f"/{kind}/{name}"
        case ["", "tables"]:
            return "/"
    return None
