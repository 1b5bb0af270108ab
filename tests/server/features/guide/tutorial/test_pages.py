"""The pages of the lesson: one for scripts at every address, and pages of text."""

from collections.abc import Iterator

import pytest

from sixth.server.features.guide.tutorial.positions import POSITIONS, pages
from tests.server.support.hosting import Site, hosting
from tests.server.support.pages import Page


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all tests."""
    with hosting(tmp_path_factory.mktemp("learn")) as site:
        yield site


def address(where: str) -> str:
    """Return the address of a page of the lesson."""
    return f"/learn/{where}" if where else "/learn"


def test_every_page_of_text_leads_to_the_next(site: Site) -> None:
    client = site.person().client
    addresses = {f"{address(where)}?text" for where in pages()}
    linked = set()
    for each in addresses:
        answer = client.get(each)
        assert answer.status_code == 200, each
        page = Page(answer.text)
        assert len(list(page.root.all("h1"))) == 1
        assert not page.cards
        linked |= {link.attributes["href"] for link in page.root.all("a")}
    assert addresses <= linked
    assert {each for each in linked if each.startswith("/learn") and "?" in each} <= addresses


def test_the_page_for_scripts_is_the_same_at_every_address_and_links_to_its_text(
    site: Site,
) -> None:
    client = site.person().client
    lessons = set()
    for where in pages():
        html = client.get(address(where)).text
        assert (
            f'<noscript><meta http-equiv="refresh" content="0; url={address(where)}?text"></noscript>' in html
        )
        lessons.add(html.partition('id="lesson">')[2].partition("</script>")[0])
        (visible,) = (main.id for main in Page(html).root.all("main") if "hidden" not in main.attributes)
        assert visible == {"": "first", f"{len(POSITIONS) + 1}": "end"}.get(where, "table")
    assert len(lessons) == 1


@pytest.mark.parametrize("query", ["", "?text"])
@pytest.mark.parametrize(
    "where",
    [
        *["0", "9", "8/1", "1/", "x", "-1", "%D9%A3", "1/15/0/0", "1/99", "1/0", "1/15/0", "4/7/9", "1/1e3"],
        "9" * 1000,
    ],
)
def test_an_unknown_address_of_the_lesson_is_answered_with_a_sentence(
    site: Site, where: str, query: str
) -> None:
    answer = site.person().client.get(f"/learn/{where}{query}")
    assert answer.status_code == 404
    (main,) = Page(answer.text).root.all("main")
    assert "The lesson has no such page." in main.text
