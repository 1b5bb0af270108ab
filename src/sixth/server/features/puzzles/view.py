"""The page of a puzzle: the position, and the moves and the verdict of each answer."""

from collections.abc import Iterator, Mapping, Sequence

from sixth.coach.row_reasons import placed_after
from sixth.coach.text import answer_text, interval_text
from sixth.differences import differences
from sixth.i18n import gettext as _, ngettext, percent_text, translate
from sixth.puzzles import Puzzle, text
from sixth.rules.board import places
from sixth.rules.events import Action, Choose, Take
from sixth.rules.view import View
from sixth.server.features.puzzles.today import answer_name
from sixth.server.web.text.labels import game_titles
from sixth.server.web.views.axes import whiskers
from sixth.server.web.views.cards import CardPicture, RowPicture, cards_of, row_pictures

Move = tuple[int, int, int, str, bool]
"""A card that is placed, its heads, at which end of which row (from 1), and whether it takes the row."""


def puzzle_page(puzzle: Puzzle) -> Mapping[str, object]:
    """Return what the page of a puzzle shows; `pile_cards` have been collected by players.

    `other_hand` is the hand of the other player where everybody knows it, as in a solved ending.
    """
    view, cards = puzzle.view, cards_of(puzzle.view.rules.heads_of)
    answers, seats = _answers(puzzle, cards), view.rules.seats
    rows = row_pictures(view.rules, view.rows)
    return {
        "game": puzzle.game,
        "title": game_titles()[puzzle.game],
        # The cards show the rest.
        "differences": [each for each in differences(view.rules) if each.about],
        "players": ngettext("{count} player", "{count} players", seats).format(count=seats),
        "level": _("Level {number}").format(number=puzzle.difficulty),
        "question": text.question_text(puzzle),
        "why": text.placing_text(view),
        "coming": text.coming_text(view),
        "theme": text.theme_text(puzzle.theme),
        "rows": [_question_row(row, answers) for row in rows],
        "pending": [cards[card] for card, _seat in view.pending],
        "hand": [cards[card] for card in view.hand],
        "answers": answers,
        "best": next(each for each in answers if each["name"] == answer_name(puzzle.best)),
        "best_words": text.best_text(puzzle),
        "proved": puzzle.proved,
        "other_hand": [cards[card] for card in puzzle.other_hand],
        "pile_cards": sorted(card for pile in view.piles for card in pile),
    }


def _question_row(row: RowPicture, answers: Sequence[Mapping[str, object]]) -> Sequence[object]:
    """Return a row, and the possible answers that take it as a whole, or lay a card at its left or right."""
    by_end = {each["end"]: each for each in answers if each["row"] == row.number}
    return (row, by_end.get(None), by_end.get("left"), by_end.get("right"))


def _answers(puzzle: Puzzle, cards: tuple[CardPicture, ...]) -> Sequence[Mapping[str, object]]:
    """Return each answer: the name of its part of the page, and the `card` that it plays or else its `words`.

    An answer that takes a row has its number in `row`, and in `end` the chosen end, or None. `moves` are the
    cards that are placed, as far as known; `verdict`, `cost` and `reasons` judge the answer, and `contrast`
    compares it with the best one. `second` is whether it is the second best. `often` is how often best play
    has an answer of a solved ending.
    """
    drawings = whiskers([(each.loss, each.ci) for each in puzzle.answers])
    return [
        {
            "name": answer_name(each.answer),
            "card": None if isinstance(each.answer, Take) else cards[each.answer.card],
            "words": answer_text(each.answer),
            "row": each.answer.row + 1 if isinstance(each.answer, Take) else 0,
            "end": each.answer.end if isinstance(each.answer, Take) else None,
            "moves": tuple(_moves(puzzle.view, each.answer)),
            "right": puzzle.is_right(each.answer),
            "verdict": text.verdict_text(puzzle, each.answer),
            "cost": text.cost_text(puzzle, each.answer),
            "reasons": _reasons(puzzle, each.answer),
            "contrast": " ".join(translate(reason) for reason in puzzle.contrast(each.answer)),
            "second": each == puzzle.lead,
            "loss": text.loss_text(each),
            "interval": interval_text(each.ci),
            "whisker": whisker,
            "often": percent_text(chance, digits=0),
        }
        for each, whisker, chance in zip(
            puzzle.answers, drawings, puzzle.mix or (0,) * len(drawings), strict=True
        )
    ]


def _reasons(puzzle: Puzzle, answer: Action) -> tuple[str, ...]:
    """Return the reasons of an answer without its contrast to others, which the page shows elsewhere."""
    contrasts = puzzle.contrast(puzzle.lead.answer) if answer == puzzle.best else ()
    return tuple(translate(each) for each in puzzle.hints(answer) if each not in contrasts)


def _moves(view: View, answer: Action) -> Iterator[Move]:
    """Yield the cards that are placed up to the next choice, or only the player's own on the present rows."""
    cards = cards_of(view.rules.heads_of)
    if isinstance(answer, Take):
        for each in placed_after(view, answer):
            yield each.card, cards[each.card].heads, each.row + 1, each.end, bool(each.taken)
    elif isinstance(answer, Choose):
        fits = places(view.rows, answer.card, both=view.rules.both_ends)
        # A card that fits no row is shown as taking the cheapest.
        costs = [*map(view.rules.heads_in, view.rows)]
        row, end = fits[0] if fits else (costs.index(min(costs)), "right")
        takes = not fits or len(view.rows[row]) >= view.rules.row_limit
        yield answer.card, cards[answer.card].heads, row + 1, end, takes
