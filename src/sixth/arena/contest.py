"""Contests of the arena: rules, bots and a seed, from which any deal can be played again; their errors."""

import random
import re
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Final

from sixth import bots
from sixth.errors import CommandError, UsageProblem
from sixth.i18n import and_list, gettext as _
from sixth.rules import codec
from sixth.rules.codec import Json
from sixth.rules.options import OPTIONS, End, Rules
from sixth.text import printable

MOVE_SECONDS: Final = 5.0
START_SECONDS: Final = 30.0
"""The time limit of the first answer of a bot's process, which includes its start."""

MAX_MOVE_SECONDS: Final = 86_400
"""One day."""


class ArenaError(CommandError):
    """An arena that cannot be played, because a bot does not start, for example."""


class ArenaUsageError(ArenaError, UsageProblem):
    """Options of an arena that do not fit together."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot of the arena: one of `sixth.bots`, or a bot with the words of a `command` that starts it."""

    name: str
    command: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Contest:
    """A contest between bots; each deal follows from these values and the number of the deal.

    `rules` are those of the named game `game`, with any option changed. With more `entrants` than seats, each
    deal seats some of them. With `whole` a game is played to its end, without it one round. A bot in another
    process has `seconds` for each answer, and `start_seconds` for its first. With `keeps_records` the result
    of a deal has the records of its games.

    Raises:
        ArenaUsageError: There are fewer bots than seats, or `seconds` is out of range.
    """

    game: str
    rules: Rules
    entrants: tuple[Entrant, ...]
    seed: int
    whole: bool = False
    seconds: float = MOVE_SECONDS
    start_seconds: float = START_SECONDS
    keeps_records: bool = False

    def __post_init__(self) -> None:
        if len(self.entrants) < self.rules.seats:
            wrong = _("There are {bots} bots for {seats} seats; name at least as many.")
            raise ArenaUsageError(wrong.format(bots=len(self.entrants), seats=self.rules.seats))
        if not 0 < self.seconds <= MAX_MOVE_SECONDS:
            wrong = _("--seconds takes a number above 0 and up to {most}, not {value}.")
            raise ArenaUsageError(wrong.format(most=MAX_MOVE_SECONDS, value=f"{self.seconds:g}"))

    @property
    def seats(self) -> int:
        """The number of seats at a table, and of the rotations in which each deal is played."""
        return self.rules.seats

    def seated(self, deal: int) -> tuple[int, ...]:
        """Return the indices of the `entrants` that play the deal number `deal` (from 0), ascending.

        In as many deals as there are bots each bot plays equally often, against random others.
        """
        bots = range(len(self.entrants))
        if len(bots) == self.seats:
            return tuple(bots)
        turn, first = divmod(deal, len(bots))
        order = random.Random(f"arena {self.seed} turn {turn}").sample(bots, len(bots))
        return tuple(sorted((order * 2)[first : first + self.seats]))

    @cached_property
    def played(self) -> Rules:
        """The rules with which each deal is played: of one round, or of a whole game."""
        return self.rules if self.whole else self.rules.replace(end=End("rounds", 1))

    def deal_seed(self, deal: int) -> str:
        """Return the seed of the cards of a deal, which are the same in all its rotations."""
        return f"arena {self.seed} {deal}"

    @property
    def unit(self) -> str:
        """The unit that is played of each deal: "round" or "game"."""
        return "game" if self.whole else "round"

    def deals(self, rounds: int) -> int:
        """Return the number of deals for at least `rounds` rounds (or whole games)."""
        return -(-rounds // self.seats)


# ------------------------------------------------------------------ as JSON


_ENTRANT: Final = {"bot": codec.text, "command": codec.reader_of(tuple[str, ...] | None)}


def contest_to_json(contest: Contest) -> dict[str, Json]:
    """Return the contest as a JSON object."""
    return {
        "game": contest.game,
        "rules": codec.rules_to_json(contest.rules),
        "bots": [
            {"bot": each.name, "command": None if each.command is None else list(each.command)}
            for each in contest.entrants
        ],
        "seed": contest.seed,
        "whole": contest.whole,
        "seconds": contest.seconds,
        "start_seconds": contest.start_seconds,
        **({"keeps_records": True} if contest.keeps_records else {}),
    }


def contest_from_json(value: Json) -> Contest:
    """Return the contest of a JSON object that `contest_to_json` made."""
    readers: dict[str, codec.Reader] = {
        "game": codec.text,
        "rules": codec.rules_from_json,
        "bots": partial(codec.list_of, lambda bot: Entrant(*codec.read_object(bot, _ENTRANT).values())),
        "seed": codec.integer,
        "whole": codec.boolean,
        "seconds": codec.number,
        "start_seconds": codec.number,
    }
    if type(value) is dict and "keeps_records" in value:
        readers["keeps_records"] = codec.boolean
    members = codec.read_object(value, readers)
    return Contest(entrants=members.pop("bots"), **members)


# ------------------------------------------------------------------ from the command line


def entrants_from(names: str, commands: Iterable[str] = ()) -> tuple[Entrant, ...]:
    """Return the bots that `names` (`A,B,…`) lists; each of `commands` (`NAME=COMMAND`) adds a bot.

    Raises:
        ArenaUsageError: There is no bot of a name, or a command has no valid form.
    """
    entrants: dict[str, Entrant] = {name: Entrant(name) for name in bots.names}
    for argument in commands:
        entrant = _named_command(argument)
        if entrant.name in entrants:
            wrong = _("--bot {name} is given twice; give the command another name.")
            if entrant.name in bots.names:
                wrong = _("--bot {name} is a bot already; give the command another name.")
            raise ArenaUsageError(wrong.format(name=entrant.name))
        entrants[entrant.name] = entrant
    return tuple(entrants.get(name.strip()) or _own_bot(name.strip(), entrants) for name in names.split(","))


def _own_bot(name: str, bot_names: Iterable[str]) -> Entrant:
    """Return one of our bots with more text after a colon."""
    if ":" not in name:
        wrong = _("There is no bot {name}; the bots are {bots} (--bot NAME=COMMAND makes another).")
        raise ArenaUsageError(wrong.format(name=repr(printable(name)), bots=and_list(bot_names)))
    try:
        bots.check(name)
    except bots.UnknownBotError as error:
        raise ArenaUsageError(str(error)) from error
    return Entrant(name)


_NAME: Final = re.compile(r"[A-Za-z0-9._-]{1,40}")


def _named_command(argument: str) -> Entrant:
    name, equals, command = argument.partition("=")
    name = name.strip()
    if not equals or not _NAME.fullmatch(name):
        wrong = _(
            "--bot takes NAME=COMMAND, as in --bot mine='python3 mine.py', not {value}; a name is made of"
            " letters, digits, dots, - and _."
        )
        raise ArenaUsageError(wrong.format(value=repr(printable(argument))))
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        wrong = _("The command of --bot {name} has a quotation mark too few.")
        raise ArenaUsageError(wrong.format(name=name)) from error
    if not words or "\0" in command:
        wrong = _("--bot {name} has no command; give one, as in --bot {name}='python3 mine.py'.")
        raise ArenaUsageError(wrong.format(name=name))
    return Entrant(name, words)


# ------------------------------------------------------------------ the difference of two contests


def difference(made: Contest, asked: Contest) -> str | None:
    """Return the first difference of `made` (of a file) to `asked` in words, "seed 7, not 8", or None."""
    if made == asked:
        return None
    units = {False: _("rounds"), True: _("games")}
    options = ((name, getattr(made.rules, name), getattr(asked.rules, name)) for name in OPTIONS)
    pairs: Sequence[tuple[str, Any, Any]] = (
        (_("game {was}, not {now}"), made.game, asked.game),
        (_("the bots {was}, not {now}"), _names(made), _names(asked)),
        *((_("{was}, not {now}"), f"{name}={was}", f"{name}={now}") for name, was, now in options),
        (_("seed {was}, not {now}"), made.seed, asked.seed),
        (_("{was}, not {now}"), units[made.whole], units[asked.whole]),
        (_("--seconds {was}, not {now}"), made.seconds, asked.seconds),
        (_("seconds for a first answer {was}, not {now}"), made.start_seconds, asked.start_seconds),
    )
    template, was, now = next(pair for pair in pairs if pair[1] != pair[2])
    return printable(template.format(was=was, now=now), longest=300)


def _names(contest: Contest) -> str:
    return ",".join(
        each.name if each.command is None else f"{each.name}={shlex.join(each.command)}"
        for each in contest.entrants
    )
