"""Learn by playing: a lesson of a few turns, in pages that are the same for everybody."""

from collections.abc import Iterator
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse

from sixth.i18n import gettext as _
from sixth.rules.events import Action, Choose, Take
from sixth.server.web.templating.environment import render
from sixth.server.web.text.tutorial import step_texts, verdict_text, why_text
from sixth.server.web.views.reading.tutorial import POSITIONS, STEPS, begin, placing_frame, play, step_frame

_COVER: Final = 5
"""The position that is shown on the first page."""

_MAX_DIGITS: Final = 3


async def welcome(_request: Request) -> HTMLResponse:
    """Show what the tutorial is."""
    cover = placing_frame(begin(POSITIONS[_COVER]), 0)
    return HTMLResponse(render("pages/tutorial.html", step=0, steps=STEPS, words=step_texts(), f=cover))


async def step(request: Request) -> HTMLResponse:
    """Show a step (3), what becomes of a card (3/45), or of a row taken with it (4/7/0)."""
    where: str = request.path_params["where"]
    numbers = _numbers(where)
    if not numbers or not 1 <= numbers[0] <= STEPS or (numbers[0] == STEPS and len(numbers) > 1):
        sentence = _("The lesson has no such page.")
        return HTMLResponse(render("pages/error.html", sentence=sentence, missing=True), 404)
    number, decisions = numbers[0], _decisions(numbers[1:])
    if number == STEPS:
        return HTMLResponse(render("pages/tutorial.html", step=number, steps=STEPS, words=step_texts()))
    return HTMLResponse(_page(number, decisions, f"/learn/{where}"))


def addresses() -> Iterator[str]:
    """Yield the address of every page of the tutorial."""
    yield "/learn"
    for number, position in enumerate(POSITIONS, 1):
        yield f"/learn/{number}"
        for card in position.hand:
            yield f"/learn/{number}/{card}"
            if play(position, (Choose(card),)).outcome is None:
                yield from (f"/learn/{number}/{card}/{row}" for row in range(len(position.rows)))
    yield f"/learn/{STEPS}"


def _numbers(where: str) -> tuple[int, ...]:
    """Return the numbers of an address; none if it is not one of ours."""
    parts = where.split("/")
    fine = all(part.isascii() and part.isdigit() and len(part) <= _MAX_DIGITS for part in parts)
    return tuple(map(int, parts)) if fine and len(parts) <= len(("step", "card", "row")) else ()


def _decisions(numbers: tuple[int, ...]) -> tuple[Action, ...]:
    return (*map(Choose, numbers[:1]), *map(Take, numbers[1:]))


def _page(number: int, decisions: tuple[Action, ...], here: str) -> str:
    position, texts = POSITIONS[number - 1], step_texts()
    played = play(position, decisions)
    outcome = played.outcome
    shown = step_frame(played.state, number, texts[number - 1].task, outcome)
    return render(
        "pages/tutorial.html",
        step=number,
        steps=STEPS,
        words=texts,
        answers_at=here,
        seen=shown.seen,
        view=shown.seen.view,
        f=shown,
        moments=[placing_frame(state, number) for state in played.moments],
        outcome=outcome,
        good=outcome is not None and outcome.heads <= position.least,
        verdict=verdict_text(position, outcome) if outcome else "",
        why=why_text(position, outcome) if outcome else "",
    )
