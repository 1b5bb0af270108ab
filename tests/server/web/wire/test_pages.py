"""Changes of a page: after each of them the page is the one that would be drawn anew."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from random import Random
from typing import Final

import pytest

import sixth
from sixth import i18n
from sixth.rules.record import HUMAN
from sixth.server.features.daily.chain import daily_opening
from sixth.server.live.tables import Tables
from sixth.server.table.events import Began, Sat
from sixth.server.table.fold import TableStep, apply_event, fold
from sixth.server.table.identity import Audience, hash_token
from sixth.server.table.state import Table
from sixth.server.web.table_page import TablePage
from sixth.server.web.views.table import Frame
from tests.server.support.logs import next_move, secret, token
from tests.server.support.pages import Element, Page
from tests.server.support.stories import timeless
from tests.server.web.wire.law import AROUND, Engine, Transcript, audiences, draw, story

URL: Final = "http://here/t/x"


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    with timeless(tmp_path_factory.mktemp("tables")) as tables:
        yield tables


def _plain(element: Element) -> object:
    """Return the content of an element, without what readers opened and what scripts keep."""
    given = {name: value for name, value in element.attributes.items() if name not in ("open", "data-keep")}
    inside = [
        _plain(each) if isinstance(each, Element) else " ".join(each.split()) for each in element.inside
    ]
    return element.tag, given, [each for each in inside if each]


def follow(
    engine: Engine, writes: Sequence[Sequence[TableStep]], audience: Audience, language: str
) -> Iterator[tuple[Page, str, Page]]:
    """Yield each page, the change to it, and the page drawn anew; check that both pages are the same."""
    previous: Page | None = None
    for pictures in draw(engine, Transcript(writes, audience), language):
        if pictures is None:
            continue
        due = Page(pictures["whole"])
        if previous is not None:
            yield previous, pictures["change"], due
            assert _plain(previous.apply_patch(pictures["change"]).root) == _plain(due.root)
        previous = due


@pytest.mark.parametrize("game", list(sixth.games))
def test_a_changed_page_is_the_page_drawn_anew(game: str, engine: Engine) -> None:
    """The stories have all audiences and languages, clocks, hints, timeouts, and people who come and go."""
    rng = Random(game)
    writes = story(game, rng.randrange(6)).steps
    viewers = audiences(4)
    for audience in (rng.choice(viewers[:-1]), viewers[-1]):
        language, parts, all_of_it = rng.choice(list(i18n.LANGUAGES)), 0, 0
        for _, change, due in follow(engine, writes, audience, language):
            parts += len(change) < len(due.html) / 2
            all_of_it += "<main" in change
        # Else every event would draw the whole page anew.
        assert parts > all_of_it


def test_a_part_missing_from_a_change_is_noticed(engine: Engine) -> None:
    """So the law would notice an omission, of every kind of element in a turn."""
    noticed: set[str] = set()
    for audience in audiences(4)[:2]:
        for page, change, due in follow(engine, story("classic", 3).steps[11:70], audience, "en"):
            for part in Page(change).root.inside:
                # One of each kind is enough.
                if isinstance(part, Element) and (kind := _kind(part)) not in noticed:
                    less = page.apply_patch(change, without=part)
                    noticed |= {kind} if _plain(less.root) != _plain(due.root) else set()
    assert noticed >= {
        *("main table", "h1 prompt", "span turn", "div aims", "div held", "div stage", "section last"),
        *("span status", "span score", "span time", "li row", "div clock"),
    }


def _kind(part: Element) -> str:
    """Return the kind of a part: its tag, and its id without numbers."""
    return f"{part.tag} {re.sub(r'[0-9].*', '', part.id)}".strip()


def test_every_part_of_the_server_has_its_place_on_the_page(engine: Engine) -> None:
    for audience in (Audience.of(token(1)), Audience.of(None), Audience.of(None, screen=True)):
        places: set[str] = set()
        for pictures in draw(engine, Transcript(story("classic", 1).steps, audience), "en"):
            page = Page(pictures["whole"]) if pictures else None
            places |= {name for name in AROUND if page and name in page.by_id}
        wall = {"way-in", "chart", "watchers", "wall-talk"}
        assert places >= ({"game", "gathering"} | (wall if audience.screen else {"late"}))


# ------------------------------------------------------------------ the daily deal


def _daily(*, practice: bool) -> list[list[TableStep]]:
    """Return the steps of a table of the daily deal."""
    began, rng = Began("game-1", "2026-11-23T00:00:00+00:00", secret(1, 2)), Random(1)
    seated, day = Sat(0, "Ana", HUMAN, hash_token(token(0))), date(2026, 11, 23)
    opening = daily_opening("daily", day, bytes(32), seated, began, practice=practice)
    table, steps = fold("daily", opening), list[list[TableStep]]()
    while move := next_move(table, rng):
        steps.append([(event, table := apply_event(table, event)) for event in move])
    return steps


@pytest.mark.parametrize("practice", [False, True])
def test_a_table_of_the_daily_deal_offers_only_its_game(
    practice: bool, tables: Tables, engine: Engine
) -> None:
    writes, audience = _daily(practice=practice), Audience.of(token(0))
    pages = TablePage(tables, URL, local=False)
    allowed = {"/t/daily/choose", "/t/daily/take", "/g/game-1/coach", "/g/game-1/again", "/settings"}
    drawn = [
        Page(pictures["whole"]) for pictures in draw(engine, Transcript(writes, audience), "en") if pictures
    ]
    frames = [Frame(audience.view(steps[-1][1])) for steps in writes[::9] + writes[-1:]]
    served = [Page(html) for frame in frames for html in (pages.plain(frame), pages.document(frame))]
    for page in drawn + served:
        # There are phrases at every table, so their form is hidden from no player and refused to none.
        assert {form.action for form in page.forms.values()} - {"/t/daily/say"} <= allowed
        assert not _links(page) & {"/t/daily/house", "/t/daily/screen"}
    last: Table = writes[-1][-1][1]
    assert last.state is not None
    assert last.state.over
    assert "/daily/2026-11-23" in _links(drawn[-1])
    page = Page(pages.plain(Frame(audience.view(last))))
    assert ("Practice" in page.root.text) == practice


def _links(page: Page) -> set[str]:
    return {link.attributes["href"] for link in page.root.all("a") if "href" in link.attributes}
