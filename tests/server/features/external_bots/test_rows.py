"""Registrations of bots that people run elsewhere, and invitations: bounded, once, and not for ever."""

import hashlib
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import insert, select

from sixth.rules.game import Refusal
from sixth.server.features.external_bots.invitations import ACCEPTED, OPEN, SILENT, Invitation, Registration
from sixth.server.features.external_bots.rows import (
    EXPIRY_MS,
    MAX_BOTS,
    MAX_OPEN,
    OutsideRows,
)
from sixth.server.features.external_bots.tables import outside_bots
from sixth.server.store.schema import games
from sixth.server.store.sql import SqlStore


@pytest.fixture
def bots(store: SqlStore) -> OutsideRows:
    """None yet."""
    return OutsideRows(store)


def register(
    bots: OutsideRows, name: str, now: int = 0, network: str = "198.51.100.7", share: int | None = None
) -> Registration:
    """Register a bot whose id is its name, and its proof, too."""
    return bots.register(name, f"proof of {name}", name, "Cy", network=network, share=share, now=now)


def come(bots: OutsideRows, name: str = "Robo", now: int = 0) -> None:
    """A bot registers, and listens from now on."""
    register(bots, name, now)
    bots.connect(name, f"stream of {name}", now=now, until=now + 100)


def invite(bots: OutsideRows, number: int = 0, now: int = 0) -> Invitation:
    """Invite Robo to a table."""
    return bots.invite(Invitation(f"i{number}", "Robo", f"t{number}", now + 10, OPEN), "Robo", now=now)


def count_accepted(ask: Callable[[int], object], often: int) -> int:
    """Call a function at the same time for each number; return how many calls were not refused."""

    def is_accepted(number: int) -> bool:
        try:
            ask(number)
        except Refusal:
            return False
        return True

    with ThreadPoolExecutor(4) as threads:
        return sum(threads.map(is_accepted, range(often)))


def test_no_two_are_called_alike_however_many_ask_at_the_same_time(bots: OutsideRows) -> None:
    names = ("Robo", "robo", "ROBO", "R\u043ebo")
    assert count_accepted(lambda number: register(bots, names[number]), len(names)) == 1


def test_those_nobody_saw_for_long_are_forgotten_and_their_names_are_free(bots: OutsideRows) -> None:
    register(bots, "idle")
    register(bots, "regular")
    bots.connect("regular", "stream", now=1, until=100)
    bots.delete_expired(EXPIRY_MS - 1)
    assert bots.find(bot="idle") is not None
    register(bots, "one more", now=EXPIRY_MS)
    assert bots.find(bot="idle") is None
    with pytest.raises(Refusal, match="has that name"):
        bots.register("another", "another", "regular", "Cy", network="", share=None, now=EXPIRY_MS)
    bots.delete_expired(EXPIRY_MS + 1)
    anew = bots.register("another", "another", "regular", "Cy", network="", share=None, now=EXPIRY_MS + 1)
    assert anew.since == EXPIRY_MS + 1


def test_where_all_places_are_taken_the_longest_unseen_goes_and_never_one_that_is_here_or_plays(
    bots: OutsideRows, store: SqlStore
) -> None:
    later = 1_000_000
    for number in range(MAX_BOTS):
        register(bots, f"{number:03} abc", now=100 + number)
        bots.connect(f"{number:03} abc", f"stream {number}", now=100 + number, until=2 * later)
    with pytest.raises(Refusal, match="no room"):
        register(bots, "too many", now=later)
    # Three go away, one of them where a game goes on.
    for number in (7, 5, 6):
        bots.disconnect(f"stream {number}")
    play_on(bots, "005 abc", store)
    for new, gone in (("first", "006 abc"), ("second", "007 abc")):
        assert register(bots, new, now=later).name == new
        bots.connect(new, f"stream of {new}", now=later, until=2 * later)
        assert bots.find(bot=gone) is None
    with pytest.raises(Refusal, match="no room"):
        register(bots, "too many", now=later)
    assert bots.find(bot="005 abc") is not None


def play_on(bots: OutsideRows, name: str, store: SqlStore) -> None:
    """Have a bot sit at a table where a game goes on, while it is away."""
    bots.connect(name, "for a moment", now=200, until=300)
    bots.invite(Invitation("plays", name, "t", 250, OPEN), name, now=201)
    bots.answer(name, "plays", ACCEPTED, now=202)
    with store.engine.begin() as connection:
        connection.execute(insert(games).values(game_id="game", table_id="t", over=False))
    bots.disconnect("for a moment")


def test_processes_that_register_at_once_keep_to_the_share_of_a_network(bots: OutsideRows) -> None:
    assert count_accepted(lambda number: register(bots, f"{number} abc", share=3), 8) == 3


def test_where_a_bot_was_registered_from_is_kept_as_a_keyed_hash_only(
    bots: OutsideRows, store: SqlStore
) -> None:
    register(bots, "Robo")
    register(bots, "Mate")
    kept = store.read(lambda connection: connection.execute(select(outside_bots.c.network)).scalars().all())
    assert len({*kept}) == 1
    assert re.fullmatch("[0-9a-f]{64}", kept[0])
    assert kept[0] != hashlib.sha256(b"198.51.100.7").hexdigest()
    bots.unregister("Robo")
    bots.unregister("Mate")
    assert not store.read(lambda connection: connection.execute(select(outside_bots.c.network)).all())


def test_a_bot_is_here_as_long_as_its_newest_stream_is(bots: OutsideRows) -> None:
    come(bots)
    assert [each.name for each in bots.invitable(99)] == ["Robo"]
    assert bots.invitable(100) == ()
    bots.extend(["stream of Robo"], now=50, until=150)
    assert len(bots.invitable(149)) == 1
    bots.connect("Robo", "newer", now=60, until=160)
    bots.disconnect("stream of Robo")
    assert len(bots.invitable(61)) == 1
    bots.disconnect("newer")
    assert bots.invitable(61) == ()
    with pytest.raises(Refusal, match="no longer here"):
        invite(bots, now=61)


def test_an_invitation_is_there_once_until_it_is_answered_or_it_is_too_late(bots: OutsideRows) -> None:
    come(bots)
    first = invite(bots)
    assert bots.invite(Invitation("other", "Robo", "t0", 20, OPEN), "Robo", now=1) == first
    assert bots.current_invitations("Robo", 9) == (first,)
    assert bots.current_invitations("Robo", 10) == ()
    assert bots.answer("another", "i0", "busy", now=1) == ""
    assert bots.answer("Robo", "i0", "busy", now=10) == OPEN
    assert bots.answer("Robo", "i0", "busy", now=9) == "busy"
    assert bots.answer("Robo", "i0", "busy", now=11) == "busy"
    assert bots.answer("Robo", "i0", "later", now=9) == "busy"
    assert bots.current_invitations("Robo", 9) == ()
    invite(bots, 1)
    assert bots.answer("Robo", "i1", ACCEPTED, now=1) == ACCEPTED
    assert [each.answer for each in bots.current_invitations("Robo", 1_000)] == [ACCEPTED]
    assert bots.answer("Robo", "i1", SILENT, now=10) == ACCEPTED
    bots.leave("Robo", "t1")
    assert bots.current_invitations("Robo", 0) == ()
    assert bots.invitation("i1") is None


def test_only_so_many_invitations_wait_for_one_bot(bots: OutsideRows) -> None:
    come(bots)
    for number in range(MAX_OPEN):
        invite(bots, number)
    with pytest.raises(Refusal, match="more tables"):
        invite(bots, MAX_OPEN)
