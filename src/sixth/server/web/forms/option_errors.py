"""Why options do not go together, in the words of the form.

The rules use the words of records and of the command line (`hand=12`). An error that no form of ours can lead
to has no words here, and is shown in those of the rules.
"""

from sixth.i18n import gettext as _, or_list, translate
from sixth.rules.sentence import AnyOf, Sentence
from sixth.server.web.text.option_labels import option_labels


def option_error_text(sentence: Sentence) -> str:
    """Return an error of the rules as one sentence for the person who fills in the form."""
    words = _words().get(sentence.code)
    if words is None:
        return translate(sentence)
    return words.format(**{name: _value(name, value) for name, value in sentence.values.items()})


def _value(name: str, value: object) -> object:
    if name == "option":
        label = option_labels()["end_count"] if str(value).startswith("end") else value
        return option_labels().get(str(value), label)
    if isinstance(value, AnyOf):
        return or_list(value.words)
    return option_error_text(value) if isinstance(value, Sentence) else value


def _words() -> dict[str, str]:
    """Return what the form says, by the code of what the rules say."""
    return {
        "number-out-of-range": _("“{option}” takes a whole number from 1 to {most}, not {value}."),
        "not-a-number": _("“{option}” takes a whole number, not {value}."),
        "end-not-a-number": _("Fill in the limit, or how many rounds, as a whole number."),
        "deck-not-a-number": _("“{option}” takes a whole number, not {value}."),
        "deck-out-of-range": _("The deck can have 1 to {most} cards, not {value}."),
        "seats-out-of-range": _("There can be 2 to 10 seats, not {value}."),
        "smaller-hand": _("each hand can have {hand} at most"),
        "larger-deck": _("a deck of {deck} cards or more would do"),
        "full-deck": _("choose all 104 cards"),
        "fewer-rows": _("there is room for {rows} rows at most"),
        "full-deck-fewer-rows": _(
            "with all 104 cards and one card each there is room for {rows} rows at most"
        ),
        "too-few-cards": _(
            "{rules.seats} hands of {rules.hand} and {rules.rows} rows take {need} cards, but the deck has"
            " {size}; {what_fits}."
        ),
        "tactical-deck-too-large": _(
            "{rules.seats} hands of {rules.hand} and {rules.rows} rows take {need} cards, but there are"
            " {most}; {what_fits}."
        ),
        "halves-fix-hand": _(
            "Two halves deal out the whole deck, so leave “Cards in each hand” at its default."
        ),
        "halves-fix-end": _(
            "Two halves are one game of one round, so leave “End of the game” at its default."
        ),
        "halves-too-few-cards": _(
            "Two halves for {rules.seats} seats and {rules.rows} rows take {least} cards or more, but the"
            " deck has {size}; {what_fits}."
        ),
        "draft-with-flip": _(
            "Cards that were picked are known, so they cannot be turned over from a pile nobody has seen;"
            " deal them at random."
        ),
        "draft-deck": _(
            "The picks must leave one card for each row, so choose a deck of only as many as are dealt"
            " ({exact} here)."
        ),
        "draft-with-elimination": _(
            "Once somebody is out the picks would leave too many cards, so choose a deck of only as many as"
            " are dealt."
        ),
        "no-heads": _(
            "No card of {dealt} would have heads, so the game would never end; give plain cards a head, or"
            " play a number of rounds."
        ),
        "both-ends-too-few-cards": _(
            "With both ends open {players} players with {rules.hand} cards each never have to take a row, so"
            " the game would never end; deal {enough} cards or more, or play a number of rounds."
        ),
    }
