"""An independent referee of tournaments: it reads the file of one and works the standings out once more.

It shares no code with the program, and follows `docs/tournaments.md` sentence by sentence. It knows rounds by
lot and Swiss rounds, whose standings rest on results alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256
from typing import Any

Heads = tuple[int, ...]


class RefereeError(Exception):
    """A file that the referee cannot judge."""


@dataclass(frozen=True)
class Place:
    """A player's place, and the figures that led to it."""

    place: int
    player: str
    name: str
    points: Fraction
    relative: Fraction
    heads: int
    rounds: int


@dataclass
class Table:
    """A table of a round: who sits there, the heads that hold, and what players have entered since."""

    players: list[str]
    held: Heads | None = None
    entered: dict[str, Heads] = field(default_factory=dict)

    def report(self, by: str, heads: Heads) -> None:
        """Take heads that somebody enters."""
        if by in ("host", "game"):
            self.held, self.entered = heads, {}
            return
        self.entered.pop(by, None)
        if heads in self.entered.values():
            # A second player says the same: it holds, and every contradiction is settled.
            self.held, self.entered = heads, {}
        elif heads != self.held:
            self.entered[by] = heads

    def confirm(self, by: str) -> None:
        """Take what another player has entered last as what `by` says, too."""
        others = [heads for player, heads in self.entered.items() if player != by]
        if others:
            self.report(by, others[-1])


@dataclass
class Evening:
    """All that counts of a tournament: the plan, the names and the rounds that have begun."""

    plan: dict[str, Any] = field(default_factory=dict)
    seed: str = ""
    names: dict[str, str] = field(default_factory=dict)
    rounds: list[list[Table]] = field(default_factory=list)
    drawn: list[list[str]] | None = None
    is_over: bool = False


def evening_of(lines: Iterable[str]) -> Evening:
    """Return what the lines of a file say; events that were undone are as if they had not been."""
    parsed = [json.loads(line) for line in lines if line.strip()]
    head, events = parsed[0], [each for each in parsed[1:] if "event" in each]
    if not str(head.get("tournament", "")).startswith("sixth/"):
        raise RefereeError("This is no file of a tournament.")
    undone = {each["number"] for each in events if each["event"] == "undone"}
    evening = Evening()
    for number, each in enumerate(events, start=1):
        if each["v"] != number:
            raise RefereeError(f"Event {number} says that it is event {each['v']}.")
        if number not in undone:
            _take(evening, each)
    if evening.plan.get("cut") or not evening.plan["rounds"] or evening.plan["seating"] == "league":
        raise RefereeError("The referee knows rounds by lot and Swiss rounds only.")
    return evening


def _take(evening: Evening, event: Mapping[str, Any]) -> None:
    match event["event"]:
        case "opened":
            evening.plan, evening.seed = event["plan"], event["seed"]
        case "planned":
            evening.plan, evening.drawn = event["plan"], None
        case "joined" | "renamed":
            evening.names[event["player"]] = event["name"]
        case "drawn":
            evening.drawn = [list(table) for table in event["tables"]]
        case "swapped":
            first, second = event["first"], event["second"]
            change = {first: second, second: first}
            evening.drawn = [[change.get(each, each) for each in table] for table in evening.drawn or []]
        case "began":
            evening.rounds.append([Table(players) for players in evening.drawn or []])
            evening.drawn = None
        case "ended":
            evening.is_over = True
        case "reported" if evening.is_over:
            pass  # The table has played, but too late to count.
        case "reported" | "confirmed" | "struck" as what:
            table = evening.rounds[event["round"] - 1][event["table"] - 1]
            if what == "reported":
                table.report(event["by"], tuple(event["heads"]))
            elif what == "confirmed":
                table.confirm(event["by"])
            else:
                table.held, table.entered = None, {}


# ------------------------------------------------------------------ figures


def points_at(heads: Sequence[int], scale: Sequence[int], usual: int, sign: int) -> list[Fraction]:
    """Return the points of each seat: the mean of the part of a table of usual size that its place covers.

    Those with as many heads share what their places give. `sign` is -1 where the most heads win.
    """
    size = len(heads)

    def until(place: Fraction) -> Fraction:
        """Return the points of all places of a table of usual size up to a part of one."""
        total = Fraction(0)
        for at in range(usual):
            share = min(Fraction(1), max(Fraction(0), place - at))
            total += share * (scale[at] if at < len(scale) else 0)
        return total

    points = []
    for own in heads:
        ahead = sum(1 for each in heads if sign * each < sign * own)
        level = sum(1 for each in heads if each == own)
        begin, end = Fraction(ahead * usual, size), Fraction((ahead + level) * usual, size)
        points.append((until(end) - until(begin)) / (end - begin))
    return points


def relative_at(tables: Sequence[Table], at: Table, sign: int, *, duplicate: bool) -> list[Fraction]:
    """Return the mean heads of the others less one's own, by seat."""
    assert at.held is not None
    same = [each.held for each in tables if each is not at and each.held and len(each.held) == len(at.held)]
    relative = []
    for seat, own in enumerate(at.held):
        beside = [each for other, each in enumerate(at.held) if other != seat]
        others = [each[seat] for each in same] if duplicate and same else beside
        relative.append(sign * (Fraction(sum(others), len(others)) - own))
    return relative


def lot(seed: str, player: str) -> int:
    """Return the lot of a player: the first six bytes of a SHA-256."""
    digest = sha256(f"lot {seed} {player}".encode()).hexdigest()
    return int(digest[:12], 16)


# ------------------------------------------------------------------ the order


@dataclass
class Figures:
    """What a player has from all tables with a result that holds."""

    points: Fraction = Fraction(0)
    relative: Fraction = Fraction(0)
    heads: int = 0
    rounds: int = 0


def standings(lines: Iterable[str]) -> list[Place]:
    """Return the standings of the tournament in a file, the best first."""
    evening = evening_of(lines)
    plan, sign = evening.plan, 1 if evening.plan["rules"]["goal"] == "fewest" else -1
    figures = {player: Figures() for player in evening.names}
    met: list[dict[str, int]] = []
    for tables in evening.rounds:
        for table in tables:
            if table.held is not None:
                _add(figures, plan, tables, table, sign)
                met.append(dict(zip(table.players, table.held, strict=True)))
    # The higher is the better.
    values: dict[str, Callable[[str, Sequence[str]], Any]] = {
        "points": lambda player, _group: figures[player].points,
        "relative": lambda player, _group: figures[player].relative,
        "heads": lambda player, _group: (figures[player].rounds, -sign * figures[player].heads),
        "direct": lambda player, group: _direct(met, player, group, sign),
        "lot": lambda player, _group: -lot(evening.seed, player),
    }
    groups = [list(evening.names)]
    for criterion in plan["order"]:
        if criterion not in values:
            raise RefereeError(f"The referee does not know what {criterion} is.")
        groups = [finer for group in groups for finer in _split(group, values[criterion])]
    places, place = [], 1
    for group in groups:
        for each in group:
            own = figures[each]
            places.append(
                Place(place, each, evening.names[each], own.points, own.relative, own.heads, own.rounds)
            )
        place += len(group)
    return places


def _add(
    figures: Mapping[str, Figures], plan: Mapping[str, Any], tables: Sequence[Table], table: Table, sign: int
) -> None:
    assert table.held is not None
    points = points_at(table.held, plan["points"], plan["rules"]["seats"], sign)
    relative = relative_at(tables, table, sign, duplicate=plan["duplicate"])
    for seat, player in enumerate(table.players):
        own = figures[player]
        own.points += points[seat]
        own.relative += relative[seat]
        own.heads += table.held[seat]
        own.rounds += 1


def _direct(met: Sequence[Mapping[str, int]], player: str, group: Sequence[str], sign: int) -> int:
    """Return how often a player was better than others of a group at a table, less how often worse."""
    count = 0
    for table in met:
        if player in table:
            others = [sign * table[each] for each in group if each in table]
            count += sum(1 for each in others if sign * table[player] < each)
            count -= sum(1 for each in others if sign * table[player] > each)
    return count


def _split(group: Sequence[str], value: Callable[[str, Sequence[str]], Any]) -> list[list[str]]:
    """Return those of a group who are equal together, the best first."""
    by_value: dict[Any, list[str]] = {}
    for player in group:
        by_value.setdefault(value(player, group), []).append(player)
    return [by_value[each] for each in sorted(by_value, reverse=True)]
