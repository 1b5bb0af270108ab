"""What pages show of games that are over, made in the process that has them at hand (`service.archive`)."""

from datetime import datetime
from functools import lru_cache
from gzip import compress
from typing import TYPE_CHECKING, Final

from sixth.coach.codec import review_from_json
from sixth.coach.text import headline
from sixth.i18n import current_language, date_text, using_language
from sixth.rules.codec import loads
from sixth.rules.display.standings import standings
from sixth.rules.events import Dealt
from sixth.rules.record import HUMAN, Record
from sixth.rules.view import view
from sixth.server.service.ended.game import EndedGame, Games
from sixth.server.web.middleware.compression import LEVEL
from sixth.server.web.middleware.preferences import Preferences, using_preferences
from sixth.server.web.templating.environment import as_script, render
from sixth.server.web.templating.result_picture import Caption, font_file, result_svg
from sixth.server.web.text.labels import bot_text, bot_titles
from sixth.server.web.text.result import place_of_text
from sixth.server.web.text.titles import ended_title
from sixth.server.web.views.coach.page import review_page
from sixth.server.web.views.replay import count_rounds, narrate_round, round_of_step
from sixth.server.web.wire.sentences import REPLAY, catalogue

if TYPE_CHECKING:
    # It would import what the process has no use for.
    from sixth.server.service.reviews.queue import Asked


def _encoded(text: str, *, packed: bool) -> bytes:
    """Return the bytes of a text, compressed if wished; the same text makes the same bytes."""
    body = text.encode()
    return compress(body, LEVEL, mtime=0) if packed else body


def record_text(game: EndedGame, *, packed: bool) -> bytes:
    """Return the record of a game as it stands in a file."""
    return _encoded(game.record.text(), packed=packed)


def replay_page(
    game: EndedGame, *, preferences: Preferences, home: str, round: int | None, at: int | None, packed: bool
) -> bytes:
    """Return the page on which scripts show a game step by step, on the site at `home`.

    Where there are no scripts it leads to the text of the round or step.
    """
    kinds = [each.kind for each in game.record.seats]
    with using_preferences(preferences):
        sentences = {
            "speech": catalogue(current_language(), REPLAY),
            "here": f"/g/{game.record.game}",
            "title": ended_title(game),
            "kinds": ["" if kind == HUMAN else bot_text(kind) for kind in kinds],
        }
        page = render(
            "pages/replay.html",
            home=home,
            sentences=as_script(sentences),
            round=round,
            at=at,
            **_result_context(game),
        )
    return _encoded(page, packed=packed)


def replay_text_page(
    game: EndedGame, *, preferences: Preferences, home: str, round: int | None, at: int | None, packed: bool
) -> bytes:
    """Return a round of a game as text: that of step `at` where no round is named."""
    record = game.record
    rounds = count_rounds(record)
    shown = min(max(round or round_of_step(record, at or 1), 1), rounds)
    with using_preferences(preferences):
        narrated = narrate_round(record, shown)
        page = render(
            "pages/replay_text.html",
            home=home,
            round=shown,
            rounds=rounds,
            narrated=narrated,
            **_result_context(game),
        )
    return _encoded(page, packed=packed)


def _result_context(game: EndedGame) -> dict[str, object]:
    """Return what the templates of both pages of an ended game need."""
    record, result = game.record, view(game.end, None)
    proof = next((event.proof for event in record.events if isinstance(event, Dealt)), None)
    return {
        "title": ended_title(game),
        "record": record,
        "result": result,
        "standings": standings(result),
        "commitment": proof.commitment if proof else "",
        "daily": game.daily,
        "bots": bot_titles(),
        "seat": None,
    }


_FAR: Final = 8
"""Reviews before one's own from which on the page says that it takes long."""


def coach_page(
    game: EndedGame,
    *,
    preferences: Preferences,
    seat: int | None,
    asked: "Asked | None",
    packed: bool,
) -> bytes:
    """Return the page of the coach: the review of a seat as far as it is, or the seats there are."""
    record, shown = game.record, None
    with using_preferences(preferences):
        if seat is not None and asked is not None and asked.body is not None:
            shown = review_page(record, review_from_json(loads(asked.body)))
        page = render(
            "pages/coach.html",
            record=record,
            game=ended_title(game),
            people=people_of(record),
            seat=seat,
            name="" if seat is None else record.seats[seat].name,
            asked=asked,
            far=_FAR,
            shown=shown,
        )
    return _encoded(page, packed=packed)


def people_of(record: Record) -> list[int]:
    """Return the seats that people had."""
    return [seat for seat, each in enumerate(record.seats) if each.kind == HUMAN]


def review_summary(_games: Games, *, body: str) -> str:
    """Return what a review, as it is kept, comes to in one sentence, for whoever sat there."""
    return headline(review_from_json(loads(body)).total)


def review_themes(game: EndedGame, *, body: str) -> dict[str, list[float]]:
    """Return what the choices of a reviewed seat cost by theme: the heads, and half their interval."""
    from sixth.puzzles.costs import theme_costs

    costs = theme_costs(game.record, review_from_json(loads(body)))
    return {theme: [each.value, (each.ci[1] - each.ci[0]) / 2] for theme, each in costs.items()}


def result_picture(game: EndedGame, *, seat: int | None, language: str, site: str) -> str:
    """Return the picture of a game's result as an SVG, in which `seat` stands out; `site` is named in it."""
    with using_language(language):
        return result_svg(view(game.end, None), seat, _caption(game, seat, site))


def result_bitmap(game: EndedGame, *, seat: int | None, language: str, site: str) -> bytes:
    """Return the picture of a game's result as a PNG."""
    return _png(result_picture(game, seat=seat, language=language, site=site))


def _caption(game: EndedGame, seat: int | None, site: str) -> Caption:
    record, found = game.record, standings(view(game.end, None))
    place = next((each.place for each in found if each.seat == seat), None)
    day = date_text(datetime.fromisoformat(record.started).date(), "medium") if record.started else ""
    return Caption(
        title=ended_title(game),
        own="" if place is None else place_of_text(place, len(found)),
        about=" · ".join(filter(None, (day, site))),
    )


@lru_cache(64)
def _png(drawn: str) -> bytes:
    # Only who asks for one waits until this is loaded.
    from resvg_py import svg_to_bytes

    return bytes(svg_to_bytes(svg_string=drawn, skip_system_fonts=True, font_files=[font_file()]))
