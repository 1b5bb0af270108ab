"""The client for programs without an event loop, and the example of docs/api.md."""

import re

import pytest

from sixth.client import Ask, Client, Events, Full, ProblemError
from tests.pages import code_blocks
from tests.server.support.hosting import Site
from tests.server.support.programs import SHORT


def test_the_example_of_the_docs_plays_a_whole_game(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = code_blocks("api.md", "python")
    assert len(example.strip().splitlines()) <= 10
    assert "http://127.0.0.1:6106" in example
    exec(example.replace("http://127.0.0.1:6106", site.url), {})
    assert re.fullmatch(r"\[\d+, \d+, \d+\]\n", capsys.readouterr().out)


def test_a_program_opens_finds_and_reads_a_table(site: Site) -> None:
    with Client(site.url) as here:
        ana = here.open("Ana", seats=3, options=SHORT, config={"outside": True})
        bo = here.sit(here.find(ana.look().json["code"]), "Bo")
        again = here.sit(ana.table, "Bo", token=bo.token)
        assert (ana.look().seat, bo.look().seat, again.look().seat) == (0, 1, 1)
        lines = ana.news()
        assert isinstance(next(lines), Full)
        bo.do("ready", ready=True)
        line = next(lines)
        assert isinstance(line, Events)
        assert line.events[0]["event"] == "readied"
        lines.close()
        ana.begin(bots="random")
        # The dealer deals after the answer.
        ask = next(line for line in ana.news() if isinstance(line, Ask))
        view = ana.look().view
        assert view is not None
        assert view.hand == ask.view.hand
        state = site.table(ana.table).state
        assert state is not None
        assert view.hand == state.hands[0]


def test_a_refusal_is_an_error_with_its_code_and_sentence(site: Site) -> None:
    with Client(site.url, patience_s=0) as here:
        ana = here.open("Ana", seats=2)
        with pytest.raises(ProblemError, match=r"The game has not begun\.") as refusal:
            ana.do("act", game=1, round=1, turn=1, action={"choose": 1})
        assert (refusal.value.status, refusal.value.code) == (409, "not-begun")
        with pytest.raises(ProblemError) as refusal:
            here.find("zzzz")
        assert refusal.value.code == "no-code"
