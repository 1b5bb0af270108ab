"""Gymnasium: many tables at once, played by kernels (`gymnasium.make_vec("Sixth-v0", num_envs=…)`)."""

import reprlib
import secrets
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from sixth.bots.bot import heads_hurt
from sixth.envs.layout import Layout
from sixth.envs.options import (
    MAX_ROUNDS,
    EnvError,
    Reward,
    chance_seed,
    check_named_opponents,
    check_reward,
    check_whole,
)
from sixth.envs.rewards import Rewards
from sixth.envs.seat import MaskedObservation, space_of, table_rules
from sixth.rules.options import LARGEST_COUNT
from sixth.sim.environment import stepping
from sixth.sim.environment.game import new_games, sow
from sixth.sim.environment.setup import BOTS, setup


class SeatVectorEnv(VectorEnv[MaskedObservation, NDArray[np.int64], NDArray[Any]]):
    """`SeatEnv` many times over: the same options, seeds, observations and rewards, with kernels for bots.

    Where a game ends, the next one of its place begins in the same step (`AutoresetMode.SAME_STEP`):
    `infos["final_obs"]` holds the last observation of the game that ended, `infos["final_info"]["totals"]`
    its heads by seat. With `seed=s` the games of place i are those of `SeatEnv` with `seed=s + i`.

    Raises:
        EnvError: an option is unknown, or has no such value.
        RulesError: options of the rules clash.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        *,
        opponents: Sequence[str] = ("careful", "careful", "careful"),
        game: str = "classic",
        seat: int = 0,
        reward: Reward = "heads",
        max_rounds: int = MAX_ROUNDS,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        check_whole("num_envs", num_envs, 1, 2**20)
        self.opponents = check_named_opponents(opponents, BOTS)
        check_reward(reward)
        check_whole("max_rounds", max_rounds, 1, LARGEST_COUNT)
        if render_mode is not None:
            raise EnvError("The vector environment draws nothing, so render_mode is None.")
        self.rules = table_rules(self.opponents, seat, game, options)
        self.layout = Layout(self.rules)
        self.seat = seat
        self.num_envs = num_envs
        self.render_mode = None
        self.single_observation_space = space_of(self.layout)
        self.single_action_space = spaces.Discrete(self.layout.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._setup = setup(
            self.rules,
            seat=seat,
            opponents=self.opponents,
            hurt=heads_hurt(self.rules),
            reward=reward,
            illegal=round(Rewards(self.rules, reward).illegal),
            max_rounds=max_rounds,
            fields={name: field.start for name, field in self.layout.fields.items()},
            actions=(1, self.layout.takes, self.layout.lefts),
        )
        self._games = new_games(num_envs)
        self._has_games = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[MaskedObservation, dict[str, Any]]:
        """Begin a game in every place, or with `options={"reset_mask": …}` in those where that is True.

        Raises:
            EnvError: a seed is no whole number of at least 0, or there is not one for each place.
        """
        seeds: Any = seed
        super().reset(seed=int(seeds) if isinstance(seeds, int | np.integer) else None)
        which = np.ones(self.num_envs, dtype=np.bool_)
        if options and "reset_mask" in options:
            which &= options["reset_mask"]
        if seeds is None and not self._has_games:
            seeds = secrets.randbits(62)
        if isinstance(seeds, int | np.integer):
            seeds = [int(seeds) + place for place in range(self.num_envs)]
        if seeds is not None:
            if not isinstance(seeds, Sequence | np.ndarray) or len(seeds) != self.num_envs:
                raise EnvError(f"seed is a number or {self.num_envs} numbers, not {reprlib.repr(seed)}.")
            sown = [None if one is None else chance_seed(one) for one in seeds]
            for place, one in enumerate(sown):
                if one is not None and which[place]:
                    sow(self._games[place], one)
        self._has_games = True
        now = stepping.new_observations(self.num_envs, self.layout.size, self.layout.actions)
        stepping.reset(self._setup, self._games, which, now)
        return _observation(*now), {}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[MaskedObservation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Apply one action in every place.

        Raises:
            gymnasium.error.ResetNeeded: no game has begun.
            gymnasium.error.InvalidAction: the actions are not one number for each place, each an action.
        """
        if not self._has_games:
            raise gymnasium.error.ResetNeeded("No game has begun; call reset() first.")
        numbers = np.asarray(actions)
        count = self.num_envs
        if numbers.shape != (count,) or numbers.dtype.kind not in "iu":
            raise gymnasium.error.InvalidAction(
                f"actions are {count} whole numbers, not {numbers.dtype} of shape {numbers.shape}."
            )
        numbers = np.ascontiguousarray(numbers, dtype=np.int64)
        if numbers.min() < 0 or numbers.max() >= self.layout.actions:
            raise gymnasium.error.InvalidAction(
                f"An action is a whole number from 0 to {self.layout.actions - 1}; not all of these are."
            )
        outcome = stepping.new_outcome(count, self.layout.size, self.layout.actions, self.rules.seats)
        over = stepping.step(self._setup, self._games, numbers, outcome)
        ended, cut, illegal = outcome.ended, outcome.cut, outcome.illegal
        infos: dict[str, Any] = {}
        if over:
            over_mask = ended | cut
            last = np.full(count, None, dtype=object)
            for place in np.flatnonzero(over_mask).tolist():
                last[place] = _observation(outcome.last.values[place], outcome.last.masks[place])
            infos = {
                "final_obs": last,
                "_final_obs": over_mask,
                "final_info": {"totals": outcome.totals, "_totals": over_mask},
                "_final_info": over_mask,
            }
            if illegal.any():
                place = int(illegal.argmax())
                what = self.layout.describe(int(numbers[place]))
                gymnasium.logger.warn(
                    f"The action mask of place {place} does not allow {what}, so its game has ended."
                )
                infos["final_info"] |= {"illegal": illegal, "_illegal": illegal}
        return _observation(*outcome.now), outcome.rewards, ended, cut, infos


def _observation(values: NDArray[np.uint8], mask: NDArray[np.uint8]) -> MaskedObservation:
    return {"observation": values, "action_mask": mask.view(np.int8)}
