"""What games and bots are called and are like, in one plain sentence each."""

from gettext import gettext as _

from sixth.server.tables import MIXED


def titles() -> dict[str, str]:
    """What each named game is called."""
    return {
        "classic": _("Classic"),
        "tactical": _("Tactical"),
        "logic": _("Logic"),
        "halves": _("Two halves"),
        "both-ends": _("Both ends"),
        "kids": _("Kids"),
        "elimination": _("Elimination"),
    }


def abouts() -> dict[str, str]:
    """Each named game in one sentence."""
    return {
        "classic": _("Ten cards each, four rows; who takes fewest heads by the time somebody has 66 wins."),
        "tactical": _("Only as many cards as are dealt: every card is in somebody's hand or on the table."),
        "logic": _("You pick your hand from the open deck, so everybody knows every card."),
        "halves": _("Nearly the whole deck, dealt in two halves, in one long round."),
        "both-ends": _("Cards may also be laid to the left of a row."),
        "kids": _("Turn over your cards one by one; who collects most heads wins."),
        "elimination": _("Plain cards cost nothing; who has more than 66 is out, and the last one in wins."),
    }


def bot_abouts() -> dict[str, str]:
    """The choices of bots, each with what to expect of it."""
    return {
        MIXED: _("mixed"),
        "random": _("random, plays anything"),
        "nearest": _("nearest, plays the closest card"),
        "careful": _("careful, weighs the danger"),
    }
