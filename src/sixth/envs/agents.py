"""A table whose seats are agents, for both environments of PettingZoo."""

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from sixth.envs.options import MAX_ROUNDS, Reward, check_render_mode, rules_of
from sixth.envs.play import Play
from sixth.envs.seat import MaskedObservation, highest_values, render_text, space_of


class Agents:
    """A table of `seats` agents, `player_0` and so on, each with its own view.

    The spaces of an agent are the same objects at each call.
    """

    metadata: ClassVar[dict[str, Any]]

    def __init__(
        self,
        *,
        seats: int = 4,
        game: str = "classic",
        reward: Reward = "heads",
        max_rounds: int = MAX_ROUNDS,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        check_render_mode(render_mode, self.metadata["render_modes"])
        self._play = Play(rules_of(game, seats=seats, **options), reward=reward, max_rounds=max_rounds)
        self.rules, self.layout, self.reward = self._play.rules, self._play.layout, reward
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: space_of(self.layout) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.layout.actions) for agent in self.possible_agents}
        self.render_mode = render_mode

    def observation_space(self, agent: str) -> spaces.Space[MaskedObservation]:
        """Return the space of the observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of the actions of an agent."""
        return self.action_spaces[agent]

    @property
    def state_space(self) -> spaces.Box:
        """The space of `state()`."""
        high = np.tile(highest_values(self.layout), len(self.possible_agents))
        return spaces.Box(np.zeros_like(high), high, dtype=np.uint8)

    def state(self) -> NDArray[np.uint8]:
        """Return the observations of all seats, one after another, more than anybody may know."""
        seats = range(len(self.possible_agents))
        return np.concatenate([self._play.encoder.observation(self._play.view(seat), seat) for seat in seats])

    def render(self) -> str | None:
        """Return the board as a spectator sees it, or print it with `render_mode` human."""
        return render_text(str(self._play.view(None)), self.render_mode)

    def close(self) -> None:
        """Do nothing, as the environment holds no resources."""
