"""Pages, files and pictures of ended games, made in the process that works on them (`live.archive`)."""

from functools import lru_cache
from typing import Final

from sixth.i18n import current_language, gettext as _, using_language
from sixth.rules.display.standings import standings
from sixth.rules.events import Dealt
from sixth.rules.record import HUMAN
from sixth.rules.view import view
from sixth.server.features.replay.picture import font_file, result_svg
from sixth.server.features.replay.steps import count_rounds, narrate_round, round_of_step
from sixth.server.live.archive import EndedGame
from sixth.server.protocol.dealt import board_deal
from sixth.server.table import seating
from sixth.server.table.codec import dumps_event
from sixth.server.table.events import Began, Sat
from sixth.server.web.middleware.compression import encode_body
from sixth.server.web.middleware.preferences import Preferences, using_preferences
from sixth.server.web.templating.environment import as_script, render
from sixth.server.web.templating.sentences import TABLE, catalogue
from sixth.server.web.text.labels import bot_text, bot_titles, ended_title

SCRIPTS: Final = (*TABLE, "replay/picture.js")
"""The scripts with sentences on the page of a replay."""


def record_text(game: EndedGame, *, packed: bool) -> bytes:
    """Return the record of a game as a file."""
    return encode_body(game.record.text(), packed=packed)


def replay_page(
    game: EndedGame,
    *,
    preferences: Preferences,
    home: str,
    round: int | None,
    at: int | None,
    as_text: bool,
    own: int | None,
    packed: bool,
) -> bytes:
    """Return the page on which scripts show a game step by step, on the site at `home`.

    Without scripts the page links to the same page `as_text`: a round of the game, `round` or that of step
    `at`. `own` is the seat of the reader, if they played.
    """
    record = game.record
    with using_preferences(preferences):
        context = _result_context(game, own) | {"home": home}
        if as_text:
            rounds = count_rounds(record)
            number = min(max(round or round_of_step(record, at or 1), 1), rounds)
            context |= {"round": number, "rounds": rounds, "narration": narrate_round(record, number, own)}
            page = render("replay/templates/replay_text.html", **context)
        else:
            kinds = [each.kind for each in record.seats]
            sentences = {
                "speech": catalogue(current_language(), SCRIPTS),
                "here": f"/g/{record.game}",
                "title": ended_title(game),
                "own": own,
                "marks": game.marks,
                "kinds": ["" if kind == HUMAN else bot_text(kind) for kind in kinds],
            }
            context |= {"sentences": as_script(sentences), "round": round, "at": at}
            page = render("replay/templates/replay.html", **context)
    return encode_body(page, packed=packed)


def names_in(game: EndedGame, own: int | None) -> list[str]:
    """Return the names on the seats of a game, with "You" for the reader's `own`."""
    return [_("You") if seat == own else each.name for seat, each in enumerate(game.record.seats)]


def _result_context(game: EndedGame, own: int | None) -> dict[str, object]:
    record, result = game.record, view(game.end, None)
    proof = next((event.proof for event in record.events if isinstance(event, Dealt)), None)
    return {
        "title": ended_title(game),
        "record": record,
        "names": names_in(game, own),
        "marks": game.marks,
        "result": result,
        "standings": standings(result),
        "commitment": proof.commitment if proof else "",
        "daily": "" if board_deal(game.daily) else game.daily,
        "board": game.daily if board_deal(game.daily) else "",
        "bots": bot_titles(),
    }


def opening_again(
    game: EndedGame, *, table_id: str, person: Sat, bots: str, began: Began, at: int
) -> tuple[str, ...]:
    """Return the first events of a table with the deals of this game, as JSON for its log.

    The first `at` events of the game are among them. `bots` has all seats but that of `person`.
    """
    return tuple(map(dumps_event, seating.deal_again(table_id, game.record, person, bots, began, at=at)))


def result_picture(game: EndedGame, *, seat: int | None, language: str, site: str) -> str:
    """Return the picture of a game's result as an SVG, in which `seat` stands out; `site` is named in it."""
    with using_language(language):
        return result_svg(game, seat, site)


def result_bitmap(game: EndedGame, *, seat: int | None, language: str, site: str) -> bytes:
    """Return the picture of a game's result as a PNG."""
    return _png(result_picture(game, seat=seat, language=language, site=site))


@lru_cache(64)
def _png(svg: str) -> bytes:
    # The import takes a while, and only a request for a PNG needs it.
    from resvg_py import svg_to_bytes

    return bytes(svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=[font_file()]))
