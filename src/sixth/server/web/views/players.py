"""The players of a table and the progress of the game, ready for the templates."""

from typing import NamedTuple

from sixth.i18n import gettext as _
from sixth.server.table.view import TableView


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
    marked: bool
    heads: int
    status: str
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
    nameless = seat == table.seat and who is not None and who.name == _("Guest")
    # After a round its heads are part of the totals.
    counts = view is not None and not (table.between_rounds or view.over)
    heads = view.rules.heads_in(view.piles[seat]) if view and counts else 0
    return PlayerRow(
        seat=seat,
        stand_in=bot.name if bot else "",
        name=_("You") if nameless else who.name if who else _("free seat"),
        kind=who.kind if who else "",
        run_by=who.run_by if who else "",
        marked=seat == table.seat and not nameless,
        heads=heads + (view.totals[seat] if view else 0),
        status=_status(table, seat) if who else "",
        advised=sum(each.seat == seat for each in table.advice),
        coached=any(each.seat == seat for each in table.coached),
    )


def _status(table: TableView, seat: int) -> str:
    """Return what a player does, or has become, in a few words, "" for nothing."""
    view = table.view
    if view is not None and view.over and seat in view.winners:
        return _("won")
    if view is not None and not view.over and seat not in view.seats_in:
        return _("is out")
    if view is None or view.over or table.between_rounds:
        return _("is ready") if table.ready[seat] else ""
    if view.phase == "choose":
        return _("has chosen") if view.has_chosen[seat] else _("is thinking")
    doing = {"take": _("chooses a row"), "pick": _("picks a card"), "flip": _("turns over a card")}
    return doing.get(view.phase, "") if view.actor == seat else ""
