"""PettingZoo, one after another (AEC): a seat is asked only when it has to decide."""

from typing import Any, ClassVar

from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from sixth.envs.agents import Agents
from sixth.envs.errors import EnvError
from sixth.envs.rewards import Rewards
from sixth.envs.seat import Observation, as_number
from sixth.sim.environment.setup import WAIT


def env(**options: Any) -> AECEnv[str, Observation, int]:
    """Return a table with the library's usual wrappers.

    An action that the mask does not allow ends the game with a warning, and with the worst reward for the
    agent that did it.

    Raises:
        EnvError: an option is unknown, or has no such value.
        RulesError: options of the rules clash.
    """
    table = TableEnv(**options)
    illegal = Rewards(table.rules, table.reward).illegal
    checked = wrappers.TerminateIllegalWrapper(table, illegal_reward=illegal)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class TableEnv(Agents, AECEnv[str, Observation, int]):
    """A table of `seats` agents, `player_0` and so on, each with its own view. An episode is a game.

    Cards of a turn are chosen in the order of the seats, but nobody sees what the others have chosen.
    `options` are those of `sixth.Rules`.

    Raises:
        EnvError: an option is unknown, or has no such value.
        RulesError: options of the rules clash.
    """

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

    def observe(self, agent: str) -> Observation:
        """Return the observation of an agent now, and the mask of its actions."""
        seat = self.possible_agents.index(agent)
        view, encoder = self._play.view(seat), self._play.encoder
        return {"observation": encoder.observation(view, seat), "action_mask": encoder.mask(view, seat)}

    def step(self, action: int | None) -> None:
        """Let the agent that is asked act.

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
        chosen = play.action(seat, number)
        # Where cards are flipped a game may end before any seat has anything to decide.
        if chosen is None and not (play.ended and number == WAIT):
            raise EnvError(f"The action mask of {agent} does not allow {self.layout.describe(number)}.")
        if chosen is not None:
            play.act(seat, chosen)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, play.rewards(), strict=True))
        self._accumulate_rewards()
        if play.ended:
            self.terminations = dict.fromkeys(self.agents, not play.cut)
            self.truncations = dict.fromkeys(self.agents, play.cut)
        self._ask()
        if self.render_mode == "human":
            self.render()

    def _ask(self) -> None:
        """Select the agent that the game waits for; once it is over, the first."""
        waiting = self._play.state.to_act
        self.agent_selection = self.agents[waiting[0] if waiting else 0]
