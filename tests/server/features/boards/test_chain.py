"""The chain of secrets of daily deals, and the tables of these deals."""

import hashlib
import json
import re
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from time import thread_time
from typing import Any

import pytest
from hypothesis import given, strategies as st

from sixth import bots
from sixth.rules.deal import commitment
from sixth.rules.events import Choose
from sixth.rules.game import Refusal, advance, legal
from sixth.rules.record import HUMAN
from sixth.rules.view import awaited_seats, view
from sixth.server.features.boards.chain import BOT, CHAIN_DAYS, RULES, Chain, opening_of_deal, par
from sixth.server.live.door import new_game
from sixth.server.table import gameplay, seating
from sixth.server.table.bounds import check_only_game
from sixth.server.table.codec import table_event_from_json, table_event_to_json
from sixth.server.table.config import USUAL
from sixth.server.table.events import Opened, Readied, Sat, TableEvent
from sixth.server.table.fold import apply_event, fold
from sixth.server.table.identity import hash_token
from sixth.server.table.state import Table
from tests.server.support.logs import token

DOCS = Path(__file__).parents[4] / "docs"
FIRST = date(2026, 11, 23)
CHAIN = Chain(FIRST, bytes(range(32)))
DAYS = st.integers(0, CHAIN_DAYS - 1).map(lambda days: FIRST + timedelta(days))


def opening(day: date = FIRST, chain: Chain = CHAIN) -> tuple[TableEvent, ...]:
    """Return the first events of the table of a player who begins the deal of a day."""
    person = Sat(0, "Ana", HUMAN, hash_token(token(0)))
    return opening_of_deal("daily", day.isoformat(), chain.secret(day), person, new_game())


def table_of(day: date = FIRST, chain: Chain = CHAIN) -> Table:
    """Return the table of a day after its deal."""
    table = fold("daily", opening(day, chain))
    for event in gameplay.dealers_turn(table):
        table = apply_event(table, event)
    return table


# ------------------------------------------------------------------ the chain


@given(DAYS)
def test_the_secret_of_a_day_promises_the_deal_of_the_next(day: date) -> None:
    assert CHAIN.promise(day) == commitment(CHAIN.secret(day))
    assert CHAIN.promise(day + timedelta(1)) == CHAIN.secret(day).hex()


def test_secrets_of_many_days_need_the_chain_hashed_only_once() -> None:
    """To hash the chain for each day took ten milliseconds a page, which would be two seconds here."""
    assert CHAIN.anchor
    began = thread_time()
    assert len({CHAIN.secret(FIRST + timedelta(later)) for later in range(0, 30_000, 150)}) == 200
    assert thread_time() - began < 0.3


@given(DAYS)
def test_the_anchor_promises_the_deals_of_all_days(day: date) -> None:
    secret = CHAIN.secret(day)
    for _ in range((day - FIRST).days + 1):
        secret = hashlib.sha256(secret).digest()
    assert secret.hex() == CHAIN.anchor == CHAIN.promise(FIRST)


def test_a_chain_has_a_first_and_a_last_day() -> None:
    assert CHAIN.number(FIRST) == 1
    assert CHAIN.secret(FIRST + timedelta(CHAIN_DAYS - 1)) == CHAIN.last
    for day in (FIRST - timedelta(2), FIRST + timedelta(CHAIN_DAYS)):
        with pytest.raises(ValueError, match="not a day of this chain"):
            CHAIN.secret(day)


def test_a_chain_does_not_show_its_secret() -> None:
    assert CHAIN.last.hex() not in repr(CHAIN)
    assert repr(CHAIN.last) not in repr(CHAIN)


def test_the_program_of_the_page_checks_the_chain_and_deals_its_cards() -> None:
    fair, page = ((DOCS / f"{name}.md").read_text(encoding="utf-8") for name in ("fair-deals", "daily"))
    by_the_page: dict[str, Any] = {}
    for text in (fair, page):
        exec(compile(_fenced(text, "python"), "docs", "exec"), by_the_page)
    vector = json.loads(_fenced(page, "json"))
    begins, day = date.fromisoformat(vector["begins"]), date.fromisoformat(vector["day"])
    chain = Chain(begins, bytes(range(32)))
    ours = (chain.anchor, chain.secret(day).hex(), chain.promise(day))
    assert ours == (vector["anchor"], vector["secret"], vector["promise"])
    is_of_chain = partial(by_the_page["is_of_chain"], begins=vector["begins"], anchor=vector["anchor"])
    assert is_of_chain(vector["secret"], vector["day"])
    assert not is_of_chain(vector["secret"], vector["begins"])
    hands, rows = by_the_page["cards"](vector["secret"])
    state = table_of(day, chain).state
    assert state is not None
    assert tuple(map(tuple, hands)) == state.hands
    assert [(card,) for card in rows] == list(state.rows)
    assert (hands[0], rows) == (vector["hand"], vector["rows"])


def _fenced(text: str, language: str) -> str:
    (block,) = re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return str(block)


# ------------------------------------------------------------------ tables of daily deals


def test_all_players_of_a_day_have_the_same_cards_and_bots() -> None:
    one, same, other = table_of(), table_of(), table_of(FIRST + timedelta(1))
    assert one.state is not None
    assert same.state is not None
    assert other.state is not None
    assert (one.state.hands, one.state.rows) == (same.state.hands, same.state.rows)
    assert one.state.hands != other.state.hands
    assert one.rules == RULES
    assert [sitter.kind for sitter in one.sitters if sitter is not None] == [HUMAN, BOT, BOT, BOT]


def test_par_is_what_a_bot_takes_on_the_seat_of_people_with_the_same_cards() -> None:
    for day in (FIRST, FIRST + timedelta(1)):
        state = table_of(day).state
        assert state is not None
        while not state.over:
            seat = awaited_seats(view(state, None))[0]
            _, state = advance(state, seat, bots.make(BOT).act(view(state, seat)))
        assert par(CHAIN.secret(day)) == state.totals[0]


def test_the_day_of_a_table_is_in_its_log() -> None:
    events = opening()
    log = tuple(table_event_from_json(table_event_to_json(event)) for event in events)
    assert log == events
    assert fold("daily", log).daily == "2026-11-23"


def test_a_table_of_the_daily_deal_accepts_only_moves_of_its_game() -> None:
    table = table_of()
    assert table.state is not None
    card = legal(table.state, 0)[0]
    assert isinstance(card, Choose)
    check_only_game(table, gameplay.act(table, 0, card, round=1, turn=1))
    refusals = (
        seating.leave(table, 0),
        seating.arrange(table, 0, USUAL),
        gameplay.add_text(table, 0, "luck"),
        (Readied(0, ready=True),),
    )
    for events in refusals:
        assert events
        with pytest.raises(Refusal, match="close the page, and it waits"):
            check_only_game(table, events)


def test_a_table_of_the_daily_deal_is_closed_to_others() -> None:
    table = table_of()
    assert not table.is_visible_to(None)
    with pytest.raises(Refusal):
        seating.sit(table, "Bo", hash_token(token(1)))


def test_other_tables_accept_any_event() -> None:
    first, *rest = opening()
    assert isinstance(first, Opened)
    check_only_game(fold("other", (replace(first, daily=""), *rest)), (Readied(0, ready=True),))
