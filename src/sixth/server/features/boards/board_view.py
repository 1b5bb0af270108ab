"""The values of the pages of boards: a board with its deals, and the result of its player."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sixth.i18n import date_text, gettext as _, ngettext, number_text, percent_text
from sixth.server.features.boards.board import Board
from sixth.server.features.boards.boards import BoardResult, Progress
from sixth.server.features.boards.results import DealScore
from sixth.server.web.text.labels import board_title
from sixth.server.web.views.choices import signed_text


class DealLine(NamedTuple):
    """A deal on the page of its board; texts are "" until it is finished.

    `state` is "over", "playing", "next", or "" for a deal that has to wait, or that nobody can play any more.
    """

    number: int
    state: str
    heads: str = ""
    others: str = ""
    score: str = ""
    table_id: str = ""


def deal_lines(progress: Progress, result: BoardResult, *, is_open: bool) -> Sequence[DealLine]:
    """Return the lines of all deals of a board for a player."""
    scores = dict(zip((each.deal for each in progress.finished), result.deals, strict=True))
    lines = []
    for number in range(1, progress.board.deals + 1):
        known = progress.try_of(number)
        if known is None:
            lines.append(DealLine(number, "next" if is_open and number == progress.next else ""))
        elif score := scores.get(known.deal):
            lines.append(_finished(number, score, known.table_id))
        else:
            lines.append(DealLine(number, "playing", table_id=known.table_id))
    return lines


def _finished(number: int, each: DealScore, table_id: str) -> DealLine:
    others = "" if each.others is None else number_text(each.others, digits=1)
    score = "" if each.others is None else signed_text(each.score)
    return DealLine(number, "over", number_text(each.heads), others, score, table_id)


def board_facts(progress: Progress, result: BoardResult, *, is_open: bool) -> Mapping[str, object]:
    """Return what pages show of a board to its player."""
    board, done = progress.board, len(progress.finished)
    is_alone = all(each.others is None for each in result.deals)
    texts = {"result": "", "place": _("Nobody else has finished this deal yet.") if done else ""}
    if done and not is_alone:
        texts = {"result": signed_text(result.score), "place": place_text(result)}
    return {
        "key": board.key,
        "title": board_title(board.key),
        "is_weekly": board.is_weekly,
        "is_open": is_open,
        "until": date_text(board.last),
        "lines": deal_lines(progress, result, is_open=is_open),
        "done": done_text(board, done),
        "played": done,
        "counted": progress.counted,
        **texts,
    }


def done_text(board: Board, done: int) -> str:
    """Return how many deals of a board a player has finished."""
    return _("{done} of {count} deals played").format(done=done, count=board.deals)


def place_text(result: BoardResult) -> str:
    """Return the place of a player who has finished all deals among all who have; "" for others."""
    if result.ahead is None:
        return ""
    text = ngettext(
        "Ahead of {share} of {count} player.", "Ahead of {share} of {count} players.", result.players
    )
    return text.format(share=percent_text(result.ahead, digits=0), count=number_text(result.players))
