"""What the table page shows at one moment, ready for the templates: no rules and no wording left to them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from sixth.language import gettext as _
from sixth.rules.board import Side
from sixth.rules.events import Action, Flipped, Placed, Public, Revealed, Take
from sixth.rules.view import View
from sixth.server.happenings import Sitter
from sixth.server.table import Look
from sixth.server.web.drawing import Card, ShownRow, cards_of, shown_row
from sixth.server.web.helps import Danger, Helps, helps
from sixth.server.web.preview import Preview, previews
from sixth.server.web.prompt import Asks, asks_of, prompt_of, title_of
from sixth.server.web.saying import Said
from sixth.server.web.telling import names_of, tell
from sixth.server.web.words import game_title

Event = Literal["", "shown", "placed", "taken", "taken-by-you", "counted"]
Status = Literal["", "ready", "chosen", "thinking", "out", "won", "turn"]


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
    asks = asks_of(look)
    prompt = prompt_of(look, asks)
    cards, names = cards_of(look.rules.heads_of), names_of(look)
    slots = _slots(view, cards) if view else ()
    turn = _last_turn(view) if view else ()
    takes = tuple(event for event in turn if isinstance(event, Placed) and event.taken)
    costs = tuple(sum(cards[card].heads for card in take.taken) for take in takes)
    allowed = helps(look)
    return Frame(
        look=look,
        asks=asks,
        prompt=prompt,
        title=title_of(look, asks, prompt),
        game=game_title(look.rules),
        progress=_progress(look),
        players=_players(look),
        rows=_rows(
            view,
            allowed.dangers if allowed else (),
            () if asks == "back" else view.legal,
            # Once the game is over the rows are as they lie, and the table of heads tells all.
            {take.row: (names[take.seat], cost) for take, cost in zip(takes, costs, strict=True)}
            if not view.over
            else {},
        )
        if view
        else (),
        pending=tuple((cards[card], names[seat]) for card, seat in view.pending) if view else (),
        slots=slots,
        previews=previews(view) if view else (),
        focus=next((card for card, held in slots if held), None) if asks == "choose" else None,
        event=_event(look),
        helps=allowed,
        open_deck=tuple(cards[card] for card in view.open_deck) if view else (),
        last_turn=tuple(filter(None, (tell(event, look) for event in turn))),
        news=tuple((names[take.seat], take.card, cost) for take, cost in zip(takes, costs, strict=True)),
        say=say,
    )


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


def _rows(
    view: View,
    dangers: tuple[Danger, ...],
    legal: tuple[Action, ...],
    taken: Mapping[int, tuple[str, int]],
) -> tuple[ShownRow, ...]:
    cards = cards_of(view.rules.heads_of)
    decide: dict[int, list[Side | None]] = {}
    for action in legal:
        if isinstance(action, Take):
            decide.setdefault(action.row, []).append(action.end)
    return tuple(
        replace(
            shown_row(view.rules, index, row, cards),
            decide=tuple(decide.get(index, ())),
            taken=taken.get(index),
            danger=dangers[index] if dangers else None,
        )
        for index, row in enumerate(view.rows)
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
