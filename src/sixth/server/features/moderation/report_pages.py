"""The page on which a line of chat or a person is reported to the host."""

from urllib.parse import urlencode

from pydantic import Field
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from sixth.i18n import translate
from sixth.rules.game import Refusal
from sixth.server.features.moderation.pages import MAX_LINE, visible_table
from sixth.server.features.moderation.reports import Reports
from sixth.server.people.mutes import muted_of
from sixth.server.site import site_of
from sixth.server.web.form_answers import lead_to, refused_form
from sixth.server.web.forms.models import StrictForm
from sixth.server.web.forms.reading import read_form
from sixth.server.web.request import number_in_query
from sixth.server.web.session import PRIVATE, known_visitor, people_of
from sixth.server.web.templating.environment import render
from sixth.server.web.text.labels import reactions
from sixth.text import phrases


class ReportForm(StrictForm):
    """The form that reports a line of chat by its number, else another at the table; `text` is the reason."""

    line: int = Field(0, ge=0, le=MAX_LINE)
    player: str = Field("", max_length=40)
    text: str = Field("", max_length=20_000)


async def report_page(request: Request) -> Response:
    """Show what is to be reported, with a field for the reason; or that it was."""
    table = await visible_table(request)
    if request.query_params.get("sent") == "1":
        page = render("moderation/templates/reported.html", table=table)
        return HTMLResponse(page, headers=PRIVATE)
    visitor = await known_visitor(request)
    line = number_in_query(request, "line", least=0, most=MAX_LINE) or 0
    player = request.query_params.get("player", "")[:40]
    reports = site_of(request).service(Reports)
    subject = await reports.subject(visitor.person, table, line=line, player=player)
    muted = subject.person_id in await people_of(request).read(muted_of, visitor.person.id)
    page = render(
        "moderation/templates/report.html",
        table=table,
        subject=subject,
        player=player,
        muted=muted,
        phrases=phrases(),
        reactions=reactions(),
    )
    return HTMLResponse(page, headers=PRIVATE)


async def report(request: Request) -> Response:
    """Report a line of chat or a person."""
    form, table = await read_form(request, ReportForm), await visible_table(request)
    visitor = await known_visitor(request)
    reports, here = site_of(request).service(Reports), request.url.path
    try:
        subject = await reports.subject(visitor.person, table, line=form.line, player=form.player)
        await reports.add(visitor.person, table, subject, form.text)
    except Refusal as error:
        refused = await refused_form(request, translate(error.sentence), error.code)
        query = urlencode({"line": form.line, "player": form.player})
        return lead_to(request, here, refused, query=query)
    return RedirectResponse(f"{here}?sent=1", 303)
