"""Outside bots in the list of a table: their owner, and the fate of an invitation."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
from playwright.sync_api import Browser, expect

from tests.browser.axe import check_accessibility
from tests.browser.conftest import People
from tests.server.support.serving import PATIENCE, Server, serving


class Bot:
    """A program that has registered, and waits for invitations."""

    def __init__(self, client: httpx2.Client, name: str) -> None:
        self.client = client
        answer = client.post("/outside", json={"name": name, "run_by": "Cy Berger"}).json()
        client.headers["authorization"] = f"Bearer {answer['token']}"

    @contextmanager
    def waiting(self) -> Iterator["Bot"]:
        """Keep the program connected within the context."""
        with self.client.stream("GET", "/outside/events") as answer:
            self._lines = map(json.loads, answer.iter_lines())
            next(self._lines)
            yield self

    def answer(self, how: str, **body: str) -> dict[str, Any]:
        """Answer the next invitation; return what the site says to that, for one accepted the seat."""
        invitation = next(line for line in self._lines if line["line"] == "invited")
        path = f"/outside/invitations/{invitation['id']}/{how}"
        answer = self.client.post(path, json=body or None)
        assert answer.status_code == 200
        return answer.json() if answer.content else {}

    def say(self, seat: dict[str, Any], phrase: str) -> None:
        """Send a phrase from a seat."""
        token, line = {"Authorization": f"Bearer {seat['token']}"}, {"kind": "phrase", "said": phrase}
        answer = self.client.post(f"/tables/{seat['table']}/say", json=line, headers=token)
        assert answer.status_code == 200, answer.text


@contextmanager
def bot_at(server: Server, name: str) -> Iterator[Bot]:
    """Register a bot of this name at the site."""
    with (
        httpx2.Client(base_url=f"{server.url}/api/v1", timeout=PATIENCE) as client,
        Bot(client, name).waiting() as bot,
    ):
        yield bot


def test_a_host_invites_a_bot_by_keyboard_and_learns_its_answer(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path / "data", options=("--outside-bots",)) as server, bot_at(server, "Robo") as bot:
        people = People(browser, server.url)
        ana = people.come("Ana", viewport={"width": 320, "height": 640})
        ana.forgive("409")
        ana.open("invite", seats=3)
        ana.menu().get_by_role("link", name="Table settings").click()
        ana.page.get_by_label("Bots that people run elsewhere may sit down").check()
        ana.page.get_by_label("… and talk").check()
        ana.page.get_by_role("button", name="Save").click()
        region = ana.page.get_by_role("region", name="Bots from outside")
        expect(region.get_by_role("listitem")).to_contain_text("Robo run by Cy Berger")
        check_accessibility(ana.page, "a table with bots from outside")
        invite = region.get_by_role("button", name="Invite Robo")
        invite.focus()
        ana.page.keyboard.press("Enter")
        expect(ana.note).to_have_text("Asking Robo…")
        bot.answer("decline", why="later")
        expect(ana.note).to_have_text("Robo isn't playing right now.")
        invite.press("Enter")
        seat = bot.answer("accept")
        expect(ana.page.get_by_role("list", name="Players")).to_contain_text("bot run by Cy Berger")
        expect(invite).to_have_count(0)
        expect(ana.note).to_have_text("")
        ana.page.get_by_role("button", name="Start the game").click()
        ana.wait_for_question("choose")
        # It is company as a person is: the table says that it thinks, and has a chat with it.
        bot.say(seat, "hello")
        expect(ana.status_of("Robo")).to_have_text("is thinking")
        ana.page.get_by_role("link", name="Chat").click()
        expect(ana.page.locator("#lines p")).to_have_text("Robo Hello!")
        people.go()
