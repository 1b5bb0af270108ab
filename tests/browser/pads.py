"""A person with the score pad, at a table with real cards."""

import re
from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect

from tests.browser.people import Person


class Pad:
    """The score pad in a person's browser; it is used by the keyboard alone."""

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
        """Return the name of the open game."""
        return self.page.locator("#title")

    @property
    def standing(self) -> Locator:
        """Return the sentence of the page about the standing."""
        return self.page.locator("#standing")

    @property
    def note(self) -> Locator:
        """Return the error message."""
        return self.page.locator("#note")

    def heads_of(self, name: str) -> Locator:
        """Return the field for heads or cards of one player."""
        return self.page.get_by_label(f"{name}: heads in this round")

    def button(self, name: str) -> Locator:
        """Return a button by its label."""
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
        """Enter a round: the heads or cards of each player."""
        for name, entry in entries.items():
            self.heads_of(name).fill(entry)
        self.heads_of(next(iter(entries))).press("Enter")

    def totals(self) -> Sequence[int]:
        """Return the totals in the table under the chart."""
        return [int(text) for text in self.page.locator("#sheet tfoot td").all_inner_texts()]

    def link(self) -> str:
        """Return the link that shares the game."""
        self.button("Copy the link").press("Enter")
        field = self.page.get_by_label("Link to this game")
        expect(field).to_have_value(re.compile("#z"))
        return field.input_value()


def hostile(page: Page, text: str) -> str:
    """Return a link with this content, packed as the pad packs games."""
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
