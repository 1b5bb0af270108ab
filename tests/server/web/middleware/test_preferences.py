"""The language of pages, news and refusals, and the settings that each browser keeps."""

from collections.abc import Iterator

import httpx2
import pytest

import sixth
from sixth.i18n import LANGUAGES, gettext, using_language
from sixth.server.web.middleware.preferences import PLAIN_COOKIE
from tests.server.support.hosting import Site, hosting
from tests.server.support.logs import whole
from tests.server.support.pages import Page

LOG = whole(sixth.games["classic"].replace(seats=3), seed=1, rounds=1)

TABLE = "table-languages"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Start one site with one table, at which a round was played."""
    with hosting(tmp_path_factory.mktemp("site")) as site:
        site.store.append(TABLE, 0, LOG)
        yield site


@pytest.fixture
def browser(site: Site) -> httpx2.Client:
    """Return a browser without cookies."""
    return site.person().client


def text(code: str, sentence: str) -> str:
    """Return a sentence in a language; the languages of the catalogues differ in it."""
    with using_language(code):
        translated = gettext(sentence)
    assert (translated == sentence) == (code == "en")
    return translated


def language_header(code: str) -> dict[str, str]:
    """Return the headers of a browser in this language."""
    return {"accept-language": f"{code}-XX,{code};q=0.9,en;q=0.1"}


@pytest.mark.parametrize("code", LANGUAGES)
def test_pages_come_in_the_language_of_the_browser(browser: httpx2.Client, code: str) -> None:
    response = browser.get("/", headers=language_header(code))
    assert f'<html lang="{code}"' in response.text
    assert text(code, "Play now") in Page(response.text).root.text
    assert {"Cookie", "Accept-Language"} <= {each.strip() for each in response.headers["vary"].split(",")}


@pytest.mark.parametrize("code", LANGUAGES)
def test_errors_and_refusals_come_in_the_language_of_the_browser(browser: httpx2.Client, code: str) -> None:
    assert (
        text(code, "This page doesn't exist.")
        in Page(browser.get("/nowhere", headers=language_header(code)).text).root.text
    )
    no_seat = text(code, "You have no seat at this table.")
    form = {"game": "1", "round": "1", "turn": "1", "card": "5"}
    refusal = browser.post(f"/t/{TABLE}/choose", data=form, headers=language_header(code))
    assert refusal.status_code == 403
    assert no_seat in Page(refusal.text).root.text
    alone = browser.post(
        f"/t/{TABLE}/choose", data=form, headers={**language_header(code), "hx-request": "true"}
    )
    assert alone.text == no_seat
    foreign = browser.post(
        "/tables", headers={**language_header(code), "origin": "https://elsewhere.example"}
    )
    assert foreign.status_code == 403
    assert ("another site" in foreign.text) == (code == "en")


def test_a_reader_chooses_the_language_at_the_end_of_every_page(browser: httpx2.Client) -> None:
    browser.headers["accept-language"] = "de"
    page = Page(browser.get(f"/t/{TABLE}?a=b").text)
    form = page.forms["/settings"]
    assert ("lang", "it") in form.buttons
    back = browser.post(form.action, data={**form.fields, "lang": "it"}, follow_redirects=False)
    assert (back.status_code, back.headers["location"]) == (303, f"/t/{TABLE}?a=b")
    assert browser.cookies["sixth-lang"] == "it"
    assert '<html lang="it"' in browser.get("/").text


def test_settings_are_saved_and_reset_without_scripts(browser: httpx2.Client) -> None:
    def choices() -> tuple[str, ...]:
        fields = Page(browser.get("/settings", params={"back": "/somewhere"}).text).forms["settings"].fields
        assert fields["back"] == "/somewhere"
        return fields["lang"], fields["theme"], fields["felt"], fields["cards"]

    assert choices() == ("browser", "system", "green", "head")
    looks = {"theme": "contrast", "felt": "blue", "cards": "stars"}
    answer = browser.post("/settings", data={"lang": "fr", **looks}, follow_redirects=False)
    for cookie in answer.headers.get_list("set-cookie"):
        assert "SameSite=lax" in cookie
        assert "Max-Age=31536000" in cookie
    assert choices() == ("fr", "contrast", "blue", "stars")
    root = '<html lang="fr" data-theme="contrast" data-felt="blue" data-cards="stars"'
    assert root in browser.get("/").text
    browser.post("/settings", data={"theme": "dark"})
    assert choices() == ("fr", "dark", "blue", "stars")
    first = {"theme": "system", "felt": "green", "cards": "head"}
    browser.post("/settings", data={"lang": "browser", **first})
    assert choices() == ("browser", "system", "green", "head")
    assert set(browser.cookies) <= {PLAIN_COOKIE}


ELSEWHERE = ("//evil.example", "/\\evil.example", "https://evil.example/", "evil", "javascript:alert(1)")


@pytest.mark.parametrize("back", [*ELSEWHERE, "/a\r\nset-cookie: x=y", "/a b", "", "/é"])
def test_the_settings_form_redirects_to_no_other_site(browser: httpx2.Client, back: str) -> None:
    response = browser.post("/settings", data={"back": back}, follow_redirects=False)
    assert (response.status_code, response.headers["location"]) == (303, "/")
    page = browser.get("/settings", params={"back": back})
    assert Page(page.text).forms["settings"].fields["back"] == "/"


@pytest.mark.parametrize("value", ["xx", "DE", "", "<b>", "../de", "a" * 4_000, '"de"', "de; theme=dark"])
def test_foreign_cookies_do_no_harm(browser: httpx2.Client, value: str) -> None:
    cookies = [f"sixth-{name}={value}" for name in ("lang", "theme", "felt", "cards")]
    headers = {"cookie": "; ".join(cookies), "accept-language": "id"}
    response = browser.get("/", headers=headers)
    assert response.status_code == 200
    assert 'data-theme="system" data-felt="green" data-cards="head"' in response.text
    assert value == '"de"' or len(value) < 3 or f"={value}" not in response.text


@pytest.mark.parametrize(
    ("name", "value"),
    {"lang": "xx", "theme": "pink", "felt": "pink", "cards": "x", "more": "x", "back": "/" * 3_000}.items(),
)
def test_a_foreign_form_changes_nothing(browser: httpx2.Client, name: str, value: str) -> None:
    response = browser.post("/settings", data={name: value}, follow_redirects=False)
    assert response.status_code == 422
    assert "set-cookie" not in response.headers
