"""The players of a table and the progress of the game, ready for the templates."""

from typing import Literal, NamedTuple

from sixth.i18n import gettext as _
from sixth.server.table.events import Sitter
from sixth.server.table.view import TableView

Status = Literal["", "ready", "chosen", "thinking", "out", "won", "turn"]


class PlayerRow(NamedTuple):
    """A player as everybody may know them; `stand_in` is the bot that plays for them, or "".

    A viewer without a name is called "You"; any other name of the viewer is `marked`. `run_by` is who claims
    to run a bot from outside, or "". `advised` is how often the player has asked the coach in this game,
    `coached` whether it tells them what turns were worth.
    """

    seat: int
    name: str
    kind: str
    run_by: str
    stand_in: str
    you: bool
    marked: bool
    total: int
    heads: int
    status: Status
    status_text: str
    advised: int
    coached: bool


def progress_text(table: TableView) -> str:
    """Return the round and the turn of the game in words, "" before it."""
    view = table.view
    if view is None or view.round == 0:
        return ""
    turns = sum(table.rules.parts(len(view.seats_in) or 1))
    turn = min(view.turn, turns)
    if view.phase in ("pick", "lay") or table.between_rounds or view.over:
        return _("Round {round}").format(round=view.round)
    return _("Round {round}, turn {turn} of {turns}").format(round=view.round, turn=turn, turns=turns)


def player_of(table: TableView, seat: int) -> PlayerRow:
    """Return the player on a seat of the table."""
    view, who, bot = table.view, table.sitters[seat], table.stand_ins[seat]
    status, text = _status(table, seat, who)
    nameless = seat == table.seat and who is not None and who.name == _("Guest")
    # After a round its heads are part of the totals.
    counts = view is not None and not (table.between_rounds or view.over)
    return PlayerRow(
        seat=seat,
        stand_in=bot.name if bot else "",
        name=_("You") if nameless else who.name if who else _("free seat"),
        kind=who.kind if who else "",
        run_by=who.run_by if who else "",
        you=seat == table.seat,
        marked=seat == table.seat and not nameless,
        total=view.totals[seat] if view else 0,
        heads=view.rules.heads_in(view.piles[seat]) if view and counts else 0,
        status=status,
        status_text=text,
        advised=sum(each.seat == seat for each in table.advice),
        coached=any(each.seat == seat for each in table.coached),
    )


def _status(table: TableView, seat: int, who: Sitter | None) -> tuple[Status, str]:
    view = table.view
    if who is None:
        return "", ""
    if view is not None and view.over and seat in view.winners:
        return "won", _("won")
    if view is not None and not view.over and seat not in view.seats_in:
        return "out", _("is out")
    if view is None or view.over or table.between_rounds:
        return ("ready", _("is ready")) if table.ready[seat] else ("", "")
    if view.phase == "choose":
        return ("chosen", _("has chosen")) if view.has_chosen[seat] else ("thinking", _("is thinking"))
    if view.actor == seat:
        return "turn", {
            "take": _("chooses a row"),
            "pick": _("picks a card"),
            "flip": _("turns over a card"),
        }.get(view.phase, "")
    return "", ""
