"""What is sent compressed, and what never is."""

import gzip
import re
from collections.abc import Iterator

import pytest

from sixth.server.web.templating.files import JOINED, STATIC
from tests.server.support.hosting import Site, hosting


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with hosting(tmp_path_factory.mktemp("compression")) as site:
        yield site


def test_pages_and_the_files_they_name_are_compressed_and_files_are_kept_for_ever(site: Site) -> None:
    client = site.person().client
    page = client.get("/")
    assert page.headers["content-encoding"] == "gzip"
    assert "Accept-Encoding" in page.headers["vary"]
    named = re.findall(r'<(?:link rel="(?:stylesheet|prefetch)"|script)[^>]+(/static/[^"]+)"', page.text)
    assert len(named) > 3
    for address in named:
        answer = client.get(address)
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable", address
        # What is smaller than a packet gains nothing.
        assert ("content-encoding" in answer.headers) == (len(answer.content) >= 500), address


def test_what_does_not_take_gzip_gets_the_same_as_it_is(site: Site) -> None:
    client = site.person().client
    plain = client.get("/static/every.css", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == client.get("/static/every.css").text


def test_the_answer_to_a_form_goes_as_it_is(site: Site) -> None:
    form = {"game": "poker", "seats": "2", "bots": "mixed", "name": "Ana", "how": "play"}
    refused = site.person().client.post("/tables", data=form)
    assert "no game of that name" in refused.text
    assert "content-encoding" not in refused.headers


def test_the_first_page_fetches_beforehand_what_one_begins_to_play_with(site: Site) -> None:
    ana = site.person()
    at_home = set(re.findall(r'/static/[^"]+', ana.client.get("/").text))
    ana.open("play", name="Ana")
    page = ana.client.get(f"/t/{ana.table}?plain=off").text
    needed = r'<(?:link rel="stylesheet" href|script type="module" src)="(/static/[^"]+)'
    at_table = set(re.findall(needed, page))
    later = r"/static/(talk|notify|clock)\.js.*"
    assert {each for each in at_table if not re.fullmatch(later, each)} <= at_home


def test_the_news_are_sent_as_they_come(site: Site) -> None:
    ana = site.person()
    ana.open("play", name="Ana")
    with ana.client.stream("GET", f"/t/{ana.table}/wire") as news:
        assert "content-encoding" not in news.headers
        assert next(news.iter_raw()).startswith(b'{"v":')


def test_a_hand_is_not_compressed_together_with_words_of_somebody_else(site: Site) -> None:
    ana = site.person()
    ana.open("play", name="Ana")
    path = f"/t/{ana.table}"
    assert ana.client.get(f"{path}?plain=off").headers["content-encoding"] == "identity"
    assert ana.client.get(path).headers["content-encoding"] == "gzip"
    assert ana.client.get(f"{path}?id=h57").headers["content-encoding"] == "identity"
    ana.client.post(f"{path}/say", data={"text": "57, 7 heads"})
    said = ana.client.get(path)
    assert "57, 7 heads" in said.text
    assert said.headers["content-encoding"] == "identity"


def _bare(sheet: str) -> str:
    """A style sheet without spaces, and without the last semicolon of a rule."""
    return re.sub(r"\s+", "", sheet).replace(";}", "}")


def test_sheets_in_one_are_those_sheets_one_after_the_other_without_their_comments(site: Site) -> None:
    client = site.person().client
    for name, parts in JOINED.items():
        whole = "".join(client.get(f"/static/{part}").text for part in parts)
        assert _bare(client.get(f"/static/{name}").text) == _bare(whole)
        assert "/*" not in whole
    assert client.post("/static/every.css").status_code == 405
    assert len(gzip.compress(client.get("/static/every.css").content)) < 11_000


def test_a_script_comes_with_all_that_it_imports_and_those_are_still_to_be_had(site: Site) -> None:
    client = site.person().client
    whole = client.get("/static/table/main.js").text
    assert not re.search(r"^(import\s|export\b)", whole, re.MULTILINE)
    parts = {path.stem for path in (STATIC / "table").glob("*.js")} - {"main", "screen"}
    # These come when somebody asks the coach, or wishes for sounds.
    parts -= {"luck", "sound"}
    assert all(whole.count(f"const table_{part.replace('-', '_')}_js = (") == 1 for part in parts), parts
    assert client.get("/static/table/page.js").text == (STATIC / "table/page.js").read_text("utf-8")
