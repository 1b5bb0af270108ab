"""Rules in sentences, for people who know the base game."""

from dataclasses import fields
from functools import lru_cache
from typing import Any, Final

from sixth.i18n import gettext as _, ngettext
from sixth.rules.games import GAMES, name_of
from sixth.rules.options import End, Rules

_PLAY: Final = {"deal": "random", "play": "simultaneous", "ends": "right"}
"""The options that change play, with their values in the base game."""

_OPTIONS: Final = tuple(field.name for field in fields(Rules) if field.name != "seats")

_COUNT: Final = {"deck": "full", "heads": "classic", "goal": "fewest"}
"""The other options that tell games apart, with their values in the base game."""


def rules_texts(rules: Rules) -> list[str]:
    """Return the rules in sentences: the deal, differences from the base game, the end."""
    return [*_dealing(rules), *_playing(rules), *ending_texts(rules)]


def marked_changes(rules: Rules) -> list[tuple[str, bool]]:
    """Return `rules_texts(rules)`, each with whether it differs from the nearest named game."""
    game = GAMES[nearest_game(rules)]
    seats = rules.seats if rules.seats in game.seats else game.seats[-1]
    usual = rules_texts(game.replace(seats=seats))
    return [(sentence, sentence not in usual) for sentence in rules_texts(rules)]


def _dealing(rules: Rules) -> list[str]:
    parts, count = rules.parts(rules.seats), rules.hand
    text = ngettext("Each player gets one card.", "Each player gets {count} cards.", count)
    if len(parts) == 2:
        text = _("Each player gets {first} cards in the first half and {second} in the second.")
    elif rules.flips:
        text = ngettext(
            "Each player gets a face-down pile of one card.",
            "Each player gets a face-down pile of {count} cards.",
            count,
        )
    elif rules.drafts:
        text = ngettext(
            "The whole deck lies open, and the players pick one card each.",
            "The whole deck lies open, and the players pick in turn until each has {count} cards.",
            count,
        )
    return [text.format(first=parts[0], second=parts[-1], count=count), _rows(rules), _deck(rules)]


def _rows(rules: Rules) -> str:
    text = ngettext(
        "There is one row, and it holds at most {most}.",
        "There are {count} rows, and each holds at most {most}.",
        rules.rows,
    )
    return text.format(count=rules.rows, most=rules.row_limit)


def _deck(rules: Rules) -> str:
    size = rules.deck_size(rules.seats)
    hidden = size - rules.rows - rules.seats * sum(rules.parts(rules.seats))
    if hidden == 0:
        return _("The deck has the cards from 1 to {size}, and all of them are dealt.").format(size=size)
    text = ngettext(
        "The deck has the cards from 1 to {size}, and one of them stays hidden.",
        "The deck has the cards from 1 to {size}, and {hidden} of them stay hidden.",
        hidden,
    )
    return text.format(size=size, hidden=hidden)


def _playing(rules: Rules) -> list[str]:
    text = []
    if rules.flips:
        text.append(_("One after another the players turn over their top card and place it at once."))
    if rules.both_ends:
        text.append(_("A card goes where the difference is smallest, to the right or to the left of a row."))
    if rules.heads == "light":
        text.append(_("Cards that are no multiple of 5 or 11 have no heads."))
    return text


def ending_texts(rules: Rules) -> list[str]:
    """Return when the game ends and who wins it, in sentences."""
    most, count = rules.goal == "most", rules.end.count
    if rules.end.kind == "elimination":
        last = _("Players with more than {limit} heads after a round are out; the last one left wins.")
        text = [last.format(limit=count)]
        if most:
            text.append(_("If all remaining players go out together, the one with the most heads wins."))
        return text
    if rules.end.kind == "score":
        end = _("The game ends after the round in which a total reaches {limit} heads.").format(limit=count)
    else:
        end = ngettext("The game is one round.", "The game is {count} rounds.", count).format(count=count)
    return [end, _("The most heads win.") if most else _("The fewest heads win.")]


@lru_cache(64)
def nearest_game(rules: Rules) -> str:
    """Return the named game that these rules are, or are most like; its page explains them best."""
    return name_of(rules) or max(GAMES, key=lambda name: _similarity(rules, name))


def changed_options(rules: Rules) -> dict[str, Any]:
    """Return the options of these rules that differ from the nearest named game, by name."""
    usual: Any = {field.name: field.default for field in fields(Rules)} | dict(
        GAMES[nearest_game(rules)].options
    )
    return {name: getattr(rules, name) for name in _OPTIONS if getattr(rules, name) != usual[name]}


def _similarity(rules: Rules, name: str) -> int:
    """Return how similar a named game is to `rules`; options of play weigh more than the others."""
    options = GAMES[name].options
    end: End = options.get("end", End())
    plays = [getattr(rules, each) == options.get(each, usual) for each, usual in _PLAY.items()]
    counts = [getattr(rules, each) == options.get(each, usual) for each, usual in _COUNT.items()]
    return (len(counts) + 1) * plays.count(True) + counts.count(True) + (rules.end.kind == end.kind)
