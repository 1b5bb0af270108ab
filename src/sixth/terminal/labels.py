"""Short texts of the terminal for numbers, options and rules."""

from collections.abc import Sequence

from sixth.i18n import gettext as _, ngettext
from sixth.rules.games import name_of
from sixth.rules.options import OPTIONS, Rules
from sixth.text import runs


def games_text(count: int) -> str:
    """Return a number of games in words."""
    return ngettext("{count} game", "{count} games", count).format(count=count)


def ranges_text(numbers: Sequence[int]) -> str:
    """Return ascending numbers with runs abbreviated: "1 to 4, 7, 9, 10"."""
    return ", ".join(
        _("{first} to {last}").format(first=group[0], last=group[-1])
        if len(group) > 2
        else ", ".join(map(str, group))
        for group in runs(numbers)
    )


def special_options(rules: Rules) -> list[str]:
    """Return the options, other than `seats`, in which these rules differ from the base game: "deck=60"."""
    values = ((name, getattr(rules, name), getattr(Rules(2), name)) for name in OPTIONS[1:])
    return [f"{name}={value}" for name, value, usual in values if value != usual]


def rules_text(rules: Rules) -> str:
    """Return rules in short: the named game, or the options that differ from the base game, and the seats."""
    name = name_of(rules)
    seats = ngettext("{count} seat", "{count} seats", rules.seats).format(count=rules.seats)
    return ", ".join([*([name] if name else special_options(rules)), seats])


def aim_text(rules: Rules) -> str:
    """Return the sentence on how a game by these rules ends and who wins."""
    count = rules.end.count
    match rules.end.kind, rules.goal:
        case "elimination", _:
            template = ngettext(
                "A player with more than {count} head after a round is out; the last one in wins.",
                "A player with more than {count} heads after a round is out; the last one in wins.",
                count,
            )
        case "score", "fewest":
            template = ngettext(
                "The game ends once somebody has {count} head, and the fewest heads win.",
                "The game ends once somebody has {count} heads, and the fewest heads win.",
                count,
            )
        case "score", _:
            template = ngettext(
                "The game ends once somebody has {count} head, and the most heads win.",
                "The game ends once somebody has {count} heads, and the most heads win.",
                count,
            )
        case _, "fewest":
            template = ngettext(
                "The game ends after {count} round, and the fewest heads win.",
                "The game ends after {count} rounds, and the fewest heads win.",
                count,
            )
        case _:
            template = ngettext(
                "The game ends after {count} round, and the most heads win.",
                "The game ends after {count} rounds, and the most heads win.",
                count,
            )
    return template.format(count=count)


def events_text(count: int) -> str:
    """Return a number of events in the logs of tables in words."""
    return ngettext("{count} event", "{count} events", count).format(count=count)
