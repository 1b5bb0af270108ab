"""The referee: small games worked out by hand, and every way of corrupting them.

Each record here was laid out card by card on paper from the rules; none came out of the program.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.referee import RefereeError, Rules, Verdict, check, heads_of

Line = dict[str, object]

ROUNDS_1 = {"kind": "rounds", "rounds": 1}
TINY: Line = {
    "seats": 2,
    "deck": "full",
    "hand": 1,
    "rows": 1,
    "row_limit": 5,
    "deal": "random",
    "play": "simultaneous",
    "ends": "right",
    "heads": "classic",
    "goal": "fewest",
    "end": ROUNDS_1,
}


def score(limit: int) -> Line:
    return {"kind": "score", "limit": limit}


def elimination(limit: int) -> Line:
    return {"kind": "elimination", "limit": limit}


def event(name: str, **fields: object) -> Line:
    return {"event": name, **fields}


def laid(first: int, *cards: int, round: int = 1) -> Line:
    return event("laid", round=round, cards=list(cards), first=first)


def picked(seat: int, card: int) -> Line:
    return event("picked", seat=seat, card=card)


def deal(*hands: list[int], rows: list[list[int]], round: int = 1, part: int = 1) -> Line:
    return event("dealt", round=round, part=part, hands=list(hands), rows=rows, proof=None)


def chose(seat: int, card: int) -> Line:
    return event("chose", seat=seat, card=card)


def reveal(turn: int, *cards: int | None) -> Line:
    return event("revealed", turn=turn, cards=list(cards))


def turn(number: int, *cards: int | None) -> list[Line]:
    """Return the events of a turn: all choose, in seat order, and the cards are revealed."""
    choices = [chose(seat, card) for seat, card in enumerate(cards) if card is not None]
    return [*choices, reveal(number, *cards)]


def flipped(seat: int, card: int) -> Line:
    return event("flipped", seat=seat, card=card)


def take(seat: int, row: int, end: str | None = None) -> Line:
    return event("took", seat=seat, row=row, **({"end": end} if end else {}))


def placed(
    seat: int, card: int, row: int, taken: list[int] | None = None, why: str = "fits", end: str = "right"
) -> Line:
    return event("placed", seat=seat, card=card, row=row, end=end, taken=taken or [], why=why)


def round_end(round: int, heads: list[int], totals: list[int], out: list[int] | None = None) -> Line:
    return event("round_ended", round=round, heads=heads, totals=totals, out=out or [])


def game_end(totals: list[int], *winners: int) -> Line:
    return event("game_ended", totals=totals, winners=list(winners))


def over(heads: list[int], *winners: int) -> list[Line]:
    """Return the two last lines of a game of one round."""
    return [round_end(1, heads, heads), game_end(heads, *winners)]


def game(options: Line, *events: Line | list[Line]) -> list[Line]:
    """Return a record: TINY with these options, and the events numbered."""
    rules = {**TINY, **options}
    names = ["Ana", "Bo", "Cy", "Di"][: int(f"{rules['seats']:d}")]
    seats = [{"name": name, "kind": "human"} for name in names]
    header: Line = {"record": "sixth/1", "game": "g", "rules": rules, "seats": seats, "started": None}
    flat = [line for each in events for line in (each if isinstance(each, list) else [each])]
    return [header, *({"v": v, **line} for v, line in enumerate(flat, start=1))]


def texts(lines: list[Line]) -> list[str]:
    return [json.dumps(line, ensure_ascii=False) for line in lines]


def judged(lines: list[Line]) -> Verdict:
    (verdict,) = check(texts(lines))
    return verdict


def refusal(lines: list[Line], at: int) -> str:
    with pytest.raises(RefereeError) as caught:
        check(texts(lines))
    assert caught.value.line == at, caught.value
    return caught.value.message


def renumbered(lines: list[Line]) -> list[Line]:
    return [lines[0], *({**line, "v": v} for v, line in enumerate(lines[1:], start=1))]


def with_values(lines: list[Line], at: int, **fields: object) -> list[Line]:
    """Return the record with other values on one line (counted from 1); keys keep their places."""
    assert fields.keys() <= lines[at - 1].keys()
    return [*lines[: at - 1], {**lines[at - 1], **fields}, *lines[at:]]


def without(lines: list[Line], at: int) -> list[Line]:
    """Return the record with one event left out, and v closed up."""
    return renumbered(lines[: at - 1] + lines[at:])


def inserted(lines: list[Line], at: int, *extra: Line) -> list[Line]:
    """Return the record with more events, so that the first stands on this line."""
    return renumbered([*lines[: at - 1], *({"v": 0, **line} for line in extra), *lines[at - 1 :]])


def line_of(lines: list[Line], name: str, nth: int = 1) -> int:
    """Return the number of the line with the nth event of this name."""
    return [at for at, line in enumerate(lines, start=1) if line.get("event") == name][nth - 1]


# The games; rows are numbered from 0 in the order of the deal.

SHEET = game(  # worked examples 1, 2, 3
    {"seats": 4, "hand": 3, "rows": 4},
    deal([3, 14, 21], [9, 15, 26], [30, 44, 68], [36, 61, 83], rows=[[12], [37], [43], [58]]),
    turn(1, 14, 15, 44, 61),
    [placed(0, 14, 0), placed(1, 15, 0), placed(2, 44, 2), placed(3, 61, 3)],
    turn(2, 21, 26, 30, 36),
    [placed(0, 21, 0), placed(1, 26, 0), placed(2, 30, 0, [12, 14, 15, 21, 26], "full"), placed(3, 36, 0)],
    turn(3, 3, 9, 68, 83),
    [take(0, 1), placed(0, 3, 1, [37], "low"), placed(1, 9, 1), placed(2, 68, 3), placed(3, 83, 3)],
    over([1, 0, 6, 0], 1, 3),
)
SHEET_93 = [json.loads(text.replace("83", "93")) for text in texts(SHEET)]
EXAMPLE_4 = game(
    {"rows": 4},
    deal([29], [3], rows=[[8], [24], [69], [81]]),
    turn(1, 29, 3),
    [take(1, 3), placed(1, 3, 3, [81], "low"), placed(0, 29, 1)],
    over([0, 1], 0),
)
EXAMPLE_5 = game(
    {"hand": 5, "rows": 2, "heads": "light"},
    deal([42, 50, 57, 64, 65], [1, 2, 3, 72, 81], rows=[[33], [69]]),
    [*turn(1, 42, 72), placed(0, 42, 0), placed(1, 72, 1)],
    [*turn(2, 50, 81), placed(0, 50, 0), placed(1, 81, 1)],
    [*turn(3, 57, 1), take(1, 1), placed(1, 1, 1, [69, 72, 81], "low"), placed(0, 57, 0)],
    [*turn(4, 64, 2), placed(1, 2, 1), placed(0, 64, 0)],
    [*turn(5, 65, 3), placed(1, 3, 1), placed(0, 65, 0, [33, 42, 50, 57, 64], "full")],
    over([8, 0], 1),
)
EXAMPLE_6 = game(
    {"rows": 2, "ends": "both"},
    deal([10], [20], rows=[[11], [15]]),
    turn(1, 10, 20),
    [placed(0, 10, 0, end="left"), placed(1, 20, 1)],
    over([0, 0], 0, 1),
)
TRAP_FULL = game(  # example 7a: 45 goes to the row ending in 42, although it is full, not to the one in 41
    {"rows": 2, "row_limit": 1},
    deal([45], [60], rows=[[41], [42]]),
    turn(1, 45, 60),
    [placed(0, 45, 1, [42], "full"), placed(1, 60, 1, [45], "full")],
    over([1, 2], 0),
)
TRAP_TAKEN = game(  # example 7b: the row ending in 61 is gone when 62 comes
    {"rows": 2, "row_limit": 1},
    deal([29], [62], rows=[[50], [61]]),
    turn(1, 29, 62),
    [take(0, 1), placed(0, 29, 1, [61], "low"), placed(1, 62, 0, [50], "full")],
    over([1, 3], 0),
)
BOTH_FULL = game(  # the nearest place counts, full or not, and the card starts the row at the end it came to
    {"rows": 2, "row_limit": 1, "ends": "both"},
    deal([4], [12], rows=[[5], [9]]),
    turn(1, 4, 12),
    [placed(0, 4, 0, [5], "full", "left"), placed(1, 12, 1, [9], "full")],
    over([2, 1], 1),
)
CHOICE = game(  # 7 is two from 5 and two from 9
    {"rows": 2, "ends": "both"},
    deal([7], [20], rows=[[5], [9]]),
    turn(1, 7, 20),
    [take(0, 1, "left"), placed(0, 7, 1, [], "choice", "left"), placed(1, 20, 1)],
    over([0, 0], 0, 1),
)
CHOICE_FULL = game(
    {"rows": 2, "row_limit": 1, "ends": "both"},
    deal([7], [20], rows=[[5], [9]]),
    turn(1, 7, 20),
    [take(0, 0, "right"), placed(0, 7, 0, [5], "choice"), placed(1, 20, 1, [9], "full")],
    over([2, 1], 1),
)
NOWHERE = game(  # 4 lies inside the only row
    {"hand": 2, "ends": "both"},
    deal([3, 4], [8, 9], rows=[[5]]),
    [*turn(1, 3, 8), placed(0, 3, 0, end="left"), placed(1, 8, 0)],
    [*turn(2, 4, 9), take(0, 0), placed(0, 4, 0, [3, 5, 8], "low"), placed(1, 9, 0)],
    over([4, 0], 1),
)
HALVES = game(  # 8 cards, 1 row, 2 seats: 3 each, 1 then 2; one card is not used
    {"hand": 10, "deck": 8, "deal": "halves"},
    deal([3], [5], rows=[[1]]),
    [*turn(1, 3, 5), placed(0, 3, 0), placed(1, 5, 0)],
    deal([2, 6], [4, 7], rows=[[1, 3, 5]], part=2),
    [*turn(2, 2, 4), take(0, 0), placed(0, 2, 0, [1, 3, 5], "low"), placed(1, 4, 0)],
    [*turn(3, 6, 7), placed(0, 6, 0), placed(1, 7, 0)],
    over([4, 0], 1),
)
FLIP_MOST = game(
    {"hand": 2, "play": "flip", "goal": "most"},
    deal([4, 2], [5, 3], rows=[[1]]),
    [flipped(0, 4), placed(0, 4, 0), flipped(1, 5), placed(1, 5, 0)],
    [flipped(0, 2), take(0, 0), placed(0, 2, 0, [1, 4, 5], "low"), flipped(1, 3), placed(1, 3, 0)],
    over([4, 0], 0),
)
FLIP_HALVES = game(
    {"hand": 10, "deck": 8, "deal": "halves", "play": "flip", "row_limit": 4},
    deal([3], [5], rows=[[1]]),
    [flipped(0, 3), placed(0, 3, 0), flipped(1, 5), placed(1, 5, 0)],
    deal([6, 2], [7, 4], rows=[[1, 3, 5]], part=2),
    [flipped(0, 6), placed(0, 6, 0), flipped(1, 7), placed(1, 7, 0, [1, 3, 5, 6], "full")],
    [flipped(0, 2), take(0, 0), placed(0, 2, 0, [7], "low"), flipped(1, 4), placed(1, 4, 0)],
    over([1, 5], 0),
)
DRAFT = game(
    {"hand": 2, "deck": "tactical", "deal": "draft"},
    laid(1, 1, 2, 3, 4, 5),
    [picked(1, 5), picked(0, 4), picked(1, 2), picked(0, 1)],
    deal([1, 4], [2, 5], rows=[[3]]),
    [*turn(1, 1, 2), take(0, 0), placed(0, 1, 0, [3], "low"), placed(1, 2, 0)],
    [*turn(2, 4, 5), placed(0, 4, 0), placed(1, 5, 0)],
    over([1, 0], 1),
)
DRAFT_ROWS = game(  # the remaining cards start the rows, ascending
    {"hand": 1, "rows": 2, "deck": "tactical", "deal": "draft"},
    laid(0, 1, 2, 3, 4),
    [picked(0, 3), picked(1, 1)],
    deal([3], [1], rows=[[2], [4]]),
    [*turn(1, 3, 1), take(1, 1), placed(1, 1, 1, [4], "low"), placed(0, 3, 0)],
    over([0, 1], 0),
)
SCORE_ROUND = {"hand": 1, "deck": 3, "row_limit": 2}
SCORE = game(  # the limit is reached, not passed, after the second round
    {**SCORE_ROUND, "end": score(4)},
    deal([2], [3], rows=[[1]]),
    [*turn(1, 2, 3), placed(0, 2, 0), placed(1, 3, 0, [1, 2], "full")],
    round_end(1, [0, 2], [0, 2]),
    deal([2], [3], rows=[[1]], round=2),
    [*turn(1, 2, 3), placed(0, 2, 0), placed(1, 3, 0, [1, 2], "full")],
    [round_end(2, [0, 2], [0, 4]), game_end([0, 4], 0)],
)
ROUNDS = with_values(SCORE, 1, rules={**SCORE[0]["rules"], "end": {"kind": "rounds", "rounds": 2}})  # type: ignore[dict-item]
LAST_ONE_IN = game(  # wins, whatever the goal
    {**SCORE_ROUND, "deck": "tactical", "goal": "most", "end": elimination(1)},
    deal([2], [3], rows=[[1]]),
    [*turn(1, 2, 3), placed(0, 2, 0), placed(1, 3, 0, [1, 2], "full")],
    [round_end(1, [0, 2], [0, 2], [1]), game_end([0, 2], 0)],
)


def _elimination_round(number: int) -> list[Line]:
    return [
        deal([6, 7], [2, 5], [3, 4], rows=[[1]], round=number),
        *turn(1, 6, 5, 3),
        placed(2, 3, 0, [1], "full"),
        placed(1, 5, 0, [3], "full"),
        placed(0, 6, 0, [5], "full"),
        *turn(2, 7, 2, 4),
        take(1, 0),
        placed(1, 2, 0, [6], "low"),
        placed(2, 4, 0, [2], "full"),
        placed(0, 7, 0, [4], "full"),
    ]


# Seat 0 goes out, then 1 and 2 together: the tie is among those two, though 0 has as many.
ELIMINATION = game(
    {"seats": 3, "hand": 2, "row_limit": 1, "deck": "tactical", "end": elimination(4)},
    [*_elimination_round(1), round_end(1, [3, 2, 2], [3, 2, 2])],
    [*_elimination_round(2), round_end(2, [3, 2, 2], [6, 4, 4], [0])],
    deal([], [1, 5], [2, 4], rows=[[3]], round=3),
    [*turn(1, None, 1, 2), take(1, 0), placed(1, 1, 0, [3], "low"), placed(2, 2, 0, [1], "full")],
    [*turn(2, None, 5, 4), placed(2, 4, 0, [2], "full"), placed(1, 5, 0, [4], "full")],
    [round_end(3, [0, 2, 2], [6, 6, 6], [1, 2]), game_end([6, 6, 6], 1, 2)],
)
OUT_TOGETHER_MOST = game(  # every card takes the one before: 2 + 3 heads against 1 + 5
    {"hand": 2, "row_limit": 1, "deck": 12, "goal": "most", "end": elimination(1)},
    deal([6, 11], [10, 12], rows=[[5]]),
    [*turn(1, 6, 10), placed(0, 6, 0, [5], "full"), placed(1, 10, 0, [6], "full")],
    [*turn(2, 11, 12), placed(0, 11, 0, [10], "full"), placed(1, 12, 0, [11], "full")],
    [round_end(1, [5, 6], [5, 6], [0, 1]), game_end([5, 6], 1)],
)
ABANDONED = [*SHEET[:8], {"v": 8, **event("abandoned", why="everybody left")}]

GAMES = {
    "examples 1 to 3, closest, full row, too low": SHEET,
    "the same with 93": SHEET_93,
    "example 4, closest and too low": EXAMPLE_4,
    "example 5, light heads": EXAMPLE_5,
    "example 6, both ends": EXAMPLE_6,
    "example 7a, closest row is full": TRAP_FULL,
    "example 7b, closest row was taken": TRAP_TAKEN,
    "both full": BOTH_FULL,
    "choice": CHOICE,
    "choice full": CHOICE_FULL,
    "nowhere": NOWHERE,
    "halves": HALVES,
    "flip most": FLIP_MOST,
    "flip halves": FLIP_HALVES,
    "draft": DRAFT,
    "draft rows": DRAFT_ROWS,
    "score": SCORE,
    "two rounds": ROUNDS,
    "last one in": LAST_ONE_IN,
    "elimination": ELIMINATION,
    "out together, most": OUT_TOGETHER_MOST,
}
every_game = pytest.mark.parametrize("lines", GAMES.values(), ids=GAMES.keys())


# Games to be accepted


@every_game
def test_a_game_by_the_rules_is_accepted(lines: list[Line]) -> None:
    verdict = judged(lines)
    assert (verdict.game, verdict.events, verdict.abandoned) == ("g", len(lines) - 1, False)
    assert verdict.rounds == sum(line.get("event") == "round_ended" for line in lines)
    assert lines[-1]["totals"] == list(verdict.totals)
    assert lines[-1]["winners"] == list(verdict.winners)
    assert verdict.rules == lines[0]["rules"]
    assert [name for name, _ in verdict.seats] == ["Ana", "Bo", "Cy", "Di"][: len(verdict.totals)]


def test_heads_are_the_printed_ones() -> None:
    heads = [heads_of(card, "classic") for card in range(1, 105)]
    assert Counter(heads) == {7: 1, 5: 8, 3: 10, 2: 9, 1: 76}
    assert sum(heads) == 171
    assert [heads_of(card, "light") for card in (33, 42, 50, 57, 64, 55, 69)] == [5, 0, 3, 0, 0, 7, 0]


@pytest.mark.parametrize(
    ("seats", "sizes"), [(4, [12, 13]), (5, [10, 10]), (6, [8, 8]), (7, [7, 7]), (2, [25, 25]), (10, [5, 5])]
)
def test_halves_deal_the_published_hands(seats: int, sizes: list[int]) -> None:
    rules = Rules({**TINY, "seats": seats, "hand": 10, "rows": 4, "deal": "halves"})
    assert rules.hand_sizes(seats) == sizes


def test_a_tactical_deck_is_hand_times_seats_and_rows() -> None:
    rules = Rules({**TINY, "seats": 4, "hand": 10, "rows": 4, "deck": "tactical"})
    assert [rules.deck_size(players) for players in (4, 3, 2)] == [44, 34, 24]


def test_the_last_choice_of_a_seat_counts() -> None:
    lines = inserted(SHEET, 3, chose(0, 21), chose(0, 3))
    assert judged(lines).totals == (1, 0, 6, 0)
    refusal(inserted(SHEET, 4, chose(0, 21)), line_of(SHEET, "revealed") + 1)


def test_choices_come_in_any_order() -> None:
    lines = renumbered([*SHEET[:2], *SHEET[5:1:-1], *SHEET[6:]])
    assert judged(lines).events == len(SHEET) - 1


def test_a_low_card_may_take_any_row() -> None:
    lines = with_values(EXAMPLE_4, 6, row=2)
    assert judged(with_values(lines, 7, row=2, taken=[69])).totals == (0, 1)


def test_a_proof_is_null_or_any_object() -> None:
    assert judged(with_values(SHEET, 2, proof={"seed": "00ff"})).rounds == 1
    refusal(with_values(SHEET, 2, proof="00ff"), 2)


def test_games_may_follow_one_another() -> None:
    verdicts = check(texts(SHEET + ABANDONED + FLIP_MOST))
    assert [verdict.winners for verdict in verdicts] == [(1, 3), (), (0,)]
    assert [verdict.abandoned for verdict in verdicts] == [False, True, False]


def test_a_file_without_games_has_none() -> None:
    assert check([]) == []


# Games to be refused, on the right line


@every_game
def test_every_event_is_needed(lines: list[Line]) -> None:
    for at in range(1, len(lines) + 1):
        refusal(lines[: at - 1] + lines[at:], at)  # leaves a gap in v as well
    for at in range(2, len(lines) + 1):
        with pytest.raises(RefereeError):
            check(texts(without(lines, at)))


@every_game
def test_no_event_stands_twice_or_before_the_one_before_it(lines: list[Line]) -> None:
    for at in range(2, len(lines)):
        line, following = lines[at - 1], lines[at]
        # Seats choose in any order, and may choose again until the last of them has chosen.
        if line["event"] != "chose" or following["event"] != "chose":
            refusal(inserted(lines, at + 1, line), at + 1)
            refusal(renumbered([*lines[: at - 1], following, line, *lines[at + 1 :]]), at)


@every_game
def test_a_game_may_not_stop_in_the_middle(lines: list[Line]) -> None:
    for length in range(1, len(lines)):
        assert "ends inside game" in refusal(lines[:length], length + 1)
        assert "has not ended" in refusal(lines[:length] + SHEET, length + 1)


@every_game
def test_an_abandoned_game_may_stop_anywhere(lines: list[Line]) -> None:
    for length in range(1, len(lines)):
        verdict = judged([*lines[:length], {"v": length, **event("abandoned", why="")}])
        assert (verdict.abandoned, verdict.winners, verdict.events) == (True, (), length)
    assert verdict.totals == tuple(lines[-1]["totals"])  # type: ignore[arg-type]
    refusal([*lines, {"v": len(lines), **event("abandoned", why="")}], len(lines) + 1)


@every_game
def test_nothing_follows_the_end(lines: list[Line]) -> None:
    for extra in lines[1:]:
        refusal([*lines, {**extra, "v": len(lines)}], len(lines) + 1)
    refusal([*ABANDONED, {**SHEET[8], "v": 9}], len(ABANDONED) + 1)


@every_game
def test_every_event_has_its_keys_in_order(lines: list[Line]) -> None:
    for at, line in enumerate(lines, start=1):
        keys = list(line)
        for key in keys:
            refusal([*lines[: at - 1], {k: v for k, v in line.items() if k != key}, *lines[at:]], at)
        refusal([*lines[: at - 1], {**line, "note": None}, *lines[at:]], at)
        refusal([*lines[: at - 1], {key: line[key] for key in reversed(keys)}, *lines[at:]], at)


@every_game
def test_v_counts_without_gaps(lines: list[Line]) -> None:
    for at in range(2, len(lines) + 1):
        refusal(with_values(lines, at, v=at), at)
        refusal(with_values(lines, at, v=at - 2), at)
        refusal(with_values(lines, at, v=float(at - 1)), at)


def variations(value: object) -> Iterator[object]:
    """Yield values that are a little or altogether different."""
    if isinstance(value, int):
        yield from (value + 1, value - 1, float(value), str(value), None, bool(value), [value], 105)
    elif isinstance(value, str):
        yield from (value + "x", None, 1)
    elif isinstance(value, list):
        yield from (None, {}, [*value, 1], [*value, []], value[1:] if value else [[]])
        for at, each in enumerate(value):
            for other in variations(each):
                yield [*value[:at], other, *value[at + 1 :]]


def is_free(rows: object, hands: object) -> bool:
    """Return whether these rows could be dealt beside these hands from the full deck."""
    rows = rows if isinstance(rows, list) else []
    cards = [row[0] for row in rows if isinstance(row, list) and len(row) == 1 and type(row[0]) is int]
    in_hands = {card for hand in hands for card in hand} if isinstance(hands, list) else set()
    return len(set(cards) - in_hands) == len(rows) and all(1 <= card <= 104 for card in cards)


def of_each_kind(lines: list[Line]) -> Iterator[tuple[int, Line]]:
    """Yield the number and the text of the last event of each kind and reason, and of each part of a deal."""
    last = {tuple(line.get(key) for key in ("event", "why", "part")): at for at, line in enumerate(lines, 1)}
    return ((at, lines[at - 1]) for at in sorted(last.values()) if at > 1)


@every_game
def test_every_value_of_every_event_counts(lines: list[Line]) -> None:
    for at, line in of_each_kind(lines):
        for key, value in line.items():
            for other in variations(value):
                same_length = isinstance(value, list) and isinstance(other, list) and len(other) == len(value)
                if key == "rows" and same_length and is_free(other, line["hands"]):
                    continue  # another card may well have started the row
                with pytest.raises(RefereeError) as caught:
                    check(texts(with_values(lines, at, **{key: other})))
                assert caught.value.line >= at
                settled = line["event"] not in ("laid", "picked", "dealt", "chose", "took")
                assert caught.value.line == at or not settled


@every_game
def test_every_list_has_its_order(lines: list[Line]) -> None:
    for at, line in enumerate(lines[1:], start=2):
        for key, value in line.items():
            if isinstance(value, list) and value != value[::-1]:
                with pytest.raises(RefereeError) as caught:
                    check(texts(with_values(lines, at, **{key: value[::-1]})))
                assert caught.value.line >= at


@pytest.mark.parametrize(
    "text", ["", "[]", "{", "7", '{"record":"sixth/1","record":"sixth/1"}', '{"record":NaN}', "[" * 100_000]
)
def test_a_line_is_one_json_object(text: str) -> None:
    for position in (0, 1, len(SHEET)):
        with pytest.raises(RefereeError) as caught:
            check([*texts(SHEET)[:position], text])
        assert caught.value.line == position + 1


@pytest.mark.parametrize(
    "fields",
    [
        {"record": "sixth/2"},
        {"game": 7},
        {"rules": None},
        {"seats": []},
        {"seats": [{"name": "Ana", "kind": "human"}]},
        {"seats": [{"kind": "human", "name": "Ana"}] * 4},
        {"seats": [{"name": "Ana", "kind": None}] * 4},
        {"started": 0},
        {"started": "yesterday"},
    ],
)
def test_the_first_line_is_checked(fields: Line) -> None:
    refusal(with_values(SHEET, 1, **fields), 1)
    refusal(SHEET + with_values(SHEET, 1, **fields), len(SHEET) + 1)
    assert judged(with_values(SHEET, 1, started="2026-11-20T11:35:00Z", game="")).game == ""


@pytest.mark.parametrize(
    "options",
    [
        {"seats": True},
        {"deck": "half"},
        {"deck": True},
        {"deck": 40.0},
        {"deal": "open"},
        {"play": "fast"},
        {"ends": "left"},
        {"heads": "heavy"},
        {"goal": "none"},
        {"end": None},
        {"end": {}},
        {"end": {"kind": "score"}},
        {"end": {"kind": "score", "limit": True}},
        {"end": {"kind": "score", "rounds": 3}},
        {"end": {"limit": 66, "kind": "score"}},
        {"end": {"kind": "rounds", "limit": 1}},
        {"end": {"kind": "never", "limit": 1}},
        {"end": "score"},
    ],
    ids=str,
)
def test_an_option_of_another_kind_is_refused(options: Line) -> None:
    """Which values clash, `tests/rules/test_options.py` asks the rules and the referee alike."""
    refusal(game({"seats": 4, "hand": 3, "rows": 4, **options}), 1)


def test_only_a_card_in_hand_is_chosen() -> None:
    refusal(with_values(SHEET, 3, card=15), 3)
    number = line_of(SHEET, "chose", 5)
    refusal(with_values(SHEET, number, card=14), number)  # played the turn before


def test_a_choice_of_row_before_a_low_card_names_one_of_the_rows_and_no_end() -> None:
    at = line_of(SHEET, "took")
    for row in (-1, 4):
        refusal(with_values(SHEET, at, row=row), at)
    refusal([*SHEET[: at - 1], {**SHEET[at - 1], "end": "right"}, *SHEET[at:]], at)


@pytest.mark.parametrize("lines", [SHEET, TRAP_FULL, EXAMPLE_6, BOTH_FULL])
def test_no_choice_of_row_where_the_rules_decide(lines: list[Line]) -> None:
    at = line_of(lines, "placed")
    refusal(inserted(lines, at, take(0, 0)), at)
    refusal(inserted(lines, at, take(0, 0, "right")), at)


def test_two_equally_close_places_are_a_choice() -> None:
    for lines in (CHOICE, CHOICE_FULL):
        for fields in ({"row": 0, "end": "left"}, {"row": 1, "end": "right"}, {"row": 2}):
            refusal(with_values(lines, 6, **fields), 6)
    other = with_values(CHOICE, 6, row=0, end="right")
    refusal(other, 7)
    assert judged(with_values(other, 7, row=0, end="right")).totals == (0, 0)


def test_a_draft_deals_the_picked_and_the_remaining_cards() -> None:
    refusal(with_values(DRAFT, 7, hands=[[2, 4], [1, 5]]), 7)
    refusal(with_values(DRAFT, 7, hands=[[1, 3], [2, 5]], rows=[[4]]), 7)
