"""Why somebody took a row: who was there before, a row that was full, a card that was too low."""

from sixth.rules.cards import HEADS
from sixth.rules.events import Placed, Revealed
from sixth.server.web.text.why import taken_text
from sixth.server.web.views.turn import rows_taken

_HEADS = HEADS["classic"]
_NAMES = ("Ana", "Bo", "Cy")


def _told(*events: Revealed | Placed, me: int | None = None) -> list[str]:
    """Why each row was taken, as that seat reads it."""
    names = tuple("You" if seat == me else name for seat, name in enumerate(_NAMES))
    return [taken_text(each, names, me, both_ends=False) for each in rows_taken(_HEADS, events)]


def test_who_put_the_fifth_card_on_a_row_is_named_to_whoever_takes_it_and_to_themselves() -> None:
    turn = (
        Revealed(2, (26, 30, 36)),
        Placed(0, 26, 0, "right", (), "fits"),
        Placed(1, 30, 0, "right", (12, 14, 15, 21, 26), "full"),
        Placed(2, 36, 0, "right", (), "fits"),
    )
    assert _told(*turn, me=1) == ["You took row 1, 6 heads: Ana's 26 went first."]
    assert _told(*turn, me=0) == ["Bo took row 1, 6 heads: your 26 went first."]
    assert _told(*turn, me=2) == _told(*turn) == ["Bo took row 1, 6 heads: Ana's 26 went first."]


def test_a_row_that_was_full_before_the_turn_and_a_card_that_is_too_low_are_told_apart() -> None:
    turn = (
        Revealed(3, (3, 30, 90)),
        Placed(0, 3, 1, "right", (37,), "low"),
        Placed(1, 30, 0, "right", (12, 14, 15, 21, 26), "full"),
        Placed(2, 90, 3, "right", (), "fits"),
    )
    assert _told(*turn, me=0) == [
        "You took row 2, 1 head: your 3 was too low.",
        "Bo took row 1, 6 heads: it was full.",
    ]
