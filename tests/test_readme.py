"""The examples of the README and of the library's tour: each runs, with the output shown."""

import doctest
import re
from pathlib import Path

import pytest

from scripts.readme import published
from tests.pages import code_blocks, run_page

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8")
TOUR = ROOT / "docs/library.md"
PICTURE = "docs/position.svg"
REPOSITORY = "https://example.org/sixth"
LINK = re.compile(r"\]\(([^)]*)\)")


def test_the_readme_plays_a_game_and_shows_its_picture(capsys: pytest.CaptureFixture[str]) -> None:
    picture = run_page("../README.md")["picture"]
    assert picture == (ROOT / "docs/position.svg").read_text(encoding="utf-8")
    assert "won by seat" in capsys.readouterr().out
    assert f"]({PICTURE})" in " ".join(TEXT.split())


def test_the_first_screen_of_the_readme_is_a_table_and_two_commands() -> None:
    table = TEXT.index("docs/pictures/table-1280.webp")
    assert table < TEXT.index("make play") < TEXT.index("make test") < TEXT.index("## To play")
    assert TEXT[: TEXT.index("make test")].count("\n") < 20


def test_the_links_of_the_readme_work_in_a_copy_of_the_repository() -> None:
    links = LINK.findall(TEXT)
    assert len(links) > 10
    assert not [link for link in links if not (ROOT / link).is_file()]


def test_the_links_of_the_readme_work_on_a_package_index() -> None:
    links = LINK.findall(TEXT)
    addresses = LINK.findall(published(TEXT, REPOSITORY))
    assert len(addresses) == len(links)
    assert {link.removeprefix(f"{REPOSITORY}/").partition("/HEAD/")[2] for link in addresses} == {*links}
    # Builds without a public repository have no address to publish.
    assert not LINK.findall(published(TEXT, ""))


def test_the_tour_of_the_library_runs_as_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    parser, names = doctest.DocTestParser(), dict[str, object]()
    examples = code_blocks("library.md", "pycon")
    for code in examples:
        # A blank line ends the output that doctest expects, but is part of a board.
        board = re.sub(r"\n\n(?!>>> )", "\n<BLANKLINE>\n", code)
        test = parser.get_doctest(board, names, TOUR.name, str(TOUR), 0)
        runner = doctest.DocTestRunner(optionflags=doctest.FAIL_FAST)
        output: list[str] = []
        runner.run(test, out=output.append, clear_globs=False)
        names = test.globs
        assert not runner.failures, "".join(output)
    assert len(examples) > 10
