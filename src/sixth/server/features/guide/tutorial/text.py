"""The texts of the tutorial: of each position, and of the outcome of a card."""

from typing import NamedTuple

from sixth.i18n import gettext as _
from sixth.server.features.guide.tutorial.positions import CardOutcome, ExercisePosition
from sixth.text import heads_text


class StepText(NamedTuple):
    """The texts of a step: its name, what to know, what to try, and the lesson afterwards."""

    name: str
    know: str
    task: str
    learnt: str


def step_texts() -> tuple[StepText, ...]:
    """Return the text of each position."""
    return (
        StepText(
            _("First cards"),
            _(
                "Everybody plays one card a turn. Yours goes to the row whose last card is the closest "
                "one below it. You never choose the row: your card does."
            ),
            _("Play any of your three cards and see where it goes."),
            _("Heads on the cards are bad. Nobody has taken a card yet, so nobody has any."),
        ),
        StepText(
            _("The lowest card first"),
            _(
                "All cards are chosen in secret and shown together. Then they are placed one after another, "
                "the lowest first, and each changes the rows for those that follow."
            ),
            _("Play a card, and see which one is placed before yours."),
            _("So a row can end in a card that nobody had seen when you chose."),
        ),
        StepText(
            _("The sixth card takes the row"),
            _(
                "A row holds five cards. If yours is the sixth, you take those five, and their heads count "
                "against you. The number at the end of a row says what it costs."
            ),
            _("The first row is full: play a card that does not take it."),
            _("Before you play a card, check that its row has room."),
        ),
        StepText(
            _("Too low"),
            _(
                "A card lower than the last card of every row is too low: you take one whole row, but you "
                "may choose which. Here all your cards are too low."
            ),
            _("Play a card, and then take the row that costs least."),
            _("Being too low costs little while there are short rows: often one head."),
        ),
        StepText(
            _("First trap: the closer row"),
            _("Your 45 would look good after the 41, where there is plenty of room. Would it go there?"),
            _("Play a card that takes nothing."),
            _("The 45 must go after the 42: the row that ends closest counts, not the one you like."),
        ),
        StepText(
            _("Second trap: the row that disappears"),
            _(
                "Your 62 comes right after the 61. Nobody can come between them. But that row has one card "
                "and costs one head: the cheapest for anybody who is too low."
            ),
            _("Play a card that takes nothing."),
            _(
                "A card that is too low is placed first, and may take a row before yours comes: here the 29 "
                "took the 61, and then the 62 must be the sixth behind the 57."
            ),
        ),
        StepText(
            _("What to look for"),
            _(
                "Three questions for each card: Which row ends closest below it? How many cards can still "
                "lie there? Who may come before you? The more numbers in between, the more can happen."
            ),
            _("Which of your cards is sure to get the last place in row 3?"),
            _("Between 69 and 70 there is no card, so the 70 could only be the fifth."),
        ),
    )


def verdict_text(position: ExercisePosition, outcome: CardOutcome) -> str:
    """Return a sentence on what the card cost, and whether it could have cost less."""
    if outcome.heads > position.least:
        return _("That costs you {heads}.").format(heads=heads_text(outcome.heads))
    if outcome.heads:
        return _("Well done: {heads}, the cheapest possible.").format(heads=heads_text(outcome.heads))
    return _("Well done: that costs you nothing.")


def why_text(position: ExercisePosition, outcome: CardOutcome) -> str:
    """Return the reason for the card's place, in one or two sentences."""
    card, row, behind = outcome.placed.card, outcome.placed.row, outcome.behind
    if outcome.placed.why == "low":
        text = _(
            "Your {card} is lower than every last card, so you took a row, and your card started a new one."
        )
    elif outcome.placed.row != outcome.expected_row:
        text = _("Before your {card} came, a lower card took the row you meant.")
    elif behind != position.rows[row][-1]:
        text = _("When your {card} came, lower cards had been placed: the closest row ended in {behind}.")
        if outcome.heads:
            text = _(
                "A lower card was placed before your {card}: the {behind} was the fifth, yours the sixth."
            )
    elif outcome.heads:
        text = _(
            "Of all rows that end below {card}, the one that ends in {behind} is the closest, and it is full."
        )
    else:
        text = _("Of all rows that end below {card}, the one that ends in {behind} is the closest.")
    return text.format(card=card, behind=behind)
