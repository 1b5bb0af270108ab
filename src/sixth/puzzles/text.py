"""A puzzle in words, in the language in use."""

from sixth.coach.text import DIGITS, answer_text
from sixth.i18n import gettext as _
from sixth.i18n import ngettext, number_text
from sixth.puzzles.puzzle import LEVELS, AnswerLoss, Puzzle, Theme
from sixth.rules.events import Action, Choose, Pick, Take
from sixth.rules.view import View


def theme_text(theme: Theme) -> str:
    """Return what a puzzle of this theme is about."""
    return {
        "too-low": _("Too low on purpose"),
        "sixth-card": _("The sixth card"),
        "hold-back": _("Hold back"),
        "close-gap": _("Close the gap"),
        "count": _("Count the cards"),
        "row": _("Taking a row"),
        "draft": _("The draft"),
    }[theme]


def difficulty_text(puzzle: Puzzle) -> str:
    """Return how hard a puzzle is."""
    return _("Level {number} of {most}").format(number=puzzle.difficulty, most=len(LEVELS) + 1)


def question_text(puzzle: Puzzle) -> str:
    """Return what is asked."""
    if isinstance(puzzle.best, Choose):
        return _("What do you play?")
    return _("What do you pick?") if isinstance(puzzle.best, Pick) else _("Which row do you take?")


def placing_text(view: View) -> str:
    """Return why a card of the seat asks for a row or an end of one; "" where no card does."""
    first = view.legal[0]
    if not isinstance(first, Take):
        return ""
    said = _("Your {card} is too low.")
    if view.rules.both_ends:
        said = _("Your {card} lies within every row.")
    if first.end is not None:
        said = _("Your {card} has two equally close places.")
    return said.format(card=view.pending[0][0])


def coming_text(view: View) -> str:
    """Return which cards of the turn are placed after that of the seat; "" where none are."""
    cards = ", ".join(str(card) for card, _seat in view.pending[1:])
    return _("Still to come: {cards}").format(cards=cards) if cards else ""


def verdict_text(puzzle: Puzzle, answer: Action) -> str:
    """Return whether an answer is the best one."""
    return _("Right!") if answer == puzzle.best else _("Not the best.")


def cost_text(puzzle: Puzzle, answer: Action) -> str:
    """Return by how many whole heads an answer is dearer than the best, or the second best than it."""
    if answer == puzzle.best:
        heads = whole_heads(puzzle.lead)
        said = ngettext(
            "{best} is best: {answer} would cost about {count} more head.",
            "{best} is best: {answer} would cost about {count} more heads.",
            heads,
        )
        names = {"best": answer_text(answer), "answer": answer_text(puzzle.lead.answer)}
        return said.format(**names, count=heads)
    heads = whole_heads(next(each for each in puzzle.answers if each.answer == answer))
    said = ngettext("That costs about {count} more head.", "That costs about {count} more heads.", heads)
    return said.format(count=heads)


def whole_heads(each: AnswerLoss) -> int:
    """Return the heads that an answer costs more than the best one as a whole number, 1 at least."""
    return max(1, int(each.loss + 0.5))


def loss_text(each: AnswerLoss) -> str:
    """Return the heads that an answer costs more than the best one, with one decimal place."""
    return number_text(each.loss, digits=DIGITS)
