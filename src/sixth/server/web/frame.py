"""What the table page shows at one moment, ready for the templates: no rules and no wording left to them."""

from dataclasses import dataclass, replace
from functools import cache
from typing import Final, Literal

from sixth.language import and_list
from sixth.language import gettext as _
from sixth.rules.board import Row, Side
from sixth.rules.events import Action, Choose, Flipped, Pick, Placed, Public, Revealed, Take
from sixth.rules.options import Rules, name_of
from sixth.rules.view import View
from sixth.server.happenings import Sitter
from sixth.server.table import Look
from sixth.server.web.helps import Helps, helps
from sixth.server.web.preview import Preview, previews
from sixth.server.web.saying import Said
from sixth.server.web.telling import names_of, tell
from sixth.server.web.words import titles

_MOST_NAMES: Final = 3

Asks = Literal["choose", "take", "side", "pick", "flip", "next", "again", "sit", "begin", "back", "wait"]
Event = Literal["", "shown", "placed", "taken", "taken-by-you", "counted"]
Status = Literal["", "ready", "chosen", "thinking", "out", "won", "turn"]


@dataclass(frozen=True, slots=True)
class Card:
    """A card to be drawn: its number and its heads."""

    number: int
    heads: int


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row: its cards, room left, what taking it costs, and the ends this viewer may decide for.

    `taken` is who took it in this turn, and the heads it cost.
    """

    number: int
    cards: tuple[Card, ...]
    room: int
    heads: int
    decide: tuple[Side | None, ...]
    taken: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at the table, as everybody may know them; `stand_in` is the bot that plays for them."""

    seat: int
    name: str
    kind: str
    stand_in: str
    you: bool
    total: int
    heads: int
    status: Status
    status_text: str
    open_hand: tuple[Card, ...]
    taking: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a table for one viewer.

    `slots` is the own hand in order, each card with whether it is still held; `focus` the card to focus when
    the focused one has gone. `event` is what was shown last, to be heard, and `previews` where the cards of
    the hand would go. `news` are the takes of the last turn (name, card, heads), `say` sentences to announce.
    """

    look: Look
    asks: Asks
    prompt: str
    title: str
    game: str
    progress: str
    players: tuple[Player, ...]
    rows: tuple[ShownRow, ...]
    pending: tuple[tuple[Card, str], ...]
    slots: tuple[tuple[Card, bool], ...]
    previews: tuple[Preview, ...]
    focus: Card | None
    event: Event
    helps: Helps | None
    open_deck: tuple[Card, ...]
    last_turn: tuple[str, ...]
    news: tuple[tuple[str, int, int], ...]
    say: tuple[Said, ...]


def frame(look: Look, say: tuple[Said, ...] = ()) -> Frame:
    """The picture of what `look` sees; `say` are the sentences to announce with it."""
    view = look.view
    asks = _asks(look)
    prompt = _prompt(look, asks)
    cards = cards_of(look.rules.heads_of)
    slots = _slots(view, cards) if view else ()
    yours = asks not in ("wait", "sit", "back")
    return Frame(
        look=look,
        asks=asks,
        prompt=prompt,
        title=_("Your turn") if yours and look.games else prompt,
        game=game_title(look),
        progress=_progress(look),
        players=_players(look),
        rows=_rows(look, view, cards, () if asks == "back" else view.legal) if view else (),
        pending=tuple((cards[card], names_of(look)[seat]) for card, seat in view.pending) if view else (),
        slots=slots,
        previews=previews(view) if view else (),
        focus=next((card for card, held in slots if held), None) if asks == "choose" else None,
        event=_event(look),
        helps=helps(look),
        open_deck=tuple(cards[card] for card in view.open_deck) if view else (),
        last_turn=tuple(filter(None, (tell(event, look) for event in _last_turn(view)))) if view else (),
        news=_takes(view, cards, names_of(look)) if view else (),
        say=say,
    )


def game_title(look: Look) -> str:
    """What this game is called."""
    return titles().get(name_of(look.rules) or "", _("House rules"))


@cache
def cards_of(heads_of: tuple[int, ...]) -> tuple[Card, ...]:
    """Every card by its number, made once for each table of heads."""
    return tuple(Card(number, heads) for number, heads in enumerate(heads_of))


def _asks(look: Look) -> Asks:
    """What the page asks of its viewer."""
    view, seat = look.view, look.seat
    if seat is not None and look.stand_ins[seat] is not None:
        return "back"
    if view is None:
        if seat is None:
            return "sit" if None in look.sitters and not look.barred else "wait"
        return "begin" if seat == look.host else "wait"
    if seat is None:
        return "wait"
    if view.over:
        return "again"
    if look.between_rounds:
        return "next"
    if view.phase == "flip":
        return "flip" if view.actor == seat else "wait"
    match view.legal[:1]:
        case (Choose(),):
            return "choose"
        case (Pick(),):
            return "pick"
        case (Take(end=end),):
            return "take" if end is None else "side"
    return "wait"


def _prompt(look: Look, asks: Asks) -> str:
    view, names = look.view, names_of(look)
    if asks == "choose" and view is not None:
        if view.chosen is None:
            return _("Choose a card.")
        others = [names[seat] for seat in view.to_act if seat != look.seat]
        waiting = _waiting_for(others)
        return _("You chose {card}. You can still change it.").format(card=view.chosen) + " " + waiting
    if asks in ("take", "side") and view is not None:
        card = view.pending[0][0]
        if asks == "take":
            return _("Your {card} fits nowhere: take a row.").format(card=card)
        return _("Your {card} has two equally close places: choose one.").format(card=card)
    bot = look.stand_ins[look.seat] if look.seat is not None else None
    if bot is not None:
        return _("{bot} plays for you until you come back.").format(bot=bot.name)
    if look.barred:
        return _("The host has asked you to leave this table.")
    plain = {
        "pick": _("Your pick: take a card from the open deck."),
        "flip": _("Your turn: turn over your top card."),
        "next": _("The round is over."),
        "sit": _("Take a seat to play."),
        "begin": _("Start when everybody is here; bots take the free seats."),
    }
    if asks in plain:
        return plain[asks]
    return _waiting(look, view, names)


def _waiting_for(names: list[str]) -> str:
    """Whom the table waits for, by name as far as there is room; the list of players shows them all."""
    if len(names) > _MOST_NAMES:
        more = len(names) - _MOST_NAMES + 1
        names = [*names[: _MOST_NAMES - 1], _("{count} more").format(count=more)]
    return _("Waiting for {names}.").format(names=and_list(names))


def _waiting(look: Look, view: View | None, names: tuple[str, ...]) -> str:
    if view is None:
        host = look.sitters[look.host] if look.host is not None else None
        return _("Waiting for {names} to start.").format(names=host.name if host else "…")
    if view.over:
        if not view.winners:
            return _("The game was left.")
        return _("The game is over. Won by: {names}.").format(
            names=and_list([names[seat] for seat in view.winners])
        )
    if look.between_rounds:
        return _("The round is over.")
    if look.seat is not None and look.seat not in view.seats_in:
        return _("You are out, and watch until the end.")
    waiting_for = view.to_act or ((view.actor,) if view.phase == "flip" and view.actor is not None else ())
    if waiting_for:
        return _waiting_for([names[seat] for seat in waiting_for])
    return _("Placing the cards…")


def _progress(look: Look) -> str:
    view = look.view
    if view is None or view.round == 0:
        return ""
    turns = sum(look.rules.parts(len(view.seats_in) or 1))
    turn = min(view.turn, turns)
    if view.phase in ("pick", "lay") or look.between_rounds or view.over:
        return _("Round {round}").format(round=view.round)
    return _("Round {round}, turn {turn} of {turns}").format(round=view.round, turn=turn, turns=turns)


def _players(look: Look) -> tuple[Player, ...]:
    view, cards = look.view, cards_of(look.rules.heads_of)
    # Once a round is counted its heads are in the totals.
    open_round = view and not (look.between_rounds or view.over)
    heads = view.round_heads if view and open_round else (0,) * len(look.sitters)
    players = []
    for seat, who in enumerate(look.sitters):
        status, text = _status(look, seat, who)
        players.append(
            Player(
                seat=seat,
                stand_in=bot.name if (bot := look.stand_ins[seat]) else "",
                name=who.name if who else _("free seat"),
                kind=who.kind if who else "",
                you=seat == look.seat,
                total=view.totals[seat] if view else 0,
                heads=heads[seat],
                status=status,
                status_text=text,
                open_hand=tuple(cards[card] for card in view.open_hands[seat])
                if view and view.open_hands
                else (),
                taking=tuple(cards[card] for card in _taking(view, seat)),
            )
        )
    return tuple(players)


def _status(look: Look, seat: int, who: Sitter | None) -> tuple[Status, str]:
    view = look.view
    if who is None:
        return "", ""
    if view is None:
        return ("ready", _("is ready")) if look.ready[seat] else ("", "")
    if view.over:
        return ("won", _("won")) if seat in view.winners else ("", "")
    if seat not in view.seats_in:
        return "out", _("is out")
    if look.between_rounds:
        return "", ""
    if view.phase == "choose":
        return ("chosen", _("has chosen")) if view.has_chosen[seat] else ("thinking", _("is thinking"))
    if view.actor == seat:
        return "turn", {
            "take": _("chooses a row"),
            "pick": _("picks a card"),
            "flip": _("turns over a card"),
        }.get(view.phase, "")
    return "", ""


def _rows(look: Look, view: View, cards: tuple[Card, ...], legal: tuple[Action, ...]) -> tuple[ShownRow, ...]:
    decide: dict[int, list[Side | None]] = {}
    for action in legal:
        if isinstance(action, Take):
            decide.setdefault(action.row, []).append(action.end)
    takes = {
        event.row: event
        for event in _last_turn(view)
        if isinstance(event, Placed) and event.taken and view.phase != "over"
    }
    names = names_of(look)
    return tuple(
        replace(
            shown_row(view.rules, index, row, cards),
            decide=tuple(decide.get(index, ())),
            taken=(names[took.seat], sum(cards[card].heads for card in took.taken))
            if (took := takes.get(index))
            else None,
        )
        for index, row in enumerate(view.rows)
    )


def shown_row(rules: Rules, index: int, row: Row, cards: tuple[Card, ...]) -> ShownRow:
    """The row as it is drawn, with nothing to decide."""
    return ShownRow(
        number=index + 1,
        cards=tuple(cards[card] for card in row),
        room=max(0, rules.row_limit - len(row)),
        heads=sum(cards[card].heads for card in row),
        decide=(),
    )


def _event(look: Look) -> Event:
    """What was shown last, as a page that has it heard tells it apart."""
    view = look.view
    if view is None:
        return ""
    if view.over or look.between_rounds:
        return "counted"
    match view.history[-1:]:
        case (Placed(seat=seat, taken=taken),):
            return "placed" if not taken else "taken-by-you" if seat == look.seat else "taken"
        case (Revealed() | Flipped(),):
            return "shown"
    return ""


def _taking(view: View | None, seat: int) -> tuple[int, ...]:
    """The cards that this seat took with the last placement, so that one sees where they go."""
    match view.history[-1:] if view else ():
        case (Placed(seat=taker, taken=taken),) if taker == seat:
            return taken
    return ()


def _slots(view: View, cards: tuple[Card, ...]) -> tuple[tuple[Card, bool], ...]:
    """The own hand with a gap where a card was played, so that no card moves under the pointer."""
    if view.seat is None or view.rules.flips:
        return ()
    earlier = sum(view.rules.parts(len(view.seats_in))[: view.part - 1]) if view.part else 0
    shown = [event.cards[view.seat] for event in view.history if isinstance(event, Revealed)]
    played = {card for card in shown[earlier:] if card is not None}
    return tuple((cards[card], card not in played) for card in sorted({*view.hand, *played}) if view.hand)


def _takes(view: View, cards: tuple[Card, ...], names: tuple[str, ...]) -> tuple[tuple[str, int, int], ...]:
    return tuple(
        (names[event.seat], event.card, sum(cards[card].heads for card in event.taken))
        for event in _last_turn(view)
        if isinstance(event, Placed) and event.taken
    )


def _last_turn(view: View) -> tuple[Public, ...]:
    """The events of the turn that is being placed, or was placed last."""
    history = view.history
    begins = [at for at, event in enumerate(history) if isinstance(event, Revealed)]
    if begins:
        return history[begins[-1] :]
    placed = [at for at, event in enumerate(history) if isinstance(event, Flipped | Placed)]
    return (
        history[placed[-2 * len(view.seats_in)] :] if len(placed) >= 2 * len(view.seats_in) else history[-8:]
    )
