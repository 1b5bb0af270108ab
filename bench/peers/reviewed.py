"""Games that are over, for the coach to look at while others play."""

from pathlib import Path
from typing import Final

from peers.ours import Pool
from peers.play import SEATS

import sixth
import sixth.server.app  # a new database has the tables of all features
from sixth import bots
from sixth.rules.options import End
from sixth.rules.record import HUMAN
from sixth.server.store.sql import SqlStore
from sixth.server.table.events import Began, Opened, Sat

_RULES: Final = sixth.games["classic"].replace(seats=SEATS, end=End("rounds", 10))


def write(folder: str, games: int) -> None:
    """Write so many games of four people into the data folder of a server that has not begun."""
    store = SqlStore(f"sqlite:///{Path(folder) / 'sixth.sqlite3'}")
    for number in range(games):
        game = sixth.Game(_RULES, seed=number)
        game.play([bots.make("careful", seed=seat) for seat in range(SEATS)])
        sat = [Sat(seat, f"Person {seat}", HUMAN, None) for seat in range(SEATS)]
        began = Began(_name(number), "2026-01-01T00:00:00+00:00", "00" * 32)
        store.append(f"table{number}", 0, (Opened(_RULES, "00" * 32), *sat, began, *game.as_record().events))
    store.close()


async def ask(pool: Pool, games: int) -> None:
    """Ask for the reviews of all their seats."""
    for number in range(games):
        for seat in range(SEATS):
            await pool.ask("POST", f"/g/{_name(number)}/coach", "", {"seat": str(seat)})


async def done(pool: Pool, games: int) -> int:
    """Return how many of them are there."""
    pages = [
        await pool.ask("GET", f"/g/{_name(number)}/coach?seat={seat}")
        for number in range(games)
        for seat in range(SEATS)
    ]
    return sum(b'class="account"' in page for _head, page in pages)


def _name(number: int) -> str:
    return f"over{number}"
