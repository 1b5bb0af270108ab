"""`sixth games` and `sixth bots`: the lists of named games and of bots."""

from collections.abc import Iterable
from typing import Final

from sixth import bots
from sixth.cli.command import command, new_group
from sixth.cli.options import JsonOption
from sixth.console import new_console, write_line
from sixth.i18n import gettext as _
from sixth.rules.codec import dumps, rules_to_json
from sixth.rules.games import GAMES
from sixth.terminal.labels import ranges_text, special_options

commands: Final = new_group()


@command(commands, "sixth games --json")
def games(*, json: JsonOption = False) -> None:
    """List the named games with their options."""
    rules = {name: game.replace(seats=game.seats[0]) for name, game in GAMES.items()}
    if json:
        # With all options of each game; `seats` lists the possible numbers of seats.
        rows = [
            {"name": name, "about": game.about, **rules_to_json(rules[name]), "seats": list(game.seats)}
            for name, game in GAMES.items()
        ]
        write_line(dumps(rows))
        return
    lines = []
    for name, game in GAMES.items():
        special = " ".join(special_options(rules[name])) or _("the base game")
        lines.append((name, ranges_text(game.seats), f"{_(game.about)}\n({special})"))
    _print_table((_("game"), _("seats"), _("what is special")), lines)


@command(commands, "sixth bots", "bots")
def list_bots(*, json: JsonOption = False) -> None:
    """List the bots, weakest first, and then the eight levels."""
    if json:
        write_line(dumps([{"name": name, "about": bots.about(name)} for name in bots.names]))
        return
    rows = [(name, _(bots.about(name))) for name in bots.names]
    _print_table((_("bot"), _("how it plays")), rows)


def _print_table(titles: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    from rich import box
    from rich.table import Table

    table = Table(*titles, box=box.SIMPLE, pad_edge=False)
    for row in rows:
        table.add_row(*row)
    new_console().print(table)
