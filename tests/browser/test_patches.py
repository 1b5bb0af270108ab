"""The law of patches, sampled in a browser: what `patch.js` makes of a page is the page that follows."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

import sixth
from sixth.i18n import using_language
from sixth.server.service.tables import Tables
from sixth.server.table.config import TableConfig
from sixth.server.table.identity import Audience
from sixth.server.web.stream import Stream
from sixth.server.web.table_page import TablePage
from sixth.server.web.templating.files import STATIC
from sixth.server.web.views.table import Frame
from tests.server.support.logs import token
from tests.server.support.stories import Story, timeless

LANGUAGES = ("de", "fr", "id", "it", "en")

# Without scripts, what was only announced, what is kept, and what the reader opened, as in the law itself.
_PUT = """([patches, html]) => {
  patches.map(read).forEach(put);
  const skipped = "script, noscript, #say, #notify-me";
  const plain = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data.split(/\\s+/).filter(Boolean).join(" ");
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches(skipped)) return "";
    const given = [...node.attributes].map(({ name, value }) => `${name}=${value}`);
    const inside = [...node.childNodes].map(plain).filter(String);
    const kept = given.filter((each) => !each.startsWith("open=") && !each.startsWith("data-v=")).sort();
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


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    yield context.new_page()
    context.close()


# One game of each way to play; those of the others have no elements of their own.
@pytest.mark.parametrize("game", ["classic", "logic", "both-ends", "kids", "elimination"])
def test_the_browser_puts_patches_together_as_the_page_that_follows(
    game: str, tables: Tables, page: Page
) -> None:
    """A story of each named game, as one who plays, one who watches and a big screen see it."""
    number = list(sixth.games).index(game)
    rules = sixth.games[game].replace(seats=4)
    steps = Story(rules, TableConfig(helps=number % 2 == 0), seed=number).steps
    script = (STATIC / "table/patch.js").read_text(encoding="utf-8").replace("export ", "")
    audiences = Audience.of(token(number % 4)), Audience.of(None), Audience.of(None, screen=True)
    for audience in audiences:
        pages = TablePage(tables, "http://here/t/x", local=False, screen=audience.screen)
        with using_language(LANGUAGES[number % len(LANGUAGES)]):
            known = steps[3][-1][1]
            page.set_content(pages.document(Frame(audience.view(known))))
            page.add_script_tag(content=script)
            for came in steps[4:60]:
                told = Stream(tables, known, audience, known.version, pages).messages(came).decode()
                patches = [each.split("data: ", 1)[1] for each in told.split("\n\n")[:-1]]
                known = came[-1][1]
                due = pages.document(Frame(audience.view(known)))
                different = page.evaluate(_PUT, [patches, due])
                assert not different, f"{[type(event).__name__ for event, _ in came]}\n{different}"
