"""The pages of the tutorial, a few turns that are the same for everybody."""

from functools import lru_cache
from typing import Final

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from sixth.i18n import current_language, gettext as _
from sixth.server.core.refusals import NotFound
from sixth.server.features.guide.tutorial.positions import STEPS, pages
from sixth.server.features.guide.tutorial.steps import COVER, lesson_steps, plain_step
from sixth.server.features.guide.tutorial.text import step_texts
from sixth.server.web.templating.environment import as_script, render
from sixth.server.web.templating.sentences import TABLE, catalogue

SCRIPTS: Final = (*TABLE, "learn/picture.js")
"""The scripts with sentences on the page of the tutorial."""


async def tutorial(request: Request) -> HTMLResponse:
    """Show the tutorial: on one page where scripts go from step to step, or with `?text` a step as text.

    The address names the step (3), the card that was played (3/45), and the row taken with it (4/7/0).
    """
    where: str = request.path_params.get("where", "")
    if where not in pages():
        raise NotFound("no-page", "The lesson has no such page.")
    number, _decisions = pages()[where]
    context = {"step": number, "steps": STEPS, "names": [each.name for each in step_texts()]}
    if "text" in request.query_params:
        step = plain_step(where)
        return HTMLResponse(render("guide/templates/tutorial_text.html", **context, where=where, it=step))
    here = f"/learn/{where}" if where else "/learn"
    lesson = _lesson(current_language())
    return HTMLResponse(render("guide/templates/tutorial.html", **context, here=here, lesson=lesson))


@lru_cache(16)
def _lesson(language: str) -> Markup:
    title = _("Learn by playing")
    speech = catalogue(language, SCRIPTS)
    return as_script({"title": title, "cover": COVER, "speech": speech, "steps": lesson_steps()})
