"""Accessibility checks by axe-core: pages with everything unfolded, each in a theme and in a language."""

from collections.abc import Iterable
from itertools import cycle
from pathlib import Path
from typing import Final
from zlib import crc32

import axe_playwright_python
from playwright.sync_api import Page

from sixth.i18n import LANGUAGES, SOURCE
from tests.browser.layout import SMALLEST, layout_faults
from tests.browser.people import Person

_AXE: Final = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")
_FIND: Final = """
const found = [];
// Without a look at sheets, which what a sheet imports would break; none of these rules needs one.
const find = async (where, options) => {
  const {violations} = await axe.run(document, {resultTypes: ["violations"], preload: false, ...options});
  for (const {id, nodes} of violations)
    for (const {html, failureSummary} of nodes) found.push(`${where}: ${id}: ${html}: ${failureSummary}`);
};
const unfold = () => {
  const folded = [...document.querySelectorAll("details:not([open])")];
  for (const each of folded) each.open = true;
  return () => folded.forEach((each) => { each.open = false; });
};
"""
_THEMES: Final = ("light", "dark", "contrast light", "contrast dark")
_IN_A_THEME: Final = (
    "async (theme) => {"
    + _FIND
    + """
  const root = document.documentElement, had = root.dataset.theme, fold = unfold();
  [root.dataset.theme, root.style.colorScheme = ""] = theme.split(" ");
  await find(theme, {});
  root.dataset.theme = had;
  root.style.colorScheme = "";
  fold();
  return found;
}"""
)
_LANGUAGES: Final = (
    "async ([address, languages, theme]) => {"
    + _FIND
    + """
  for (const code of languages) {
    const answer = await fetch(address, {headers: {"Accept-Language": code}});
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    // A parser runs no scripts, so it takes for elements what is there for who has none.
    for (const each of page.querySelectorAll("noscript")) each.remove();
    // A sheet has come once all that it imports has come, too.
    const sheets = [...page.querySelectorAll("link[rel=stylesheet]")];
    const come = sheets.map((each) => new Promise((done) => { each.onload = each.onerror = done; }));
    document.replaceChild(document.adoptNode(page.documentElement), document.documentElement);
    await Promise.all(come);
    if (document.documentElement.lang !== code) found.push(`${code}: the page is in another language`);
    unfold();
    for (const each of document.querySelectorAll("dialog")) each.show();
    const root = document.documentElement;
    if (theme) [root.dataset.theme, root.style.colorScheme = ""] = theme.split(" ");
    await find(`${code} ${theme}`, theme ? {} : {rules: {"color-contrast": {enabled: false}}});
  }
  return found;
}"""
)


def _evaluate(page: Page, script: str, where: str, *arguments: object) -> None:
    if not page.evaluate("'axe' in window"):
        page.evaluate(_AXE)
    faults = page.evaluate(script, *arguments)
    assert not faults, f"{where}:\n" + "\n".join(faults)


def check_accessibility(page: Page, where: str, theme: str = "") -> None:
    """Check that axe finds nothing on this page as it stands, in one theme.

    Which theme follows from `where`, unless it is given: most elements are on many pages, so each is checked
    in all themes. `test_colours.py` holds the contrast of every pair of colours in every theme.
    """
    page.wait_for_load_state()
    _evaluate(page, _IN_A_THEME, where, theme or _theme_of(where))


def _theme_of(where: str) -> str:
    return _THEMES[crc32(where.encode()) % len(_THEMES)]


def check_languages(
    aside: Page, address: str, where: str, languages: Iterable[str] = LANGUAGES, theme: str = ""
) -> None:
    """Check that axe finds nothing on the page at `address` in these languages.

    `aside` is a spare page with the reader's cookies: the elements of each language's page are put into it in
    turn, without their scripts. Contrast is checked where a `theme` is given.
    """
    _evaluate(aside, _LANGUAGES, where, [address, list(languages), theme])


class Inspection:
    """A person, and a tab of the same browser for their pages in other languages."""

    def __init__(self, person: Person) -> None:
        self._home = person.home
        self._languages = cycle(code for code in LANGUAGES if code != SOURCE)
        person.forgive("favicon.ico")
        self._aside = person.tab()
        self._aside.set_viewport_size(SMALLEST)
        self._aside.goto(f"{person.home}/about")
        self.page = person.page
        # A browser draws a page behind another one once a second.
        self.page.bring_to_front()

    def find_nothing(self, where: str, page: Page | None = None) -> None:
        """Check the page (or another of this browser) in a theme, and its text in the next language."""
        page = page or self.page
        check_accessibility(page, where)
        self._read(page.url, where, theme="")

    def read(self, path: str) -> None:
        """Check a page that scripts do not change: in a theme, the next language, on the smallest phone."""
        self._read(self._home + path, path, _theme_of(path))

    def _read(self, address: str, where: str, theme: str) -> None:
        language = next(self._languages)
        check_languages(self._aside, address, where, [language], theme)
        faults = layout_faults(self._aside)
        assert not faults, "\n".join(f"{where}, {language}: {each}" for each in faults)
