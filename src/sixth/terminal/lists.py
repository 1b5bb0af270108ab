"""What there is to play, and against whom."""

from typing import Any, Final

from rich import box
from rich.console import Console
from rich.table import Table

from sixth import bots
from sixth.rules.codec import dumps, rules_to_json
from sixth.rules.options import GAMES, NamedGame
from sixth.terminal.output import write_line
from sixth.terminal.words import changed_options, runs

_ABOUT: Final = {
    "classic": "All play a card at once, and whoever lays the sixth card of a row takes the five before it.",
    "tactical": "Only as many cards as are needed take part, so it pays to count.",
    "logic": "The cards lie open and are picked in turn, so everybody can know every hand.",
    "halves": "One long round deals out the whole deck in two halves, and only then are the heads counted.",
    "both-ends": "A card may also go to the left of a row, wherever it is closest.",
    "kids": "Nobody chooses a card: each turns over the top one of a pile, and the most heads win.",
    "elimination": "Plain cards cost nothing, and whoever has more than 66 heads is out until one is left.",
}


def games_list() -> list[dict[str, Any]]:
    """Every named game with all its options; `seats` lists the numbers of seats it can be dealt to."""
    return [
        {"name": name, "about": _ABOUT[name], **_options(game), "seats": list(game.seats)}
        for name, game in GAMES.items()
    ]


def _options(game: NamedGame) -> dict[str, Any]:
    return rules_to_json(game.with_(seats=game.seats[0]))


def bots_list() -> list[dict[str, Any]]:
    """Every bot, weakest first."""
    return [{"name": name, "about": bots.about(name)} for name in bots.names]


def print_games(*, json: bool) -> None:
    """The named games for people, or as JSON."""
    if json:
        write_line(dumps(games_list()))
        return
    table = Table(box=box.SIMPLE, pad_edge=False)
    for title in ("game", "seats", "what is special"):
        table.add_column(title)
    for name, game in GAMES.items():
        rules = game.with_(seats=game.seats[0])
        special = " ".join(changed_options(rules)) or "the base game"
        table.add_row(name, runs(game.seats), f"{_ABOUT[name]}\n({special})")
    Console(markup=False, highlight=False, emoji=False).print(table)


def print_bots(*, json: bool) -> None:
    """The bots for people, or as JSON."""
    if json:
        write_line(dumps(bots_list()))
        return
    table = Table(box=box.SIMPLE, pad_edge=False)
    for title in ("bot, weakest first", "how it plays"):
        table.add_column(title)
    for name in bots.names:
        table.add_row(name, bots.about(name))
    Console(markup=False, highlight=False, emoji=False).print(table)
