"""Scripts and sheets as they are written, which a clone serves; other tests have bundles, as a wheel does."""

from pathlib import Path

from sixth.server.web.templating.files import BUNDLES
from tests.browser.conftest import People
from tests.server.support.parties import BRIEF
from tests.server.support.serving import serving


def test_pages_and_a_game_work_with_modules_as_they_are_written(people: People, tmp_path: Path) -> None:
    with serving(tmp_path / "data", first=f"import os; del os.environ['{BUNDLES}']") as server:
        ana = people.come(home=server.url)
        for path in ("/mine", "/learn/2/45", "/puzzles/1", "/pad"):
            ana.page.goto(server.url + path)
        ana.open(game="kids", seats=2, **BRIEF)
        ana.play_until("again")
        ana.page.get_by_role("link", name="Watch replay").click()
        ana.page.locator("#drive:not([hidden])").wait_for()
        # What a bundle has within it is a file of its own.
        module = f"{server.url}/static/replay/picture.js"
        assert ana.page.evaluate("(url) => performance.getEntriesByName(url).length", module) == 1
        people.go()
