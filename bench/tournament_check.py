"""A referee of tournaments that knows the sources of Sixth only by its file: rules, standings, secrets.

It reads the file of a tournament of a duplicate that was played online, with the records of its games, and
works out anew what the cards came to, the standings by points, relative heads, heads, direct meeting and lot,
and which cards a seat might know in which turn (docs/tournaments.md).
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256
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

    plan: dict[str, Any]
    seed: str
    players: list[str]
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
    played, game, turn = Played({}, "", [], {}, {}, {}, is_over=False), Game(), 0
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
        case "opened":
            played.plan, played.seed = each["plan"], each["seed"]
        case "joined":
            played.players.append(each["player"])
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


def standings(played: Played) -> list[tuple[int, str]]:
    """Return places and players in order, as docs/tournaments.md says."""
    totals: dict[str, list[Fraction]] = defaultdict(lambda: [Fraction(0)] * 4)
    met: list[tuple[str, str]] = []
    usual = played.plan["rules"]["seats"]
    scale = (played.plan["points"] + [0] * usual)[:usual]
    for (round, number), (_game, heads) in played.results.items():
        table = played.tables[round][number - 1]
        for seat, player in enumerate(table):
            own = totals[player]
            points = _points(scale, heads, heads[seat])
            relative = _mean(_compared(played, round, number, seat)) - heads[seat]
            totals[player] = [own[0] + points, own[1] + relative, own[2] + 1, own[3] - heads[seat]]
            met += [(player, other) for at, other in enumerate(table) if heads[seat] < heads[at]]
    lots = {player: -_lot(played.seed, player) for player in played.players}
    assert played.plan["order"] == ["points", "relative", "heads", "direct", "lot"]
    return _ranked(played.players, totals, met, lots)


def _ranked(
    players: Sequence[str],
    totals: Mapping[str, Sequence[Fraction]],
    met: Sequence[tuple[str, str]],
    lots: Mapping[str, int],
) -> list[tuple[int, str]]:
    groups = defaultdict[tuple[Fraction, ...], list[str]](list)
    for player in players:
        groups[tuple(totals[player])].append(player)
    ranked: list[tuple[int, str]] = []
    for _total, group in sorted(groups.items(), reverse=True):
        wins = dict.fromkeys(group, 0)
        for better, worse in met:
            if better in wins and worse in wins:
                wins[better] += 1
                wins[worse] -= 1
        order = sorted(group, key=lambda player: (wins[player], lots[player]), reverse=True)
        ranked += [(len(ranked) + at, player) for at, player in enumerate(order, 1)]
    return ranked


def _points(points: Sequence[int], heads: Sequence[int], own: int) -> Fraction:
    """Return the points of the places that a player with so many heads shares."""
    better, equal = sum(each < own for each in heads), heads.count(own)
    usual = len(points)
    return _stretched(points, Fraction(better * usual, len(heads)), Fraction(equal * usual, len(heads)))


def _stretched(points: Sequence[int], begin: Fraction, length: Fraction) -> Fraction:
    """Return the mean of the part of the points that begins at a place and is so long."""
    total = Fraction(0)
    for place, each in enumerate(points):
        part = min(Fraction(place + 1), begin + length) - max(Fraction(place), begin)
        total += each * max(Fraction(0), part)
    return total / length


def _compared(played: Played, round: int, number: int, seat: int) -> Sequence[int]:
    """Return the heads of those with the same cards at other tables, else of the others at the table."""
    own = played.results[round, number][1]
    others = [
        heads[seat]
        for (each, at), (_game, heads) in played.results.items()
        if each == round and at != number and len(heads) == len(own)
    ]
    return others or [each for at, each in enumerate(own) if at != seat]


def _mean(values: Sequence[int]) -> Fraction:
    return Fraction(sum(values), len(values))


def _lot(seed: str, player: str) -> int:
    return int.from_bytes(sha256(f"lot {seed} {player}".encode()).digest()[:6], "big")
