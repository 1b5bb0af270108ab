"""People at a browser: they do only what their page offers, and note whatever goes wrong."""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from http.cookiejar import Cookie
from random import Random
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    FloatRect,
    Locator,
    Page,
    Request,
    Response,
    expect,
)

from tests.server.support.playing import Person as Visitor, play_on, visiting
from tests.server.support.serving import PATIENCE

_SPY: Final = """
// Every movement: of which card if of one, for how long, from where to where, and what waited to be placed.
window.moves = [];
const animate = Element.prototype.animate;
const pending = () =>
  [...document.querySelectorAll(".pending .card b")].map((card) => Number(card.textContent));
const box = (element) => {
  const {left, top, right, bottom} = element.getBoundingClientRect();
  return [left, top, right, bottom].map(Math.round);
};
Element.prototype.animate = function (frames, timing) {
  const going = animate.call(this, frames, timing);
  const card = timing.pseudoElement ? 0 : Number(/\\bc(\\d+)\\b/.exec(this.className)?.[1] ?? 0);
  const move = {card, duration: timing.duration, pending: pending(), from: box(this)};
  const over = () => { move.to = box(this); };
  going.finished.then(over, over);
  window.moves.push(move);
  if (window.held_moves) {
    going.pause();
    window.held_moves.push(going);
  }
  return going;
};
// What was told of in the reveal, and what the page showed then.
window.moments = [];
document.addEventListener("sixth:moment", ({detail: event}) => window.moments.push({
  event,
  scores: [...document.querySelectorAll(".score b")].map((score) => Number(score.textContent)),
  why: document.querySelector("#why").textContent,
}));
document.addEventListener("click", () => {
  window.clicked_while_moving = window.moves.some((move) => !move.to);
}, true);
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`));
"""

_HEAR: Final = """
// The stream is read by fetch, so its text can be heard twice.
const fetched = window.fetch;
window.fetch = async (...asked) => {
  const answer = await fetched(...asked);
  (async () => {
    try {
      const reader = answer.clone().body.pipeThrough(new TextDecoderStream()).getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) window.heard?.(part.value);
    } catch { /* the line was cut */ }
  })();
  return answer;
};
"""

HOLD: Final = "window.held_moves = []"
"""A script that lets every movement stop at its start, for `Page.add_init_script`."""

NO_STORAGE: Final = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, {get() { throw new DOMException("no", "SecurityError"); }});"""
"""A script that forbids a page to store anything, for `BrowserContext.add_init_script`."""

_DRAWN: Final = "#table:not(:has(#undrawn))"
"""The table, where scripts draw it once they have: until then it has its question, and no cards."""

_TABLE: Final = f"const table = document.querySelector('{_DRAWN}'); if (!table) return null;"

_SNAPSHOT: Final = f"""() => {{
  {_TABLE}
  const chosen = table.querySelector("#hand [aria-pressed=true]");
  return [table.dataset.v, table.dataset.asks, table.querySelector("form [name=turn]")?.value ?? "",
          chosen ? Number(chosen.value) : 0];
}}"""

_HAND: Final = f"""() => {{
  {_TABLE}
  return [...table.querySelectorAll("#hand button")].map((one) => Number(one.value));
}}"""


class Snapshot(NamedTuple):
    """The state of a table on a page: its version, its question, the turn, the chosen card (0 for none)."""

    version: str
    asks: str
    turn: str
    chosen: int


def meanwhile(people: Sequence["Person"], over: Callable[[], bool]) -> None:
    """Take a row for each person who is asked to, until `over`."""
    deadline = time.monotonic() + 2 * PATIENCE
    while not over():
        assert time.monotonic() < deadline, f"No news come: {[each.snapshot() for each in people]}"
        people[0].pause()
        for person in people:
            table = person.snapshot()
            if table.asks == "take":
                person.do(table)


BUTTONS: Final = {
    "choose": "#hand button",
    "pick": "#pick button",
    "take": "#table button[name=place]",
    "side": "#table button[name=place]",
    "flip": "#flip button",
    "next": "#next button",
    "again": "#again button",
}
"""The buttons that answer each question of the page."""

_FOR: Final = {"next": "#next [name=round]", "again": "#again [name=game]"}
"""The field with the round or game for which a person is ready."""


class Person:
    """A person with a browser. `wrongs` are faults of their pages.

    `texts` is all text that the browser received, if the person `hears`, which is slow.
    """

    def __init__(
        self, name: str, context: BrowserContext, home: str, *, scripts: bool, hears: bool = False
    ) -> None:
        self.name, self.context, self.home, self._scripts, self._hearing = name, context, home, scripts, hears
        self.wrongs: list[str] = []
        self.texts: list[str] = []
        self._answers: list[Response] = []
        self._forgiven: list[re.Pattern[str]] = []
        context.set_default_timeout(PATIENCE * 1000)
        context.add_init_script(_SPY)
        if hears:
            context.expose_function("heard", self._hears)
            context.add_init_script(_HEAR)
        self.page = self.tab()

    def tab(self) -> Page:
        """Open one more tab, watched as the first is."""
        page = self.context.new_page()
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._wrong(f"page error: {error.stack or error}"))
        page.on("request", self._request)
        if self._hearing:
            page.on("response", self._answered)
        return page

    def forgive(self, pattern: str) -> None:
        """Expect errors like this in the test."""
        self._forgiven.append(re.compile(pattern))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._wrong(f"console: {message.text} {message.location.get('url', '')}")

    def _hears(self, text: str) -> None:
        self.texts.append(text)

    def _answered(self, answer: Response) -> None:
        self._answers.append(answer)

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.home, "data:")):
            self._wrong(f"request to {request.url}")

    def _wrong(self, wrong: str) -> None:
        if not any(pattern.search(wrong) for pattern in self._forgiven):
            self.wrongs.append(wrong)

    def forget(self) -> None:
        """Forget all text received so far."""
        self.texts.clear()
        self._answers.clear()

    def received(self) -> str:
        """Return all text that the server has sent to this browser: pages, answers to forms, the stream."""
        for answer in self._answers:
            if answer.request.is_navigation_request() and not 300 <= answer.status < 400:
                self.texts.append(answer.text())
        self._answers.clear()
        return "\n".join(self.texts)

    # ------------------------------------------------------------------ getting to a table

    def open(
        self,
        how: str = "play",
        *,
        game: str = "classic",
        seats: int = 4,
        bots: str = "careful",
        pace: str = "none",
        **options: str,
    ) -> None:
        """Set up a table by the form of the first page, whose rules have these options, and come to it."""
        with self._by_forms() as visitor:
            visitor.open(how, game=game, seats=seats, bots=bots, name=self.name, pace=pace, **options)

    def join(self, link: str) -> None:
        """Sit down by an invitation."""
        with self._by_forms() as visitor:
            visitor.join(urlsplit(link).path.split("/")[2], name=self.name)

    @contextmanager
    def _by_forms(self) -> Iterator[Visitor]:
        """Yield the same person without a window, then come to the table at which they sit.

        A window takes more to get to a table than the test of the table itself; `test_first_page.py`
        and `test_back.py` fill in the forms in one.
        """
        mine = {str(each.get("name")): str(each.get("value")) for each in self.context.cookies()}
        with visiting(self.home) as visitor:
            visitor.client.cookies.update(mine)
            yield visitor
            for cookie in visitor.client.cookies.jar:
                # Those that the server set have a domain.
                if cookie.domain:
                    self._keep(cookie)
        self.page.goto(f"{self.home}/t/{visitor.table}")
        self.wait_until_ready()

    def end_game(self) -> None:
        """Play the game to its end by forms, which takes little, then come back to its table."""
        table = urlsplit(self.page.url).path.split("/")[2]
        self.page.goto(f"{self.home}/about")
        with self._by_forms() as visitor:
            visitor.table = table
            visitor.look()
            play_on([visitor], Random(1))

    def _keep(self, cookie: Cookie) -> None:
        """Give the browser a cookie as if its window had received it."""
        self.context.add_cookies(
            [
                {
                    "name": cookie.name,
                    "value": cookie.value or "",
                    "domain": urlsplit(self.home).hostname or "",
                    "path": cookie.path,
                    "expires": cookie.expires or -1,
                    "httpOnly": cookie.has_nonstandard_attr("HttpOnly"),
                    "sameSite": "Lax",
                }
            ]
        )

    def sit_at(self, table: str, token: str) -> None:
        """Come to a table where this person has sat down before."""
        url = f"{self.home}/t/{table}"
        self.context.add_cookies([{"name": f"sixth-{table}", "value": token, "url": url}])
        self.page.goto(url)
        self.wait_until_ready()

    def wait_for_worker(self) -> None:
        """Wait until the service worker has cached the pages and files that it keeps."""
        self.page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")

    def wait_until_ready(self) -> None:
        """Wait until the table is there and, if scripts are on, they run."""
        self.table.wait_for()
        if self._scripts:
            self.page.locator("#stream[data-live]").wait_for(state="attached")

    # ------------------------------------------------------------------ looking

    @property
    def table(self) -> Locator:
        """Return the part of the page that the stream renews."""
        return self.page.locator("#table")

    @property
    def prompt(self) -> Locator:
        """Return the question of the page."""
        return self.page.locator("#prompt")

    @property
    def note(self) -> Locator:
        """Return the place of error messages."""
        return self.page.locator("#note")

    def snapshot(self) -> Snapshot:
        """Return what the table shows now."""
        return Snapshot(*self._look(_SNAPSHOT))

    def hand(self) -> list[int]:
        """Return the cards in hand."""
        cards: list[int] = self._look(_HAND)
        return cards

    def _look(self, script: str) -> Any:
        """Return what a script sees of the table, once it is drawn."""
        # To look is nearly always enough, and costs a tenth of waiting.
        while (seen := self.page.evaluate(script)) is None:
            self.page.locator(_DRAWN).wait_for(state="attached")
        return seen

    def status_of(self, name: str) -> Locator:
        """Return the status of a player in the list."""
        who = self.page.locator(".who", has_text=re.compile(rf"^{name}\b"))
        return self.page.locator(".player").filter(has=who).locator(".status")

    def wait_until_only(self, *names: str) -> None:
        """Wait until only these players are still to act, so that no news come of other players."""
        thinking = self.page.locator(".player:has(.status.thinking) .who")
        expect(thinking).to_have_text([re.compile(rf"^{name}\b") for name in names])

    def wait_for_question(self, *asks: str) -> None:
        """Wait until the page asks for one of these."""
        self.page.locator(", ".join(f"{_DRAWN}[data-asks={each}]" for each in asks)).wait_for()

    def wait_for_change(self, since: Snapshot) -> None:
        """Wait until the table shows a later version."""
        self.page.locator(f'{_DRAWN}:not([data-v="{since.version}"])').wait_for()

    def pause(self) -> None:
        """Look away for a moment: who looks without a pause takes a processor from the others."""
        self.page.wait_for_timeout(50)

    # ------------------------------------------------------------------ the pace of the page

    def hold_movements(self) -> None:
        """Let every movement that begins on the page stop at its start, until `release_movements`."""
        self.page.evaluate(HOLD)

    def release_movements(self) -> None:
        """Let held movements go on."""
        self.page.evaluate(
            """() => {
              for (const move of window.held_moves) if (move.playState === "paused") move.play();
              window.held_moves = null;
            }"""
        )

    def stop_timers(self) -> None:
        """Set the page ten seconds forward and stop its timers, until `page.clock.resume()`.

        `page.clock.install()` must have been called before the page opened. axe needs timers.
        """
        # Time can only be set forward. Its stream may be silent for longer than that.
        self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1000 + 10)

    # ------------------------------------------------------------------ acting

    def menu(self) -> Locator:
        """Open the menu of tools, unless it is open."""
        menu = self.page.locator("#menu")
        if menu.get_attribute("open") is None:
            menu.locator("> summary").click()
        return menu

    def options(self) -> Locator:
        """Open the dialog of options and shortcuts; return it."""
        self.menu().get_by_role("button", name="Options & shortcuts").click()
        dialog = self.page.get_by_role("dialog", name="Options & shortcuts")
        # Its fields are filled as it opens: to switch off what is not yet shown as on would do nothing.
        expect(dialog).to_be_visible()
        return dialog

    def do(self, before: Snapshot | None = None, *, press: Callable[[Locator], None] | None = None) -> str:
        """Do the one thing that the page asks for, or wait for news; return what it was.

        `before` is the table when the caller looked. `press` presses one of the offered buttons, by default
        the first in sight, without a pointer: that takes half of the time.
        """
        before = before or self.snapshot()
        if before.asks not in BUTTONS or (before.asks == "choose" and before.chosen):
            self.wait_for_change(before)
            return "wait"
        buttons = self.page.locator(BUTTONS[before.asks])
        still = _FOR.get(before.asks, "")
        if still:
            still += f'[value="{self.page.locator(still).input_value()}"]'
        if press is None:
            _press_first(buttons)
        else:
            press(buttons)
        if before.asks == "choose":
            if self._scripts:
                # The first press has lifted the card.
                _press_first(self.page.locator("#play"))
            self.wait_until_chosen(before)
        else:
            if before.asks == "pick" and self._scripts:
                # The first press has lifted the card.
                _press_first(self.page.locator("#pick [aria-current=true]"))
            if still:
                # A change of the page alone does not show that this was done, as others get ready too. Where
                # bots alone play on, the same question follows at once for the next round.
                expect(self.page.locator(still)).to_have_count(0)
            else:
                self.wait_for_change(before)
        return before.asks

    def wait_until_chosen(self, before: Snapshot) -> None:
        """Wait until the page shows a chosen card, or a later turn."""
        still = f'#table[data-asks=choose]:has(#hand [name=turn][value="{before.turn}"])'
        still += ":not(:has([aria-pressed=true]))"
        expect(self.page.locator(still)).to_have_count(0)

    def play_until(self, *asks: str, press: Callable[[Locator], None] | None = None) -> Sequence[str]:
        """Do what is asked until the page asks for one of these; return all actions.

        Where a card is chosen already, no other is asked for.
        """
        actions: list[str] = []
        while (table := self.snapshot()).asks not in asks or (table.asks == "choose" and table.chosen):
            actions.append(self.do(table, press=press))
            assert len(actions) < 2_000, f"The game does not end; its last actions are {actions[-10:]}"
        return actions


def _press_first(buttons: Locator) -> None:
    buttons.locator("visible=true").first.dispatch_event("click")


def box_of(part: Locator) -> FloatRect:
    """Return the place of a part on its page."""
    box = part.bounding_box()
    assert box is not None
    return box


def begin_together(*those: Person, seats: int | str = 0, idle: str = "", **options: str) -> None:
    """Seat them at a table whose rules have these options, until each is to choose a card.

    They come to it when the game has begun. Somebody named `idle` has no window, and does nothing.
    """
    with ExitStack() as stack:
        visitors = [stack.enter_context(each._by_forms()) for each in those]
        names = [each.name for each in those]
        if idle:
            visitors.append(stack.enter_context(visiting(those[0].home)))
            names.append(idle)
        host = visitors[0]
        table = host.open("invite", seats=int(seats) or len(names), name=names[0], **options)
        for guest, name in zip(visitors[1:], names[1:], strict=True):
            guest.join(table, name=name)
        host.look()
        host.send("begin")
    for person in those:
        person.wait_for_question("choose")


def play_a_turn(ana: Person, bo: Person) -> None:
    """Let each play the highest card, if they have not chosen yet, to the end of the turn."""
    turn = ana.snapshot().turn
    bo.page.locator(f'#hand [name=turn][value="{turn}"]').wait_for(state="attached")
    # Look at both first: after the first choice the other page may show the next turn.
    for person, table in [(each, each.snapshot()) for each in (ana, bo)]:
        if not table.chosen:
            person.do(table, press=lambda buttons: buttons.last.click())
    meanwhile((ana, bo), lambda: ana.snapshot().asks == "choose" and ana.snapshot().turn != turn)
