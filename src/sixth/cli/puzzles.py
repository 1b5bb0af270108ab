"""`sixth puzzles`: solving puzzles and making them."""

from datetime import UTC, datetime
from typing import Annotated, Final

import typer

from sixth.cli.command import command, new_group
from sixth.cli.options import option, parse_game, switch, whole_option
from sixth.console import write_line
from sixth.errors import CommandError, UsageProblem
from sixth.i18n import error_text, gettext as _, number_text, or_list, translate
from sixth.puzzles import SOLVED_GAMES, THEMES, Puzzle, read_puzzles, shipped
from sixth.puzzles.codec import PuzzleFileError, puzzles_to_bytes
from sixth.puzzles.daily import five_of
from sixth.text import printable

commands: Final = new_group()

_MAX_COUNT: Final = 100_000

GameFilter = Annotated[str | None, option("--game", "NAME", "Only of this game; `sixth games` lists them.")]


@commands.callback(invoke_without_command=True, epilog="Example: sixth puzzles --theme too-low")
def puzzles(
    context: typer.Context,
    *,
    file: Annotated[str | None, option("--file", "FILE", "Puzzles that `sixth puzzles make` wrote.")] = None,
    game: GameFilter = None,
    theme: Annotated[str | None, option("--theme", "THEME", "Only of this theme, such as too-low.")] = None,
    today: Annotated[
        bool, switch("--today", "The five of this day, the same for everybody; the easiest first.")
    ] = False,
    plain: Annotated[
        bool, switch("--plain", "Short plain lines, no colours or boxes; reads well aloud.")
    ] = False,
) -> None:
    """Solve puzzles here: one answer is clearly best; find it."""
    if context.invoked_subcommand is not None:
        return
    if game is not None:
        parse_game(game)
    if theme is not None and theme not in THEMES:
        wrong = _("--theme takes {themes}, not {value}.")
        raise UsageProblem(wrong.format(themes=or_list(THEMES), value=repr(printable(theme))))
    if today and (file or game or theme):
        raise UsageProblem(_("--today takes neither --file nor --game nor --theme."))
    selection = [each for each in _read(file) if game in (None, each.game) and theme in (None, each.theme)]
    if not selection:
        raise CommandError(_("There are no such puzzles."))
    from sixth.terminal.puzzles import solve

    if today:
        selection = [selection[number - 1] for number in five_of(datetime.now(UTC).date(), selection)]
    solve(selection, in_order=today, plain=plain)


def _read(file: str | None) -> tuple[Puzzle, ...]:
    if file is None:
        return shipped()
    try:
        return read_puzzles(file)
    except PuzzleFileError as error:
        raise CommandError(f"{printable(file, longest=200)}: {translate(error.sentence)}") from error
    except (OSError, ValueError) as error:
        wrong = _("{file} cannot be read: {why}.")
        raise CommandError(wrong.format(file=printable(file, longest=200), why=error_text(error))) from error


@command(commands, "sixth puzzles make --from games.sixth.jsonl --out mine.jsonl")
def make(
    *,
    out: Annotated[str, option("--out", "FILE", "The file for the puzzles; a name in .gz is compressed.")],
    records: Annotated[
        str | None, option("--from", "FILE", "Make puzzles from what people missed in these games.")
    ] = None,
    seat: Annotated[int | None, whole_option("--seat", "K", "With --from, only seat K (from 0).")] = None,
    bots: Annotated[bool, switch("--bots", "With --from, also what bots missed.")] = False,
    count: Annotated[int, whole_option("--count", "N", "How many puzzles from games of bots.")] = 100,
    game: GameFilter = None,
    solved: Annotated[
        bool, switch("--solved", "Only endings of two players whose answer is proved (tactical, logic).")
    ] = False,
    seed: Annotated[
        int, whole_option("--seed", "S", "A whole number; the same seed gives the same puzzles.")
    ] = 1,
) -> None:
    """Make puzzles: from games of bots, or from what people missed in theirs."""
    if not 1 <= count <= _MAX_COUNT:
        wrong = _("{option} takes a whole number from 1 to {most}, not {value}.")
        raise UsageProblem(wrong.format(option="--count", most=_MAX_COUNT, value=count))
    if game is not None and (base := parse_game(game)).replace(seats=base.seats[0]).flips:
        wrong = _("Nobody decides which card to play in {game}, so it has no puzzles.")
        raise UsageProblem(wrong.format(game=game))
    if solved and (records is not None or game not in (None, *SOLVED_GAMES)):
        raise UsageProblem(_("--solved goes without --from, and with --game only for tactical and logic."))
    if seat is not None and records is None:
        raise UsageProblem(_("--seat goes with --from."))
    if bots and records is None:
        raise UsageProblem(_("--bots goes with --from."))
    from sixth.terminal.files import open_output
    from sixth.terminal.puzzles import make_of_bots, make_of_people

    # Opened first, as puzzles take long to make.
    with open_output(out) as file:
        if records is None:
            selection = make_of_bots(game, count=count, seed=seed, only_solved=solved)
        else:
            selection = make_of_people(records, seat=seat, bots=bots)
        file.write(puzzles_to_bytes(selection, name=out))
    template = _("{file}: {count} puzzles.")
    write_line(template.format(file=printable(out, longest=200), count=number_text(len(selection))))
