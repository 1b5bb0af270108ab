"""Who sits at a table, what they do and how far the game is, ready for the templates."""

from typing import Literal, NamedTuple

from sixth.i18n import gettext as _
from sixth.server.table.events import Sitter
from sixth.server.table.view import TableView
from sixth.server.web.views.cards import Card, cards_of

Status = Literal["", "ready", "chosen", "thinking", "out", "won", "turn"]


class Player(NamedTuple):
    """Somebody at the table, as everybody may know them; `stand_in` is the bot that plays for them.

    To themselves, whoever has given no name is called "You"; any other own name is `marked`.
    `run_by` is who runs a bot from outside, by what they say, or "".
    `advised` is how often they have asked the coach in this game, `coached` whether it tells them what
    turns were worth.
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
    open_hand: tuple[Card, ...]


def players_of(seen: TableView) -> tuple[Player, ...]:
    """Return who sits at the table."""
    return tuple([_player(seen, seat) for seat in range(len(seen.sitters))])


def progress_text(seen: TableView) -> str:
    """Return how far the game is."""
    view = seen.view
    if view is None or view.round == 0:
        return ""
    turns = sum(seen.rules.parts(len(view.seats_in) or 1))
    turn = min(view.turn, turns)
    if view.phase in ("pick", "lay") or seen.between_rounds or view.over:
        return _("Round {round}").format(round=view.round)
    return _("Round {round}, turn {turn} of {turns}").format(round=view.round, turn=turn, turns=turns)


def _player(seen: TableView, seat: int) -> Player:
    view, who, bot = seen.view, seen.sitters[seat], seen.stand_ins[seat]
    cards = cards_of(seen.rules.heads_of)
    status, text = _status(seen, seat, who)
    nameless = seat == seen.seat and who is not None and who.name == _("Guest")
    # Once a round is counted its heads are in the totals.
    counts = view is not None and not (seen.between_rounds or view.over)
    return Player(
        seat=seat,
        stand_in=bot.name if bot else "",
        name=_("You") if nameless else who.name if who else _("free seat"),
        kind=who.kind if who else "",
        run_by=who.run_by if who else "",
        you=seat == seen.seat,
        marked=seat == seen.seat and not nameless,
        total=view.totals[seat] if view else 0,
        heads=view.rules.heads_in(view.piles[seat]) if view and counts else 0,
        status=status,
        status_text=text,
        advised=sum(each.seat == seat for each in seen.advice),
        coached=any(each.seat == seat for each in seen.coached),
        open_hand=tuple(cards[card] for card in view.open_hands[seat]) if view and view.open_hands else (),
    )


def _status(seen: TableView, seat: int, who: Sitter | None) -> tuple[Status, str]:
    view = seen.view
    if who is None:
        return "", ""
    if view is not None and view.over and seat in view.winners:
        return "won", _("won")
    if view is not None and not view.over and seat not in view.seats_in:
        return "out", _("is out")
    if view is None or view.over or seen.between_rounds:
        return ("ready", _("is ready")) if seen.ready[seat] else ("", "")
    if view.phase == "choose":
        return ("chosen", _("has chosen")) if view.has_chosen[seat] else ("thinking", _("is thinking"))
    if view.actor == seat:
        return "turn", {
            "take": _("chooses a row"),
            "pick": _("picks a card"),
            "flip": _("turns over a card"),
        }.get(view.phase, "")
    return "", ""
