"""The law of a page, sampled in a browser: after each change by `patch.js` it is the page drawn anew."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

import sixth
from sixth.server.table.identity import Audience
from sixth.server.web.templating.files import STATIC
from tests.server.support.logs import token
from tests.server.web.wire.law import Engine, Transcript, draw, start_engine, story

LANGUAGES = ("de", "fr", "id", "it", "en")

# Attributes of readers and scripts, and the remaining time, are left out.
_PATCH = """([change, html]) => {
  if (change) put(read(change));
  const plain = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data.split(/\\s+/).filter(Boolean).join(" ");
    if (node.nodeType !== Node.ELEMENT_NODE) return "";
    const given = [...node.attributes].map(({ name, value }) => `${name}=${value}`);
    const inside = node.matches(".left") ? [] : [...node.childNodes].map(plain).filter(String);
    return [node.nodeName, ...given.filter((each) => !/^(open|data-keep)=/.test(each)).sort(), ...inside];
  };
  const whole = new DOMParser().parseFromString(html, "text/html");
  const shown = (page) => JSON.stringify(plain(page.getElementById("table")), null, 1).split("\\n");
  const [is, due] = [shown(document), shown(whole)];
  const at = is.findIndex((line, number) => line !== due[number]);
  if (at < 0 && is.length === due.length) return "";
  return [is, due].map((lines) => lines.slice(Math.max(0, at - 8), at + 4).join("\\n")).join("\\n---\\n");
}"""


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    with start_engine(tmp_path_factory.mktemp("scripts")) as engine:
        yield engine


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    yield context.new_page()
    context.close()


# One game of each way to play; the other games have no elements of their own.
@pytest.mark.parametrize("game", ["classic", "logic", "both-ends", "kids"])
def test_a_page_changed_in_a_browser_is_the_page_drawn_anew(game: str, page: Page, engine: Engine) -> None:
    """The audiences are a player and a big screen."""
    number = list(sixth.games).index(game)
    writes, language = story(game, number).steps[3:45], LANGUAGES[number % len(LANGUAGES)]
    script = (STATIC / "table/patch.js").read_text(encoding="utf-8").replace("export ", "")
    for audience in (Audience.of(token(number % 4)), Audience.of(None, screen=True)):
        first, *rest = [each for each in draw(engine, Transcript(writes, audience), language) if each]
        page.set_content(first["whole"])
        page.add_script_tag(content=script)
        for pictures in rest:
            different = page.evaluate(_PATCH, [pictures["change"], pictures["whole"]])
            assert not different, different
