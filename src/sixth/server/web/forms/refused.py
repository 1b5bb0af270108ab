"""A form that was refused comes back as it was filled in, with what is wrong beside its field."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from starlette.requests import Request

from sixth.server.web.forms.reading import fields_of

_FIELDS: Final = {
    "name-empty": "name",
    "name-long": "name",
    "name-own": "name",
    "name-taken": "name",
    "text-long": "text",
    "words-empty": "text",
    "no-code": "code",
    "seats-taken": "seats",
    "clock": "turn_time",
}
"""By code of a refusal: the field that is to be filled in otherwise."""

_MAX_FIELD_LENGTH: Final = 1000
"""Letters of a field that come back."""


@dataclass(frozen=True, slots=True)
class RefusedForm:
    """A form that was refused, as it was filled in.

    `form` is the last part of its address, `wrong` the name of the field at fault or "", `why` what is wrong.
    """

    form: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    wrong: str = ""
    why: str = ""

    def value(self, form: str, name: str, usual: str = "") -> str:
        """Return what was typed into this field, or `usual` if it is another form that was refused."""
        return self.fields.get(name, usual) if form == self.form else usual

    def error_in(self, form: str, name: str) -> str:
        """Return what is wrong with this field of that form, or ""."""
        return self.why if (form, name) == (self.form, self.wrong) else ""

    def error(self, name: str) -> str:
        """Return what is wrong with this field on a page that has one form, or ""."""
        return self.why if name == self.wrong else ""


NOT_REFUSED: Final = RefusedForm()
"""No form was refused."""


def field_of(code: str) -> str:
    """Return the name of the field that a refusal of this code is about, or ""."""
    return _FIELDS.get(code, "")


async def refused_form(request: Request, code: str, why: str) -> RefusedForm:
    """Return the form of this request, which was refused with this code for this reason."""
    fields = {name: value[:_MAX_FIELD_LENGTH] for name, value in (await fields_of(request)).items()}
    return RefusedForm(request.url.path.rpartition("/")[2], fields, field_of(code), why)
