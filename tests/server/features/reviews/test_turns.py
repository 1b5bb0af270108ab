"""Networks and tables take turns at the coach, and what has just been played goes before older games."""

from collections.abc import Sequence

from sixth.server.features.reviews.rows import Subject, Waiting
from sixth.server.features.reviews.turns import HEAD_START_S, TURN_S, in_turn

NOW = 1_000_000
TURN = int(TURN_S * 1000)
HEAD_START = int(HEAD_START_S * 1000)


def waits(
    name: str, network: str, table: str = "", *, at: int = NOW, just_ended: bool = False, taken: bool = False
) -> Waiting:
    """A review of a game of that name, which is at a table of its own unless that is said."""
    return Waiting(Subject(name, 0, "coach/1"), table or f"table of {name}", network, just_ended, at, taken)


def names(ordered: Sequence[Waiting]) -> list[str]:
    """The games in the order in which they have their turns."""
    return [each.subject.game for each in ordered]


def served(waiting: Sequence[Waiting], *, later: Sequence[Waiting] = ()) -> list[str]:
    """The games in the order in which they are worked on, if each takes a turn; `later` come in between."""
    left, now, turns, found = [*waiting], NOW, dict[str, int](), []
    while left or later:
        left += [each for each in later if each.asked_at <= now]
        later = [each for each in later if each.asked_at > now]
        first = in_turn(left, turns, now)[0]
        left.remove(first)
        found.append(first.subject.game)
        now += TURN
        turns |= {first.network: now, first.table: now}
    return found


def test_twenty_of_one_network_delay_the_one_of_another_by_one_turn() -> None:
    many = [waits(f"{number}", "A", at=number) for number in range(20)]
    late = waits("late", "B", at=NOW + TURN // 2)
    assert served(many, later=[late])[:3] == ["0", "late", "1"]
    for number in range(1, 18):
        asked = waits("late", "B", at=NOW + number * TURN + 1)
        assert served(many, later=[asked]).index("late") == number + 1


def test_networks_take_turns_however_many_each_asks_for() -> None:
    first = [waits(f"A{number}", "A", at=1) for number in range(3)]
    second = [waits(f"B{number}", "B", at=2) for number in range(3)]
    assert served([*first, *second]) == ["A0", "B0", "A1", "B1", "A2", "B2"]
    assert names(in_turn([*first, *second], {}, NOW)) == ["A0", "B0", "A1", "B1", "A2", "B2"]


def test_tables_take_turns_within_a_network_and_beyond_it() -> None:
    school = [waits(f"T{number}", "school", "T", at=number) for number in range(3)]
    other = waits("U", "school", "U", at=9)
    assert served([*school, other])[:2] == ["T0", "U"]
    phones = [waits(f"V{number}", f"phone {number}", "V", at=number) for number in range(9)]
    alone = waits("W", "elsewhere", "W", at=99)
    assert served([*phones, alone])[:2] == ["V0", "W"]


def test_what_has_just_been_played_goes_before_reviews_of_old_games() -> None:
    old = [waits(f"old {number}", f"network {number % 4}", at=NOW - 1000 + number) for number in range(12)]
    new = [waits(f"new {number}", "home", "their table", just_ended=True) for number in range(3)]
    assert names(in_turn([*old, *new], {}, NOW))[:3] == ["new 0", "new 1", "new 2"]


def test_an_old_game_does_not_wait_for_ever_for_what_has_just_been_played() -> None:
    old = waits("old", "A", at=NOW)
    new = [
        waits(f"new {number}", f"network {number}", at=NOW + number * TURN, just_ended=True)
        for number in range(3 * HEAD_START // TURN)
    ]
    place = served([old, new[0]], later=new[1:]).index("old")
    assert place <= HEAD_START // TURN + 1


def test_what_is_worked_on_comes_first_and_the_next_is_of_somebody_else() -> None:
    going = waits("going", "A", at=5, taken=True)
    same, other = waits("same", "A", at=6), waits("other", "B", at=7)
    assert names(in_turn([same, other, going], {"A": NOW}, NOW)) == ["going", "other", "same"]


def test_a_long_review_goes_on_once_the_others_had_their_turn() -> None:
    long, short = waits("long", "A", at=1), waits("short", "B", at=NOW - 1)
    assert names(in_turn([long, short], {"A": NOW, "table of long": NOW}, NOW)) == ["short", "long"]
