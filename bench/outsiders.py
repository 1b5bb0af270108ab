"""Programs of others against the bots of Sixth, on duplicate deals: one table of wins, heads and times.

Below the table are the differences in heads, deal by deal, which leave out what the cards did to both.

    python bench/outsiders.py CONFIG --keep FOLDER [--workers N]

CONFIG is TOML, or JSON with the same keys; it says where the programs are, as none of them is kept here:

    seats = 4               # of a mixed table
    rounds = 200            # at each mixed table
    pair_rounds = 100       # of each pair, at a table of two
    seed = 1
    seconds = 30            # that an answer may take
    equal_s = 0.1           # seconds a move at equal time; without it, all play at their own time alone
    ours = ["champion", "policy", "montecarlo"]

    [[bots]]
    name = "mcs"
    path = "../rl-6-nimmt"  # has to exist, if it is given; {path} in a command stands for it
    command = "outside/bin/python bench/adapters/brehmer.py {path}"
    equal = "outside/bin/python bench/adapters/brehmer.py {path} --seconds {seconds}"

A command speaks the protocol of docs/bots.md; `bench/adapters/` has some. Each of the `bots` meets every
other and each of `ours` at tables of two, and all meet at a mixed table, in turns if they are more than its
seats. At equal time a program is started by `equal`, and a search of ours has as long and as many playouts as
fit. What can only play at its own time does so; the last column says what each took.

The folder of `--keep` has a file for each table, and the same command goes on from there. A program that
cannot start is left out; one that stops, is late or answers what is not allowed loses that round, and is
started again. Both are said in a sentence.
"""

import argparse
import json
import shlex
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, Final

from strength import between

import sixth
from sixth import bots
from sixth.arena import ArenaError, Contest, Entrant, play
from sixth.arena.deal import DealResult
from sixth.arena.players.external_bot import command_problem
from sixth.arena.report import document
from sixth.arena.statistics import intervals
from sixth.arena.tally import ContestTally
from sixth.progress import track

_TIMED: Final = Path(__file__).parent / "adapters" / "timed.py"
_START_S: Final = 300.0
"""The time limit of a program's first answer: it may load libraries, or compile."""

_SEARCHES: Final = ("search", "expert", "champion")
_ENDLESS: Final = "search:10000000"
"""A search that only time ends."""


class ConfigError(Exception):
    """A config that makes no sense; the text is one sentence."""


@dataclass(frozen=True)
class Program:
    """A bot from outside: its name, and the commands that start it at its own and at equal time."""

    name: str
    command: str
    equal: str | None = None
    path: str | None = None

    def words(self, command: str, seconds: float | None) -> tuple[str, ...]:
        """Return the words of a command, with its path and the seconds for a move filled in."""
        fill = {"{path}": self.path or "", "{seconds}": f"{seconds:g}" if seconds else ""}
        words = shlex.split(command)
        for place, value in fill.items():
            words = [word.replace(place, value) for word in words]
        return tuple(words)


@dataclass(frozen=True)
class Config:
    """What is played; the docstring of this module explains the keys."""

    bots: tuple[Program, ...]
    ours: tuple[str, ...] = ("champion", "policy", "montecarlo")
    seats: int = 4
    rounds: int = 200
    pair_rounds: int = 100
    seed: int = 1
    seconds: float = 30.0
    equal_s: float | None = None


def read_config(path: Path) -> Config:
    """Return the config in a file; raise `ConfigError` if it makes no sense."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}.") from error
    try:
        value = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except ValueError as error:
        raise ConfigError(f"{path} is no {'JSON' if path.suffix == '.json' else 'TOML'}: {error}.") from error
    if not isinstance(value, dict):
        raise ConfigError(f"{path} has to be an object with bots.")
    programs = value.pop("bots", None)
    if not isinstance(programs, list) or not programs or not all(isinstance(each, dict) for each in programs):
        raise ConfigError("The config names no bots: each takes a table [[bots]] with a name and a command.")
    _check(value, Config, "The config")
    found = tuple(_program(each) for each in programs)
    config = Config(found, **{**value, **({"ours": tuple(value["ours"])} if "ours" in value else {})})
    names = [*config.ours, *(each.name for each in found)]
    for name in config.ours:
        try:
            bots.check(name)
        except bots.UnknownBotError as error:
            raise ConfigError(str(error)) from error
    if len(set(names)) < len(names):
        raise ConfigError("Two bots of the config have the same name.")
    if not (2 <= config.seats <= 10 and config.rounds > 0 and config.pair_rounds > 0):
        raise ConfigError("The config takes 2 to 10 seats, and at least one round of each kind.")
    if config.seconds <= 0 or (config.equal_s is not None and config.equal_s <= 0):
        raise ConfigError("The config takes seconds and equal_s above 0.")
    return config


_KINDS: Final[dict[str, tuple[type, ...]]] = {
    "name": (str,), "command": (str,), "equal": (str,), "path": (str,), "ours": (list,), "seats": (int,),
    "rounds": (int,), "pair_rounds": (int,), "seed": (int,), "seconds": (int, float), "equal_s": (int, float),
}  # fmt: skip


def _check(value: dict[str, Any], kind: type, whose: str) -> None:
    for key, member in value.items():
        if key not in kind.__dataclass_fields__:  # type: ignore[attr-defined]
            known = ", ".join(kind.__dataclass_fields__)  # type: ignore[attr-defined]
            raise ConfigError(f"{whose} has no key {key!r}; it takes {known}.")
        if type(member) not in _KINDS[key] or (
            key == "ours" and not all(isinstance(at, str) for at in member)
        ):
            raise ConfigError(f"{whose} has a wrong value of {key}: {member!r}.")


def _program(value: dict[str, Any]) -> Program:
    whose = f"The bot {value.get('name', '')!r} of the config"
    _check(value, Program, whose)
    for key in ("name", "command"):
        if not value.get(key, "").strip():
            raise ConfigError(f"{whose} has no {key}.")
    for key in ("command", "equal"):
        try:
            shlex.split(value.get(key, ""))
        except ValueError:
            raise ConfigError(f"{whose} has a quotation mark too few in its {key}.") from None
    return Program(**value)


# ------------------------------------------------------------------ tables


@dataclass(frozen=True)
class Table:
    """A table of bots that play for some rounds, and how long they take for a move."""

    label: str
    time: str
    contest: Contest
    rounds: int

    @property
    def file(self) -> str:
        """The name of its file of results."""
        names = "-".join(entrant.name for entrant in self.contest.entrants)
        plain = "".join(each if each.isalnum() or each in ".-_" else "_" for each in names)
        return f"{self.time.replace(' ', '-')}-{self.contest.seats}-{plain}.jsonl"


def tables(config: Config, programs: Sequence[Program]) -> Iterator[Table]:
    """Yield the tables of a config for the `programs` that can play, mixed tables first."""
    for seconds in (None, config.equal_s) if config.equal_s is not None else (None,):
        time = "own time" if seconds is None else f"{seconds:g} s"
        outside = [_outside(each, seconds) for each in programs]
        entrants = [*(_ours(name, seconds) for name in config.ours), *outside]
        seats = min(config.seats, len(entrants))
        if seats > 2:
            yield Table("mixed", time, _contest(config, entrants, seats), config.rounds)
        for pair in combinations(entrants, 2):
            if pair[1] in outside:
                label = f"{pair[0].name} and {pair[1].name}"
                yield Table(label, time, _contest(config, pair, 2), config.pair_rounds)


def _contest(config: Config, entrants: Sequence[Entrant], seats: int) -> Contest:
    rules = sixth.games["classic"].replace(seats=seats)
    return Contest(
        "classic", rules, tuple(entrants), config.seed, seconds=config.seconds, start_seconds=_START_S
    )


def _outside(program: Program, seconds: float | None) -> Entrant:
    command = program.command if seconds is None or program.equal is None else program.equal
    return Entrant(program.name, program.words(command, seconds))


def _ours(name: str, seconds: float | None) -> Entrant:
    if seconds is None or name.partition(":")[0] not in _SEARCHES:
        return Entrant(name)
    # -P: no module is imported from the folder of the adapter.
    return Entrant(name, (sys.executable, "-P", str(_TIMED), _ENDLESS, f"{seconds:g}"))


def able(program: Program, seconds: float | None) -> str | None:
    """Return in a sentence why a program cannot start, or None if it can."""
    if program.path is not None and not Path(program.path).exists():
        return f"The bot {program.name} is left out: there is no {program.path}."
    for entrant in {_outside(program, None), _outside(program, seconds)}:
        assert entrant.command is not None
        if problem := command_problem(program.name, entrant.command):
            return f"{problem} It is left out."
    return None


# ------------------------------------------------------------------ results


HEAD: Final = (
    "| table | time | rounds | bot | wins (95 %) | heads (95 %) | ms a move |\n"
    "|---|---|---:|---|---:|---:|---:|"
)


def rows(table: Table, tally: ContestTally) -> Iterator[str]:
    """Yield a line for each bot of a table."""
    win_ci, heads_ci = intervals(tally.wins), intervals(tally.heads)
    for number, entrant in enumerate(table.contest.entrants):
        win, heads = float(tally.wins[:, number].mean()), float(tally.heads[:, number].mean())
        ends = win_ci[number]
        inside = None if ends is None else (max(0.0, ends[0]), min(1.0, ends[1]))
        ms = tally.milliseconds(number)
        time = "–" if ms is None else f"{ms:.1f}"
        yield (
            f"| {table.label} | {table.time} | {tally.rounds(number):,} | {entrant.name} |"
            f" {between(win, inside, 3)} | {between(heads, heads_ci[number])} | {time} |"
        )


def differences(table: Table, tally: ContestTally) -> Iterator[str]:
    """Yield a sentence for each program and another bot: their difference in heads, deal by deal."""
    entrants = table.contest.entrants
    for each in document(tally)["differences"]:
        one, other = (entrants[number] for number in each["of"])
        if other.command is not None and each["heads_ci"] is not None:
            heads = between(each["heads"], each["heads_ci"])
            yield f"{table.label} ({table.time}): heads of {one.name} minus those of {other.name}: {heads}"


def faults(table: Table, tally: ContestTally) -> Iterator[str]:
    """Yield a sentence for each bot that lost rounds by its own fault."""
    for number, (entrant, fault) in enumerate(zip(table.contest.entrants, tally.first_faults, strict=True)):
        if fault is not None:
            lost, rounds = tally.faults[number], tally.rounds(number)
            yield (
                f"{entrant.name} lost {lost:,} of {rounds:,} rounds ({table.label}, {table.time}) by its own"
                f" fault; the first time it {fault.text}."
            )


def play_all(config: Config, keep: Path, workers: int | None) -> tuple[list[str], list[str], bool]:
    """Play all tables; return lines of the table, sentences, and whether somebody interrupted.

    What was played is in `keep`, whatever happens.
    """
    lines: list[str] = []
    sentences: list[str] = []
    programs: list[Program] = []
    for program in config.bots:
        problem = able(program, config.equal_s)
        sentences += [problem] if problem else []
        programs += [] if problem else [program]
    keep.mkdir(parents=True, exist_ok=True)
    for table in tables(config, programs):
        newest: list[ContestTally] = []

        def progress(results: Iterator[DealResult], done: int, deals: int, at: Table = table) -> Any:
            return track(f"{at.label} ({at.time})", results, deals, done=done)

        interrupted = False
        try:
            newest.append(
                play(
                    table.contest,
                    rounds=table.rounds,
                    workers=workers,
                    keep=str(keep / table.file),
                    progress=progress,
                    counted=newest.append,
                )
            )
        except KeyboardInterrupt:
            interrupted = True
        except ArenaError as error:
            sentences.append(f"{table.label} ({table.time}): {error}")
        if newest and newest[-1].done:
            lines += rows(table, newest[-1])
            sentences += differences(table, newest[-1])
            sentences += faults(table, newest[-1])
        if interrupted:
            return lines, sentences, True
    return lines, sentences, False


def main(arguments: Sequence[str] | None = None) -> None:
    """Play what is missing, and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("config", type=Path, help="TOML, or JSON where its name ends so")
    parser.add_argument("--keep", type=Path, required=True, help="a folder for what has been played")
    parser.add_argument("--workers", type=int, help="processes; one a core if not said")
    asked = parser.parse_args(arguments)
    try:
        config = read_config(asked.config)
    except ConfigError as error:
        parser.error(str(error))
    lines, sentences, interrupted = play_all(config, asked.keep, asked.workers)
    print("\n".join([HEAD, *lines]))
    for sentence in sentences:
        print(f"\n{sentence}")
    if interrupted:
        raise SystemExit(130)


if __name__ == "__main__":
    main()
