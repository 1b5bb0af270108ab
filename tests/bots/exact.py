"""Tiny games solved by plain enumeration over the rules: what search has to come to.

A particle is one way that things may be: how likely, the state, and the opponent type of each seat: the
policy whose logits it follows, and the inverse temperature that they are multiplied with before it draws an
answer from their softmax. A seat that is asked knows its view alone, so whatever looks the same to it is one
information set, in which it does the same.
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
    """A seat that is asked, and the states of this round in which all chose a card before."""

    past: tuple[State, ...]
    state: State
    seat: int

    @property
    def seen(self) -> View:
        return view(self.state, self.seat)


def decisions(rules: Rules, seed: int) -> Iterator[Decision]:
    """Every decision of a game played at random, where there is more than one answer."""
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


def worlds(seen: View) -> Iterator[State]:
    """Every state that looks like this, before anybody has chosen; each is as likely."""
    rules = seen.rules
    state = replace(sample(seen, Random(0)), chosen=(None,) * rules.seats)
    if rules.drafts:
        yield state
        return
    unknown = {
        seat: count for seat, count in enumerate(seen.counts) if count and (seat != seen.seat or rules.flips)
    }
    for hands in _hands(seen.unseen(), list(unknown.values()), ordered=rules.flips):
        given = dict(zip(unknown, hands, strict=True))
        yield replace(state, hands=tuple(given.get(seat, seen.hand) for seat in range(rules.seats)))


def _hands(
    cards: tuple[int, ...], sizes: Sequence[int], *, ordered: bool
) -> Iterator[tuple[tuple[int, ...], ...]]:
    if not sizes:
        yield ()
        return
    for hand in (permutations if ordered else combinations)(cards, sizes[0]):
        left = tuple(card for card in cards if card not in hand)
        for others in _hands(left, sizes[1:], ordered=ordered):
            yield hand, *others


class Policy:
    """A network as chances in plain Python."""

    def __init__(self, player: Floats) -> None:
        self._player = player
        self._known: dict[View, list[float]] = {}

    def chances(self, seen: View, inverse_temperature: float) -> list[float]:
        """How likely each of `seen.legal` is."""
        if len(seen.legal) == 1:
            return [1.0]
        likes = self._known.get(seen)
        if likes is None:
            likes = self._known[seen] = answer_logits(seen, self._player).tolist()
        top = max(inverse_temperature * like for like in likes)
        weights = [exp(inverse_temperature * like - top) for like in likes]
        whole = sum(weights)
        return [weight / whole for weight in weights]

    def chance_of_plays(
        self, decision: Decision, world: State, seat: int, inverse_temperature: float
    ) -> float:
        """How likely `seat` would have played in this world as it has, in the turns that are over."""
        chance = 1.0
        turns = [event.cards for event in decision.state.history if isinstance(event, Revealed)]
        for before, cards in zip(decision.past, turns, strict=False):
            if before.turn == decision.state.turn:
                break  # this turn's cards lie open, but are not weighed
            played = tuple(card for card in before.hands[seat] if card not in decision.state.hands[seat])
            rest = world.hands[seat] if len(played) < len(before.hands[seat]) else ()
            hands = list(before.hands)
            hands[seat] = tuple(sorted((*played, *rest)))
            there = view(replace(before, hands=tuple(hands)), seat)
            card = cards[seat]
            assert card is not None
            chance *= self.chances(there, inverse_temperature)[hands[seat].index(card)]
        return chance


Kind = tuple[Policy, float]
Particle = tuple[float, State, tuple[Kind, ...]]


def posterior(
    decision: Decision, types: Sequence[Kind], beliefs: Sequence[float], own: Kind
) -> list[Particle]:
    """All worlds, by how likely the others play there as they have; chances add up to 1.

    Each other seat is of one of `types`; `beliefs` is their prior.
    """
    seats = decision.state.seats_in
    found: list[Particle] = []
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
            found.append((chance, world, tuple(of)))
    total = sum(chance for chance, _, _ in found)
    return [(chance / total, world, of) for chance, world, of in found]


class Solver:
    """What answers of `seat` are worth when everybody plays by its type, or when `seat` finds the best."""

    def __init__(
        self, seat: int, worth: Callable[[State], float], tree: "Tree | None" = None, *, best: bool = False
    ) -> None:
        self._seat, self._worth, self._best = seat, worth, best
        self._tree = tree or Tree()

    def values(self, particles: Sequence[Particle]) -> list[float]:
        """Of each answer in this information set, weighed by the particles' chances."""
        actions = legal(particles[0][1], self._seat)
        return [
            self.value(
                [(chance, self._tree.after(state, self._seat, action), of) for chance, state, of in particles]
            )
            for action in actions
        ]

    def value(self, particles: Sequence[Particle]) -> float:
        """From wherever these particles are on."""
        total = 0.0
        sets: dict[View, list[Particle]] = defaultdict(list)
        for particle in particles:
            for chance, state, of in self._until_asked(*particle):
                if state.over:
                    total += chance * self._worth(state)
                else:
                    sets[self._tree.seen(state, self._seat)].append((chance, state, of))
        for seen, alike in sets.items():
            values = self.values(alike)
            if self._best:
                total += max(values)
                continue
            policy, inverse_temperature = alike[0][2][self._seat]
            chances = policy.chances(seen, inverse_temperature)
            total += sum(share * value for share, value in zip(chances, values, strict=True))
        return total

    def _until_asked(self, chance: float, state: State, of: tuple[Kind, ...]) -> Iterator[Particle]:
        others = [seat for seat in state.to_act if seat != self._seat]
        if others:
            seat = others[0]
            seen, (policy, inverse_temperature) = self._tree.seen(state, seat), of[seat]
            for action, share in zip(seen.legal, policy.chances(seen, inverse_temperature), strict=True):
                yield from self._until_asked(chance * share, self._tree.after(state, seat, action), of)
        elif state.phase == "flip":
            yield from self._until_asked(chance, self._tree.after(state, None, Flip()), of)
        elif state.phase == "deal":
            deals = list(_deals(state))
            for cards in deals:
                after = self._tree.after(state, None, Deal(cards))
                yield from self._until_asked(chance / len(deals), after, of)
        else:
            yield chance, state, of


class Tree:
    """What follows in each state: particles that differ in types alone share theirs, and so may solvers."""

    def __init__(self) -> None:
        # By the id of a state, which is kept so that no other has it.
        self._after: dict[tuple[int, int | None, Action | Step], tuple[State, State]] = {}
        self._seen: dict[tuple[int, int], tuple[State, View]] = {}

    def after(self, state: State, seat: int | None, action: Action | Step) -> State:
        """The state that `seat`, or the dealer, leads to."""
        known = self._after.get((id(state), seat, action))
        if known is None:
            known = self._after[id(state), seat, action] = state, advance(state, seat, action)[1]
        return known[1]

    def seen(self, state: State, seat: int) -> View:
        """What a seat sees of a state."""
        known = self._seen.get((id(state), seat))
        if known is None:
            known = self._seen[id(state), seat] = state, view(state, seat)
        return known[1]


def _deals(state: State) -> Iterator[tuple[int, ...]]:
    """What may be dealt within a round: nothing after a draft, and the second of two parts."""
    if state.rules.drafts:
        yield ()
        return
    players = len(state.seats_in)
    sizes = [state.rules.parts(players)[1]] * players
    for hands in _hands(view(state, None).unseen(), sizes, ordered=state.rules.flips):
        yield tuple(card for hand in hands for card in hand)
