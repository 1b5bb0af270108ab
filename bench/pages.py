"""What the pages cost a phone: bytes, requests, seconds until one can play. `python bench/pages.py`.

A server of its own and the system's Chromium. Bytes are those on the wire. The slow phone is Chromium with a
fourth of the processor and 1.6 Mbit/s down, 0.75 up, 150 ms to each answer. `--lighthouse` also runs
Lighthouse (`npx`, which fetches it) on the first page, a table and a replay. `--costs` measures instead what
each address of the site costs the server at most (`costs.py`, which has options of its own).
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

import costs
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

RUNS = 5
LIGHTHOUSE = "lighthouse@12"
GOALS = ("performance", "accessibility", "best-practices")
BROWSERS = ("chromium", "google-chrome", "chromium-headless-shell")
CHROMIUM = next((path for name in BROWSERS if (path := shutil.which(name))), None)
SLOW_LINE = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}

WATCH = """
// When a card can be pressed and the scripts are there, in milliseconds since the page was asked for.
const look = () => {
  const ready = document.querySelector("#hand button:not([aria-disabled])")
    && document.querySelector("#tools:not([hidden])") && document.querySelector("#stream[data-live]");
  if (ready) window.playable = performance.now();
  else requestAnimationFrame(look);
};
if (location.pathname.startsWith("/t/")) look();
// From a tap to the frame that shows the card lifted, or an answer of a puzzle judged.
document.addEventListener("click", ({timeStamp, target}) => {
  if (!target.closest("#hand button, :is(.choices, #rows) [data-answer]")) return;
  requestAnimationFrame(() => {
    const shown = document.querySelector("#hand [aria-current=true], .answer.shown");
    const channel = new MessageChannel();
    channel.port1.onmessage = () => { window.answered = shown ? performance.now() - timeStamp : NaN; };
    channel.port2.postMessage(0);
  });
});
"""


def report(name: str, values: Sequence[float], unit: str, note: str = "") -> None:
    """The median of some figures as a line of JSON, with the least and the most of them."""
    found = {"median": round(median(values)), "from": round(min(values)), "to": round(max(values))}
    print(json.dumps({"bench": name, **found, "unit": unit, "runs": len(values), "note": note}), flush=True)


@contextmanager
def serving(folder: str) -> Iterator[str]:
    """The address of a server that ends with the block."""
    command = [sys.executable, "-m", "sixth", "serve", "--port", "0", "--data", folder]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            said = server.stdout.readline().split()
            yield next(word for word in said if word.startswith("http://")).rstrip("/")
        finally:
            server.terminate()


# ------------------------------------------------------------------ what comes over the line


class Line:
    """What one page has asked for, and the bytes that came, by address."""

    def __init__(self, session: CDPSession) -> None:
        self.came: dict[str, float] = {}
        self.all: float = 0
        self._asked: dict[str, str] = {}
        self._headers: dict[str, float] = {}
        session.on("Network.requestWillBeSent", self._request)
        session.on("Network.responseReceived", self._answered)
        session.on("Network.loadingFinished", self._finished)
        session.send("Network.enable")

    def _request(self, event: dict[str, Any]) -> None:
        known = self._asked.get(event["requestId"])
        if known and (redirect := event.get("redirectResponse")):
            self.all += redirect["encodedDataLength"]
        self._asked[event["requestId"]] = url = event["request"]["url"]
        if url.startswith("http"):
            self.came.setdefault(url, 0)

    def _finished(self, event: dict[str, Any]) -> None:
        url = self._asked.get(event["requestId"], "")
        if url in self.came:
            self.all += event["encodedDataLength"]
            # Less than nothing, where the browser had it and counts the headers of then.
            self.came[url] += max(0, event["encodedDataLength"] - self._headers.get(event["requestId"], 0))

    def _answered(self, event: dict[str, Any]) -> None:
        self._headers[event["requestId"]] = event["response"]["encodedDataLength"]

    @property
    def size(self) -> float:
        """Bytes of all that came."""
        return sum(self.came.values())


@contextmanager
def phone(browser: Browser, *, slow: bool, processor: float = 1) -> Iterator[tuple[Page, CDPSession]]:
    """A phone that has never been here."""
    context = browser.new_context(
        viewport={"width": 360, "height": 740},
        has_touch=True,
        is_mobile=True,
        # It fetches beforehand what a table needs, so this is the worst that can be.
        service_workers="block",
    )
    context.add_init_script(WATCH)
    page = context.new_page()
    session = context.new_cdp_session(page)
    if slow:
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", SLOW_LINE)
    session.send("Emulation.setCPUThrottlingRate", {"rate": processor})
    yield page, session
    context.close()


def play_now(page: Page) -> float:
    """From the first page to a table with three bots; milliseconds until it can be played."""
    page.locator("button[name=how][value=play]").tap()
    return playable(page)


def playable(page: Page) -> float:
    """Milliseconds until a card could be played, since this page was asked for."""
    page.wait_for_url("**/t/*")
    return float(page.wait_for_function("() => window.playable").json_value())


def weigh(browser: Browser, home: str) -> None:
    """Bytes and requests of the first page and of the table after it."""
    with phone(browser, slow=False) as (page, session):
        first = Line(session)
        page.goto(home, wait_until="networkidle")
        before = dict(first.came)
        weights("pages.first", first)
        play_now(page)
        page.wait_for_timeout(500)
        weights("pages.first+table", first)
        for url, size in sorted(first.came.items(), key=lambda each: -each[1]):
            print(f"  {size:7,.0f} {'first' if url in before else 'table'} {urlsplit(url).path}")
        foreign = [url for url in first.came if not url.startswith(home)]
        report("pages.foreign", [len(foreign)], "requests outside the server", " ".join(foreign))


def weights(name: str, line: Line) -> None:
    """What came so far."""
    report(name, [line.size], "bytes", f"{line.all:,.0f} with headers")
    report(f"{name}.requests", [len(line.came)], "requests")


# ------------------------------------------------------------------ how long one waits


def wait(browser: Browser, home: str) -> None:
    """A slow phone: the first page, a table after it, and a table as the first that one sees."""
    first, warm, cold = [], [], []
    for _run in range(RUNS):
        with phone(browser, slow=True, processor=4) as (page, session):
            page.goto(home, wait_until="load")
            shown = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
            first.append(float(page.wait_for_function(shown).json_value()))
            warm.append(play_now(page))
            session.send("Network.clearBrowserCache")
            page.goto(page.url)
            cold.append(playable(page))
    report("pages.first.shown", first, "ms", "slow phone, nothing kept, until the first page is shown")
    report("pages.table.playable", warm, "ms", "slow phone, from `Play now` on the first page")
    report("pages.table.playable.cold", cold, "ms", "slow phone, nothing kept: a link straight to a table")


def tap(browser: Browser, home: str, processor: float) -> None:
    """From a tap on a card until it is shown lifted."""
    times = []
    with phone(browser, slow=False, processor=processor) as (page, _session):
        page.goto(home)
        play_now(page)
        page.wait_for_timeout(1000)
        for card in range(2 * RUNS):
            page.evaluate("window.answered = 0")
            page.locator("#hand button").nth(card % 10).tap()
            times.append(float(page.wait_for_function("() => window.answered").json_value()))
    report(f"pages.tap.{processor:g}x", times, "ms", "from a tap until the card is shown lifted")


def solve(browser: Browser, home: str, processor: float) -> None:
    """From a tap on an answer of a puzzle until the page says whether it is right."""
    times = []
    with phone(browser, slow=False, processor=processor) as (page, _session):
        for number in range(1, 2 * RUNS + 1):
            page.goto(f"{home}/puzzles/{number}")
            page.wait_for_timeout(600)
            page.locator(":is(.choices, #rows) [data-answer]").last.tap()
            times.append(float(page.wait_for_function("() => window.answered").json_value()))
    report(f"pages.puzzle.{processor:g}x", times, "ms", "from a tap until an answer of a puzzle is judged")


# ------------------------------------------------------------------ Lighthouse


def ended_game(browser: Browser, home: str) -> str:
    """The address of the replay of a short game, played without scripts."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(home)
    page.locator("input[name=game][value=kids]").check()
    page.locator("details.customise > summary").click()
    page.locator("#seats").select_option("2")
    page.locator("button[name=how][value=play]").click()
    replay = page.locator("a[href^='/g/']").first
    while not replay.count():
        button = page.locator("#flip button, #table button[name=place]").first
        if button.count():
            button.click()
        else:
            page.reload()
    found = f"{home}{replay.get_attribute('href')}"
    context.close()
    return found


def cookies_of(context: BrowserContext) -> str:
    """The seat, as a header."""
    return "; ".join(f"{each.get('name')}={each.get('value')}" for each in context.cookies())


def lighthouse(name: str, url: str, cookies: str) -> None:
    """Its scores, as lines of JSON, and what it found wrong."""
    command = ["npx", "--yes", LIGHTHOUSE, url, "--quiet", "--output=json", "--output-path=stdout"]
    command += ["--chrome-flags=--headless=new --no-sandbox", f"--only-categories={','.join(GOALS)}"]
    if cookies:
        command.append(f"--extra-headers={json.dumps({'Cookie': cookies})}")
    chrome = {"CHROME_PATH": CHROMIUM} if CHROMIUM else {}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | chrome)
    if done.returncode:
        print(f"Lighthouse gave nothing for {name}: {done.stderr[-2000:]}", file=sys.stderr)
        return
    found = json.loads(done.stdout)
    scores = {key: round(100 * (found["categories"][key]["score"] or 0)) for key in GOALS}
    print(json.dumps({"bench": f"lighthouse.{name}", **scores}), flush=True)
    wanting = {ref["id"] for key in GOALS for ref in found["categories"][key]["auditRefs"] if ref["weight"]}
    for audit in found["audits"].values():
        if audit["id"] in wanting and (audit["score"] or 0) < 0.95 and audit["score"] is not None:
            print(f"  {audit['score']:.2f} {audit['title']} {audit.get('displayValue', '')}")


def judge(browser: Browser, home: str) -> None:
    """Lighthouse on the first page, a table with a hand, and a replay."""
    with phone(browser, slow=False) as (page, _session):
        page.goto(home)
        play_now(page)
        lighthouse("first", home, "")
        lighthouse("table", page.url, cookies_of(page.context))
    lighthouse("replay", ended_game(browser, home), "")


def main() -> None:
    """All of it; `--lighthouse` for that, too, and `--costs` for what it costs the server instead."""
    if "--costs" in sys.argv:
        sys.argv.remove("--costs")
        costs.main()
        return
    with (
        TemporaryDirectory() as folder,
        serving(str(Path(folder) / "data")) as home,
        sync_playwright() as tools,
    ):
        browser = tools.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        weigh(browser, home)
        for processor in (1, 4):
            tap(browser, home, processor)
            solve(browser, home, processor)
        wait(browser, home)
        if "--lighthouse" in sys.argv:
            judge(browser, home)
        browser.close()


if __name__ == "__main__":
    main()
