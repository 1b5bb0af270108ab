"""Pages of tables as scripts draw them, with the parts of features."""

from collections.abc import Iterator
from random import Random
from typing import Final

import pytest

import sixth
from sixth.differences import differences
from sixth.rules.record import HUMAN
from sixth.server.features.boards.chain import opening_of_deal
from sixth.server.live.tables import Tables
from sixth.server.table.events import Began, Sat
from sixth.server.table.fold import TableStep, apply_event, fold
from sixth.server.table.identity import Audience, hash_token
from sixth.server.table.state import Table
from sixth.server.web.table_page import table_page
from sixth.server.web.views.asides import asides
from tests.server.support.logs import next_move, secret, token
from tests.server.support.pages import Page
from tests.server.support.stories import timeless
from tests.server.web.wire.law import GIVEN, Engine, Transcript, draw, story

URL: Final = "http://here/t/x"


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    with timeless(tmp_path_factory.mktemp("tables")) as tables:
        yield tables


def test_every_part_of_a_feature_has_its_place_on_the_page(engine: Engine) -> None:
    transcript = Transcript(story("classic", 1).steps, Audience.of(token(1)))
    pictures = [
        each for elsewhere in (False, True) for each in draw(engine, transcript, "en", elsewhere=elsewhere)
    ]
    links = {link for each in pictures if each for link in _links(Page(each))}
    # What the button for notifications needs is in the page from the start.
    assert {place for place in GIVEN if f"/{place}" not in links} == {"notify"}


def test_a_table_asks_no_coach_where_the_site_has_none(engine: Engine) -> None:
    transcript = Transcript(story("classic", 1).steps, Audience.of(token(1)))
    table = transcript.tables[0].id
    asks = {f"/t/{table}/coach", f"/t/{table}/coached"}
    for coachless in (False, True):
        pages = [Page(each) for each in draw(engine, transcript, "en", coachless=coachless) if each]
        found = {form.action for page in pages for form in page.forms.values()} & asks
        assert found == (set() if coachless else asks)


# ------------------------------------------------------------------ the daily deal


def _daily(*, practice: bool) -> list[list[TableStep]]:
    """Return the steps of a table of the daily deal."""
    began, rng = Began("game-1", "2026-11-23T00:00:00+00:00", secret(1, 2)), Random(1)
    seated, day = Sat(0, "Ana", HUMAN, hash_token(token(0))), "2026-11-23"
    opening = opening_of_deal("daily", day, bytes(32), seated, began, practice=practice)
    table, steps = fold("daily", opening), list[list[TableStep]]()
    while move := next_move(table, rng):
        steps.append([(event, table := apply_event(table, event)) for event in move])
    return steps


@pytest.mark.parametrize("practice", [False, True])
def test_a_table_of_the_daily_deal_offers_only_its_game(
    practice: bool, tables: Tables, engine: Engine
) -> None:
    writes, audience = _daily(practice=practice), Audience.of(token(0))
    allowed = {"/t/daily/choose", "/t/daily/take", "/g/game-1/coach", "/g/game-1/again", "/settings"}
    drawn = [Page(each) for each in draw(engine, Transcript(writes, audience), "en") if each]
    views = [audience.view(steps[-1][1]) for steps in writes[::9] + writes[-1:]]
    served = [
        Page(table_page(tables, view, URL, asides(view), forms=forms))
        for view in views
        for forms in (None, ())
    ]
    for page in drawn + served:
        # There are phrases at every table, so their form is hidden from no player and refused to none.
        assert {form.action for form in page.forms.values()} - {"/t/daily/say"} <= allowed
        assert not _links(page) & {"/t/daily/house", "/t/daily/screen"}
    last: Table = writes[-1][-1][1]
    assert last.state is not None
    assert last.state.over
    assert "/daily/2026-11-23" in _links(drawn[-1])
    page = Page(table_page(tables, audience.view(last), URL, {}, forms=()))
    assert ("Practice" in page.root.text) == practice


# ------------------------------------------------------------------ text


def test_the_text_of_a_table_says_what_differs_from_classic(tables: Tables) -> None:
    for game in sixth.games:
        table = story(game, 1).steps[0][-1][1]
        page = Page(table_page(tables, Audience.of(token(1)).view(table), URL, {}, forms=()))
        told = [each for each in differences(table.rules) if each.about]
        assert ("differs" in page.by_id) == (game != "classic")
        for each in told:
            assert each.text in page.by_id["differs"].text
            assert each.about in page.by_id["differs"].text


def _links(page: Page) -> set[str]:
    return {link.attributes["href"] for link in page.root.all("a") if "href" in link.attributes}
