"""The command `sixth data`: plays whole games of bots and writes them as a dataset."""

import secrets
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from sixth.arena.contest import ArenaError, ArenaUsageError, Contest, Entrant, contest_to_json
from sixth.arena.dataset.card import Figures, card
from sixth.arena.dataset.rows import rows_of
from sixth.arena.dataset.tables import DatasetWriter
from sixth.arena.play import check_entrant, check_played, deals_bar
from sixth.arena.worker_pool import WorkerPool, in_order
from sixth.files import new_folder
from sixth.i18n import error_text, gettext as _, number_text
from sixth.processors import cores
from sixth.rules.codec import dumps
from sixth.rules.options import Rules
from sixth.text import printable


@dataclass(frozen=True, kw_only=True)
class DatasetOptions:
    """The options of the command; None means that an option is not given."""

    folder: str
    bots: Sequence[str]
    game: str
    settings: Sequence[str] = ()
    """The options of the game that are changed, as in `deck=60`."""
    rules: Rules
    games: int
    seed: int | None = None
    workers: int | None = None

    def command(self, seed: int) -> str:
        """Return the command that makes the same dataset again."""
        words = ["sixth", "data", Path(self.folder).name, "--games", str(self.games)]
        words += ["--bots", ",".join(self.bots), "--seats", str(self.rules.seats), "--game", self.game]
        words += [word for setting in self.settings for word in ("--set", setting)]
        return shlex.join([*words, "--seed", str(seed)])


def run(options: DatasetOptions, *, write_line: Callable[[str], None]) -> None:
    """Play the games, write the dataset into a new folder, and print by `write_line` what is in it.

    An error or an interrupt leaves nothing of the folder.

    Raises:
        ArenaError: there is such a folder, it cannot be written, or a bot cannot play.
    """
    for option, number in (("--games", options.games), ("--workers", options.workers)):
        if number is not None and number < 1:
            wrong = _("{option} takes a whole number of at least 1, not {value}.")
            raise ArenaUsageError(wrong.format(option=option, value=number))
    seed = secrets.randbelow(1_000_000_000) if options.seed is None else options.seed
    entrants = tuple(map(Entrant, options.bots))
    contest = Contest(options.game, options.rules, entrants, seed, whole=True, keeps_records=True)
    for entrant in entrants:
        check_entrant(entrant)
    name = printable(str(Path(options.folder)), longest=200)
    try:
        with new_folder(Path(options.folder)) as folder:
            figures = _write(contest, options, seed, folder)
    except FileExistsError as error:
        wrong = _("{folder} is there already; name a folder that is not.")
        raise ArenaError(wrong.format(folder=name)) from error
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        wrong = _("{file} cannot be written: {why}.")
        raise ArenaError(wrong.format(file=name, why=error_text(error))) from error
    template = _("{folder}: {games} games, {decisions} decisions, split by deal; README.md describes them.")
    games, decisions = (number_text(figures.total(table)) for table in ("games", "decisions"))
    write_line(template.format(folder=name, games=games, decisions=decisions))


def _write(contest: Contest, options: DatasetOptions, seed: int, folder: Path) -> Figures:
    origin = {
        "version": version("sixth"),
        "command": options.command(seed),
        "contest": dumps(contest_to_json(contest)),
    }
    deals = range(contest.deals(options.games))
    workers = min(options.workers or cores(), len(deals))
    with (
        DatasetWriter(folder, {f"sixth.{key}": value for key, value in origin.items()}) as writer,
        WorkerPool(contest, workers=workers) as pool,
    ):
        for result in deals_bar(in_order(pool.play(deals)), 0, len(deals)):
            check_played(contest, result)
            for game, decisions in rows_of(result, contest.game):
                writer.add(game, decisions)
    figures = Figures(writer.rows)
    text = card(contest, figures, version=origin["version"], command=origin["command"])
    (folder / "README.md").write_text(text, encoding="utf-8", newline="\n")
    return figures
