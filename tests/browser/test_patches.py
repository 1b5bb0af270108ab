"""The law of a page, sampled in a browser: what `patch.js` makes of it is the page that follows."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

import sixth
from sixth.i18n import using_language
from sixth.server.service.tables import Tables
from sixth.server.table.identity import Audience
from sixth.server.web.table_page import TablePage
from sixth.server.web.templating.files import STATIC
from sixth.server.web.views.table import Frame
from tests.server.support.logs import token
from tests.server.support.stories import timeless
from tests.server.web.wire.law import Engine, changes, started, story

LANGUAGES = ("de", "fr", "id", "it", "en")

# Without scripts, what was announced, what the reader opened and what is left to think, as in the law itself.
_PUT = """([patch, html]) => {
  put(read(patch));
  const skipped = "script, noscript, #say, #notify-me";
  const plain = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data.split(/\\s+/).filter(Boolean).join(" ");
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches(skipped)) return "";
    const given = [...node.attributes].map(({ name, value }) => `${name}=${value}`);
    if (node.id === "rounds-told") return node.id;
    const inside = node.matches(".left") ? [] : [...node.childNodes].map(plain).filter(String);
    const kept = given.filter((each) => !/^(open|data-keep|data-v)=/.test(each)).sort();
    return [node.nodeName, ...kept, ...inside];
  };
  const whole = new DOMParser().parseFromString(html, "text/html");
  const shown = (page) => JSON.stringify([page.title, plain(page.body)], null, 1).split("\\n");
  const [is, due] = [shown(document), shown(whole)];
  const at = is.findIndex((line, number) => line !== due[number]);
  if (at < 0 && is.length === due.length) return "";
  return [is, due].map((lines) => lines.slice(Math.max(0, at - 8), at + 4).join("\\n")).join("\\n---\\n");
}"""


@pytest.fixture
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    with timeless(tmp_path_factory.mktemp("tables")) as tables:
        yield tables


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    with started(tmp_path_factory.mktemp("scripts")) as engine:
        yield engine


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    yield context.new_page()
    context.close()


# One game of each way to play; those of the others have no elements of their own.
@pytest.mark.parametrize("game", ["classic", "logic", "both-ends", "kids"])
def test_the_browser_puts_what_is_drawn_together_as_the_page_that_follows(
    game: str, tables: Tables, page: Page, engine: Engine
) -> None:
    """As one who plays and a big screen see it."""
    number = list(sixth.games).index(game)
    writes, language = story(game, number).steps[3:55], LANGUAGES[number % len(LANGUAGES)]
    script = (STATIC / "table/patch.js").read_text(encoding="utf-8").replace("export ", "")
    for audience in (Audience.of(token(number % 4)), Audience.of(None, screen=True)):
        pages = TablePage(tables, "http://here/t/x", local=False, screen=audience.screen)
        with using_language(language):
            first, *rest = changes(engine, pages, writes, audience, language)
            page.set_content(pages.document(Frame(audience.view(first.table))))
            page.add_script_tag(content=script)
            for change in rest:
                due = pages.document(Frame(audience.view(change.table)))
                different = page.evaluate(_PUT, [change.patch, due])
                assert not different, f"{[type(event).__name__ for event, _ in change.steps]}\n{different}"
