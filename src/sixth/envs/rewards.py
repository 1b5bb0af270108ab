"""Rewards of seats: for heads, for a place or for a win."""

from collections.abc import Iterable
from typing import Final

from sixth.bots.bot import heads_hurt
from sixth.envs.options import Reward
from sixth.rules.events import Event, Placed, RoundEnded
from sixth.rules.options import Rules
from sixth.rules.state import State

_STILL_IN: Final = 2**62


class Rewards:
    """Rewards of one game, by seat.

    `heads`: minus the heads taken (plus, where heads are wanted), as they are taken. `place`, at the end:
    the share of the others that are placed behind, minus the share placed before; from -1 to 1. `win`, at the
    end: 1 for the winner, shared by several.
    """

    def __init__(self, rules: Rules, kind: Reward) -> None:
        self._rules, self._kind = rules, kind
        self._sign = -1.0 if heads_hurt(rules) else 1.0
        self._last_round = [_STILL_IN] * rules.seats

    @property
    def illegal(self) -> float:
        """The reward of an illegal action, the worst of all."""
        rules = self._rules
        heads = sum(rules.heads_of[: rules.deck_size(rules.seats) + 1])
        return -float(heads) if self._kind == "heads" else -1.0

    def of(self, events: Iterable[Event], state: State) -> list[float]:
        """Return the rewards for `events`, which led to `state`."""
        seats = self._rules.seats
        heads_of = self._rules.heads_of
        rewards = [0.0] * seats
        for event in events:
            if isinstance(event, Placed):
                if event.taken and self._kind == "heads":
                    rewards[event.seat] += self._sign * sum([heads_of[card] for card in event.taken])
            elif isinstance(event, RoundEnded):
                for seat in event.out:
                    self._last_round[seat] = event.round
        if self._kind == "heads" or not state.over:
            return rewards
        return [self._final(state, seat) for seat in range(seats)]

    def _final(self, state: State, seat: int) -> float:
        mine = self._standing(state, seat)
        others = [self._standing(state, other) for other in range(self._rules.seats) if other != seat]
        ahead = sum([other > mine for other in others])
        behind = sum([other < mine for other in others])
        if self._kind == "place":
            return (behind - ahead) / len(others)
        return 0.0 if ahead else 1.0 / (self._rules.seats - behind)

    def _standing(self, state: State, seat: int) -> tuple[int, int]:
        """Return the key that orders seats at the end; higher is better."""
        total = state.totals[seat]
        return self._last_round[seat], total if self._rules.goal == "most" else -total
