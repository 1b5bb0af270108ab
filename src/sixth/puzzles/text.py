"""Puzzles in words, in the current language."""

from sixth.coach.text import DIGITS, EXACT_DIGITS, answer_text, exact_heads, mix_text, proof_text
from sixth.i18n import gettext as _, ngettext, number_text
from sixth.puzzles.puzzle import LEVELS, AnswerLoss, Puzzle, Theme
from sixth.puzzles.rating import SETTLED, PuzzleStanding
from sixth.rules.events import Action, Choose, Pick, Take
from sixth.rules.view import View


def theme_text(theme: Theme) -> str:
    """Return the name of a theme."""
    return {
        "too-low": _("Too low on purpose"),
        "sixth-card": _("The sixth card"),
        "hold-back": _("Hold back"),
        "close-gap": _("Close the gap"),
        "count": _("Count the cards"),
        "row": _("Taking a row"),
        "draft": _("The draft"),
        "solved": _("Solved endings"),
    }[theme]


def difficulty_text(puzzle: Puzzle) -> str:
    """Return the difficulty of a puzzle in words."""
    return _("Level {number} of {most}").format(number=puzzle.difficulty, most=len(LEVELS) + 1)


def question_text(puzzle: Puzzle) -> str:
    """Return the question of a puzzle."""
    if isinstance(puzzle.best, Choose):
        return _("What do you play?")
    return _("What do you pick?") if isinstance(puzzle.best, Pick) else _("Which row do you take?")


def placing_text(view: View) -> str:
    """Return why the seat has to decide on a row for its card, or "" in another decision."""
    first = view.legal[0]
    if not isinstance(first, Take):
        return ""
    template = _("Your {card} is too low.")
    if view.rules.both_ends:
        template = _("Your {card} fits in no row.")
    if first.end is not None:
        template = _("Your {card} is equally close to two places.")
    return template.format(card=view.pending[0][0])


def coming_text(view: View) -> str:
    """Return the cards of the turn that are placed after the seat's own card, or "" if there are none."""
    cards = ", ".join(str(card) for card, _seat in view.pending[1:])
    return _("Still to come: {cards}").format(cards=cards) if cards else ""


def verdict_text(puzzle: Puzzle, answer: Action) -> str:
    """Return in words whether an answer is a best one."""
    return _("Right!") if puzzle.is_right(answer) else _("Not the best.")


def best_text(puzzle: Puzzle) -> str:
    """Return the best answer, or of a mix how often to play each: "23 in 6 of 10, 41 in 4"."""
    return mix_text(puzzle.exact) if puzzle.proved else answer_text(puzzle.best)


def cost_text(puzzle: Puzzle, answer: Action) -> str:
    """Return the loss of an answer in whole heads as a sentence; for the best answer, its lead.

    Of a solved ending the loss is exact, and a right answer has what is proved.
    """
    if puzzle.proved and puzzle.is_right(answer):
        return proof_text(puzzle.exact)
    if puzzle.proved:
        loss = next(each.loss for each in puzzle.answers if each.answer == answer)
        return _("That costs exactly {heads} more.").format(heads=exact_heads(loss))
    if answer == puzzle.best:
        heads = whole_heads(puzzle.lead)
        template = ngettext(
            "{best} is best: {answer} would cost about {count} more head.",
            "{best} is best: {answer} would cost about {count} more heads.",
            heads,
        )
        names = {"best": answer_text(answer), "answer": answer_text(puzzle.lead.answer)}
        return template.format(**names, count=heads)
    heads = whole_heads(next(each for each in puzzle.answers if each.answer == answer))
    template = ngettext("That costs about {count} more head.", "That costs about {count} more heads.", heads)
    return template.format(count=heads)


def whole_heads(each: AnswerLoss) -> int:
    """Return the loss of an answer in whole heads, at least 1."""
    return max(1, int(each.loss + 0.5))


def loss_text(each: AnswerLoss) -> str:
    """Return the loss of an answer in heads with one decimal place, or two if it is exact."""
    is_exact = each.ci == (each.loss, each.loss)
    return number_text(each.loss, digits=EXACT_DIGITS if is_exact else DIGITS)


def standing_text(standing: PuzzleStanding) -> str:
    """Return the rating of a player and the streak if there is one; at first, how far the rating is."""
    if standing.tried < SETTLED:
        return _("Finding your rating: {count} of {most}").format(count=standing.tried, most=SETTLED)
    rating = _("Rating {rating}").format(rating=standing.rating)
    if standing.streak < 2:
        return rating
    return " · ".join([rating, _("{count} in a row").format(count=standing.streak)])
