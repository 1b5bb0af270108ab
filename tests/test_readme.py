"""What the README and the tour of the library show is what happens."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8")
TOUR = ROOT / "docs/library.md"
REPOSITORY = "https://github.com/sixth-game/sixth/blob/main/"
PICTURE = "https://raw.githubusercontent.com/sixth-game/sixth/main/docs/position.svg"


def blocks(path: Path, language: str) -> dict[int, str]:
    """The code of a page by the number of the line it begins on, which tracebacks name."""
    text = path.read_text(encoding="utf-8")
    return {
        text.count("\n", 0, found.start(1)): found[1]
        for found in re.finditer(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    }


def run_readme() -> dict[str, object]:
    names: dict[str, object] = {"__name__": "__main__"}
    for line, code in blocks(README, "python").items():
        exec(compile("\n" * line + code, str(README), "exec"), names)
    return names


def test_the_readme_begins_with_a_game_and_its_picture(capsys: pytest.CaptureFixture[str]) -> None:
    picture = run_readme()["picture"]
    assert picture == (ROOT / "docs/position.svg").read_text(encoding="utf-8")
    assert "won by seat" in capsys.readouterr().out
    assert f"]({PICTURE})" in " ".join(TEXT.split())
    assert TEXT.index("```python") < TEXT.index(PICTURE) < TEXT.index("make play")
    assert TEXT[: TEXT.index("make play")].count("\n") < 30


def test_the_links_of_the_readme_work_on_a_package_index() -> None:
    links = re.findall(r"\]\(([^)]*)\)", TEXT)
    assert len(links) > 10
    pages = [link.removeprefix(REPOSITORY) for link in links if link != PICTURE]
    assert not [page for page in pages if ":" in page]
    assert not [page for page in pages if not (ROOT / page).is_file()]
    assert all(f"{REPOSITORY}{page}" in links for page in pages)


def test_the_tour_of_the_library_runs_as_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    parser, names = doctest.DocTestParser(), dict[str, object]()
    shown = blocks(TOUR, "pycon")
    for line, code in shown.items():
        # A blank line ends what doctest expects, but is part of a board.
        board = re.sub(r"\n\n(?!>>> )", "\n<BLANKLINE>\n", code)
        test = parser.get_doctest(board, names, TOUR.name, str(TOUR), line)
        runner = doctest.DocTestRunner(optionflags=doctest.FAIL_FAST)
        said: list[str] = []
        runner.run(test, out=said.append, clear_globs=False)
        names = test.globs
        assert not runner.failures, "".join(said)
    assert len(shown) > 10
