"""Every option, what fits together, and the one sentence that says what does not."""

import json
import re
from typing import Any

import pytest
from hypothesis import given, strategies as st

import sixth
from sixth.rules.codec import rules_to_json
from sixth.rules.games import name_of
from sixth.rules.option_text import option_from_text
from sixth.rules.options import OPTIONS, SEATS, End, Rules, RulesError
from tests.referee import RefereeError, check
from tests.rules.strategies import ONE_ROUND, all_rules

# ------------------------------------------------------------------ values


def refusal(**options: Any) -> str:
    """The one sentence with which these options are refused."""
    with pytest.raises(RulesError) as error:
        Rules(**{"seats": 4, **options})
    text = str(error.value)
    assert text.endswith(".")
    assert text.isprintable()
    assert len(text) < 300
    return text


WHOLE = [True, False, 10.0, 1.5, 0, -1, "10", None, [], 10**9, 10**5000, -(10**5000), float("nan")]
WORDS = ["", "Full", "x", 1, 0, True, None, 1.0, [], {}, ("random",), "x" * 10_000, "\x1b[2J"]
BAD_VALUES: dict[str, list[object]] = {
    "seats": [*WHOLE, 1, 11],
    "hand": WHOLE,
    "rows": WHOLE,
    "row_limit": WHOLE,
    "deck": [*WHOLE, 105, "", "small", "104"],
    "deal": WORDS,
    "play": WORDS,
    "ends": WORDS,
    "heads": WORDS,
    "goal": WORDS,
    "end": ["score", "score:66", 66, None, {"kind": "score", "limit": 66}, ("score", 66)],
}


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_says_which_values_it_takes_when_it_is_given_another(name: str) -> None:
    for value in BAD_VALUES[name]:
        text = refusal(**{name: value})
        assert text.startswith(name)
        assert ", not " in text


@pytest.mark.parametrize("kind", ["score", "rounds", "elimination"])
def test_an_end_counts_whole_numbers_from_1(kind: Any) -> None:
    assert End(kind, 1).count == 1
    for count in WHOLE:
        with pytest.raises(RulesError, match=f"end={kind} takes a whole number from 1"):
            End(kind, count)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", WORDS)
def test_an_end_has_one_of_three_kinds(kind: Any) -> None:
    with pytest.raises(RulesError, match="score or rounds or elimination"):
        End(kind)


def test_the_defaults_are_the_base_game() -> None:
    rules = Rules(seats=4)
    assert {name: getattr(rules, name) for name in OPTIONS} == {
        "seats": 4,
        "deck": "full",
        "hand": 10,
        "rows": 4,
        "row_limit": 5,
        "deal": "random",
        "play": "simultaneous",
        "ends": "right",
        "heads": "classic",
        "goal": "fewest",
        "end": End("score", 66),
    }


# ------------------------------------------------------------------ clashes

CLASHES: list[tuple[dict[str, Any], str, dict[str, Any]]] = [
    (
        {"hand": 26},
        "hand=26 with seats=4 and rows=4 needs 108 cards, but deck=full has 104; use hand=25 or less.",
        {"hand": 25},
    ),
    (
        {"deck": 43},
        "hand=10 with seats=4 and rows=4 needs 44 cards, but deck=43 has 43; use hand=9 or less.",
        {"hand": 9},
    ),
    (
        {"rows": 101},
        "hand=10 with seats=4 and rows=101 needs 141 cards, but deck=full has 104;"
        " use deck=full with hand=1 and rows=100 or less.",
        {"deck": "full", "hand": 1, "rows": 100},
    ),
    (
        {"deck": 4},
        "hand=10 with seats=4 and rows=4 needs 44 cards, but deck=4 has 4; use deck=44 or more.",
        {"deck": 44},
    ),
    (
        {"deck": "tactical", "hand": 11, "seats": 10},
        "deck=tactical with hand=11, seats=10 and rows=4 needs 114 cards, but there are 104;"
        " use hand=10 or less.",
        {"hand": 10},
    ),
    (
        {"deal": "halves", "hand": 9, "end": ONE_ROUND},
        "deal=halves deals out the whole deck, so hand=9 cannot be set; leave hand out.",
        {"hand": 10},
    ),
    (
        {"deal": "halves"},
        "deal=halves is one game of one round, so end=score:66 cannot be set; leave end out.",
        {"end": ONE_ROUND},
    ),
    (
        {"deal": "halves", "end": End("rounds", 2)},
        "deal=halves is one game of one round, so end=rounds:2 cannot be set; leave end out.",
        {"end": ONE_ROUND},
    ),
    (
        {"deal": "halves", "end": ONE_ROUND, "deck": 11},
        "deal=halves with seats=4 and rows=4 needs a deck of at least 12 cards, one a seat in each half,"
        " but deck=11 has 11; use deck=full.",
        {"deck": "full"},
    ),
    (
        {"deal": "halves", "end": ONE_ROUND, "rows": 97},
        "deal=halves with seats=4 and rows=97 needs a deck of at least 105 cards, one a seat in each half,"
        " but deck=full has 104; use rows=96 or less.",
        {"rows": 96},
    ),
    (
        {"deal": "halves", "end": ONE_ROUND, "rows": 5, "seats": 10, "deck": "tactical"},
        "deck=tactical with hand=10, seats=10 and rows=5 needs 105 cards, but there are 104; use deck=full.",
        {"deck": "full"},
    ),
    (
        {"deal": "draft", "deck": "tactical", "play": "flip"},
        "deal=draft and play=flip clash: picked cards are known; use deal=random with play=flip.",
        {"deal": "random"},
    ),
    (
        {"deal": "draft"},
        "deal=draft and deck=full clash: the picks must leave one card a row, so use deck=tactical"
        " (44 cards here).",
        {"deck": "tactical"},
    ),
    (
        {"deal": "draft", "deck": 45},
        "deal=draft and deck=45 clash: the picks must leave one card a row, so use deck=tactical"
        " (44 cards here).",
        {"deck": "tactical"},
    ),
    (
        {"deal": "draft", "hand": 11, "seats": 10},
        "hand=11 with seats=10 and rows=4 needs 114 cards, but deck=full has 104; use hand=10 or less.",
        {"hand": 10},
    ),
    (
        {"deal": "draft", "deck": 44, "end": End("elimination", 66)},
        "deal=draft with end=elimination and deck=44 clash: when a seat is out the picks would leave too many"
        " cards; use deck=tactical.",
        {"deck": "tactical"},
    ),
    (
        {"heads": "light", "hand": 1, "rows": 2, "seats": 2, "deck": "tactical"},
        "heads=light and deck=tactical clash with end=score:66: no card of the 4 has heads, so no total would"
        " grow; use heads=classic or end=rounds:1.",
        {"heads": "classic"},
    ),
    (
        {"heads": "light", "hand": 1, "rows": 2, "deck": "tactical", "end": End("elimination", 5)},
        "heads=light and deck=tactical clash with end=elimination:5: no card of the 4 that are dealt to the"
        " last two has heads, so no total would grow; use heads=classic or end=rounds:1.",
        {"end": ONE_ROUND},
    ),
    (
        {"ends": "both", "hand": 1},
        "ends=both with hand=1 clashes with end=score:66: 4 players never lay the 5 cards it takes until one"
        " has no place, so no total would grow; use hand=2 or more, or end=rounds:1.",
        {"hand": 2},
    ),
    (
        {"ends": "both", "hand": 2, "end": End("elimination", 66)},
        "ends=both with hand=2 clashes with end=elimination:66: 2 players never lay the 5 cards it takes"
        " until one has no place, so no total would grow; use hand=3 or more, or end=rounds:1.",
        {"hand": 3},
    ),
]


def referee_refuses(options: dict[str, Any]) -> bool:
    """Return whether the independent referee refuses a game with these options."""
    end = options.get("end", End())
    rules = {
        **rules_to_json(Rules(seats=4)),
        **options,
        "end": {"kind": end.kind, end.unit: end.count},
    }
    seats = [{"name": "Ana", "kind": "human"}] * options["seats"]
    head = {"record": "sixth/1", "game": "g", "rules": rules, "seats": seats, "started": None}
    with pytest.raises(RefereeError) as refusal:
        check([json.dumps(head)])
    # Where it accepts the head, it misses the deal.
    return refusal.value.line == 1


@pytest.mark.parametrize(("options", "sentence", "fits"), CLASHES)
def test_options_that_clash_are_refused_in_one_sentence_that_says_what_fits(
    options: dict[str, Any], sentence: str, fits: dict[str, Any]
) -> None:
    assert refusal(**options) == sentence
    advice = re.split(r"; |, so use ", sentence)[-1]
    for name, value in fits.items():
        assert f"{name}={value}" in advice or f"leave {name} out" in advice
    assert isinstance(Rules(**{"seats": 4, **options, **fits}), Rules)
    assert referee_refuses({"seats": 4, **options}) or "no total would grow" in sentence
    assert not referee_refuses({"seats": 4, **options, **fits})


MANY: dict[str, st.SearchStrategy[Any]] = {
    "deck": st.one_of(st.sampled_from(["full", "tactical"]), st.integers(0, 110)),
    "hand": st.integers(0, 60),
    "rows": st.integers(0, 110),
    "row_limit": st.integers(0, 10),
    "deal": st.sampled_from(["random", "draft", "halves"]),
    "play": st.sampled_from(["simultaneous", "flip"]),
    "ends": st.sampled_from(["right", "both"]),
    "heads": st.sampled_from(["classic", "light"]),
    "goal": st.sampled_from(["fewest", "most"]),
    "end": st.sampled_from([End("score", 1), End("rounds", 1), End("rounds", 2), End("elimination", 3)]),
}


@given(options=st.fixed_dictionaries({"seats": st.integers(0, 12)}, optional=MANY))
def test_any_options_are_rules_that_can_be_dealt_or_refused_in_one_sentence(options: dict[str, Any]) -> None:
    try:
        rules = Rules(**options)
    except RulesError as error:
        text = str(error)
        # A game without end can be played.
        assert referee_refuses(options) or "no total would grow" in text
        names = [name for name in OPTIONS if f"{name}=" in text or text.startswith(f"{name} ")]
        assert names
        assert text.count(". ") == 0
    else:
        assert not referee_refuses(options)
        for players in range(1, rules.seats + 1):
            need = sum(rules.parts(players)) * players + rules.rows
            assert need <= rules.deck_size(players) <= 104
            assert min(rules.parts(players)) >= 1


# ------------------------------------------------------------------ changing rules


def test_any_option_can_be_changed_from_any_rules() -> None:
    rules = sixth.games["elimination"].replace(seats=6).replace(deck="tactical", hand=7)
    assert rules == Rules(seats=6, deck="tactical", hand=7, heads="light", end=End("elimination", 66))


def test_a_changed_option_is_checked_with_the_others() -> None:
    with pytest.raises(RulesError, match="use hand=15 or less"):
        sixth.games["kids"].replace(seats=6).replace(hand=17, deck=100)


def test_halves_brings_the_hand_and_end_that_it_fixes() -> None:
    rules = Rules(seats=4, hand=7, end=End("score", 100)).replace(deal="halves")
    assert (rules.hand, rules.end) == (10, End("rounds", 1))
    assert sixth.games["kids"].replace(seats=4, deal="halves").hand == 10
    with pytest.raises(RulesError, match="leave hand out"):
        Rules(seats=4).replace(deal="halves", hand=7)


def test_an_option_that_does_not_exist_is_no_option() -> None:
    with pytest.raises(TypeError):
        Rules(seats=4).replace(magic=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        sixth.games["classic"].replace(seats=4, magic=1)  # type: ignore[call-arg]


# ------------------------------------------------------------------ named games


NAMED: dict[str, dict[str, Any]] = {
    "classic": {},
    "tactical": {"deck": "tactical"},
    "logic": {"deck": "tactical", "deal": "draft"},
    "halves": {"deal": "halves", "end": ONE_ROUND},
    "both-ends": {"ends": "both"},
    "kids": {"play": "flip", "hand": 15, "rows": 5, "goal": "most", "end": ONE_ROUND},
    "elimination": {"heads": "light", "end": End("elimination", 66)},
}


def test_the_named_games_are_those_of_the_rules() -> None:
    assert list(sixth.games) == list(NAMED)


@pytest.mark.parametrize("name", NAMED)
def test_a_named_game_has_its_options_its_name_and_its_published_numbers_of_seats(name: str) -> None:
    assert sixth.games[name].seats == tuple(range(2, 7 if name == "kids" else 11))
    for seats in sixth.games[name].seats:
        rules = sixth.games[name].replace(seats=seats)
        assert rules == Rules(seats=seats, **NAMED[name])
        assert name_of(rules) == name
    for seats in (*range(-1, 2), 11, 12):
        with pytest.raises(RulesError, match="seats is a whole number from 2 to 10"):
            sixth.games[name].replace(seats=seats)


def test_seven_kids_are_too_many_for_the_deck() -> None:
    with pytest.raises(
        RulesError, match=r"hand=15 with seats=7 and rows=5 needs 110 cards.* use hand=14 or less"
    ):
        sixth.games["kids"].replace(seats=7)


def test_a_named_game_needs_a_number_of_seats() -> None:
    with pytest.raises(RulesError, match="classic needs a number of seats, from 2 to 10"):
        sixth.games["classic"].replace()


def test_a_named_game_cannot_be_changed_in_place() -> None:
    with pytest.raises(TypeError):
        sixth.games["x"] = sixth.games["classic"]  # type: ignore[index]
    with pytest.raises(TypeError):
        sixth.games["classic"].options["hand"] = 9  # type: ignore[index]


def test_rules_of_somebodys_own_have_no_name() -> None:
    assert name_of(Rules(seats=4, hand=9)) is None
    assert name_of(Rules(seats=10, hand=5, rows=5, play="flip", goal="most", end=ONE_ROUND)) is None


# ------------------------------------------------------------------ decks and hands


def test_a_tactical_deck_follows_hand_and_rows_and_the_players_left() -> None:
    rules = Rules(seats=5, deck="tactical", hand=7, rows=3)
    assert [rules.deck_size(players) for players in (5, 4, 2)] == [38, 31, 17]


def test_halves_are_dealt_as_published() -> None:
    parts = {seats: sixth.games["halves"].replace(seats=seats).parts(seats) for seats in SEATS}
    assert parts == {
        2: (25, 25), 3: (16, 17), 4: (12, 13), 5: (10, 10), 6: (8, 8), 7: (7, 7), 8: (6, 6), 9: (5, 6),
        10: (5, 5),
    }  # fmt: skip


def test_the_best_have_the_fewest_heads_or_the_most() -> None:
    totals = (5, 3, 3, 9)
    assert Rules(seats=4).best((0, 1, 2, 3), totals) == (1, 2)
    assert Rules(seats=4, goal="most").best((0, 1, 2), totals) == (0,)


# ------------------------------------------------------------------ options as text


@given(rules=all_rules())
def test_every_option_is_read_back_from_its_text(rules: Rules) -> None:
    for name in OPTIONS:
        value = getattr(rules, name)
        assert option_from_text(name, str(value)) == value


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("end", "score", End("score", 66)),
        ("end", "elimination", End("elimination", 66)),
        ("hand", "007", 7),
    ],
)
def test_an_option_is_read_from_shorter_and_longer_text(name: str, text: str, value: object) -> None:
    assert option_from_text(name, text) == value


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("magic", "1", "There is no option 'magic'; the options are seats, deck, "),
        ("", "1", "There is no option ''"),
        ("hand", "", "hand takes a whole number, not ''."),
        ("hand", "-1", "hand takes a whole number, not '-1'."),
        ("hand", "1.0", "hand takes a whole number, not '1.0'."),
        ("hand", "٣", "hand takes a whole number"),
        ("hand", "²", "hand takes a whole number"),
        ("hand", "9" * 5000, "hand takes a whole number"),
        ("hand", "ten", "hand takes a whole number"),
        ("deck", "small", "deck takes a whole number or full or tactical, not 'small'."),
        ("ends", "left", "ends is right or both, not 'left'."),
        ("end", "never", "end is score or rounds or elimination"),
        ("end", "", "end is score or rounds or elimination"),
        ("end", "rounds", "end takes a whole number after rounds, as in end=rounds:3"),
        ("end", "score:", "end takes a whole number after score"),
        ("end", "score:x", "end takes a whole number after score"),
        ("end", "score:6:6", "end takes a whole number after score"),
        ("end", "score:0", "end=score takes a whole number from 1"),
        ("end", "Score:6", "end is score or rounds or elimination"),
    ],
)
def test_text_that_is_no_value_of_an_option_is_refused_in_one_sentence(
    name: str, text: str, sentence: str
) -> None:
    with pytest.raises(RulesError) as error:
        option_from_text(name, text)
    assert str(error.value).startswith(sentence)
    assert len(str(error.value)) < 200
