"""The differences of rules from classic, each in a few words and in two sentences."""

from typing import Final, NamedTuple

from sixth.i18n import gettext as _, ngettext
from sixth.rules.options import DEFAULT_HAND, Rules


class Difference(NamedTuple):
    """A difference of rules from classic.

    `name` is the option that makes it, or the kind of deal; `text` says it in some five words and `about` in
    two sentences, "" where the cards on the table show it. The rules of the named `game` explain it.
    """

    name: str
    text: str
    about: str
    game: str


def differences(rules: Rules) -> tuple[Difference, ...]:
    """Return what differs from classic, the most important first; lengths are none, as a title says them."""
    return tuple([each for make in _MAKERS if (each := make(rules)) is not None])


def _goal(rules: Rules) -> Difference | None:
    about = _("Heads are good here: collect them. The most heads win.")
    return Difference("goal", _("Most heads win"), about, "kids") if rules.goal == "most" else None


def _play(rules: Rules) -> Difference | None:
    about = _("You do not choose a card. In turn, everybody turns over the top card of their pile.")
    return Difference("play", _("Turn over hidden cards"), about, "kids") if rules.flips else None


def _ends(rules: Rules) -> Difference | None:
    about = _("A card may also go to the left of a row. It goes where the difference is smallest.")
    return Difference("ends", _("Cards fit at both ends"), about, "both-ends") if rules.both_ends else None


def _end(rules: Rules) -> Difference | None:
    if rules.end.kind != "elimination":
        return None
    text = _("Out over {count} heads")
    about = _("Players with more than {count} heads after a round are out. The last one left wins.")
    count = rules.end.count
    return Difference("end", text.format(count=count), about.format(count=count), "elimination")


def _deal(rules: Rules) -> Difference | None:
    if rules.drafts:
        about = _("You all pick your cards from the open deck, one at a time. So everybody knows all hands.")
        return Difference("draft", _("Everybody knows all hands"), about, "logic")
    if rules.deal == "halves":
        about = _("You get half of your cards now. The other half is dealt when those are played.")
        return Difference("halves", _("Whole deck, in two halves"), about, "halves")
    return None


def _deck(rules: Rules) -> Difference | None:
    size = rules.deck_size(rules.seats)
    if rules.deck == "full" or rules.drafts or rules.deal == "halves":
        return None
    if size == rules.rows + rules.seats * rules.hand:
        about = _("Every card of the deck is dealt, none stays hidden. So it pays to count.")
        return Difference("deck", _("No card is left out"), about, "tactical")
    return Difference("deck", _("Only cards 1 to {size}").format(size=size), "", "classic")


def _row_limit(rules: Rules) -> Difference | None:
    count = rules.row_limit
    if count == 5:
        return None
    text = ngettext("A row holds one card", "A row holds {count} cards", count)
    about = ngettext(
        "A row holds one card. The next one takes it.",
        "A row holds {count} cards. The next one takes them.",
        count,
    )
    return Difference("row_limit", text.format(count=count), about.format(count=count), "classic")


def _heads(rules: Rules) -> Difference | None:
    about = _("Only multiples of 5 and 11 have heads. All other cards count nothing.")
    is_light = rules.heads == "light"
    return Difference("heads", _("Plain cards have no heads"), about, "elimination") if is_light else None


def _rows(rules: Rules) -> Difference | None:
    text = ngettext("{count} row", "{count} rows", rules.rows).format(count=rules.rows)
    return Difference("rows", text, "", "classic") if rules.rows != 4 else None


def _hand(rules: Rules) -> Difference | None:
    text = ngettext("{count} card", "{count} cards", rules.hand).format(count=rules.hand)
    return Difference("hand", text, "", "classic") if rules.hand != DEFAULT_HAND else None


_MAKERS: Final = (_goal, _play, _ends, _end, _deal, _deck, _row_limit, _heads, _rows, _hand)
"""What makes each difference, the most important first."""
