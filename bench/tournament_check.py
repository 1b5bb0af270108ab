"""A referee of the games of a tournament, which shares no code with Sixth: heads, and who knows which card.

It reads the file of a tournament of a duplicate that was played online, with the records of its games, and
works out anew what the cards came to, and which cards a seat might know in which turn. The standings are for
`tests/tournament_referee.py`.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

Moment = tuple[int, int, int]
"""The round of a tournament, the number of a table, and a seat there."""


@dataclass
class Game:
    """A game by its record: what was dealt, chosen, revealed by turn, taken as a row, and came to heads."""

    hands: Sequence[Sequence[int]] = ()
    rows: Sequence[Sequence[int]] = ()
    chosen: dict[tuple[int, int], int] = field(default_factory=dict)
    """By seat and turn."""
    revealed: dict[int, int] = field(default_factory=dict)
    """The turn of each card."""
    took: dict[tuple[int, int], int] = field(default_factory=dict)
    """The row by seat and turn."""
    heads: list[int] = field(default_factory=list)
    is_over: bool = False

    def knows(self, seat: int, card: int, turn: int) -> bool:
        """Return whether a seat may know a card once those of `turn` are revealed."""
        if card in self.hands[seat] or any(card in row for row in self.rows):
            return True
        return self.revealed.get(card, turn + 1) <= turn


@dataclass
class Played:
    """A tournament by its file."""

    tables: dict[int, list[list[str]]]
    results: dict[tuple[int, int], tuple[str, list[int]]]
    """The id of the game and its heads, by round and table."""
    games: dict[str, Game]
    is_over: bool


def heads_of(card: int) -> int:
    """Return the heads of a card, as the printed rules have them."""
    if card == 55:
        return 7
    if card % 11 == 0:
        return 5
    return 3 if card % 10 == 0 else 2 if card % 5 == 0 else 1


def read(lines: Iterable[str]) -> Played:
    """Return the tournament of a file."""
    played, game, turn = Played({}, {}, {}, is_over=False), Game(), 0
    is_record = False
    for line in lines:
        each = json.loads(line)
        if "record" in each:
            game, turn, is_record = Game(heads=[0] * len(each["seats"])), 0, True
            played.games[each["game"]] = game
        elif not is_record:
            _read_event(played, each)
        elif each["event"] == "revealed":
            turn = each["turn"]
            game.revealed |= {card: turn for card in each["cards"] if card is not None}
        else:
            _read_game_event(game, each, turn)
    return played


def _read_event(played: Played, each: dict[str, Any]) -> None:
    match each.get("event"):
        case "drawn":
            played.tables[each["round"]] = each["tables"]
        case "reported":
            assert each["by"] == "game", each
            place = each["round"], each["table"]
            assert place not in played.results, f"{place} has two results."
            played.results[place] = each["game"], each["heads"]
        case "ended":
            played.is_over = True


def _read_game_event(game: Game, each: dict[str, Any], turn: int) -> None:
    match each["event"]:
        case "dealt":
            game.hands, game.rows = each["hands"], each["rows"]
        case "chose":
            game.chosen[each["seat"], turn + 1] = each["card"]
        case "took":
            game.took[each["seat"], turn] = each["row"]
        case "placed":
            game.heads[each["seat"]] += sum(map(heads_of, each["taken"]))
        case "game_ended":
            game.is_over = True


# ------------------------------------------------------------------ what must be so


def check_games(played: Played) -> None:
    """Check that each table has a result that its cards give, and that all of a round had the same deal."""
    deals: dict[tuple[int, int], tuple[object, object]] = {}
    for round, tables in played.tables.items():
        for number, table in enumerate(tables, 1):
            game_id, heads = played.results[round, number]
            game = played.games[game_id]
            assert game.is_over, f"The game of table {number} in round {round} has not ended."
            assert game.heads == heads, (round, number, game.heads, heads)
            deal = game.hands, game.rows
            assert deals.setdefault((round, len(table)), deal) == deal, (round, number)
