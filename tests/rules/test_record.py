"""Records: writing, reading, and the line number of the first fault."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import sixth
from sixth.rules.events import Abandoned, GameEnded
from sixth.rules.options import End, Rules
from sixth.rules.record import Record, RecordError, Seat, read
from sixth.rules.state import start
from sixth.rules.verify import verify
from tests.referee import RefereeError, check
from tests.rules.strategies import all_rules, games, moves, random_game, seeds

# Small whole games that have every kind of line between them.
SMALL = {
    "choices": (Rules(seats=2, hand=3, rows=2, row_limit=2, ends="both", end=End("rounds", 2)), 4),
    "a draft": (Rules(seats=3, deck="tactical", deal="draft", hand=2, end=End("elimination", 3)), 3),
    "halves": (Rules(seats=3, deck=20, deal="halves", end=End("rounds", 1)), 1),
    "flipping": (Rules(seats=3, hand=3, play="flip", goal="most", end=End("rounds", 1)), 1),
}


def small(name: str) -> Record:
    return random_game(*SMALL[name])


def with_change(lines: list[str], number: int, change: Callable[[Any], object]) -> list[str]:
    """The lines with one of them (from 1) changed as JSON."""
    value = json.loads(lines[number - 1])
    change(value)
    return [*lines[: number - 1], compact(value), *lines[number:]]


def compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def lines_of(record: Record) -> list[str]:
    return list(record.lines())


def refusal(lines: list[str] | list[bytes]) -> RecordError:
    with pytest.raises(RecordError) as error:
        list(read(lines))
    assert str(error.value).startswith(f"line {error.value.line}: ")
    assert "\n" not in str(error.value)
    return error.value


def outcome(lines: list[str] | list[bytes]) -> tuple[list[Record], int | None]:
    """Return the records of the lines, or the number of the line that is refused."""
    try:
        return list(read(lines)), None
    except RecordError as error:
        return [], error.line


def referee_line(lines: list[str]) -> int | None:
    """The line at which the independent referee refuses, if it does."""
    try:
        check(lines)
    except RefereeError as error:
        return error.line
    return None


# ------------------------------------------------------------------ there and back


@settings(max_examples=60)
@given(record=games())
def test_a_game_of_any_rules_is_read_back_as_it_was_written(record: Record) -> None:
    (again,) = read(record.text().splitlines(keepends=True))
    assert again == record
    assert again.text() == record.text()
    assert again.state() == record.state()


@given(record=games())
def test_the_independent_referee_agrees_with_every_game_we_write(record: Record) -> None:
    (verdict,) = check(record.lines())
    last = record.events[-1]
    assert verdict.abandoned == isinstance(last, Abandoned)
    if isinstance(last, GameEnded):
        assert (verdict.totals, verdict.winners) == (last.totals, last.winners)


def test_several_games_may_follow_one_another() -> None:
    records = [small(name) for name in SMALL]
    text = "".join(record.text() for record in records)
    assert list(read(text.splitlines())) == records
    assert len(check(text.splitlines())) == len(records)


def test_a_name_may_hold_anything_that_can_be_written() -> None:
    names = ['"Ana"\\', "名前 🐂", "<b>\u202e\x00\r\n\x0b\x1c\x85\u2029", ""]
    seats = tuple(Seat(name) for name in names)
    rules = Rules(seats=4, hand=1, end=End("rounds", 1))
    record = Record("g\u2028", rules, seats, "2025-01-31T20:15:00Z", random_game(rules, 1).events)
    assert record.text().splitlines() == lines_of(record)
    assert list(read(record.lines())) == [record]
    assert list(read(record.text().encode().split(b"\n")[:-1])) == [record]


def test_the_form_of_a_line_is_the_documented_one() -> None:
    rules = sixth.games["tactical"].replace(seats=2, hand=1)
    record = Record("g", rules, (Seat("Ana"), Seat("Bo", "greedy")), None, ())
    assert lines_of(record)[0] == (
        '{"record":"sixth/1","game":"g","rules":{"seats":2,"deck":"tactical","hand":1,"rows":4,"row_limit":5,'
        '"deal":"random","play":"simultaneous","ends":"right","heads":"classic","goal":"fewest",'
        '"end":{"kind":"score","limit":66}},"seats":[{"name":"Ana","kind":"human"},'
        '{"name":"Bo","kind":"greedy"}],"started":null}'
    )


# ------------------------------------------------------------------ unfinished games


@pytest.mark.parametrize("name", SMALL)
def test_an_unfinished_game_is_read_where_that_is_allowed(name: str) -> None:
    record = small(name)
    rules, seed = SMALL[name]
    stops = [0]
    for move in moves(rules, seed):
        stops.append(stops[-1] + len(move.events))
    for length in range(len(record.events) + 1):
        lines = lines_of(record)[: length + 1]
        if length in stops:
            (part,) = read(lines, unfinished=True)
            assert part.events == record.events[:length]
        else:
            with pytest.raises(RecordError, match="stops in the middle"):
                list(read(lines, unfinished=True))


def test_only_the_last_game_of_a_file_may_be_unfinished() -> None:
    lines = lines_of(small("choices"))
    with pytest.raises(RecordError) as error:
        list(read([*lines[:5], *lines], unfinished=True))
    assert error.value.line == 6


def test_the_state_of_any_version_can_be_asked_for() -> None:
    record = small("choices")
    assert record.state(0) == start(record.rules)
    assert record.state(1).phase == "choose"
    assert record.state().over


# ------------------------------------------------------------------ tampering


@pytest.mark.parametrize("name", SMALL)
def test_a_record_cut_off_at_any_line_is_refused_at_the_line_that_is_missing(name: str) -> None:
    lines = lines_of(small(name))
    for length in range(len(lines)):
        assert refusal(lines[:length]).line == length + 1


@pytest.mark.parametrize("name", SMALL)
def test_a_record_cut_off_at_any_byte_is_refused(name: str) -> None:
    data = small(name).text().encode()
    for length in range(0, len(data) - 1, 29):
        part = data[:length].split(b"\n")
        if part[-1] == b"":
            part.pop()
        # A last line may lack its line end.
        whole = data.count(b"\n", 0, length + 1)
        assert refusal(part).line == whole + 1


@pytest.mark.parametrize("name", SMALL)
def test_a_line_left_out_written_twice_or_exchanged_with_the_next_is_noticed(name: str) -> None:
    lines = lines_of(small(name))
    for at, line in enumerate(lines):
        before, after = lines[:at], lines[at + 1 :]
        assert refusal([*before, *after]).line == at + 1
        assert refusal([*before, line, line, *after]).line == at + 2
        if after:
            assert refusal([*before, after[0], line, *after[1:]]).line == at + 1


def parts(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], object]]:
    """Every value in a line, lists and objects too, with the way to it."""
    if path:
        yield path, value
    if isinstance(value, dict):
        for key, each in value.items():
            yield from parts(each, (*path, key))
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from parts(each, (*path, index))


def with_leaf(value: Any, path: tuple[str | int, ...], new: object) -> Any:
    head, *rest = path
    copy: Any = value.copy()
    copy[head] = with_leaf(value[head], tuple(rest), new) if rest else new
    return copy


FREE = {"game", "seats", "started", "proof"}
"""What the rules do not decide: names, times, and the proof that `verify` checks."""


@pytest.mark.parametrize("name", SMALL)
def test_any_other_number_in_any_line_is_noticed_there_or_where_it_first_matters(name: str) -> None:
    lines = lines_of(small(name))
    kinds = set()
    for number, line in enumerate(lines[1:], 2):
        value = json.loads(line)
        # All other numbers in one line of each kind, the next number in each line.
        is_first = (value["event"], len(value)) not in kinds
        kinds.add((value["event"], len(value)))
        decision = value["event"] in ("laid", "picked", "chose", "took")
        for path, leaf in parts(value):
            if path[0] in FREE or type(leaf) is not int:
                continue
            for new in (leaf + 1, leaf - 1, -leaf - 1, 10**9, 0 if leaf else 3)[: None if is_first else 1]:
                copy = [*lines[: number - 1], compact(with_leaf(value, path, new)), *lines[number:]]
                records, at = outcome(copy)
                if at is None:
                    # A card in a row that never mattered could have been another: that is for `verify`.
                    assert path[0] == "rows"
                    assert not verify(records[0]).fair
                else:
                    assert at >= number if decision or path[0] in ("hands", "rows") else at == number


IMPOSTORS = [True, False, None, 1.0, 1.5, "1", "", [], {}, [1], {"a": 1}, 10**400, -1]


@pytest.mark.parametrize("name", SMALL)
def test_a_value_of_another_type_is_refused_on_its_line(name: str) -> None:
    lines = lines_of(small(name))
    kinds = set()
    for number, line in enumerate(lines, 1):
        value = json.loads(line)
        kind = value.get("event")
        # One line of each kind, all of its values.
        if (kind, len(value)) in kinds:
            continue
        kinds.add((kind, len(value)))
        for path, leaf in parts(value):
            for new in IMPOSTORS:
                free = (path[0] in FREE or kind == "abandoned") and type(new) is type(leaf)
                null = path[0] in ("proof", "started") and new is None
                is_same = type(new) is type(leaf) and (new == leaf or isinstance(new, list))
                if free or null or is_same:
                    continue
                error = refusal([*lines[: number - 1], compact(with_leaf(value, path, new)), *lines[number:]])
                assert error.line == number


def with_version(line: str, version: int) -> str:
    return compact({**json.loads(line), "v": version})


@pytest.mark.parametrize("name", SMALL)
def test_a_line_from_elsewhere_in_the_game_is_refused_where_the_referee_refuses_it(name: str) -> None:
    lines = lines_of(small(name))
    step = 4 if len(lines) < 45 else 12
    for number in range(1, len(lines)):
        # Each line is tried in many places, and no place is left out.
        for line in lines[1 + number % step :: step]:
            value = json.loads(line)
            copy = [*lines[:number], with_version(line, number)]
            ours, referees = outcome(copy)[1], referee_line(copy)
            # To choose the same card again changes nothing, so we never write it, and read it nowhere.
            again = value["event"] == "chose" and (ours, referees) == (number + 1, number + 2)
            assert ours == referees or again


def test_an_action_that_is_not_written_is_not_read() -> None:
    lines = lines_of(small("choices"))
    number = next(number for number, line in enumerate(lines, 1) if '"chose"' in line)
    error = refusal([*lines[:number], with_version(lines[number - 1], number)])
    assert error.line == number + 1
    assert "which changes nothing" in str(error)


def test_cards_dealt_in_a_draft_must_be_those_that_were_picked() -> None:
    lines = lines_of(small("a draft"))
    number = next(number for number, line in enumerate(lines, 1) if '"dealt"' in line)
    for key in ("hands", "rows"):
        value = json.loads(lines[number - 1])
        value[key].reverse()
        error = refusal([*lines[: number - 1], compact(value), *lines[number:]])
        assert error.line == number
        assert lines[number - 1] in str(error)


def test_a_hand_that_is_not_ascending_is_refused() -> None:
    lines = lines_of(small("choices"))
    error = refusal(with_change(lines, 2, lambda value: value["hands"][0].reverse()))
    assert error.line == 2
    assert "should stand there" in str(error)


DAMAGES: dict[str, Callable[[str], str]] = {
    "an unknown key": lambda line: line[:-1] + ',"extra":1}',
    "an unknown key of control characters": lambda line: line[:-1] + ',"\\u009b\\ud800":1}',
    "a key twice": lambda line: line[:-1] + ',"v":1}' if '"v"' in line else line[:-1] + ',"game":"g"}',
    "a missing key": lambda line: compact(dict(list(json.loads(line).items())[:-1])),
    "keys in another order": lambda line: compact(dict(reversed(json.loads(line).items()))),
    "NaN": lambda line: line[:-1] + ',"n":NaN}',
    "Infinity": lambda line: line[:-1] + ',"n":-Infinity}',
    "a number of 5000 digits": lambda line: line[:-1] + ',"n":' + "9" * 5000 + "}",
    "deep nesting": lambda line: "[" * 100_000,
    "deep nesting, closed": lambda line: line[:-1] + ',"n":' + "[" * 990 + "]" * 990 + "}",
    "nothing": lambda line: "",
    "blanks": lambda line: "  \t ",
    "two objects": lambda line: line + line,
    "a list": lambda line: f"[{line}]",
    "a string": lambda line: '"chose"',
    "a number": lambda line: "17",
    "null": lambda line: "null",
    "a comma too many": lambda line: line[:-1] + ",}",
    "single quotes": lambda line: line.replace('"', "'"),
    "a comment": lambda line: line + " // so it was",
    "a lone surrogate": lambda line: line.replace('"Seat 0"', '"\\ud800"').replace('"v":', '"\\ud800":'),
}


@pytest.mark.parametrize("case", DAMAGES)
@pytest.mark.parametrize("name", SMALL)
def test_a_spoilt_line_is_refused_by_its_number(name: str, case: str) -> None:
    lines = lines_of(small(name))
    for number in (1, 2, 3, len(lines) // 2, len(lines)):
        copy = [*lines[: number - 1], DAMAGES[case](lines[number - 1]), *lines[number:]]
        error = refusal(copy)
        assert error.line == number
        assert str(error).isprintable()
        assert len(str(error)) < 3000


def test_bytes_that_are_not_utf_8_are_refused_by_their_line() -> None:
    lines = [line.encode() for line in lines_of(small("choices"))]
    for number in (1, 2, len(lines)):
        for wrong in (b"\xff", b"\xc3", b"\xed\xa0\x80"):
            copy = lines[number - 1].replace(b'"', wrong + b'"', 1)
            assert refusal([*lines[: number - 1], copy, *lines[number:]]).line == number


def test_a_byte_order_mark_before_the_file_is_skipped_and_elsewhere_refused() -> None:
    game = small("choices")
    assert [*read(("\ufeff" + game.text()).splitlines())] == [game]
    data = b"\xef\xbb\xbf" + game.text().encode()
    assert [*read(data.splitlines())] == [game]
    assert refusal((b"\xef\xbb\xbf" + data).splitlines()).line == 1
    assert refusal([*data.splitlines(), *data.splitlines()]).line == len(data.splitlines()) + 1


@pytest.mark.parametrize(
    "lines", [[], [""], ["\n"], ["{}"], ["[]"], ['{"v":1,"event":"flipped","seat":0,"card":1}']]
)
def test_a_file_must_begin_with_a_record_line(lines: list[str]) -> None:
    error = refusal(lines)
    assert error.line == 1
    assert "sixth/1" in str(error) or "JSON object" in str(error)


def test_other_writers_may_use_other_white_space_and_line_ends() -> None:
    """We write one way only; reading asks for the same JSON, not for the same blanks between its parts."""
    record = small("choices")
    lines = [json.dumps(json.loads(line)) + " \r\n" for line in record.lines()]
    assert list(read(lines)) == [record]
    assert list(read([line.encode() for line in lines])) == [record]


BAD_HEADS: dict[str, tuple[Callable[[Any], object], str]] = {
    "another format": (lambda head: head.update(record="sixth/2"), '"sixth/1"'),
    "too few seats": (lambda head: head["seats"].pop(), "names 1 seats; the rules have 2"),
    "too many seats": (lambda head: head["seats"].append({"name": "x", "kind": "y"}), "names 3 seats"),
    "a seat without a kind": (lambda head: head["seats"][0].pop("kind"), "seats: with exactly the keys"),
    "a time that is none": (lambda head: head.update(started="yesterday"), "started: an ISO 8601 time"),
    "rules that clash": (lambda head: head["rules"].update(hand=60), "use hand=51 or less"),
    "a missing option": (lambda head: head["rules"].pop("ends"), "rules: with exactly the keys"),
    "an unknown option": (lambda head: head["rules"].update(magic=1), "unknown key 'magic'"),
    "an end of no kind": (lambda head: head["rules"].update(end={"kind": "never"}), "rules: end"),
    "an end with another's unit": (
        lambda head: head["rules"].update(end={"kind": "score", "rounds": 1}),
        "unknown key 'rounds'",
    ),
    "a hand of 4299 digits": (lambda head: head["rules"].update(hand=10**4298), "hand takes"),
    "a limit of 4299 digits": (
        lambda head: head["rules"].update(end={"kind": "score", "limit": 10**4298}),
        "end=score takes",
    ),
    "a deck of a thousand letters": (lambda head: head["rules"].update(deck="x" * 100_000), "deck is full"),
}


@pytest.mark.parametrize("case", BAD_HEADS)
def test_a_head_is_refused_for(case: str) -> None:
    change, text = BAD_HEADS[case]
    error = refusal(with_change(lines_of(small("choices")), 1, change))
    assert error.line == 1
    assert text in str(error)
    assert len(str(error)) < 400


@pytest.mark.parametrize("depth", range(900, 1000, 3))
def test_an_option_nested_deep_is_refused_as_any_other(depth: int) -> None:
    lines = lines_of(small("choices"))
    lines[0] = lines[0].replace('"full"', "[" * depth + "]" * depth)
    assert refusal(lines).line == 1


# ------------------------------------------------------------------ fuzzing

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=10,
)
FIELDS = st.fixed_dictionaries(
    {},
    optional={
        key: st.one_of(JSON, st.integers(-2, 105), st.lists(st.integers(0, 105), max_size=4))
        for key in ("seat", "card", "row", "end", "round", "part", "hands", "rows", "proof", "turn", "cards")
    },
)


@given(data=st.binary(max_size=200))
def test_arbitrary_bytes_are_refused_by_line(data: bytes) -> None:
    assert refusal(data.split(b"\n")).line <= data.count(b"\n") + 2


@given(head=JSON, rest=st.lists(JSON, max_size=3))
def test_arbitrary_json_is_refused_by_line(head: Any, rest: list[Any]) -> None:
    lines = [json.dumps(value) for value in [head, *rest]]
    assert refusal(lines).line == 1


@settings(max_examples=200)
@given(
    name=st.sampled_from(sorted(SMALL)),
    cut=st.integers(0, 60),
    event=st.sampled_from(["laid", "picked", "dealt", "chose", "revealed", "took", "placed", "flipped", "x"]),
    fields=FIELDS,
)
def test_arbitrary_events_are_refused_by_line(
    name: str, cut: int, event: str, fields: dict[str, Any]
) -> None:
    lines = lines_of(small(name))[: cut + 1]
    lines.append(json.dumps({"v": len(lines), "event": event, **fields}))
    assert refusal(lines).line in (len(lines), len(lines) + 1)


@settings(max_examples=200)
@given(
    name=st.sampled_from(sorted(SMALL)),
    at=st.floats(0, 1, exclude_max=True),
    byte=st.integers(0, 255),
    insert=st.booleans(),
)
def test_any_other_byte_anywhere_is_refused_or_changes_only_what_the_rules_leave_free(
    name: str, at: float, byte: int, insert: bool
) -> None:
    record = small(name)
    data = record.text().encode()
    index = int(at * len(data))
    copy = data[:index] + bytes([byte]) + data[index + (not insert) :]
    records, line = outcome(copy.removesuffix(b"\n").split(b"\n"))
    assert line is None or line <= copy.count(b"\n") + 2
    # Whatever is accepted is a game by the rules, to the referee as well.
    for each in records:
        check(each.lines())


@settings(max_examples=40)
@given(rules=all_rules(), seed=seeds(), data=st.data())
def test_a_record_that_we_refuse_is_refused_by_the_referee_too(
    rules: Rules, seed: int, data: st.DataObject
) -> None:
    lines = lines_of(random_game(rules, seed, rounds=2))
    number = data.draw(st.integers(1, len(lines)))
    value = json.loads(lines[number - 1])
    path, leaf = data.draw(st.sampled_from([each for each in parts(value) if type(each[1]) is int]))
    assert isinstance(leaf, int)
    copy = [*lines]
    copy[number - 1] = compact(with_leaf(value, path, data.draw(st.integers(leaf - 2, leaf + 2))))
    assert outcome(copy)[1] == referee_line(copy)
