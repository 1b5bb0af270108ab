"""Why options do not go together, in the words of the form.

The rules say it in those of records and of the command line (`hand=12`). What a form of ours cannot hold has
no words here, and is said as the rules say it.
"""

from sixth.i18n import gettext as _
from sixth.i18n import or_list, translate
from sixth.rules.options import RulesError
from sixth.rules.sentence import AnyOf, Sentence
from sixth.server.web.text.option_labels import labels


def explained(error: RulesError) -> str:
    """What `error` says, in one sentence for who fills in the form."""
    return _say(error.sentence)


def _say(sentence: Sentence) -> str:
    words = _words().get(sentence.template)
    if words is None:
        return translate(sentence)
    return words.format(**{name: _value(name, value) for name, value in sentence.values.items()})


def _value(name: str, value: object) -> object:
    if name == "option":
        return labels().get(str(value), labels()["end_count"] if str(value).startswith("end") else value)
    if isinstance(value, AnyOf):
        return or_list(value.words)
    return _say(value) if isinstance(value, Sentence) else value


def _words() -> dict[str, str]:
    """By the template of the rules: what the form says instead."""
    return {**_values(), **_what_fits(), **_deals(), **_drafts(), **_endings()}


def _values() -> dict[str, str]:
    return {
        "{option} takes a whole number from 1 to {most}, not {value}.": _(
            "“{option}” takes a whole number from 1 to {most}, not {value}."
        ),
        "{option} takes a whole number, not {value}.": _("“{option}” takes a whole number, not {value}."),
        "{option} takes a whole number after {kind}, as in {example}, not {value}.": _(
            "Fill in the limit, or how many rounds, as a whole number."
        ),
        "{option} takes a whole number or full or tactical, not {value}.": _(
            "“{option}” takes a whole number, not {value}."
        ),
        "deck is full, tactical or a number from 1 to {most}, not {value}.": _(
            "The deck can have 1 to {most} cards, not {value}."
        ),
        "seats is a whole number from 2 to 10, not {value}.": _("There can be 2 to 10 seats, not {value}."),
    }


def _what_fits() -> dict[str, str]:
    return {
        "use hand={hand} or less": _("each hand can have {hand} at most"),
        "use deck={deck} or more": _("a deck of {deck} cards or more would do"),
        "use deck=full": _("choose all 104 cards"),
        "use rows={rows} or less": _("there is room for {rows} rows at most"),
        "use deck=full with hand=1 and rows={rows} or less": _(
            "with all 104 cards and one card each there is room for {rows} rows at most"
        ),
        "the {size}": _("the {size}"),
        "the {size} that are dealt to the last two": _("the {size} that are dealt to the last two"),
    }


def _deals() -> dict[str, str]:
    return {
        "hand={rules.hand} with seats={rules.seats} and rows={rules.rows} needs {need} cards,"
        " but deck={rules.deck} has {size}; {what_fits}.": _(
            "{rules.seats} hands of {rules.hand} and {rules.rows} rows take {need} cards, but the deck has"
            " {size}; {what_fits}."
        ),
        "deck=tactical with hand={rules.hand}, seats={rules.seats} and rows={rules.rows} needs {need}"
        " cards, but there are {most}; {what_fits}.": _(
            "{rules.seats} hands of {rules.hand} and {rules.rows} rows take {need} cards, but there are"
            " {most}; {what_fits}."
        ),
        "deal=halves deals out the whole deck, so hand={rules.hand} cannot be set; leave hand out.": _(
            "Two halves deal out the whole deck, so leave the cards in each hand as the game says."
        ),
        "deal=halves is one game of one round, so end={rules.end} cannot be set; leave end out.": _(
            "Two halves are one game of one round, so leave the end of the game as the game says."
        ),
        "deal=halves with seats={rules.seats} and rows={rules.rows} needs a deck of at least"
        " {least} cards, one a seat in each half, but deck={rules.deck} has {size}; {what_fits}.": _(
            "Two halves for {rules.seats} seats and {rules.rows} rows take {least} cards or more, but the"
            " deck has {size}; {what_fits}."
        ),
    }


def _drafts() -> dict[str, str]:
    return {
        "deal=draft and play=flip clash: picked cards are known; use deal=random with play=flip.": _(
            "Cards that were picked are known, so they cannot be turned over from a pile nobody has seen;"
            " deal them at random."
        ),
        "deal=draft and deck={rules.deck} clash: the picks must leave one card a row, so use"
        " deck=tactical ({exact} cards here).": _(
            "The picks must leave one card for each row, so choose a deck of only as many as are dealt"
            " ({exact} here)."
        ),
        "deal=draft with end=elimination and deck={rules.deck} clash: when a seat is out the picks would"
        " leave too many cards; use deck=tactical.": _(
            "Once somebody is out the picks would leave too many cards, so choose a deck of only as many as"
            " are dealt."
        ),
    }


def _endings() -> dict[str, str]:
    return {
        "heads=light and deck={rules.deck} clash with end={rules.end}: no card of {dealt} has heads,"
        " so no total would grow; use heads=classic or end=rounds:1.": _(
            "No card of {dealt} would have heads, so the game would never end; give plain cards a head, or"
            " play a number of rounds."
        ),
        "ends=both with hand={rules.hand} clashes with end={rules.end}: {players} players never lay the"
        " {least} cards it takes until one has no place, so no total would grow; use hand={enough} or"
        " more, or end=rounds:1.": _(
            "With both ends open {players} players with {rules.hand} cards each never have to take a row, so"
            " the game would never end; deal {enough} cards or more, or play a number of rounds."
        ),
    }
