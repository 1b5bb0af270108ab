"""PettingZoo, one seat after another (AEC); only seats that have to decide act."""

from typing import Any, ClassVar

from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from sixth.envs.agents import Agents
from sixth.envs.options import EnvError
from sixth.envs.rewards import Rewards
from sixth.envs.seat import MaskedObservation, as_number
from sixth.sim.environment.setup import WAIT


def env(**options: Any) -> AECEnv[str, MaskedObservation, int]:
    """Return a table of `seats` agents, `player_0` and so on, with the library's usual wrappers.

    An episode is a game; `options` are those of `sixth.Rules` and of `TableParallelEnv`. An action that the
    mask does not allow ends the game with a warning, and with the worst reward for the agent that did it.

    Raises:
        EnvError: an option is unknown, or has no such value.
        RulesError: options of the rules clash.
    """
    table = TableEnv(**options)
    illegal = Rewards(table.rules, table.reward).illegal
    wrapper = wrappers.TerminateIllegalWrapper(table, illegal_reward=illegal)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapper))


class TableEnv(Agents, AECEnv[str, MaskedObservation, int]):
    """A table whose agents choose their cards of a turn in the order of the seats; nobody sees a choice."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "sixth_v0",
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
    }

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; the same `seed` gives the same games."""
        self._play.begin(seed)
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask()

    def observe(self, agent: str) -> MaskedObservation:
        """Return the observation of an agent now, and the mask of its actions."""
        seat = self.possible_agents.index(agent)
        return self._play.encoder.masked(self._play.view(seat), seat)

    def step(self, action: int | None) -> None:
        """Apply an action of the selected agent.

        Raises:
            EnvError: the game is over, or the mask does not allow the action.
            gymnasium.error.InvalidAction: there is no such action at all.
        """
        if not self.agents:
            raise EnvError("The game is over; call reset() to begin another.")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        play, seat = self._play, self.possible_agents.index(agent)
        number = as_number(action, self.action_spaces[agent])
        play_action = play.action(seat, number)
        # Where cards are flipped a game may end before any seat has anything to decide.
        if play_action is None and not (play.over and number == WAIT):
            raise EnvError(f"The action mask of {agent} does not allow {self.layout.describe(number)}.")
        if play_action is not None:
            play.act(seat, play_action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, play.rewards(), strict=True))
        self._accumulate_rewards()
        if play.over:
            self.terminations = dict.fromkeys(self.agents, not play.cut)
            self.truncations = dict.fromkeys(self.agents, play.cut)
        self._ask()
        if self.render_mode == "human":
            self.render()

    def _ask(self) -> None:
        """Select the agent that has to decide; the first one after the end."""
        seats = self._play.state.to_act
        self.agent_selection = self.agents[seats[0] if seats else 0]
