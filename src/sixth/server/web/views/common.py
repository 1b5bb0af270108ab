"""What all who look at a table see alike at one moment, ready for the templates."""

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple

from sixth.i18n import gettext as _
from sixth.rules.events import Placed, Public
from sixth.server.table.events import Sitter
from sixth.server.table.state import Table
from sixth.server.table.view import TableView, table_view
from sixth.server.web.identity_key import IdentityKey
from sixth.server.web.text.narration import names_of
from sixth.server.web.views.cards import Card, ShownRow, cards_of, shown_row
from sixth.server.web.views.turn import Played, TakenRow, last_turn, played_in, rows_taken, taking

Status = Literal["", "ready", "chosen", "thinking", "out", "won", "turn"]


class Player(NamedTuple):
    """Somebody at the table, as everybody may know them; `stand_in` is the bot that plays for them.

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
    total: int
    heads: int
    status: Status
    status_text: str
    advised: int
    coached: bool
    open_hand: tuple[Card, ...]
    taking: tuple[Card, ...]


class Common:
    """What a picture of a table has alike for all who look, each part worked out when it is asked for.

    `seen` may be that of a spectator: nothing here is for one pair of eyes only.
    """

    def __init__(self, seen: TableView) -> None:
        self.seen = seen

    @cached_property
    def progress(self) -> str:
        """How far the game is."""
        return _progress(self.seen)

    @cached_property
    def players(self) -> tuple[Player, ...]:
        """Who sits at the table; none of them is `you`."""
        return tuple([_player(self.seen, seat) for seat in range(len(self.seen.sitters))])

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name on each seat."""
        return names_of(self.seen)

    @cached_property
    def rows(self) -> tuple[ShownRow, ...]:
        """The rows, with nothing to decide."""
        view = self.seen.view
        if view is None:
            return ()
        cards = cards_of(view.rules.heads_of)
        rows = [shown_row(view.rules, index, row, cards, self.placed) for index, row in enumerate(view.rows)]
        for row, (seat, heads) in self.takes.items():
            rows[row] = rows[row]._replace(taken=(self.names[seat], heads))
        return tuple(rows)

    @cached_property
    def takes(self) -> Mapping[int, tuple[int, int]]:
        """By row, the seat that took it in the last turn and the heads it cost; none once all is over."""
        if self.seen.view is None or self.seen.view.over:
            # The rows are as they lie, and the table of heads tells all.
            return {}
        return {each.row - 1: (each.seat, each.heads) for each in self.taken}

    @cached_property
    def placed(self) -> Mapping[int, int]:
        """The seats of those who placed cards in the last turn, by card."""
        return {event.card: event.seat for event in self.last_events if isinstance(event, Placed)}

    @cached_property
    def last_events(self) -> tuple[Public, ...]:
        """What happened in the turn that is being placed, or was placed last."""
        return last_turn(self.seen.view) if self.seen.view else ()

    @cached_property
    def taken(self) -> tuple[TakenRow, ...]:
        """The rows that were taken in the last turn."""
        return rows_taken(self.seen.rules.heads_of, self.last_events)

    @cached_property
    def played(self) -> tuple[Played, ...]:
        """The cards of the turn that is being placed, or was placed last."""
        return played_in(self.seen.view, self.last_events) if self.seen.view else ()


@lru_cache(256)
def common_of(_language: str, table: IdentityKey[Table]) -> Common:
    """Return what all viewers of a table see alike, made once for each table and language."""
    return Common(table_view(table.value, None))


def _progress(seen: TableView) -> str:
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
    heads_of, cards = seen.rules.heads_of, cards_of(seen.rules.heads_of)
    status, text = _status(seen, seat, who)
    # Once a round is counted its heads are in the totals.
    counts = view is not None and not (seen.between_rounds or view.over)
    return Player(
        seat=seat,
        stand_in=bot.name if bot else "",
        name=who.name if who else _("free seat"),
        kind=who.kind if who else "",
        run_by=who.run_by if who else "",
        you=False,
        total=view.totals[seat] if view else 0,
        heads=sum([heads_of[card] for card in view.piles[seat]]) if view and counts else 0,
        status=status,
        status_text=text,
        advised=sum(each.seat == seat for each in seen.advice),
        coached=any(each.seat == seat for each in seen.coached),
        open_hand=tuple(cards[card] for card in view.open_hands[seat]) if view and view.open_hands else (),
        taking=tuple(cards[card] for card in taking(view, seat)),
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
