"""Whose a seat is: it is on disk with the seat itself, whichever way a browser takes it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import func, select, text

from sixth import bots
from sixth.server.store.people_schema import person_seats
from sixth.server.store.schema import log
from tests.server.features.friends.test_pages import id_of, keep
from tests.server.features.profile.test_pages import play
from tests.server.support.hosting import Clock, Site, hosting
from tests.server.support.programs import Program


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """Return a site whose clock stands, so that people wait for a quick game as long as it takes."""
    with hosting(tmp_path, wall=Clock()) as site:
        yield site


Form = tuple[str, dict[str, str]]
"""A form by which a browser takes a seat: its address and its fields."""

NAME = {"name": "Ana"}


def new_table(site: Site) -> Form:
    """Return the form that opens a table."""
    return "/tables", {"how": "invite", "game": "classic", "seats": "2", "bots": "random", **NAME}


def free_seat(site: Site) -> Form:
    """Return the form for a free seat."""
    return f"/t/{Program.host(site, 'Bo').table}/sit", NAME


def seat_of_a_bot(site: Site) -> Form:
    """Return the form that claims the seat of a bot in a game."""
    host = Program.host(site, "Bo", config={"listed": True, "turn_seconds": 60})
    host.begin()
    return f"/t/{host.table}/sit", NAME


def deal_of_today(site: Site) -> Form:
    """Return the form that begins the deal of the day."""
    bots.get_ready()
    return "/daily", {"day": site.person().go("/daily").forms["/daily"].fields["day"]}


def earlier_deal(site: Site) -> Form:
    """Return the form by which the deals of an earlier game are played again."""
    game = site.table(play(site, "Bo").table).game_id
    return f"/g/{game}/again", {"seat": "0", "bots": "random"}


def quick_game(site: Site) -> Form:
    """Return the form for the last seat at a rated quick game."""
    for name in ("Bo", "Cy", "Di"):
        keep(site, name).client.post("/quick")
    return "/quick", {}


WAYS = (*(new_table, free_seat, seat_of_a_bot, deal_of_today, earlier_deal, quick_game),)


@pytest.mark.parametrize("way", WAYS, ids=[each.__name__ for each in WAYS])
def test_no_seat_is_taken_unless_it_is_noted_whose_it_is(site: Site, way: Callable[[Site], Form]) -> None:
    ana = keep(site, "Ana")
    path, fields = way(site)
    named = select(func.count()).select_from(log).where(log.c.happening.contains('"name":"Ana"'))
    own = select(func.count()).select_from(person_seats).where(person_seats.c.person_id == id_of(ana))

    def counts() -> list[int]:
        return site.store.read(lambda each: [each.scalar(query) or 0 for query in (named, own)])

    def execute(statement: str) -> None:
        site.store.writer.submit("x", lambda connection: connection.execute(text(statement))).result()

    before = counts()
    full = "CREATE TRIGGER full BEFORE INSERT ON person_seats BEGIN SELECT RAISE(ABORT, 'full'); END"
    execute(full)
    # The server ends a connection after a fault.
    assert ana.client.post(path, data=fields, headers={"connection": "close"}).status_code == 500
    assert counts() == before
    execute("DROP TRIGGER full")
    assert ana.client.post(path, data=fields).status_code == 200
    assert counts() == [count + 1 for count in before]
