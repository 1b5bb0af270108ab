"""The law of a page, sampled in a browser: after each change it is the page drawn anew."""

import json

import pytest

import sixth
from sixth.server.table.identity import Audience
from sixth.server.web.templating.sentences import catalogue
from tests.browser.conftest import People
from tests.server.support.logs import token
from tests.server.web.wire.law import NOW, Transcript, story

LANGUAGES = ("de", "fr", "id", "it", "en")

# Comments are the marks of the library, and an empty text is none.
_LAW = """async ([states, catalogue, screen, now]) => {
  const from = (name) => import(`/static/${name}.js`);
  const views = ["table", "wall", "apart"].map((each) => `table/view/${each}`);
  const names = ["lit/lit-html", "table/i18n", "table/words", ...views];
  const all = await Promise.all(names.map(from));
  const [{render}, {speaker}, {words}, {tables, sceneOf, shared}, {walls}, {parts}] = all;
  const say = words(speaker(catalogue)), page = {deals: "/daily/{day}"}, apart = parts(say, page, shared);
  const {whole} = (screen ? walls : tables)(say, {...page, apart: () => apart});
  const plain = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (node.nodeType !== Node.ELEMENT_NODE) return "";
    const given = [...node.attributes].map(({name, value}) => `${name}=${value}`).sort();
    return [node.nodeName, ...given, ...[...node.childNodes].map(plain).filter(String)];
  };
  const drawn = (state, main) => {
    render(whole(sceneOf(state, now)), main);
    return JSON.stringify(plain(main), null, 1).split("\\n");
  };
  const main = document.createElement("main");
  for (const {v, full, around} of states) {
    const [is, due] = [main, document.createElement("main")].map((each) => drawn({...full, v, around}, each));
    const at = is.findIndex((line, number) => line !== due[number]);
    if (at < 0 && is.length === due.length) continue;
    return [is, due].map((lines) => lines.slice(Math.max(0, at - 8), at + 4).join("\\n")).join("\\n---\\n");
  }
  return "";
}"""


# One game of each way to play; the other games have no elements of their own.
@pytest.mark.parametrize("game", ["logic", "both-ends", "kids"])
def test_a_page_changed_in_a_browser_is_the_page_drawn_anew(game: str, people: People) -> None:
    """The audiences are a player and a big screen."""
    ana = people.come()
    ana.page.goto(f"{ana.home}/about")
    number = list(sixth.games).index(game)
    writes, speech = story(game, number).steps, catalogue(LANGUAGES[number % len(LANGUAGES)])
    for audience in (Audience.of(token(number % 4)), Audience.of(None, screen=True)):
        fulls = [json.loads(each) for each in Transcript(writes, audience).fulls]
        # The law holds over any distance, and several events at once are what a page shows after a pause.
        states = [each for each in fulls if each is not None][::3]
        assert len(states) > 13
        different = ana.page.evaluate(_LAW, [states, speech, audience.screen, NOW])
        assert not different, different
