"""The points and the relative heads of one table.

Points are counted in parts of `POINT`, so that shared places and tables of other sizes stay whole numbers.

The points of a plan are those of a table of the usual size. At a table of another size they are stretched:
the first of three is the best third of the table, and has the mean of what the best third gets at a table of
four. With 5-3-2-1 a table of three gives 4½-2½-1¼, one of five
5-3½-2½-1¾-1. The mean of a table is the same at each size, so nobody gains by where they sit.
"""

from functools import cache
from typing import Final

from sixth.rules.display.standings import places
from sixth.tournaments.plan import Plan

POINT: Final = 3600
"""The parts of a point: a number that the sizes of two tables, from 2 to 6, divide one after the other."""


@cache
def points_by_place(points: tuple[int, ...], usual: int, size: int) -> tuple[int, ...]:
    """Return the points for each place at a table of a size, in parts of `POINT`.

    `points` are those at a table of the usual size; places beyond them get none.
    """
    scale = (*points, *(0,) * usual)[:usual]
    # Both tables are cut into `usual * size` parts; a place at this table covers `usual` of them.
    parts = [each for each in scale for _ in range(size)]
    return tuple(sum(parts[at * usual : (at + 1) * usual]) * POINT // usual for at in range(size))


def table_points(plan: Plan, heads: tuple[int, ...]) -> list[int]:
    """Return the points of each seat, in parts of `POINT`; equal heads share the points of their places."""
    by_place = points_by_place(plan.points, plan.rules.seats, len(heads))
    ranks = places([plan.rules.sign * own for own in heads])
    shared = zip(ranks, map(heads.count, heads), strict=True)
    return [sum(by_place[place - 1 : place - 1 + count]) // count for place, count in shared]


def table_relative(plan: Plan, heads: tuple[int, ...]) -> list[int]:
    """Return by seat the mean heads of the others less one's own, in parts of `POINT`; more is better."""
    total, others, sign = sum(heads), len(heads) - 1, plan.rules.sign
    return [sign * ((total - own) * POINT // others - own * POINT) for own in heads]
