"""What the scripts of a table's page draw of a game is what the server draws of the same moment."""

import re
from collections.abc import Sequence
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sixth
from sixth import i18n
from sixth.rules.options import Rules
from sixth.server.table.identity import Audience
from sixth.server.table.view import TableView
from sixth.server.web import elements
from sixth.server.web.templating.environment import render
from sixth.server.web.templating.files import static_url
from sixth.server.web.views.clock import clocks
from sixth.server.web.views.result import onward, result
from sixth.server.web.views.table import Frame
from sixth.server.web.wire.sentences import catalogue
from tests.rules.strategies import combined_rules
from tests.server.support.logs import token
from tests.server.support.stories import Story
from tests.server.web.wire.law import CLOCKED, NOW, Engine, Told, audiences, shortened, story

LUCK: Final = static_url("table/luck.js")

NAMED: Final = list(sixth.games)


def drawn(seen: TableView, *, screen: bool) -> dict[str, str]:
    """The parts of the page that change within a game, by the id of the element whose place they take."""
    frame = Frame(seen)
    view = frame.view
    assert view is not None
    context = {"f": frame, "seen": seen, "view": view}

    def part(name: str) -> str:
        return render(f"table/{name}.html", **context)

    parts = {
        "turn": elements.turn_of(frame.progress),
        "prompt": elements.heading(frame),
        "open-deck": f'<div id="open-deck">{part("draft") if frame.open_deck else ""}</div>',
        "to-take": part("take"),
        "held": f'<div id="held">{part("hand")}</div>',
        "aims": elements.aims(frame),
        "last": part("last_turn"),
        "hands": part("open_hands"),
        "coach": part("coach"),
        "helps": part("hints"),
    }
    for player in frame.players:
        parts[f"status{player.seat}"] = elements.status(player)
        parts[f"score{player.seat}"] = elements.score(player)
    if running := clocks(seen, NOW):
        context |= {"clocks": running}
        parts["clock"] = part("clock")
        parts |= {
            f"time{player.seat}": render("table/time.html", clocks=running, player=player)
            for player in frame.players
        }
    context |= {"onward": onward(seen, NOW), "result": result(seen)}
    if view.over or (screen and seen.between_rounds):
        parts["onward"] = part("onward")
    elif not screen:
        parts["sheet"] = part("sheet") if seen.between_rounds else _NO_SHEET
    parts |= {f"row{row.number}": render("table/row.html", row=row) for row in frame.rows}
    return parts | ({"stage": elements.stage(frame)} if view.rows else {})


_NO_SHEET: Final = '<section class="sheet" id="sheet" hidden></section>'


def plain(html: str) -> str:
    """HTML without what makes no difference, what scripts keep or ask for later, and what clocks say."""
    html = re.sub(r'(<b class="left"[^>]*><span>)[^<]*', r"\1", html)
    html = re.sub(r"(?<=>)\s+|\s+(?=<)", "", html.replace(" data-keep", ""))
    html = re.sub(r'<div id="rounds-told".*</div>(?=</details></details>)', "", html, flags=re.DOTALL)
    return re.sub(r"\s+", " ", html).strip()


def draws_the_same(engine: Engine, writes: Sequence[Any], audience: Audience, language: str) -> None:
    """Check all parts after every write to the log."""
    told = Told(writes, audience)
    about = {"catalogue": catalogue(language), "luck": LUCK, "now": NOW, "screen": audience.screen}
    found = engine.ask("view", told.fulls, (), **about)
    with i18n.using_language(language):
        for table, parts in zip(told.tables, found, strict=True):
            if parts is not None:
                wanted = drawn(audience.view(table), screen=audience.screen)
                assert {name: plain(html) for name, html in parts.items()} == {
                    name: plain(html) for name, html in wanted.items()
                }


@pytest.mark.parametrize("game", NAMED)
def test_a_page_draws_what_the_server_draws(game: str, engine: Engine) -> None:
    rng = Random(game)
    for audience in (Audience.of(token(2)), rng.choice(audiences(4))):
        language = rng.choice(list(i18n.LANGUAGES))
        draws_the_same(engine, story(game, rng.randrange(6)).steps, audience, language)


@settings(max_examples=10)
@given(rules=combined_rules(), seed=st.integers(0, 10_000))
def test_a_page_draws_games_of_any_options_as_the_server_does(
    rules: Rules, seed: int, engine: Engine
) -> None:
    rng = Random(seed)
    for audience in rng.sample(audiences(rules.seats), 2):
        draws_the_same(engine, Story(shortened(rules), CLOCKED, seed).steps, audience, "en")
