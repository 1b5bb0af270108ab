"""Texts for cards, heads and phrases of the chat, and text of others made safe for terminals and logs."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from sixth.i18n import and_list, gettext as _, ngettext
from sixth.rules.cards import FULL_DECK
from sixth.rules.options import Rules

MAX_NAME_LENGTH: Final = 40

MAX_NAMES: Final = 3
"""Names of players in one sentence."""

_REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}"


def printable(text: str, *, longest: int = MAX_NAME_LENGTH) -> str:
    """Return text of others as one line of at most `longest` characters, without control characters."""
    # Not printable are also line ends and marks that turn the writing direction.
    safe = "".join(char if char.isprintable() else _REPLACEMENT for char in text[: longest + 1])
    return safe if len(safe) <= longest else safe[: longest - 1] + "…"


def some_names(names: Sequence[str]) -> str:
    """Return a list of names, cut to the first two and the number of the rest if it is long."""
    if len(names) > MAX_NAMES:
        more = len(names) - MAX_NAMES + 1
        names = [*names[: MAX_NAMES - 1], _("{count} more").format(count=more)]
    return and_list(names)


def numbered(names: Iterable[str]) -> list[str]:
    """Return the names, with numbers where some are the same."""
    total, numbers = Counter(names := list(names)), Counter[str]()
    texts = []
    for name in names:
        numbers[name] += 1
        texts.append(f"{name} {numbers[name]}" if total[name] > 1 else name)
    return texts


def heads_text(count: int) -> str:
    """Return a number of heads in words: "7 heads"."""
    return ngettext("{count} head", "{count} heads", count).format(count=count)


def card_text(rules: Rules, card: int) -> str:
    """Return a card, with its heads in brackets if it has more than one: "55 (7)"."""
    assert 1 <= card <= FULL_DECK
    heads = rules.heads_of[card]
    return f"{card} ({heads})" if heads > 1 else str(card)


def runs(numbers: Iterable[int]) -> list[list[int]]:
    """Return ascending numbers in runs, each without a gap."""
    groups: list[list[int]] = []
    for number in numbers:
        if groups and number == groups[-1][-1] + 1:
            groups[-1].append(number)
        else:
            groups.append([number])
    return groups


def phrases() -> dict[str, str]:
    """Return the phrases of the chat by key; only keys are sent, so everybody reads their own language."""
    return {
        "hello": _("Hello!"),
        "good-luck": _("Good luck!"),
        "well-played": _("Well played!"),
        "ouch": _("Ouch!"),
        "thanks": _("Thank you!"),
        "sorry": _("Sorry!"),
        "one-moment": _("One sec!"),
        "bye": _("Goodbye!"),
    }
