"""The state after an event. Nothing is checked here: an event is a fact."""

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

from sixth.rules import events
from sixth.rules.board import put
from sixth.rules.events import Event
from sixth.rules.state import State, before_deal

_T = TypeVar("_T")


def evolve(state: State, event: Event) -> State:
    """Return the state after `event`."""
    return _FOLD[type(event)](state, event)


def fold(state: State, events: Iterable[Event]) -> State:
    """Return the state after all `events`."""
    for event in events:
        state = evolve(state, event)
    return state


def with_fields(value: _T, **changes: Any) -> _T:
    """Return the frozen dataclass `value` with other values in the fields that `changes` names.

    `dataclasses.replace` calls `__init__` with every field, which is six times slower.
    """
    new = object.__new__(type(value))
    object.__setattr__(new, "__dict__", value.__dict__ | changes)
    return new


def with_item(values: tuple[_T, ...], index: int, value: _T) -> tuple[_T, ...]:
    """Return `values` with `value` at `index`."""
    return (*values[:index], value, *values[index + 1 :])


def _without(values: tuple[int, ...], value: int) -> tuple[int, ...]:
    at = values.index(value)
    return values[:at] + values[at + 1 :]


def _lay(state: State, event: events.Laid) -> State:
    return with_fields(
        state,
        round=event.round,
        open_deck=event.cards,
        actor=event.first,
        turn=0,
        phase="pick",
        rows=(),
        piles=((),) * state.rules.seats,
        history=(event,),
    )


def _pick(state: State, event: events.Picked) -> State:
    seat, players = event.seat, state.seats_in
    hands = with_item(state.hands, seat, tuple(sorted((*state.hands[seat], event.card))))
    complete = sum(map(len, hands)) == state.rules.hand * len(players)
    return with_fields(
        state,
        hands=hands,
        open_deck=_without(state.open_deck, event.card),
        actor=None if complete else _next_seat(players, seat),
        phase="deal" if complete else "pick",
        history=(*state.history, event),
    )


def _next_seat(players: tuple[int, ...], seat: int) -> int:
    return players[(players.index(seat) + 1) % len(players)]


def _deal(state: State, event: events.Dealt) -> State:
    changes: dict[str, Any] = {}
    if event.part == 1:
        history = state.history if state.open_deck else ()
        changes = {"turn": 1, "piles": ((),) * state.rules.seats, "history": history}
    return with_fields(
        state,
        round=event.round,
        part=event.part,
        hands=event.hands,
        rows=event.rows,
        open_deck=(),
        **changes,
        **_turn_start(state),
    )


def _turn_start(state: State) -> dict[str, Any]:
    if state.rules.flips:
        return {"phase": "flip", "actor": state.seats_in[0]}
    return {"phase": "choose", "actor": None}


def _reveal(state: State, event: events.Revealed) -> State:
    hands = tuple(
        hand if card is None else _without(hand, card)
        for hand, card in zip(state.hands, event.cards, strict=True)
    )
    pending = tuple(sorted([(card, seat) for seat, card in enumerate(event.cards) if card is not None]))
    history = (*state.history, event)
    return _next_placement(
        with_fields(
            state, hands=hands, chosen=(None,) * len(hands), pending=pending, history=history, taking=None
        )
    )


def _flip(state: State, event: events.Flipped) -> State:
    hands = with_item(state.hands, event.seat, state.hands[event.seat][1:])
    pending = ((event.card, event.seat),)
    return _next_placement(
        with_fields(state, hands=hands, pending=pending, history=(*state.history, event), taking=None)
    )


def _next_placement(state: State) -> State:
    """Return the state before the next card: it is due if it has exactly one place, else its seat decides."""
    if len(state.places()) == 1:
        return with_fields(state, phase="place", actor=None)
    return with_fields(state, phase="take", actor=state.pending[0][1])


def _take(state: State, event: events.Took) -> State:
    return with_fields(
        state,
        taking=(event.row, event.end or "right"),
        phase="place",
        actor=None,
        history=(*state.history, event),
    )


def _place(state: State, event: events.Placed) -> State:
    seat, taken = event.seat, event.taken
    row = (event.card,) if taken else put(state.rows[event.row], event.card, event.end)
    new = with_fields(
        state,
        rows=with_item(state.rows, event.row, row),
        pending=state.pending[1:],
        taking=None,
        history=(*state.history, event),
    )
    if taken:
        new = with_fields(new, piles=with_item(state.piles, seat, state.piles[seat] + taken))
    return _next_placement(new) if new.pending else _after_placing(new, seat)


def _after_placing(state: State, seat: int) -> State:
    """Return the state after the last card of a turn (where cards are flipped: of a seat) was placed."""
    players, hands = state.seats_in, state.hands
    if state.rules.flips and seat != players[-1]:
        return with_fields(state, phase="flip", actor=_next_seat(players, seat))
    if hands[players[0]]:
        return with_fields(state, turn=state.turn + 1, **_turn_start(state))
    if state.part < len(state.rules.parts(len(players))):
        return with_fields(state, turn=state.turn + 1, phase="deal", actor=None)
    return with_fields(state, phase="score", actor=None)


def _score(state: State, event: events.RoundEnded) -> State:
    seats_in = tuple(seat for seat in state.seats_in if seat not in event.out)
    end = state.rules.end
    over = {
        "score": max(event.totals) >= end.count,
        "rounds": event.round >= end.count,
        "elimination": len(seats_in) <= 1,
    }[end.kind]
    return with_fields(
        state,
        part=0,
        seats_in=seats_in,
        totals=event.totals,
        past=(*state.past, event.heads),
        out_now=event.out,
        phase="end" if over else before_deal(state.rules),
    )


_FOLD: Final[dict[type, Callable[[State, Any], State]]] = {
    events.Laid: _lay,
    events.Picked: _pick,
    events.Dealt: _deal,
    events.Chose: lambda state, event: with_fields(
        state, chosen=with_item(state.chosen, event.seat, event.card)
    ),
    events.Revealed: _reveal,
    events.Flipped: _flip,
    events.Took: _take,
    events.Placed: _place,
    events.RoundEnded: _score,
    events.GameEnded: lambda state, event: with_fields(state, phase="over", winners=event.winners),
    events.Abandoned: lambda state, event: with_fields(state, phase="over", actor=None),
}
