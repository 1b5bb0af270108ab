"""Words and sentences that the terminal's pages share; all text comes through functions, to be translated."""

from collections.abc import Sequence
from typing import Any

from sixth.rules.codec import rules_to_json
from sixth.rules.options import OPTIONS, Rules, name_of


def counted(number: int, thing: str) -> str:
    """A number of something: "1 head", "2 heads"."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def runs(numbers: Sequence[int]) -> str:
    """Ascending numbers, said short: "1 to 4, 7, 9, 10"."""
    groups: list[list[int]] = []
    for number in numbers:
        if groups and number == groups[-1][-1] + 1:
            groups[-1].append(number)
        else:
            groups.append([number])
    said = [
        f"{group[0]} to {group[-1]}" if len(group) > 2 else ", ".join(map(str, group)) for group in groups
    ]
    return ", ".join(said)


def option_text(name: str, value: Any) -> str:
    """An option as `--set` takes it: "deck=60", "end=rounds:3"."""
    if name == "end":
        kind, count = value.values()
        value = f"{kind}:{count}"
    return f"{name}={value}"


def changed_options(rules: Rules) -> list[str]:
    """The options other than the number of seats in which these rules differ from the base game."""
    known, base = rules_to_json(rules), rules_to_json(Rules(2))
    return [option_text(name, known[name]) for name in OPTIONS[1:] if known[name] != base[name]]


def rules_text(rules: Rules) -> str:
    """Rules in a few words: the named game, or the options that make them."""
    name = name_of(rules)
    said = [name] if name else changed_options(rules)
    return ", ".join([*said, counted(rules.seats, "seat")])


def aim_text(rules: Rules) -> str:
    """What the game is about: how it ends and who wins."""
    count = rules.end.count
    if rules.end.kind == "elimination":
        return f"Whoever has more than {counted(count, 'head')} after a round is out; the last one in wins."
    until = (
        f"once somebody has {counted(count, 'head')}"
        if rules.end.kind == "score"
        else f"after {counted(count, 'round')}"
    )
    return f"The game ends {until}, and the {rules.goal} heads win."
