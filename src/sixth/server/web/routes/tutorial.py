"""Learn by playing: a lesson of a few turns, in pages that are the same for everybody."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from fastapi.responses import HTMLResponse

from sixth.i18n import gettext as _
from sixth.narration import Narrator
from sixth.rules.events import Action, Choose, Take
from sixth.rules.record import HUMAN
from sixth.rules.state import State
from sixth.rules.view import view
from sixth.server.table.config import USUAL
from sixth.server.table.events import Sitter
from sixth.server.table.view import TableView
from sixth.server.web.endpoints import new_router
from sixth.server.web.templating.environment import render
from sixth.server.web.views.examples import NAMES
from sixth.server.web.views.table import Frame
from sixth.server.web.views.tutorial import LEARNER, POSITIONS, Outcome, Position, begin, play
from sixth.text import heads_text

router = new_router()

STEPS: Final = len(POSITIONS) + 1
"""The positions, and the end."""

_PICTURE: Final = 5
"""The position that is shown on the first page."""

_MOST_DIGITS: Final = 3

_AT_REST: Final[Mapping[str, Any]] = {"asks": "wait", "slots": (), "previews": ()}
"""What a picture has where nothing is to be chosen."""


@dataclass(frozen=True, slots=True)
class Words:
    """What a step says: its name, what to know, what to try, and what there is to learn once it was tried."""

    name: str
    know: str
    task: str
    learnt: str


def words() -> tuple[Words, ...]:
    """The words of each position, in the language of whoever reads."""
    return (
        Words(
            _("First cards"),
            _(
                "Everybody plays one card a turn. Yours goes behind the row whose last card is the closest "
                "one below it. You never choose the row: your card does."
            ),
            _("Play any of your three cards and see where it goes."),
            _("Heads on the cards are bad. Nobody has taken a card yet, so nobody has any."),
        ),
        Words(
            _("The lowest card first"),
            _(
                "All cards are chosen in secret and shown together. Then they are placed one after another, "
                "the lowest first, and each changes the rows for those that follow."
            ),
            _("Play a card, and see who was placed before you."),
            _("So a row can end in a card that nobody had seen when you chose."),
        ),
        Words(
            _("The sixth card takes the row"),
            _(
                "A row holds five cards. Whoever must play the sixth takes those five, and the heads on them "
                "count against you. The number at the end of a row says what it costs."
            ),
            _("The first row is full: play a card that does not take it."),
            _("Before you play a card, look whether there is room in the row that it must go to."),
        ),
        Words(
            _("Too low"),
            _(
                "A card that is lower than the last card of every row fits nowhere. Then you take one whole "
                "row, but you may choose which. Today all your cards are too low."
            ),
            _("Play a card, and then take the row that costs least."),
            _("Being too low costs little while there are short rows: often one head."),
        ),
        Words(
            _("First trap: the closer row"),
            _("Your 45 would look good behind the 41, where there is plenty of room. Would it go there?"),
            _("Play a card that takes nothing."),
            _("The 45 must go behind the 42: not the row you like counts, but the one that ends closest."),
        ),
        Words(
            _("Second trap: the row that goes away"),
            _(
                "Your 62 is right behind the 61. Nobody can come between them. But that row has one card and "
                "costs one head: the cheapest for anybody who is too low."
            ),
            _("Play a card that takes nothing."),
            _(
                "A card that is too low is placed first, and may take a row before yours comes: here the 29 "
                "took the 61, and then the 62 must be the sixth behind the 57."
            ),
        ),
        Words(
            _("What to look for"),
            _(
                "Three questions for each card: Which row ends closest below it? How many cards can still "
                "lie there? Who may come before you? The more numbers in between, the more can happen."
            ),
            _("Which of your cards is sure to get the last place in row 3?"),
            _("Between 69 and 70 there is no card, so the 70 could only be the fifth."),
        ),
    )


# ------------------------------------------------------------------ pages


@router.get("/learn", response_class=HTMLResponse)
async def welcome() -> HTMLResponse:
    """What the lesson is."""
    return HTMLResponse(
        render("learn.html", step=0, steps=STEPS, words=words(), f=_moment(begin(POSITIONS[_PICTURE]), 0))
    )


@router.get("/learn/{where:path}", response_class=HTMLResponse)
async def step(where: str) -> HTMLResponse:
    """A step (3), what becomes of a card (3/45), or of a row taken with it (4/7/0)."""
    numbers = _numbers(where)
    if not numbers or not 1 <= numbers[0] <= STEPS or (numbers[0] == STEPS and len(numbers) > 1):
        return HTMLResponse(render("error.html", sentence=_("The lesson has no such page.")), 404)
    number, decisions = numbers[0], _decisions(numbers[1:])
    if number == STEPS:
        return HTMLResponse(render("learn.html", step=number, steps=STEPS, words=words()))
    return HTMLResponse(_page(number, decisions, f"/learn/{where}"))


def addresses() -> Iterator[str]:
    """Every page of the lesson."""
    yield "/learn"
    for number, position in enumerate(POSITIONS, 1):
        yield f"/learn/{number}"
        for card in position.hand:
            yield f"/learn/{number}/{card}"
            if play(position, (Choose(card),)).outcome is None:
                yield from (f"/learn/{number}/{card}/{row}" for row in range(len(position.rows)))
    yield f"/learn/{STEPS}"


def _numbers(where: str) -> tuple[int, ...]:
    """The numbers of an address; none if it is not one of ours."""
    parts = where.split("/")
    fine = all(part.isascii() and part.isdigit() and len(part) <= _MOST_DIGITS for part in parts)
    return tuple(map(int, parts)) if fine and len(parts) <= len(("step", "card", "row")) else ()


def _decisions(numbers: tuple[int, ...]) -> tuple[Action, ...]:
    return (*map(Choose, numbers[:1]), *map(Take, numbers[1:]))


def _page(number: int, decisions: tuple[Action, ...], here: str) -> str:
    position, said = POSITIONS[number - 1], words()
    played = play(position, decisions)
    outcome = played.outcome
    shown = _frame(played.state, number, said[number - 1], outcome)
    return render(
        "learn.html",
        step=number,
        steps=STEPS,
        words=said,
        lesson=here,
        seen=shown.seen,
        view=shown.seen.view,
        f=shown,
        moments=[_moment(state, number) for state in played.moments],
        outcome=outcome,
        good=outcome is not None and outcome.heads <= position.least,
        verdict=_verdict(position, outcome) if outcome else "",
        why=why(position, outcome) if outcome else "",
    )


def _verdict(position: Position, outcome: Outcome) -> str:
    if outcome.heads > position.least:
        return _("That costs you {heads}.").format(heads=heads_text(outcome.heads))
    if outcome.heads:
        return _("Well done: {heads}, and it could not be less.").format(heads=heads_text(outcome.heads))
    return _("Well done: that costs you nothing.")


def why(position: Position, outcome: Outcome) -> str:
    """Why the card came to lie there, in one or two sentences."""
    card, row, behind = outcome.placed.card, outcome.placed.row, outcome.behind
    if outcome.placed.why == "low":
        said = _("Your {card} is lower than the last card of every row, so you took one, and it begins anew.")
    elif outcome.placed.row != outcome.meant:
        said = _("Before your {card} came, a lower card took the row you meant.")
    elif behind != position.rows[row][-1]:
        said = _("When your {card} came, lower cards had been placed: the closest row ended in {behind}.")
        if outcome.heads:
            said = _(
                "A lower card was placed before your {card}: the {behind} was the fifth, yours the sixth."
            )
    elif outcome.heads:
        said = _(
            "Of all rows that end below {card}, the one that ends in {behind} is the closest, and it is full."
        )
    else:
        said = _("Of all rows that end below {card}, the one that ends in {behind} is the closest.")
    return said.format(card=card, behind=behind)


def _frame(state: State, number: int, said: Words, outcome: Outcome | None) -> Frame:
    """The picture that the table would show, as far as the lesson asks for something."""
    shown = Frame(_look(state, number))
    prompt = shown.prompt if shown.asks == "take" else said.task
    progress = _("Step {step} of {steps}").format(step=number, steps=STEPS)
    if outcome is None:
        return shown.but(prompt=prompt, progress=progress, previews=())
    # The next turn is none of the lesson: nobody is thinking, and nothing is to be chosen.
    prompt = " ".join(Narrator(state.rules, _names(state), me=LEARNER).lines(outcome.placed))
    players = tuple(player._replace(status="", status_text="") for player in shown.players)
    return shown.but(**_AT_REST, prompt=prompt, progress=progress, players=players)


def _moment(state: State, number: int) -> Frame:
    """The picture while cards are placed."""
    return Frame(_look(state, number), **_AT_REST)


def _names(state: State) -> tuple[str, ...]:
    return (_("You"), *NAMES[: state.rules.seats - 1])


def _look(state: State, number: int) -> TableView:
    seats = state.rules.seats
    return TableView(
        id="",
        version=number,
        rules=state.rules,
        config=USUAL,
        seat=LEARNER,
        sitters=tuple(Sitter(name, HUMAN) for name in _names(state)),
        ready=(False,) * seats,
        stand_ins=(None,) * seats,
        host=None,
        games=1,
        game_id=None,
        between_rounds=False,
        promise="",
        next_promise="",
        text="",
        view=view(state, LEARNER),
        barred=False,
        clock=None,
        missed=0,
    )
