"""The bots by name: those by method, weakest first, and eight levels. A new bot is added here only."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, Literal

from sixth import fast
from sixth.bots.bot import Bot
from sixth.bots.careful import CarefulBot
from sixth.bots.levels import TEMPERATURES, SoftPolicyBot
from sixth.bots.nearest import NearestBot
from sixth.bots.random_bot import RandomBot
from sixth.extras import require_extra
from sixth.i18n import and_list, gettext as _

# `make` imports bots that use kernels, because numba takes half a second to load.
if TYPE_CHECKING:
    from sixth.bots.plain_policy import PlainPolicyBot
    from sixth.bots.policy import PolicyBot
    from sixth.policy.player import Player
    from sixth.sim.policy.network import Floats
    from sixth.sim.policy.weights import Policy


class UnknownBotError(ValueError):
    """A name of no bot; the text is one sentence that names all bots."""


@dataclass(frozen=True, slots=True)
class _Options:
    """The options of a new bot."""

    rng: Random
    seconds: float | None
    time_left: Callable[[], float] | None
    more: str
    """The text after the colon in the name; empty without a colon."""


@dataclass(frozen=True, slots=True)
class _Entry:
    about: str
    make: Callable[[_Options], Bot]
    takes: Literal["playouts", "file"] | None = None
    """The kind of text that may follow a colon in the name."""
    kernels: Literal["none", "optional", "needed"] = "needed"
    """Whether the bot uses kernels, which must be compiled or loaded before its first move."""
    budget_s: float = 0.0
    """Seconds of thought for a move where people wait; 0 if the bot answers at once."""


@cache
def _trained(path: str = "") -> "Policy":
    from sixth.sim.policy.weights import SHIPPED, load_policy

    return load_policy(Path(path) if path else SHIPPED)


@cache
def _all_players() -> "dict[str, Floats]":
    from sixth.sim.policy.presets import all_players

    return all_players(_trained().player)


@cache
def _plain_player(path: str = "") -> "Player":
    from sixth.policy.player import Player
    from sixth.policy.weights import SHIPPED, read

    return Player(read(Path(path) if path else SHIPPED))


def _policy(options: _Options) -> "PolicyBot | PlainPolicyBot":
    if not fast.INSTALLED:
        from sixth.bots.plain_policy import PlainPolicyBot

        return PlainPolicyBot(_plain_player(options.more))
    from sixth.bots.policy import PolicyBot

    return PolicyBot(*_trained(options.more))


def _soft_policy(temperature: float, options: _Options) -> Bot:
    return SoftPolicyBot(_policy(options), temperature, options.rng)


def _montecarlo(options: _Options) -> Bot:
    with require_extra("fast"):
        from sixth.bots.montecarlo import MonteCarloBot

    return MonteCarloBot(int(options.more or 100), options.rng)


def _search(playouts: int, options: _Options, *, solved_positions: int = 0) -> Bot:
    with require_extra("fast"):
        from sixth.bots.search import SearchBot, settings_for

    settings = settings_for(int(options.more or playouts))
    settings = replace(settings, seconds=options.seconds, solved_positions=solved_positions)
    return SearchBot(settings, _all_players(), options.rng, options.time_left)


SOLVED_POSITIONS: Final = 100_000
"""The limit of a champion's solution, in positions: a second, which few endings of six cards take."""

_MAX_PLAYOUTS: Final = 10_000_000

_METHODS: Final[dict[str, _Entry]] = {
    "random": _Entry(
        "Plays any card and takes any row, as if its eyes were shut.",
        lambda options: RandomBot(options.rng),
        kernels="none",
    ),
    "nearest": _Entry(
        "Plays the card that lies closest to a row with room and takes the cheapest row.",
        lambda options: NearestBot(),
        kernels="none",
    ),
    "careful": _Entry(
        "Weighs what each card may cost: the heads at stake, and the unseen cards that could come between.",
        lambda options: CarefulBot(),
        kernels="none",
    ),
    "montecarlo": _Entry(
        "Plays 100 random rounds for each of its cards and trusts their mean.", _montecarlo, "playouts"
    ),
    "policy": _Entry(
        "Plays by a small network that learned from millions of rounds, without looking ahead.",
        _policy,
        "file",
        kernels="optional",
    ),
    "search": _Entry(
        "Tries its cards in 300 deals that fit how the others have played, and they play on like that.",
        partial(_search, 300),
        "playouts",
        budget_s=0.05,
    ),
    "expert": _Entry("Searches as search does, in 1,500 deals.", partial(_search, 1_500), budget_s=0.1),
    "champion": _Entry(
        "The strongest here: searches in 10,000 deals, and solves endings whose cards are all known.",
        partial(_search, 10_000, solved_positions=SOLVED_POSITIONS),
        "playouts",
        budget_s=0.25,
    ),
}

_LEVELS: Final = (
    *(
        _Entry(
            "One of eight even steps: plays by the policy, with mistakes like those of people.",
            partial(_soft_policy, temperature),
            kernels="optional",
        )
        for temperature in TEMPERATURES
    ),
    replace(_METHODS["policy"], takes=None),
    _Entry(
        "One of eight even steps: searches as search does, in 120 deals.",
        partial(_search, 120),
        budget_s=0.05,
    ),
    replace(_METHODS["champion"], takes=None),
)

_BOTS: Final = _METHODS | {f"level-{number}": entry for number, entry in enumerate(_LEVELS, 1)}

all_names: Final = tuple(_BOTS)
"""The names of all bots: those by method, then the levels, each weakest first."""

names: Final = tuple(name for name in all_names if fast.INSTALLED or _BOTS[name].kernels != "needed")
"""The names of the bots that can play here, in the same order; without the extra `fast` some cannot."""

methods: Final = tuple(name for name in names if name in _METHODS)
"""The names of the bots by method that can play here, weakest first."""

levels: Final = tuple(name for name in names if name not in _METHODS)
"""The names of the levels that can play here, weakest first."""


def make(
    name: str,
    *,
    seed: int | str | None = None,
    seconds: float | None = None,
    time_left: Callable[[], float] | None = None,
) -> Bot:
    """Return a new bot; with the same `seed` it plays the same in the same games.

    `seconds` limits the time for a move of a bot that searches; its moves then depend on the machine, too. A
    host with many tables gives `time_left` instead, a function that returns the seconds left; the bot calls
    it repeatedly during a search, as the time left may change with other work.

    Some names take more text after a colon: `montecarlo:1000`, `search:20000` and `champion:1000` (playouts),
    `policy:FILE` (weights that `sixth train` wrote).

    Raises:
        UnknownBotError: there is no bot of that name.
        MissingExtraError: the bot needs the extra `fast`.
        ValueError: the file is no policy (`sixth.policy.weights.WeightsError`).
    """
    check(name)
    plain, _colon, more = name.partition(":")
    return _BOTS[plain].make(_Options(Random(seed), seconds, time_left, more))


def check(name: str) -> None:
    """Raise `UnknownBotError` if `make` does not accept `name`."""
    plain, colon, more = name.partition(":")
    takes = _entry(plain).takes
    if not colon:
        return
    if takes is None:
        wrong = _("The bot {bot} takes nothing behind a colon, so it cannot be {name}.")
        raise UnknownBotError(wrong.format(bot=plain, name=repr(name)))
    whole = more.isascii() and more.isdigit() and len(more) <= len(str(_MAX_PLAYOUTS))
    if takes == "playouts" and not (whole and 1 <= int(more) <= _MAX_PLAYOUTS):
        wrong = _("Behind its colon {bot} takes a number of playouts from 1 to {most}, not {value}.")
        raise UnknownBotError(wrong.format(bot=plain, most=_MAX_PLAYOUTS, value=repr(more)))
    if takes == "file" and not more:
        wrong = _("Behind its colon {bot} takes a file, as in {example}.")
        raise UnknownBotError(wrong.format(bot=plain, example=f"{plain}:policy.npz"))


def about(name: str) -> str:
    """Return one sentence about a bot, for a choice of opponents; may raise `UnknownBotError`."""
    return _entry(name).about


def short(name: str) -> str:
    """Return a name for a seat: `name` without the file after its colon, if it has one."""
    plain = name.partition(":")[0]
    return plain if _entry(plain).takes == "file" else name


def budget(name: str) -> float:
    """Return the seconds of thought of a bot for a move where people wait; 0 if it answers at once."""
    return _entry(name.partition(":")[0]).budget_s


def here(name: str) -> str:
    """Return the name of the bot that plays for `name` here: `policy` for one that needs the extra `fast`."""
    return name if name.partition(":")[0] in names else "policy"


def compiled(name: str) -> bool:
    """Return whether a bot uses kernels, which are compiled or loaded on first use (see `warmup`)."""
    return fast.INSTALLED and _entry(name.partition(":")[0]).kernels != "none"


def _entry(name: str) -> _Entry:
    if name not in _BOTS:
        wrong = _("There is no bot {name}; the bots are {bots}.")
        raise UnknownBotError(wrong.format(name=repr(name), bots=and_list(names)))
    return _BOTS[name]
