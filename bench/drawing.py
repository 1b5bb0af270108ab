"""What it costs a phone to draw the hand and the rows. `python bench/drawing.py`.

The system's Chromium with a fourth of the processor draws all states of some rounds, one after another, as
one of ten players sees them. `--before STATIC`, the static folder of a checkout before 28 November 2026, also
draws the same as that did, in turn: as strings of HTML, compared, and put in place where they are new.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from pages import CHROMIUM, report
from playwright.sync_api import Browser, Route, sync_playwright

import sixth
from sixth.server.table.config import TableConfig
from sixth.server.table.identity import Audience
from sixth.server.web.templating.files import STATIC
from tests.server.support.logs import token
from tests.server.support.stories import Story
from tests.server.web.wire.law import Transcript

RUNS: Final = 5
SLOWER: Final = 4

TEMPLATES: Final = """async (most) => {
  const states = window.states.slice(0, most);
  const {render} = await import("/lit/lit-html.js"), {tables, sceneOf} = await import("/table/view/table.js");
  const {speaker} = await import("/table/i18n.js"), {words} = await import("/table/words.js");
  const draw = tables(words(speaker({language: "en", sentences: {}})));
  const [list, held] = ["ol", "div"].map((name) => document.body.appendChild(document.createElement(name)));
  const acts = sceneOf(states[0]).acts, begun = performance.now();
  for (const state of states) {
    render(draw.rows(state, null, {}), list);
    render(draw.held(state, acts), held);
  }
  return performance.now() - begun;
}"""

STRINGS: Final = """async (most) => {
  const states = window.states.slice(0, most);
  const {view} = await import("/table/view.js"), {put, read} = await import("/table/patch.js");
  const {speaker} = await import("/table/i18n.js"), {words} = await import("/table/words.js");
  const draw = view(words(speaker({language: "en", sentences: {}})), "", false);
  const ids = ["row1", "row2", "row3", "row4", "held"], before = {};
  const rows = ids.slice(0, 4).map((id) => `<li id="${id}"></li>`).join("");
  document.body.innerHTML = `<ol>${rows}</ol><div id="held"></div>`;
  const begun = performance.now();
  for (const state of states) {
    const parts = draw.some(state), changed = ids.filter((id) => parts[id] !== before[id]);
    put(read(changed.map((id) => before[id] = parts[id]).join("")));
  }
  return performance.now() - begun;
}"""


def states_of_rounds() -> list[dict[str, Any]]:
    """Return the states of a player of ten, one for each write to the log, while cards are on the table."""
    states: list[dict[str, Any]] = []
    for seed in range(20):
        rules = sixth.games["classic"].replace(seats=10, end=sixth.End("rounds", 2))
        transcript = Transcript(Story(rules, TableConfig(), seed).steps, Audience.of(token(0)))
        lines = [json.loads(each) for each in transcript.fulls if each != b"null"]
        states += [{**line["full"], "v": line["v"]} for line in lines]
        if sum(bool(each["view"] and each["view"]["rows"]) for each in states) >= 670:
            break
    return [each for each in states if each["view"] and each["view"]["rows"]][:670]


def measure(browser: Browser, static: Path, script: str, states: list[dict[str, Any]]) -> float:
    """Return the milliseconds that a phone takes to draw all states by the scripts of a folder."""

    def serve(route: Route) -> None:
        name = route.request.url.partition("://here/")[2]
        if not name:
            route.fulfill(body="<!doctype html><title>here</title>", content_type="text/html")
            return
        if not (static / name).is_file():
            route.fulfill(status=404)
            return
        text = (static / name).read_text("utf-8")
        if name == "table/view.js":
            # Only these parts, as a whole picture has many more.
            text = text.replace(
                "return { parts, named };",
                "return { some: (state) => ({ ...rows(state, null), held: held(state) }) };",
            )
        route.fulfill(body=text, content_type="text/javascript")

    page = browser.new_page()
    page.route("http://here/**", serve)
    page.goto("http://here/")
    page.evaluate("states => { window.states = states; }", states)
    page.evaluate(script, 50)
    page.evaluate("document.body.replaceChildren()")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    took = float(page.evaluate(script, len(states)))
    page.close()
    return took


def main() -> None:
    """Take the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", type=Path, help="the static folder of an earlier checkout")
    asked = parser.parse_args()
    states = states_of_rounds()
    figures = dict[str, list[float]]()
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for _ in range(RUNS):
            figures.setdefault("templates", []).append(measure(browser, STATIC, TEMPLATES, states))
            if asked.before:
                figures.setdefault("strings", []).append(measure(browser, asked.before, STRINGS, states))
        browser.close()
    for name, values in figures.items():
        report(
            f"drawing.{name}",
            values,
            "ms",
            f"{len(states)} states of hand and rows, a fourth of the processor",
        )


if __name__ == "__main__":
    main()
