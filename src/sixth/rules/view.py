"""Views of a game by a seat or a spectator, and samples of the whole states that look the same to them.

`View` has no field for a hidden card of another seat: it is built from what is known, never filtered.
"""

from dataclasses import dataclass, fields
from random import Random
from typing import Final

from sixth.rules.board import Place, Row
from sixth.rules.display.svg import view_svg
from sixth.rules.display.text import standing, title, view_text
from sixth.rules.events import Action, Public
from sixth.rules.game import legal
from sixth.rules.options import Rules
from sixth.rules.state import Phase, State


@dataclass(frozen=True)
class View:
    """The game as `seat` sees it, or a spectator (`seat` is None).

    By seat: `counts` (cards left in the hand), `has_chosen`, `piles` (cards taken this round, in the order
    taken), `totals` (of ended rounds). `hand` is the viewer's own hand, ascending; it is empty where cards
    are flipped from a pile that nobody has seen. `open_hands` are all hands in a draft, where everybody saw
    the picks, and empty otherwise. `pending` has the (card, seat) pairs of this turn that are not placed yet.
    `history` holds the public events of this round, `past` the heads of each ended round by seat. `legal`
    lists the actions that `seat` may take now.
    """

    rules: Rules
    seat: int | None
    round: int
    part: int
    turn: int
    phase: Phase
    actor: int | None
    seats_in: tuple[int, ...]
    hand: tuple[int, ...]
    counts: tuple[int, ...]
    open_hands: tuple[tuple[int, ...], ...]
    chosen: int | None
    has_chosen: tuple[bool, ...]
    rows: tuple[Row, ...]
    piles: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    pending: tuple[tuple[int, int], ...]
    taking: Place | None
    open_deck: tuple[int, ...]
    history: tuple[Public, ...]
    past: tuple[tuple[int, ...], ...]
    out_now: tuple[int, ...]
    winners: tuple[int, ...]
    legal: tuple[Action, ...]

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<View of {who}: {title(self.rules)}, {standing(self)}>"

    def __str__(self) -> str:
        """Return the board as plain text."""
        return view_text(self)

    def svg(self) -> str:
        """Return the board as an SVG document; notebooks show it by themselves."""
        return view_svg(self)

    _repr_svg_ = svg

    @property
    def over(self) -> bool:
        """Whether the game has ended or was abandoned."""
        return self.phase == "over"

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that the game waits for."""
        if self.phase == "choose":
            return tuple(seat for seat in self.seats_in if not self.has_chosen[seat])
        if self.phase in ("pick", "take") and self.actor is not None:
            return (self.actor,)
        return ()

    @property
    def round_heads(self) -> tuple[int, ...]:
        """The heads taken so far this round, by seat."""
        return tuple(map(self.rules.heads_in, self.piles))

    def unseen(self) -> tuple[int, ...]:
        """Return the cards of this round's deck that the viewer has not seen, ascending.

        They are in hands of other seats, in piles to be flipped, or not dealt.
        """
        visible = {card for row in self.rows for card in row}
        visible.update(self.hand, self.open_deck, (card for card, _ in self.pending))
        for cards in (*self.piles, *self.open_hands):
            visible.update(cards)
        deck = range(1, self.rules.deck_size(len(self.seats_in)) + 1)
        return tuple(card for card in deck if card not in visible)


def awaited_seats(game: "State | View") -> tuple[int, ...]:
    """Return the seats that must act, or whose card is to be turned over."""
    return (game.actor,) if game.phase == "flip" and game.actor is not None else game.to_act


def view(state: State, seat: int | None) -> View:
    """Return the view that `seat` has of `state`; None is a spectator.

    Raises:
        Refusal: there is no such seat.
    """
    actions = legal(state, seat) if seat is not None else ()
    rules, hands, chosen = state.rules, state.hands, state.chosen
    # Avoid __init__: it sets 24 frozen fields one by one, which takes half the time of a whole view.
    result = object.__new__(View)
    result.__dict__.update(
        rules=rules,
        seat=seat,
        round=state.round,
        part=state.part,
        turn=state.turn,
        phase=state.phase,
        actor=state.actor,
        seats_in=state.seats_in,
        hand=hands[seat] if seat is not None and not rules.flips else (),
        counts=tuple([len(hand) for hand in hands]),
        open_hands=hands if rules.drafts else (),
        chosen=chosen[seat] if seat is not None else None,
        has_chosen=tuple([card is not None for card in chosen]),
        rows=state.rows,
        piles=state.piles,
        totals=state.totals,
        pending=state.pending,
        taking=state.taking,
        open_deck=state.open_deck,
        history=state.history,
        past=state.past,
        out_now=state.out_now,
        winners=state.winners,
        legal=actions,
    )
    return result


def sample(seen: View, rng: Random) -> State:
    """Return a random whole state that looks like `seen` to its seat; every such deal is equally likely.

    For every view `v`, `view(sample(v, rng), v.seat) == v`.
    """
    rules, seat = seen.rules, seen.seat
    unseen = list(seen.unseen())
    _shuffle(unseen, rng)
    hands: list[tuple[int, ...]] = []
    chosen: list[int | None] = []
    for other, count in enumerate(seen.counts):
        if rules.drafts:
            hand = seen.open_hands[other]
        elif other == seat and not rules.flips:
            hand = seen.hand
        else:
            hand = tuple(unseen.pop() for _ in range(count))
            hand = hand if rules.flips else tuple(sorted(hand))
        hands.append(hand)
        if other == seat:
            chosen.append(seen.chosen)
        else:
            chosen.append(hand[int(rng.random() * count)] if seen.has_chosen[other] else None)
    same = {name: getattr(seen, name) for name in _SAME}
    return State(**same, hands=tuple(hands), chosen=tuple(chosen))


_SAME: Final = tuple(field.name for field in fields(State) if field.name not in ("hands", "chosen"))
"""The fields of a state that a view has, too."""


def _shuffle(cards: list[int], rng: Random) -> None:
    # Simulations promise the same bytes in every Python, and only Random.random() keeps its numbers.
    for last in range(len(cards) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]
