"""The law of a page: what scripts and server draw of what happened makes it the page that follows."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import pairwise
from random import Random
from typing import Final

import pytest

import sixth
from sixth import i18n
from sixth.rules.record import HUMAN
from sixth.server.service.tables import Tables
from sixth.server.table.daily import open_daily
from sixth.server.table.events import Began, Sat
from sixth.server.table.identity import Audience, hashed
from sixth.server.table.state import Step, Table, apply_event, fold
from sixth.server.web.table_page import TablePage
from sixth.server.web.views.table import Frame
from tests.server.support.logs import next_move, secret, token
from tests.server.support.pages import Element, Page
from tests.server.support.stories import timeless
from tests.server.web.wire.law import Change, Engine, audiences, changes, story

URL: Final = "http://here/t/x"


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    with timeless(tmp_path_factory.mktemp("tables")) as tables:
        yield tables


_ANNOUNCED: Final = ("say", "notify")
_TALK: Final = ("lines", "wall-talk")


def as_document(page: Page) -> list[object]:
    """What a page shows, without scripts, what was announced or said, and what scripts and readers do."""
    return [_plain(each) for each in (*page.root.all("title"), *page.root.all("body"))]


def _plain(element: Element) -> object:
    if element.tag in ("script", "noscript") or element.id in (*_ANNOUNCED, *_TALK):
        return None
    if element.id == "rounds-told":
        # A script asks for it once somebody opens it.
        return element.id
    if "left" in element.classes:
        # What is left to think is said by a script of its own, from these.
        return element.given
    given = {name: value for name, value in element.given.items() if name not in ("open", "data-keep")}
    inside = [
        _plain(each) if isinstance(each, Element) else " ".join(each.split()) for each in element.inside
    ]
    return element.tag, given, [each for each in inside if each]


def _difference(one: object, other: object) -> object:
    """The first two parts that differ; nothing if there are none."""
    if one == other:
        return None
    if isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        return next(_difference(a, b) for a, b in zip(one, other, strict=True) if a != b)
    return one, other


def follow(pages: TablePage, found: Sequence[Change], audience: Audience) -> Iterator[tuple[Page, Change]]:
    """Give the page before each change, where there is one; check that the change leads to what follows."""
    before: Page | None = None
    for change in found:
        due = Page(pages.document(Frame(audience.view(change.table))))
        if before is not None:
            yield before, change
            after = before.patched(change.patch, change.table.version)
            different = _difference(as_document(after), as_document(due))
            assert not different, ([type(event).__name__ for event, _ in change.steps], different)
        before = due


@pytest.mark.parametrize("game", list(sixth.games))
def test_a_page_and_what_is_drawn_are_the_page_that_follows(
    game: str, tables: Tables, engine: Engine
) -> None:
    """For all audiences and languages, with a clock, help, people who come and go, time that is up."""
    rng = Random(game)
    writes = story(game, rng.randrange(6)).steps
    everybody = audiences(4)
    for audience in (*rng.sample(everybody[:-1], 2), everybody[-1]):
        pages = TablePage(tables, URL, local=False, screen=audience.screen)
        language, start = rng.choice(list(i18n.LANGUAGES)), rng.randrange(len(writes) - 50)
        with i18n.using_language(language):
            found = changes(engine, pages, writes[start : start + 50], audience, language)
            for _ in follow(pages, found, audience):
                pass


def _daily(*, practice: bool) -> list[list[Step]]:
    """All that happens at a table of the daily deal."""
    began, rng = Began("game-1", "2026-11-23T00:00:00+00:00", secret(1, 2)), Random(1)
    sat, day = Sat(0, "Ana", HUMAN, hashed(token(0))), date(2026, 11, 23)
    opening = open_daily("daily", day, bytes(32), sat, began, practice=practice)
    table, steps = fold("daily", opening), list[list[Step]]()
    while came := next_move(table, rng):
        steps.append([(event, table := apply_event(table, event)) for event in came])
    return steps


@pytest.mark.parametrize("practice", [False, True])
def test_the_law_holds_at_a_table_of_the_daily_deal_which_offers_only_its_game(
    practice: bool, tables: Tables, engine: Engine
) -> None:
    writes, audience, pages = (
        _daily(practice=practice),
        Audience.of(token(0)),
        TablePage(tables, URL, local=False),
    )
    found = changes(engine, pages, writes, audience, "en")
    allowed = {"/t/daily/choose", "/t/daily/take", "/g/game-1/coach", "/g/game-1/again", "/settings"}
    for page, _ in follow(pages, found, audience):
        # What is said to nobody is hidden, and refused to nobody: there are phrases at every table.
        assert {form.action for form in page.forms.values()} - {"/t/daily/say"} <= allowed
        assert not _links(page) & {"/t/daily/house", "/t/daily/screen"}
    last: Table = found[-1].table
    assert last.state is not None
    assert last.state.over
    page = Page(pages.document(Frame(audience.view(last))))
    assert "/daily/2026-11-23" in _links(page)
    assert ("Practice" in page.root.text) == practice


def _links(page: Page) -> set[str]:
    return {link.given["href"] for link in page.root.all("a") if "href" in link.given}


def test_whatever_is_left_out_of_what_is_drawn_is_missed(tables: Tables, engine: Engine) -> None:
    """So the law would notice an omission, of every kind of element that a turn is made of."""
    missed: set[str] = set()
    writes = story("classic", 3).steps
    for audience in audiences(4)[:2]:
        pages = TablePage(tables, URL, local=False)
        found = changes(engine, pages, writes[11:70], audience, "en")
        for page, change in follow(pages, found, audience):
            after = as_document(page.patched(change.patch, change.table.version))
            for part in Page(change.patch).root.inside:
                # Once of each kind will do.
                if isinstance(part, Element) and (kind := _kind(part)) not in missed:
                    less = page.patched(change.patch, change.table.version, without=part)
                    missed |= {kind} if as_document(less) != after else set()
    assert missed >= {
        *(
            "title",
            "h1 prompt",
            "p-set table",
            "span turn",
            "div aims",
            "div held",
            "div stage",
            "section last",
        ),
        *("span status", "span score", "span time", "li row"),
    }


def _kind(part: Element) -> str:
    """Which kind of element a part is: its tag, and the id without what counts."""
    return f"{part.tag} {re.sub(r'[0-9].*', '', part.given.get('to', part.id))}".strip()


def test_talk_is_shown_as_the_page_has_it(tables: Tables) -> None:
    table = story("classic").steps[20][-1][1]
    for audience in (Audience.of(token(1)), Audience.of(None, screen=True)):
        pages = TablePage(tables, URL, local=False, screen=audience.screen)
        seen = audience.view(table)
        page = Page(pages.document(Frame(seen)))
        for number in range(60):
            tables.chat.say(table.id, number % 4, f"Person {number % 4}", "text", f"{number} <words>")
        patch = pages.talk(seen, tables.chat.lines(table.id), 0)
        due = Page(pages.document(Frame(seen)))
        for name in _TALK:
            assert page.patched(patch).text(name) == due.text(name)


def test_what_is_asked_is_announced_with_what_the_server_draws(tables: Tables) -> None:
    writes: list[list[Step]] = story("classic").steps
    audience, pages = Audience.of(token(0)), TablePage(tables, URL, local=False)
    frames = [Frame(audience.view(steps[-1][1])) for steps in writes]
    before, after = next(two for two in pairwise(frames) if two[0].asks != two[1].asks == "choose")
    page = Page(pages.document(before))
    said = page.patched(pages.patch(after, before)).text("say")
    assert said.startswith(after.prompt)
    assert "Your hand: " in said
    assert after.prompt not in page.patched(pages.patch(after, after)).text("say")
