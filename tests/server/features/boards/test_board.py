"""Boards, their keys, and the secrets of their deals."""

import hashlib
import hmac
import re
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from sixth.rules.game import Refusal
from sixth.server.features.boards.board import (
    board_from_key,
    board_of,
    chain_of_boards,
    secret_of_deal,
    version_of,
)
from sixth.server.features.boards.chain import Chain
from sixth.server.protocol.dealt import board_deal, kept_deal, sealed_until

CHAIN = Chain(date(2026, 11, 23), bytes(range(32)))
KINDS = ("day", "week")
DAYS = st.dates(date(2026, 11, 23), date(2120, 1, 1))


@given(DAYS, st.sampled_from(KINDS))
def test_a_board_is_found_by_its_key_and_is_open_on_its_days(day: date, kind: str) -> None:
    board = board_of(day, weekly=kind == "week")
    assert board_from_key(board.key) == board
    assert board.first <= day <= board.last
    assert (board.last - board.first).days == (6 if kind == "week" else 0)
    assert board.before.last == board.first - timedelta(days=1)


@given(DAYS, st.sampled_from(KINDS))
def test_a_deal_is_found_by_its_name_and_sealed_until_its_board_is_closed(day: date, kind: str) -> None:
    board = board_of(day, weekly=kind == "week")
    names = [name for number in range(1, board.deals + 1) for name in board.names_of(number)]
    assert len(set(names)) == board.deals * (len(board.versions) or 1)
    for name in names:
        deal = board_deal(name)
        assert deal is not None
        assert (deal.name, deal.board) == (name, board.key)
        assert sealed_until(name) == board.last + timedelta(days=1)
        assert len(name) <= 16
    assert (kept_deal(names[0]), kept_deal(day.isoformat())) == ("board", "daily")
    assert sealed_until(day.isoformat()) is None


@pytest.mark.parametrize("key", ["", "2026", "2026-02-30", "2026-W54", "2026-W00", "2026-W5", "٢٠٢٦-W05"])
def test_a_text_that_is_no_board_is_refused_in_one_sentence(key: str) -> None:
    with pytest.raises(Refusal, match="A board is a day like"):
        board_from_key(key)
    assert board_deal(f"{key}.1") is None


@given(DAYS, st.sampled_from(KINDS))
def test_the_secret_of_a_closed_board_leads_to_its_promise_and_deals(day: date, kind: str) -> None:
    """A program of a few lines checks it."""
    board, chain = board_of(day, weekly=kind == "week"), chain_of_boards(CHAIN)
    if board.first < chain.begins:
        return
    secret = chain.secret(board.last)
    deal = hmac.digest(secret, board.names_of(1)[0].encode(), hashlib.sha256)
    assert deal == secret_of_deal(secret, board.names_of(1)[0])
    for _ in range((board.last - board.first).days + 1):
        secret = hashlib.sha256(secret).digest()
    assert secret == chain.secret(board.first - timedelta(days=1))


def test_nothing_that_is_public_on_a_day_leads_to_a_board_that_is_open_or_to_come() -> None:
    """Public are the secrets of earlier days, of daily deals and of boards, and of deals that are over."""
    today, boards = date(2026, 12, 3), chain_of_boards(CHAIN)
    open_secrets = {boards.secret(board_of(today, weekly=weekly).last) for weekly in (False, True)}
    deals = {
        secret_of_deal(boards.secret(board.last), name)
        for board in (board_of(today, weekly=weekly) for weekly in (False, True))
        for number in range(1, board.deals + 1)
        for name in board.names_of(number)
    }
    hashed = public = {boards.secret(today - timedelta(days=1)), CHAIN.secret(today), *deals}
    for _ in range(20):
        public = {hashlib.sha256(each).digest() for each in public}
        hashed |= public
    assert not hashed & open_secrets
    # The secret of a deal is that of no other, and no hash of one.
    assert len(deals) == 4 + 8 * 4
    assert not deals & (hashed - deals)


def test_players_get_versions_of_the_board_of_a_week_evenly_and_always_the_same() -> None:
    board = board_of(date(2026, 12, 3), weekly=True)
    versions = [version_of(CHAIN, board, f"player {number}") for number in range(400)]
    assert versions == [version_of(CHAIN, board, f"player {number}") for number in range(400)]
    assert set(versions) == set("abcd")
    assert min(versions.count(each) for each in "abcd") > 60
    assert version_of(CHAIN, board_of(date(2026, 12, 3), weekly=False), "player 1") == ""


def test_the_program_of_the_page_checks_a_board_and_its_deals() -> None:
    page = (Path(__file__).parents[4] / "docs" / "boards.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    by_the_page: dict[str, Any] = {}
    exec(compile(text, "docs", "exec"), by_the_page)
    chain = chain_of_boards(CHAIN)
    for board, days in ((board_of(date(2026, 12, 3), weekly=days == 7), days) for days in (1, 7)):
        secret = chain.secret(board.last)
        promise = chain.secret(board.first - timedelta(days=1)).hex()
        assert by_the_page["is_of_board"](secret.hex(), days, promise)
        assert not by_the_page["is_of_board"](secret.hex(), days + 1, promise)
        name = board.names_of(2)[-1]
        assert by_the_page["secret_of_deal"](secret.hex(), name) == secret_of_deal(secret, name).hex()
