"""`sixth games` and `sixth bots`: the lists of named games and of bots."""

from collections.abc import Iterable
from typing import Any, Final

from sixth import bots
from sixth.cli.command import command, new_group
from sixth.cli.options import JsonOption
from sixth.console import new_console, write_line
from sixth.i18n import gettext as _
from sixth.rules.codec import dumps, rules_to_json
from sixth.rules.games import GAMES, NamedGame
from sixth.terminal.labels import ranges_text, special_options

commands: Final = new_group()


@command(commands, "sixth games --json")
def games(*, json: JsonOption = False) -> None:
    """List the named games with their options."""
    print_games(json=json)


@command(commands, "sixth bots", "bots")
def list_bots(*, json: JsonOption = False) -> None:
    """List the bots, weakest first."""
    print_bots(json=json)


def games_list() -> list[dict[str, Any]]:
    """Return every named game with all its options; `seats` lists the possible numbers of seats."""
    return [
        {"name": name, "about": game.about, **_options(game), "seats": list(game.seats)}
        for name, game in GAMES.items()
    ]


def _options(game: NamedGame) -> dict[str, Any]:
    return rules_to_json(game.replace(seats=game.seats[0]))


def bots_list() -> list[dict[str, Any]]:
    """Return every bot with its description, weakest first."""
    return [{"name": name, "about": bots.about(name)} for name in bots.names]


def print_games(*, json: bool) -> None:
    """Print the named games for people, or as JSON."""
    if json:
        write_line(dumps(games_list()))
        return
    rows = []
    for name, game in GAMES.items():
        rules = game.replace(seats=game.seats[0])
        special = " ".join(special_options(rules)) or _("the base game")
        rows.append((name, ranges_text(game.seats), f"{_(game.about)}\n({special})"))
    _print_table((_("game"), _("seats"), _("what is special")), rows)


def print_bots(*, json: bool) -> None:
    """Print the bots for people, or as JSON."""
    if json:
        write_line(dumps(bots_list()))
        return
    rows = [(name, _(bots.about(name))) for name in bots.names]
    _print_table((_("bot, weakest first"), _("how it plays")), rows)


def _print_table(titles: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    from rich import box
    from rich.table import Table

    table = Table(*titles, box=box.SIMPLE, pad_edge=False)
    for row in rows:
        table.add_row(*row)
    new_console().print(table)
