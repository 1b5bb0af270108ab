"""PettingZoo, parallel: all seats of a table act at once; who has nothing to decide waits."""

from collections.abc import Mapping
from typing import Any, ClassVar

from gymnasium import logger, spaces
from pettingzoo import ParallelEnv

from sixth.envs.errors import EnvError
from sixth.envs.options import MAX_ROUNDS, Reward, rules_of
from sixth.envs.play import Play
from sixth.envs.seat import Observation, as_number, rendered, space_of

Given = dict[str, Any]


class TableParallelEnv(ParallelEnv[str, Observation, int]):
    """A table of `seats` agents, `player_0` and so on, each with its own view. An episode is a game.

    `options` are those of `sixth.Rules`. An action that the mask does not allow ends the game, with the worst
    reward for who did it and 0 for the others.

    Raises:
        EnvError: an option is unknown, or has no such value.
        RulesError: options of the rules clash.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "sixth_v0", "render_modes": ["human", "ansi"]}

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
        self._play = Play(rules_of(game, seats=seats, **options), reward=reward, max_rounds=max_rounds)
        self.rules, self.layout = self._play.rules, self._play.layout
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: space_of(self.layout) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.layout.actions) for agent in self.possible_agents}
        self.render_mode = render_mode

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        """Return what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return what an agent may do."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, Given]]:
        """Begin a game; the same `seed` gives the same games."""
        self._play.begin(seed)
        self.agents = self.possible_agents.copy()
        return self._seen(), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Given]]:
        """Let all seats act at once.

        Raises:
            EnvError: the game is over, or an agent does nothing.
            gymnasium.error.InvalidAction: there is no such action at all.
        """
        play, agents = self._play, self.agents
        if not agents:
            raise EnvError("The game is over; call reset() to begin another.")
        missing = [agent for agent in agents if agent not in actions]
        if missing:
            raise EnvError(f"Every agent acts in each step, but there is no action for {missing[0]}.")
        numbers = [as_number(actions[agent], self.action_spaces[agent]) for agent in agents]
        waiting = play.state.to_act
        rewards = [0.0] * len(agents)
        infos: dict[str, Given] = {agent: {} for agent in agents}
        doing = {seat: play.action(seat, numbers[seat]) for seat in waiting}
        for seat, agent in enumerate(agents):
            if doing.get(seat) is None and (seat in waiting or numbers[seat] != 0):
                why = f"The action mask of {agent} does not allow {self.layout.describe(numbers[seat])}."
                logger.warn(f"{why} The game has ended.")
                infos[agent]["illegal"] = why
                rewards[seat] = play.end_illegally()
        if not any(infos.values()):
            for seat, action in doing.items():
                assert action is not None
                play.act(seat, action)
            rewards = play.rewards()
        ended, cut = play.ended and not play.cut, play.cut
        if self.render_mode == "human":
            self.render()
        seen = self._seen()
        if play.ended:
            self.agents = []
        return (
            seen,
            dict(zip(agents, rewards, strict=True)),
            dict.fromkeys(agents, ended),
            dict.fromkeys(agents, cut),
            infos,
        )

    def render(self) -> str | None:
        """Return the board as a spectator sees it, or print it with `render_mode` human."""
        return rendered(str(self._play.view(None)), self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _seen(self) -> dict[str, Observation]:
        play = self._play
        encoder = play.encoder
        seen = {}
        for seat, agent in enumerate(self.agents):
            view = play.view(seat)
            seen[agent] = {
                "observation": encoder.observation(view, seat),
                "action_mask": encoder.mask(view, seat),
            }
        return seen
