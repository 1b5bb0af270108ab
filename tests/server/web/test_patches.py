"""The law of patches: a page, and the patches from its version to another, are the page at that other."""

import gc
import re
import weakref
from collections.abc import Iterator
from datetime import date
from random import Random
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sixth
from sixth.i18n import LANGUAGES, current_language, using_language
from sixth.rules.options import End, Rules
from sixth.rules.record import HUMAN
from sixth.server.service.tables import Tables
from sixth.server.table.config import TableConfig
from sixth.server.table.daily import open_daily
from sixth.server.table.events import Began, Sat
from sixth.server.table.identity import Audience, hashed
from sixth.server.table.state import Step, Table, apply_event, fold
from sixth.server.web.identity_key import IdentityKey
from sixth.server.web.stream import Stream
from sixth.server.web.table_page import TablePage
from sixth.server.web.views.common import common_of
from sixth.server.web.views.table import Frame
from tests.server.support.logs import next_move, secret, token
from tests.server.support.pages import Element, Page
from tests.server.support.stories import Story, timeless

URL = "http://here/t/x"


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    with timeless(tmp_path_factory.mktemp("tables")) as tables:
        yield tables


def shown(pages: TablePage, table: Table, audience: Audience) -> Page:
    """The page of a table as it is loaded whole."""
    return Page(pages.document(Frame(audience.view(table))))


_ANNOUNCED: Final = ("say", "notify")
_TALK: Final = ("lines", "wall-talk")


def as_document(page: Page, *, talk: bool = True) -> list[object]:
    """What a page shows, without scripts, what was only announced, and what the reader opened.

    What people say has patches of its own, so it may be left out.
    """
    without = _ANNOUNCED if talk else (*_ANNOUNCED, *_TALK)
    return [_plain(each, without) for each in (*page.root.all("title"), *page.root.all("body"))]


def _plain(element: Element, without: tuple[str, ...]) -> object:
    if element.tag in ("script", "noscript") or element.id in without:
        return None
    given = {name: value for name, value in element.given.items() if name != "open"}
    inside = [
        _plain(each, without) if isinstance(each, Element) else " ".join(each.split())
        for each in element.inside
    ]
    return element.tag, given, [each for each in inside if each]


def messages(stream: Stream, steps: list[Step]) -> list[tuple[str, int]]:
    """The patches that tell of these steps, each with the version to which it leads."""
    found = []
    for message in stream.messages(steps).decode().split("\n\n")[:-1]:
        number = message.partition("\n")[0]
        found.append((_data(f"{message}\n\n".encode()), int(number.removeprefix("id: "))))
    return found


def _data(message: bytes) -> str:
    """The patch in a message; that of none is empty."""
    return message.decode().strip("\n").rpartition("\n")[2].removeprefix("data: ")


def rules_of(game: str, seats: int) -> Rules:
    """A named game for so many, of two rounds where its own end is not one that goes with it."""
    rules = sixth.games[game].replace(seats=seats)
    return rules if rules.deal == "halves" else rules.replace(end=End("rounds", 2))


def audiences(seats: int) -> list[Audience]:
    """Everybody who may look: all seats, who comes late, somebody without a seat, and a big screen."""
    return [
        *(Audience.of(token(seat)) for seat in (*range(seats), 9)),
        Audience.of(None),
        Audience.of(None, screen=True),
    ]


@pytest.mark.parametrize("game", list(sixth.games))
@settings(max_examples=7)
@given(data=st.data())
def test_a_page_and_its_patches_are_the_page_that_follows(
    game: str, data: st.DataObject, tables: Tables
) -> None:
    """For all audiences and languages, with clocks, helps, talk, people who come and go, time that is up."""
    seed = data.draw(st.integers(0, 10_000), "seed")
    seats = data.draw(st.integers(3, 5), "seats")
    helps, clocked = data.draw(st.booleans(), "helps"), data.draw(st.booleans(), "clocked")
    language = data.draw(st.sampled_from(sorted(LANGUAGES)), "language")
    rules = rules_of(game, seats)
    config = TableConfig(helps=helps, turn_seconds=30 if clocked else 0, bank_seconds=60 if clocked else 0)
    groups = Story(rules, config, seed).steps
    start = data.draw(st.integers(2, max(seats, len(groups) - 40)), "start")
    length = data.draw(st.integers(1, 25), "length")
    talk = data.draw(st.lists(st.sampled_from((0, 0, 1, 2, 60)), min_size=length, max_size=length), "talk")
    audience = data.draw(st.sampled_from(audiences(seats)), "audience")
    pages = TablePage(tables, URL, local=False, screen=audience.screen)
    with using_language(language):
        known = groups[start - 1][-1][1]
        page = shown(pages, known, audience)
        stream = Stream(tables, known, audience, known.version, pages)
        for steps, lines in zip(groups[start : start + length], talk, strict=False):
            for patch, version in messages(stream, steps):
                page = page.patched(patch, version)
                at = next(table for _, table in steps if table.version == version)
                assert as_document(page, talk=False) == as_document(shown(pages, at, audience), talk=False)
            stream._known = known = steps[-1][1]
            _talk(tables, known, lines)
            page = page.patched(_data(stream.talk()))
            assert as_document(page) == as_document(shown(pages, known, audience))


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
    practice: bool,
    tables: Tables,
) -> None:
    steps, audience, pages = _daily(practice=practice), audiences(4)[0], TablePage(tables, URL, local=False)
    known = steps[0][-1][1]
    page = shown(pages, known, audience)
    stream = Stream(tables, known, audience, known.version, pages)
    for came in steps[1:]:
        for patch, version in messages(stream, came):
            page = page.patched(patch, version)
        stream._known = known = came[-1][1]
        assert as_document(page) == as_document(shown(pages, known, audience))
        allowed = {"/t/daily/choose", "/t/daily/take", "/g/game-1/coach", "/g/game-1/again", "/settings"}
        # What is said to nobody is hidden, and refused to nobody: there are phrases at every table.
        assert {form.action for form in page.forms.values()} - {"/t/daily/say"} <= allowed
        links = {link.given["href"] for link in page.root.all("a") if "href" in link.given}
        assert not {link for link in links if link.startswith(("/t/daily/house", "/t/daily/screen"))}
    assert known.state is not None
    assert known.state.over
    assert "/daily/2026-11-23" in links
    assert ("Practice" in page.root.text) == practice


def _talk(tables: Tables, table: Table, lines: int) -> None:
    """Have whoever sits there say so many things, in turn."""
    people = [(seat, who.name) for seat, who in enumerate(table.sitters) if who]
    for number in range(lines if people else 0):
        seat, name = people[number % len(people)]
        tables.chat.say(table.id, seat, name, "text", f"{tables.chat.count(table.id)} <words>")


def test_whatever_is_left_out_of_a_patch_is_missed(tables: Tables) -> None:
    """So the law would notice an omission, of every kind of element that a patch of a turn is made of."""
    missed: set[str] = set()
    steps = Story(rules_of("classic", 4), TableConfig(), seed=1).steps
    for audience in audiences(4)[:2]:
        pages = TablePage(tables, URL, local=False)
        known = steps[11][-1][1]
        page = shown(pages, known, audience)
        for came in steps[12:60]:
            for patch, version in messages(Stream(tables, known, audience, known.version, pages), came):
                after = page.patched(patch, version)
                for change in Page(patch).root.inside:
                    if not isinstance(change, Element) or change.given.get("to") == "say":
                        continue
                    # Once of each kind will do.
                    if (kind := _kind(change)) not in missed:
                        less = page.patched(patch, version, without=change)
                        missed |= {kind} if as_document(less) != as_document(after) else set()
                page = after
            known = came[-1][1]
    assert missed >= {
        *("title", "h1 prompt", "p-set table", "span turn", "input hand-turn", "div aims"),
        *("span status", "span score", "button h", "span h"),
        *("span place", "span about", "li row", "p-cut took", "div stage", "p-set stage", "p-set line"),
        *("li played", "p why"),
        *("p-set last", "ul log", "p-add log", "main table", "p-cut h", "p-add hand"),
    }


def _kind(change: Element) -> str:
    """Which kind of element a change is of: its tag, and the id without what counts."""
    return f"{change.tag} {re.sub(r'[0-9].*', '', change.given.get('to', change.id))}".strip()


def test_of_what_was_shown_before_nothing_is_held(tables: Tables) -> None:
    """What all see alike is made once, and goes with the picture that it leads to."""
    steps = Story(rules_of("classic", 4), TableConfig(), seed=1).steps
    known, audience = steps[11][-1][1], audiences(4)[0]
    stream = Stream(tables, known, audience, known.version, TablePage(tables, URL, local=False))
    pictures = []
    for came in steps[12:40]:
        stream.messages(came)
        pictures.append(weakref.ref(common_of(current_language(), IdentityKey(came[-1][1]))))
        stream._known = came[-1][1]
    common_of.cache_clear()
    gc.collect()
    assert sum(picture() is not None for picture in pictures) <= 1
