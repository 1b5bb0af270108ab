"""The form of the first page: every option, rules that cannot be dealt, and values that are no option."""

import html
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, get_args

import httpx2
import pytest
from hypothesis import given, settings, strategies as st

from sixth.rules.games import GAMES, name_of
from sixth.rules.options import CHOICES, OPTIONS, End, Rules, RulesError
from sixth.server.table.bounds import check_rules
from sixth.server.web.forms.models import CheckForm
from sixth.server.web.forms.options import FIELDS, default_texts, option_fields, rules_of, verdict
from sixth.server.web.text.option_labels import option_choices, option_labels, option_reasons
from sixth.server.web.text.rules import marked_changes, nearest_game, rules_texts
from tests.rules.strategies import all_rules
from tests.server.support.hosting import Site, hosting
from tests.server.support.pages import Page
from tests.server.support.playing import ASKS_FOR_PAGE

WHOLE = {"game": "classic", "seats": "4", "bots": "careful", "name": "Ana", "how": "play"}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the site's database."""
    return tmp_path_factory.mktemp("making")


@pytest.fixture(scope="module")
def site(data: Path) -> Iterator[Site]:
    """Start one site for all tests here."""
    with hosting(data) as site:
        yield site


def count_events(data: Path) -> int:
    """Return the number of events of all tables together."""
    with closing(sqlite3.connect(data / "sixth.sqlite3")) as database:
        (name,) = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchone()
        (count,) = database.execute(f"SELECT count(*) FROM {name}").fetchone()
    return int(count)


# ------------------------------------------------------------------ possible and impossible rules


def form_of(rules: Rules, game: str) -> dict[str, Any]:
    """Return the form that asks for these rules, with every field filled in."""
    own = isinstance(rules.deck, int)
    return {
        "game": game,
        "seats": rules.seats,
        "bots": "mixed",
        "name": "",
        "deck": "number" if own else rules.deck,
        "deck_size": str(rules.deck) if own else "",
        **{name: str(getattr(rules, name)) for name in ("hand", "rows", "row_limit", *CHOICES)},
        "end": rules.end.kind,
        "end_count": str(rules.end.count),
    }


@given(rules=all_rules(), game=st.sampled_from(sorted(GAMES)))
def test_every_named_game_can_be_changed_into_any_rules(rules: Rules, game: str) -> None:
    form = CheckForm(**form_of(rules, game))
    assert rules_of(form) == rules
    assert verdict(form).fits


@given(rules=all_rules())
def test_the_settings_form_of_a_table_has_its_rules(rules: Rules) -> None:
    assert rules_of(CheckForm(**option_fields(rules))) == rules


_STRATEGIES: dict[str, st.SearchStrategy[Any]] = {
    "seats": st.integers(0, 12),
    "deck": st.one_of(st.sampled_from(["full", "tactical"]), st.integers(0, 110)),
    "hand": st.integers(0, 30),
    "rows": st.integers(0, 30),
    "row_limit": st.integers(0, 8),
    "deal": st.sampled_from(["random", "draft", "halves"]),
    "play": st.sampled_from(["simultaneous", "flip"]),
    "ends": st.sampled_from(["right", "both"]),
    "heads": st.sampled_from(["classic", "light"]),
    "goal": st.sampled_from(["fewest", "most"]),
}


@settings(max_examples=300)
@given(
    values=st.fixed_dictionaries(_STRATEGIES),
    kind=st.sampled_from(["score", "rounds", "elimination"]),
    count=st.one_of(st.integers(0, 99), st.sampled_from([150, 999_999_999])),
)
def test_the_form_gives_the_verdict_of_the_rules(values: dict[str, Any], kind: Any, count: int) -> None:
    own = isinstance(values["deck"], int)
    filled = {name: str(value) for name, value in values.items() if name != "seats"}
    filled |= {"deck": "number", "deck_size": filled["deck"]} if own else {}
    form = CheckForm(
        game="classic",
        bots="mixed",
        name="",
        **filled | {"seats": values["seats"], "end": kind, "end_count": str(count)},
    )
    sentence = verdict(form)
    try:
        rules = Rules(**values, end=End(kind, count))
        check_rules(rules)
    except RulesError:
        assert not sentence.fits
        assert one_sentence(sentence.sentence)
        # In the words of the form, not in those of the command line.
        assert "=" not in sentence.sentence
        assert "{" not in sentence.sentence
    else:
        assert sentence.fits
        hidden = rules.deck_size(rules.seats) - rules.rows - rules.seats * sum(rules.parts(rules.seats))
        assert ("none" if hidden == 0 else f" {hidden} ") in sentence.sentence
        assert all(map(one_sentence, rules_texts(rules)))
        assert nearest_game(rules) in GAMES


def one_sentence(text: str) -> bool:
    """Return whether the text is one sentence on one line of a readable length."""
    return text.endswith(".") and "\n" not in text and len(text) < 250 and ". " not in text


@pytest.mark.parametrize("game", GAMES)
def test_an_empty_form_is_the_named_game(game: str) -> None:
    for seats in GAMES[game].seats:
        form = CheckForm(game=game, seats=seats, bots="mixed", name="")
        assert rules_of(form) == GAMES[game].replace(seats=seats)
        assert nearest_game(rules_of(form)) == game


@pytest.mark.parametrize("game", GAMES)
def test_each_option_shows_the_value_of_the_game(game: str) -> None:
    usual = default_texts(game)
    assert list(usual) == ["length", *FIELDS]
    rules = GAMES[game].replace(seats=2)
    assert str(rules.rows) in usual["rows"]
    assert option_choices()["ends"][rules.ends] in usual["ends"]
    assert str(rules.end.count) in usual["end_count"]
    assert str(rules.end.count) in usual["length"]


def test_a_count_alone_keeps_the_kind_of_end() -> None:
    form = CheckForm(game="elimination", seats=3, bots="mixed", name="", end_count="20")
    assert rules_of(form).end == End("elimination", 20)


def test_every_option_has_a_label() -> None:
    options = {option for option in OPTIONS if option not in ("seats", "end", "deck")}
    assert options < set(FIELDS)
    assert set(FIELDS) <= set(option_reasons()) <= set(option_labels())
    for name, kind in CHOICES.items():
        assert list(option_choices()[name]) == list(get_args(kind))


# ------------------------------------------------------------------ over the wire


def check(site: Site, **form: str) -> httpx2.Response:
    """Return the answer to the check that the page makes while a person chooses."""
    query = {name: value for name, value in WHOLE.items() if name != "how"}
    return site.person().client.post("/tables/check", data={**query, **form})


def test_the_server_checks_options_during_the_choice_and_stores_nothing(site: Site, data: Path) -> None:
    count = count_events(data)
    answer = check(site, game="classic", seats="4")
    assert answer.status_code == 200
    assert "44 cards are dealt, 60 stay hidden." in answer.text
    answer = check(site, game="kids", seats="10")
    assert answer.status_code == 200
    assert 'class="clash"' in answer.text
    assert "each hand can have 9 at most" in answer.text
    assert "Kids: 15" in answer.text
    assert count_events(data) == count


NONSENSE = ("-1", "9" * 39, "<b>bold</b>", "٣", "{seats}", "\x00")


@pytest.mark.parametrize("field", FIELDS)
def test_a_nonsense_option_is_refused_in_one_sentence_and_opens_no_table(
    site: Site, data: Path, field: str
) -> None:
    count, client = count_events(data), site.person().client
    for value in NONSENSE:
        form = {**WHOLE, field: value, **({"deck": "number"} if field == "deck_size" else {})}
        assert client.post("/tables", data=form).status_code == 422, value
        page = Page(client.post("/tables", data=form, headers=ASKS_FOR_PAGE).text)
        assert one_sentence(page.text("note")), value
        # The values of the form are still there, and none became part of the page.
        assert page.forms["/tables"].fields["name"] == "Ana"
        assert "<b>bold" not in page.html
        if "inputmode" in page.by_id[f"o-{field}"].attributes and "\x00" not in value:
            assert page.forms["/tables"].fields[field] == value
        checked = check(site, **{name: text for name, text in form.items() if name != "how"})
        assert checked.status_code == 200
        assert html.escape(page.text("note"), quote=False) in html.escape(
            html.unescape(checked.text), quote=False
        )
    assert count_events(data) == count


def test_a_table_has_and_shows_its_chosen_options(site: Site) -> None:
    ana = site.person()
    ana.go("/")
    own_length = {"length": "own", "end": "rounds", "end_count": "2"}
    own_length |= {"game": "both-ends", "seats": "3", "hand": "7"}
    ana.send("/tables", "invite", may_be_late=False, name="Ana", **own_length)
    rules = GAMES["both-ends"].replace(seats=3, hand=7, end=End("rounds", 2))
    assert site.table(ana.table).rules == rules
    text = ana.page.root.text
    assert all(sentence in text for sentence in rules_texts(rules))
    assert "/rules/both-ends" in ana.page.html
    # Options that the host has changed are marked, and no others.
    marked = [sentence for sentence, is_changed in marked_changes(rules) if is_changed]
    assert len(marked) == text.count("(changed)") == 3


@given(rules=all_rules())
def test_changed_options_are_marked_and_a_named_game_has_none(rules: Rules) -> None:
    assert [sentence for sentence, _ in marked_changes(rules)] == rules_texts(rules)
    if name_of(rules):
        assert not any(is_changed for _, is_changed in marked_changes(rules))
