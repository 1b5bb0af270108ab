"""A deal in every rotation of the seats: the same cards, fair places, and what a fault costs."""

import json
from typing import Any

import pytest

import sixth
from sixth import Choose, End
from sixth.arena.contest import Entrant
from sixth.arena.deal import result_from_json, result_to_json
from sixth.arena.players.player import InternalBot
from sixth.rules.codec import Malformed
from sixth.rules.view import View
from tests.arena.tables import contest, play_deals, player_of, table_of, without_times


def ours(*names: str, **options: Any) -> Any:
    return contest(entrants=tuple(Entrant(name) for name in names), **options)


def test_every_bot_holds_every_hand_of_a_deal_once() -> None:
    hands: dict[int, list[tuple[int, ...]]] = {0: [], 1: [], 2: []}
    rows = set()

    def recorder(bot: int) -> Any:
        def act(view: View) -> Any:
            if view.turn == 1 and view.phase == "choose":
                hands[bot].append(view.hand)
                rows.add(view.rows)
            return view.legal[0]

        return player_of(act)

    table_of(ours("a", "b", "c"), a=recorder(0), b=recorder(1), c=recorder(2)).play(5)
    assert len(rows) == 1
    assert sorted(hands[0]) == sorted(hands[1]) == sorted(hands[2])
    assert len(set(hands[0])) == 3
    # Bot i sits at seat (i + rotation) % seats.
    assert hands[0][1] == hands[1][0] == hands[2][2]


def test_other_deals_and_other_seeds_have_other_cards() -> None:
    one, other = play_deals(contest(), 2)
    (third,) = play_deals(contest(seed=8), 1)
    assert len({one.heads, other.heads, third.heads}) == 3


@pytest.mark.parametrize("game", sixth.games)
def test_equal_bots_that_need_no_luck_come_out_exactly_equal(game: str) -> None:
    for result in play_deals(contest("nearest,nearest,nearest", game=game), 4):
        assert len({sum(heads) for heads in zip(*result.heads, strict=True)}) == 1
        assert len({tuple(sorted(places)) for places in zip(*result.places, strict=True)}) == 1


def test_a_deal_is_the_same_whatever_was_played_before() -> None:
    table = table_of(contest("random,random,careful"))
    forward = [without_times(table.play(deal)) for deal in range(4)]
    table = table_of(contest("random,random,careful"))
    assert [without_times(table.play(deal)) for deal in (3, 2, 1, 0)] == forward[::-1]


def test_bots_of_one_name_at_one_table_do_not_draw_alike() -> None:
    result = play_deals(contest("random,random"), 1)[0]
    assert len(set(result.heads[0])) == 2


@pytest.mark.parametrize("game", sixth.games)
@pytest.mark.parametrize("whole", [False, True])
def test_places_follow_from_the_game(game: str, whole: bool) -> None:
    for result in play_deals(contest("careful,random,nearest,random", game=game, whole=whole), 3):
        for heads, places in zip(result.heads, result.places, strict=True):
            assert min(places) == 0
            assert all(sum(other < place for other in places) == place for place in places)
            if not (whole and game == "elimination"):
                best = max(heads) if game == "kids" else min(heads)
                assert [place == 0 for place in places] == [each == best for each in heads]


def test_in_a_whole_elimination_who_lasts_longer_is_placed_better() -> None:
    table = contest("careful,nearest,random", game="elimination", whole=True)
    for result in play_deals(table, 3):
        for heads, places in zip(result.heads, result.places, strict=True):
            winner = places.index(0)
            assert all(each > 66 for bot, each in enumerate(heads) if bot != winner)


def test_a_game_without_end_is_stopped_and_counted_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sixth.arena.deal.MAX_ROUNDS", 3)
    result = play_deals(contest("careful,random", whole=True, changes={"end": End("score", 9_999)}), 1)[0]
    assert sorted(result.places[0]) == [0, 1]


# ------------------------------------------------------------------ faults

CARD = 104


def fails(view: View) -> Any:
    raise RuntimeError("out of\n ideas")


def leaves(view: View) -> Any:
    raise SystemExit("bye")


@pytest.mark.parametrize(
    ("act", "why"),
    [
        (fails, "failed: RuntimeError: out of ideas"),
        (leaves, "failed: SystemExit: bye"),
        (lambda view: None, "did what is not allowed: None"),
        (lambda view: 17, "did what is not allowed: 17"),
        (lambda view: Choose(105), "did what is not allowed: Choose(card=105)"),
        (lambda view: view.pairs, "failed: AttributeError: 'View' object has no attribute 'pairs'"),
    ],
)  # fmt: skip
def test_a_bot_that_fails_loses_the_round_with_more_heads_than_anybody(act: Any, why: str) -> None:
    result = table_of(ours("bad", "careful", "nearest"), bad=player_of(act)).play(0)
    assert [(each.bot, each.rotation, each.why) for each in result.faults] == [
        (0, rotation, why) for rotation in range(3)
    ]
    for heads, places in zip(result.heads, result.places, strict=True):
        assert heads[0] > max(heads[1:])
        assert places[0] == 2


def test_a_bot_that_cannot_be_made_loses_the_round() -> None:
    def make(seed: str) -> Any:
        raise ValueError("no weights")

    result = table_of(contest("careful,nearest"), careful=InternalBot(make)).play(0)
    assert [each.why for each in result.faults] == ["could not be made: ValueError: no weights"] * 2


def test_a_bot_that_fails_is_not_asked_again_before_the_next_round() -> None:
    turns = []

    def act(view: View) -> Any:
        turns.append(view.turn)
        return view.legal[0] if view.turn < 4 or view.phase == "take" else None

    table_of(ours("bad", "random"), bad=player_of(act)).play(0)
    assert turns.count(4) == 2
    assert max(turns) == 4


def test_the_round_goes_on_for_the_others_as_against_a_random_player() -> None:
    bad = table_of(ours("bad", "careful"), bad=player_of(fails)).play(0)
    assert bad.moves[0] == 0
    assert bad.moves[1] >= 19


def test_where_the_most_heads_win_a_fault_leaves_fewer_than_anybody_has() -> None:
    def on_a_take(view: View) -> Any:
        return None

    table = table_of(ours("bad", "careful", "random", game="kids"), bad=player_of(on_a_take))
    results = [table.play(deal) for deal in range(8)]
    faults = [(result, each.rotation) for result in results for each in result.faults]
    assert faults
    for result, rotation in faults:
        heads = result.heads[rotation]
        assert heads[0] < min(heads[1:])
        assert result.places[rotation][0] == 2


def test_two_that_fail_are_both_behind_those_that_did_not() -> None:
    result = table_of(ours("a", "b", "careful"), a=player_of(fails), b=player_of(fails)).play(0)
    for heads, places in zip(result.heads, result.places, strict=True):
        assert places[2] == 0
        assert min(places[:2]) == 1
        assert min(heads[:2]) > heads[2]


def test_where_everybody_fails_nobody_wins() -> None:
    result = table_of(ours("a", "b"), a=player_of(fails), b=player_of(fails)).play(0)
    assert all(min(places) > 0 for places in result.places)


def test_a_fault_costs_a_whole_elimination_too() -> None:
    late = player_of(lambda view: None if view.round == 2 else view.legal[-1])
    result = table_of(ours("bad", "random", "random", game="elimination", whole=True), bad=late).play(0)
    assert len(result.faults) == 3
    assert [places[0] for places in result.places] == [2, 2, 2]


# ------------------------------------------------------------------ as JSON


def test_a_result_comes_back_from_json_as_it_was() -> None:
    result = table_of(ours("bad", "careful", "nearest"), bad=player_of(fails)).play(3)
    assert result_from_json(json.loads(json.dumps(result_to_json(result))), seats=3) == result


@pytest.mark.parametrize(
    "change",
    [
        {"deal": -1}, {"deal": True}, {"heads": [[1, 2], [3, 4]]}, {"places": [[0, 4, 1]] * 3},
        {"moves": [1, 2]}, {"seconds": ["1", 2, 3]}, {"faults": [{"bot": 3, "rotation": 0, "why": ""}]},
        {"extra": 1},
    ],
)  # fmt: skip
def test_a_result_of_another_form_is_refused(change: dict[str, Any]) -> None:
    value = json.loads(json.dumps(result_to_json(table_of(contest()).play(0))))
    with pytest.raises(Malformed):
        result_from_json({**value, **change}, seats=3)
