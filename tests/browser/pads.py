"""Somebody with the score pad, at a table with real cards."""

import re
from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect

from tests.browser.people import Person


class Pad:
    """The score pad in somebody's browser; it is used by the keyboard alone."""

    def __init__(self, person: Person, *, link: str = "/pad", page: Page | None = None) -> None:
        self.person, self.page = person, page or person.page
        self.go(link)

    def go(self, link: str = "/pad") -> None:
        """Open the pad, or a link to it."""
        self.page.goto("about:blank")
        self.page.goto(f"{self.person.home}{link}" if link.startswith("/") else link)
        expect(self.title).not_to_be_empty()

    @property
    def title(self) -> Locator:
        """The name of the game that is open."""
        return self.page.locator("#title")

    @property
    def standing(self) -> Locator:
        """What the page says of how it stands."""
        return self.page.locator("#standing")

    @property
    def note(self) -> Locator:
        """What went wrong."""
        return self.page.locator("#note")

    def heads_of(self, name: str) -> Locator:
        """Where heads or cards of one player are entered."""
        return self.page.get_by_label(f"{name}: heads in this round")

    def button(self, name: str) -> Locator:
        """A button by what it says."""
        return self.page.get_by_role("button", name=name, exact=True)

    def players(self, *names: str) -> None:
        """Add players."""
        field = self.page.get_by_label("Add player")
        if not field.is_visible():
            self.page.get_by_text("Players and rules", exact=True).press("Enter")
        for name in names:
            field.fill(name)
            field.press("Enter")
            expect(field).to_have_value("")

    def enter(self, **entries: str) -> None:
        """Write down a round: what each player has."""
        for name, entry in entries.items():
            self.heads_of(name).fill(entry)
        self.heads_of(next(iter(entries))).press("Enter")

    def totals(self) -> Sequence[int]:
        """The totals, as the table under the chart has them."""
        return [int(text) for text in self.page.locator("#sheet tfoot td").all_inner_texts()]

    def link(self) -> str:
        """The link by which the game is shared."""
        self.button("Share by link").press("Enter")
        field = self.page.get_by_label("Link to this game")
        expect(field).to_have_value(re.compile("#z"))
        return field.input_value()


def hostile(page: Page, text: str) -> str:
    """A link with anything in it, packed as the pad packs games."""
    fragment: str = page.evaluate(
        """async (text) => {
          const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
          const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
          let letters = "";
          for (const byte of bytes) letters += String.fromCharCode(byte);
          return "z" + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
        }""",
        text,
    )
    return f"/pad#{fragment}"
