"""The language of sentences from streams, workers, threads and push messages: it is the reader's.

An English sentence in an answer to a reader of another language was made where the reader was not known.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Final

import httpx2
import pytest
from starlette.applications import Starlette
from starlette.routing import BaseRoute, Mount, Route

from sixth import bots
from sixth.coach import review, review_to_json
from sixth.coach.account import VERSION
from sixth.coach.codec import FORMAT
from sixth.i18n import LANGUAGES, SOURCE
from sixth.rules.codec import dumps
from sixth.rules.games import GAMES
from sixth.rules.record import Record, read
from sixth.server.core.route_limits import STREAMS
from sixth.server.core.settings import Settings
from sixth.server.features.reviews.costs import cost_of
from sixth.server.features.reviews.rows import ReviewRows, Subject
from sixth.server.web.middleware.preferences import LANGUAGE_COOKIE, PLAIN_COOKIE
from sixth.server.web.rate_limits import RouteLimitMiddleware
from tests.server.support.hosting import Site, hosting
from tests.server.support.one_language import foreign_texts
from tests.server.support.pages import Page
from tests.server.support.playing import ASKS_FOR_PAGE, Person, play_on
from tests.server.support.programs import Program
from tests.server.support.wire import do


@dataclass(frozen=True)
class Place:
    """A site, with an ended game of Ana's that the coach has reviewed."""

    site: Site
    ana: Person
    record: Record

    def reader(self, language: str) -> httpx2.Client:
        """Return a person with a browser in this language, who has Ana's seat."""
        client = self.site.person().client
        client.headers["Accept-Language"] = language
        client.cookies.update(self.ana.client.cookies)
        return client


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """Prepare one place for all tests."""
    bots.get_ready()
    with hosting(tmp_path_factory.mktemp("site"), settings=Settings(outside_bots=True)) as site:
        ana = site.person()
        ana.open("play", seats=2, name="Ana", end="rounds", end_count="1", helps="true")
        ana.send("coached")
        play_on([ana], Random(4))
        game = site.table(ana.table).game_id
        (record,) = read(ana.client.get(f"/g/{game}.sixth.jsonl").text.splitlines())
        subject = Subject(record.game, 0, f"{FORMAT}.{VERSION}")
        ReviewRows(site.store).ask(subject, ana.table, "", 0, most=10, share=10)
        reviewed = review(record, 0, playouts=64)
        ReviewRows(site.store).keep(subject, dumps(review_to_json(reviewed)), cost_of(reviewed))
        yield Place(site, ana, record)


# ------------------------------------------------------------------ sentences, by their source


def by_coach_stream(place: Place, language: str) -> str:
    """Return the coach's sentence, as a stream of events has it."""
    with place.reader(language).stream("GET", f"/g/{place.record.game}/coach/events?seat=0") as answer:
        event, data, *_ = answer.iter_lines()
    assert event == "event: there"
    return data


def by_chosen_language(place: Place, language: str) -> str:
    """Return the coach's sentence for a reader who chose the language on the site, against the browser's."""
    client = place.reader("en")
    client.cookies.set(LANGUAGE_COOKIE, language)
    with client.stream("GET", f"/g/{place.record.game}/coach/events?seat=0") as answer:
        _event, data, *_ = answer.iter_lines()
    return data


def by_worker(place: Place, language: str) -> str:
    """Return the narration of an ended game, which a worker process makes."""
    answer = place.reader(language).get(f"/g/{place.record.game}?text")
    return answer.text.partition("<main")[2]


def by_thread(place: Place, language: str) -> str:
    """Return the value of a turn, which a thread of the bots works out."""
    path = f"/t/{place.ana.table}/worth?round=1&turn=1"
    answer = place.reader(language).get(path, headers={"HX-Request": "true"})
    assert answer.status_code == 200, answer.text
    return answer.text


def by_line_of_page(place: Place, language: str) -> str:
    """Return the refusal of an unknown command on the line of a page."""
    reader = Person(place.reader(language))
    reader.table = place.ana.table
    return str(do(reader, "choose", card=1, game=9, round=1, turn=1).json()["detail"])


def by_news(place: Place, language: str) -> str:
    """Return the reason why the stream of a table ends, as a spectating program reads it."""
    host = Program.host(place.site, seats=2)
    client = place.reader(language)
    with client.stream("GET", f"/api/v1/tables/{host.table}/events") as answer:
        lines = answer.iter_lines()
        next(lines)
        assert host.do("begin", game=1).status_code == 200
        assert host.do("config", config={"spectators": False}).status_code == 200
        return [*lines][-1]


def by_invitations(place: Place, language: str) -> str:
    """Return the reason why an outside bot's stream of invitations ends."""
    program = Program(place.site)
    answer = program.post("/outside", name=f"Robo {language}", run_by="Cy")
    program.token = answer.json()["token"]
    client = place.reader(language)
    with client.stream("GET", "/api/v1/outside/events", headers=program.proof) as answer:
        lines = answer.iter_lines()
        next(lines)
        assert program.post("/outside/forget").status_code == 200
        return [*lines][-1]


SENTENCES: Final[dict[str, Callable[[Place, str], str]]] = {
    "/g/{game_id}/coach/events": by_coach_stream,
    "/api/v1/tables/{table_id}/events": by_news,
    "/api/v1/outside/events": by_invitations,
    "a language that was chosen": by_chosen_language,
    "a worker": by_worker,
    "a thread": by_thread,
    "the line of a page": by_line_of_page,
}
"""Makers of sentences, by the address of a stream or by the kind of maker."""


@pytest.mark.parametrize("says", SENTENCES.values(), ids=SENTENCES)
def test_each_sentence_is_in_the_language_of_its_reader(
    place: Place, says: Callable[[Place, str], str]
) -> None:
    assert says(place, "de") != says(place, SOURCE)


def test_every_stream_is_covered_here(place: Place) -> None:
    of_facts = {"/api/v1/tournaments/{code}/changes"}
    assert {*stream_addresses(place.site.app)} - of_facts == {each for each in SENTENCES if each[0] == "/"}


def stream_addresses(app: Starlette) -> Iterator[str]:
    """Return the addresses of pages and of the API that may answer with a stream."""
    for route in app.state.pages.routes:
        if (
            isinstance(route, Mount)
            and isinstance(route.app, Starlette)
            and not hasattr(route.app, "openapi")
        ):
            yield from stream_addresses(route.app)
        elif isinstance(route, Route) and isinstance(limited := route.app, RouteLimitMiddleware):
            if limited.limit is STREAMS:
                yield route.path
        elif isinstance(route, Mount) and hasattr(route.app, "openapi"):
            paths: dict[str, Any] = route.app.openapi()["paths"]
            for path, operations in paths.items():
                if "application/x-ndjson" in str(operations):
                    yield f"{route.path}{path}"


# ------------------------------------------------------------------ pages

_FOR_EACH_GAME: Final = tuple(f"rules/{game}" for game in GAMES)
_MORE: Final = (
    "learn/1",
    "learn/3",
    "learn/4/7",
    "learn/8",
    "puzzles/1",
    "puzzles/2?today",
    "t/no-such-table",
)


def addresses(place: Place) -> Iterator[str]:
    """Yield the addresses of pages, with everything that a person has at this place."""
    for route in routes_of(place.site.app.state.pages.routes):
        if "GET" in (route.methods or ()) and "{" not in route.path:
            yield route.path.lstrip("/")
    yield from (*_FOR_EACH_GAME, *_MORE)
    table, game = place.ana.table, place.record.game
    yield from (f"t/{table}{each}" for each in ("", "/screen", "/history", "/house"))
    yield from (f"g/{game}", f"g/{game}?text", f"g/{game}/coach", f"g/{game}/coach?seat=0")
    page = place.ana.go("/you").html
    yield from {
        each.lstrip("/") for each in re.findall(r"/people/[\w-]+|/you/(?:friend|device)/[\w-]+", page)
    }


def routes_of(routes: Sequence[BaseRoute]) -> Iterator[Route]:
    """Yield the routes of pages, without those of the API."""
    for route in routes:
        if (
            isinstance(route, Mount)
            and isinstance(route.app, Starlette)
            and not hasattr(route.app, "openapi")
        ):
            yield from routes_of(route.routes)
        elif isinstance(route, Route):
            yield route


_OF_GUESTS: Final = ("", "you", "mine", "daily", "quick", "puzzles", "join")
"""Pages that are others for a person without a name."""


@pytest.fixture(scope="module")
def named(place: Place) -> Place:
    """Have Ana keep a name, and make links and codes."""
    for path, fields in (
        ("name", {"name": "Ana"}),
        ("friends/link", {}),
        ("link", {}),
        ("codes", {}),
        ("shown", {"shown": "public"}),
    ):
        assert place.ana.client.post(f"/you/{path}", data=fields, follow_redirects=False).status_code == 303
    return place


Ask = Callable[[], httpx2.Response]


def pages(place: Place, code: str) -> Iterator[tuple[str, Ask]]:
    """Yield pages, each with its address and a request in a language: Ana's, a guest's, and refused forms."""
    ana, guest = place.reader(code), place.site.person().client
    guest.headers["Accept-Language"] = code
    for client in (ana, guest):
        client.headers |= ASKS_FOR_PAGE
    for path in addresses(place):
        yield path, partial(ana.get, f"/{path}")
    for path in _OF_GUESTS:
        yield path, partial(guest.get, f"/{path}")
    yield "join, refused", partial(guest.post, "/join", data={"code": "zzzz"})
    table = {"game": "classic", "seats": "9", "bots": "careful", "how": "play", "hand": "30"}
    yield "tables, refused", partial(guest.post, "/tables", data=table)
    for how, game in (("invite", "both-ends"), ("play", "logic")):
        person = Person(ana)
        person.open(how, seats=3, name="Ana", game=game, helps="true")
        for plain in ("on", ""):
            ana.cookies.set(PLAIN_COOKIE, plain)
            for part in ("", "/screen", "/house", "/around"):
                path = f"t/{person.table}{part}"
                yield path, partial(ana.get, f"/{path}")


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_page_has_a_sentence_of_another_language(named: Place, code: str) -> None:
    """Each page is read in two languages, one after the other, so that one would see what the other left."""
    wrong, seen, at = [], 0, [*LANGUAGES].index(code)
    for number, (path, ask) in enumerate(pages(named, code)):
        if (at - number) % len(LANGUAGES) > 1:
            continue
        answer = ask()
        if answer.headers.get("content-type", "").startswith("text/html"):
            page = Page(answer.text)
            html = next(each for each in page.elements if each.tag == "html")
            assert html.attributes["lang"] == code, path
            wrong += [f"/{path}: {each}" for each in foreign_texts(page, code)]
            seen += 1
    assert wrong == []
    assert seen > 24


def test_a_sentence_of_another_language_is_found_wherever_a_page_has_it() -> None:
    page = Page(
        """<html lang="de"><p>Wähle eine Karte.</p><p>Choose a card.</p><p lang="en">Choose a card.</p>
        <a title="Your games">x</a><p>Waiting for <bdi>Ana</bdi> and Bo.</p>
        <script type="application/json">{"Rules in force": ["Regole in vigore"]}</script></html>"""
    )
    assert foreign_texts(page, "de") == [
        "en: Choose a card.",
        "en: Waiting for Ana and Bo.",
        "en: Your games",
    ]
