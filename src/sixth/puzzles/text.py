"""A puzzle in words, in the language in use."""

from sixth.coach.text import DIGITS, answer_text
from sixth.i18n import gettext as _
from sixth.i18n import number_text
from sixth.puzzles.puzzle import LEVELS, AnswerLoss, Puzzle, Theme
from sixth.rules.events import Action, Choose, Pick


def theme_text(theme: Theme) -> str:
    """Return what a puzzle of this theme is about."""
    return {
        "too-low": _("Too low on purpose"),
        "sixth-card": _("The sixth card"),
        "hold-back": _("Hold back"),
        "close-gap": _("Close the gap"),
        "count": _("Count the cards"),
        "row": _("Which row?"),
        "draft": _("The draft"),
    }[theme]


def difficulty_text(puzzle: Puzzle) -> str:
    """Return how hard a puzzle is."""
    return _("Difficulty {number} of {most}").format(number=puzzle.difficulty, most=len(LEVELS) + 1)


def question_text(puzzle: Puzzle) -> str:
    """Return what is asked."""
    if isinstance(puzzle.best, Choose):
        return _("What do you play?")
    return _("What do you pick?") if isinstance(puzzle.best, Pick) else _("Which row do you take?")


def outcome_text(puzzle: Puzzle, answer: Action) -> str:
    """Return how good an answer is: whether it is the best, or what it costs."""
    best = answer_text(puzzle.best)
    if answer == puzzle.best:
        said = _("Right: {best} is best. {second} costs {loss} heads more.")
        return said.format(best=best, second=answer_text(puzzle.lead.answer), loss=loss_text(puzzle.lead))
    found = next(each for each in puzzle.answers if each.answer == answer)
    said = _("{answer} costs {loss} heads more than {best}.")
    return said.format(answer=answer_text(answer), loss=loss_text(found), best=best)


def loss_text(each: AnswerLoss) -> str:
    """Return the heads that an answer costs more than the best one, with one decimal place."""
    return number_text(each.loss, digits=DIGITS)
