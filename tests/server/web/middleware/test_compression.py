"""Answers that are compressed, and answers that never are."""

import re

from sixth.server.web.templating.files import STATIC
from tests.server.support.hosting import Site


def test_pages_and_their_files_are_compressed_and_files_are_cached_for_ever(site: Site) -> None:
    client = site.person().client
    page = client.get("/")
    assert page.headers["content-encoding"] == "gzip"
    assert "Accept-Encoding" in page.headers["vary"]
    files = re.findall(r'<(?:link rel="(?:stylesheet|prefetch)"|script)[^>]+(/static/[^"]+)"', page.text)
    assert len(files) > 3
    for address in files:
        answer = client.get(address)
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable", address
        # Files smaller than a packet gain nothing.
        assert ("content-encoding" in answer.headers) == (len(answer.content) >= 500), address


def test_a_client_without_gzip_receives_the_same_bytes_uncompressed(site: Site) -> None:
    client = site.person().client
    plain = client.get("/static/every.css", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == client.get("/static/every.css").text


def test_the_answer_to_a_form_is_not_compressed(site: Site) -> None:
    form = {"game": "poker", "seats": "2", "bots": "mixed", "name": "Ana", "how": "play"}
    answer = site.person().client.post("/tables", data=form)
    assert "no game of that name" in answer.text
    assert "content-encoding" not in answer.headers


def test_the_first_page_prefetches_the_files_of_a_table(site: Site) -> None:
    ana = site.person()
    at_home = set(re.findall(r'/static/[^"]+', ana.client.get("/").text))
    ana.open("play", name="Ana")
    page = ana.client.get(f"/t/{ana.table}?plain=off").text
    pattern = r'<(?:link rel="stylesheet" href|script type="module" src)="(/static/[^"]+)'
    at_table = set(re.findall(pattern, page))
    later = r"/static/(talk|notify|clock)\.js.*"
    assert {each for each in at_table if not re.fullmatch(later, each)} <= at_home


def test_a_hand_is_not_compressed_together_with_another_persons_text(site: Site) -> None:
    ana = site.person()
    ana.open("play", name="Ana")
    path = f"/t/{ana.table}"
    assert ana.client.get(f"{path}?plain=off").headers["content-encoding"] == "identity"
    assert ana.client.get(path).headers["content-encoding"] == "gzip"
    assert ana.client.get(f"{path}?id=h57").headers["content-encoding"] == "identity"
    ana.client.post(f"{path}/say", data={"text": "57, 7 heads"})
    answer = ana.client.get(path)
    assert "57, 7 heads" in answer.text
    assert answer.headers["content-encoding"] == "identity"


def test_a_module_without_a_hash_is_revalidated_each_time(site: Site) -> None:
    client = site.person().client
    for name, kind in (("table/page.js", "text/javascript"), ("sixth.css", "text/css")):
        answer = client.get(f"/static/{name}")
        assert answer.text == (STATIC / name).read_text("utf-8")
        assert answer.headers["content-type"].partition(";")[0] == kind
        assert answer.headers["cache-control"] == "no-cache"
        repeated = client.get(f"/static/{name}", headers={"if-none-match": answer.headers["etag"]})
        assert repeated.status_code == 304
    assert client.post("/static/every.css").status_code == 405
