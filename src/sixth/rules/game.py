"""The legal actions (`legal`), the events that follow from one (`decide`), and the event that is due (`due`).

A game is the fold of its events. A seat or the dealer decides some events; all others follow from the state
alone (`due`). So the code that plays a game also checks a record, event by event.
"""

from functools import cache
from typing import Final

from sixth.rules import events
from sixth.rules.events import CHOOSE, Action, Event, Proof, Step, Why
from sixth.rules.fold import evolve
from sixth.rules.sentence import Sentence, SentenceError
from sixth.rules.state import State


class Refusal(SentenceError):
    """An action that the rules or a table do not allow now; always raised as one of the subclasses."""


class NotNow(Refusal):
    """An action that does not fit the current state, and may fit a later one."""


class Impossible(Refusal):
    """An action on something that does not exist, such as a card that is not in the hand."""


class Forbidden(Refusal):
    """An action that is not for this seat, or not for this table."""


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """Return the actions that `seat` may take now, ascending; a seat that has chosen may choose again.

    Raises:
        Refusal: there is no such seat.
    """
    if not 0 <= seat < state.rules.seats:
        raise Impossible(
            "no-such-seat",
            "There is no seat {seat}; seats are 0 to {last}.",
            seat=seat,
            last=state.rules.seats - 1,
        )
    phase = state.phase
    if phase == "choose":
        return tuple([CHOOSE[card] for card in state.hands[seat]])
    if seat != state.actor:
        return ()
    if phase == "take":
        choice = state.places()
        if choice:
            return tuple(events.Take(row, end) for row, end in choice)
        return _takes(len(state.rows))
    if phase == "pick":
        return tuple(events.Pick(card) for card in state.open_deck)
    return ()


@cache
def _takes(rows: int) -> tuple[Action, ...]:
    return tuple(events.Take(row) for row in range(rows))


def decide(state: State, seat: int | None, action: Action | Step) -> tuple[Event, ...]:
    """Return the events of `action` by `seat` (None: the dealer), or () if it changes nothing.

    Raises:
        Refusal: the rules do not allow it.
    """
    return advance(state, seat, action)[0]


def advance(state: State, seat: int | None, action: Action | Step) -> tuple[tuple[Event, ...], State]:
    """Return the events of `decide` and the state after them; it refuses what `decide` does."""
    event = event_of(state, seat, action)
    events: list[Event] = []
    while event is not None:
        state = evolve(state, event)
        events.append(event)
        event = due(state)
    return tuple(events), state


def event_of(state: State, seat: int | None, action: Action | Step) -> Event | None:
    """Return the first event of `decide`, which decides all others (`due`); None if nothing changes."""
    if seat is None:
        return _dealers_event(state, action)
    actions = legal(state, seat)
    if action not in actions:
        raise _refusal(state, seat, action)
    # Use our own equal seat and action, so that no True, 7.0 or numpy number gets into a record.
    seat = range(state.rules.seats)[seat]
    match actions[actions.index(action)]:
        case events.Choose(card):
            return None if state.chosen[seat] == card else events.Chose(seat, card)
        case events.Take(row, end):
            return events.Took(seat, row, end)
        case events.Pick(card):
            return events.Picked(seat, card)


_ASKS: Final[dict[type, tuple[str, Sentence]]] = {
    events.Choose: ("choose", Sentence("You can't choose a card right now.")),
    events.Take: ("take", Sentence("You can't choose a row right now.")),
    events.Pick: ("pick", Sentence("You can't pick from the open deck right now.")),
}


def _refusal(state: State, seat: int, action: Action | Step) -> Refusal:
    """Return the refusal of an action that is not legal."""
    if state.over:
        return NotNow("over", "The game is over.")
    if seat not in state.seats_in:
        return NotNow("out", "This seat is out of the game.")
    if type(action) not in _ASKS:
        return Forbidden("dealer-only", "Only the dealer may do that.")
    phase, not_now = _ASKS[type(action)]
    if state.phase != phase:
        return NotNow("not-now", not_now)
    if state.to_act and isinstance(action, events.Choose):
        return Impossible("not-in-hand", "Card {card} is not in this hand.", card=action.card)
    if seat != state.actor:
        return NotNow("not-your-turn", "It is the turn of seat {seat}.", seat=state.actor)
    if isinstance(action, events.Pick):
        return Impossible("not-open", "Card {card} does not lie in the open deck.", card=action.card)
    return Impossible("no-such-row", "You can't choose that row right now.")


def _dealers_event(state: State, action: Action | Step) -> Event | None:
    match action:
        case events.Lay(first) if state.phase == "lay":
            if first not in state.seats_in:
                raise Impossible(
                    "no-such-seat", "Seat {seat} is not in the game, so it cannot pick first.", seat=first
                )
            size = state.rules.deck_size(len(state.seats_in))
            return events.Laid(state.round + 1, tuple(range(1, size + 1)), first)
        case events.Deal(cards, proof) if state.phase == "deal":
            return _deal_event(state, cards, proof)
        case events.Flip() if state.phase == "flip" and state.actor is not None:
            return events.Flipped(state.actor, state.hands[state.actor][0])
        case events.Abandon(why) if not state.over:
            return events.Abandoned(why)
    if state.over:
        raise NotNow("over", "The game is over.")
    raise NotNow(
        "not-now", "You can't do that right now; the game is waiting for: {phase}.", phase=state.phase
    )


def _deal_event(state: State, cards: tuple[int, ...], proof: Proof | None) -> events.Dealt:
    rules, players = state.rules, state.seats_in
    if state.open_deck:
        if cards:
            raise Impossible("deal", "In a draft the picks are the hands, so no cards are dealt.")
        return events.Dealt(state.round, 1, state.hands, tuple((card,) for card in state.open_deck), proof)
    # After the first part of a round its second part is dealt; every other deal begins a round.
    second = state.part == 1
    part = 2 if second else 1
    each = rules.parts(len(players))[part - 1]
    need = each * len(players) + (0 if second else rules.rows)
    if len(cards) != need:
        raise Impossible("deal", "This deal takes {need} cards, not {given}.", need=need, given=len(cards))
    free = set(range(1, rules.deck_size(len(players)) + 1))
    if second:
        free -= {card for row in state.rows for card in row}
        free -= {card for pile in state.piles for card in pile}
    if len(set(cards)) != need or not free.issuperset(cards):
        raise Impossible("deal", "Every card of a deal is in the deck, not dealt before, and there once.")
    hands: list[tuple[int, ...]] = [()] * rules.seats
    for index, seat in enumerate(players):
        hand = cards[index * each : (index + 1) * each]
        hands[seat] = hand if rules.flips else tuple(sorted(hand))
    rows = state.rows if second else tuple((card,) for card in cards[each * len(players) :])
    return events.Dealt(state.round + (0 if second else 1), part, tuple(hands), rows, proof)


# ------------------------------------------------------------------ events that are due


def due(state: State) -> Event | None:
    """Return the event that must come next, or None if the game waits for an action or is over."""
    phase = state.phase
    if phase == "place":
        return _placement(state)
    if phase == "choose":
        if len(state.chosen) - state.chosen.count(None) < len(state.seats_in):
            return None
        return events.Revealed(state.turn, state.chosen)
    if phase == "score":
        return _round_end(state)
    if phase == "end":
        last = state.seats_in if state.rules.end.kind != "elimination" else state.seats_in or state.out_now
        return events.GameEnded(state.totals, state.rules.best(last, state.totals))
    return None


def _placement(state: State) -> events.Placed:
    card, seat = state.pending[0]
    limit = state.rules.row_limit
    places = state.places()
    if state.taking is None:
        row, end = places[0]
        full = len(state.rows[row]) >= limit
        return events.Placed(
            seat, card, row, end, state.rows[row] if full else (), "full" if full else "fits"
        )
    row, end = state.taking
    why: Why = "choice" if places else "low"
    takes = why == "low" or len(state.rows[row]) >= limit
    return events.Placed(seat, card, row, end, state.rows[row] if takes else (), why)


def _round_end(state: State) -> events.RoundEnded:
    end, heads = state.rules.end, tuple(map(state.rules.heads_in, state.piles))
    totals = tuple(total + now for total, now in zip(state.totals, heads, strict=True))
    out: tuple[int, ...] = ()
    if end.kind == "elimination":
        out = tuple(seat for seat in state.seats_in if totals[seat] > end.count)
    return events.RoundEnded(state.round, heads, totals, out)
