"""OpenSpiel: the game `sixth`, registered when this module is imported.

Seats choose cards in simultaneous nodes; rows and picks are decided in ordinary ones. Chance deals card by
card: each seat's hand, seat by seat, and then a card for each row. In a draft it draws who picks first.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sixth.envs.encoding import Encoder
from sixth.envs.layout import Layout
from sixth.envs.options import EnvError, check_reward, check_whole, rules_of
from sixth.envs.rewards import Rewards
from sixth.extras import require_extra
from sixth.rules.cards import HEADS
from sixth.rules.events import Action, Deal, Dealt, Event, Flip, Lay, Public, Step
from sixth.rules.game import advance
from sixth.rules.options import SEATS, Rules
from sixth.rules.state import start
from sixth.rules.view import View, view
from sixth.sim.environment.setup import WAIT

with require_extra("envs"):
    import pyspiel

PARAMETERS: Final[dict[str, Any]] = {
    "players": 4,
    "game": "classic",
    "deck": 0,
    "tactical": False,
    "hand": 0,
    "rows": 0,
    "row_limit": 0,
    "deal": "",
    "play": "",
    "ends": "",
    "heads": "",
    "goal": "",
    "end": "rounds:1",
    "reward": "heads",
    "max_rounds": 100,
}
"""The parameters with their defaults; empty or 0 stands for the value of the named game.

OpenSpiel's parameters have one type each, so `tactical` stands for deck = tactical.
"""


def _type(rewards: pyspiel.GameType.RewardModel) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name="sixth",
        long_name="6 nimmt!",
        dynamics=pyspiel.GameType.Dynamics.SIMULTANEOUS,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=rewards,
        max_num_players=SEATS.stop - 1,
        min_num_players=SEATS.start,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=PARAMETERS,
    )


_TYPE: Final = _type(pyspiel.GameType.RewardModel.REWARDS)
_TERMINAL_TYPE: Final = _type(pyspiel.GameType.RewardModel.TERMINAL)
"""The type with rewards at the end only, which searches such as `MCTSBot` require."""


def _rules(parameters: dict[str, Any]) -> Rules:
    ours = ("players", "reward", "max_rounds", "tactical")
    options = {name: parameters[name] for name in PARAMETERS if name not in ours and parameters[name]}
    if parameters["tactical"]:
        if parameters["deck"]:
            raise EnvError("tactical=True stands for a deck, so deck cannot be given as well.")
        options["deck"] = "tactical"
    halves = options.get("deal") == "halves" or options["game"] == "halves"
    if halves and parameters["end"] == PARAMETERS["end"]:
        # That is one round in any case.
        del options["end"]
    return rules_of(**options, seats=parameters["players"])


class SixthGame(pyspiel.Game):
    """The game under some parameters (see `PARAMETERS`).

    Raises:
        EnvError: a parameter has no such value.
        RulesError: options of the rules clash.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        parameters = PARAMETERS | (params or {})
        check_reward(parameters["reward"])
        check_whole("max_rounds", parameters["max_rounds"], 1, 10_000)
        self.rules = rules = _rules(parameters)
        self.layout = layout = Layout(rules)
        self.reward, self.max_rounds = parameters["reward"], parameters["max_rounds"]
        rounds = min(self.max_rounds, rules.end.count if rules.end.kind == "rounds" else self.max_rounds)
        cards = sum(rules.parts(rules.seats))
        # Every card that is played may ask for a row, and in a draft each is picked.
        moves = rounds * cards * (1 + rules.seats * (2 if rules.drafts else 1))
        heads = float(rounds * sum(HEADS[rules.heads][: layout.deck + 1]))
        low, high = (-heads, heads) if self.reward == "heads" else (-1.0, 1.0)
        info = pyspiel.GameInfo(
            num_distinct_actions=layout.actions,
            max_chance_outcomes=max(layout.deck + 1, rules.seats),
            num_players=rules.seats,
            min_utility=low,
            max_utility=high,
            utility_sum=None,
            max_game_length=moves,
        )
        super().__init__(_TYPE if self.reward == "heads" else _TERMINAL_TYPE, info, params or {})
        self._chance_nodes = rounds * (layout.deck + 1)

    def new_initial_state(self) -> "SixthState":
        """Return the state before the first card is dealt."""
        return SixthState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return how many cards may be dealt in a game."""
        return self._chance_nodes

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> "SixthObserver":
        """Return an observer of states; it takes no parameters."""
        return SixthObserver(
            self.layout, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params
        )


class SixthState(pyspiel.State):
    """A moment of a game. Actions are as in `Layout`; chance's are cards, or the seat that picks first."""

    def __init__(self, game: SixthGame) -> None:
        super().__init__(game)
        self.layout = game.layout
        self.state = start(game.rules)
        self.cut = False
        self.events: list[Event] = []
        """All events of the game, with hidden cards."""
        self._max_rounds = game.max_rounds
        self._scorer = Rewards(game.rules, game.reward)
        self._deal_cards: tuple[int, ...] = ()
        self._rewards = [0.0] * game.rules.seats
        self._returns = [0.0] * game.rules.seats
        self._go_on()

    def current_player(self) -> int:
        """Return the seat that decides, or one of OpenSpiel's numbers for everybody, chance or nobody."""
        state = self.state
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if state.phase in ("lay", "deal"):
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.SIMULTANEOUS) if state.phase == "choose" else state.to_act[0]

    def _legal_actions(self, player: int) -> list[int]:
        if player not in self.state.to_act:
            return [WAIT] if self.state.phase == "choose" else []
        return sorted([self.layout.number(action) for action in view(self.state, player).legal])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of the next chance node, all equally likely."""
        state = self.state
        if state.phase == "lay":
            outcomes = list(state.seats_in)
        else:
            known_cards = (
                {card for cards in (*state.rows, *state.piles) for card in cards} if state.part else set()
            )
            size = state.rules.deck_size(len(state.seats_in))
            outcomes = [
                card
                for card in range(1, size + 1)
                if card not in known_cards and card not in self._deal_cards
            ]
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _apply_action(self, number: int) -> None:
        state = self.state
        if state.phase == "lay":
            self._advance(None, Lay(number))
        elif state.phase == "deal":
            self._deal_cards = (*self._deal_cards, number)
            self._deal()
        else:
            self._rewards = [0.0] * len(self._rewards)
            self._advance(state.to_act[0], self._action(state.to_act[0], number))
        self._go_on()

    def _apply_actions(self, numbers: list[int]) -> None:
        self._rewards = [0.0] * len(self._rewards)
        for seat, action in [(seat, self._action(seat, numbers[seat])) for seat in self.state.to_act]:
            self._advance(seat, action)
        self._go_on()

    def _action(self, seat: int, number: int) -> Action:
        for action in view(self.state, seat).legal:
            if self.layout.number(action) == number:
                return action
        raise EnvError(f"The rules do not allow player {seat} {self.layout.describe(number)} now.")

    def _deal(self) -> None:
        rules, state = self.state.rules, self.state
        players = len(state.seats_in)
        part = rules.parts(players)[state.part]
        if len(self._deal_cards) == part * players + (0 if state.part else rules.rows):
            self._advance(None, Deal(self._deal_cards))
            self._deal_cards = ()

    def _go_on(self) -> None:
        """Apply the dealer's steps without chance, and note whether the game is cut."""
        while not self.is_terminal():
            state = self.state
            if state.phase == "flip":
                self._advance(None, Flip())
            elif state.phase == "deal" and state.open_deck:
                self._advance(None, Deal(()))
            else:
                break
        state = self.state
        between = state.phase == "lay" or (state.phase == "deal" and not state.part and not state.open_deck)
        self.cut = between and state.round >= self._max_rounds

    def _advance(self, seat: int | None, action: Action | Step) -> None:
        events, self.state = advance(self.state, seat, action)
        self.events += events
        for player, reward in enumerate(self._scorer.of(events, self.state)):
            self._rewards[player] += reward
            self._returns[player] += reward

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seat {action} picks first" if self.state.phase == "lay" else f"deal {action}"
        return self.layout.describe(action)

    def is_terminal(self) -> bool:
        """Return whether the game is over, or was cut."""
        return self.cut or self.state.over

    def rewards(self) -> list[float]:
        """Return the rewards of the last action by seat."""
        return self._rewards

    def returns(self) -> list[float]:
        """Return the sums of all rewards by seat."""
        return self._returns

    def __str__(self) -> str:
        """Return the game as text, for people."""
        hands = "\n".join(f"player {seat}: {list(hand)}" for seat, hand in enumerate(self.state.hands))
        return f"{view(self.state, None)}\n{hands}\ndrawn: {list(self._deal_cards)}"


class SixthObserver:
    """The observation of a player: a tensor of the numbers of `Layout`, or text.

    With perfect recall there is no tensor; the text then holds everything that the player has seen.
    """

    def __init__(
        self, layout: Layout, kind: pyspiel.IIGObservationType, params: dict[str, Any] | None
    ) -> None:
        if params:
            raise EnvError(f"An observer of sixth takes no parameters, not {', '.join(params)}.")
        self._kind, self._layout, self._encoder = kind, layout, Encoder(layout)
        self._public = kind.private_info == pyspiel.PrivateInfoType.NONE
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if not kind.perfect_recall:
            self.tensor = np.zeros(layout.size, np.float32)
            for name, field in layout.fields.items():
                self.dict[name] = self.tensor[field.start : field.stop].reshape(field.shape)

    def set_from(self, state: SixthState, player: int) -> None:
        """Write the observation of `player` in `state` to `tensor`."""
        if self.tensor is not None:
            self.tensor[:] = self._encoder.observation(self._view(state, player), player)

    def string_from(self, state: SixthState, player: int) -> str:
        """Return the view of `player` in `state` as text; with perfect recall, the events it has seen."""
        if not self._kind.perfect_recall:
            return str(self._view(state, player))
        lines = [self._line(event, None if self._public else player) for event in state.events]
        return f"player {player}\n" + "\n".join(filter(None, lines))

    def _view(self, state: SixthState, player: int) -> View:
        return view(state.state, None if self._public else player)

    def _line(self, event: Event, player: int | None) -> str:
        """Return the public part of an event and the own hand as text; "" if nothing is left."""
        match event:
            case Dealt(_, part, hands, rows):
                flips = self._layout.rules.flips
                hand = [] if player is None or flips else list(hands[player])
                return f"dealt {part}: {hand}, rows {[list(row) for row in rows]}"
            case _ if isinstance(event, Public):
                return str(event)
            case _:
                return ""


pyspiel.register_game(_TYPE, SixthGame)
