"""Puzzles in a terminal, one after another, each near the rating of the person who solves them."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import platformdirs

from sixth.coach.positions import rounds_of
from sixth.coach.text import answer_text, interval_text
from sixth.errors import CommandError
from sixth.files import open_atomic
from sixth.i18n import error_text, gettext as _, translate
from sixth.narration import Narrator
from sixth.progress import bar, track
from sixth.puzzles import SOLVED_GAMES, Puzzle, text
from sixth.puzzles.rating import PuzzleStanding, next_one
from sixth.rules.games import GAMES
from sixth.terminal.coach import seats_to_review
from sixth.terminal.files import display_name
from sixth.terminal.labels import rules_text
from sixth.terminal.pages import Page
from sixth.terminal.play import read_line
from sixth.terminal.questions import Prompter, Quit, help_text, show_hand
from sixth.terminal.readiness import get_ready
from sixth.terminal.replay import records
from sixth.terminal.rich_page import new_page
from sixth.text import printable


@dataclass(frozen=True)
class _History:
    """The file with the person's standing and the names of the puzzles that they have tried."""

    file: Path

    def read(self) -> tuple[PuzzleStanding, set[str]]:
        try:
            content = json.loads(self.file.read_text("utf-8"))
            return PuzzleStanding(**content["standing"]), set(content["tried"])
        except FileNotFoundError:
            return PuzzleStanding(), set()
        except (OSError, ValueError, TypeError, KeyError) as error:
            wrong = _("{file} holds no standing of yours; remove it to begin anew.")
            raise CommandError(wrong.format(file=self.file)) from error

    def write(self, standing: PuzzleStanding, names: set[str]) -> None:
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            with open_atomic(self.file) as file:
                file.write(json.dumps({"standing": asdict(standing), "tried": sorted(names)}).encode())
        except OSError as error:
            wrong = _("{file} cannot be written: {why}.")
            raise CommandError(wrong.format(file=self.file, why=error_text(error))) from error


def solve(puzzles: Sequence[Puzzle], *, in_order: bool = False, plain: bool) -> None:
    """Ask the puzzles that the person has not tried, until they leave or have tried all.

    The puzzles come in their own order, or the nearest to the person's rating first.
    """
    page = new_page(plain=plain)
    history = _History(platformdirs.user_data_path("sixth", appauthor=False) / "puzzles.json")
    standing, names = history.read()
    difficulties = [each.difficulty for each in puzzles]
    page.say(f"{help_text()} {page.legend}")
    try:
        while True:
            tries = {number for number, each in enumerate(puzzles) if each.name in names}
            if in_order:
                number = next((each for each in range(len(puzzles)) if each not in tries), None)
            else:
                number = next_one(difficulties, tries, standing.rating)
            if number is None:
                page.say(_("You have tried all puzzles."))
                return
            puzzle = puzzles[number]
            standing = standing.after(puzzle.difficulty, solved=_ask(page, puzzle))
            names.add(puzzle.name)
            history.write(standing, names)
            page.say(text.standing_text(standing))
            page.say()
    except (Quit, EOFError, KeyboardInterrupt):
        page.say()


def _ask(page: Page, puzzle: Puzzle) -> bool:
    """Ask one puzzle and show its solution; return whether the person solved it."""
    view = puzzle.view
    assert view.seat is not None
    seats = [_("You") if seat == view.seat else str(seat + 1) for seat in range(view.rules.seats)]
    narrator = Narrator(view.rules, seats, me=view.seat)
    game = GAMES[puzzle.game].replace(seats=view.rules.seats)
    page.heading(f"{rules_text(game)} – {text.difficulty_text(puzzle)}")
    if view.rows:
        page.rows(view.rules, view.rows)
    if view.open_deck:
        page.hand(view.rules, _("Open deck"), view.open_deck)
    prompter = Prompter(page, narrator, read_line)
    show_hand(page, view)
    if puzzle.other_hand:
        page.hand(view.rules, _("Their hand"), puzzle.other_hand)
    page.say(text.question_text(puzzle))
    if coming := text.coming_text(view):
        page.say(coming)
    answer = prompter.action(view)
    page.say(f"{text.verdict_text(puzzle, answer)} {text.cost_text(puzzle, answer)}")
    is_right = puzzle.is_right(answer)
    if not is_right:
        page.say(_("Best: {answer}").format(answer=text.best_text(puzzle)))
    # The reasons for the best answer are those against the next one.
    against = puzzle.lead.answer if is_right and not puzzle.proved else answer
    for reason in puzzle.reasons(against):
        page.say(translate(reason))
    page.say(_("Theme: {theme}").format(theme=text.theme_text(puzzle.theme)))
    page.say(_("Extra heads vs best move"))
    for each in sorted(puzzle.answers, key=lambda each: each.loss):
        if not puzzle.is_right(each.answer):
            interval = _("exact") if puzzle.proved else interval_text(each.ci)
            page.say(f"  {answer_text(each.answer)}: +{text.loss_text(each)} ({interval})")
    return is_right


def make_of_bots(game: str | None, *, count: int, seed: int, only_solved: bool) -> list[Puzzle]:
    """Return `count` puzzles from games of bots, of one named game or of all in turn, or solved endings."""
    from sixth.puzzles.making import GAMES_WITH_PUZZLES, from_bots

    get_ready(["search"], lambda _line: None)
    puzzles: dict[str, Puzzle] = {}
    with bar(_("Puzzles"), count) as step:
        every = SOLVED_GAMES if only_solved else GAMES_WITH_PUZZLES
        for each in from_bots(every if game is None else (game,), seed=seed, only_solved=only_solved):
            if each is not None and each.name not in puzzles:
                puzzles[each.name] = each
                step()
            if len(puzzles) == count:
                break
    return list(puzzles.values())


def make_of_people(file: str, *, seat: int | None, bots: bool) -> list[Puzzle]:
    """Return puzzles from what people, with `bots` all players, or the player at `seat` missed in `file`."""
    from sixth.puzzles.making import from_record, named_as

    get_ready(["search"], lambda _line: None)
    puzzles: dict[str, Puzzle] = {}
    for record in records(file):
        game = named_as(record.rules)
        if game is None:
            wrong = _("{file}, game {game}: puzzles are of named games, and these are house rules.")
            raise CommandError(wrong.format(file=display_name(file), game=printable(record.game)))
        for number in seats_to_review(record, seat, bots=bots, file=display_name(file)):
            positions = sum(len(each.positions) for each in rounds_of(record, number))
            candidates = from_record(record, number, game)
            for each in track(_("Looking at seat {seat}").format(seat=number), candidates, positions):
                if each is not None:
                    puzzles[each.name] = each
    return list(puzzles.values())
