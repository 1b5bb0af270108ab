"""What a seat or a spectator may know, and whole states that would look the same to them.

`View` has no field for another's hidden card, so none can slip through: it is built, never filtered.
"""

from dataclasses import dataclass
from random import Random

from sixth.rules.board import Place, Row
from sixth.rules.display.text import standing, title, view_text
from sixth.rules.events import Action, Public
from sixth.rules.game import legal
from sixth.rules.options import Rules
from sixth.rules.state import Phase, State


@dataclass(frozen=True)
class View:
    """The game as `seat` sees it, or a spectator (`seat` is None).

    By seat: `counts` (cards left in the hand), `has_chosen`, `piles` (cards taken this round, in the order
    taken), `totals` (of ended rounds). `hand` is the own hand, ascending, empty where cards are flipped from
    a pile nobody has seen. `open_hands` are all hands in a draft, where every pick was seen, and empty
    otherwise. `pending` are the (card, seat) of this turn still to be placed. `history` holds this round's
    public events, `past` each ended round's heads by seat. `legal` lists what `seat` may do now.
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
        """Return the board as a picture: an SVG document, which notebooks show by themselves."""
        from sixth.rules.display.svg import view_svg

        return view_svg(self)

    _repr_svg_ = svg

    @property
    def over(self) -> bool:
        """Whether the game has ended or was abandoned."""
        return self.phase == "over"

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats the game waits for."""
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

        They are in the others' hands, in piles to be flipped, or were not dealt.
        """
        seen = {card for row in self.rows for card in row}
        seen.update(self.hand, self.open_deck, (card for card, _ in self.pending))
        for cards in (*self.piles, *self.open_hands):
            seen.update(cards)
        deck = range(1, self.rules.deck_size(len(self.seats_in)) + 1)
        return tuple(card for card in deck if card not in seen)


def view(state: State, seat: int | None) -> View:
    """Return the state as `seat` sees it; None is a spectator.

    Raises:
        Refusal: there is no such seat.
    """
    allowed = legal(state, seat) if seat is not None else ()
    rules, hands, chosen = state.rules, state.hands, state.chosen
    # Past __init__, which sets 24 frozen fields one by one and takes half the time of a whole view.
    seen = object.__new__(View)
    seen.__dict__.update(
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
        legal=allowed,
    )
    return seen


def sample(seen: View, rng: Random) -> State:
    """Return a whole state, drawn evenly from those that look like `seen` to its seat.

    So `view(sample(v, rng), v.seat) == v`.
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
    return State(
        rules=rules,
        seats_in=seen.seats_in,
        hands=tuple(hands),
        chosen=tuple(chosen),
        piles=seen.piles,
        totals=seen.totals,
        phase=seen.phase,
        rows=seen.rows,
        round=seen.round,
        part=seen.part,
        turn=seen.turn,
        actor=seen.actor,
        pending=seen.pending,
        taking=seen.taking,
        open_deck=seen.open_deck,
        history=seen.history,
        past=seen.past,
        out_now=seen.out_now,
        winners=seen.winners,
    )


def _shuffle(cards: list[int], rng: Random) -> None:
    # Only Random.random() promises the same numbers in every Python, and simulations promise the same bytes.
    for last in range(len(cards) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]
