"""The sizes of the tables of a round."""

from sixth.rules.sentence import SentenceError


class SeatingError(SentenceError, ValueError):
    """People who cannot be seated at such tables; `sentence` says why."""


def table_sizes(players: int, preferred: int = 4, least: int = 3, most: int = 6) -> tuple[int, ...]:
    """Return the sizes of the tables for so many players, those of the preferred size first.

    As many as possible have that size, and the others are as near to it as can be: 6 players sit at 3 and 3,
    as that is nearer to 4 than 6 is.

    Raises:
        SeatingError: no tables of these sizes hold exactly so many.
    """
    if not 1 <= least <= preferred <= most:
        raise ValueError("the preferred size is between the least and the most")
    choices = []
    for tables in range(max(1, -(-players // most)), players // least + 1):
        each, larger = divmod(players, tables)
        off = [abs(each + 1 - preferred)] * larger + [abs(each - preferred)] * (tables - larger)
        choices.append((-off.count(0), sum(one**2 for one in off), tables))
    if not choices:
        raise SeatingError(
            "no-such-tables",
            "Tables of {least} to {most} cannot seat exactly {players}.",
            players=players,
            least=least,
            most=most,
        )
    tables = min(choices)[-1]
    each, larger = divmod(players, tables)
    sizes = [each + 1] * larger + [each] * (tables - larger)
    return tuple(sorted(sizes, key=lambda size: (abs(size - preferred), -size)))
