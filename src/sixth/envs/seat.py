"""Gymnasium: one seat at a table with bots (`gymnasium.make("Sixth-v0", opponents=[…])`)."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from sixth.bots import Bot, make
from sixth.envs.layout import Layout
from sixth.envs.options import (
    MAX_ROUNDS,
    EnvError,
    Reward,
    check_opponents,
    check_render_mode,
    check_whole,
    rules_of,
)
from sixth.envs.play import Play
from sixth.rules.options import Rules
from sixth.sim.environment.setup import WAIT

MaskedObservation = dict[str, NDArray[Any]]


def space_of(layout: Layout) -> spaces.Space[MaskedObservation]:
    """Return the space of an observation with its action mask."""
    high = highest_values(layout)
    space: spaces.Space[Any] = spaces.Dict(
        {
            "observation": spaces.Box(np.zeros_like(high), high, dtype=np.uint8),
            "action_mask": spaces.Box(0, 1, (layout.actions,), dtype=np.int8),
        }
    )
    return space


def highest_values(layout: Layout) -> NDArray[np.uint8]:
    """Return the highest value of each number of an observation."""
    high = np.zeros(layout.size, dtype=np.uint8)
    for field in layout.fields.values():
        high[field.start : field.stop] = field.high
    return high


def table_rules(opponents: Sequence[object], seat: int, game: str, options: dict[str, Any]) -> Rules:
    """Return the rules of a table at which the learner has `seat` and the opponents the others."""
    if "seats" in options:
        raise EnvError("seats is not an option: there is one for each opponent, and your own.")
    rules = rules_of(game, seats=len(opponents) + 1, **options)
    check_whole("seat", seat, 0, rules.seats - 1)
    return rules


class SeatEnv(gymnasium.Env[MaskedObservation, np.int64]):
    """One seat at a table; bots play the others. An episode is a game.

    `options` are those of `sixth.Rules`, but for `seats`. An action that the mask does not allow ends the
    game with the worst reward; `info["illegal"]` then says so.

    Raises:
        EnvError: an option is unknown, or has no such value.
        RulesError: options of the rules clash.
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi"], "render_fps": 1}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        *,
        opponents: Sequence[str | Bot] = ("careful", "careful", "careful"),
        game: str = "classic",
        seat: int = 0,
        reward: Reward = "heads",
        max_rounds: int = MAX_ROUNDS,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        check_render_mode(render_mode, self.metadata["render_modes"])
        self.opponents = check_opponents(opponents)
        self._play = Play(
            table_rules(self.opponents, seat, game, options), reward=reward, max_rounds=max_rounds
        )
        self.rules, self.layout, self.seat = self._play.rules, self._play.layout, seat
        self.observation_space = space_of(self.layout)
        self.action_space = self._actions = spaces.Discrete(self.layout.actions)
        self.render_mode = render_mode
        self._bots: list[Bot] = []
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[MaskedObservation, dict[str, Any]]:
        """Begin a game; the same `seed` gives the same games."""
        super().reset(seed=seed)
        if seed is not None or not self._bots:
            self._bots = [
                make(each, seed=None if seed is None else f"{seed} {number}")
                if isinstance(each, str)
                else each
                for number, each in enumerate(self.opponents)
            ]
        self._play.begin(seed)
        self._go_on()
        self._over = False
        return self._observation(), {}

    def step(self, action: np.int64 | int) -> tuple[MaskedObservation, float, bool, bool, dict[str, Any]]:
        """Apply an action, and let the others play until this seat has to decide again.

        Raises:
            gymnasium.error.ResetNeeded: the game is over.
            gymnasium.error.InvalidAction: there is no such action at all.
        """
        play, number = self._play, as_number(action, self._actions)
        if self._over:
            raise gymnasium.error.ResetNeeded("The game is over; call reset() to begin another.")
        play_action = play.action(self.seat, number)
        # Where cards are flipped a game may end before this seat has anything to decide.
        if play_action is None and not (play.over and number == WAIT):
            self._over = True
            why = f"The action mask does not allow {self.layout.describe(number)}, so the game has ended."
            gymnasium.logger.warn(why)
            return self._observation(), play.end_illegally(), True, False, {"illegal": why}
        if play_action is not None:
            play.act(self.seat, play_action)
            self._go_on()
        self._over = play.over
        reward = play.rewards()[self.seat]
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, play.state.over, play.cut, {}

    def render(self) -> str | None:
        """Return the board as this seat sees it, or print it with `render_mode` human."""
        return render_text(str(self._play.view(self.seat)), self.render_mode)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of legal actions as sb3-contrib expects it: bool, shape (`layout.actions`,)."""
        return self._play.encoder.mask(self._play.view(self.seat), self.seat).astype(np.bool_)

    def _go_on(self) -> None:
        play = self._play
        while not play.over:
            others = [seat for seat in play.state.to_act if seat != self.seat]
            if not others or (self.seat in play.state.to_act and play.state.phase == "choose"):
                return
            for seat in others:
                bot = self._bots[seat - (seat > self.seat)]
                play.act(seat, bot.act(play.view(seat)))

    def _observation(self) -> MaskedObservation:
        return self._play.encoder.masked(self._play.view(self.seat), self.seat)


def as_number(action: Any, space: spaces.Discrete) -> int:
    """Return an action as a plain int, or raise `InvalidAction` if `space` does not hold it."""
    if not space.contains(action):
        raise gymnasium.error.InvalidAction(
            f"An action is a whole number from 0 to {int(space.n) - 1}, not {action!r}."
        )
    return int(action)


def render_text(board: str, mode: str | None) -> str | None:
    """Return the text of a board in mode "ansi", or print it in mode "human"."""
    if mode == "human":
        print(board)  # noqa: T201 - the purpose of this mode
    return board if mode == "ansi" else None
