"""People who play with the forms of pages, without scripts."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random

import httpx2

from sixth import bots
from sixth.server.web.middleware.preferences import PLAIN_COOKIE
from tests.server.support.pages import Page
from tests.server.support.serving import PATIENCE, TLS

ASKS_FOR_PAGE = {"accept": "text/html"}
"""The header with which a browser, but no script, requests a page."""

REFUSED = "sixth-refused-"
"""The beginning of the names of cookies that bring refused forms back to their pages."""


class Person:
    """A person with a browser without scripts, at `page`."""

    def __init__(self, client: httpx2.Client) -> None:
        self.client = client
        client.cookies.set(PLAIN_COOKIE, "on")
        self.page = Page("")
        self.table = ""

    def go(self, path: str) -> Page:
        """Open an address."""
        return self._read(self.client.get(path, headers=ASKS_FOR_PAGE))

    def look(self) -> Page:
        """Look at the table again."""
        return self.go(f"/t/{self.table}")

    def send(
        self, form: str, button: str | None = None, /, *, may_be_late: bool = False, **filled: str
    ) -> Page:
        """Fill in fields of a form of the page and press a button; fail where the page lacks one of them."""
        fields = self.page.forms[form]
        data = dict(fields.fields)
        for name, value in filled.items():
            # Pages offer levels; bots by method, which are kept from before, answer sooner.
            is_kept = name == "bots" and value in bots.methods
            is_offered = name in fields.typed or value in fields.choices[name] or is_kept
            assert is_offered, f"{name}={value} is not offered"
            data[name] = value
        buttons = [each for each in fields.buttons if button in (None, each[1])]
        assert buttons, f"There is no button {button!r} among {fields.buttons}."
        if buttons[0][0]:
            data[buttons[0][0]] = buttons[0][1]
        response = self.client.post(fields.actions[buttons[0]], data=data, headers=ASKS_FOR_PAGE)
        return self._read(response, may_be_late=may_be_late)

    def open(
        self,
        how: str,
        *,
        game: str = "classic",
        seats: int = 4,
        bots: str = "careful",
        name: str,
        **options: str,
    ) -> str:
        """Set up a table with these options from the first page; return its id."""
        self.go("/")
        own = {"length": "own"} if options.keys() & {"end", "end_count"} else {}
        filled = {"game": game, "seats": str(seats), "bots": bots, "name": name, **own, **options}
        self.send("/tables", how, may_be_late=False, **filled)
        return self.table

    def join(self, table: str, *, name: str, text: str = "") -> None:
        """Sit down at a table."""
        self.table = table
        self.look()
        self.send("sit", name=name, text=text)

    def token(self, table: str = "") -> str:
        """Return the token of this person's seat."""
        return str(self.client.cookies[f"sixth-{table or self.table}"])

    def _read(self, response: httpx2.Response, *, may_be_late: bool = False) -> Page:
        status = response.status_code
        self.page = Page(response.text)
        note = self.page.text("note") or response.text
        refused = status >= 400 or any(
            REFUSED in answer.headers.get("set-cookie", "") for answer in response.history
        )
        assert not refused or may_be_late, f"{response.url} said {status}: {note}"
        path = response.url.path
        if path.startswith("/t/"):
            self.table = path.split("/")[2]
        return self.page


def client_of(url: str) -> httpx2.Client:
    """Return the client of a browser at the site with this address."""
    return httpx2.Client(base_url=url, follow_redirects=True, timeout=PATIENCE, verify=TLS)


@contextmanager
def visiting(url: str) -> Iterator[Person]:
    """Yield a person with a browser of their own at the site with this address."""
    with client_of(url) as client:
        yield Person(client)


def keep_name(person: Person, name: str) -> Person:
    """Have a person sit down at a table and keep a name, without a look at the pages; return them."""
    table = {"game": "classic", "seats": "2", "bots": "random", "how": "invite", "name": name}
    answer = person.client.post("/tables", data=table, follow_redirects=False)
    person.table = answer.headers["location"].rpartition("/")[2]
    kept = person.client.post("/you/name", data={"name": name}, follow_redirects=False)
    assert kept.status_code == 303, kept.text
    return person


def own_lines(person: Person, path: str = "/") -> list[str]:
    """Return the lines about what is a person's own on the first page, or on their own page."""
    lists = [each for each in person.go(path).root.all("div") if "my-lines" in each.classes]
    return [line.text for each in lists for line in each.all("li")]


def play_once(person: Person, rng: Random) -> bool:
    """Do one thing that the page asks for; return False if it asks for nothing."""
    page = person.page
    form = {"take": "take", "side": "take", "pick": "pick", "flip": "flip", "next": "next"}.get(page.asks)
    changes = page.chosen is not None
    if page.asks == "choose" and (not changes or rng.random() < 0.05):
        form = "hand"
    if form is None:
        return False
    # A bot may have been the last to choose since the page was read.
    person.send(form, rng.choice(page.forms[form].buttons)[1], may_be_late=changes)
    return True


def play_on(people: Sequence[Person], rng: Random, *, then: Callable[[], object] = lambda: None) -> None:
    """Have these people play until their game is over; call `then` after each of their moves."""
    end, idle = time.monotonic() + PATIENCE, 0
    while not all("ended" in person.page.by_id for person in people):
        idle += 1
        for person in people:
            if person.page.asks in ("wait", "again") or person.page.chosen is not None:
                person.look()
            if play_once(person, rng):
                end, idle = time.monotonic() + PATIENCE, 0
                then()
        # While the server plays for the bots, or another takes its place, it should not have to draw pages.
        time.sleep(min(0.1, 0.02 * max(0, idle - 1)))
        assert time.monotonic() < end, f"nothing goes on: {[person.page.text('prompt') for person in people]}"
