"""Names of games, bots and reactions, as people read and choose them."""

from datetime import date
from typing import Any, Final

from sixth import bots
from sixth.i18n import date_text, duration_text, gettext as _, ngettext
from sixth.rules.games import GAMES
from sixth.rules.option_text import option_from_text
from sixth.rules.options import End, Rules, RulesError
from sixth.server.live.archive import EndedGame
from sixth.server.protocol.dealt import board_deal, days_of_board
from sixth.server.table.config import TableConfig
from sixth.server.table.events import OUTSIDE
from sixth.server.table.seating import EASY, MIXED, STRONG
from sixth.server.table.view import TableView
from sixth.server.web.text.option_labels import option_choices
from sixth.server.web.text.rules import changed_options, nearest_game


def game_titles() -> dict[str, str]:
    """Return the title of each named game."""
    return {
        "classic": _("Classic"),
        "tactical": _("Tactical"),
        "logic": _("Logic"),
        "halves": _("Two halves"),
        "both-ends": _("Both ends"),
        "kids": _("Kids"),
        "elimination": _("Elimination"),
    }


def saved_text() -> str:
    """Return the sentence that says what was saved, with a place for the name of the file."""
    return _("Saved: {file}")


def game_title(rules: Rules) -> str:
    """Return the title of the game with these rules: "Tactical", or "Tactical · 1 round"."""
    return " · ".join([game_titles()[nearest_game(rules)], *change_texts(rules)])


def kept_title(name: str) -> str:
    """Return the title of a game as results keep it: by `kept_name`, "daily", or "" for house rules."""
    name, space, end = name.partition(" ")
    title = (game_titles() | {"daily": _("Daily deal"), "board": _("Boards")}).get(name) or _("House rules")
    try:
        return f"{title} · {length_text(option_from_text('end', end))}" if space else title
    except RulesError:
        return title


def table_title(rules: Rules, config: TableConfig) -> str:
    """Return the game and the pace of a table: "Tactical · 1 round · 30 sec"."""
    title = game_title(rules)
    return f"{title} · {duration_text(config.turn_seconds, 'short')}" if config.turn_seconds else title


MAX_CHANGES: Final = 2
"""The most changes that are named; a game with more has house rules, of which only the length is said."""


def change_texts(rules: Rules) -> list[str]:
    """Return the changes of these rules to the named game that they are most like, each in a few words.

    The length is always among them.
    """
    changes = changed_options(rules)
    if len(changes) <= MAX_CHANGES:
        return [_change_text(name, value) for name, value in changes.items()]
    return [_("House rules"), *([length_text(rules.end)] if "end" in changes else [])]


def _change_text(name: str, value: Any) -> str:
    match name, value:
        case "end", end:
            return length_text(end)
        case "hand", count:
            return ngettext("{count} card", "{count} cards", count).format(count=count)
        case "rows", count:
            return ngettext("{count} row", "{count} rows", count).format(count=count)
        case "row_limit", count:
            return _("rows of {count}").format(count=count)
        case "deck", int(count):
            return _("deck of {count}").format(count=count)
    return option_choices()[name][value]


def daily_title(day: date, *, practice: bool) -> str:
    """Return the title of the deal of a day."""
    title = _("Practice: deal of {date}") if practice else _("Daily deal, {date}")
    return title.format(date=date_text(day, "medium"))


def board_title(key: str) -> str:
    """Return the title of the board with this key, of a day or a week."""
    days = days_of_board(key)
    if days is None or days[0] == days[1]:
        return _("Board of {date}").format(date=date_text(days[0], "medium") if days else key)
    year, week, _day = days[0].isocalendar()
    return _("Board of week {week}, {year}").format(week=week, year=year)


def dealt_title(name: str, *, practice: bool) -> str:
    """Return the title of a deal that everybody gets, by its name (`protocol.dealt`)."""
    if deal := board_deal(name):
        return _("{board}: deal {number}").format(board=board_title(deal.board), number=deal.number)
    return daily_title(date.fromisoformat(name), practice=practice)


def game_at(table: TableView) -> str:
    """Return the name of the game at a table."""
    return game_titles()["classic"] if table.daily else game_title(table.rules)


def title_at(table: TableView) -> str:
    """Return the name of the game at a table, or of the deal there that everybody gets."""
    return dealt_title(table.daily, practice=table.practice) if table.daily else game_at(table)


def ended_title(game: EndedGame) -> str:
    """Return the title of a finished game."""
    if game.daily:
        return dealt_title(game.daily, practice=False)
    return game_title(game.record.rules)


def game_summaries() -> dict[str, str]:
    """Return a sentence about each named game."""
    return {name: _(game.about) for name, game in GAMES.items()}


def length_text(end: End) -> str:
    """Return the length of a game in a few words: "3 rounds", "to 66"."""
    match end.kind:
        case "rounds":
            return ngettext("{count} round", "{count} rounds", end.count).format(count=end.count)
        case "score":
            return _("to {count}").format(count=end.count)
    return _("out over {count}").format(count=end.count)


def level_titles() -> dict[str, str]:
    """Return how strong bots may be, the weakest first, each in a word."""
    return {EASY: _("Easy"), MIXED: _("Even"), STRONG: _("Strong")}


def bot_titles() -> dict[str, str]:
    """Return the choices of bots: how strong they are, each with a few words on it, and the levels."""
    return {
        MIXED: _("Even: follows your last games"),
        EASY: _("Easy: for beginners"),
        STRONG: _("Strong: the strongest"),
        **kind_titles(),
    }


def kind_titles(*others: str) -> dict[str, str]:
    """Return the names of the levels of bots, strongest first, and after them those of some `others`."""
    return {kind: bot_name(kind) for kind in (*reversed(bots.levels), *others)}


def bot_name(kind: str) -> str:
    """Return the name of a kind of bot."""
    level = kind.removeprefix("level-")
    if level != kind:
        return _("Level {number}").format(number=level)
    names = {
        "champion": _("Champion"),
        "expert": _("Expert"),
        "search": _("Search"),
        "policy": _("Policy"),
        "montecarlo": _("Monte Carlo"),
        "careful": _("Careful"),
        "nearest": _("Nearest"),
        "random": _("Random"),
    }
    return names.get(kind, kind)


def bot_text(kind: str, run_by: str = "") -> str:
    """Return the kind of a bot, as shown among the names of people, and who runs it."""
    if kind == OUTSIDE:
        return _("bot run by {name}").format(name=run_by) if run_by else _("bot from outside")
    return _("bot: {kind}").format(kind=bot_name(kind))


def reactions() -> dict[str, tuple[str, str]]:
    """Return the emoji of the reactions and their names, by key."""
    return {
        "clap": ("👏", _("applause")),
        "laugh": ("😄", _("laughter")),
        "wow": ("😮", _("surprise")),
        "sad": ("😢", _("tears")),
        "think": ("🤔", _("thinking")),
        "ox": ("🐂", _("an ox")),
    }
