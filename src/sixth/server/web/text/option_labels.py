"""Labels, explanations and choices of the options of the rules."""

from typing import Final

from sixth.i18n import gettext as _, ngettext

OWN_NUMBER: Final = "number"
"""The value for a deck whose number of cards is typed."""


def option_labels() -> dict[str, str]:
    """Return the label of each field of the form."""
    return {
        "seats": _("Seats"),
        "deck": _("Deck"),
        "deck_size": _("Cards in the deck"),
        "hand": _("Cards in each hand"),
        "rows": _("Rows"),
        "row_limit": _("Cards a row can hold"),
        "deal": _("Dealing"),
        "play": _("Playing"),
        "ends": _("Ends of a row"),
        "heads": _("Heads on the cards"),
        "goal": _("Who wins"),
        "end": _("End of the game"),
        "end_count": _("Limit or rounds"),
    }


def lengths() -> dict[str, str]:
    """Return the preset lengths of a game, without that of the named game and the custom one."""
    counted = {count: ngettext("{count} round", "{count} rounds", count) for count in (1, 3)}
    return {
        **{f"rounds:{count}": text.format(count=count) for count, text in counted.items()},
        "score:66": _("To {count} heads").format(count=66),
    }


def option_reasons() -> dict[str, str]:
    """Return a short explanation of each field."""
    return {
        "deck": _("The cards that are shuffled. With none left out, counting pays."),
        "deck_size": _("The cards from 1 to this number."),
        "hand": _("What each player gets for a round."),
        "rows": _("How many rows lie on the table."),
        "row_limit": _("The next card takes the row."),
        "deal": _("How you get your cards."),
        "play": _("Choose a card each turn, or turn over the top card of a hidden pile."),
        "ends": _("Where a card may go."),
        "heads": _("Heads on ordinary cards."),
        "goal": _("Heads are bad, unless the most heads win."),
        "end": _("When the game is over."),
        "end_count": _("Heads for a limit, or a number of rounds."),
    }


def option_choices() -> dict[str, dict[str, str]]:
    """Return the labels of the values of each field with a fixed choice."""
    return {
        "deck": {
            "full": _("All 104 cards"),
            "tactical": _("Only as many as are dealt"),
            OWN_NUMBER: _("Custom number"),
        },
        "deal": {
            "random": _("At random"),
            "draft": _("Picked from the open deck"),
            "halves": _("The whole deck, in two halves"),
        },
        "play": {"simultaneous": _("All choose at once"), "flip": _("Turned over one by one")},
        "ends": {"right": _("Right only"), "both": _("Left and right")},
        "heads": {"classic": _("One head on plain cards"), "light": _("No head on plain cards")},
        "goal": {"fewest": _("The fewest heads"), "most": _("The most heads")},
        "end": {
            "score": _("At a limit of heads"),
            "rounds": _("After a number of rounds"),
            "elimination": _("Last one left: over the limit is out"),
        },
    }
