"""Sentences on the outlooks of two answers, and hints that do not name the best answer."""

from sixth.coach.outlook import CardOutlook, Outlook, contrast, hint, own_chance
from sixth.rules.events import Action, Choose, Take


def outlook(**cards: tuple[int, int]) -> Outlook:
    """Return an outlook of the cards c20, c23…: a percentage and tenths of a head each."""
    return tuple(CardOutlook(int(name[1:]), *both) for name, both in cards.items())


def sentences(answer: Action, best: Action, of_answer: Outlook, of_best: Outlook) -> list[list[str]]:
    """Return the sentences of the contrast, of the own card, and of the hint."""
    outlooks = {answer: of_answer, best: of_best}
    return [list(map(str, tell(answer, best, outlooks))) for tell in (contrast, own_chance, hint)]


def test_the_card_that_is_played_is_dearer_now_than_later() -> None:
    waits = "20 takes a row in 61 % of deals now, in 8 % if it waits."
    texts = sentences(
        Choose(20), Choose(23), outlook(c20=(61, 40), c23=(2, 1)), outlook(c20=(8, 5), c23=(1, 1))
    )
    assert texts == [[waits], [waits], []]


def test_the_best_card_is_dearer_later_which_a_hint_does_not_name() -> None:
    texts = sentences(
        Choose(20), Choose(23), outlook(c20=(3, 2), c23=(71, 50)), outlook(c20=(4, 3), c23=(0, 0))
    )
    assert texts == [
        ["23 takes a row in 0 % of deals now, in 71 % if it waits."],
        ["20 takes a row in 3 % of deals now, your other cards take about 5 heads later."],
        ["One of your other cards takes a row in 71 % of deals if it waits."],
    ]


def test_another_card_of_the_hand_becomes_dearer() -> None:
    worse, better = (
        outlook(c20=(3, 2), c23=(0, 0), c30=(60, 40)),
        outlook(c20=(3, 2), c23=(0, 0), c30=(10, 6)),
    )
    assert sentences(Choose(20), Choose(23), worse, better) == [
        ["Later your 30 takes a row in 60 % of deals after 20, in 10 % after 23."],
        ["20 takes a row in 3 % of deals now, your other cards take about 4 heads later."],
        ["Later your 30 takes a row in 60 % of deals."],
    ]


def test_of_a_row_that_is_dearer_rather_than_likelier_heads_are_told() -> None:
    assert sentences(Take(2), Take(1), outlook(c41=(100, 120)), outlook(c41=(100, 82))) == [
        ["Later your 41 takes about 12 heads after row 3, 8 heads after row 2."],
        [],
        ["Later your 41 takes about 12 heads."],
    ]


def test_nothing_is_said_where_nothing_differs_or_nobody_looked() -> None:
    same = outlook(c20=(5, 3), c23=(5, 3))
    assert sentences(Choose(20), Choose(23), same, same)[0] == []
    assert sentences(Choose(20), Choose(23), (), ()) == [[], [], []]
