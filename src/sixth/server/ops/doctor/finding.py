"""The result of one check of a site."""

from typing import Literal, NamedTuple

from sixth.i18n import gettext as _

Status = Literal["ok", "warning", "wrong"]


class Finding(NamedTuple):
    """The result of a check: the name of the check, its status, and one sentence about it.

    A site with something `wrong` does not work, or loses something, for somebody; with a `warning` it works.
    """

    check: str
    status: Status
    text: str


def status_text(status: Status) -> str:
    """Return a status in words."""
    return {"ok": _("ok"), "warning": _("warning"), "wrong": _("wrong")}[status]


def worst(findings: list[Finding]) -> Status:
    """Return the worst status of these findings."""
    there = {each.status for each in findings}
    return "wrong" if "wrong" in there else "warning" if "warning" in there else "ok"
