"""What there is to play, and against whom."""

from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from sixth import bots
from sixth.console import write_line
from sixth.i18n import gettext as _
from sixth.rules.codec import dumps, rules_to_json
from sixth.rules.games import GAMES, NamedGame
from sixth.terminal.labels import changed_options, runs


def games_list() -> list[dict[str, Any]]:
    """Every named game with all its options; `seats` lists the numbers of seats it can be dealt to."""
    return [
        {"name": name, "about": game.about, **_options(game), "seats": list(game.seats)}
        for name, game in GAMES.items()
    ]


def _options(game: NamedGame) -> dict[str, Any]:
    return rules_to_json(game.replace(seats=game.seats[0]))


def bots_list() -> list[dict[str, Any]]:
    """Every bot, weakest first."""
    return [{"name": name, "about": bots.about(name)} for name in bots.names]


def print_games(*, json: bool) -> None:
    """The named games for people, or as JSON."""
    if json:
        write_line(dumps(games_list()))
        return
    table = Table(box=box.SIMPLE, pad_edge=False)
    for title in (_("game"), _("seats"), _("what is special")):
        table.add_column(title)
    for name, game in GAMES.items():
        rules = game.replace(seats=game.seats[0])
        special = " ".join(changed_options(rules)) or _("the base game")
        table.add_row(name, runs(game.seats), f"{_(game.about)}\n({special})")
    Console(markup=False, highlight=False, emoji=False).print(table)


def print_bots(*, json: bool) -> None:
    """The bots for people, or as JSON."""
    if json:
        write_line(dumps(bots_list()))
        return
    table = Table(box=box.SIMPLE, pad_edge=False)
    for title in (_("bot, weakest first"), _("how it plays")):
        table.add_column(title)
    for name in bots.names:
        table.add_row(name, _(bots.about(name)))
    Console(markup=False, highlight=False, emoji=False).print(table)
