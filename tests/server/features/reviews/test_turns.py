"""The order of reviews: networks and tables take turns, and games that have just ended go before others."""

from collections.abc import Sequence

from sixth.server.features.reviews.rows import PendingReview, Subject
from sixth.server.features.reviews.turns import HEAD_START_S, TURN_S, in_turn

NOW = 1_000_000
TURN = int(TURN_S * 1000)
HEAD_START = int(HEAD_START_S * 1000)


def waits(
    name: str, network: str, table: str = "", *, at: int = NOW, just_ended: bool = False, taken: bool = False
) -> PendingReview:
    """Return a review that waits, of a game of this name at a table of its own or at `table`."""
    return PendingReview(
        Subject(name, 0, "coach/1"), table or f"table of {name}", network, just_ended, at, taken
    )


def names(ordered: Sequence[PendingReview]) -> list[str]:
    """Return the names of the games in this order."""
    return [each.subject.game for each in ordered]


def work_order(waiting: Sequence[PendingReview], *, later: Sequence[PendingReview] = ()) -> list[str]:
    """Return the games in the order of the work on them, if each takes one turn.

    The reviews in `later` are added when the clock has reached their requests.
    """
    remaining, now, turns, games = [*waiting], NOW, dict[str, int](), []
    while remaining or later:
        remaining += [each for each in later if each.asked_at <= now]
        later = [each for each in later if each.asked_at > now]
        first = in_turn(remaining, turns, now)[0]
        remaining.remove(first)
        games.append(first.subject.game)
        now += TURN
        turns |= {first.network: now, first.table: now}
    return games


def test_twenty_reviews_of_a_network_delay_that_of_another_by_one_turn() -> None:
    many = [waits(f"{number}", "A", at=number) for number in range(20)]
    late = waits("late", "B", at=NOW + TURN // 2)
    assert work_order(many, later=[late])[:3] == ["0", "late", "1"]
    for number in range(1, 18):
        late = waits("late", "B", at=NOW + number * TURN + 1)
        assert work_order(many, later=[late]).index("late") == number + 1


def test_networks_with_any_number_of_reviews_take_turns() -> None:
    first = [waits(f"A{number}", "A", at=1) for number in range(3)]
    second = [waits(f"B{number}", "B", at=2) for number in range(3)]
    assert work_order([*first, *second]) == ["A0", "B0", "A1", "B1", "A2", "B2"]
    assert names(in_turn([*first, *second], {}, NOW)) == ["A0", "B0", "A1", "B1", "A2", "B2"]


def test_tables_take_turns_within_a_network_and_across_networks() -> None:
    school = [waits(f"T{number}", "school", "T", at=number) for number in range(3)]
    other = waits("U", "school", "U", at=9)
    assert work_order([*school, other])[:2] == ["T0", "U"]
    phones = [waits(f"V{number}", f"phone {number}", "V", at=number) for number in range(9)]
    alone = waits("W", "elsewhere", "W", at=99)
    assert work_order([*phones, alone])[:2] == ["V0", "W"]


def test_games_that_have_just_ended_go_before_older_games() -> None:
    old = [waits(f"old {number}", f"network {number % 4}", at=NOW - 1000 + number) for number in range(12)]
    new = [waits(f"new {number}", "home", "their table", just_ended=True) for number in range(3)]
    assert names(in_turn([*old, *new], {}, NOW))[:3] == ["new 0", "new 1", "new 2"]


def test_an_older_game_does_not_wait_for_ever_for_games_that_have_just_ended() -> None:
    old = waits("old", "A", at=NOW)
    new = [
        waits(f"new {number}", f"network {number}", at=NOW + number * TURN, just_ended=True)
        for number in range(3 * HEAD_START // TURN)
    ]
    place = work_order([old, new[0]], later=new[1:]).index("old")
    assert place <= HEAD_START // TURN + 1


def test_the_review_in_work_comes_first_and_then_that_of_another_network() -> None:
    first = waits("first", "A", at=5, taken=True)
    same, other = waits("same", "A", at=6), waits("other", "B", at=7)
    assert names(in_turn([same, other, first], {"A": NOW}, NOW)) == ["first", "other", "same"]


def test_a_long_review_goes_on_after_the_turns_of_the_others() -> None:
    long, short = waits("long", "A", at=1), waits("short", "B", at=NOW - 1)
    assert names(in_turn([long, short], {"A": NOW, "table of long": NOW}, NOW)) == ["short", "long"]
