"""PettingZoo, parallel: all seats of a table act at once; a seat without a decision waits."""

from collections.abc import Mapping
from typing import Any, ClassVar

from gymnasium import logger
from pettingzoo import ParallelEnv

from sixth.envs.agents import Agents
from sixth.envs.options import EnvError
from sixth.envs.seat import MaskedObservation, as_number

Info = dict[str, Any]


class TableParallelEnv(Agents, ParallelEnv[str, MaskedObservation, int]):
    """A table of `seats` agents, `player_0` and so on, each with its own view. An episode is a game.

    `options` are those of `sixth.Rules`. An action that the mask does not allow ends the game, with the worst
    reward for the agent that did it and 0 for the others.

    Raises:
        EnvError: an option is unknown, or has no such value.
        RulesError: options of the rules clash.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "sixth_v0", "render_modes": ["human", "ansi"]}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, MaskedObservation], dict[str, Info]]:
        """Begin a game; the same `seed` gives the same games."""
        self._play.begin(seed)
        self.agents = self.possible_agents.copy()
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[
        dict[str, MaskedObservation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]
    ]:
        """Let all seats act at once.

        Raises:
            EnvError: the game is over, or an agent has no action.
            gymnasium.error.InvalidAction: there is no such action at all.
        """
        play, agents = self._play, self.agents
        if not agents:
            raise EnvError("The game is over; call reset() to begin another.")
        missing = [agent for agent in agents if agent not in actions]
        if missing:
            raise EnvError(f"Every agent acts in each step, but there is no action for {missing[0]}.")
        numbers = [as_number(actions[agent], self.action_spaces[agent]) for agent in agents]
        deciding = play.state.to_act
        rewards = [0.0] * len(agents)
        infos: dict[str, Info] = {agent: {} for agent in agents}
        moves = {seat: play.action(seat, numbers[seat]) for seat in deciding}
        for seat, agent in enumerate(agents):
            if moves.get(seat) is None and (seat in deciding or numbers[seat] != 0):
                why = f"The action mask of {agent} does not allow {self.layout.describe(numbers[seat])}."
                logger.warn(f"{why} The game has ended.")
                infos[agent]["illegal"] = why
                rewards[seat] = play.end_illegally()
        if not any(infos.values()):
            for seat, action in moves.items():
                assert action is not None
                play.act(seat, action)
            rewards = play.rewards()
        over, cut = play.over and not play.cut, play.cut
        if self.render_mode == "human":
            self.render()
        observations = self._observations()
        if play.over:
            self.agents = []
        return (
            observations,
            dict(zip(agents, rewards, strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            infos,
        )

    def _observations(self) -> dict[str, MaskedObservation]:
        play, encoder = self._play, self._play.encoder
        views = [play.view(seat) for seat in range(len(self.agents))]
        board = encoder.board(views[0])
        return {
            agent: encoder.masked(view, seat, board)
            for seat, (agent, view) in enumerate(zip(self.agents, views, strict=True))
        }
