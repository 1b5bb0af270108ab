"""The games won at a table, and whether there is somebody to talk to."""

from sixth.server.table.view import TableView


def games_won(table: TableView) -> tuple[tuple[int, int], ...]:
    """Return the games won at this table as (seat, games), the most first, from the second game on."""
    won = dict(table.tally.wins)
    if table.games < 2:
        return ()
    # Bots are listed once they have won.
    sit = [
        (seat, won.get(who.name, 0))
        for seat, who in enumerate(table.sitters)
        if who and (who.human or who.name in won)
    ]
    return tuple(sorted(sit, key=lambda each: -each[1]))


def has_company(table: TableView) -> bool:
    """Return whether there is anybody to talk to: at least two people at the table."""
    return sum([who is not None and who.human for who in table.sitters]) > 1
