"""Places on the ladder: one number where the differences are clear, a range elsewhere."""

from typing import Any

from sixth.server.features.reading.ladder.service import ArenaResults
from sixth.server.features.reading.ladder.view import ladder_lines


def _results(heads: list[float], clear: list[tuple[int, int]], goal: str = "fewest") -> ArenaResults:
    bots = [
        {
            "bot": f"bot {at}",
            "heads": each,
            "heads_ci": [each - 1, each + 1],
            "win": 0.5,
            "rating": 25,
            "rounds": 9,
        }
        for at, each in enumerate(heads)
    ]
    pairs = [(one, other) for one in range(len(heads)) for other in range(one + 1, len(heads))]
    differences: Any = [
        {"of": pair, "heads": heads[pair[0]] - heads[pair[1]], "clear": pair in clear} for pair in pairs
    ]
    fields = {
        "game": "classic",
        "seats": 2,
        "rounds": 9,
        "deals": 3,
        "unit": "round",
        "rules": {"goal": goal},
    }
    return ArenaResults(bots=tuple(bots), differences=tuple(differences), **fields)  # type: ignore[arg-type]


def test_bots_that_do_not_differ_clearly_share_their_places() -> None:
    lines = ladder_lines(_results([9.0, 5.0, 5.5], clear=[(0, 1), (0, 2)]))
    assert [(line["place"], line["bot"]) for line in lines] == [
        ("1–2", "bot 1"),
        ("1–2", "bot 2"),
        ("3", "bot 0"),
    ]
    assert [line["whisker"][:3] for line in lines] == [
        (0.0, 16.7, 33.3),
        (8.3, 25.0, 41.7),
        (66.7, 83.3, 100.0),
    ]


def test_bots_with_most_heads_are_first_where_most_heads_win() -> None:
    lines = ladder_lines(_results([5.0, 9.0], clear=[(0, 1)], goal="most"))
    assert [(line["place"], line["bot"]) for line in lines] == [("1", "bot 1"), ("2", "bot 0")]
