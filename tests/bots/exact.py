"""Exact solutions of tiny games by enumeration over the rules, to which a search must converge.

A particle is a possible state with its probability and the opponent type of each seat: the policy whose
logits the seat follows, and the inverse temperature that multiplies them before it draws an answer from their
softmax. A seat knows its view alone, so all states with the same view are one information set.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations, product
from math import exp
from random import Random

import sixth
from sixth.bots.policy import answer_logits
from sixth.rules.events import Action, Deal, Flip, Revealed, Step
from sixth.rules.game import advance, legal
from sixth.rules.options import Rules
from sixth.rules.state import State
from sixth.rules.view import View, sample, view
from sixth.sim.policy.network import Floats


@dataclass(frozen=True)
class Decision:
    """A decision of a seat, and the earlier states of this round in which all chose a card."""

    past: tuple[State, ...]
    state: State
    seat: int

    @property
    def seen(self) -> View:
        return view(self.state, self.seat)


def decisions(rules: Rules, seed: int) -> Iterator[Decision]:
    """Yield the decisions of a random game with more than one answer."""
    game, rng = sixth.Game(rules, seed=seed), Random(seed)
    past: tuple[State, ...] = ()
    while not game.over:
        state = game.state
        for seat in state.to_act:
            if len(legal(state, seat)) > 1:
                yield Decision(past, state, seat)
        if state.phase == "choose":
            past = (*past, state)
        for seat in state.to_act:
            game.act(seat, rng.choice(game.view(seat).legal))


def worlds(board: View) -> Iterator[State]:
    """Yield the equally likely states with this view, before any choice."""
    rules = board.rules
    state = replace(sample(board, Random(0)), chosen=(None,) * rules.seats)
    if rules.drafts:
        yield state
        return
    unknown = {
        seat: count
        for seat, count in enumerate(board.counts)
        if count and (seat != board.seat or rules.flips)
    }
    for hands in _hands(board.unseen(), list(unknown.values()), keep_order=rules.flips):
        hand_of = dict(zip(unknown, hands, strict=True))
        yield replace(state, hands=tuple(hand_of.get(seat, board.hand) for seat in range(rules.seats)))


def _hands(
    cards: tuple[int, ...], sizes: Sequence[int], *, keep_order: bool
) -> Iterator[tuple[tuple[int, ...], ...]]:
    if not sizes:
        yield ()
        return
    for hand in (permutations if keep_order else combinations)(cards, sizes[0]):
        rest = tuple(card for card in cards if card not in hand)
        for others in _hands(rest, sizes[1:], keep_order=keep_order):
            yield hand, *others


class Policy:
    """The answer probabilities of a network in plain Python."""

    def __init__(self, player: Floats) -> None:
        self._player = player
        self._logits: dict[View, list[float]] = {}

    def chances(self, board: View, inverse_temperature: float) -> list[float]:
        """Return the probability of each action in `board.legal`."""
        if len(board.legal) == 1:
            return [1.0]
        logits = self._logits.get(board)
        if logits is None:
            logits = self._logits[board] = answer_logits(board, self._player).tolist()
        top = max(inverse_temperature * logit for logit in logits)
        weights = [exp(inverse_temperature * logit - top) for logit in logits]
        whole = sum(weights)
        return [weight / whole for weight in weights]

    def chance_of_plays(
        self, decision: Decision, world: State, seat: int, inverse_temperature: float
    ) -> float:
        """Return the likelihood of the past plays of `seat` in a world."""
        chance = 1.0
        turns = [event.cards for event in decision.state.history if isinstance(event, Revealed)]
        for before, cards in zip(decision.past, turns, strict=False):
            if before.turn == decision.state.turn:
                break  # the cards of this turn lie open, but do not count
            old_cards = tuple(card for card in before.hands[seat] if card not in decision.state.hands[seat])
            rest = world.hands[seat] if len(old_cards) < len(before.hands[seat]) else ()
            hands = list(before.hands)
            hands[seat] = tuple(sorted((*old_cards, *rest)))
            past_view = view(replace(before, hands=tuple(hands)), seat)
            card = cards[seat]
            assert card is not None
            chance *= self.chances(past_view, inverse_temperature)[hands[seat].index(card)]
        return chance


Kind = tuple[Policy, float]
Particle = tuple[float, State, tuple[Kind, ...]]


def posterior(
    decision: Decision, types: Sequence[Kind], beliefs: Sequence[float], own: Kind
) -> list[Particle]:
    """Return all worlds with their posterior given the plays of the others; the chances add up to 1.

    Each other seat is of one of `types`; `beliefs` is their prior.
    """
    seats = decision.state.seats_in
    particles: list[Particle] = []
    for world in worlds(decision.seen):
        likely = {
            seat: [
                (kind, belief * kind[0].chance_of_plays(decision, world, seat, kind[1]))
                for kind, belief in zip(types, beliefs, strict=True)
            ]
            for seat in seats
        }
        likely[decision.seat] = [(own, 1.0)]
        for kinds in product(*likely.values()):
            chance = 1.0
            of = [own] * world.rules.seats
            for seat, (kind, share) in zip(seats, kinds, strict=True):
                chance *= share
                of[seat] = kind
            particles.append((chance, world, tuple(of)))
    total = sum(chance for chance, _, _ in particles)
    return [(chance / total, world, of) for chance, world, of in particles]


class Solver:
    """The values of answers of `seat` if all seats play by their types, or if `seat` plays best."""

    def __init__(
        self, seat: int, worth: Callable[[State], float], tree: "Tree | None" = None, *, best: bool = False
    ) -> None:
        self._seat, self._worth, self._best = seat, worth, best
        self._tree = tree or Tree()

    def values(self, particles: Sequence[Particle]) -> list[float]:
        """Return the value of each answer in this information set, weighed by the chances."""
        actions = legal(particles[0][1], self._seat)
        return [
            self.value(
                [(chance, self._tree.after(state, self._seat, action), of) for chance, state, of in particles]
            )
            for action in actions
        ]

    def value(self, particles: Sequence[Particle]) -> float:
        """Return the expected value of these particles."""
        total = 0.0
        sets: dict[View, list[Particle]] = defaultdict(list)
        for particle in particles:
            for chance, state, of in self._until_decision(*particle):
                if state.over:
                    total += chance * self._worth(state)
                else:
                    sets[self._tree.view(state, self._seat)].append((chance, state, of))
        for board, information_set in sets.items():
            values = self.values(information_set)
            if self._best:
                total += max(values)
                continue
            policy, inverse_temperature = information_set[0][2][self._seat]
            chances = policy.chances(board, inverse_temperature)
            total += sum(share * value for share, value in zip(chances, values, strict=True))
        return total

    def _until_decision(self, chance: float, state: State, of: tuple[Kind, ...]) -> Iterator[Particle]:
        others = [seat for seat in state.to_act if seat != self._seat]
        if others:
            seat = others[0]
            board, (policy, inverse_temperature) = self._tree.view(state, seat), of[seat]
            for action, share in zip(board.legal, policy.chances(board, inverse_temperature), strict=True):
                yield from self._until_decision(chance * share, self._tree.after(state, seat, action), of)
        elif state.phase == "flip":
            yield from self._until_decision(chance, self._tree.after(state, None, Flip()), of)
        elif state.phase == "deal":
            deals = list(_deals(state))
            for cards in deals:
                after = self._tree.after(state, None, Deal(cards))
                yield from self._until_decision(chance / len(deals), after, of)
        else:
            yield chance, state, of


class Tree:
    """A cache of successor states and views, shared by particles that differ in types alone."""

    def __init__(self) -> None:
        # The key has the id of a state; the value keeps the state, so that no other gets its id.
        self._after: dict[tuple[int, int | None, Action | Step], tuple[State, State]] = {}
        self._views: dict[tuple[int, int], tuple[State, View]] = {}

    def after(self, state: State, seat: int | None, action: Action | Step) -> State:
        """Return the state after the action of `seat` or the dealer."""
        entry = self._after.get((id(state), seat, action))
        if entry is None:
            entry = self._after[id(state), seat, action] = state, advance(state, seat, action)[1]
        return entry[1]

    def view(self, state: State, seat: int) -> View:
        """Return the view of `seat`."""
        entry = self._views.get((id(state), seat))
        if entry is None:
            entry = self._views[id(state), seat] = state, view(state, seat)
        return entry[1]


def _deals(state: State) -> Iterator[tuple[int, ...]]:
    """Yield the possible deals within a round: none after a draft, and the second of two parts."""
    if state.rules.drafts:
        yield ()
        return
    players = len(state.seats_in)
    sizes = [state.rules.parts(players)[1]] * players
    for hands in _hands(view(state, None).unseen(), sizes, keep_order=state.rules.flips):
        yield tuple(card for hand in hands for card in hand)
