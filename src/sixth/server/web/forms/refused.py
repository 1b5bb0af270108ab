"""A form that was refused comes back as it was filled in, with what is wrong beside its field."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from starlette.requests import Request

_FIELDS: Final = {
    "name-empty": "name",
    "name-long": "name",
    "name-taken": "name",
    "text-long": "text",
    "words-empty": "text",
    "no-code": "code",
    "seats-taken": "seats",
    "clock": "turn_time",
}
"""By code of a refusal: the field that is to be filled in otherwise."""

_MOST: Final = 1000
"""Letters of a field that come back."""


@dataclass(frozen=True, slots=True)
class Typed:
    """What a form held: `form` is the last part of its address, `wrong` the field at fault, `why` says so."""

    form: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    wrong: str = ""
    why: str = ""

    def value(self, form: str, name: str, usual: str = "") -> str:
        """What is in this field: what was typed if this form was refused, else what usually is."""
        return self.fields.get(name, usual) if form == self.form else usual

    def fault(self, form: str, name: str) -> str:
        """What is wrong with this field, or ""."""
        return self.why if (form, name) == (self.form, self.wrong) else ""

    def at(self, name: str) -> str:
        """What is wrong with this field on a page that has one form, or ""."""
        return self.why if name == self.wrong else ""


NOTHING: Final = Typed()
"""No form was refused."""


def field_of(code: str) -> str:
    """The field that a refusal of this code is about, or ""."""
    return _FIELDS.get(code, "")


async def typed_in(request: Request, code: str, why: str) -> Typed:
    """What the form of this request held, which was refused."""
    sent = await request.form()
    fields = {name: value[:_MOST] for name, value in sent.items() if isinstance(value, str)}
    return Typed(request.url.path.rpartition("/")[2], fields, field_of(code), why)
