"""Checks of the options that `make(...)` takes in every library."""

import reprlib
from collections.abc import Sequence
from typing import Any, Final, get_args

import numpy as np

from sixth.bots import Bot, UnknownBotError, check
from sixth.rules.games import GAMES
from sixth.rules.options import OPTIONS, End, EndKind, Rules
from sixth.sim.environment import setup


class EnvError(ValueError):
    """An option or an action that an environment does not have; the text is one sentence."""


Reward = setup.Reward
MAX_ROUNDS: Final = 10_000
"""Rounds after which a game is cut; some games without heads would never end."""


def rules_of(game: str = "classic", **options: Any) -> Rules:
    """Return the rules of a named game with `options` changed: those of `sixth.Rules`.

    `end` may be text, as in `score:66`, `rounds:1` or `elimination:66`.

    Raises:
        EnvError: there is no such game or option.
        RulesError: the options clash, or one has no such value.
    """
    if game not in GAMES:
        raise EnvError(f"There is no game {game!r}; the games are {', '.join(GAMES)}.")
    for name in options:
        if name not in OPTIONS:
            raise EnvError(f"There is no option {name!r}; the rules have {', '.join(OPTIONS)}.")
    if isinstance(options.get("end"), str):
        options["end"] = _end(options["end"])
    return GAMES[game].replace(**options)


def _end(text: str) -> End:
    kind, _colon, count = text.partition(":")
    if kind not in get_args(EndKind) or not (count.isascii() and count.isdigit()):
        raise EnvError(f"end is like score:66, rounds:1 or elimination:66, not {text!r}.")
    return End(kind, int(count[:20]))  # type: ignore[arg-type]


def check_reward(reward: object) -> None:
    """Raise `EnvError` if there is no such kind of reward."""
    if reward not in setup.REWARDS:
        raise EnvError(f"reward is {', '.join(setup.REWARDS[:-1])} or {setup.REWARDS[-1]}, not {reward!r}.")


def check_whole(name: str, value: object, least: int, most: int) -> None:
    """Raise `EnvError` if `value` is no whole number from `least` to `most`."""
    if type(value) is not int or not least <= value <= most:
        raise EnvError(f"{name} is a whole number from {least} to {most}, not {reprlib.repr(value)}.")


def check_render_mode(mode: object, modes: Sequence[str]) -> None:
    """Raise `EnvError` if `mode` is none of these; None is for no picture."""
    if mode is not None and mode not in modes:
        raise EnvError(f"render_mode is {', '.join(modes)} or None, not {reprlib.repr(mode)}.")


def chance_seed(seed: object) -> int:
    """Return the 64 bits that the chance of a seed begins with: the seed, hashed if it has more."""
    if not isinstance(seed, int | np.integer) or seed < 0:
        raise EnvError(f"seed is a whole number of at least 0, not {reprlib.repr(seed)}.")
    if seed < 2**64:
        return int(seed)
    return int(np.random.SeedSequence(int(seed)).generate_state(1, np.uint64)[0])


def check_opponents(opponents: object) -> tuple[str | Bot, ...]:
    """Return the bots for the other seats, names or bots of one's own, or raise `EnvError`."""
    opponents = _checked_list(opponents)
    for each in opponents:
        if not callable(getattr(each, "act", None)):
            try:
                check(str(each))
            except UnknownBotError as error:
                raise EnvError(str(error)) from None
    return opponents


def check_named_opponents(opponents: object, choices: Sequence[str]) -> tuple[str, ...]:
    """Return the names of bots for the other seats, or raise `EnvError` if they are not among `choices`."""
    opponents = _checked_list(opponents)
    for name in opponents:
        if name not in choices:
            raise EnvError(
                f"The vector environment has the bots {', '.join(choices)}, not {name!r}; others play in"
                " gymnasium.make(...)."
            )
    return opponents


def _checked_list(opponents: object) -> tuple[Any, ...]:
    if isinstance(opponents, str) or not isinstance(opponents, Sequence) or not 1 <= len(opponents) <= 9:
        raise EnvError(f"opponents is a list of 1 to 9 bots, not {reprlib.repr(opponents)}.")
    return tuple(opponents)
