"""Games in which seats act by numbers, for the environments over the plain rules."""

import secrets
from typing import Final

import numpy as np

from sixth.envs.encoding import Encoder
from sixth.envs.layout import Layout
from sixth.envs.options import MAX_ROUNDS, Reward, chance_seed, check_reward, check_whole
from sixth.envs.rewards import Rewards
from sixth.rules.events import CHOOSE, Action, Deal, Event, Flip, Lay, Step
from sixth.rules.game import advance, legal
from sixth.rules.options import LARGEST_COUNT, Rules
from sixth.rules.state import State, start
from sixth.rules.view import View, view
from sixth.sim.environment.shuffles import first_to_pick, shuffled


class SeededDealer:
    """A dealer of the shuffles of a seed, one for each round; every library deals the same cards."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._shuffles = 0

    def step(self, state: State) -> Step | None:
        """Return the dealer's next step, or None if a seat has to act or the game is over."""
        if state.phase == "flip":
            return Flip()
        players = state.seats_in
        if state.phase == "lay":
            self._shuffles += 1
            return Lay(players[first_to_pick(len(players), np.uint64(self._seed), self._shuffles - 1)])
        if state.phase != "deal":
            return None
        if state.open_deck:
            return Deal(())
        rules, second = state.rules, state.part == 1
        self._shuffles += not second
        cards = shuffled(rules.deck_size(len(players)), self._seed, self._shuffles - 1)
        parts = rules.parts(len(players))
        first = parts[0] * len(players) + rules.rows
        return Deal(cards[first : first + parts[1] * len(players)] if second else cards[:first])


class Play:
    """Games of `rules`, one after another, in which seats act by the numbers of `layout`.

    Raises:
        EnvError: there is no such reward, or `max_rounds` is no number of rounds.
    """

    def __init__(self, rules: Rules, *, reward: Reward = "heads", max_rounds: int = MAX_ROUNDS) -> None:
        check_reward(reward)
        check_whole("max_rounds", max_rounds, 1, LARGEST_COUNT)
        self.rules = rules
        self.layout: Final = Layout(rules)
        self.encoder: Final = Encoder(self.layout)
        self.state = start(rules)
        self.cut = False
        """Whether the game was cut after `max_rounds`."""
        self.over = True
        """Whether the game has ended: by the rules, by the cut, or by an illegal action."""
        self._reward, self._max_rounds = reward, max_rounds
        self._rewards = Rewards(rules, reward)
        self._dealer: SeededDealer | None = None
        self._events: list[Event] = []

    def begin(self, seed: int | None) -> None:
        """Begin a game; without a seed the shuffles of the last seed go on."""
        if seed is not None or self._dealer is None:
            self._dealer = SeededDealer(secrets.randbits(63) if seed is None else chance_seed(seed))
        self.state, self.cut, self.over = start(self.rules), False, False
        self._rewards = Rewards(self.rules, self._reward)
        self._events = []
        self._deal(self._dealer)

    def view(self, seat: int | None) -> View:
        """Return the view of `seat`, or that of a spectator if None."""
        return view(self.state, seat)

    def action(self, seat: int, number: int) -> Action | None:
        """Return the action of `seat` that has this number, or None if it is not allowed now."""
        if seat not in self.state.to_act:
            return None
        if self.state.phase == "choose":
            return CHOOSE[number] if number in self.state.hands[seat] else None
        choices = legal(self.state, seat)
        return next((action for action in choices if self.layout.number(action) == number), None)

    def act(self, seat: int, action: Action) -> None:
        """Apply `action` of `seat`, and then the steps of the dealer."""
        assert self._dealer is not None
        events, self.state = advance(self.state, seat, action)
        self._events += events
        self._deal(self._dealer)

    def rewards(self) -> list[float]:
        """Return the rewards by seat for the events since the last call."""
        events, self._events = self._events, []
        return self._rewards.of(events, self.state)

    def end_illegally(self) -> float:
        """End the game by an illegal action; return the reward of the seat that acted."""
        self.over = True
        return self._rewards.illegal

    def _deal(self, dealer: SeededDealer) -> None:
        while (step := dealer.step(self.state)) is not None:
            events, state = advance(self.state, None, step)
            if state.round > self._max_rounds:
                self.cut = self.over = True
                return
            self._events += events
            self.state = state
        self.over = self.state.over
